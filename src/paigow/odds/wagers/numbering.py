"""Which line every hand makes, by class of hands, as arrays for odds and simulations. Not what a line pays.

Hands are counted by class: cards up to a permutation of suits, tiles by kind. A plug-in's wager could
distinguish hands within a class; then no count would be right, so it is rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cache
from itertools import permutations, product
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.material.cards import CARDS, JOKER
from paigow.material.game import Game
from paigow.material.tiles import FACES, Tile
from paigow.odds.counting.decks import FULL
from paigow.odds.counting.strengths import CODE, deck_hands
from paigow.odds.runs.storage import cache_directory, code_version, kept_array
from paigow.ranks.batch import CardHands
from paigow.ranks.classes import tile_hand_classes
from paigow.wagers.wager import LineWager

__all__ = ["Numbers", "announce", "checked_numbers", "line_numbers"]

Numbers = npt.NDArray[np.uint8]
Cards = npt.NDArray[np.uint8]

announce: Final[ContextVar[Callable[[str], None]]] = ContextVar("announce", default=lambda _: None)
"""Called with a wager's kind before its `line` is asked about every class of cards, 7 million times."""
_SUIT_ORDERS: Final = tuple(permutations(range(4)))[1:]
_FEWEST_HANDS: Final = 4
"""Classes of up to this many hands are of one suit or similarly rare: each of their hands is checked."""
_CHECKED: Final = 700_000
"""About this many of the other classes are checked, spread evenly: one in ten of the whole deck."""
_TIMES: Final = 2
"""In this many other suit permutations each."""
_EXPLAINED: Final = {
    Game.CARDS: (
        "in which suit is which",
        "a line can depend on cards having the same suit, but not on which suit it is",
    ),
    Game.TILES: (
        "in tiles of one kind",
        "a line can depend on the kinds of tiles, but not on which tile of a kind it is",
    ),
}
_COMPARED: Final = 3_500
"""About this many classes are compared with `line` if `numbers` gave their lines."""


@cache
def line_numbers(wager: LineWager[Any]) -> Numbers:
    """The index of every hand class's line among the wager's lines; raise BadInput if a class has several.

    Those of cards are cached by the source of the ranks and the wager's own package, since both define a
    line.
    """
    if wager.game is Game.TILES:
        return _of_tiles(wager)
    name = f"checked-lines-{wager.kind}-{code_version(*CODE, __name__, wager.package)}"
    return kept_array(cache_directory(), name, lambda: _of_cards(wager))


def _of_tiles(wager: LineWager[Any]) -> Numbers:
    place = _place_of(wager)
    found = []
    for tiles, _ in tile_hand_classes():
        found.append(place(tiles))
        for other in product(*map(_of_its_kind, tiles)):
            if len(set(other)) == len(set(tiles)) and place(other) != found[-1]:
                raise _refusal(wager, tiles, other)
    return np.array(found, dtype=np.uint8)


@cache
def _of_its_kind(tile: Tile) -> tuple[Tile, ...]:
    return tuple(face for face in FACES if face.kind == tile.kind)


@cache
def _card_hands() -> CardHands:
    """All 6,972,147 classes of seven cards, in `deck_hands` order; wagers share its results."""
    return CardHands(deck_hands(FULL, cache_directory()).cards)


def _of_cards(wager: LineWager[Any]) -> Numbers:
    return checked_numbers(wager, _card_hands(), deck_hands(FULL, cache_directory()).weights)


def checked_numbers(wager: LineWager[Any], hands: CardHands, weights: Numbers) -> Numbers:
    """The index of each card class's line among the wager's lines; raise BadInput if it depends on suits."""
    if wager.numbers is None:
        announce.get()(wager.kind)
    found = _placed(wager, hands)
    if wager.numbers is not None:
        some = slice(None, None, max(1, len(found) // _COMPARED))
        _require_plain(wager, hands.cards[some], found[some])
    rare = np.flatnonzero(weights <= _FEWEST_HANDS)
    for order in _SUIT_ORDERS:
        _require_alike(wager, hands.cards[rare], found[rare], order)
    step = max(1, len(found) // _CHECKED)
    orders = len(_SUIT_ORDERS)
    for turn, order in enumerate(_SUIT_ORDERS):
        for shift in range(_TIMES):
            some = slice((turn + shift) % orders * step, None, orders * step)
            _require_alike(wager, hands.cards[some], found[some], order)
    return found


def _placed(wager: LineWager[Any], hands: CardHands) -> Numbers:
    if wager.numbers is not None:
        return np.ascontiguousarray(wager.numbers(hands), dtype=np.uint8)
    place = _place_of(wager)
    return np.fromiter((place([CARDS[card] for card in row]) for row in hands.cards.tolist()), dtype=np.uint8)


def _place_of(wager: LineWager[Any]) -> Callable[[Sequence[Any]], int]:
    places = {line: place for place, line in enumerate(wager.lines)}

    def place(hand: Sequence[Any]) -> int:
        line = wager.line(hand)
        if line not in places:
            raise BadInput(
                f"the wager {wager.kind!r} gives {_told(hand)} the line {_named(line)}, "
                "which isn't among its lines",
                allowed="list every line in `lines`",
            )
        return places[line]

    return place


def _require_plain(wager: LineWager[Any], cards: Cards, found: Numbers) -> None:
    place = _place_of(wager)
    for row, number in zip(cards.tolist(), found.tolist(), strict=True):
        hand = [CARDS[card] for card in row]
        if place(hand) != number:
            raise BadInput(
                f"the wager {wager.kind!r} contradicts itself: for {_told(hand)}, `line` gives "
                f"{_named(wager.line(hand))} and `numbers` gives "
                + (_named(wager.lines[number]) if number < len(wager.lines) else str(number)),
                allowed="make both give the same line for every hand, or leave out `numbers`",
            )


def _require_alike(wager: LineWager[Any], cards: Cards, found: Numbers, order: tuple[int, ...]) -> None:
    """Reject a wager that gives hands a different line once their suits are permuted."""
    exchanged = np.array([card - card % 4 + order[card % 4] for card in range(52)] + [JOKER.index], np.uint8)
    other = -np.sort(-exchanged[cards].astype(np.int16), axis=1)
    placed = _placed(wager, CardHands(np.ascontiguousarray(other, dtype=np.uint8)))
    differs = np.flatnonzero(placed != found)
    if differs.size:
        hand, like = ([CARDS[card] for card in each[differs[0]].tolist()] for each in (cards, other))
        raise _refusal(wager, hand, like)


def _refusal(wager: LineWager[Any], hand: Sequence[Any], like: Sequence[Any]) -> BadInput:
    differ, allowed = _EXPLAINED[wager.game]
    return BadInput(
        f"the wager {wager.kind!r} can't be counted: {_told(hand)} makes {_named(wager.line(hand))}, but "
        f"{_told(like)} makes {_named(wager.line(like))}. Hands that differ only {differ} are counted as one",
        allowed=allowed,
    )


def _told(hand: Sequence[Any]) -> str:
    return " ".join(map(str, hand))


def _named(line: Any) -> str:
    return repr(getattr(line, "value", line))
