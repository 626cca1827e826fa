"""What choices may not stand together: by each book's combinations.toml, and by arithmetic.

Not single values: see `values`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any, Final

from paigow.books.book import RuleBook
from paigow.books.cited import qualified
from paigow.books.options import ALWAYS, OptionCondition, holds
from paigow.books.registry import folder_of
from paigow.books.tables import read_toml
from paigow.submissions.values import Finding
from paigow.wagers.money import Cents, money
from paigow.wagers.progressive import MeterTerms, ProgressiveTerms, least_starts, terms_problems

Values = Mapping[str, object]


def combination_findings(book: RuleBook, values: Values) -> Iterator[Finding]:
    """Every forbidden combination among values that are sound by themselves."""
    rules = _rules(book.name)
    forbidden = (_forbidden(book, rule, values) for rule in rules.get("forbid", ()))
    ordered = (_out_of_order(book, rule, values) for rule in rules.get("order", ()))
    alike = (_alike(book, rule, values) for rule in rules.get("differ", ()))
    limits = (_limits(book, name, values) for name in book.options if name.endswith(".minimum"))
    yield from (finding for finding in chain(forbidden, ordered, alike, limits) if finding is not None)


@cache
def _rules(book: str) -> Mapping[str, Any]:
    rules = read_toml(folder_of(book) / "combinations.toml")
    assert rules.keys() <= {"forbid", "order", "differ"}, f"{book} has combinations of an unknown sort"
    return rules


def _when(rule: Mapping[str, Any], key: str = "when") -> OptionCondition:
    return {name: tuple(values) for name, values in rule.get(key, ALWAYS).items()}


def _all_known(names: Iterable[str], values: Values) -> bool:
    return all(name in values for name in names)


def _forbidden(book: RuleBook, rule: Mapping[str, Any], values: Values) -> Finding | None:
    when, unless = _when(rule), _when(rule, "unless")
    if not _all_known([*when, *unless], values) or not holds(when, values):
        return None
    if unless and holds(unless, values):
        return None
    return Finding(rule["field"], rule["problem"], rule["allowed"], qualified(book.name, rule["cite"]))


def _out_of_order(book: RuleBook, rule: Mapping[str, Any], values: Values) -> Finding | None:
    smaller, larger = values.get(rule["smaller"]), values.get(rule["larger"])
    if not isinstance(smaller, int) or not isinstance(larger, int) or not holds(_when(rule), values):
        return None
    if smaller <= larger:
        return None
    allowed = f"at most {money(Cents(larger))}, which is {rule['larger']}"
    return Finding(rule["smaller"], rule["problem"], allowed, qualified(book.name, rule["cite"]))


def _alike(book: RuleBook, rule: Mapping[str, Any], values: Values) -> Finding | None:
    one, other = values.get(rule["one"]), values.get(rule["other"])
    if not isinstance(one, str) or not isinstance(other, str) or not holds(_when(rule), values):
        return None
    if one.casefold() != other.casefold():
        return None
    return Finding(rule["one"], rule["problem"], rule["allowed"], qualified(book.name, rule["cite"]))


def _limits(book: RuleBook, name: str, values: Values) -> Finding | None:
    """The least of a wager may not exceed the most, whether the wager is offered or not."""
    option = book.options[name]
    least, most = values.get(name), values.get(name.removesuffix("minimum") + "maximum")
    if not option.given or not isinstance(least, int) or not isinstance(most, int) or least <= most:
        return None
    allowed = f"at most its maximum of {money(Cents(most))}"
    return Finding(name, f"a minimum of {money(Cents(least))} above the maximum", allowed, option.cite)


def relation_findings(book: RuleBook, values: Values) -> Iterator[Finding]:
    """Every finding that takes arithmetic; options that are themselves at fault are not in `values`."""
    yield from _backs(book, values)
    yield from _meters(book, values)


def _backs(book: RuleBook, values: Values) -> Iterator[Finding]:
    backs, decks = values.get("cards.backs"), values.get("cards.decks")
    if not book.options["cards.backs"].open or not isinstance(backs, tuple) or not isinstance(decks, int):
        return
    colors = {back.casefold() for back in backs if back}
    if len(backs) != decks or len(colors) != decks:
        problem = (
            f"{decks} {'deck' if decks == 1 else 'decks'} with backs in {', '.join(backs) or 'no color'}"
        )
        allowed = "one color for each deck, and two decks in different colors"
        yield Finding("cards.backs", problem, allowed, book.options["cards.backs"].cite)


_FIELDS: Final = {
    "meters": "progressive.starts",
    "start": "progressive.starts",
    "rate": "progressive.rates",
    "stake": "progressive.wager",
}


def _meters(book: RuleBook, values: Values) -> Iterator[Finding]:
    if values.get("progressive.offered") is not True:
        return
    table, starts, rates = (values.get(f"progressive.{name}") for name in ("table", "starts", "rates"))
    if not isinstance(table, str):
        return
    meters = ", ".join(map(str, least_starts(table)))
    counts_fit = True
    for name, given in (("starts", starts), ("rates", rates)):
        if isinstance(given, tuple) and len(given) != len(least_starts(table)):
            counts_fit = False
            problem = f"{len(given)} {name} for the meters of table {table}"
            cite = book.options["progressive.table"].cite
            yield Finding(f"progressive.{name}", problem, f"one for each: {meters}", cite)
    terms = progressive_terms(values) if counts_fit else None
    for each in terms_problems(terms) if terms else ():
        field = _FIELDS[each.field.rpartition(".")[2]]
        yield Finding(field, each.problem, each.allowed, each.paragraph or book.options[field].cite)


def progressive_terms(values: Values) -> ProgressiveTerms | None:
    """The progressive's terms, if all of their values are sound."""
    table, stake = values.get("progressive.table"), values.get("progressive.wager")
    starts, rates = values.get("progressive.starts"), values.get("progressive.rates")
    if not (
        isinstance(table, str)
        and isinstance(stake, int)
        and isinstance(starts, tuple)
        and isinstance(rates, tuple)
    ):
        return None
    meters = tuple(
        MeterTerms(meter, Cents(start), Fraction(rate))
        for meter, start, rate in zip(least_starts(table), starts, rates, strict=True)
    )
    return ProgressiveTerms(table, Cents(stake), meters)
