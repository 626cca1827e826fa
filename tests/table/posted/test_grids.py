"""The grids, galleries and house ways of posted rules show what they must, for every choice of every book."""

from __future__ import annotations

import pytest

from paigow.books.registry import book_names
from paigow.houseways import HouseWay
from paigow.posted import posted_rules
from paigow.posted.document import Gallery, Grid, Items
from paigow.submissions.checking import Submission
from tests.rules import rule
from tests.table.posted.grids import check_gallery, check_grid
from tests.table.posted.sentences import variants

WAY = "How the dealer sets"


@rule(
    "maryland-poker 2.B(9)",
    "maryland-poker 13.B",
    "maryland-poker 13.C",
    "maryland-poker 13.D",
    "maryland-poker 13.E",
    "maryland-poker 13.E(1)",
    "maryland-poker 13.E(6)",
    "maryland-poker 13.E(7)",
    "maryland-poker 13.E(7)(a)",
    "maryland-poker 13.A(1)",
    "colorado-tiles 30-2699.01(4)",
)
@pytest.mark.parametrize("book", book_names())
def test_every_grid_shows_what_is_so(book: str) -> None:
    found = 0
    for submission in variants(book):
        for section in posted_rules(submission).sections:
            for block in section.blocks:
                if isinstance(block, Grid) and section.title != WAY:
                    check_grid(section.title, block, submission)
                    found += 1
    assert found


@rule(
    "commission-tiles 2(b)", "commission-tiles 2(g)", "colorado-tiles 30-2603(2)", "colorado-tiles 30-2603(7)"
)
@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
def test_every_picture_of_tiles_is_of_its_rank(book: str) -> None:
    sections = posted_rules(variants(book)[0]).sections
    galleries = [block for section in sections for block in section.blocks if isinstance(block, Gallery)]
    assert len(galleries) == 2
    for gallery in galleries:
        check_gallery(gallery)


@rule("commission-tiles 7(e)", "colorado-tiles 30-2608(5)", "maryland-poker 11.C(1)")
@pytest.mark.parametrize("book", book_names())
def test_the_rules_of_the_dealers_way_are_posted_word_for_word(book: str) -> None:
    """A way parsed from what is posted sets by the same rules: numbers, conditions, and plays in order."""
    for submission in {each.rules.way.name: each for each in variants(book)}.values():
        items = _rules(submission)
        way: HouseWay = submission.rules.way.way
        assert list(items.labels) == [str(rule_.label) for rule_ in way.rules]
        said = [item.words for item in items.items]
        written = [f"{each.clause}: {each.action}." for each in way.rules]
        assert said == [words[:1].upper() + words[1:] for words in written]
        assert _tables(submission) == [table.name for table in way.tables]


def _blocks(submission: Submission) -> list[object]:
    sections = posted_rules(submission).sections
    return [block for section in sections if section.title == WAY for block in section.blocks]


def _rules(submission: Submission) -> Items:
    (items,) = [block for block in _blocks(submission) if isinstance(block, Items) and block.labels]
    return items


def _tables(submission: Submission) -> list[str]:
    captions = [block.caption for block in _blocks(submission) if isinstance(block, Grid)]
    return [caption.split('"')[1] for caption in captions]
