"""The convention for JSON on the command line, as rules on names and types; docs/library.md words it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any, Final

from paigow.material.hands import parse_hand, parse_setting

__all__ = ["breaches"]

LARGEST: Final = 2**53
"""Doubles, which is what JavaScript reads numbers as, hold every whole number up to here."""
MAPS: Final = frozenset(
    "bonus break_even_cents checks columns counts envy_pays_cents high left_out low meters_cents money nets "
    "paragraph_counts return_per_meter_unit shares wagers_left_out".split()
)
"""Objects whose keys are names of something, not fixed words. Only these can have other keys."""
LABELS: Final = frozenset("id number paragraphs rule rules table unreachable used_but_marked_unused".split())
"""Numbers of rules, paragraphs, and pay tables: text, since most are like 3a or 8(k)."""
SUBMITTED: Final = frozenset(("default", "one", "other"))
"""Values of options, as a submission writes them."""
TIMES: Final = frozenset("at since until".split())
A_YEAR: Final = 366 * 86_400
FLOATS: Final = re.compile(
    r"(^|_)(edge|frequency|deviation|error|mean|worth|value|low|high|confidence|correlations|risk|behind|even|"
    r"ahead|ruined|reached|playing|shares|one|other|instead|here)(_|$)"
)
"""What a number with a decimal point can be: a rounded or sampled figure per unit bet, a share, a chance."""


def breaches(found: Mapping[str, Any], command: str = "") -> list[str]:
    """What breaks the convention in one command's JSON, each with its place."""
    return [*_of_the_whole(found, command), *_within(found, "", "")]


def _of_the_whole(found: Mapping[str, Any], command: str) -> Iterator[str]:
    schema = str(found.get("schema"))
    named = re.fullmatch(r"paigow/([a-z]+(?:-[a-z]+)*)/[1-9]\d*", schema)
    if next(iter(found), None) != "schema" or not named:
        yield f"schema: {schema} comes first and is paigow/NAME/NUMBER"
    elif command and not f"{named[1]}-".startswith(f"{command.replace(' ', '-')}-"):
        yield f"schema: {schema} isn't named after {command}"
    if ("ok" in found) is not ("findings" in found):
        yield "ok and findings come together"
    for finding in found.get("findings", ()):
        if not isinstance(finding, dict) or not finding.get("problem"):
            yield f"findings: {finding!r} has no problem"
    if found.get("ok") and found["findings"]:
        yield "ok: true, with findings"


def _within(value: Any, place: str, key: str) -> Iterator[str]:
    match value:
        case dict():
            yield from _object(value, place, key)
        case list():
            yield from _list(value, place, key)
        case _:
            yield from (f"{place}: {value!r} {wrong}" for wrong in _of_a_value(value, key))


def _object(value: Mapping[str, Any], place: str, key: str) -> Iterator[str]:
    if "numerator" in value or "denominator" in value:
        yield from (f"{place}: {value} {wrong}" for wrong in _of_a_fraction(value))
        return
    for name, inner in value.items():
        if key not in MAPS and not re.fullmatch(r"[a-z]+(_[a-z]+)*", name):
            yield f"{place}.{name}: not in snake_case"
        if name == "events":
            continue  # Records of the protocol, which has a catalog of its own.
        # The entries of a map are all what its name says.
        yield from _within(inner, f"{place}.{name}", key if key in MAPS else name)


def _list(value: list[Any], place: str, key: str) -> Iterator[str]:
    shapes = {frozenset(each) for each in value if isinstance(each, dict)}
    if len(shapes) > 1 and not any("numerator" in shape for shape in shapes):
        odd = frozenset.union(*shapes) - frozenset.intersection(*shapes)
        yield f"{place}: some records lack {', '.join(sorted(odd))}"
    for number, each in enumerate(value):
        yield from _within(each, f"{place}[{number}]", "" if isinstance(each, dict) else key)


def _of_a_value(value: object, key: str) -> Iterator[str]:
    if "percent" in key and not isinstance(value, str):
        yield "is in percent, not per unit"
    match value:
        case bool() | None:
            if key.endswith("_cents") and value is not None:
                yield "is not an amount"
        case int():
            yield from _of_a_whole_number(value, key)
        case float():
            yield from _of_a_float(key)
        case str():
            yield from _of_a_text(value, key)


def _of_a_whole_number(value: int, key: str) -> Iterator[str]:
    if abs(value) > LARGEST:
        yield "is past 2^53 and not text"
    near = any(abs(value - time.time() * unit) < A_YEAR * unit for unit in (1, 1000))
    if key in TIMES or (near and key != "counts"):
        yield "is a time as a number"


def _of_a_float(key: str) -> Iterator[str]:
    if key.endswith("_cents") and not key.startswith("standard_deviation"):
        yield "is an amount that isn't whole"
    if not FLOATS.search(key):
        yield "has a decimal point"


def _of_a_text(value: str, key: str) -> Iterator[str]:
    if key in SUBMITTED:
        return
    if not value:
        yield "is empty, not null"
    if key in TIMES and not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value):
        yield "is not a time in UTC"
    if key == "day" and not re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        yield "is not a day"
    if key not in LABELS and key != "allowed":
        if re.fullmatch(r"-?\d+", value) and abs(int(value)) <= LARGEST:
            yield "is a whole number as text"
        if re.fullmatch(r"-?\d+/\d+|[-−]?\$?\d[\d,]*\.\d+%?|\d+%", value):
            yield "is a number as text"
    if key == "hand" and str(parse_hand(value)) != value:
        yield "is not a hand in its notation"
    if key in ("way_sets", "dealer_way_sets") and str(parse_setting(value)) != value:
        yield "is not a setting in its notation"


def _of_a_fraction(value: Mapping[str, Any]) -> Iterator[str]:
    if list(value) != ["numerator", "denominator"]:
        yield "is not just a numerator and a denominator"
        return
    if {type(part) for part in value.values()} not in ({int}, {str}):
        yield "has one part as text"
    numerator, denominator = map(int, value.values())
    large = max(abs(numerator), denominator) > LARGEST
    if large is not isinstance(value["numerator"], str):
        yield "is text exactly if a part is past 2^53"
    if denominator < 1 or gcd(numerator, denominator) != 1:
        yield "is not in lowest terms"
