"""Simple ways of setting every card hand of a deck, for tests of the counting."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from paigow.odds.counting.decks import CountedDeck
from paigow.odds.counting.strengths import HandStrengths, deck_hands, hand_strengths
from paigow.ranks.batch import SettingStrengths, setting_strengths
from paigow.ranks.poker import Order, Wheel

SMALL = CountedDeck((2, 3, 13, 14))
"""Four ranks and the joker: 19,448 hands, 2,333,760 deals."""
BARE = CountedDeck((5, 6, 7, 9), joker=False)
MIDDLE = CountedDeck((10, 11, 12, 13, 14))
"""Five ranks and the joker: 116,280 hands, 399,072,960 deals."""


@cache
def settings_of_all(deck: CountedDeck, order: Order = Wheel.SECOND) -> SettingStrengths:
    return setting_strengths(deck_hands(deck).cards, order)


def _choices(
    deck: CountedDeck, merit: npt.NDArray[np.int64], order: Order = Wheel.SECOND
) -> npt.NDArray[np.uint8]:
    best = np.where(settings_of_all(deck, order).fouled, -1, merit).argmax(axis=1)
    return np.asarray(best, dtype=np.uint8)


def best_low(deck: CountedDeck, order: Order = Wheel.SECOND) -> HandStrengths:
    """The highest low hand that is not fouled, then the highest high hand."""
    settings = settings_of_all(deck, order)
    merit = settings.low * np.int64(8192) + settings.high
    return hand_strengths(_choices(deck, merit, order), order, deck)


def best_high(deck: CountedDeck, order: Order = Wheel.SECOND) -> HandStrengths:
    """The highest high hand, then the highest low hand."""
    settings = settings_of_all(deck, order)
    merit = settings.high * np.int64(128) + settings.low
    return hand_strengths(_choices(deck, merit, order), order, deck)


def at_random(deck: CountedDeck, seed: int) -> HandStrengths:
    """Any setting that is not fouled."""
    chance = np.random.default_rng(seed).integers(1 << 30, size=settings_of_all(deck).low.shape)
    return hand_strengths(_choices(deck, chance), deck=deck)
