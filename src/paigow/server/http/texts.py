"""The texts of the pages in each language: the browser's own, and what table, books and wagers bring along.

English sentences of what happens and what the dealer says stand once, beside the code that tells them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from paigow.books.book import books
from paigow.books.texts import texts_of
from paigow.table.text.script import sayings
from paigow.table.text.tellings import english_texts
from paigow.wagers.registry import wagers
from paigow.wagers.wager import Named

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "zh-Hant", "zh-Hans")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every text of a language by its key."""
    own = files("paigow").joinpath("web", "texts", f"{language}.json").read_text(encoding="utf-8")
    parts = [json.loads(own), *(_book(each.name, language) for each in books())]
    parts += [_wager(each, language) for each in wagers().values()]
    if language == ENGLISH:
        parts += [english_texts(), {f"say.{line}": line for line in sayings()}]
    found: dict[str, str] = {}
    for part in parts:
        assert not found.keys() & part.keys(), sorted(found.keys() & part.keys())
        found |= part
    return dict(sorted(found.items()))


def _book(name: str, language: str) -> dict[str, str]:
    texts = texts_of(name).languages[language]
    return {f"book.{name}": texts.name, f"lobby.offers.{name}": texts.offers}


def _wager(wager: Named, language: str) -> dict[str, str]:
    """Its title, the layout's spot and its letter; in English where a package has no other language."""
    texts = wager.texts.get(language, wager.texts[ENGLISH])
    key = f"wager.{wager.kind}"
    return {key: texts["title"], f"{key}.fold": texts["spot"], f"{key}.key": texts["key"]}


@cache
def catalogue_file(language: str) -> bytes:
    """A catalogue as a browser loads it."""
    return json.dumps(catalogue(language), ensure_ascii=False, separators=(",", ":")).encode()
