"""Headings and explained terms in other languages, for readers of posted rules in English.

What is posted is posted as the operator filed it. A guide says so at the top of the page, translates the
headings, and explains the terms. What it doesn't have, such as the words of a separate book, stays English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from paigow.books.tables import read_toml
from paigow.faults import BadInput
from paigow.posted.templates import ENGLISH
from paigow.wagers.registry import wagers

_HERE: Final = files("paigow.posted") / "guides"


class Guide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language: `titles` of sections and explanations of `terms`, by their English words."""

    language: str
    notice: str
    contents: str
    heading: str
    titles: Mapping[str, str]
    terms: Mapping[str, str]


def guide_languages() -> tuple[str, ...]:
    return tuple(sorted(each.name.removesuffix(".toml") for each in _HERE.iterdir()))


@cache
def load_guide(language: str) -> Guide:
    """A language's guide. The sections of side wagers have the wagers' own titles."""
    if language not in guide_languages():
        problem = f"there is no guide to posted rules in {language!r}"
        raise BadInput(problem, allowed=f"choose one of {', '.join(guide_languages())}")
    raw = dict(read_toml(_HERE / f"{language}.toml"))
    named = {wager.texts[ENGLISH]["title"]: wager.texts.get(language, {}) for wager in wagers().values()}
    own = {title: texts["title"] for title, texts in named.items() if "title" in texts}
    return msgspec.convert({**raw, "language": language, "titles": {**own, **raw["titles"]}}, Guide)
