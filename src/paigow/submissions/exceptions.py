"""Where a house way departs from the regulation's own rules for the dealer, and whether that is noted (R83).

A rule departs if some hand that it sets would be set differently by the regulation's rules. Which rules these
are follows from all hands, so that a note is never taken on trust. Not which way is chosen: see `ways`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from paigow.books.book import RuleBook
from paigow.houseways import HouseWay, load_way
from paigow.submissions.findings import Finding
from paigow.submissions.values import shown
from paigow.submissions.ways import ChosenWay

EXCEPTIONS: Final = "house-way.exceptions"
WAY: Final = "house-way.way"


@dataclass(frozen=True, slots=True)
class Departure:
    """A rule of a way by its number, the regulation's rules that it overrides, and for how many hands."""

    rule: str
    overrides: tuple[int, ...]
    hands: int


def departures(book: RuleBook, way: HouseWay) -> tuple[Departure, ...]:
    """Every rule of a way that departs from the book's own, in the way's order; none where it has none."""
    if not book.options[EXCEPTIONS].open:
        return ()
    return _departures(way, str(book.options[WAY].default))


@lru_cache(maxsize=32)
def _departures(way: HouseWay, usual: str) -> tuple[Departure, ...]:
    from paigow.houseways.checking import compare_ways

    default = load_way(usual)
    if way.rules == default.rules and way.final == default.final:
        return ()
    found = compare_ways(way, default)
    return tuple(
        Departure(
            str(rule.label),
            tuple(sorted(each.second.label.number for each in found if each.first == rule)),
            sum(each.hands for each in found if each.first == rule),
        )
        for rule in way.rules
        if any(each.first == rule for each in found)
    )


def exception_findings(book: RuleBook, chosen: ChosenWay, noted: Sequence[str]) -> Iterator[Finding]:
    """What is wrong with the notes: numbers that the way does not have, missing ones, and needless ones."""
    option = book.options[EXCEPTIONS]
    if not option.open:
        return
    due = [each.rule for each in departures(book, chosen.way)]
    labels = {str(rule.label) for rule in chosen.way.rules}
    allowed = f"exceptions = {json.dumps(due)}"
    unknown = [each for each in noted if each not in labels]
    missing = [each for each in due if each not in noted]
    needless = [each for each in noted if each in labels and each not in due]
    own = "the regulation's own rules"
    for numbers, one, more in (
        (unknown, "{} is not in the way {}", "{} are not in the way {}"),
        (missing, f"{{}} departs from {own} and is not noted", f"{{}} depart from {own} and are not noted"),
        (
            needless,
            f"{{}} is noted but never departs from {own}",
            f"{{}} are noted but never depart from {own}",
        ),
    ):
        if numbers:
            problem = (one if len(numbers) == 1 else more).format(_named(numbers), chosen.name)
            yield Finding(option.name, problem, allowed, option.cite)


def _named(rules: Sequence[str]) -> str:
    """Rules by number, as a sentence names them: `rule 3a`, `rules 3a, 4, 7`."""
    names = [rule if rule.isalnum() and len(rule) <= 8 else shown(rule) for rule in rules]
    return f"rule{'' if len(names) == 1 else 's'} {', '.join(names)}"
