"""Emperor's Treasure: the best line of seven cards, where only ace and king match a royal flush (R24, R44).

`best_with`: its match also counts for the Fortune Bonus, so the same line is the best for both.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from paigow.material.game import Game
from paigow.ranks.lines import EMPERORS_MATCH, Line, bonus_line
from paigow.wagers.money import dollars
from paigow.wagers.wager import Envy, Kind, LineWager

WAGER: Final = LineWager(
    kind=Kind("emperors"),
    game=Game.CARDS,
    package=__name__,
    lines=tuple(Line),
    line=partial(bonus_line, match=EMPERORS_MATCH),
    numbers=lambda hands: hands.bonus(EMPERORS_MATCH),
    best_with=lambda line: line,
    envy=Envy(dollars(5)),  # maryland-poker 1.B(7)
)
