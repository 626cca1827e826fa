"""House ways that a submission carries in its own text. Not judging them: see `ways`.

They stand at its end, each whole under the name of its file, and nothing beside the submission is needed:

    [ways]
    "ours.way" = '''
    way "Ours"
    ...
    '''
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

__all__ = ["carrying", "take_carried"]

SECTION: Final = "ways"
PREFIX: Final = f"{SECTION}."
SUFFIX: Final = ".way"


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
