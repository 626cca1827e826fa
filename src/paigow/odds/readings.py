"""The cost of a reading: ambiguous lines of the built-in ways, with both readings counted.

For tiles, a reading's cost is best play against it. For cards, best play takes minutes per reading, so both
readings are counted against the way as read here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from paigow.houseways import HouseWay, load_way
from paigow.houseways.library import way_of
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.counting.tile_deals import as_set, tile_hands
from paigow.odds.counting.tile_ways import choices_of, tile_tally


class LineReading(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that a built-in way reads one way, and the rules of the other reading."""

    way: str
    name: str
    here: str
    instead: str
    rules: str

    def other(self) -> HouseWay:
        """The way by the other reading."""
        game = load_way(self.way).game.value
        head = f'way "{self.way}, read otherwise"\ngame {game}\nas "{self.way}", but\nsource "{self.way}"\n'
        file = f"{self.way}-{self.name}.way"
        return way_of(file, {file: head + self.rules.lstrip("\n")})


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    reading: tuple[LineReading, ...]


@cache
def readings() -> tuple[LineReading, ...]:
    """All that are known, by way."""
    text = (files("paigow.odds") / "readings.toml").read_text(encoding="utf-8")
    found = msgspec.toml.decode(text, type=_File).reading
    return tuple(sorted(found, key=lambda each: (each.way, each.name)))


@dataclass(frozen=True, slots=True)
class Price:
    """A tile way's reading, and the other: values to the player with both hands by the way."""

    reading: LineReading
    hands: int
    """Of 35,960, those that the other reading sets differently."""
    same: tuple[Fraction, Fraction]
    best: tuple[Fraction, Fraction]
    """Best play as player against the way as read here, and under the other reading."""

    @property
    def against_best(self) -> Fraction:
        """What the dealer loses to best play by this reading of the line instead of the other."""
        return self.best[0] - self.best[1]


def price(reading: LineReading) -> Price:
    """Both readings of a line of a tile way, over all deals."""
    here, other = load_way(reading.way), reading.other()
    hands = tile_hands()
    one, two = (as_set(hands, choices_of(way)) for way in (here, other))
    differ = (one.low != two.low) | (one.high != two.high)
    same = [tile_tally(way, way, Role.PLAYER).value for way in (here, other)]
    best = [tile_tally(None, way, Role.PLAYER).value for way in (here, other)]
    return Price(reading, int(hands.weights[differ].sum()), (same[0], same[1]), (best[0], best[1]))


@dataclass(frozen=True, slots=True)
class CardPrice:
    """A card way's reading, and the other, both against an opponent who uses this reading."""

    reading: LineReading
    hands: int
    """Of 154,143,080, those that the other reading sets differently."""
    here: Mapping[Role, Tally]
    other: Mapping[Role, Tally]

    def gain(self, role: Role) -> Fraction:
        """What the other reading gains per wager."""
        return self.other[role].value - self.here[role].value


def card_price(reading: LineReading, counting: CardCounting) -> CardPrice:
    """Both readings of a line of a card way, over all deals, as player and as bank."""
    here, other = load_way(reading.way), reading.other()
    one, two = counting.strengths(here), counting.strengths(other)
    differ = (one.low != two.low) | (one.high != two.high)
    found = [{role: counting.tally(way, here, role) for role in Role} for way in (here, other)]
    return CardPrice(reading, int(one.hands.weights[differ].astype(int).sum()), found[0], found[1])
