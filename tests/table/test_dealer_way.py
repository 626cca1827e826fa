"""The dealer's hand is set by the book's four rules: every hand against a plain reading of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from paigow.ranks.tiles import TileCategory, rank_two_tiles
from paigow.table.engine import decide
from paigow.table.game import ALL_TILES, tile
from paigow.table.hands.setting import HandSet, SetDealerHand
from paigow.table.state import DealtHand, Step, Table
from tests.rules import rule
from tests.table.tables import rules_with

Pieces = tuple[str, ...]
Split = tuple[Pieces, Pieces]
BOOKS = ("commission-tiles-plain", "colorado-tiles-plain")
HIGH_VALUES = (9, 8, 7)
books = pytest.mark.parametrize("book", BOOKS)


def _splits(hand: Pieces) -> Iterator[Split]:
    """The three ways to make two and two, each as (low, high)."""
    for second in range(1, 4):
        rest = tuple(hand[index] for index in range(1, 4) if index != second)
        halves = sorted(((hand[0], hand[second]), rest), key=_rank)
        yield halves[0], halves[1]


def _rank(half: Pieces) -> int:
    return rank_two_tiles(tuple(map(tile, half))).strength


def _is_combination(half: Pieces) -> bool:
    return rank_two_tiles(tuple(map(tile, half))).category is not TileCategory.VALUE


def _is_high_value(half: Pieces) -> bool:
    return rank_two_tiles(tuple(map(tile, half))).value in HIGH_VALUES


def _is_best_with_worst(half: Pieces, hand: Pieces) -> bool:
    ranks = sorted(tile(each).rank for each in hand)
    return sorted(tile(each).rank for each in half) == [ranks[0], ranks[-1]]


def _allowed(hand: Pieces) -> list[Split]:
    """The splits allowed by the first of the four rules that applies (R4)."""
    splits = list(_splits(hand))
    if {"2-4", "1-2"} <= set(hand):
        return [split for split in splits if any(set(half) == {"2-4", "1-2"} for half in split)]
    if found := [split for split in splits if any(map(_is_combination, split))]:
        return found
    if found := [split for split in splits if any(map(_is_high_value, split))]:
        return found
    return [split for split in splits if any(_is_best_with_worst(half, hand) for half in split)]


def _hands() -> set[Pieces]:
    """Every hand once: two tiles of one face are the same."""
    return {tuple(sorted(hand)) for hand in combinations(ALL_TILES, 4)}


@rule("commission-tiles 7(d)", "colorado-tiles 30-2608(4)", "R4")
@books
def test_every_hand_of_the_dealer_is_set_by_the_first_rule_that_applies(book: str) -> None:
    house_way = rules_with(book).house_setting
    hands = _hands()
    # Of 11 faces there are two tiles, of 10 one. From the eleven alone four, three, two, one or none can be
    # taken in 880, 275, 66, 11 and 1 ways: 880 + 275*10 + 66*45 + 11*120 + 210.
    assert len(hands) == 8130
    for hand in hands:
        low, high = house_way(hand)
        best = max((_rank(split[1]), _rank(split[0])) for split in _allowed(hand))
        assert (_rank(high), _rank(low)) == best, hand


@pytest.mark.parametrize(
    ("hand", "low", "high"),
    [
        # The supreme pair stays together, although 6-6 and 1-1 would make two of the best tiles.
        pytest.param(
            "2-4 1-2 6-6 1-1",
            "6-6 1-1",
            "2-4 1-2",
            marks=rule("commission-tiles 7(d)(1)", "colorado-tiles 30-2608(4)(a)"),
            id="supreme-pair",
        ),
        # A pair of 1-6 is played over 2, although 6-6 with 1-6 is nine and 1-6 with 4-6 seven.
        pytest.param(
            "6-6 1-6 1-6 4-6",
            "6-6 4-6",
            "1-6 1-6",
            marks=rule("commission-tiles 7(d)(2)", "colorado-tiles 30-2608(4)(b)"),
            id="pair",
        ),
        # A wong, 6-6 with a nine, before a gong, 6-6 with an eight.
        pytest.param(
            "6-6 3-6 2-6 5-5",
            "2-6 5-5",
            "6-6 3-6",
            marks=rule("commission-tiles 7(d)(2)", "colorado-tiles 30-2608(4)(b)"),
            id="wong-before-gong",
        ),
        # No combination. 11 + 8 is nine over 10 + 7, seven; two eights would be lower on top.
        pytest.param(
            "4-6 5-6 1-6 3-5",
            "4-6 1-6",
            "5-6 3-5",
            marks=rule("commission-tiles 7(d)(3)", "colorado-tiles 30-2608(4)(c)"),
            id="nine",
        ),
        # No combination, and no eight or nine. 11 + 6 is seven in two ways: the one by 3-3, over 10 + 6, six.
        pytest.param(
            "3-3 5-6 4-6 1-5",
            "4-6 1-5",
            "3-3 5-6",
            marks=rule("commission-tiles 7(d)(3)", "colorado-tiles 30-2608(4)(c)"),
            id="seven",
        ),
        # Nothing reaches seven: 1 and 5, 0 and 6, 5 and 1. The best tile, 5-5, goes with the worst, 1-4.
        pytest.param(
            "5-5 5-6 4-6 1-4",
            "5-6 4-6",
            "5-5 1-4",
            marks=rule("commission-tiles 7(d)(4)", "colorado-tiles 30-2608(4)(d)"),
            id="best-with-worst",
        ),
    ],
)
@books
def test_a_worked_hand_is_set_as_its_rule_says(book: str, hand: str, low: str, high: str) -> None:
    rules = rules_with(book)
    pieces = tuple(hand.split())
    table = Table(step=Step.DEALER_SETTING, hands={0: DealtHand(0, pieces)})
    (event,) = decide(rules, table, SetDealerHand(by="dealer", low=tuple(low.split())))
    assert isinstance(event, HandSet)
    assert (sorted(event.low), sorted(event.high)) == (sorted(low.split()), sorted(high.split()))
