"""Tiles or cards seen before setting. Not their effect.

A flashed card, a neighbor's hand, and a table's dead hands are all either out of play or the opponent's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, cast

from paigow.faults import BadInput
from paigow.material.cards import CARDS, Card, cards_text, parse_cards
from paigow.material.hands import AnyPiece
from paigow.material.tiles import TILES, Tile, parse_tiles, tiles_text


@dataclass(frozen=True, slots=True)
class Known(Generic[AnyPiece]):
    """What is known besides your own hand: pieces out of play, and pieces of the opponent's hand."""

    out: tuple[AnyPiece, ...] = ()
    opponent: tuple[AnyPiece, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.out or self.opponent)

    @property
    def pieces(self) -> tuple[AnyPiece, ...]:
        return self.out + self.opponent

    def words(self) -> tuple[str, ...]:
        """What is known, for a report."""
        places = ((self.out, "out of play"), (self.opponent, "in the opponent's hand"))
        return tuple(f"{where}: {' '.join(map(str, pieces))}" for pieces, where in places if pieces)


NOTHING_KNOWN: Final[Known[Any]] = Known()

Seen = str | Sequence[Tile] | Sequence[Card]
"""Pieces as text or as a sequence; empty for none."""


def known_tiles(hand: Sequence[Tile], seen: Seen, dealer_shows: Seen) -> Known[Tile]:
    """What is known besides a hand of tiles; raise BadInput if one set doesn't contain it all."""
    out, shown = (parse_tiles(_text(each)) for each in (seen, dealer_shows))
    parse_tiles(tiles_text((*hand, *out, *shown)))
    _require_room(len(TILES), 4, len(hand), len(out), len(shown), "tiles")
    return Known(out, shown)


def known_cards(hand: Sequence[Card], seen: Seen, dealer_shows: Seen) -> Known[Card]:
    """What is known besides a hand of cards; raise BadInput if one deck doesn't contain it all."""
    out, shown = (parse_cards(_text(each)) for each in (seen, dealer_shows))
    parse_cards(cards_text((*hand, *out, *shown)))
    _require_room(len(CARDS), 7, len(hand), len(out), len(shown), "cards")
    return Known(out, shown)


def _text(pieces: Seen) -> str:
    return pieces if isinstance(pieces, str) else " ".join(map(str, cast(Sequence[object], pieces)))


def _require_room(full: int, hand: int, held: int, out: int, shown: int, what: str) -> None:
    """Both hands must come from what is left; without a hand of your own, it is still to be dealt."""
    if shown > hand:
        raise BadInput(f"you can't know {shown} {what} of the dealer's hand", allowed=f"it has {hand}")
    most = full - 2 * hand
    if out > most:
        raise BadInput(
            f"{out} {what} can't be out of play beside the {held} you hold",
            allowed=f"name at most {most}: two hands need the rest",
        )
