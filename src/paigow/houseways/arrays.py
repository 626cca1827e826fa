"""A way applied to many hands at once: the language's shared words over arrays. Plain twins: `setting`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from paigow.houseways import kernels
from paigow.houseways.kernels import I64, U8, U16, U32, Bools
from paigow.houseways.syntax import (
    All,
    AnyOf,
    AnySetting,
    Beaten,
    Best,
    BestIs,
    BetterThan,
    Choice,
    Condition,
    Consider,
    Extent,
    Fact,
    Filter,
    Filters,
    Gives,
    HalfIs,
    Keep,
    LeaveOut,
    Not,
    OneIsBetter,
    OnlyWay,
    Play,
    Quantity,
    Rule,
    SettingLine,
    Settings,
    Side,
    Unless,
)
from paigow.houseways.way import HouseWay

NONE = 255
"""No setting, no rule."""


def flags(values: Any) -> Bools:
    """Truth values from NumPy or a kernel, with a type for the type checker."""
    return np.asarray(values, dtype=np.bool_)


def masks(values: Any) -> U32:
    """Sets of settings from NumPy or a kernel, with a type for the type checker."""
    return np.asarray(values, dtype=np.uint32)


class Block(ABC):
    """Hands with the strengths of all their settings."""

    size: int
    legal: U32
    low: U16
    high: U16

    @abstractmethod
    def holds(self, fact: Fact, rows: I64) -> Bools:
        """The rows for which a game-specific fact holds."""

    @abstractmethod
    def admits(self, part: Filter, rows: I64) -> U32:
        """The settings that pass a game-specific filter, per row."""

    @abstractmethod
    def within(self, side: Side, extent: Extent) -> Bools:
        """Which strengths are in an extent."""

    @abstractmethod
    def points(self, side: Side | None) -> U16:
        """The points of one half of every setting, or of both halves."""

    def strength(self, side: Side) -> U16:
        return self.low if side is Side.LOW else self.high


@dataclass(frozen=True, slots=True)
class Answers:
    """For each hand of a block, the setting chosen and the index of the rule that chose it."""

    choice: U8
    rule: U8


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """The hands being decided, by row, and the settings still considered for each."""

    way: HouseWay
    block: Block
    rows: I64
    seen: U32

    def part(self, chosen: npt.NDArray[np.intp]) -> OpenSettings:
        return OpenSettings(self.way, self.block, self.rows[chosen], self.seen[chosen])


def answer(way: HouseWay, block: Block) -> Answers:
    """Set every hand of a block."""
    choice = np.full(block.size, NONE, dtype=np.uint8)
    decided_by = np.full(block.size, NONE, dtype=np.uint8)
    scene = _opening(way, block)
    for number, rule in enumerate(way.rules):
        if not len(scene.rows):
            break
        fitting, left = _apply(rule, scene)
        if isinstance(rule.action, Play):
            spoke = fitting[left != 0]
            choice[scene.rows[spoke]] = _answers(scene.part(spoke), left[left != 0])
            decided_by[scene.rows[spoke]] = number
        scene = _next(rule, scene, fitting, left)
    return Answers(choice, decided_by)


def answers_of_rule(way: HouseWay, block: Block, number: int, before: int) -> U8:
    """What one rule alone would choose where no earlier rule applied; NONE elsewhere."""
    choice = np.full(block.size, NONE, dtype=np.uint8)
    scene = _opening(way, block)
    for rule in way.rules[:before]:
        scene = _next(rule, scene, *_apply(rule, scene))
    fitting, left = _apply(way.rules[number], scene)
    spoke = fitting[left != 0]
    choice[scene.rows[spoke]] = _answers(scene.part(spoke), left[left != 0])
    return choice


def _opening(way: HouseWay, block: Block) -> OpenSettings:
    return OpenSettings(way, block, np.arange(block.size, dtype=np.int64), block.legal.copy())


def _next(rule: Rule, scene: OpenSettings, fitting: npt.NDArray[np.intp], left: U32) -> OpenSettings:
    """What the next rule sees: the hands not yet set, with the settings that guards have left."""
    if isinstance(rule.action, Play):
        silent = np.ones(len(scene.rows), dtype=np.bool_)
        silent[fitting[left != 0]] = False
        return scene.part(np.flatnonzero(silent))
    seen = scene.seen.copy()
    seen[fitting] = np.where(left != 0, left, seen[fitting])
    return OpenSettings(scene.way, scene.block, scene.rows, seen)


def _answers(scene: OpenSettings, left: U32) -> U8:
    return np.asarray(kernels.first_of(_unique(scene, left)), dtype=np.uint8)


def _apply(rule: Rule, scene: OpenSettings) -> tuple[npt.NDArray[np.intp], U32]:
    """The rows of the scene that a rule fits, and the settings it leaves there."""
    if rule.condition is None:
        fitting = np.arange(len(scene.rows))
    else:
        fitting = np.flatnonzero(satisfied(rule.condition, scene))
    part = scene.part(fitting)
    match rule.action:
        case Play(choice) | Consider(choice):
            return fitting, _choose(choice, part)
        case LeaveOut(filters):
            return fitting, part.seen & ~_passing(filters, part)


def satisfied(condition: Condition, scene: OpenSettings) -> Bools:
    match condition:
        case Not(part):
            return ~satisfied(part, scene)
        case All(parts):
            return _each_in_turn(parts, scene, wanted=True)
        case AnyOf(parts):
            return ~_each_in_turn(parts, scene, wanted=False)
        case Unless(main, exception):
            return _each_in_turn((main, Not(exception)), scene, wanted=True)
        case Settings(quantity, filters):
            return _enough(quantity, scene.seen & _passing(filters, scene), scene.seen)
        case BestIs(side, extent):
            tops = kernels.best_strength(scene.block.strength(side), scene.rows, scene.seen)
            return flags(scene.block.within(side, extent)[tops])
        case Gives(line, filters):
            left = _unique(scene, _follow(line, scene))
            return flags((left & _passing(filters, scene)) != 0)
        case OneIsBetter():
            return flags(_dominating(scene) != 0)
        case _:
            return scene.block.holds(condition, scene.rows)


def _each_in_turn(parts: tuple[Condition, ...], scene: OpenSettings, wanted: bool) -> Bools:
    """Where every part holds as required. Each part is evaluated only where the parts before it held."""
    places = np.arange(len(scene.rows))
    for part in parts:
        places = places[satisfied(part, scene.part(places)) == wanted]
    result = np.zeros(len(scene.rows), dtype=np.bool_)
    result[places] = True
    return result


def _enough(quantity: Quantity, passing: U32, seen: U32) -> Bools:
    match quantity:
        case Quantity.SOME:
            return flags(passing != 0)
        case Quantity.NO:
            return flags(passing == 0)
        case Quantity.TWO:
            return flags(kernels.counted(passing) >= 2)
        case Quantity.EVERY:
            return flags(passing == seen)


def _choose(choice: Choice, scene: OpenSettings) -> U32:
    left = _follow(choice.lines[0], scene)
    for line in choice.lines[1:]:
        empty = np.flatnonzero(left == 0)
        left[empty] = _follow(line, scene.part(empty))
    return left


def _follow(line: SettingLine, scene: OpenSettings) -> U32:
    left = scene.seen.copy()
    for step in line:
        match step:
            case Keep(filters, soft):
                passing = left & _passing(filters, scene)
                left = np.where(passing != 0, passing, left) if soft else passing
            case Best():
                left = _best(step, scene, left)
    return left


def _best(step: Best, scene: OpenSettings, left: U32) -> U32:
    block = scene.block
    strength = block.points(step.side) if step.points else block.strength(step.side or Side.LOW)
    return masks(kernels.best(strength, scene.rows, left, step.worst))


def _unique(scene: OpenSettings, left: U32) -> U32:
    """The final order, then the first listed setting, as a mask with one bit."""
    for step in scene.way.final:
        left = _best(step, scene, left)
    return left & (~left + np.uint32(1))


def _passing(filters: Filters, scene: OpenSettings) -> U32:
    passing = scene.block.legal[scene.rows]
    for part, wanted in filters.parts:
        mask = _passing_one(part, scene)
        passing &= mask if wanted else ~mask
    return passing


def _passing_one(part: Filter, scene: OpenSettings) -> U32:
    block, rows = scene.block, scene.rows
    match part:
        case AnySetting():
            return block.legal[rows]
        case OnlyWay():
            return _dominating(scene)
        case Beaten():
            return masks(kernels.beaten(block.low, block.high, rows, scene.seen))
        case HalfIs(side, extent):
            return masks(kernels.listed(block.strength(side), rows, block.within(side, extent)))
        case BetterThan(side, other):
            rivals = scene.seen & _passing_one(other, scene)
            tops = kernels.best_strength(block.strength(side), rows, rivals)
            return masks(kernels.at_least(block.strength(side), rows, tops + 1))
        case _:
            return block.admits(part, rows)


def _dominating(scene: OpenSettings) -> U32:
    return masks(kernels.dominating(scene.block.low, scene.block.high, scene.rows, scene.seen))
