"""Fortune Bonus and Emperor's Treasure: what a line of seven cards pays to the player who holds it.

What it pays to others is in `envy`. The two differ in their royal match only, and are settled apart (R44).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from paigow.material.cards import Card
from paigow.ranks.lines import EMPERORS_MATCH, FORTUNE_MATCH, Line, bonus_line
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import Cents
from paigow.wagers.paytables import Paytable, load_paytables
from paigow.wagers.settlement import Settlement
from paigow.wagers.standard import settle_line

__all__ = ["BONUS_TABLES", "BONUS_WAGERS", "EMPERORS", "FORTUNE", "line_for", "settle_bonus"]

BONUS_WAGERS: Final = (WagerKind.FORTUNE, WagerKind.EMPERORS)
FORTUNE: Final = load_paytables("fortune", Line)
EMPERORS: Final = load_paytables("emperors", Line)
BONUS_TABLES: Final[Mapping[WagerKind, Mapping[str, Paytable[Line]]]] = {
    WagerKind.FORTUNE: FORTUNE,
    WagerKind.EMPERORS: EMPERORS,
}
_MATCHES: Final = {WagerKind.FORTUNE: FORTUNE_MATCH, WagerKind.EMPERORS: EMPERORS_MATCH}
_LOSES: Final = {
    WagerKind.FORTUNE: "maryland-poker 11.H(3)(a)(i)",
    WagerKind.EMPERORS: "maryland-poker 11.H(4)(a)",
}


def line_for(kind: WagerKind, cards: Sequence[Card]) -> Line:
    """The best line of seven cards for the Fortune Bonus or Emperor's Treasure (R24)."""
    return bonus_line(cards, _MATCHES[kind])


def settle_bonus(kind: WagerKind, stake: Cents, line: Line, table_id: str) -> Settlement:
    """Pay by the table of that id, A to D, or take the stake when the line is below a straight."""
    return settle_line(stake, line, BONUS_TABLES[kind][table_id], loses=_LOSES[kind])
