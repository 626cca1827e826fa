"""A submission's text as flat keys and raw values. Not whether the keys are known or the values allowed.

House ways that it carries stand at its end, each whole under the name of its file, and nothing beside the
submission is needed:

    [ways]
    "ours.way" = '''
    way "Ours"
    ...
    '''
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

from paigow.submissions.findings import Finding

FILE: Final = "file"
"""The field that a finding names when it is about the text as a whole."""
LONGEST_SUBMISSION: Final = 200_000
SECTION: Final = "ways"
PREFIX: Final = f"{SECTION}."
SUFFIX: Final = ".way"


def parse_submission(text: str) -> Mapping[str, object] | Finding:
    """The raw values of a submission by dotted key, fractions exact; or why it cannot be read at all."""
    if len(text) > LONGEST_SUBMISSION:
        return Finding(FILE, f"{len(text):,} characters are too long", f"at most {LONGEST_SUBMISSION:,}")
    try:
        tree = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as fault:
        return Finding(
            FILE, f"not a TOML file: {fault}", "lines such as chairs = 6 under headings such as [table]"
        )
    except (InvalidOperation, RecursionError, ValueError):
        return Finding(
            FILE, "a number or a nesting in it is beyond all measure", "plain numbers and sections"
        )
    return dict(flat_keys(tree))


def flat_keys(tree: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Each value under its dotted key; an empty section is a value, so that a misspelled one is seen."""
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict) and value:
            yield from flat_keys(value, f"{key}.")
        else:
            yield key, value


def carrying(text: str, files: Mapping[str, str]) -> str:
    """A submission's text with files added to it; as it is if there are none."""
    if not files:
        return text
    lines = [f"{json.dumps(name)} = {_quoted(file)}\n" for name, file in files.items()]
    return f"{text.rstrip()}\n\n[{SECTION}]\n{''.join(lines)}"


def _quoted(file: str) -> str:
    """A text as TOML has it, to be read by people where that is possible."""
    if "'''" not in f"{file}'" and all(each.isprintable() or each in "\t\n" for each in file):
        return f"'''\n{file}'''"
    return json.dumps(file, ensure_ascii=False).replace("\x7f", "\\u007f")


def take_carried(raw: Mapping[str, object]) -> tuple[Mapping[str, object], Mapping[str, str]]:
    """The flat keys of a submission without the files that it carries, and those files by name."""
    keys = {
        key: value
        for key, value in raw.items()
        if key.startswith(PREFIX) and key.endswith(SUFFIX) and isinstance(value, str)
    }
    rest = {key: value for key, value in raw.items() if key not in keys}
    return rest, {key.removeprefix(PREFIX): text for key, text in keys.items()}
