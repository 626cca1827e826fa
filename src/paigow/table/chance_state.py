"""What a table records about a round's randomness: commitments, words, the beacon, how much was drawn.

All of it is public. Before the seed is published, neither it nor anything drawn from it is here.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

UNDRAWN: Final = "#"
"""The first character of a place in the stock whose piece hasn't been drawn yet."""


class Beacon(Struct, frozen=True, gc=False):
    """A public source of randomness, such as drand."""

    public_key: str
    """The key that verifies its signatures, in hex."""
    scheme: str
    """The signature scheme."""
    genesis: int
    """When its first round was published, in seconds since 1970."""
    period: int
    """Seconds from one of its rounds to the next."""

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
    """A player's word for a round: its hash while bets are open, then the word itself."""

    person: str
    position: int
    commitment: str
    """The hash of the word and its salt."""
    word: str | None = None
    """The word, once opened."""
    salt: str = ""
    """Random hex digits that were hashed with the word."""


class RoundChance(Struct, frozen=True, gc=False):
    """The randomness of the next or current round."""

    round: int = 0
    """How many rounds the table had played before this one."""
    counts: dict[str, int] = field(default_factory=dict)
    """How often the round has drawn so far, by the name of the draw."""
    commitment: str | None = None
    """The seed's hash; None if no floor has committed to one, as at a table dealt by hand."""
    table: str = ""
    """The table's name, as the hashes use it."""
    beacon: Beacon | None = None
    """The beacon that is mixed into the seed, if any."""
    words: tuple[CommittedWord, ...] = ()
    """The players' words, by position."""
    listed: bool = False
    """Whether "no more bets" has fixed the list of words."""
    closed: bool = False
    """Whether the list of words opened in time is final."""
    beacon_round: int | None = None
    """The beacon's round that is mixed in."""
    signature: str | None = None
    """The signature that the beacon published for that round."""

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
        """Whether everything that the draws depend on is fixed."""
        return self.closed and (self.beacon is None or self.signature is not None)
