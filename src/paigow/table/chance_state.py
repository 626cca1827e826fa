"""What a table keeps about the chance of a round: commitments, words, the beacon, how much was drawn.

All of it is public. The seed is not here before it is published, and neither is what is drawn from it.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

UNDRAWN: Final = "#"
"""How a place in the stock begins whose piece is not drawn yet."""


class Beacon(Struct, frozen=True, gc=False):
    """A public source of randomness: the key that signs it, how, since when, and every how many seconds."""

    public_key: str
    scheme: str
    genesis: int
    period: int

    def round_after(self, at: int) -> int:
        """The first of its rounds that is published at least one period after a time.

        >>> Beacon("", "", genesis=100, period=30).round_after(100)
        2
        >>> Beacon("", "", genesis=100, period=30).round_after(101)
        3
        """
        return max(1, 1 - (self.genesis - at - self.period) // self.period)

    def published_at(self, number: int) -> int:
        return self.genesis + (number - 1) * self.period


class CommittedWord(Struct, frozen=True, gc=False):
    """A player's word for a round: its hash while bets are open, and the word itself once it is opened."""

    person: str
    position: int
    commitment: str
    word: str | None = None
    salt: str = ""


class RoundChance(Struct, frozen=True, gc=False):
    """The chance of the coming or running round."""

    round: int = 0
    """How many rounds the table had played when this one's chance was begun."""
    counts: dict[str, int] = field(default_factory=dict)
    """How often the round has drawn so far, by the name of the draw."""
    commitment: str | None = None
    """The seed's hash; None where no floor has committed to one, as at a table dealt by hand."""
    table: str = ""
    """The name of the table that the hashes use."""
    beacon: Beacon | None = None
    words: tuple[CommittedWord, ...] = ()
    listed: bool = False
    """Whether "no more bets" has fixed which words are committed to."""
    closed: bool = False
    """Whether it is fixed which of them were opened in time."""
    beacon_round: int | None = None
    signature: str | None = None
    """What the beacon published in that round."""

    @property
    def number(self) -> int:
        """The number of the round, as the hashes use it."""
        return self.round + 1

    @property
    def opened(self) -> tuple[CommittedWord, ...]:
        return tuple(each for each in self.words if each.word is not None)

    @property
    def unopened(self) -> tuple[CommittedWord, ...]:
        return tuple(each for each in self.words if each.word is None)

    @property
    def awaits_beacon(self) -> bool:
        return self.beacon_round is not None and self.signature is None

    @property
    def is_mixed(self) -> bool:
        """Whether everything that the draws come from is fixed."""
        return self.closed and (self.beacon is None or self.signature is not None)
