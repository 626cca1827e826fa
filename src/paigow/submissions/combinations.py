"""What choices may not stand together, by each book's combinations.toml. Not single values: see `values`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

from paigow.books.book import RuleBook
from paigow.books.cited import qualified
from paigow.books.options import ALWAYS, Condition, holds
from paigow.books.registry import folder_of
from paigow.books.tables import read_toml
from paigow.submissions.findings import Finding
from paigow.wagers.money import Cents, money

__all__ = ["combination_findings"]

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


def _when(rule: Mapping[str, Any], key: str = "when") -> Condition:
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
