"""A hand set in two, the low hand and the high hand, written `low / high`. Not which of them is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from paigow.faults import BadInput
from paigow.material.cards import Card, cards_text, parse_cards
from paigow.material.notation import counted, halves
from paigow.material.tiles import Tile, parse_tiles, tiles_text

Piece = TypeVar("Piece", Tile, Card)


@dataclass(frozen=True, slots=True)
class Setting(Generic[Piece]):
    """What a player lays down: the pieces of the low hand and those of the high hand."""

    low: tuple[Piece, ...]
    high: tuple[Piece, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.low + self.high

    def __str__(self) -> str:
        return " / ".join(" ".join(map(str, half)) for half in (self.low, self.high))


TileSetting = Setting[Tile]
CardSetting = Setting[Card]


def parse_tile_setting(text: str) -> TileSetting:
    """Read `2-2 1-3 / 6-6 4-5`: two tiles in each half, all four from one set."""
    left, right = halves(text)
    low, high = parse_tiles(left), parse_tiles(right, offset=len(left) + 1)
    for half, name in ((low, "low"), (high, "high")):
        if len(half) != 2:
            raise BadInput(
                f"{counted(len(half), 'tile')} in the {name} hand of {text.strip()!r}",
                allowed="two are wanted in each",
            )
    parse_tiles(tiles_text(low + high))
    return Setting(low, high)


def parse_card_setting(text: str) -> CardSetting:
    """Read `Kd Qs / As Jo 9c 9d 2s`; the number in each half is for the rules of fouls to judge."""
    left, right = halves(text)
    low, high = parse_cards(left), parse_cards(right, offset=len(left) + 1)
    parse_cards(cards_text(low + high), count=7)
    return Setting(low, high)
