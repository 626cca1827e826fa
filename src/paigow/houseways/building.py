"""From the tree of a way to its records: what both games share."""

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
    Line,
    Not,
    Number,
    OneIsBetter,
    OnlyWay,
    Play,
    Quantity,
    Reach,
    Rule,
    Settings,
    Side,
    Spec,
    Step,
    Unless,
)

Items = list[Any]


def string_of(token: Token) -> str:
    return str(token)[1:-1]


class FrameBuilder(Transformer[Token, Any]):
    """Turns each branch of the tree into its record; lark calls the method named after the branch."""

    def rule(self, items: Items) -> Rule:
        label, condition, action, *silent = items
        return Rule(_label(label), condition, action, silent[0] if silent else None, label.line)

    def silent(self, items: Items) -> str:
        return string_of(items[0])

    def when(self, items: Items) -> Condition:
        condition: Condition = items[0]
        return condition

    def otherwise(self, _: Items) -> None:
        return None

    always = otherwise

    def play(self, items: Items) -> Play:
        return Play(items[0])

    def consider(self, items: Items) -> Consider:
        return Consider(items[0])

    def leave_out(self, items: Items) -> LeaveOut:
        return LeaveOut(items[0])

    def closing(self, items: Items) -> tuple[Best, ...]:
        return tuple(items)

    def condition(self, items: Items) -> Condition:
        return items[0] if len(items) == 1 else Unless(*items)

    def either(self, items: Items) -> Condition:
        return items[0] if len(items) == 1 else AnyOf(_flat(items, AnyOf))

    def both(self, items: Items) -> Condition:
        return items[0] if len(items) == 1 else All(_flat(items, All))

    def negated(self, items: Items) -> Not:
        return Not(items[0])

    def some_setting(self, items: Items) -> Settings:
        return Settings(Quantity.SOME, items[0])

    def no_setting(self, items: Items) -> Settings:
        return Settings(Quantity.NO, items[0])

    def two_settings(self, items: Items) -> Settings:
        return Settings(Quantity.TWO, items[0])

    def every_setting(self, items: Items) -> Settings:
        return Settings(Quantity.EVERY, items[0])

    def best_is(self, items: Items) -> BestIs:
        side, extent = items
        self.require_fit(side, extent)
        return BestIs(side, extent)

    def gives(self, items: Items) -> Gives:
        return Gives(*items)

    def one_is_better(self, _: Items) -> OneIsBetter:
        return OneIsBetter()

    def choice(self, items: Items) -> Choice:
        return Choice(tuple(items))

    def line(self, items: Items) -> Line:
        return tuple(items)

    def keep(self, items: Items) -> Step:
        return Keep(items[0])

    def prefer(self, items: Items) -> Step:
        return Keep(items[0], soft=True)

    def filters(self, items: Items) -> Filters:
        return Filters(tuple(item if isinstance(item, tuple) else (item, True) for item in items))

    def without(self, items: Items) -> tuple[Filter, bool]:
        return (items[0], False)

    def any_setting(self, _: Items) -> AnySetting:
        return AnySetting()

    def only_way(self, _: Items) -> OnlyWay:
        return OnlyWay()

    def beaten(self, _: Items) -> Beaten:
        return Beaten()

    def half_is(self, items: Items) -> HalfIs:
        side, extent = items
        self.require_fit(side, extent)
        return HalfIs(side, extent)

    def require_fit(self, side: Side, extent: Extent) -> None:
        """Refuse an extent that cannot be said of that half; only cards have such."""

    def better_than(self, items: Items) -> BetterThan:
        return BetterThan(*items)

    def best(self, items: Items) -> Best:
        worst, side = items
        return Best(side, worst)

    def best_of(self, _: Items) -> bool:
        return False

    def worst_of(self, _: Items) -> bool:
        return True

    def low(self, _: Items) -> Side:
        return Side.LOW

    def high(self, _: Items) -> Side:
        return Side.HIGH

    def exactly(self, items: Items) -> Extent:
        return Extent(Reach.EXACTLY, items[0])

    def or_better(self, items: Items) -> Extent:
        return Extent(Reach.OR_BETTER, items[0])

    def or_worse(self, items: Items) -> Extent:
        return Extent(Reach.OR_WORSE, items[0])

    def below(self, items: Items) -> Extent:
        return Extent(Reach.BELOW, items[0])

    def above(self, items: Items) -> Extent:
        return Extent(Reach.ABOVE, items[0])

    def between(self, items: Items) -> Extent:
        return Extent(Reach.BETWEEN, *items)

    def number_exactly(self, items: Items) -> Number:
        return Number(int(items[0]), int(items[0]))

    def number_or_more(self, items: Items) -> Number:
        return Number(int(items[0]), None)

    def number_or_less(self, items: Items) -> Number:
        return Number(None, int(items[0]))

    def number_between(self, items: Items) -> Number:
        return Number(int(items[0]), int(items[1]))


def _label(token: Token) -> Label:
    text = str(token)
    return Label(int(text.rstrip("abcdefghijklmnopqrstuvwxyz")), text.lstrip("0123456789"))


def _flat(items: Items, kind: type[All | AnyOf]) -> tuple[Condition, ...]:
    """`(a and b) and c` is `a and b and c`."""
    parts: list[Condition] = []
    for item in items:
        parts.extend(item.parts if isinstance(item, kind) else (item,))
    return tuple(parts)


def label_of(tree: Tree[Token]) -> Label:
    """The number of a rule or of a struck one, before anything else of it is built."""
    token = tree.children[0]
    assert isinstance(token, Token)
    return _label(token)


def fault_at(token: Token, fault: BadInput) -> BadInput:
    return BadInput(fault.problem, where=place(token), allowed=fault.allowed)


def exact(spec: Spec) -> Extent:
    return Extent(Reach.EXACTLY, spec)
