"""A book based on another: it has the other's files except for what it says itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from paigow.books import registry
from paigow.books.book import load_book, read_book
from paigow.books.registry import book_names, folder_of, submission_text

ROCK_ISLAND = ("rock-island-poker", "paigow.books.rock_island_poker")
BOOK = """\
name = "quay-poker"
title = "Quay's rules"
based-on = "rock-island-poker"

[wagers.insurance]
offered = { cite = "Q1" }
table = { cite = "Q1" }
tables = { A = "Q1" }
limits = { minimum = 5, maximum = 50, cite = "Q1" }
posted = "Q1"
wager = "Q1"
lost = "Q1"
"""
TEXTS = 'cover = []\n[languages.en]\nname = "Quay poker"\noffers = "Insurance."\n'
PARAGRAPHS = "id\tkind\tgist\twhere\nQ1\tconfigured\tInsurance can be bet.\twagers\n"


@pytest.fixture
def quay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The smallest based book, and no other than the one it is based on."""
    folder = tmp_path / "quay"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "book.toml").write_text(BOOK, encoding="utf-8")
    (folder / "texts.toml").write_text(TEXTS, encoding="utf-8")
    (folder / "paragraphs.tsv").write_text(PARAGRAPHS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("quay", None)
    points = [
        EntryPoint(name, value, "paigow.books") for name, value in (ROCK_ISLAND, ("quay-poker", "quay"))
    ]
    monkeypatch.setattr(registry, "entry_points", lambda **_: points)
    registry._shelf.cache_clear()
    yield folder
    sys.modules.pop("quay", None)
    registry._shelf.cache_clear()


def told() -> str:
    assert book_names() == ("rock-island-poker",)
    return str(registry.broken_books()["quay-poker"])


@pytest.mark.usefixtures("quay")
def test_it_has_every_paragraph_of_the_other_and_its_own() -> None:
    own, other = read_book(folder_of("quay-poker")), load_book("rock-island-poker")
    assert [*own.paragraphs] == [*other.paragraphs, "Q1"]
    assert own.game is other.game
    assert own.topics["no more bets"] == other.topics["no more bets"]
    assert (own.title, own.based_on) == ("Quay's rules", "rock-island-poker")


def test_its_row_replaces_the_others_of_the_same_name(quay: Path) -> None:
    other = load_book("rock-island-poker")
    (quay / "citations.tsv").write_text("topic\tparagraphs\nno more bets\tQ1\n", encoding="utf-8")
    (quay / "options.toml").write_text('["table.chairs"]\ndefault = 3\ncite = "Q1"\n', encoding="utf-8")
    own = read_book(folder_of("quay-poker"))
    assert own.topics["no more bets"] == ("Q1",)
    assert own.topics["limits"] == other.topics["limits"]
    assert own.options["table.chairs"].default == 3
    assert own.options["table.number"].cites == other.options["table.number"].cites


@pytest.mark.usefixtures("quay")
def test_its_full_submission_offers_its_own_wager_too() -> None:
    full, plain = submission_text("quay-poker", "full"), submission_text("quay-poker", "plain")
    assert 'rulebook = "quay-poker"' in full
    assert full.endswith(
        '[insurance]\noffered = true\ntable = "A"\n\n[limits.insurance]\nminimum = 5\nmaximum = 50\n'
    )
    assert "insurance" not in plain


def test_a_book_on_a_based_book_offers_that_ones_wagers_too(
    quay: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pier(quay, monkeypatch, 'name = "pier"\ntitle = "Pier"\nbased-on = "quay-poker"\n')
    full = submission_text("pier", "full")
    assert full == submission_text("quay-poker", "full").replace("quay-poker", "pier")
    assert "[insurance]" in full


@pytest.mark.usefixtures("quay")
def test_it_is_never_the_default_book_unless_it_says_so() -> None:
    assert registry._shelf().abouts[1].order == 0
    assert not registry._shelf().abouts[1].usual


def test_a_new_edition_of_either_is_one_of_the_based_book(
    quay: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R99: what each book has gained since its first edition adds up: 2 and 3."""
    first = load_book("rock-island-poker").edition
    (quay / "book.toml").write_text(f"edition = 3\n{BOOK}", encoding="utf-8")
    assert read_book(folder_of("quay-poker")).edition == first + 2
    pier(quay, monkeypatch, 'name = "pier"\ntitle = "Pier"\nedition = 4\nbased-on = "quay-poker"\n')
    assert read_book(folder_of("pier")).edition == first + 2 + 3


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("book.toml", 'title = "Quay', '# "', "the key 'title' is missing (quay/book.toml); add 'title'"),
        (
            "book.toml",
            '"rock-island-poker"',
            '"rock-island"',
            "there is no rule book 'rock-island' to be based on (quay/book.toml); did you mean rock-island-",
        ),
        (
            "book.toml",
            'based-on = "rock',
            'game = "tiles"\nbased-on = "rock',
            "a book based on rock-island-poker can't be for tiles (quay/book.toml); leave out 'game'",
        ),
        (
            "book.toml",
            "minimum = 5",
            'minimum = "5"',
            "'minimum' in [wagers.insurance.limits] is text (quay/book.toml); give a whole number",
        ),
        (
            "book.toml",
            'lost = "Q1"',
            'losst = "Q1"',
            "there is no key 'losst' in [wagers.insurance] (quay/book.toml); did you mean lost?",
        ),
        (
            "book.toml",
            'posted = "Q1"',
            'posted = "Q1"\nposts = "Q1"',
            "there is no key 'posts' in [wagers.insurance] (quay/book.toml); did you mean posted?",
        ),
        (
            "book.toml",
            'lost = "Q1"',
            'lost = "Q7"',
            "the topic 'insurance lost' cites 'Q7', which quay-poker",
        ),
        ("book.toml", 'A = "Q1"', 'A = "Q8"', "the pay table insurance A cites 'Q8', which quay-poker"),
        (
            "paragraphs.tsv",
            "configured",
            "configure",
            "'configure' is not a kind of paragraph (quay/paragraphs.tsv line 2); did you mean configured?",
        ),
        ("texts.toml", "languages.en", "languages.de", "the book has no English name (quay/texts.toml)"),
        (
            "texts.toml",
            "offers",
            "offer",
            "there is no key 'offer' in [languages.*] (quay/texts.toml); did you mean offers?",
        ),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_mistake_is_told_with_its_file(quay: Path, file: str, old: str, new: str, problem: str) -> None:
    whole = (quay / file).read_text(encoding="utf-8")
    assert whole.count(old) == 1
    (quay / file).write_text(whole.replace(old, new), encoding="utf-8")
    assert problem in told()


def test_an_option_row_is_checked(quay: Path) -> None:
    for row, problem in (
        ("defualt = 3", "there is no key 'defualt' in [\"table.chairs\"]"),
        ('allowed = ["three"]', "table.chairs can't be 'three'"),
        (
            'required = { "table.chair" = [3] }',
            "table.chairs is required with 'table.chair', which is no option",
        ),
        ("cite = 3", "'cite' in [\"table.chairs\"] is a whole number (quay/options.toml); give text"),
    ):
        (quay / "options.toml").write_text(f'["table.chairs"]\n{row}\n', encoding="utf-8")
        registry._shelf.cache_clear()
        assert problem in told()


def test_a_count_is_a_number(quay: Path) -> None:
    (quay / "counts.tsv").write_text("name\tvalue\tcite\ndice\tthree\tQ1\n", encoding="utf-8")
    assert "'three' is not a count of dice (quay/counts.tsv line 2); give a whole number" in told()


def test_a_term_needs_an_option(quay: Path) -> None:
    (quay / "terms.tsv").write_text("paragraph\tterm\tneeds\nQ1\tQuay\ttable.quay=1\n", encoding="utf-8")
    assert "'table.quay=1' is not an option and its value (quay/terms.tsv line 2)" in told()


def test_books_based_on_each_other_are_both_told(quay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (quay / "book.toml").write_text(BOOK.replace("rock-island-poker", "pier"), encoding="utf-8")
    pier(quay, monkeypatch, 'name = "pier"\ntitle = "Pier"\nbased-on = "quay-poker"\n')
    assert "are based on each other" in told()
    assert "are based on each other" in str(registry.broken_books()["pier"])


def pier(quay: Path, monkeypatch: pytest.MonkeyPatch, about: str) -> None:
    """A third book, beside the two others."""
    folder = quay.parent / "pier"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "book.toml").write_text(about, encoding="utf-8")
    (folder / "texts.toml").write_text(TEXTS, encoding="utf-8")
    monkeypatch.delitem(sys.modules, "pier", raising=False)
    invalidate_caches()
    points = [ROCK_ISLAND, ("quay-poker", "quay"), ("pier", "pier")]
    found = [EntryPoint(name, value, "paigow.books") for name, value in points]
    monkeypatch.setattr(registry, "entry_points", lambda **_: found)
    registry._shelf.cache_clear()
