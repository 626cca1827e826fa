"""The price of a reading: lines of the built-in ways that can be read in two ways, both counted.

At tiles a reading is priced by best play against it. At cards best play takes minutes for each reading, so
both readings are counted against the way as it is read here.
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
    """A line that is read one way by a built-in way, and the rules of the other reading."""

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
    """A reading of a way for tiles, and the other: values to the player with both hands by the way."""

    reading: LineReading
    hands: int
    """Of 35,960, those that the other reading sets otherwise."""
    same: tuple[Fraction, Fraction]
    best: tuple[Fraction, Fraction]
    """Best play as player against the way as read here, and as read otherwise."""

    @property
    def against_best(self) -> Fraction:
        """What the dealer loses to best play by reading the line as here instead of otherwise."""
        return self.best[0] - self.best[1]


def price(reading: LineReading) -> Price:
    """Both readings of a line of a way for tiles, over all deals."""
    here, other = load_way(reading.way), reading.other()
    hands = tile_hands()
    one, two = (as_set(hands, choices_of(way)) for way in (here, other))
    differ = (one.low != two.low) | (one.high != two.high)
    same = [tile_tally(way, way, Role.PLAYER).value for way in (here, other)]
    best = [tile_tally(None, way, Role.PLAYER).value for way in (here, other)]
    return Price(reading, int(hands.weights[differ].sum()), (same[0], same[1]), (best[0], best[1]))


@dataclass(frozen=True, slots=True)
class CardPrice:
    """A reading of a way for cards, and the other, both against somebody who sets as it is read here."""

    reading: LineReading
    hands: int
    """Of 154,143,080, those that the other reading sets otherwise."""
    here: Mapping[Role, Tally]
    other: Mapping[Role, Tally]

    def gain(self, role: Role) -> Fraction:
        """What the other reading gains of each wager."""
        return self.other[role].value - self.here[role].value


def card_price(reading: LineReading, counting: CardCounting) -> CardPrice:
    """Both readings of a line of a way for cards, over all deals, as player and as bank."""
    here, other = load_way(reading.way), reading.other()
    one, two = counting.strengths(here), counting.strengths(other)
    differ = (one.low != two.low) | (one.high != two.high)
    found = [{role: counting.tally(way, here, role) for role in Role} for way in (here, other)]
    return CardPrice(reading, int(one.hands.weights[differ].astype(int).sum()), found[0], found[1])
