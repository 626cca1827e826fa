"""From the parse tree of a card way to its records. What both games share is in `building`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token

from paigow.faults import BadInput, suggestion
from paigow.houseways.building import FrameBuilder, ParsedItems, exact, fault_at, string_of
from paigow.houseways.grammar import place
from paigow.houseways.poker import (
    PLACES,
    UNIONS,
    AsTable,
    BothPairsAre,
    BothPairsIn,
    CardIs,
    CardKind,
    CardKindSpec,
    CardPlace,
    CardsLow,
    Exceeds,
    Group,
    GroupIn,
    GroupIs,
    HighCard,
    HoldsJoker,
    JokerIn,
    LowHandTable,
    Outside,
    PairsAddUp,
    PairSpec,
    PartLow,
    Possible,
    RankLow,
    RankSet,
    Shape,
    ShapeIs,
    Span,
    TwoCards,
    rank_named,
    rank_sign,
)
from paigow.houseways.syntax import Extent, Fact, Filter, HalfIs, Reach, Side, Spec


class CardBuilder(FrameBuilder):
    """The words of cards, with the bands and tables known so far."""

    def __init__(self) -> None:
        super().__init__()
        self.bands: dict[str, RankSet] = {}
        self.tables: dict[str, LowHandTable] = {}

    def groups_count_joker(self, _: ParsedItems) -> bool:
        return True

    def groups_leave_joker(self, _: ParsedItems) -> bool:
        return False

    def rank_band(self, items: ParsedItems) -> tuple[str, RankSet]:
        name, members = string_of(items[0]), items[1]
        self.bands[name] = members
        return name, members

    def table(self, items: ParsedItems) -> LowHandTable:
        name = string_of(items[0])
        keys = tuple(item for item in items[1:] if isinstance(item, Group))
        columns = next((item for item in items if isinstance(item, list)), [])
        rows = tuple(item for item in items[1:] if isinstance(item, tuple))
        _require_columns(name, len(keys), len(columns), rows, place(items[0]))
        self.tables[name] = LowHandTable(name, keys, tuple(columns), rows)
        return self.tables[name]

    def columns(self, items: ParsedItems) -> list[Span]:
        return items

    def row(self, items: ParsedItems) -> tuple[Span, tuple[Spec | bool, ...]]:
        return items[0], tuple(items[1:])

    def entry(self, items: ParsedItems) -> Spec:
        spec: Spec = items[0]
        self.require_fit(Side.LOW, exact(spec))
        return spec

    def always_entry(self, _: ParsedItems) -> bool:
        return True

    def never_entry(self, _: ParsedItems) -> bool:
        return False

    def ranks(self, items: ParsedItems) -> RankSet:
        return RankSet(tuple(items))

    def span_one(self, items: ParsedItems) -> Span:
        rank = _rank(items[0])
        return Span(rank_sign(rank), frozenset({rank}))

    def span_between(self, items: ParsedItems) -> Span:
        first, last = map(_rank, items)
        low, high = min(first, last), max(first, last)
        return Span(f"{rank_sign(first)} to {rank_sign(last)}", frozenset(range(low, high + 1)))

    def span_or_higher(self, items: ParsedItems) -> Span:
        rank = _rank(items[0])
        return Span(f"{rank_sign(rank)} or higher", frozenset(range(rank, 15)))

    def span_or_lower(self, items: ParsedItems) -> Span:
        rank = _rank(items[0])
        return Span(f"{rank_sign(rank)} or lower", frozenset(range(2, rank + 1)))

    def span_band(self, items: ParsedItems) -> Span:
        name = _known(items[0], self.bands, "band")
        return Span(f'"{name}"', self.bands[name].ranks)

    def cards_pattern(self, items: ParsedItems) -> tuple[tuple[Span, ...], ...]:
        return tuple(items)

    def pattern_ranks(self, items: ParsedItems) -> tuple[Span, ...]:
        return tuple(items)

    def group_is(self, items: ParsedItems) -> Fact:
        return GroupIs(*items)

    def both_pairs_are(self, items: ParsedItems) -> Fact:
        return BothPairsAre(items[0])

    def card_is(self, items: ParsedItems) -> Fact:
        return CardIs(*items)

    def outside(self, items: ParsedItems) -> Fact:
        return Outside(items[0])

    def holds_joker(self, _: ParsedItems) -> Fact:
        return HoldsJoker()

    def possible(self, items: ParsedItems) -> Fact:
        return Possible(items[0])

    def pairs_add_up(self, items: ParsedItems) -> Fact:
        return PairsAddUp(items[0])

    def exceeds(self, items: ParsedItems) -> Fact:
        return Exceeds(*items)

    def group_in(self, items: ParsedItems) -> Filter:
        group, side = items
        if side is Side.LOW and not group.value.endswith("pair"):
            raise BadInput(f"{group} is too large for the low hand", allowed=f"say 'two of {group} low'")
        return GroupIn(group, side)

    def both_pairs_high(self, _: ParsedItems) -> Filter:
        return BothPairsIn()

    def one_low(self, items: ParsedItems) -> Filter:
        return PartLow(items[0], 1)

    def two_low(self, items: ParsedItems) -> Filter:
        return PartLow(items[0], 2)

    def joker_in(self, items: ParsedItems) -> Filter:
        return JokerIn(items[0])

    def kind_in(self, items: ParsedItems) -> Filter:
        spec, side = items
        return self.half_is([side, exact(spec)])

    def kind_or_better_in(self, items: ParsedItems) -> Filter:
        spec, side = items
        return self.half_is([side, Extent(Reach.OR_BETTER, spec)])

    def half_is(self, items: ParsedItems) -> HalfIs:
        return super().half_is(items)

    def require_fit(self, side: Side, extent: Extent) -> None:
        for spec in (extent.spec, extent.upper):
            if side is Side.LOW and isinstance(spec, CardKindSpec):
                raise BadInput(
                    f"two cards can't be {spec}", allowed="name a pair, or cards such as K-J or K-high"
                )
            if side is Side.HIGH and isinstance(spec, TwoCards | HighCard):
                raise BadInput(
                    f"{spec} names two cards, not five", allowed="name a kind of hand, such as a flush"
                )
        if extent.reach is not Reach.EXACTLY and extent.spec == CardKindSpec(CardKind.WHEEL):
            raise BadInput("a house way can't say how the wheel ranks", allowed="name another straight")

    def rank_low(self, items: ParsedItems) -> Filter:
        return RankLow(_rank(items[0]))

    def cards_low(self, items: ParsedItems) -> Filter:
        first, second = items
        if PLACES.index(first) >= PLACES.index(second):
            raise BadInput(
                f"the {second.value} card isn't below the {first.value}",
                allowed="name two cards, the higher one first",
            )
        return CardsLow(first, second)

    def as_table(self, items: ParsedItems) -> Filter:
        name = _known(items[0], self.tables, "table")
        return AsTable(name, self.tables[name])

    def kind(self, items: ParsedItems) -> Spec:
        spec: Spec = items[0]
        return spec

    def pair(self, _: ParsedItems) -> Spec:
        return PairSpec()

    def pair_of(self, items: ParsedItems) -> Spec:
        return PairSpec(_rank(items[0]))

    def two_cards(self, items: ParsedItems) -> Spec:
        high, low = map(rank_named, str(items[0]).split("-"))
        if high <= low:
            raise BadInput(f"{items[0]} doesn't name the higher card first", where=place(items[0]))
        return TwoCards(high, low)

    def high_card(self, items: ParsedItems) -> Spec:
        return HighCard(rank_named(str(items[0]).removesuffix("-high")))


def _constant(value: object) -> Callable[..., Any]:
    return lambda _self, _items: value


_SHAPE_BRANCHES = {
    "nothing": Shape.NOTHING.value,
    "pair": Shape.PAIR.value,
    **{shape.name.lower(): shape.value for shape in Shape},
    **{name.replace(" of a kind", "").replace(" aces", "").replace(" ", "_"): name for name in UNIONS},
}
for _name, _text in _SHAPE_BRANCHES.items():
    setattr(CardBuilder, f"shape_{_name}", _constant(ShapeIs(_text)))
for _kind in CardKind:
    setattr(CardBuilder, _kind.name.lower(), _constant(CardKindSpec(_kind)))
for _place in CardPlace:
    setattr(CardBuilder, f"{_place.value}_card", _constant(_place))
for _group in Group:
    _branch = f"the_{_group.value}" if " " not in _group.value else _group.value.replace(" ", "_")
    setattr(CardBuilder, _branch, _constant(_group))


def _rank(token: Token) -> int:
    try:
        return rank_named(str(token))
    except BadInput as fault:
        raise fault_at(token, fault) from None


def _known(token: Token, known: dict[str, Any], what: str) -> str:
    name = string_of(token)
    if name not in known:
        hint = suggestion(name, known, f"the house way defines {', '.join(known) or f'no {what}'}")
        raise BadInput(f"there is no {what} {name!r}", where=place(token), allowed=hint)
    return name


def _require_columns(name: str, keys: int, columns: int, rows: tuple[Any, ...], where: str) -> None:
    if (keys == 2) != (columns > 0):
        hint = "a table by two groups needs a line of columns, one by a single group none"
        raise BadInput(f"table {name!r} is by {keys} with {columns} columns", where=where, allowed=hint)
    for span, entries in rows:
        if len(entries) > max(columns, 1):
            raise BadInput(
                f"row {span} of table {name!r} has {len(entries)} entries",
                where=where,
                allowed=f"at most {columns or 1} fit",
            )
