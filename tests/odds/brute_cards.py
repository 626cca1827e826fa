"""Card hands of a small deck dealt one by one and ranked by the plain functions: a twin of the odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from paigow.material.cards import CARDS, Card
from paigow.material.hands import Setting
from paigow.odds.counting import Role
from paigow.odds.counting.decks import CountedDeck, classes
from paigow.ranks.classes import plain_card_class
from paigow.ranks.poker import Order, Wheel, card_settings, is_fouled, rank_five_cards, rank_two_cards

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class PlainDeck:
    """All hands, each as a mask of cards and the row of its class; each class's settings as strengths."""

    masks: Ints
    rows: Ints
    class_masks: Ints
    weights: Ints
    low: Ints
    high: Ints
    fouled: npt.NDArray[np.bool_]


def _mask(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def _by_class(function: Callable[..., Any]) -> Callable[..., Any]:
    """Cache what a function says about cards: suits can be permuted freely within each half."""
    known: dict[tuple[tuple[int, ...], ...], Any] = {}

    def remembered(*halves: tuple[Card, ...]) -> Any:
        key = tuple(plain_card_class(tuple(card.index for card in half)) for half in halves)
        if key not in known:
            known[key] = function(*halves)
        return known[key]

    return remembered


Ranking = tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]


@cache
def _ranking(order: Order) -> Ranking:
    """What ranks low hands, what ranks high hands, and what finds fouls."""
    return (
        _by_class(lambda low: rank_two_cards(low, order)),
        _by_class(lambda high: rank_five_cards(high, order)),
        _by_class(lambda low, high: is_fouled(Setting(low, high), order)),
    )


def _numbered(ranks: list[list[Any]]) -> Ints:
    order = {rank: number for number, rank in enumerate(sorted({rank for row in ranks for rank in row}))}
    return np.array([[order[rank] for rank in row] for row in ranks], dtype=np.int64)


@cache
def plain_deck(deck: CountedDeck, order: Order = Wheel.SECOND) -> PlainDeck:
    """Deal every hand of seven. Classes and their first hands are in `decks.classes` order."""
    low_rank, high_rank, fouled = _ranking(order)
    hands = list(combinations(sorted(deck.card_indexes, reverse=True), 7))
    firsts = [tuple(row) for row in classes(deck).cards.tolist()]
    places = {plain_card_class(first): row for row, first in enumerate(firsts)}
    rows = np.array([places[plain_card_class(hand)] for hand in hands])
    settings = [list(card_settings([CARDS[card] for card in first])) for first in firsts]
    return PlainDeck(
        np.array([_mask(hand) for hand in hands], dtype=np.int64),
        rows,
        np.array([_mask(first) for first in firsts], dtype=np.int64),
        np.bincount(rows),
        _numbered([[low_rank(each.low) for each in some] for some in settings]),
        _numbered([[high_rank(each.high) for each in some] for some in settings]),
        np.array([[fouled(each.low, each.high) for each in some] for some in settings]),
    )


@dataclass(frozen=True)
class PlainWay:
    low: Ints
    high: Ints


def set_all(deck: CountedDeck, choices: npt.NDArray[np.uint8], order: Order = Wheel.SECOND) -> PlainWay:
    plain = plain_deck(deck, order)
    every = np.arange(len(choices))
    return PlainWay(plain.low[every, choices], plain.high[every, choices])


def replies(deck: CountedDeck, row: int, dealer: PlainWay) -> tuple[Ints, Ints]:
    """The low and high strengths of every hand that can be dealt next to the first of a class."""
    plain = plain_deck(deck)
    beside = plain.rows[plain.masks & plain.class_masks[row] == 0]
    return dealer.low[beside], dealer.high[beside]


def relations(deck: CountedDeck, player: PlainWay, dealer: PlainWay) -> Ints:
    """`[low, high]`: 0 if the player's half is below, 1 equal, 2 above, over every pair of hands."""
    plain = plain_deck(deck)
    counts = np.zeros((3, 3), dtype=np.int64)
    for row, weight in enumerate(plain.weights.tolist()):
        low, high = replies(deck, row, dealer)
        states = 3 * (np.sign(player.low[row] - low) + 1) + np.sign(player.high[row] - high) + 1
        counts += weight * np.bincount(states, minlength=9).reshape(3, 3)
    return counts


def settings_of(deck: CountedDeck, row: int, dealer: PlainWay, role: Role) -> list[tuple[int, int, int, int]]:
    """For each setting that isn't fouled: its number, wins, pushes, and losses over all replies."""
    plain = plain_deck(deck)
    low, high = replies(deck, row, dealer)
    found = []
    for number in np.flatnonzero(~plain.fouled[row]).tolist():
        mine = plain.low[row, number], plain.high[row, number]
        if role is Role.PLAYER:
            halves = (mine[0] > low).astype(int) + (mine[1] > high)
        else:
            halves = (mine[0] >= low).astype(int) + (mine[1] >= high)
        lose, push, win = np.bincount(halves, minlength=3).tolist()
        found.append((number, win, push, lose))
    return found
