"""What two submissions choose otherwise, and which paragraphs that touches. Not what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paigow.rulebooks.books import RuleBook, load_book
from paigow.rulebooks.cited import ids_of, is_ruling
from paigow.rulebooks.options import Option
from paigow.rulebooks.submission import Submission
from paigow.rulebooks.values import value_text

__all__ = ["Difference", "differences"]


@dataclass(frozen=True, slots=True)
class Difference:
    """An option that two submissions answer differently, in words; `None` where a book has no use for it.

    `paragraphs` are those that give the option and all that stand below them, of both books.
    """

    field: str
    says: str
    one: str | None
    other: str | None
    paragraphs: tuple[str, ...]


def differences(one: Submission, other: Submission) -> tuple[Difference, ...]:
    """Every option with two answers, in the order of the options; the rule book first if it differs."""
    found = [_difference(one, other, name) for name in one.book.options if _differs(one, other, name)]
    if one.book == other.book:
        return tuple(found)
    books = Difference("rulebook", "The regulation that is played by.", one.book.name, other.book.name, ())
    return (books, *found)


def _differs(one: Submission, other: Submission, name: str) -> bool:
    """Whether it matters to either, and the values differ; two files of one name may hold two ways."""
    if name == "house-way.way":
        return one.house_way.value != other.house_way.value
    return one.choices[name].value != other.choices[name].value


def _difference(one: Submission, other: Submission, name: str) -> Difference:
    option = one.book.options[name]
    touched = dict.fromkeys([*_touched(one.book, option), *_touched(other.book, other.book.options[name])])
    return Difference(name, option.says, _answer(one, name), _answer(other, name), tuple(touched))


def _answer(submission: Submission, name: str) -> str | None:
    value = submission.choices[name].value
    return None if value is None else value_text(submission.book.options[name], value)


def _touched(book: RuleBook, option: Option) -> Iterator[str]:
    if not option.given:
        return
    for id_ in ids_of(option.cite):
        yield id_
        if not is_ruling(id_):
            yield from (f"{book.name} {below}" for below in _below(book, id_.removeprefix(f"{book.name} ")))


def _below(book: RuleBook, id_: str) -> Iterator[str]:
    return (other for other in load_book(book.name).paragraphs if other.startswith(f"{id_}("))
