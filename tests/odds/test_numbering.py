"""A wager whose line distinguishes hands that are counted as one is rejected, never counted wrongly."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from math import comb
from typing import Any

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.material.cards import Card
from paigow.material.game import Game
from paigow.material.tiles import Tile
from paigow.odds.counting.decks import parse_deck
from paigow.odds.counting.strengths import deck_hands
from paigow.odds.wagers.lines import line_counts
from paigow.odds.wagers.numbering import announce, checked_numbers
from paigow.ranks.batch import CardHands
from paigow.wagers.registry import line_wager
from paigow.wagers.wager import Kind, LineWager

SMALL = deck_hands(parse_deck("J Q K A Jo"))


class Made(Enum):
    IT = "made"
    NOTHING = "nothing"


def _wager(
    is_made: Callable[[Sequence[Any]], bool],
    numbers: Callable[[CardHands], Any] | None = None,
    game: Game = Game.CARDS,
) -> LineWager[Made]:
    return LineWager(
        kind=Kind("test"),
        game=game,
        package="paigow.wagers.insurance",
        lines=tuple(Made),
        line=lambda hand: Made.IT if is_made(hand) else Made.NOTHING,
        numbers=numbers,
    )


def _is_black(cards: Sequence[Card]) -> bool:
    return all(card.suit in (None, "c", "s") for card in cards)


def _is_one_color(cards: Sequence[Card]) -> bool:
    return _is_black(cards) or all(card.suit in (None, "d", "h") for card in cards)


def _has_two_suits(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards} - {None}) == 2


@pytest.mark.parametrize(
    "depends",
    [_is_black, _is_one_color, lambda cards: Card("Qs") in cards],
    ids=["black", "one color", "queen of spades"],
)
def test_a_line_that_asks_which_suit_is_refused(depends: Callable[[Sequence[Card]], bool]) -> None:
    with pytest.raises(BadInput, match="the wager 'test' can't be counted") as refused:
        checked_numbers(_wager(depends), CardHands(SMALL.cards), SMALL.weights)
    named = re.search(r"counted: (.+) makes '(.+)', but (.+) makes '(.+)'\. Hands", refused.value.problem)
    assert named, refused.value.problem
    for cards, line in ((named[1], named[2]), (named[3], named[4])):
        hand = [Card(each) for each in cards.split()]
        assert line == ("made" if depends(hand) else "nothing")


def test_only_a_wager_without_numbers_is_announced() -> None:
    told: list[str] = []
    before = announce.set(told.append)
    for numbers in (None, lambda hands: np.zeros(len(hands.cards), dtype=np.uint8)):
        checked_numbers(_wager(lambda _: True, numbers), CardHands(SMALL.cards), SMALL.weights)
        assert told == ["test"]
    announce.reset(before)


def test_a_line_that_asks_only_for_equal_suits_is_counted() -> None:
    """Of 17 cards: two of four suits, 8 cards, 7 of them or 6 and the joker; none of them in one suit."""
    numbers = checked_numbers(_wager(_has_two_suits), CardHands(SMALL.cards), SMALL.weights)
    made = int(SMALL.weights[numbers == 0].sum())
    assert made == comb(4, 2) * (comb(8, 7) + comb(8, 6))


def _suits(hands: CardHands) -> Any:
    return np.where(hands.cards == 52, 4, hands.cards % 4)


def test_a_rare_line_of_the_whole_deck_is_found_too() -> None:
    """Seven spades: 1,716 of 154 million hands, and the joker with six spades as many more."""
    wager = _wager(
        lambda cards: all(card.suit in (None, "s") for card in cards),
        lambda hands: ~np.isin(_suits(hands), (3, 4)).all(axis=1),
    )
    with pytest.raises(BadInput, match="a line can depend on cards having the same suit"):
        line_counts(wager)


def test_a_royal_flush_of_one_suit_is_found_too() -> None:
    def royals(hands: CardHands) -> Any:
        spades = ((hands.cards >= 32) & (hands.cards % 4 == 3)).sum(axis=1)
        return spades < 5

    wager = _wager(lambda cards: sum(card.suit == "s" and card.rank >= 10 for card in cards) == 5, royals)
    with pytest.raises(BadInput, match="can't be counted"):
        line_counts(wager)


def test_numbers_that_contradict_the_line_are_refused() -> None:
    wager = _wager(_has_two_suits, lambda hands: np.zeros(len(hands.cards), dtype=np.uint8))
    with pytest.raises(BadInput, match="`line` gives 'nothing' and `numbers` gives 'made'"):
        checked_numbers(wager, CardHands(SMALL.cards), SMALL.weights)


def test_a_line_that_is_not_listed_is_refused() -> None:
    wager = replace(_wager(_has_two_suits), lines=(Made.IT,))
    with pytest.raises(BadInput, match="the line 'nothing', which isn't among its lines"):
        checked_numbers(wager, CardHands(SMALL.cards), SMALL.weights)


def test_a_line_that_tells_tiles_of_a_kind_apart_is_refused() -> None:
    wager = _wager(lambda tiles: Tile("3-6") in tiles, game=Game.TILES)
    with pytest.raises(BadInput, match="but not on which tile of a kind it is"):
        line_counts(wager)


def test_a_line_of_tiles_by_kind_is_counted() -> None:
    """Either nine, 3-6 or 4-5: all hands but those of the 30 other tiles."""
    nines = (Tile("3-6"), Tile("4-5"))
    wager = _wager(lambda tiles: any(tile in nines for tile in tiles), game=Game.TILES)
    assert line_counts(wager)[Made.IT] == comb(32, 4) - comb(30, 4)


@pytest.mark.parametrize("kind", ["fortune", "emperors", "insurance", "progressive", "pair-fortunes"])
def test_every_wager_of_the_books_is_counted(kind: str) -> None:
    wager = line_wager(kind)
    assert sum(line_counts(wager).values()) == (comb(53, 7) if wager.game is Game.CARDS else comb(32, 4))
