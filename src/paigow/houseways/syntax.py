"""The records that make up a house way, each with its words. Each game adds its own in a separate file.

`str` of a record is text that parses back to the same record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar


class Reach(Enum):
    """How far an extent reaches from a named hand."""

    EXACTLY = "exactly"
    OR_BETTER = "or better"
    OR_WORSE = "or worse"
    BELOW = "below"
    ABOVE = "above"
    BETWEEN = "to"


class Spec:
    """The name of a hand or of a run of neighboring hands, such as `7`, `K-high` or `a gong`."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A range of hands: one named hand, all from it up or down, or all from one to another."""

    reach: Reach
    spec: Spec
    upper: Spec | None = None

    def __str__(self) -> str:
        match self.reach:
            case Reach.EXACTLY:
                return f"{self.spec}"
            case Reach.BELOW | Reach.ABOVE:
                return f"{self.reach.value} {self.spec}"
            case Reach.BETWEEN:
                return f"{self.spec} to {self.upper}"
            case _:
                return f"{self.spec} {self.reach.value}"


def reaching(extent: Extent, placed: Callable[[Spec], Callable[[Any], int]]) -> Callable[[Any], bool]:
    """A predicate that decides whether a rank is in an extent.

    `placed` returns, for a spec, a function of a rank: below (-1), in (0), or above (1) the spec.
    """
    place = placed(extent.spec)
    match extent.reach:
        case Reach.EXACTLY:
            return lambda rank: place(rank) == 0
        case Reach.OR_BETTER:
            return lambda rank: place(rank) >= 0
        case Reach.OR_WORSE:
            return lambda rank: place(rank) <= 0
        case Reach.BELOW:
            return lambda rank: place(rank) < 0
        case Reach.ABOVE:
            return lambda rank: place(rank) > 0
        case Reach.BETWEEN:
            assert extent.upper is not None
            upper = placed(extent.upper)
            return lambda rank: place(rank) >= 0 and upper(rank) <= 0


def sign(left: Any, right: Any) -> int:
    return int(left > right) - int(left < right)


@dataclass(frozen=True, slots=True)
class NumberRange:
    """A range of whole numbers; None for an open end."""

    least: int | None
    most: int | None

    def __contains__(self, value: int) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        if self.least is None:
            return f"{self.most} or less"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


class Side(Enum):
    LOW = "low"
    HIGH = "high"

    def __str__(self) -> str:
        return self.value


class Fact:
    """A fact about the pieces held: true or false."""


class Filter:
    """A fact about one setting: true or false."""

    fits_every_hand: ClassVar[bool] = False
    """Whether some setting always passes, for any hand."""


@dataclass(frozen=True, slots=True)
class AnySetting(Filter):
    fits_every_hand: ClassVar[bool] = True

    def __str__(self) -> str:
        return "any setting"


@dataclass(frozen=True, slots=True)
class OnlyWay(Filter):
    """At least as good as every other considered setting, in both hands."""

    def __str__(self) -> str:
        return "the only way"


@dataclass(frozen=True, slots=True)
class Beaten(Filter):
    """Some other considered setting is as good in both hands and better in one."""

    def __str__(self) -> str:
        return "settings beaten in both hands"


@dataclass(frozen=True, slots=True)
class HalfIs(Filter):
    side: Side
    extent: Extent

    def __str__(self) -> str:
        spec, reach = str(self.extent.spec), self.extent.reach
        if spec.startswith(("a ", "an ")) and reach in (Reach.EXACTLY, Reach.OR_BETTER):
            return f"{self.extent} {self.side}"
        return f"{self.side} {self.extent}"


@dataclass(frozen=True, slots=True)
class BetterThan(Filter):
    """Its half outranks that of every considered setting that passes the other filter, if any does."""

    side: Side
    other: Filter

    def __str__(self) -> str:
        return f"a better {self.side} than {self.other}"


@dataclass(frozen=True, slots=True)
class Filters:
    """Several filters that must all pass, some of them negated by `without`."""

    parts: tuple[tuple[Filter, bool], ...]
    """Each filter, and whether it is required or excluded."""

    def __str__(self) -> str:
        words = [str(self.parts[0][0])]
        for part, wanted in self.parts[1:]:
            text = str(part)
            if wanted and text.startswith("making "):
                words.append(f", {text}")
            else:
                words.append(f", {'with' if wanted else 'without'} {text}")
        return "".join(words)


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the settings that pass; if `soft`, only where some do."""

    filters: Filters
    soft: bool = False

    def __str__(self) -> str:
        return f"preferably {self.filters}" if self.soft else str(self.filters)


@dataclass(frozen=True, slots=True)
class Best:
    """Keep the settings whose measure is the highest, or the lowest if `worst`.

    The measure is the rank of one hand, its points alone, or the sum of both hands' points if side is None.
    """

    side: Side | None
    worst: bool = False
    points: bool = False

    def __str__(self) -> str:
        if self.side is None:
            return "the most points"
        return f"the {'worst' if self.worst else 'best'} {self.side}{' points' if self.points else ''}"


SettingStep = Keep | Best
SettingLine = tuple[SettingStep, ...]


def line_text(line: SettingLine) -> str:
    return ", then ".join(map(str, line))


@dataclass(frozen=True, slots=True)
class Choice:
    """Lines of steps; the first line that leaves a setting counts."""

    lines: tuple[SettingLine, ...]

    def __str__(self) -> str:
        return ", or else ".join(map(line_text, self.lines))


def leaves(choice: Choice, guarded: bool) -> bool:
    """Whether a choice leaves a setting for every hand; `guarded` if earlier rules can exclude some."""
    return any(_never_empties(line, guarded) for line in choice.lines)


def _never_empties(line: SettingLine, guarded: bool) -> bool:
    """Only rankings and preferences, after at most one filter that some setting always passes."""
    return all(
        isinstance(step, Best)
        or step.soft
        or _is_any(step)
        or (place == 0 and not guarded and _fits_every_hand(step))
        for place, step in enumerate(line)
    )


def _is_any(step: Keep) -> bool:
    return all(isinstance(part, AnySetting) and wanted for part, wanted in step.filters.parts)


def _fits_every_hand(step: Keep) -> bool:
    return len(step.filters.parts) == 1 and step.filters.parts[0][0].fits_every_hand


class Quantity(Enum):
    SOME = "some setting"
    NO = "no setting"
    TWO = "two settings"
    EVERY = "every setting"


@dataclass(frozen=True, slots=True)
class Settings(Fact):
    """How many of the considered settings pass: some, none, two or more, or all."""

    quantity: Quantity
    filters: Filters

    def __str__(self) -> str:
        text = str(self.filters)
        return f"{self.quantity.value} {'' if text.startswith('making ') else 'with '}{text}"


@dataclass(frozen=True, slots=True)
class BestIs(Fact):
    side: Side
    extent: Extent

    def __str__(self) -> str:
        return f"the best {self.side} is {self.extent}"


@dataclass(frozen=True, slots=True)
class Gives(Fact):
    """The setting that a line of steps (and the final order) would choose passes the filters."""

    line: SettingLine
    filters: Filters

    def __str__(self) -> str:
        return f"playing {line_text(self.line)} gives {self.filters}"


@dataclass(frozen=True, slots=True)
class OneIsBetter(Fact):
    def __str__(self) -> str:
        return "one setting is better in both hands"


@dataclass(frozen=True, slots=True)
class Not:
    part: Condition

    def __str__(self) -> str:
        return f"not {_bracketed(self.part, (All, AnyOf, Unless))}"


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(_bracketed(part, (AnyOf, Unless)) for part in self.parts)


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(_bracketed(part, (All, Unless)) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Unless:
    main: Condition
    exception: Condition

    def __str__(self) -> str:
        return f"{_bracketed(self.main, (Unless,))}, unless {_bracketed(self.exception, (Unless,))}"


Condition = Fact | Not | All | AnyOf | Unless


def _bracketed(part: Condition, kinds: tuple[type, ...]) -> str:
    return f"({part})" if isinstance(part, kinds) else str(part)


@dataclass(frozen=True, slots=True)
class Play:
    """The answer: what the choice leaves, made unique by the final order."""

    choice: Choice

    def __str__(self) -> str:
        return f"play {self.choice}"


@dataclass(frozen=True, slots=True)
class Consider:
    """A guard: later rules see only the settings that the choice leaves."""

    choice: Choice

    def __str__(self) -> str:
        return f"consider only {self.choice}"


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """A guard: later rules don't see the settings that pass the filters."""

    filters: Filters

    def __str__(self) -> str:
        return f"leave out {self.filters}"


@dataclass(frozen=True, slots=True, order=True)
class Label:
    """The number of a rule. Rules that differ only in the letter are of one level and shouldn't disagree."""

    number: int
    letter: str = ""

    def __str__(self) -> str:
        return f"{self.number}{self.letter}"


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered row. Without a condition it fits every hand."""

    label: Label
    condition: Condition | None
    action: Play | Consider | LeaveOut
    silent: str | None = None
    """Why the rule is kept though it never applies."""
    line: int = field(default=0, compare=False)

    @property
    def clause(self) -> str:
        if self.condition is not None:
            return f"when {self.condition}"
        return "otherwise" if isinstance(self.action, Play) else "always"

    @property
    def text(self) -> str:
        return f"{self.clause} {self.action}"

    def __str__(self) -> str:
        silent = f' silent "{self.silent}"' if self.silent is not None else ""
        return f"{self.label}  {self.text}{silent}"


def walk(condition: Condition) -> Iterator[Fact]:
    """Every fact of a condition, in written order."""
    match condition:
        case Not(part):
            yield from walk(part)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from walk(part)
        case Unless(main, exception):
            yield from walk(main)
            yield from walk(exception)
        case _:
            yield condition
