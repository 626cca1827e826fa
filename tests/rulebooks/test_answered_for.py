"""Paragraphs that are no step of play are answered for too: by a choice of the submission, an item."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paigow.rulebooks import BOOK_NAMES, Kind, bare, ids_of, load_book
from paigow.rulebooks.citations import citations
from paigow.table.house.equipment import _rows
from tests.rules import rule


def of_kind(kind: Kind) -> Iterator[object]:
    """Each book with its paragraphs of a kind; what is posted has a test of its own."""
    for name in BOOK_NAMES:
        found = [
            each.id
            for each in load_book(name).paragraphs.values()
            if each.kind is kind and each.where != "rulebooks.posted"
        ]
        if found:
            yield pytest.param(name, found, id=name, marks=rule(*(f"{name} {id_}" for id_ in found)))


def answers(cites: set[str], paragraph: str) -> bool:
    """Whether something rests on a paragraph, or on one that stands below it."""
    return any(cite.startswith(paragraph) for cite in cites)


@pytest.mark.parametrize(("name", "paragraphs"), list(of_kind(Kind.CONFIGURED)))
def test_what_a_paragraph_leaves_open_is_an_option_of_the_submission(
    name: str, paragraphs: list[str]
) -> None:
    given = (option.cite for option in load_book(name).options.values() if option.given)
    cites = {bare(id_) for cite in given for id_ in ids_of(cite)}
    assert [id_ for id_ in paragraphs if not answers(cites, id_)] == []


@pytest.mark.parametrize(("name", "paragraphs"), list(of_kind(Kind.SHOWN)))
def test_what_has_to_be_at_the_table_is_on_its_list_or_looked_at_when_it_opens(
    name: str, paragraphs: list[str]
) -> None:
    listed = {cite for row in _rows() for cite in row.cites.get(name, ())}
    done = {cite for cites in citations()[name].values() for cite in cites}
    assert [id_ for id_ in paragraphs if not answers(listed | done, id_)] == []
