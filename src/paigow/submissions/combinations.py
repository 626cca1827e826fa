"""Which choices exclude each other: by each book's combinations.toml, and by arithmetic.

Not single values: see `values`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

from paigow.books.book import RuleBook
from paigow.books.cited import cites_of
from paigow.books.options import ALWAYS, OptionCondition, holds
from paigow.books.registry import folder_of
from paigow.books.tables import read_toml
from paigow.submissions.values import Finding
from paigow.wagers.money import Cents, money
from paigow.wagers.registry import line_wagers

Values = Mapping[str, object]


def combination_findings(book: RuleBook, values: Values) -> Iterator[Finding]:
    """Every forbidden combination among values that are valid on their own."""
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
    return Finding(rule["field"], rule["problem"], rule["allowed"], book.written(cites_of(rule["cite"])))


def _out_of_order(book: RuleBook, rule: Mapping[str, Any], values: Values) -> Finding | None:
    smaller, larger = values.get(rule["smaller"]), values.get(rule["larger"])
    if not isinstance(smaller, int) or not isinstance(larger, int) or not holds(_when(rule), values):
        return None
    if smaller <= larger:
        return None
    allowed = f"at most {money(Cents(larger))}, which is {rule['larger']}"
    return Finding(rule["smaller"], rule["problem"], allowed, book.written(cites_of(rule["cite"])))


def _alike(book: RuleBook, rule: Mapping[str, Any], values: Values) -> Finding | None:
    one, other = values.get(rule["one"]), values.get(rule["other"])
    if not isinstance(one, str) or not isinstance(other, str) or not holds(_when(rule), values):
        return None
    if one.casefold() != other.casefold():
        return None
    return Finding(rule["one"], rule["problem"], rule["allowed"], book.written(cites_of(rule["cite"])))


def _limits(book: RuleBook, name: str, values: Values) -> Finding | None:
    """A wager's minimum can't exceed its maximum, whether or not the wager is offered."""
    option = book.options[name]
    least, most = values.get(name), values.get(name.removesuffix("minimum") + "maximum")
    if not option.given or not isinstance(least, int) or not isinstance(most, int) or least <= most:
        return None
    allowed = f"at most its maximum of {money(Cents(most))}"
    return Finding(
        name,
        f"the minimum of {money(Cents(least))} is above the maximum",
        allowed,
        book.written(option.cites),
    )


def relation_findings(book: RuleBook, values: Values) -> Iterator[Finding]:
    """Every finding that takes arithmetic. Options with findings of their own aren't in `values`."""
    yield from _backs(book, values)
    yield from _of_wagers(book, values)


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
        yield Finding("cards.backs", problem, allowed, book.written(book.options["cards.backs"].cites))


def _of_wagers(book: RuleBook, values: Values) -> Iterator[Finding]:
    """Problems that each offered wager finds in the combination of its options."""
    for kind, wager in line_wagers().items():
        if wager.problems is None or values.get(f"{kind}.offered") is not True:
            continue
        for each in wager.problems({name.removeprefix(f"{kind}."): value for name, value in values.items()}):
            cites = book.options[f"{kind}.{each.option or each.field}"].cites
            yield Finding(
                f"{kind}.{each.field}", each.problem, each.allowed, each.paragraph or book.written(cites)
            )
