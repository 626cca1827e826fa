"""Every deal counted: whose side a count is on, the result of a wager. Not money beyond one stake."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from paigow.material.game import Named

NET_OF_A_WIN: Final = Fraction(19, 20)
"""One stake less five percent (R11)."""


class Role(Named):
    """Whose odds are computed: a player's against the dealer or bank, or the bank's.

    >>> import paigow
    >>> hand = "6-6 4-5 2-2 1-3"
    >>> paigow.best(hand, role=Role.BANK).value >= paigow.best(hand, role="player").value
    True
    """

    PLAYER = "player"
    BANK = "bank"

    def __str__(self) -> str:
        return self.value

    def beats_level(self, copies: Role) -> bool:
        """Whether this side wins a half of equal rank."""
        return self is copies


@dataclass(frozen=True, slots=True)
class Tally:
    """How often one hand wins, pushes, and loses against another over all deals, from its side.

    A copy is a half of equal rank on both sides, which the bank wins.
    """

    win: int
    push: int
    lose: int
    low_copies: int | None
    high_copies: int | None
    both_copies: int | None
    """None if copies weren't counted separately: best play at cards, and dealers whose hands can push."""
    zero_lows: int
    """Deals in which a low hand of value zero outranked the bank's and still didn't win (R2)."""

    @property
    def total(self) -> int:
        return self.win + self.push + self.lose

    def mirrored(self) -> Tally:
        """The same deals from the other side."""
        return replace(self, win=self.lose, lose=self.win)

    def without_copies(self) -> Tally:
        return replace(self, low_copies=None, high_copies=None, both_copies=None)

    @property
    def value(self) -> Fraction:
        """The value of one unit staked at even money less five percent."""
        return (self.win * NET_OF_A_WIN - self.lose) / self.total
