"""The built-in submissions, a new one, and the record's contents."""

from __future__ import annotations

import pickle
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from paigow.books.book import books, load_book
from paigow.books.registry import book_names
from paigow.faults import BadInput
from paigow.ranks.poker import Wheel
from paigow.submissions.checking import (
    Submission,
    check_source,
    check_submission,
    example_names,
    find_submission,
    load_submission,
    read_submission,
)
from paigow.submissions.values import flat_keys
from paigow.submissions.writing import new_submission
from paigow.wagers.dragons_eye import DICE_BONUS, ROLL_WAGERS
from paigow.wagers.money import Vigorish, dollars
from paigow.wagers.wager import MAIN, Kind
from tests.books.making import LEFT_OUT, sound
from tests.rules import rule

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "submissions"


@pytest.mark.parametrize("name", example_names())
def test_every_example_checks_clean(name: str) -> None:
    checked = check_source(name)
    assert isinstance(checked, Submission), [str(finding) for finding in checked]
    assert name.startswith(checked.book.name)


def test_the_examples_lie_where_people_look_for_them() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == set(example_names())
    for path in EXAMPLES.glob("*.toml"):
        assert path.read_text(encoding="utf-8") == find_submission(path.stem).text


@pytest.mark.parametrize("name", book_names())
def test_a_new_submission_lacks_only_what_is_to_fill_in_and_names_every_choice(name: str) -> None:
    book = load_book(name)
    text = new_submission(book)
    checked = read_submission(text)
    assert isinstance(checked, Submission), [str(finding) for finding in checked]
    assert check_submission(text) == checked.to_fill_in != ()
    written = dict(flat_keys(tomllib.loads(text, parse_float=Decimal)))
    assert written.keys() - {"rulebook"} == {option.name for option in book.options.values() if option.open}
    words = " ".join(line.removeprefix("#").strip() for line in text.splitlines())
    for option in book.options.values():
        if option.given:
            assert ", ".join(option.cites) in words, option.name
        if option.open:
            assert option.says in words, option.name


@pytest.mark.parametrize("name", book_names())
def test_the_plain_example_is_the_book_without_anything_offered(name: str) -> None:
    plain = load_submission(name).rules
    assert tuple(plain.wagers) == ("main",)
    assert not plain.banking.offered
    assert not plain.spots.two_areas
    assert plain.progressive is None
    assert plain.payout_cap is None


def test_the_full_examples_offer_all_that_their_books_have() -> None:
    commission, colorado, _, maryland = (load_submission(f"{name}-full").rules for name in book_names())
    for rules in (commission, colorado, maryland):
        assert rules.banking.offered
        assert rules.banking.co_banking
        assert rules.spots.two_areas
    assert commission.banking.deliveries == tuple(commission.book.options["banking.deliveries"].words)
    dice = (MAIN, *ROLL_WAGERS, DICE_BONUS.kind, Kind("pair-fortunes"))
    assert tuple(colorado.wagers) == dice
    assert tuple(maryland.wagers) == (MAIN, "fortune", "emperors", "insurance", "progressive")
    assert maryland.shuffling.method == "shuffler"


@rule("maryland-poker 13.G(1)", "maryland-poker 13.G(1)(a)", "maryland-poker 13.G(1)(b)", "R26")
def test_the_payout_limit_follows_from_what_is_offered() -> None:
    # Fortune B 5,000 and Emperor's C 5,000 to 1, each at least 5 dollars: 5 * 5,000 * 2 = 50,000 dollars.
    full = sound("maryland-poker-full").rules.payout_cap
    assert full is not None
    assert full.amount == dollars(50_000)
    # Fortune A alone is 8,000 to 1: 5 * 8,000 + 5 * 5,000 = 65,000 dollars.
    larger = sound("maryland-poker-full", {"fortune.table": "A"}).rules.payout_cap
    assert larger is not None
    assert larger.amount == dollars(65_000)
    assert larger.cite == "maryland-poker 13.G(1)(b)"


@rule("R11")
@pytest.mark.parametrize(
    ("example", "method", "taken"),
    [
        ("commission-tiles-plain", "to-the-cent", Vigorish.TO_THE_CENT),
        ("commission-tiles-plain", "up-to-25-cents", Vigorish.NEXT_QUARTER),
        ("colorado-tiles-full", "none", Vigorish.NONE),
        ("rock-island-poker-plain", "to-the-cent", Vigorish.LEAST_QUARTER),
    ],
)
def test_the_vigorish_method_reaches_the_main_wager(example: str, method: str, taken: Vigorish) -> None:
    assert sound(example, {"vigorish.method": method}).rules.charge is taken


@rule("R20")
def test_the_wheel_is_a_choice_at_rock_island_only() -> None:
    assert load_submission("rock-island-poker-full").rules.ranking.wheel is Wheel.LOWEST
    assert load_submission("rock-island-poker-plain").rules.ranking.wheel is Wheel.SECOND
    assert load_submission("maryland-poker-full").rules.ranking.wheel is Wheel.SECOND


def test_a_choice_that_does_not_matter_falls_back() -> None:
    idle = sound("colorado-tiles-plain", {"dragons-eye.without-main": True, "dragons-eye.deal-from": "count"})
    assert not idle.rules.dragons_eye.without_main
    assert "match" not in idle.rules.wagers


def test_a_line_left_out_means_its_default() -> None:
    silent = sound("commission-tiles-full", {"table.chairs": LEFT_OUT, "help.house-way": LEFT_OUT})
    assert silent.rules.table.chairs == 6
    assert silent.rules.help.house_way


def test_every_value_travels_with_its_paragraph() -> None:
    for name in example_names():
        rules = load_submission(name).rules
        for option in rules.choices:
            assert rules.cite(option), option


def test_a_submission_is_a_value() -> None:
    one, same = load_submission("maryland-poker-full"), load_submission("maryland-poker-full")
    assert one == same
    assert hash(one) == hash(same)
    assert one.digest == same.digest
    copied = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own bytes
    assert copied == one
    assert copied.book is one.book
    assert load_submission("maryland-poker-plain") != one
    with pytest.raises(AttributeError):
        one.text = ""  # type: ignore[misc]


def test_the_house_way_in_a_file_is_part_of_the_submission(tmp_path: Path) -> None:
    changes = {"house-way.way": "ours.way", "house-way.exceptions": ["1"]}
    made = []
    for side, other in (("low", "high"), ("high", "low")):
        (tmp_path / "ours.way").write_text(
            f'way "Ours"\ngame tiles\n1  otherwise play the best {side}\n'
            f"finally the best {side}, then the best {other}\n",
            encoding="utf-8",
        )
        made.append(sound("commission-tiles-plain", changes, tmp_path))
    assert made[0] != made[1]
    assert made[0].digest != made[1].digest


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("maryland-poker-ful", "maryland-poker-full"),
        ("colorado-tile", "colorado-tiles"),
        ("a/b.toml", "file"),
    ],
)
def test_a_submission_that_is_not_there_is_told_the_nearest(source: str, hint: str) -> None:
    with pytest.raises(BadInput, match=hint):
        find_submission(source)


def test_files_are_found_and_bad_ones_refused(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(new_submission(books()[0]), encoding="utf-8")
    assert load_submission(str(file)).book.name == "commission-tiles"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not text"):
        find_submission(str(file))
    # Windows editors begin a text file with a byte order mark and end its lines with both characters.
    text = find_submission("colorado-tiles-plain").text
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert find_submission(str(file)).text == text
    with pytest.raises(BadInput, match="is a directory"):
        find_submission(str(tmp_path))
    file.write_text('rulebook = "commission-tiles"', encoding="utf-8")
    with pytest.raises(BadInput, match="more: paigow submission check"):
        load_submission(str(file))
