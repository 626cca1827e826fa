"""From a way's parse tree to its records: what both games share."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, Tree

from paigow.faults import BadInput
from paigow.houseways.grammar import place
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
    Filter,
    Filters,
    Gives,
    HalfIs,
    Keep,
    Label,
    LeaveOut,
    Not,
    NumberRange,
    OneIsBetter,
    OnlyWay,
    Play,
    Quantity,
    Reach,
    Rule,
    SettingLine,
    Settings,
    SettingStep,
    Side,
    Spec,
    Unless,
)

ParsedItems = list[Any]


def string_of(token: Token) -> str:
    return str(token)[1:-1]


class FrameBuilder(Transformer[Token, Any]):
    """Turns each branch of the tree into its record. Lark calls the method named after the branch."""

    def rule(self, items: ParsedItems) -> Rule:
        label, condition, action, *silent = items
        return Rule(_label(label), condition, action, silent[0] if silent else None, label.line)

    def silent(self, items: ParsedItems) -> str:
        return string_of(items[0])

    def when(self, items: ParsedItems) -> Condition:
        condition: Condition = items[0]
        return condition

    def otherwise(self, _: ParsedItems) -> None:
        return None

    always = otherwise

    def play(self, items: ParsedItems) -> Play:
        return Play(items[0])

    def consider(self, items: ParsedItems) -> Consider:
        return Consider(items[0])

    def leave_out(self, items: ParsedItems) -> LeaveOut:
        return LeaveOut(items[0])

    def closing(self, items: ParsedItems) -> tuple[Best, ...]:
        return tuple(items)

    def condition(self, items: ParsedItems) -> Condition:
        return items[0] if len(items) == 1 else Unless(*items)

    def either(self, items: ParsedItems) -> Condition:
        return items[0] if len(items) == 1 else AnyOf(_flat(items, AnyOf))

    def both(self, items: ParsedItems) -> Condition:
        return items[0] if len(items) == 1 else All(_flat(items, All))

    def negated(self, items: ParsedItems) -> Not:
        return Not(items[0])

    def some_setting(self, items: ParsedItems) -> Settings:
        return Settings(Quantity.SOME, items[0])

    def no_setting(self, items: ParsedItems) -> Settings:
        return Settings(Quantity.NO, items[0])

    def two_settings(self, items: ParsedItems) -> Settings:
        return Settings(Quantity.TWO, items[0])

    def every_setting(self, items: ParsedItems) -> Settings:
        return Settings(Quantity.EVERY, items[0])

    def best_is(self, items: ParsedItems) -> BestIs:
        side, extent = items
        self.require_fit(side, extent)
        return BestIs(side, extent)

    def gives(self, items: ParsedItems) -> Gives:
        return Gives(*items)

    def one_is_better(self, _: ParsedItems) -> OneIsBetter:
        return OneIsBetter()

    def choice(self, items: ParsedItems) -> Choice:
        return Choice(tuple(items))

    def line(self, items: ParsedItems) -> SettingLine:
        return tuple(items)

    def keep(self, items: ParsedItems) -> SettingStep:
        return Keep(items[0])

    def prefer(self, items: ParsedItems) -> SettingStep:
        return Keep(items[0], soft=True)

    def filters(self, items: ParsedItems) -> Filters:
        return Filters(tuple(item if isinstance(item, tuple) else (item, True) for item in items))

    def without(self, items: ParsedItems) -> tuple[Filter, bool]:
        return (items[0], False)

    def any_setting(self, _: ParsedItems) -> AnySetting:
        return AnySetting()

    def only_way(self, _: ParsedItems) -> OnlyWay:
        return OnlyWay()

    def beaten(self, _: ParsedItems) -> Beaten:
        return Beaten()

    def half_is(self, items: ParsedItems) -> HalfIs:
        side, extent = items
        self.require_fit(side, extent)
        return HalfIs(side, extent)

    def require_fit(self, side: Side, extent: Extent) -> None:
        """Reject an extent that can't describe that half; only cards have such extents."""

    def better_than(self, items: ParsedItems) -> BetterThan:
        return BetterThan(*items)

    def best(self, items: ParsedItems) -> Best:
        worst, side = items
        return Best(side, worst)

    def best_of(self, _: ParsedItems) -> bool:
        return False

    def worst_of(self, _: ParsedItems) -> bool:
        return True

    def low(self, _: ParsedItems) -> Side:
        return Side.LOW

    def high(self, _: ParsedItems) -> Side:
        return Side.HIGH

    def exactly(self, items: ParsedItems) -> Extent:
        return Extent(Reach.EXACTLY, items[0])

    def or_better(self, items: ParsedItems) -> Extent:
        return Extent(Reach.OR_BETTER, items[0])

    def or_worse(self, items: ParsedItems) -> Extent:
        return Extent(Reach.OR_WORSE, items[0])

    def below(self, items: ParsedItems) -> Extent:
        return Extent(Reach.BELOW, items[0])

    def above(self, items: ParsedItems) -> Extent:
        return Extent(Reach.ABOVE, items[0])

    def between(self, items: ParsedItems) -> Extent:
        return Extent(Reach.BETWEEN, *items)

    def number_exactly(self, items: ParsedItems) -> NumberRange:
        return NumberRange(int(items[0]), int(items[0]))

    def number_or_more(self, items: ParsedItems) -> NumberRange:
        return NumberRange(int(items[0]), None)

    def number_or_less(self, items: ParsedItems) -> NumberRange:
        return NumberRange(None, int(items[0]))

    def number_between(self, items: ParsedItems) -> NumberRange:
        return NumberRange(int(items[0]), int(items[1]))


def _label(token: Token) -> Label:
    text = str(token)
    return Label(int(text.rstrip("abcdefghijklmnopqrstuvwxyz")), text.lstrip("0123456789"))


def _flat(items: ParsedItems, kind: type[All | AnyOf]) -> tuple[Condition, ...]:
    """`(a and b) and c` is `a and b and c`."""
    parts: list[Condition] = []
    for item in items:
        parts.extend(item.parts if isinstance(item, kind) else (item,))
    return tuple(parts)


def label_of(tree: Tree[Token]) -> Label:
    """The number of a rule or of an omitted one, read before the rest of it is built."""
    token = tree.children[0]
    assert isinstance(token, Token)
    return _label(token)


def fault_at(token: Token, fault: BadInput) -> BadInput:
    return BadInput(fault.problem, where=place(token), allowed=fault.allowed)


def exact(spec: Spec) -> Extent:
    return Extent(Reach.EXACTLY, spec)
