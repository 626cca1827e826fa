"""Tables for tests: a built-in submission, with some of its lines changed. Not their play."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from paigow.faults import BadInput
from paigow.submissions.checking import Submission, check_submission, find_submission
from paigow.submissions.rules import Rules
from paigow.table.state import Table, changed

__all__ = ["FROM_HAND", "PRESHUFFLED", "rules_with", "submission_with", "table_without"]

FROM_HAND = (
    'dealing.method = "hand"',
    "cards.change-hours = 4",
    'starting.method = "shaker"',
    'progressive.shared-as = ""',
    'banking.sole-bank-sets = "house-way"',
)
PRESHUFFLED = (
    "cards.decks = 1",
    'cards.backs = ["red"]',
    "cards.preshuffled = true",
    'shuffling.method = "hand"',
    'dealing.method = "manual-shoe"',
    'starting.method = "generator"',
    'approvals.generator = "HL-21"',
    'progressive.table = "A"',
    "progressive.rates = [40]",
    "progressive.starts = [10000]",
    'progressive.shared-as = ""',
)
"""Changes of maryland-poker-full: dealt from the hand, own meters; or preshuffled, cut, with a generator."""


def submission_with(example: str, *changes: str) -> Submission:
    """An example (`commission-tiles-full`, or a book's name for its plain one) with TOML lines changed."""
    values = dict(_flat("", tomllib.loads(find_submission(example).text)))
    for line in changes:
        values.update(_flat("", tomllib.loads(line)))
    text = "".join(f"{name} = {_toml(value)}\n" for name, value in values.items())
    checked = check_submission(text)
    if isinstance(checked, Submission):
        return checked
    raise BadInput("; ".join(f"{finding.field}: {finding.problem}" for finding in checked))


@cache
def rules_with(example: str, *changes: str) -> Rules:
    """The table's rules under such a submission.

    >>> rules_with("commission-tiles", "limits.main.minimum = 5").wagers["main"].least
    500
    """
    return submission_with(example, *changes).rules


def table_without(*devices: str) -> Table:
    """A card table whose devices are out of order."""
    return changed(Table(), cards=changed(Table().cards, out_of_order=devices))


def _flat(path: str, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(f"{path}{name}.", value)
        else:
            yield f"{path}{name}", value


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case list():
            return f"[{_joined(map(_toml, value))}]"
        case _:
            return str(value)


def _joined(texts: Iterable[str]) -> str:
    return ", ".join(texts)
