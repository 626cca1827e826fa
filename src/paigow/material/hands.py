"""Hands and settings of either game read from text, which says by its pieces of which game it is."""

from __future__ import annotations

from collections.abc import Iterator

from paigow.faults import BadInput
from paigow.material.cards import Card, parse_card, parse_cards
from paigow.material.notation import words
from paigow.material.settings import CardSetting, TileSetting, parse_card_setting, parse_tile_setting
from paigow.material.tiles import LONGEST_NAME_WORDS, Tile, parse_tiles, tiles_named


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
