"""What only a calculation can check about a submission: decks and backs, meters and rates.

Combinations that a list can state are in each book's combinations.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from paigow.books.book import RuleBook
from paigow.books.cited import qualified
from paigow.submissions.findings import Finding
from paigow.wagers.money import Cents
from paigow.wagers.progressive import MeterTerms, ProgressiveTerms, least_starts, terms_problems

__all__ = ["progressive_terms", "relation_findings"]

Values = Mapping[str, object]


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
            yield Finding(
                f"progressive.{name}", problem, f"one for each: {meters}", qualified(book.name, "13.E(1)")
            )
    terms = progressive_terms(values) if counts_fit else None
    for each in terms_problems(terms) if terms else ():
        yield Finding(_FIELDS[each.field.rpartition(".")[2]], each.problem, each.allowed, each.paragraph)


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
