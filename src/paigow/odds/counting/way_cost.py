"""What a way loses against best play: by rule, by type of hand, and the hands that cost most.

Both games use the same columns, one entry per class of hands: how many hands it represents, the rule that
applies, and the values of the way's setting and the best one in whole merits (19 a win, 20 a loss).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from paigow.houseways import HouseWay
from paigow.houseways.compiled import compile_way
from paigow.houseways.syntax import Rule
from paigow.material.cards import CARDS
from paigow.material.hands import Hand, Setting
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CardCounting, count_hands
from paigow.odds.counting.decks import replies_to_one
from paigow.odds.counting.tile_deals import TileHands, best_choices
from paigow.odds.counting.tile_ways import choices_of, compiled, replies_to
from paigow.odds.reports.wager_odds import fraction_json
from paigow.ranks.batch import bonus_lines
from paigow.ranks.lines import FORTUNE_MATCH, Line
from paigow.ranks.poker import card_settings
from paigow.ranks.tiles import TileCategory, rank_two_tiles

Ints = npt.NDArray[np.int64]
Described = tuple[Hand[Any], Setting[Any], Setting[Any]]
"""A hand, the way's setting of it, and the best one."""
Describe = Callable[[int], Described]
MERITS_OF_A_STAKE: Final = 20


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a house way's hands: how many, how many of them not set best, and what those lose in total.

    >>> import paigow
    >>> cost = paigow.way_cost("traditional")
    >>> sum(rule.hands for rule in cost.rules), sum(rule.cost for rule in cost.rules) == cost.cost
    (35960, True)
    """

    name: str
    hands: int
    not_best: int
    cost: Fraction
    """Of one unit staked on every deal."""

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "hands": self.hands,
            "not_best": self.not_best,
            "cost": fraction_json(self.cost),
        }


@dataclass(frozen=True, slots=True)
class HandCost:
    """One type of hand that a house way doesn't set best; `loss` is per unit staked.

    >>> import paigow
    >>> dearest = paigow.way_cost("traditional").hands[0]
    >>> dearest.way_sets != dearest.best, dearest.loss > 0
    (True, True)
    >>> paigow.set_hand(dearest.hand, "traditional") == dearest.way_sets
    True
    """

    hand: Hand[Any]
    hands: int
    rule: str
    way_sets: Setting[Any]
    best: Setting[Any]
    loss: Fraction
    cost: Fraction

    def as_json(self) -> dict[str, object]:
        return {
            "hand": str(self.hand),
            "hands": self.hands,
            "rule": self.rule,
            "way_sets": str(self.way_sets),
            "best": str(self.best),
            "loss": fraction_json(self.loss),
            "cost": fraction_json(self.cost),
        }


@dataclass(frozen=True, slots=True)
class WayCost:
    """What a house way loses against best play: by rule, by type of hand, and the costliest hands.

    Parts are sorted by cost, highest first. The costs of all rules add up to `cost`, and so do those of all
    types.

    >>> import paigow
    >>> cost = paigow.way_cost("traditional")
    >>> cost.cost == cost.best_value - cost.value > 0
    True
    """

    value: Fraction
    best_value: Fraction
    rules: tuple[Part, ...]
    sorts: tuple[Part, ...]
    hands: tuple[HandCost, ...]

    @property
    def cost(self) -> Fraction:
        return self.best_value - self.value


@dataclass(frozen=True, slots=True)
class Columns:
    """One entry for each class of hands; merits are over `replies` deals each."""

    weights: Ints
    rules: Ints
    sorts: Ints
    merits: Ints
    best_merits: Ints
    replies: int


def cost_of(
    columns: Columns,
    rules: Sequence[Rule],
    sort_names: Sequence[str],
    describe: Describe,
    most: int,
) -> WayCost:
    """Divide the loss. `describe` returns a class's hand, the way's setting, and the best one."""
    lost = columns.best_merits - columns.merits
    assert (lost >= 0).all(), "nothing is better than the best"
    unit = MERITS_OF_A_STAKE * columns.replies
    whole = unit * sum(map(int, columns.weights))
    rule_names = [str(rule) for rule in rules]
    dear = np.argsort(-(lost * columns.weights), kind="stable")[:most]
    return WayCost(
        value=Fraction(_dot(columns.weights, columns.merits), whole),
        best_value=Fraction(_dot(columns.weights, columns.best_merits), whole),
        rules=_parts(columns, columns.rules, lost, rule_names, whole),
        sorts=_parts(columns, columns.sorts, lost, sort_names, whole),
        hands=tuple(
            _hand(columns, int(row), rule_names, describe, Fraction(int(lost[row]), unit), whole, unit)
            for row in dear
            if lost[row]
        ),
    )


def _dot(weights: Ints, merits: Ints) -> int:
    """A sum that can exceed 2**63: there are few weights, so the merits of each are summed separately."""
    return sum(int(weight) * int(merits[weights == weight].sum()) for weight in np.unique(weights))


def _parts(columns: Columns, numbers: Ints, lost: Ints, names: Sequence[str], whole: int) -> tuple[Part, ...]:
    found = []
    for number, name in enumerate(names):
        rows = numbers == number
        if rows.any():
            weights = columns.weights[rows]
            cost = Fraction(_dot(weights, lost[rows]), whole)
            found.append(Part(name, int(weights.sum()), int(weights[lost[rows] > 0].sum()), cost))
    return tuple(sorted(found, key=lambda part: part.cost, reverse=True))


def _hand(
    columns: Columns,
    row: int,
    rule_names: Sequence[str],
    describe: Describe,
    loss: Fraction,
    whole: int,
    unit: int,
) -> HandCost:
    hand, way_sets, best = describe(row)
    weight = int(columns.weights[row])
    cost = loss * weight * unit / whole
    return HandCost(hand, weight, rule_names[int(columns.rules[row])], way_sets, best, loss, cost)


_TILE_SORTS: Final = ("two pairs", "a pair", "a wong or gong and no pair", "neither pair, wong nor gong")


def _tile_sorts(hands: TileHands) -> Ints:
    """The type of each hand."""
    pairs = [int(mask).bit_count() for mask in hands.twice]
    strong = (TileCategory.WONG, TileCategory.GONG)
    special = [
        any(rank_two_tiles(setting.high).category in strong for setting in settings)
        for settings in hands.settings
    ]
    return np.array(
        [0 if two == 2 else 1 if two else 2 if one else 3 for two, one in zip(pairs, special, strict=True)],
        dtype=np.int64,
    )


def tile_cost(way: HouseWay, opponent: HouseWay, role: Role, most: int = 20) -> WayCost:
    """What a tile way loses when its opponent sets by another way, or by the same."""
    hands, replies = replies_to(opponent, role)
    chosen, best = choices_of(way), best_choices(hands, replies)
    rows = np.arange(len(hands))
    lose, _, win = np.moveaxis(replies.outcomes, -1, 0)
    merits = 19 * win - 20 * lose
    columns = Columns(
        weights=hands.weights,
        rules=np.asarray(compiled(way).rule, dtype=np.int64),
        sorts=_tile_sorts(hands),
        merits=merits[rows, chosen],
        best_merits=merits[rows, best],
        replies=int(replies.counts[0, 0].sum()),
    )

    def describe(row: int) -> Described:
        settings = hands.settings[row]
        return Hand(hands.tiles[row]), settings[chosen[row]], settings[best[row]]

    return cost_of(columns, way.rules, _TILE_SORTS, describe, most)


_CARD_SORTS: Final = tuple(str(line) for line in Line)


def card_cost(
    way: HouseWay, opponent: HouseWay, role: Role, counting: CardCounting, most: int = 20
) -> WayCost:
    """What a card way loses; hands are grouped by the best line of their seven cards."""
    mine, theirs = counting.strengths(way), counting.dealer(opponent, role)
    best = counting.best(opponent, role)
    counts = count_hands(mine, theirs, role, counting.run)
    columns = Columns(
        weights=mine.hands.weights.astype(np.int64),
        rules=compile_way(way, counting.wheel).rule.astype(np.int64),
        sorts=bonus_lines(mine.hands.cards, FORTUNE_MATCH).astype(np.int64),
        merits=19 * counts.win.astype(np.int64) - 20 * counts.lose.astype(np.int64),
        best_merits=19 * best.hands.win.astype(np.int64) - 20 * best.hands.lose.astype(np.int64),
        replies=replies_to_one(mine.deck),
    )

    def describe(row: int) -> Described:
        hand = Hand([CARDS[index] for index in mine.hands.cards[row]])
        settings = card_settings(hand)
        return hand, settings[mine.choice[row]], settings[best.choice[row]]

    return cost_of(columns, way.rules, _CARD_SORTS, describe, most)
