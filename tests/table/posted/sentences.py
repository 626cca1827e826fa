"""The sentences of posted rules, one by one, and the submissions whose posted rules are examined.

A sentence is part of a text or a list. Pay tables, galleries, and the rules of a house way aren't sentences:
`grids` has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from paigow.books.book import load_book
from paigow.books.options import Option, Type
from paigow.posted import posted_rules, rules_text
from paigow.posted.document import Items, Text
from paigow.submissions.checking import Submission, check_submission
from paigow.submissions.values import value_text
from tests.books.making import changed

__all__ = ["admitted", "cited_sentences", "rendered", "sentences_of", "variants"]

_END: Final = re.compile(r'(?<=[.])\s+(?=[A-Z"])')
_BLANK: Final = re.compile(r"\{([a-z0-9.-]+)\}")
EXTRA: Final[Mapping[str, tuple[dict[str, object], ...]]] = {
    "colorado-tiles-full": (
        {"spots.two-areas": False},
        {"vigorish.method": "none"},
        {"banking.bank": "nobody", "banking.co-bank": "nobody"},
        {"banking.bank": "nobody", "banking.co-bank": "nobody", "spots.two-areas": False},
        {"banking.bank": "nobody", "banking.co-bank": "nobody", "vigorish.method": "none"},
        {"banking.dealer-wager": "share-of-last-wager"},
        {"banking.dealer-wager": "fixed"},
        {"tips.restrictions": []},
    ),
    "commission-tiles-full": (
        {"banking.dealer-wager": "share-of-last-wager"},
        {"banking.dealer-wager": "fixed"},
        {
            "house-way.way": "traditional",
            "house-way.exceptions": ["3a", "3b", "3c", "3d", "3e", "3f", "5", "8", "12", "14"],
        },
    ),
    "maryland-poker-full": (
        {
            "dealing.method": "hand",
            "cards.change-hours": 4,
            "starting.method": "shaker",
            "fallback.shuffling": "shuffler",
        },
        {
            "shuffling.method": "hand",
            "dealing.method": "manual-shoe",
            "cards.decks": 1,
            "cards.backs": ["red"],
            "starting.method": "shaker",
        },
        {
            "shuffling.method": "reshuffling-device",
            "dealing.method": "manual-shoe",
            "cards.decks": 1,
            "cards.backs": ["red"],
            "starting.method": "generator",
            "approvals.generator": "HL-21",
            "approvals.reshuffling-device": "HL-22",
        },
        {"starting.method": "generator", "approvals.generator": "HL-21", "dealing.method": "manual-shoe"},
        {"starting.method": "generator", "approvals.generator": "HL-21"},
        {"starting.marker": "other-object", "approvals.starting-marker": "HL-23"},
        {"progressive.table": "B", "progressive.rates": [20, 10], "progressive.starts": [10_000, 1_000]},
        {"progressive.table": "D", "progressive.starts": [10_000, 2_500, 1_000]},
        {"banking.dealer-wager": "share-of-last-wager"},
        {"banking.dealer-wager": "fixed"},
        {"banking.bank": "nobody", "banking.co-bank": "nobody"},
        {"fortune.offered": False, "emperors.offered": False},
    ),
    "maryland-poker-plain": (
        {"cards.preshuffled": True},
        {"shuffling.method": "reshuffling-device", "approvals.reshuffling-device": "HL-22"},
        {"banking.bank": "everyone"},
        {"starting.marker": "cover-card"},
        {"shuffling.method": "shuffler", "dealing.method": "hand", "cards.change-hours": 4},
    ),
    "rock-island-poker-plain": (
        {"shuffling.method": "shuffler"},
        {"starting.method": "generator"},
    ),
}
"""Choices that only go together; single ones are all tried."""


def sentences_of(submission: Submission) -> tuple[str, ...]:
    """Every sentence that a submission posts; the lead of a definition belongs to its first sentence."""
    return tuple(sentence for sentence, _ in cited_sentences(submission))


@lru_cache(maxsize=512)
def cited_sentences(submission: Submission) -> tuple[tuple[str, str], ...]:
    """Every sentence with the citation of its text."""
    return tuple(_sentences(submission))


def _sentences(submission: Submission) -> Iterator[tuple[str, str]]:
    for section in posted_rules(submission).sections:
        for block in section.blocks:
            if isinstance(block, Items) and block.labels:
                continue
            for text in block.items if isinstance(block, Items) else (block,):
                if isinstance(text, Text):
                    words = f"{text.lead}: {text.words}" if text.lead else text.words
                    yield from ((sentence, text.cite) for sentence in _END.split(words))


@dataclass(frozen=True, slots=True)
class Variant:
    """An example with some choices changed."""

    example: str
    changed: tuple[str, ...]
    submission: Submission


@cache
def _every_variant(book: str) -> tuple[Variant, ...]:
    """The examples of a book, and their variants with any one choice changed."""
    found: dict[str, Variant] = {}
    for example in (f"{book}-plain", f"{book}-full"):
        changes: list[dict[str, object]] = [{}, *EXTRA.get(example, ())]
        for option in load_book(book).options.values():
            changes += [{option.name: value} for value in _values(option)]
        for change in changes:
            checked = check_submission(changed(example, change))
            if isinstance(checked, Submission):
                made = Variant(example, tuple(change), checked)
                found.setdefault(rules_text(posted_rules(checked)), made)
            else:
                assert len(change) == 1, [str(finding) for finding in checked]
    return tuple(found.values())


@cache
def variants(book: str) -> tuple[Submission, ...]:
    """The submissions whose posted rules are examined, each with different rules."""
    return tuple(each.submission for each in _every_variant(book))


@cache
def admitted(book: str) -> Mapping[str, Mapping[str, frozenset[object]]]:
    """The choices that add or remove each sentence, with the values that go with it."""
    return {
        sentence: {
            option: frozenset(
                each.rules.choices[option] for each in variants(book) if sentence in sentences_of(each)
            )
            for option in options
        }
        for sentence, options in _deciding(book).items()
    }


@cache
def _deciding(book: str) -> Mapping[str, frozenset[str]]:
    """The options a sentence depends on; if no single one does, those that were changed together."""
    bases = {each.example: each.submission for each in _every_variant(book) if not each.changed}
    alone: dict[str, set[str]] = {}
    together: dict[str, set[str]] = {}
    for each in _every_variant(book):
        words = [
            name for name in each.changed if load_book(book).options[name].type in (Type.FLAG, Type.CHOICE)
        ]
        for sentence in set(sentences_of(bases[each.example])) ^ set(sentences_of(each.submission)):
            (alone if len(each.changed) == 1 else together).setdefault(sentence, set()).update(words)
    return {sentence: frozenset(options) for sentence, options in {**together, **alone}.items()}


def _values(option: Option) -> list[object]:
    """The values worth trying for an open choice."""
    if not option.open:
        return []
    match option.type:
        case Type.FLAG:
            return [True, False]
        case Type.CHOICE | Type.TABLE:
            return list(option.words)
        case Type.CHOICES:
            return [[], *([word] for word in option.words)]
        case Type.WHOLE:
            return [option.least, option.most]
        case _:
            return []


def rendered(template: str, submission: Submission, missing: str | None = None) -> str:
    """A sentence with the figures and words of a submission: `{timers.setting} seconds`.

    A choice that the book doesn't have is `missing`, or an error.
    """

    def fill(found: re.Match[str]) -> str:
        if found[1] == "way":
            return submission.rules.way.way.title
        option = submission.book.options[found[1]]
        if missing is not None and not option.given:
            return missing
        return value_text(option, submission.rules.choices[found[1]])

    return _BLANK.sub(fill, template)
