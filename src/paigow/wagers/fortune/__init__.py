"""The Fortune Bonus: the best line of seven cards, and envy bonuses for others' hands (R24, R25)."""

from __future__ import annotations

from functools import partial
from typing import Final

from paigow.material.game import Game
from paigow.ranks.lines import FORTUNE_MATCH, Line, bonus_line
from paigow.wagers.money import dollars
from paigow.wagers.wager import Envy, Kind, LineWager

WAGER: Final = LineWager(
    kind=Kind("fortune"),
    game=Game.CARDS,
    package=__name__,
    lines=tuple(Line),
    line=partial(bonus_line, match=FORTUNE_MATCH),
    numbers=lambda hands: hands.bonus(FORTUNE_MATCH),
    best_with=lambda line: line,
    envy=Envy(dollars(5)),  # maryland-poker 1.B(7)
)
