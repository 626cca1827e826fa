"""The envy bonus: a fixed sum for every qualifying hand that somebody else holds (R25, R44).

The table decides which hands are shown: fouled and abandoned ones are, voided ones are not (R37).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from paigow.material.cards import Card
from paigow.wagers.money import Cents
from paigow.wagers.paytables import FixedAmount, Paytable
from paigow.wagers.wager import LineWager


@dataclass(frozen=True, slots=True)
class HeldHand:
    """Seven cards and whose they are; the dealer's have no owner."""

    owner: Hashable | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class EnvyBonus:
    """What one qualifying wager earns for one hand of somebody else."""

    amount: Cents
    line: Enum
    owner: Hashable


def qualifies(wager: LineWager[Any], stake: Cents) -> bool:
    """Whether a stake earns envy."""
    return wager.envy is not None and stake >= wager.envy.qualifying


def is_envied(wager: LineWager[Any], cards: Sequence[Card], table: Paytable[Any]) -> bool:
    """Whether seven cards are a qualifying hand: four of a kind or better (maryland-poker 1.B(4))."""
    return table.find(wager.line(cards)) is not None


def envy_bonuses(
    wager: LineWager[Any], table: Paytable[Any], stake: Cents, holder: Hashable, hands: Iterable[HeldHand]
) -> tuple[EnvyBonus, ...]:
    """What one wager earns, in the order of the hands: nothing for the holder's own nor the dealer's."""
    if not qualifies(wager, stake):
        return ()
    others = (hand for hand in hands if hand.owner is not None and hand.owner != holder)
    earned = (_earned(table, wager.line(hand.cards), hand.owner) for hand in others)
    return tuple(bonus for bonus in earned if bonus is not None)


def _earned(table: Paytable[Any], line: Enum, owner: Hashable) -> EnvyBonus | None:
    row = table.find(line)
    if row is None:
        return None
    assert isinstance(row.pay, FixedAmount), row
    return EnvyBonus(row.pay.amount, line, owner)
