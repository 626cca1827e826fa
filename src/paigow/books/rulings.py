"""The rulings by number: what we decided where a regulation is silent. Their text is `docs/rulings.md`.

The wheel ships that document next to this module; a checkout has it in `docs`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

SHIPPED: Final = Path(__file__).with_name("rulings.md")
WRITTEN: Final = Path(__file__).parents[3] / "docs" / "rulings.md"
_RULING: Final = re.compile(r"^\*\*(R[1-9]\d*)\. (.+?)\*\*(.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
_MARKS: Final = re.compile(r"[*`]")


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling, as plain text."""

    id: str
    title: str
    """The topic. It has no period if it opens the first sentence."""
    text: str


@cache
def rulings() -> Mapping[str, Ruling]:
    """All rulings, in document order."""
    written = (SHIPPED if SHIPPED.exists() else WRITTEN).read_text(encoding="utf-8")
    found = (Ruling(id_, _plain(title), _plain(text)) for id_, title, text in _RULING.findall(written))
    return {each.id: each for each in found}


def _plain(text: str) -> str:
    """Without line breaks and Markdown markup."""
    return " ".join(_MARKS.sub("", text).split())
