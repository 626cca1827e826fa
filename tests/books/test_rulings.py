"""The rulings: every one that is cited is written down, once, in our own words."""

from __future__ import annotations

import re
from pathlib import Path

from paigow.books.book import books
from paigow.books.rulings import rulings

ROOT = Path(__file__).parent.parent.parent
RULING = re.compile(r"\bR([1-9][0-9]?)\b")
WRITTEN = re.compile(r"^\*\*R([1-9][0-9]*)\. ", re.MULTILINE)
TEXT = {".py", ".toml", ".tsv", ".way", ".md", ".play", ".js"}


def written() -> list[int]:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    return [int(number) for number in WRITTEN.findall(text)]


def test_each_ruling_is_written_once() -> None:
    assert len(written()) == len(set(written()))
    assert set(written()) >= {*range(1, 45), *range(50, 66)}


def test_every_ruling_is_found_by_its_number_in_plain_text() -> None:
    """Two short ones as on the page, one with a period after its title and one without."""
    found = rulings()
    assert [int(number[1:]) for number in found] == written()
    assert found["R91"].title == "More than one card face up"
    assert found["R91"].text == "(MD 14.F). Any number from two up voids the round."
    surrender = "The wager goes to the center, as a losing one does."
    assert (found["R9"].title, found["R9"].text) == ("Surrender to a bank.", surrender)
    assert [each.id for each in found.values() if "*" in each.text or "`" in each.text or not each.text] == []


def test_every_ruling_that_a_book_rests_on_is_written() -> None:
    cited: set[str] = set()
    for book in books():
        for cites in (*(option.cites for option in book.options.values()), *book.topics.values()):
            cited |= {id_ for id_ in cites if re.fullmatch(r"R[0-9]+", id_)}
        for paragraph in book.paragraphs.values():
            cited |= {f"R{number}" for number in RULING.findall(paragraph.gist)}
    assert cited <= {f"R{number}" for number in written()}


def test_every_ruling_that_a_file_names_is_written() -> None:
    named = {
        (path.relative_to(ROOT).as_posix(), int(number))
        for folder in ("src", "docs")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in TEXT
        for number in RULING.findall(path.read_text(encoding="utf-8"))
    }
    assert {(path, number) for path, number in named if number not in written()} == set()
