"""Submissions for tests, made from the examples by changing a few lines, without the program's writer."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from paigow.submissions.checking import Submission, check_submission, find_submission
from paigow.submissions.values import Finding

__all__ = [
    "LEFT_OUT",
    "changed",
    "findings_of",
    "of_field",
    "only",
    "sound",
    "text_of",
    "tree_of",
    "with_changes",
]

LEFT_OUT: Final = object()
"""As a value, it removes the line."""

Tree = dict[str, Any]


def tree_of(example: str) -> Tree:
    return tomllib.loads(find_submission(example).text, parse_float=Decimal)


def with_changes(tree: Tree, changes: Mapping[str, object]) -> Tree:
    """A copy with some dotted keys set to raw values, or removed."""
    copy = deepcopy(tree)
    for key, value in changes.items():
        *sections, name = key.split(".")
        place = copy
        for section in sections:
            place = place.setdefault(section, {})
        if value is LEFT_OUT:
            place.pop(name, None)
        else:
            place[name] = deepcopy(value)
    return copy


def text_of(tree: Mapping[str, object]) -> str:
    """A tree as TOML, every table inline."""
    return "".join(f"{json.dumps(key)} = {_value(value)}\n" for key, value in tree.items())


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Decimal():
            return str(value).replace("NaN", "nan").replace("Infinity", "inf")
        case str():
            return json.dumps(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {_value(each)}" for key, each in value.items()) + "}"
        case _:
            raise TypeError(value)


def changed(example: str, changes: Mapping[str, object]) -> str:
    return text_of(with_changes(tree_of(example), changes))


def sound(
    example: str, changes: Mapping[str, object] | None = None, folder: Path | None = None
) -> Submission:
    """An example with changes, as a submission; it must have no findings."""
    checked = check_submission(changed(example, changes or {}), folder=folder)
    assert isinstance(checked, Submission), [str(finding) for finding in checked]
    return checked


def findings_of(
    example: str, changes: Mapping[str, object], folder: Path | None = None
) -> tuple[Finding, ...]:
    """The findings on an example with changes; there must be some."""
    checked = check_submission(changed(example, changes), folder=folder)
    assert not isinstance(checked, Submission), f"{changes} was accepted"
    return checked


def of_field(findings: tuple[Finding, ...], field: str) -> Finding:
    found = [finding for finding in findings if finding.field == field]
    assert len(found) == 1, [str(finding) for finding in findings]
    return found[0]


def only(example: str, changes: Mapping[str, object], field: str, paragraph: str) -> None:
    """Exactly one finding, on this field, by this paragraph."""
    (finding,) = findings_of(example, changes)
    assert finding.field == field, str(finding)
    assert paragraph in finding.paragraph.split(", "), str(finding)
    assert finding.problem
    assert finding.allowed
