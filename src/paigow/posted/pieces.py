"""Tiles and cards as small drawings for the posted rules. Not for play: the browser client draws its own.

A tile is 100 by 240 units; the lower half is drawn like the upper one and turned around, as on a real tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from paigow.material.cards import RANK_SIGNS, SUIT_SIGNS, Card, parse_cards
from paigow.material.tiles import FACES, Tile, parse_tile

_PIPS: Final = {
    1: ((50, 42),),
    2: ((29, 34), (71, 34)),
    3: ((27, 28), (50, 60), (73, 92)),
    4: ((29, 34), (71, 34), (29, 80), (71, 80)),
    5: ((28, 28), (72, 28), (50, 60), (28, 92), (72, 92)),
    6: ((29, 28), (29, 60), (29, 92), (71, 28), (71, 60), (71, 92)),
}
_RED: Final = {1, 4}
"""Ones and fours are red; of the twelve, each half's left column."""


def tile_symbols() -> str:
    """The drawings of all faces, once per page, to be used by name."""
    return f'<svg class="symbols" aria-hidden="true">{"".join(_symbol(face) for face in FACES)}</svg>'


def _symbol(face: Tile) -> str:
    upper, lower = _half(face, face.low), _half(face, face.high)
    return (
        f'<symbol id="tile-{face}" viewBox="0 0 100 240"><rect class="body" x="1" y="1" width="98" '
        'height="238" rx="14"/>'
        f'{upper}<g transform="rotate(180 50 120)">{lower}</g></symbol>'
    )


def _half(face: Tile, pips: int) -> str:
    radius = 18 if pips == 1 else 10.5
    heaven = face.pips == 12
    return "".join(
        f'<circle class="{"red" if pips in _RED or (heaven and number < 3) else "bone"}" cx="{x}" cy="{y}" '
        f'r="{radius}"/>'
        for number, (x, y) in enumerate(_PIPS[pips])
    )


def tiles_drawn(notation: str) -> str:
    """Tiles as pictures with a name; groups that a comma parts stand apart."""
    groups = (" ".join(_tile(parse_tile(name)) for name in group.split()) for group in notation.split(", "))
    return "".join(f'<span class="pieces">{group}</span>' for group in groups)


def _tile(face: Tile) -> str:
    return (
        f'<svg class="tile" role="img" aria-label="{face.cantonese}, {face}" viewBox="0 0 100 240">'
        f'<use href="#tile-{face}"/></svg>'
    )


def cards_drawn(notation: str) -> str:
    return f'<span class="pieces">{_cards(parse_cards(notation))}</span>'


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(_card(card) for card in cards)


@cache
def _card(card: Card) -> str:
    """A card as its rank over its suit: enough to read an example by."""
    if card.suit is None:
        return '<span class="card joker" role="img" aria-label="joker">★<i>joker</i></span>'
    return (
        f'<span class="card suit-{card.suit}" role="img" aria-label="{card.name}">'
        f"{RANK_SIGNS[card.rank]}<i>{SUIT_SIGNS[card.suit]}</i></span>"
    )
