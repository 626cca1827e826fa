"""What two submissions choose otherwise, and which paragraphs that touches. Not what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paigow.books.book import RuleBook
from paigow.books.cited import bare, ids_of, is_ruling, together
from paigow.books.options import Option
from paigow.submissions.submission import Submission
from paigow.submissions.values import value_text


@dataclass(frozen=True, slots=True)
class Difference:
    """An option that two submissions answer differently, in words; `None` where a book has no use for it.

    `cite` gives the option; `paragraphs` are those, all that stand below them and all that hang on it.
    """

    field: str
    says: str
    one: str | None
    other: str | None
    cite: str
    paragraphs: tuple[str, ...]


def differences(one: Submission, other: Submission) -> tuple[Difference, ...]:
    """Every option with two answers, in the order of the options; the rule book first if it differs."""
    found = [_difference(one, other, name) for name in one.book.options if _differs(one, other, name)]
    if one.book == other.book:
        return tuple(found)
    books = Difference(
        "rulebook", "The regulation that is played by.", one.book.name, other.book.name, "", ()
    )
    return (books, *found)


def _differs(one: Submission, other: Submission, name: str) -> bool:
    """Whether it matters to either, and the values differ; two files of one name may hold two ways."""
    if name == "house-way.way":
        return one.rules.way != other.rules.way
    return one.rules.choices[name] != other.rules.choices[name]


def _difference(one: Submission, other: Submission, name: str) -> Difference:
    books = dict.fromkeys((one.book, other.book))
    known = [(book, book.options[name]) for book in books if book.options[name].given]
    touched = dict.fromkeys(id_ for book, option in known for id_ in _touched(book, option))
    cite = together(*(option.cite for _, option in known))
    return Difference(
        name, one.book.options[name].says, _answer(one, name), _answer(other, name), cite, tuple(touched)
    )


def _answer(submission: Submission, name: str) -> str | None:
    value = submission.rules.choices[name]
    return None if value is None else value_text(submission.book.options[name], value)


def _touched(book: RuleBook, option: Option) -> Iterator[str]:
    cited = ids_of(option.cite)
    yield from cited
    own = (bare(id_) for id_ in cited if not is_ruling(id_))
    beginnings = (*(f"{id_}(" for id_ in own), *option.governs)
    yield from (f"{book.name} {id_}" for id_ in book.paragraphs if id_.startswith(beginnings))
