"""Altered posted rules are detected: other numbers, other pieces, the opposite, another order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from msgspec import structs

from paigow.books.book import load_book
from paigow.books.registry import book_names
from paigow.faults import BadInput
from paigow.posted import posted_rules
from paigow.posted.document import CardRow, Gallery, Grid, GridCell, TileRow
from paigow.submissions.checking import Submission, load_submission
from tests.rules import rule
from tests.table.posted.grids import check_gallery, check_grid
from tests.table.posted.sentences import sentences_of
from tests.table.posted.showing import is_shown
from tests.table.posted.test_grids import WAY

SWAPPED: Final = {
    "6-6": "5-5",
    "1-1": "5-5",
    "eight": "nine",
    "nine": "eight",
    "right": "left",
    "left": "right",
    "first": "last",
    "high": "low",
    "higher": "lower",
    "lower": "higher",
    "win": "lose",
    "wins": "loses",
    "lose": "win",
    "dealer": "player",
    "player": "dealer",
    "counterclockwise": "clockwise",
    "clockwise": "counterclockwise",
    "two": "three",
    "three": "two",
    "five": "six",
    "seven": "six",
    "four": "five",
    "half": "all",
    "before": "after",
    "after": "before",
    "void": "good",
    "may": "must",
    "every": "no",
    "Every": "No",
    "All": "Few",
    "all": "few",
    "odd": "even",
    "even": "odd",
}
_WORD: Final = re.compile(r"[1-6]-[1-6]|[A-Za-z]+")


def altered(text: str) -> Iterator[str]:
    """The text with one number, word, or verb changed, each in turn."""
    for found in re.finditer(r"\d+", text):
        yield f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"
    for found in _WORD.finditer(text):
        if found[0] in SWAPPED:
            yield f"{text[: found.start()]}{SWAPPED[found[0]]}{text[found.end() :]}"
    for verb in (" is ", " are ", " may ", " goes ", " wins ", " gets "):
        if verb in text:
            yield text.replace(verb, f"{verb}not ", 1)


@rule("R93")
@pytest.mark.parametrize("book", book_names())
def test_an_altered_sentence_is_one_that_nothing_shows(book: str) -> None:
    tried = 0
    for example in (f"{book}-plain", f"{book}-full"):
        submission = load_submission(example)
        posted = sentences_of(submission)
        for sentence in posted:
            for other in altered(sentence):
                tried += 1
                assert other in posted or not is_shown(other, submission), other
    assert tried > 300


def _cells(row: tuple[GridCell, ...]) -> Iterator[tuple[GridCell, ...]]:
    """The row with one cell altered, each in turn."""
    for place, cell in enumerate(row):
        words = cell if isinstance(cell, str) else cell.tiles if isinstance(cell, TileRow) else cell.cards
        for other in altered(words):
            if isinstance(cell, CardRow):
                continue
            made: GridCell = other if isinstance(cell, str) else TileRow(other)
            yield (*row[:place], made, *row[place + 1 :])


def _grids(grid: Grid) -> Iterator[Grid]:
    for place, row in enumerate(grid.rows):
        for other in _cells(row):
            yield replace(grid, rows=(*grid.rows[:place], other, *grid.rows[place + 1 :]))
    if len(grid.rows) > 1:
        yield replace(grid, rows=grid.rows[:-1])
        yield replace(grid, rows=(*grid.rows[1:], grid.rows[0]))


@pytest.mark.parametrize("example", [f"{book}-full" for book in book_names()])
def test_an_altered_grid_is_found_out(example: str) -> None:
    submission = load_submission(example)
    tried = 0
    for section in posted_rules(submission).sections:
        for block in section.blocks:
            if isinstance(block, Grid) and section.title != WAY:
                for other in _grids(block):
                    tried += 1
                    with pytest.raises(AssertionError):
                        check_grid(section.title, other, submission)
    assert tried > 10


def _galleries(gallery: Gallery) -> Iterator[Gallery]:
    for place, picture in enumerate(gallery.pictures):
        assert isinstance(picture.pieces, TileRow)
        others = [replace(picture, note=other) for other in altered(picture.note)]
        others += [replace(picture, place=other) for other in altered(picture.place)]
        others += [replace(picture, pieces=TileRow(other)) for other in _tiles(picture.pieces.tiles)]
        for other in others:
            yield replace(
                gallery, pictures=(*gallery.pictures[:place], other, *gallery.pictures[place + 1 :])
            )


def _tiles(tiles: str) -> Iterator[str]:
    """With a different first tile."""
    yield tiles.replace(tiles[:3], "5-5" if tiles[:3] != "5-5" else "3-3", 1)


@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
def test_an_altered_picture_is_found_out(book: str) -> None:
    for section in posted_rules(load_submission(book)).sections:
        for block in section.blocks:
            if isinstance(block, Gallery):
                for other in _galleries(block):
                    with pytest.raises((AssertionError, BadInput)):
                        check_gallery(other)


def _with_gist(submission: Submission, id_: str, gist: str) -> Submission:
    paragraphs = {**submission.book.paragraphs}
    paragraphs[id_] = replace(paragraphs[id_], gist=gist)
    book = replace(submission.book, paragraphs=paragraphs)
    rules = structs.replace(submission.rules, book=book)
    return replace(submission, text=f"{submission.text}\n# {gist}", rules=rules)


def _posted_paragraphs() -> Iterator[object]:
    for book in book_names():
        for paragraph in load_book(book).paragraphs.values():
            if paragraph.where == "posted":
                yield pytest.param(book, paragraph.id, marks=rule(f"{book} {paragraph.id}"))


@pytest.mark.parametrize(("book", "id_"), list(_posted_paragraphs()))
def test_another_meaning_of_a_paragraph_that_is_posted_is_found_out(book: str, id_: str) -> None:
    """If its gist is posted, any alteration of it makes a sentence that nothing demonstrates."""
    submission = load_submission(f"{book}-full")
    gist = submission.book.paragraphs[id_].gist
    before = set(sentences_of(submission))
    for other in (*altered(re.sub(r" \(R[0-9, R]+\)", "", gist)), "A 5-5 with any nine."):
        after = set(sentences_of(_with_gist(submission, id_, other)))
        if after != before:
            assert not all(is_shown(sentence, submission) for sentence in after - before), other
        else:
            assert id_ in TOLD_OTHERWISE[book], f"the gist of {id_} is posted nowhere"


TOLD_OTHERWISE: Final = {
    "commission-tiles": (),
    "colorado-tiles": (),
    "rock-island-poker": ("4",),
    "maryland-poker": ("2.B(9)", "2.B(10)", "11.A(4)"),
}
"""Paragraphs whose posted sentences have words of their own, as the submission chose."""
