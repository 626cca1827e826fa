"""The envy bonus: a fixed sum for every qualifying hand that somebody else holds (R25, R44).

The table decides which hands are shown: fouled and abandoned ones are, voided ones are not (R37).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from paigow.material.cards import Card
from paigow.ranks.lines import Line
from paigow.wagers.bonus import line_for
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import Cents, dollars
from paigow.wagers.paytables import FixedAmount, Paytable, load_paytables

__all__ = [
    "ENVY_TABLES",
    "QUALIFYING_STAKE",
    "EnvyBonus",
    "HeldHand",
    "envy_bonuses",
    "is_envied",
    "qualifies",
]

QUALIFYING_STAKE: Final = dollars(5)
"""maryland-poker 1.B(7)."""
ENVY_TABLES: Final[Mapping[WagerKind, Mapping[str, Paytable[Line]]]] = {
    WagerKind.FORTUNE: load_paytables("fortune_envy", Line),
    WagerKind.EMPERORS: load_paytables("emperors_envy", Line),
}
"""Each belongs to the pay table of the same id and is chosen with it."""


@dataclass(frozen=True, slots=True)
class HeldHand:
    """Seven cards and whose they are; the dealer's have no owner."""

    owner: Hashable | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class EnvyBonus:
    """What one qualifying wager earns for one hand of somebody else."""

    amount: Cents
    line: Line
    owner: Hashable
    cite: str


def qualifies(stake: Cents) -> bool:
    """Whether a Fortune Bonus or Emperor's Treasure stake earns envy."""
    return stake >= QUALIFYING_STAKE


def is_envied(kind: WagerKind, cards: Sequence[Card]) -> bool:
    """Whether seven cards are a qualifying hand: four of a kind or better (maryland-poker 1.B(4))."""
    return ENVY_TABLES[kind]["A"].find(line_for(kind, cards)) is not None


def envy_bonuses(
    kind: WagerKind, table_id: str, stake: Cents, holder: Hashable, hands: Iterable[HeldHand]
) -> tuple[EnvyBonus, ...]:
    """What one wager earns, in the order of the hands: nothing for the holder's own nor the dealer's."""
    if not qualifies(stake):
        return ()
    others = (hand for hand in hands if hand.owner is not None and hand.owner != holder)
    earned = (_earned(ENVY_TABLES[kind][table_id], line_for(kind, hand.cards), hand.owner) for hand in others)
    return tuple(bonus for bonus in earned if bonus is not None)


def _earned(table: Paytable[Line], line: Line, owner: Hashable) -> EnvyBonus | None:
    row = table.find(line)
    if row is None:
        return None
    assert isinstance(row.pay, FixedAmount), row
    return EnvyBonus(row.pay.amount, line, owner, row.cite)
