"""What seven cards make for Fortune, Emperor's, Insurance and Progressive (MD 6.D to 6.F, 7.E, R24)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from tests.reckoning.poker import ACE, JOKER, SUITS, card, category

__all__ = ["bonus_line", "insurance_line", "progressive_line"]

RUNS = [{ACE, 2, 3, 4, 5, 6, 7}, *({*range(low, low + 7)} for low in range(2, 9))]
"""Seven in a row, ace low or high, never around it (R24)."""
MATCHES = {"fortune": ({ACE, 13}, {13, 12}), "emperors": ({ACE, 13},)}
"""The two cards beside the royal: 6.D(2) for Fortune, 6.E(2) for Emperor's."""
MADE = {
    "royal": ("royal flush",),
    "straight-flush": ("straight flush",),
    "four": ("four of a kind",),
    "full-house": ("full house",),
    "flush": ("flush",),
    "three": ("three of a kind",),
    "straight": ("straight",),
}
HIGH_CARDS = {9: "nine", 10: "ten", 11: "jack", 12: "queen", 13: "king", ACE: "ace"}


@cache
def _made(cards: tuple[str, ...]) -> frozenset[str]:
    """The best categories of any five of the seven cards."""
    return frozenset(category(five) for five in combinations(cards, 5))


def _is_run(cards: Sequence[str]) -> bool:
    """Seven cards of one suit in a row, a joker in any gap."""
    natural = [card(text) for text in cards if text != JOKER]
    ranks = {each.rank for each in natural}
    one_suit = len({each.suit for each in natural}) == 1
    return one_suit and len(ranks) == len(natural) and any(ranks <= run for run in RUNS)


def _is_match(kind: str, cards: Sequence[str]) -> bool:
    """A royal, with or without the joker, and two natural cards of one suit beside it."""
    for pair in combinations(cards, 2):
        if JOKER in pair or category([text for text in cards if text not in pair]) != "royal flush":
            continue
        beside = [card(text) for text in pair]
        if beside[0].suit == beside[1].suit and {each.rank for each in beside} in MATCHES[kind]:
            return True
    return False


def _is_five_aces(cards: Sequence[str]) -> bool:
    return JOKER in cards and all(f"A{suit}" in cards for suit in SUITS)


def bonus_line(kind: str, cards: Sequence[str]) -> str:
    """The first line of the Fortune or Emperor's table that the cards make; "nothing" below a straight."""
    run = _is_run(cards)
    if run and JOKER not in cards:
        return "seven-straight-flush"
    if _is_match(kind, cards):
        return "royal-match"
    if run:
        return "seven-straight-flush-joker"
    if _is_five_aces(cards):
        return "five-aces"
    made = _made(tuple(sorted(cards)))
    return next((line for line, names in MADE.items() if made.intersection(names)), "nothing")


def progressive_line(cards: Sequence[str]) -> str:
    """The first line of the Progressive table; "nothing" below a full house (6.F, 7.E(4))."""
    if _is_run(cards):
        return "seven-straight-flush"
    if _is_five_aces(cards):
        return "five-aces"
    made = _made(tuple(sorted(cards)))
    lines = ("royal", "straight-flush", "four", "full-house")
    return next((line for line in lines if made.intersection(MADE[line])), "nothing")


def insurance_line(cards: Sequence[str]) -> str:
    """The highest card of seven that make nothing at all; "nothing" for any pair or better (R24)."""
    if _made(tuple(sorted(cards))) != {"nothing"}:
        return "nothing"
    return HIGH_CARDS[max(ACE if text == JOKER else card(text).rank for text in cards)]
