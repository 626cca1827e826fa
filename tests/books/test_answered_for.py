"""Paragraphs that aren't steps of play are covered: by a choice of the submission, an item, or a line."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from paigow.books.book import ParagraphKind, load_book
from paigow.books.options import Option, Type
from paigow.books.registry import book_names
from paigow.table.acts import DEALER
from paigow.table.engine import decide
from paigow.table.house.equipment import CheckEquipment, EquipmentLacking, equipment_of
from paigow.table.state import Table
from paigow.table.text.script import manual
from tests.books.making import sound
from tests.rules import rule
from tests.table.posted.sentences import variants
from tests.table.tables import rules_with

HERE = Path(__file__).parent


def rows(file: str) -> list[dict[str, str]]:
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader([line for line in lines if not line.startswith("#")], delimiter="\t"))


def _configured() -> Iterator[object]:
    for row in rows("configured.tsv"):
        book, _, id_ = row["paragraph"].partition(" ")
        yield pytest.param(book, id_, row["option"], row["values"], marks=rule(row["paragraph"]))


def _open_to(option: Option) -> str:
    """The values of an option, as in configured.tsv."""
    match option.type:
        case Type.CHOICE | Type.TABLE:
            return "|".join(option.words)
        case Type.WHOLE:
            return f"{option.least} to {option.most}"
        case _:
            words = {
                Type.FLAG: "yes or no",
                Type.TEXT: "words",
                Type.WAY: "a way",
                Type.RULES: "its rules",
                Type.PERCENTS: "percentages",
                Type.MONEYS: "amounts",
            }
            return words[option.type]


@pytest.mark.parametrize(("book", "id_", "name", "values"), list(_configured()))
def test_a_paragraph_leaves_exactly_this_to_the_operator(book: str, id_: str, name: str, values: str) -> None:
    option = load_book(book).options[name]
    assert any(cite == id_ or cite.startswith(f"{id_}(") for cite in option.cites) or id_ in option.governs
    assert option.open
    assert _open_to(option) == values
    if option.type in (Type.CHOICE, Type.TABLE):
        taken = {submission.rules.choices[name] for submission in variants(book)}
        for value in set(values.split("|")) - taken:
            sound(f"{book}-full", {name: value})


def test_every_paragraph_that_leaves_a_choice_is_among_them() -> None:
    listed = {row["paragraph"] for row in rows("configured.tsv")}
    found = {
        f"{book} {paragraph.id}"
        for book in book_names()
        for paragraph in load_book(book).paragraphs.values()
        if paragraph.kind is ParagraphKind.CONFIGURED
    }
    assert listed == found


def _equipment() -> Iterator[object]:
    for row in rows("equipment_facts.tsv"):
        paragraph = f"{row['book']} {row['paragraph']}"
        yield pytest.param(row["book"], row["paragraph"], row["item"], row["words"], marks=rule(paragraph))


@pytest.mark.parametrize(("book", "id_", "name", "words"), list(_equipment()))
def test_the_list_at_opening_asks_for_what_the_paragraph_wants(
    book: str, id_: str, name: str, words: str
) -> None:
    """A table that needs the item stays closed without it, and says by which paragraph."""
    rules, item = next(
        (rules, item)
        for rules in (submission.rules for submission in variants(book))
        for item in equipment_of(rules)
        if item.name == name
    )
    assert [word for word in words.split("|") if word not in item.what] == []
    (lacking,) = decide(rules, Table(), CheckEquipment(by=DEALER, missing=(name,)))
    assert isinstance(lacking, EquipmentLacking)
    assert id_ in lacking.cites


def _script() -> Iterator[object]:
    for row in rows("script_facts.tsv"):
        paragraph = f"{row['book']} {row['paragraph']}"
        yield pytest.param(row["book"], row["paragraph"], row["command"], row["words"], marks=rule(paragraph))


@pytest.mark.parametrize(("book", "id_", "command", "words"), list(_script()))
def test_the_script_says_what_only_a_deck_can_keep(book: str, id_: str, command: str, words: str) -> None:
    rules = rules_with(f"{book}-plain")
    lines = [line for line in manual(rules) if line.key == f"on {command}" and words in line.do]
    assert lines
    assert any(cite == id_ or cite.startswith(f"{id_}(") for line in lines for cite in line.cites)


def test_every_paragraph_that_is_shown_is_posted_listed_or_said() -> None:
    told = {
        f"{row['book']} {row['paragraph']}"
        for file in ("equipment", "script")
        for row in rows(f"{file}_facts.tsv")
    }
    for book in book_names():
        for paragraph in load_book(book).paragraphs.values():
            if paragraph.kind is ParagraphKind.SHOWN and paragraph.where != "posted":
                assert f"{book} {paragraph.id}" in told
