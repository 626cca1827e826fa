"""The books' data: options, counts, pay tables and citations agree with the texts and the layers below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import fields

from paigow.books.book import RuleBook, books, load_book
from paigow.books.cited import bare, ids_of, is_ruling, qualified, together
from paigow.books.options import Type, holds
from paigow.books.registry import book_names
from paigow.books.sections import BookSection
from paigow.faults import BadInput
from paigow.material.cards import CARDS
from paigow.material.game import Game
from paigow.material.tiles import TILES
from paigow.ranks.poker import Wheel
from paigow.submissions.rules import FiledOptions
from paigow.submissions.values import default_value
from paigow.wagers.money import Vigorish
from paigow.wagers.payout_limit import LEAST_LIMIT
from paigow.wagers.registry import line_wager, line_wagers, wagers
from paigow.wagers.wager import MAIN
from tests.rules import rule


def test_four_books_two_of_each_game() -> None:
    assert [book.name for book in books()] == list(book_names())
    assert [book.game for book in books()] == [Game.TILES, Game.TILES, Game.CARDS, Game.CARDS]


@pytest.mark.parametrize("spelling", ["colorado-tiles", "colorado_tiles", " Colorado-Tiles "])
def test_a_book_answers_to_both_spellings(spelling: str) -> None:
    assert load_book(spelling).name == "colorado-tiles"


def test_an_unknown_book_is_told_the_nearest() -> None:
    with pytest.raises(BadInput, match="did you mean maryland-poker"):
        load_book("maryland-pokr")


@pytest.mark.parametrize("book", books(), ids=lambda book: book.name)
def test_every_citation_names_a_paragraph_of_its_book(book: RuleBook) -> None:
    cited = [option.cites for option in book.options.values()]
    cited += [count.cites for count in book.counts.values()]
    cited += [cites for table in book.tables for cites in (table.cites, table.envy_cites)]
    cited += book.topics.values()
    for id_ in (id_ for cites in cited for id_ in cites):
        assert is_ruling(id_) or id_ in book.paragraphs, id_


@pytest.mark.parametrize("book", books(), ids=lambda book: book.name)
def test_every_default_is_an_allowed_value(book: RuleBook) -> None:
    for option in book.options.values():
        value = default_value(option)
        assert option.says.endswith("."), option.name
        assert option.given or value is not None or not holds(option.when, {}), option.name
        if option.type is Type.CHOICE and option.given:
            assert value in option.words


@pytest.mark.parametrize("book", books(), ids=lambda book: book.name)
def test_conditions_name_options_and_their_values(book: RuleBook) -> None:
    everywhere = {
        name: {word for each in books() for word in each.options[name].words} for name in book.options
    }
    for option in book.options.values():
        for condition in (option.when, option.required or {}):
            for name, values in condition.items():
                assert name in book.options, option.name
                if book.options[name].type is Type.CHOICE:
                    assert set(values) <= everywhere[name], option.name


def _words_of_fields() -> Iterator[tuple[str, set[str]]]:
    """Each option that the record of the rules gives a list of words, and the words."""
    for section in fields(FiledOptions):
        if isinstance(section.type, type) and issubclass(section.type, BookSection):
            hints = get_type_hints(section.type)
            for field in fields(section.type):
                inner = next(iter(get_args(hints[field.name])), None)
                found = inner if get_origin(inner) is Literal else hints[field.name]
                if get_origin(found) is Literal:
                    yield f"{section.encode_name}.{field.encode_name}", set(get_args(found))


@pytest.mark.parametrize(("name", "words"), list(_words_of_fields()))
def test_the_words_of_a_choice_are_those_of_its_field(name: str, words: set[str]) -> None:
    assert {word for book in books() for word in book.options[name].words} == words


def test_words_shared_with_other_layers_are_theirs() -> None:
    assert set(load_book("rock-island-poker").options["ranking.wheel"].words) == {
        wheel.value for wheel in Wheel
    }


@rule("R11", "R14", "R81")
@pytest.mark.parametrize(
    ("name", "methods"),
    [
        ("commission-tiles", ["to-the-cent", "up-to-25-cents"]),
        ("colorado-tiles", ["to-the-cent", "up-to-25-cents", "none"]),
        ("maryland-poker", ["to-the-cent", "up-to-25-cents"]),
        ("rock-island-poker", ["to-the-cent"]),
    ],
)
def test_a_book_allows_its_own_ways_to_take_vigorish(name: str, methods: list[str]) -> None:
    book = load_book(name)
    assert list(book.options["vigorish.method"].words) == methods
    least = Vigorish.LEAST_QUARTER if name == "rock-island-poker" else Vigorish.TO_THE_CENT
    assert book.main.charged(Vigorish.TO_THE_CENT) is least


@rule("commission-tiles 8(k)", "colorado-tiles 30-2609(11)")
@pytest.mark.parametrize("name", ["commission-tiles", "colorado-tiles"])
def test_there_are_ten_styles_of_delivery(name: str) -> None:
    book = load_book(name)
    assert len(book.options["banking.deliveries"].words) == book.counts["delivery styles"].value == 10


def test_counts_agree_with_the_pieces() -> None:
    for name in ("commission-tiles", "colorado-tiles"):
        assert load_book(name).counts["tiles"].value == len(TILES) == 32
    for name in ("rock-island-poker", "maryland-poker"):
        counts = load_book(name).counts
        assert counts["cards"].value == len(CARDS) == 53
        places = counts["places"].value * counts["cards in a hand"].value
        assert places + counts["cards left over"].value == counts["cards"].value  # 7 * 7 + 4 = 53


@pytest.mark.parametrize(
    ("name", "count", "value", "paragraph"),
    [
        ("commission-tiles", "wash circles", 8, "4(d)"),
        ("commission-tiles", "shakes", 3, "6(a)"),
        ("commission-tiles", "betting areas of a player", 2, "10(a)"),
        ("colorado-tiles", "players on a spot", 4, "30-2606(5)"),
        ("colorado-tiles", "Dragon's Eye shakes", 5, "30-2607.01(5)"),
        ("colorado-tiles", "dice inspection hours", 24, "30-2604(2)"),
        ("rock-island-poker", "vigorish least in cents", 25, "3"),
        ("maryland-poker", "cut from either end", 10, "5.F"),
        ("maryland-poker", "deck hours dealt by the dealer", 4, "3.C(1)"),
        ("maryland-poker", "deck hours", 8, "3.C(2)"),
        ("maryland-poker", "qualifying wager in cents", 500, "1.B(7)"),
        ("maryland-poker", "least payout limit in cents", 5_000_000, "13.G(1)(a)"),
    ],
)
def test_counts_are_those_of_the_texts(name: str, count: str, value: int, paragraph: str) -> None:
    cited = load_book(name).counts[count]
    assert cited.value == value
    assert paragraph in cited.cites


def test_counts_agree_with_the_wagers() -> None:
    maryland = load_book("maryland-poker").counts
    for envy in (line_wager(kind).envy for kind in ("fortune", "emperors")):
        assert envy is not None
        assert maryland["qualifying wager in cents"].value == envy.qualifying
    assert maryland["least payout limit in cents"].value == LEAST_LIMIT


def test_the_pay_tables_offered_are_those_that_wagers_know() -> None:
    known = {kind: wager.tables for kind, wager in line_wagers().items()}
    offered = [table for book in books() for table in book.tables if table.id]
    assert {(table.kind, table.id) for table in offered} == {
        (kind, id_) for kind in known for id_ in known[kind]
    }
    for table in offered:
        assert ", ".join(table.cites) == bare(known[table.kind][table.id].cite)
        envy = line_wager(table.kind).envy_tables
        assert ", ".join(table.envy_cites) == (bare(envy[table.id].cite) if envy else "")


def test_kinds_of_wagers_have_one_name_in_files() -> None:
    limited = {name.split(".")[1] for book in books() for name in book.options if name.startswith("limits.")}
    assert limited | {"progressive"} == {MAIN, *wagers()}


def test_citations_are_qualified_joined_and_laid_bare() -> None:
    cite = qualified("commission-tiles", ("8(g)", "R6", "8(i)"))
    assert cite == "commission-tiles 8(g), R6, commission-tiles 8(i)"
    assert bare(cite) == "8(g), R6, 8(i)"
    assert together(cite, "R6", "") == cite
    assert ids_of("") == ()
