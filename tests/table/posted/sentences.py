"""The sentences of posted rules, one by one, and the submissions whose posted rules are looked at.

A sentence is one of a text or a list. Tables of pay, galleries and the rules of a house way are no sentences:
`tests/rulebooks/test_posted_grids.py` has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from paigow.rulebooks import BOOK_NAMES, Submission, check_submission, load_book
from paigow.rulebooks.options import Option, Type
from paigow.rulebooks.posted import posted_rules
from paigow.rulebooks.posted.document import Items, Text
from paigow.rulebooks.values import value_text
from tests.rulebooks.making import changed

__all__ = ["cited_sentences", "rendered", "sentences_of", "variants"]

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
        {"starting.marker": "other-object", "approvals.starting-marker": "HL-23"},
        {"banking.dealer-wager": "share-of-last-wager"},
        {"banking.dealer-wager": "fixed"},
        {"banking.bank": "nobody", "banking.co-bank": "nobody"},
        {"fortune.offered": False, "emperors.offered": False},
    ),
    "maryland-poker-plain": (
        {"cards.preshuffled": True},
        {"banking.bank": "everyone"},
        {"starting.marker": "cover-card"},
        {"shuffling.method": "shuffler", "dealing.method": "hand", "cards.change-hours": 4},
    ),
    "rock-island-poker-plain": (
        {"shuffling.method": "shuffler"},
        {"starting.method": "generator"},
    ),
}
"""Choices that go together only; single ones are all tried."""


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


@cache
def variants(book: str) -> tuple[Submission, ...]:
    """The examples of a book, and what becomes of them when any one choice is made otherwise."""
    found: dict[str, Submission] = {}
    for example in (f"{book}-plain", f"{book}-full"):
        changes: list[dict[str, object]] = [{}, *EXTRA.get(example, ())]
        for option in load_book(book).options.values():
            changes += [{option.name: value} for value in _values(option)]
        for change in changes:
            checked = check_submission(changed(example, change))
            if isinstance(checked, Submission):
                found.setdefault("\n".join(sentences_of(checked)), checked)
            else:
                assert len(change) == 1, [str(finding) for finding in checked]
    assert book in BOOK_NAMES
    return tuple(found.values())


def _values(option: Option) -> list[object]:
    """The values worth trying of a choice that is open."""
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

    A choice that the book does not know is `missing`, or an error.
    """

    def fill(found: re.Match[str]) -> str:
        if found[1] == "way":
            return submission.house_way.value.way.title
        option = submission.book.options[found[1]]
        if missing is not None and not option.given:
            return missing
        return value_text(option, submission.choices[found[1]].value)

    return _BLANK.sub(fill, template)
