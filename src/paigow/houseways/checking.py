"""Proofs about a way over every hand: answers, fouls, conflicts, tallies, differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.houseways.arrays import NONE, Block, answers_of_rule, flags
from paigow.houseways.compiled import (
    ClassesDone,
    CompiledWay,
    card_blocks,
    card_classes,
    compile_way,
    in_parallel,
    tile_block,
    tile_weights,
)
from paigow.houseways.kernels import U8, Bools
from paigow.houseways.syntax import Label, Play, Rule
from paigow.houseways.way import HouseWay
from paigow.material.cards import CARDS, cards_text
from paigow.material.game import Game
from paigow.material.tiles import tiles_text
from paigow.ranks.classes import tile_hand_classes
from paigow.ranks.poker import Order, Wheel, five_ranks, two_ranks
from paigow.ranks.tiles import TWO_TILE_RANKS

EXAMPLES = 3
"""How many example hands each conflict or difference shows."""

Result = TypeVar("Result")
Counts = npt.NDArray[np.int64]


@dataclass(slots=True)
class Disagreement:
    """Hands that two rules set differently: two matching rules of one level, or one rule each of two ways."""

    first: Rule
    second: Rule
    hands: int = 0
    examples: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class WayCheck:
    """What was proven. `unreachable` lists rules that never apply and have no note that says why."""

    way: HouseWay
    hands: int
    by_rule: tuple[tuple[Rule, int], ...]
    examples: tuple[str, ...]
    """The first hand each rule decides, parallel to `by_rule`; empty if it decides none."""
    unanswered: int
    fouled: int
    unreachable: tuple[Rule, ...]
    speaking_though_silent: tuple[Rule, ...]
    conflicts: tuple[Disagreement, ...]

    @property
    def clean(self) -> bool:
        return not (
            self.unanswered
            or self.fouled
            or self.unreachable
            or self.speaking_though_silent
            or self.conflicts
        )


@dataclass(frozen=True, slots=True)
class SettingTally:
    """How many hands result in each low hand and each high hand, strongest first."""

    way: HouseWay
    hands: int
    low: dict[str, int]
    high: dict[str, int]


@dataclass(frozen=True, slots=True)
class HandBlock:
    """Hands with all their settings, and how many hands each one represents."""

    block: Block
    part: slice
    weights: Counts

    def text(self, row: int) -> str:
        place = self.part.start + row
        if isinstance(self.block, type(tile_block())):
            return tiles_text(tile_hand_classes()[place][0])
        return cards_text(CARDS[card] for card in card_classes().cards[place])


def _each_piece(
    way: HouseWay, wheel: Order, work: Callable[[HandBlock], Result], progress: ClassesDone | None
) -> Iterator[Result]:
    """The results of the work on each block of all hands, in order."""
    if way.game is Game.TILES:
        block = tile_block()
        yield work(HandBlock(block, slice(0, block.size), np.array(tile_weights(), dtype=np.int64)))
        return
    classes = card_classes()

    def on_block(part: slice, block: Callable[[], Block]) -> tuple[int, Result]:
        return part.stop, work(HandBlock(block(), part, classes.weights[part].astype(np.int64)))

    for done, found in in_parallel(on_block, card_blocks(wheel, way.joker_in_groups)):
        if progress is not None:
            progress(done, len(classes))
        yield found


def check_way(way: HouseWay, wheel: Order = Wheel.SECOND, progress: ClassesDone | None = None) -> WayCheck:
    """Prove a way over every hand."""
    compiled = compile_way(way, wheel, progress)

    def work(piece: HandBlock) -> tuple[Counts, int, list[Disagreement], dict[int, str]]:
        rules, choice = compiled.rule[piece.part], compiled.choice[piece.part]
        illegal = (piece.block.legal >> np.minimum(choice, 31)) & 1 == 0
        fouled = int(piece.weights[illegal & (rules != NONE)].sum())
        places, rows = np.unique(rules, return_index=True)
        first = {int(place): piece.text(int(row)) for place, row in zip(places, rows, strict=True)}
        return _counted(rules, piece.weights, NONE + 1), fouled, list(_conflicts(way, piece)), first

    by_rule = np.zeros(NONE + 1, dtype=np.int64)
    fouled = 0
    conflicts: dict[tuple[Label, Label], Disagreement] = {}
    examples: dict[int, str] = {}
    for counts, illegal, found, first in _each_piece(way, wheel, work, progress):
        by_rule += counts
        fouled += illegal
        for pair in found:
            _add(conflicts, pair)
        examples = first | examples
    spoken = [(rule, int(by_rule[place])) for place, rule in enumerate(way.rules)]
    never = [rule for rule, hands in spoken if not hands and isinstance(rule.action, Play)]
    return WayCheck(
        way=way,
        hands=int(by_rule.sum()),
        by_rule=tuple(spoken),
        examples=tuple(examples.get(place, "") for place in range(len(spoken))),
        unanswered=int(by_rule[NONE]),
        fouled=fouled,
        unreachable=tuple(rule for rule in never if rule.silent is None),
        speaking_though_silent=tuple(rule for rule, hands in spoken if hands and rule.silent is not None),
        conflicts=tuple(conflicts[key] for key in sorted(conflicts)),
    )


def _counted(values: npt.NDArray[np.unsignedinteger[Any]], weights: Counts, size: int) -> Counts:
    return np.bincount(values, weights, size).astype(np.int64)


def _conflicts(way: HouseWay, piece: HandBlock) -> Iterator[Disagreement]:
    """Where two rules of one level fit the same hand and would set it differently."""
    for places in _levels(way):
        answers = {place: answers_of_rule(way, piece.block, place, places[0]) for place in places}
        for one, other in combinations(places, 2):
            both = (answers[one] != NONE) & (answers[other] != NONE)
            differing = np.flatnonzero(both & _differ(piece.block, answers[one], answers[other]))
            if len(differing):
                examples = [piece.text(int(row)) for row in differing[:EXAMPLES]]
                yield Disagreement(
                    way.rules[one], way.rules[other], int(piece.weights[differing].sum()), examples
                )


def _levels(way: HouseWay) -> list[list[int]]:
    """The indexes of rules that share a number and differ in the letter, except guards."""
    by_number: dict[int, list[int]] = {}
    for place, rule in enumerate(way.rules):
        if isinstance(rule.action, Play):
            by_number.setdefault(rule.label.number, []).append(place)
    return [places for places in by_number.values() if len(places) > 1]


def _differ(block: Block, one: U8, other: U8) -> Bools:
    """Where two choices give hands of different rank. Suits don't matter."""
    rows = np.arange(block.size)
    last = block.low.shape[1] - 1
    here, there = np.minimum(one, last), np.minimum(other, last)
    same_low = block.low[rows, here] == block.low[rows, there]
    same_high = block.high[rows, here] == block.high[rows, there]
    return flags(~(same_low & same_high))


def _add(known: dict[tuple[Label, Label], Disagreement], found: Disagreement) -> None:
    kept = known.setdefault((found.first.label, found.second.label), Disagreement(found.first, found.second))
    kept.hands += found.hands
    kept.examples = (kept.examples + found.examples)[:EXAMPLES]


def tally_way(
    way: HouseWay, wheel: Order = Wheel.SECOND, progress: ClassesDone | None = None
) -> SettingTally:
    """Count each resulting low hand and high hand over all hands."""
    compiled = compile_way(way, wheel, progress)
    low_names = [rank.name for rank in (TWO_TILE_RANKS if way.game is Game.TILES else two_ranks())]
    high_names = [rank.name for rank in (TWO_TILE_RANKS if way.game is Game.TILES else five_ranks(wheel))]

    def work(piece: HandBlock) -> tuple[Counts, Counts]:
        rows, choice = np.arange(piece.block.size), compiled.choice[piece.part]
        low, high = piece.block.low[rows, choice], piece.block.high[rows, choice]
        return _counted(low, piece.weights, len(low_names)), _counted(high, piece.weights, len(high_names))

    low, high = np.zeros(len(low_names), dtype=np.int64), np.zeros(len(high_names), dtype=np.int64)
    for lows, highs in _each_piece(way, wheel, work, progress):
        low += lows
        high += highs
    return SettingTally(way, int(low.sum()), _by_name(low_names, low), _by_name(high_names, high))


def _by_name(names: list[str], counts: Counts) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, count in zip(reversed(names), reversed(counts.tolist()), strict=True):
        found[name] += count
    return {name: count for name, count in found.items() if count}


def compare_ways(
    first: HouseWay, second: HouseWay, wheel: Order = Wheel.SECOND, progress: ClassesDone | None = None
) -> tuple[Disagreement, ...]:
    """The hands that two ways set differently, grouped by the rules responsible, most hands first."""
    if first.game is not second.game:
        raise BadInput(
            f"{first.title!r} is for {first.game.value}, {second.title!r} for {second.game.value}",
            allowed="compare two house ways for the same game",
        )
    one, other = compile_way(first, wheel, progress), compile_way(second, wheel, progress)

    def work(piece: HandBlock) -> list[tuple[tuple[int, int], int, list[str]]]:
        return list(_differing(one, other, piece))

    found: dict[tuple[int, int], Disagreement] = {}
    for differing in _each_piece(first, wheel, work, progress):
        for key, hands, examples in differing:
            kept = found.setdefault(key, Disagreement(first.rules[key[0]], second.rules[key[1]]))
            kept.hands += hands
            kept.examples = (kept.examples + examples)[:EXAMPLES]
    return tuple(found[key] for key in sorted(found, key=lambda key: (-found[key].hands, key)))


def _differing(
    one: CompiledWay, other: CompiledWay, piece: HandBlock
) -> Iterator[tuple[tuple[int, int], int, list[str]]]:
    """The two rules, how many hands of the block they set differently, and some examples."""
    rows = np.flatnonzero(_differ(piece.block, one.choice[piece.part], other.choice[piece.part]))
    keys = one.rule[piece.part][rows].astype(np.int64) * (NONE + 1) + other.rule[piece.part][rows]
    for key in np.unique(keys):
        alike = rows[keys == key]
        examples = [piece.text(int(row)) for row in alike[:EXAMPLES]]
        yield (int(key) // (NONE + 1), int(key) % (NONE + 1)), int(piece.weights[alike].sum()), examples
