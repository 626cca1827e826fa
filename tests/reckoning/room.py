"""The reckoner's state: the table (chairs, layout, bank, dice, meters) and its current round."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tests.reckoning.book import Accounts, Key, Stake
from tests.reckoning.terms import Terms

__all__ = ["AGAINST_BANK", "DEAD_HAND", "DEALER", "DICE_KINDS", "POSITIONS", "Bank", "Room", "Round"]

DEALER, DEAD_HAND = 0, 7
POSITIONS = range(1, 7)
DICE_KINDS = ("match", "odd", "even", "double", "triple", "dice-bonus")
AGAINST_BANK = ("main", "tip")
Pieces = tuple[str, ...]


class Bank(NamedTuple):
    person: str
    position: int
    co_banked: bool


@dataclass
class Round:
    """From "no more bets" to the end."""

    staked: dict[Key, Stake]
    chairs: dict[int, str]
    bank: Bank | None = None
    dealer_wager: int = 0
    dice: tuple[int, int, int] | None = None
    announced: int | None = None
    start: int | None = None
    hands: dict[int, Pieces] = field(default_factory=dict)
    settings: dict[int, tuple[Pieces, Pieces]] = field(default_factory=dict)
    surrendered: set[tuple[str, int]] = field(default_factory=set)
    hands_voided: set[int] = field(default_factory=set)
    hands_dead: set[int] = field(default_factory=set)
    abandoned: set[int] = field(default_factory=set)
    players_look: bool = False
    decided: bool = False
    """Whether the pieces have settled anything: void rules end there (R63, R80)."""
    void: str | None = None
    paid: list[tuple[object, ...]] = field(default_factory=list)
    """Every payment and loss in the regulation's order."""

    def at(self, position: int, *kinds: str) -> list[tuple[Key, Stake]]:
        """The wagers at a position at "no more bets"."""
        return sorted(
            (key, stake) for key, stake in self.staked.items() if key[1] == position and key[2] in kinds
        )

    @property
    def opponent(self) -> int:
        """Who the players' hands are compared with."""
        return DEALER if self.bank is None else self.bank.position


@dataclass
class Room:
    """A table as the reckoner knows it."""

    terms: Terms
    accounts: Accounts = field(default_factory=Accounts)
    chairs: dict[int, str] = field(default_factory=dict)
    leaving: set[str] = field(default_factory=set)
    layout: dict[Key, Stake] = field(default_factory=dict)
    bank: Bank | None = None
    dealer_wager: int = 0
    directed: int | None = None
    last_wagers: dict[str, int] = field(default_factory=dict)
    """Main wagers against the dealer in the last completed round without a bank (R7, R52)."""
    banked_last: str | None = None
    """Who banked the last completed round."""
    button: int | None = None
    triples: int = 0
    meters: dict[str, int] = field(default_factory=dict)
    """The amounts of shared meters; a table's own are accounts."""
    carried: dict[str, Fraction] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    round: Round | None = None
    wrong: list[str] = field(default_factory=list)
    """Record what the rules don't allow, though no balance shows it."""

    def take(self, key: Key) -> Stake:
        """Take a wager off the layout."""
        return self.layout.pop(key)
