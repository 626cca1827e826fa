"""How many of all hands make each line of the optional wagers' pay tables, counted class by class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from paigow.ranks.classes import card_hand_classes, tile_hand_classes
from paigow.ranks.line_batch import LINES, bonus_lines, insurance_highs, progressive_lines
from paigow.ranks.lines import EMPERORS_MATCH, FORTUNE_MATCH, Line
from paigow.wagers.insurance import InsuranceLine
from paigow.wagers.pair_fortunes import PairLine, pair_line

__all__ = ["CardLines", "card_lines", "pair_lines"]


@dataclass(frozen=True, slots=True)
class CardLines:
    """Of all 154,143,080 hands of seven cards, how many make each line, wager by wager."""

    fortune: Mapping[Line, int]
    emperors: Mapping[Line, int]
    progressive: Mapping[Line, int]
    insurance: Mapping[InsuranceLine, int]


@cache
def card_lines() -> CardLines:
    """Count all lines; the first call takes a few seconds."""
    classes = card_hand_classes()
    fortune = bonus_lines(classes.cards, FORTUNE_MATCH)
    emperors = bonus_lines(classes.cards, EMPERORS_MATCH)
    highs = _weighed(insurance_highs(classes.cards, fortune), classes.weights, 15)
    by_high = dict(zip(range(9, 15), InsuranceLine, strict=False))
    insurance = {line: highs[high] for high, line in by_high.items()}
    assert sum(highs[1:9]) == 0, "seven cards that make nothing have a nine at least"
    return CardLines(
        dict(zip(LINES, _weighed(fortune, classes.weights, len(LINES)), strict=True)),
        dict(zip(LINES, _weighed(emperors, classes.weights, len(LINES)), strict=True)),
        dict(zip(LINES, _weighed(progressive_lines(fortune), classes.weights, len(LINES)), strict=True)),
        {**insurance, InsuranceLine.SOMETHING: highs[0]},
    )


def _weighed(
    numbers: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    weights: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    size: int,
) -> list[int]:
    """How many hands have each number. Classes of one weight are counted apart, so that no float is made."""
    total = np.zeros(size, dtype=np.int64)
    for weight in np.unique(weights):
        total += int(weight) * np.bincount(numbers[weights == weight], minlength=size)
    return [int(count) for count in total]


@cache
def pair_lines() -> Mapping[PairLine, int]:
    """Of all 35,960 hands of four tiles, how many make each line of Pair Fortunes."""
    counts: Counter[PairLine] = Counter(dict.fromkeys(PairLine, 0))
    for tiles, weight in tile_hand_classes():
        counts[pair_line(tiles)] += weight
    return counts
