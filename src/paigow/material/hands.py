"""Hands of either game, and hands set in two, written `low / high`. Not which is better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from paigow.faults import BadInput
from paigow.material.cards import Card, cards_text, parse_card, parse_cards
from paigow.material.notation import counted, halves, words
from paigow.material.tiles import LONGEST_NAME_WORDS, Tile, parse_tiles, tiles_named, tiles_text

AnyPiece = TypeVar("AnyPiece", Tile, Card)


@dataclass(frozen=True, slots=True)
class Setting(Generic[AnyPiece]):
    """What a player lays down: the pieces of the low hand and those of the high hand."""

    low: tuple[AnyPiece, ...]
    high: tuple[AnyPiece, ...]

    @property
    def pieces(self) -> tuple[AnyPiece, ...]:
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


def parse_hand(text: str) -> tuple[Tile, ...] | tuple[Card, ...]:
    """Read tiles or cards, however many.

    >>> [str(piece) for piece in parse_hand("Teen 45")]
    ['6-6', '4-5']
    """
    return parse_tiles(text) if are_tiles(text) else parse_cards(text)


def parse_setting(text: str) -> TileSetting | CardSetting:
    """Read `low / high`, of tiles or of cards."""
    return parse_tile_setting(text) if are_tiles(text) else parse_card_setting(text)


def are_tiles(text: str) -> bool:
    """Whether a hand or setting is written in tiles, not in cards; raise BadInput if in both or neither."""
    given = [word.text for word in words(text.replace("/", " "))]
    if not given:
        raise BadInput("an empty hand", allowed="give tiles such as 6-6 4-5, or cards such as As Jo 10h")
    card = next(filter(_is_card, given), None)
    tile = next(filter(tiles_named, _runs(given)), None)
    if card and tile:
        raise BadInput(f"{tile} is a tile and {card} is a card", allowed="a hand is all tiles or all cards")
    if not card and not tile:
        raise BadInput(
            f"no tile or card is called {given[0]!r}",
            allowed="tiles are written 6-6, 66 or Teen, cards As, 10h or Jo",
        )
    return card is None


def _runs(given: list[str]) -> Iterator[str]:
    """The words one by one, and neighbouring ones joined, since a tile's name may have several."""
    for size in range(1, LONGEST_NAME_WORDS + 1):
        yield from (" ".join(given[start : start + size]) for start in range(len(given) - size + 1))


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except BadInput:
        return False
    return True
