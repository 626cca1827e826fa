"""A rule of a house way as a plain sentence, for people who are learning, in every language of the page.

The words are in `plain.toml`. The language of `.way` files, which the grammar parses, is elsewhere.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import UnionType
from typing import Any, Final

from paigow.houseways import poker, tiles
from paigow.houseways.syntax import (
    All,
    AnyOf,
    AnySetting,
    Beaten,
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
    NumberRange,
    OneIsBetter,
    OnlyWay,
    Play,
    Quantity,
    Reach,
    Rule,
    Settings,
    SettingStep,
    Spec,
    Unless,
    walk,
)
from paigow.material.tiles import KINDS

LANGUAGES: Final = ("en", "zh-Hant", "zh-Hans")
_QUANTITIES: Final = {
    Quantity.SOME: "some",
    Quantity.NO: "none",
    Quantity.TWO: "two",
    Quantity.EVERY: "every",
}
_REACHES: Final = {
    Reach.OR_BETTER: "or_better",
    Reach.OR_WORSE: "or_worse",
    Reach.BELOW: "below",
    Reach.ABOVE: "above",
    Reach.BETWEEN: "between",
}
_NAMED: Final[Mapping[type, str]] = {
    AnySetting: "any_setting",
    OnlyWay: "only_way",
    Beaten: "beaten",
    OneIsBetter: "one_is_better",
    tiles.StrongPossible: "strong_possible",
    tiles.BestTwoApart: "best_two_apart",
    tiles.BestBesideWorst: "best_beside_worst",
    tiles.LargestBesideSmallest: "largest_beside_smallest",
    poker.HoldsJoker: "holds_joker",
    poker.BothPairsIn: "both_pairs_high",
}
"""Records without a field, by the key of their wording."""
_MAY_FAIL: Final = (HalfIs, BetterThan, tiles.Making, tiles.StrongHands, poker.AsTable)
_VERB: Final = re.compile(r"\[(\w+)\]")
_SEAM: Final = re.compile(r"(?<=[\u4e00-\u9fff])(?=[0-9A-Z])|(?<=[0-9A-Z])(?=[\u4e00-\u9fff])")
"""Chinese text gets a space next to a digit or a letter."""


def plain_rule(rule: Rule, language: str) -> str:
    """A rule as one plain sentence.

    >>> from paigow.houseways.library import load_built_in
    >>> plain_rule(load_built_in("regulation").rules[0], "en")
    'If the hand has a pair of Gee Joon, keep the pair together.'
    """
    return _SEAM.sub(" ", _Teller(language).rule(rule))


def plain_rules(rule: Rule) -> dict[str, str]:
    """The sentence in every language."""
    return {language: plain_rule(rule, language) for language in LANGUAGES}


@cache
def _words(language: str) -> dict[str, Any]:
    text = files("paigow.houseways").joinpath("plain.toml").read_text(encoding="utf-8")
    words: dict[str, Any] = tomllib.loads(text)[language]
    return words


class _Teller:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self._words = _words(language)
        self._english = language == "en"
        self._kept = "pair_kept"

    def _say(self, key: str, **gaps: str) -> str:
        said: str = self._words[key]
        return said.format(**gaps)

    def _named(self, group: str, name: str) -> str:
        found: str = self._words[group].get(name, name)
        return found

    # ---- rules and conditions

    def rule(self, rule: Rule) -> str:
        self._kept = "pairs_kept" if rule.condition == tiles.Pairs(2) else "pair_kept"
        action = self._action(rule.action)
        if rule.condition is None:
            return self._say("otherwise" if isinstance(rule.action, Play) else "always", action=action)
        if isinstance(rule.action, Play):
            if _plays_what_it_looks_for(rule.condition, rule.action.choice):
                return self._say("can", action=action)
            action += self._if_possible(rule.condition, rule.action.choice)
        return self._say("if", condition=self._condition(rule.condition), action=action)

    def _action(self, action: Play | Consider | LeaveOut) -> str:
        match action:
            case Play(choice):
                return self._choice(choice)
            case Consider(choice):
                return self._say("guard", choice=self._choice(choice))
            case LeaveOut(filters):
                return self._say("leave_out", filters=self._filters(filters))

    def _if_possible(self, condition: Condition, choice: Choice) -> str:
        """A rule whose hand can't be made passes to the next rule. Say so unless the condition does."""
        line = choice.lines[-1]
        last = line[0]
        sure = any(isinstance(fact, Settings | BestIs | Gives | poker.Possible) for fact in walk(condition))
        if sure or len(line) > 1 or not isinstance(last, Keep) or last.soft:
            return ""
        fails = any(wanted and isinstance(part, _MAY_FAIL) for part, wanted in last.filters.parts)
        return self._say("may") if fails else ""

    def _condition(self, condition: Condition) -> str:
        match condition:
            case Not(part):
                return self._say("not", part=self._within(part, All | AnyOf))
            case All(parts):
                return self._all_of([self._within(part, AnyOf) for part in parts])
            case AnyOf(parts):
                return str(self._words["or"]).join(self._within(part, All) for part in parts)
            case Unless(main, exception):
                told = {"main": self._condition(main), "exception": self._condition(exception)}
                return self._say("unless", **told)
            case _:
                return self._fact(condition)

    def _within(self, part: Condition, kind: type | UnionType) -> str:
        told = self._condition(part)
        return f"({told})" if isinstance(part, kind) else told

    def _fact(self, fact: Fact) -> str:
        match fact:
            case Settings(quantity, filters):
                third = quantity is not Quantity.TWO
                return self._say(_QUANTITIES[quantity], filters=self._filters(filters, third=third))
            case BestIs(side, extent):
                return self._say("best_is", side=self._say(str(side)), extent=self._extent(extent))
            case Gives(line, filters):
                told = self._filters(filters, third=True)
                return self._say("gives", line=self._line(line), filters=told)
            case _ if type(fact) in _NAMED:
                return self._say(_NAMED[type(fact)])
        return self._tile_fact(fact)

    def _tile_fact(self, fact: Fact) -> str:
        match fact:
            case tiles.Pairs(count):
                return self._say(f"pairs_{count}")
            case tiles.PairOf(held):
                return self._say("pair_of", tiles=self._tiles(held))
            case tiles.TilesAre(patterns):
                return self._say("tiles_are", patterns=self._patterns(patterns))
            case tiles.OthersAre(patterns):
                return self._say("others_are", patterns=self._patterns(patterns))
            case tiles.Holding(patterns):
                return self._say("holding", patterns=self._patterns(patterns))
            case tiles.FourthTile(pattern, fourth):
                told = self._pattern(pattern)
                return self._say("fourth_tile", pattern=told, fourth=self._tiles(fourth))
            case tiles.TotalIs(number):
                return self._say("total_is", number=self._number(number))
        return self._card_fact(fact)

    def _card_fact(self, fact: Fact) -> str:
        match fact:
            case poker.ShapeIs("no pair"):
                return self._say("pairs_0")
            case poker.ShapeIs(name):
                return self._say("shape", shape=self._named("shapes", name))
            case poker.GroupIs(group, ranks):
                told = self._ranks(ranks.spans)
                return self._say("group_is", group=self._group(group), ranks=told)
            case poker.CardIs(place, ranks):
                named = self._named("places", place.value)
                return self._say(
                    "card_is", place=named, rank=self._any_of(list(map(self._card, ranks.spans)))
                )
            case poker.BothPairsAre(ranks):
                return self._say("both_pairs_are", ranks=self._ranks(ranks.spans))
            case poker.Outside(elements):
                cards = [self._any_of([self._card(span) for span in spans]) for spans in elements]
                return self._say("outside", cards=str(self._words["with"]).join(cards))
            case poker.Possible(spec):
                return self._say("possible", spec=self._spec(spec))
            case poker.PairsAddUp(number):
                return self._say("pairs_add_up", number=self._number(number))
            case poker.Exceeds(group, other, number):
                above, below = self._group(group), self._group(other)
                return self._say("exceeds", group=above, other=below, number=self._number(number))
        raise AssertionError(f"no words for {fact!r}")

    # ---- what a split does

    def _choice(self, choice: Choice) -> str:
        return str(self._words["or_else"]).join(map(self._line, choice.lines))

    def _line(self, line: Iterable[SettingStep]) -> str:
        return str(self._words["then"]).join(map(self._step, line))

    def _step(self, step: SettingStep) -> str:
        if isinstance(step, Keep):
            told = self._filters(step.filters)
            return self._say("prefer", filters=told) if step.soft else told
        if step.side is None:
            return self._turned(self._say("most_points"))
        key = ("worst" if step.worst else "best") + ("_points" if step.points else "")
        return self._turned(self._say(key, side=self._say(str(step.side))))

    def _filters(self, filters: Filters, *, third: bool = False) -> str:
        wanted = [self._turned(self._filter(part), third=third) for part, wanted in filters.parts if wanted]
        others = [part for part, wanted in filters.parts if not wanted]
        told = self._all_of(wanted)
        for part in others:
            words = self._turned(self._filter(part), third=third, wanted=False)
            told += self._say("but", filter=words)
        return told

    def _turned(self, words: str, *, third: bool = False, wanted: bool = True) -> str:
        """An order, or what a split does, or its negation."""

        def turn(found: re.Match[str]) -> str:
            verb = found[1]
            if not wanted:
                return self._say("no_verb_third" if third else "no_verb", verb=verb)
            return f"{verb}s" if third else verb

        said = _VERB.sub(turn, words)
        if wanted or said != words:
            return said
        return self._say("no_verb", verb=said)

    def _filter(self, part: Filter) -> str:
        match part:
            case HalfIs(side, extent):
                return self._say("half_is", side=self._say(str(side)), extent=self._extent(extent))
            case BetterThan(side, other):
                told = self._turned(self._filter(other), third=True)
                return self._say("better_than", side=self._say(str(side)), other=told)
            case tiles.PairIs(kept):
                return self._say(self._kept if kept else "pair_split")
            case tiles.Making(results, or_better):
                told = self._any_of([self._result(*result) for result in results])
                return self._say("making_or_better" if or_better else "making", results=told)
            case tiles.StrongHands(count):
                return self._say(f"strong_{count}")
            case tiles.TileIn(held, side):
                return self._say("tile_in", tiles=self._tiles(held), side=self._say(str(side)))
            case tiles.Beside(held, others):
                return self._say("beside", tiles=self._tiles(held), others=self._tiles(others))
            case _ if type(part) in _NAMED:
                return self._say(_NAMED[type(part)])
        return self._card_filter(part)

    def _card_filter(self, part: Filter) -> str:
        match part:
            case poker.GroupIn(group, side):
                return self._say("group_in", group=self._group(group), side=self._say(str(side)))
            case poker.PartLow(group, count):
                return self._say(f"part_low_{count}", group=self._group(group))
            case poker.JokerIn(side):
                return self._say("joker_in", side=self._say(str(side)))
            case poker.CardsLow(first, second):
                named = [self._named("places", place.value) for place in (first, second)]
                return self._say("cards_low", first=named[0], second=named[1])
            case poker.RankLow(rank):
                return self._say("rank_low", card=self._one(poker.rank_sign(rank)))
            case poker.AsTable(name):
                return self._say("as_table", name=self._named("shapes", name))
        raise AssertionError(f"no words for {part!r}")

    # ---- names

    def _any_of(self, names: list[str]) -> str:
        one, two, comma, last = self._words["list"]
        if len(names) < 3:
            return str((one, two)[len(names) - 1]).format(*names)
        return f"{comma.join(names[:-1])}{last}{names[-1]}"

    def _all_of(self, parts: list[str]) -> str:
        if len(parts) < 3:
            return str(self._words["and"]).join(parts)
        return f"{self._words['and_comma'].join(parts[:-1])}{self._words['and_last']}{parts[-1]}"

    def _number(self, number: NumberRange) -> str:
        if number.most is None:
            return self._say("or_more", n=str(number.least))
        if number.least is None:
            return self._say("or_less", n=str(number.most))
        if number.least == number.most:
            return str(number.least)
        return self._say("range", least=str(number.least), most=str(number.most))

    def _extent(self, extent: Extent) -> str:
        spec = self._spec(extent.spec)
        if extent.reach is Reach.EXACTLY:
            return spec
        upper = "" if extent.upper is None else self._spec(extent.upper)
        return self._say(_REACHES[extent.reach], spec=spec, upper=upper)

    def _spec(self, spec: Spec) -> str:
        match spec:
            case tiles.Points(value):
                return self._say("points", n=str(value))
            case tiles.PointsWith(value, tile):
                kind = tiles.kinds_named(tile)[1]
                return self._say("points_with", n=str(value), tile=self._kind(kind[0]))
            case tiles.TileKindSpec(kind) | poker.CardKindSpec(kind):
                return self._named("kinds", kind.value)
            case poker.TwoCards(high, low):
                return self._say("two_cards", high=poker.rank_sign(high), low=poker.rank_sign(low))
            case poker.HighCard(rank):
                return self._say("high_card", rank=self._named("ranks", poker.rank_sign(rank)))
            case poker.PairSpec(rank):
                if rank is None:
                    return self._say("pair")
                return self._say("pair_of_rank", rank=self._several(poker.rank_sign(rank)))
        raise AssertionError(f"no words for {spec!r}")

    def _result(self, low: Spec, high: Spec) -> str:
        return self._say("result", low=self._spec(low), high=self._spec(high))

    def _kind(self, kind: str) -> str:
        return self._named("tiles", kind)

    def _tiles(self, held: tiles.TileSet) -> str:
        if held == tiles.ANY_TILE:
            return self._say("any_tile")
        banded = any(word.startswith('"') for word in held.words)
        if banded:
            return self._any_of(self._banded(held.kinds))
        return self._any_of([self._word(word) for word in held.words])

    def _banded(self, kinds: frozenset[str]) -> list[str]:
        """The tiles of a band; a number if the band holds both kinds that share it."""
        shared = {n: each for n, each in tiles.CLASSES.items() if kinds.issuperset(each)}
        single = kinds.difference(*shared.values()) if shared else kinds
        return [*(self._kind(kind) for kind in KINDS if kind in single), *shared]

    def _word(self, word: str) -> str:
        """A tile as written; a number that two kinds share stays a number."""
        kinds = tiles.kinds_named(word)[1]
        return self._kind(kinds[0]) if len(kinds) == 1 else word

    def _patterns(self, patterns: tuple[tiles.Pattern, ...]) -> str:
        return self._any_of([self._pattern(pattern) for pattern in patterns])

    def _pattern(self, pattern: tiles.Pattern) -> str:
        if pattern.any_two:
            return self._say("any_two", tiles=self._tiles(pattern.elements[0]))
        return str(self._words["plus"]).join(map(self._tiles, pattern.elements))

    def _group(self, group: poker.Group) -> str:
        return self._named("groups", group.value)

    def _ranks(self, spans: Iterable[poker.Span]) -> str:
        return self._any_of([self._span(span, self._several) for span in spans])

    def _card(self, span: poker.Span) -> str:
        return self._span(span, self._one)

    def _span(self, span: poker.Span, name: Any) -> str:
        if span.text.startswith('"'):
            return self._any_of([name(poker.rank_sign(rank)) for rank in sorted(span.ranks)])
        signs = [poker.rank_sign(rank) for rank in sorted(span.ranks)]
        if len(signs) == 1:
            return str(name(signs[0]))
        if span.text.endswith("or higher"):
            return self._say("rank_or_higher", rank=name(signs[0]))
        if span.text.endswith("or lower"):
            return self._say("rank_or_lower", rank=name(signs[-1]))
        return self._say("rank_to", low=name(signs[0]), high=name(signs[-1]))

    def _one(self, sign: str) -> str:
        """One card of a rank: an ace, a 10."""
        name = self._named("ranks", sign)
        if not self._english:
            return name
        return f"{'an' if name[0] in 'a8' else 'a'} {name}"

    def _several(self, sign: str) -> str:
        """Cards of a rank: aces, 10s."""
        name = self._named("ranks", sign)
        return f"{name}s" if self._english else name


def _plays_what_it_looks_for(condition: Condition, choice: Choice) -> bool:
    """Whether a rule looks for a split only to play it: `when some setting with X play X`."""
    if not isinstance(condition, Settings) or condition.quantity is not Quantity.SOME:
        return False
    return choice.lines == ((Keep(condition.filters),),)
