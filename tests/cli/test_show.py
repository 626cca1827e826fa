"""`paigow show` and `paigow compare`: in a separate process for each kind of use, then many in this one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

import pytest

from paigow.cli.application import run
from tests.rules import rule

Done = subprocess.CompletedProcess[str]


def paigow(*arguments: str) -> Done:
    command = [sys.executable, "-m", "paigow", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


def called(*arguments: str) -> Done:
    """Like `paigow`, in this process."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = run(arguments)
    return Done(arguments, code, out.getvalue(), err.getvalue())


def result(*arguments: str, call: Callable[..., Done] = called) -> dict[str, Any]:
    done = call(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    payload: dict[str, Any] = json.loads(done.stdout)
    return payload


def test_two_tiles() -> None:
    assert result("show", "6-6 4-5", call=paigow) == {
        "schema": "paigow/show/1",
        "kind": "two tiles",
        "hand": "6-6 4-5",
        "rank": 17,  # seventeenth of the regulation's list
        "of": 106,
        "strength": 106 - 17,
        "name": "Teen wong",
        "category": "wong",
        "value": None,
        "book": "commission-tiles",
    }


@pytest.mark.parametrize(
    ("hand", "rank", "category", "value"),
    [
        ("1-2 2-4", 1, "pair", None),
        ("66 66", 2, "pair", None),
        ("66 35", 19, "gong", None),
        ("11 33", 32, "value", 8),
    ],
)
def test_the_rank_of_two_tiles_is_counted_from_the_strongest(
    hand: str, rank: int, category: str, value: int | None
) -> None:
    # Below the twenty of the list come ten ranks of nine, then eights: with Teen the 31st, with Day the 32nd.
    shown = result("show", hand)
    assert (shown["rank"], shown["category"], shown["value"]) == (rank, category, value)


def test_four_tiles_are_listed_in_their_settings() -> None:
    shown = result("show", "Teen RedNine Bon Gor")
    assert (shown["kind"], shown["rank"], shown["name"]) == ("four tiles", None, "no pair")
    keys = ("low", "low_name", "high", "high_name", "fouled")
    assert [tuple(setting[key] for key in keys) for setting in shown["settings"]] == [
        ("1-3 2-2", "8 with Gor", "6-6 4-5", "Teen wong", False),
        ("1-3 4-5", "3 with Gor", "6-6 2-2", "6 with Teen", False),
        ("2-2 4-5", "3 with Bon", "6-6 1-3", "6 with Teen", False),
    ]


@pytest.mark.parametrize(
    ("hand", "name"), [("66 66 11 11", "two pairs"), ("12 24 66 35", "one pair"), ("66 36 11 35", "no pair")]
)
def test_four_tiles_are_named_by_their_pairs(hand: str, name: str) -> None:
    assert result("show", hand)["category"] == name


@pytest.mark.parametrize(
    ("hand", "rank", "name"),
    [("As Jo", 1, "pair of aces"), ("Jo Kd", 14, "ace-king"), ("3c 2d", 91, "three-two")],
)
def test_two_cards(hand: str, rank: int, name: str) -> None:
    shown = result("show", hand)
    assert (shown["kind"], shown["rank"], shown["of"], shown["name"]) == ("two cards", rank, 91, name)


@pytest.mark.parametrize(
    ("hand", "rank", "name", "category"),
    [
        ("Ac Ad Ah As Jo", 1, "five aces", "five aces"),
        ("As Ks Qs Js Jo", 2, "royal flush", "royal flush"),
        ("As 2s 3s 4s 5s", 3, "ace-to-five straight flush", "straight flush"),
        ("Ks Qs Js 10s 9s", 4, "king-high straight flush", "straight flush"),
        ("7c 5d 4h 3s 2c", 7463, "seven-high", "high card"),
    ],
)
def test_five_cards(hand: str, rank: int, name: str, category: str) -> None:
    shown = result("show", hand)
    assert (shown["kind"], shown["rank"], shown["of"]) == ("five cards", rank, 7463)
    assert (shown["name"], shown["category"], shown["strength"]) == (name, category, 7463 - rank)


@rule("R20")
def test_the_wheel_may_be_chosen_where_the_book_leaves_it_open() -> None:
    book = ("--book", "rock-island-poker")
    # Five aces, the royal, king-high to six-high, then the wheel.
    assert result("show", "As 2s 3s 4s 5s", *book)["rank"] == 3
    assert result("show", "As 2s 3s 4s 5s", *book, "--wheel", "lowest")["rank"] == 11


def test_seven_cards_are_listed_in_all_21_settings_fouled_ones_last() -> None:
    shown = result("show", "As Kd Jo 10h 9c 9d 2s")
    assert (shown["kind"], shown["name"]) == ("seven cards", "two pair, aces and nines")
    assert shown["best"] == "As Kd Jo 9c 9d"
    settings = shown["settings"]
    assert len(settings) == len({setting["low"] for setting in settings}) == 21
    assert settings[0] == {
        "low": "10h 2s",
        "high": "Jo As Kd 9d 9c",
        "low_name": "ten-two",
        "high_name": "two pair, aces and nines",
        "fouled": False,
    }
    assert [setting["low"] for setting in settings if setting["fouled"]] == ["Jo As"]
    assert settings[-1]["fouled"]


@rule("R24")
@pytest.mark.parametrize(
    ("hand", "bonus"),
    [
        ("As Ks Qs Js 10s Kd Qd", ["royal flush and match", "royal flush", None, "royal flush"]),
        (
            "9h 8h Jo 6h 5h 4h 3h",
            ["seven-card straight flush with joker"] * 2 + [None, "seven-card straight flush"],
        ),
        ("9s 9c 9d 8h 7c 6d 5h", ["three of a kind", "three of a kind", None, None]),
        ("Jo Kc Qd 9h 8c 4d 3h", [None, None, "ace-high", None]),
    ],
)
def test_seven_cards_are_read_for_the_bonus_wagers(hand: str, bonus: list[str | None]) -> None:
    names = ["fortune", "emperors", "insurance", "progressive"]
    assert result("show", hand)["bonus"] == dict(zip(names, bonus, strict=True))


def test_a_book_without_bonus_wagers_shows_none() -> None:
    assert result("show", "As Ks Qs Js 10s Kd Qd", "--book", "rock-island-poker")["bonus"] == {}


def test_compared_tiles() -> None:
    shown = result("compare", "6-6 4-5 / 2-2 1-3", "1-1 5-6 / 6-6 3-5", call=paigow)
    assert shown["schema"] == "paigow/compare/1"
    assert shown["player"]["low"] == "2-2 1-3"  # put in order
    assert (shown["low"], shown["high"], shown["outcome"]) == ("win", "win", "win")
    assert (shown["zero"], shown["fouled"]) == (False, False)
    assert shown["paragraphs"] == ["commission-tiles 2(d)", "commission-tiles 2(b)", "commission-tiles 7(j)"]


def test_the_paragraphs_are_those_of_the_chosen_book() -> None:
    shown = result("compare", "1-1 5-6 / 5-5 5-5", "1-1 5-6 / 1-3 1-3", "--book", "colorado-tiles")
    assert (shown["low"], shown["high"], shown["outcome"]) == ("copy", "lose", "lose")
    assert shown["paragraphs"] == [
        "colorado-tiles 30-2603(8)",
        "colorado-tiles 30-2603(2)",
        "colorado-tiles 30-2608(8)",
    ]


@rule("R2")
def test_a_low_hand_worth_zero_is_noted() -> None:
    shown = result("compare", "1-3 3-3 / 6-6 6-6", "2-2 1-5 / 1-1 1-1")
    assert (shown["low"], shown["high"], shown["outcome"], shown["zero"]) == ("lose", "win", "push", True)
    assert shown["paragraphs"][-2:] == ["commission-tiles 2(b)", "commission-tiles 7(i)(1)"]
    assert "R2" in shown["paragraphs"]


BANK = "Kc Qh / 10c 10d 8h 7h 3s"


def test_compared_cards() -> None:
    shown = result("compare", "Kd Qs / Ah Jo 9c 9d 2s", BANK)
    assert (shown["low"], shown["high"], shown["outcome"]) == ("copy", "win", "push")
    assert shown["book"] == "maryland-poker"
    assert shown["paragraphs"][0] == "maryland-poker 6.C(2)"
    assert shown["paragraphs"][-1] == "maryland-poker 11.F(2)(a)"


@rule("R21")
@pytest.mark.parametrize(
    ("player", "paragraph"),
    [("Ac Ah / Js Jd 9c 5d 4s", "13"), ("Ac Ah Js / Jd 9c 5d 4s", "14")],
)
def test_a_foul_is_noted_and_loses(player: str, paragraph: str) -> None:
    shown = result("compare", player, BANK, "--book", "rock-island-poker")
    assert (shown["fouled"], shown["outcome"]) == (True, "lose")
    assert shown["paragraphs"][0] == f"rock-island-poker {paragraph}"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["show", "6-6 4-5"],
            ["Teen wong", "6-6  Heaven, Teen 天", "rank 17 of 106, counted from the strongest"],
        ),
        (["show", "As Kd Jo 10h 9c 9d 2s"], ["best five: As Kd Jo 9c 9d", "Fortune Bonus        nothing"]),
        (
            ["compare", "2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5"],
            ["The player wins", "low hand: the higher value (commission-tiles 2(d))"],
        ),
        (
            ["compare", "Ac Ah Js / Jd 9c 5d 4s", BANK],
            ["The player loses", "together: a foul, not two and five cards (maryland-poker 11.F(1)(d), R21)"],
        ),
    ],
)
def test_people_read_text(arguments: list[str], lines: list[str]) -> None:
    done = called(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in lines if line not in done.stdout] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "6-6 7-7"], "There is no tile '7-7' (at character 5)"),
        (["show", "As Kd Qd Jd 10h 9c 9d 2s 3s"], "9 cards can't be ranked. Give two, five, or seven cards."),
        (["show", "As Kd As 10h 9c 9d 2s"], "As (the ace of spades) appears twice. A deck has only one"),
        (
            ["compare", "6-6 4-5 / 2-2", "1-1 5-6 / 6-6 3-5"],
            "There is 1 tile in the high hand of '6-6 4-5 / 2-2'",
        ),
    ],
)
def test_bad_input_ends_the_process_with_a_sentence_and_3(arguments: list[str], sentence: str) -> None:
    assert_sentence(paigow(*arguments), sentence)


def assert_sentence(done: Done, sentence: str) -> None:
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"paigow: {sentence}")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["show", "6-6 7-7"],
            "There is no tile '7-7' (at character 5). Write a tile as 6-6, 66, or by name",
        ),
        (["show", "Teen Teem"], "There is no tile 'Teem' (at character 6). Did you mean Teen?"),
        (["show", "As Kd Qd Jd 10h 9c 9d 2s 3s"], "9 cards can't be ranked. Give two, five, or seven cards."),
        (["show", "As Kd Qd"], "3 cards can't be ranked. Give two, five, or seven cards."),
        (["show", "6-6"], "1 tile can't be ranked. Give two or four tiles."),
        (["show", "As Kd As 10h 9c 9d 2s"], "As (the ace of spades) appears twice. A deck has only one"),
        (["show", "4-5 4-5"], "4-5 (Red Nine) appears twice. A set has only one"),
        (["show", "6-6 As"], "6-6 is a tile and As is a card. A hand is all tiles or all cards"),
        (["show", ""], "The hand is empty."),
        (["show", "what is this"], "There is no tile or card 'what'"),
        (
            ["show", "6-6 4-5", "--book", "maryland-poker"],
            "maryland-poker is for cards, and these are tiles",
        ),
        (
            ["show", "As Kd", "--book", "colorado-tiles"],
            "colorado-tiles is for tiles, and these are cards",
        ),
        (["show", "6-6 4-5", "--book", "maryland"], "There is no rule book 'maryland'"),
        (
            ["show", "As Kd", "--wheel", "lowest"],
            "maryland-poker fixes the rank of the wheel (maryland-poker 6.B(7)",
        ),
        (
            ["compare", "6-6 4-5 / 2-2", "1-1 5-6 / 6-6 3-5"],
            "There is 1 tile in the high hand of '6-6 4-5 / 2-2'",
        ),
        (["compare", "6-6 4-5 2-2 1-3", "1-1 5-6 / 6-6 3-5"], "'6-6 4-5 2-2 1-3' is not a setting"),
        (["compare", "2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 4-5"], "4-5 (Red Nine) appears twice"),
        (["compare", "2-2 1-3 / 6-6 4-5", BANK], "One hand is tiles and the other is cards"),
        (["compare", "Kc Qs / Ah Jo 9c 9d 2s", BANK], "Kc (the king of clubs) appears twice"),
        (["compare", "Kd Qs / Ah Jo 9c 9d", BANK], "There are 6 cards in 'Kd Qs Ah Jo 9c 9d'. 7 are needed"),
        (["compare", "Kd Qs / Ah Jo 9c 9d 2s", "Kc Kh / 10c 9h 8h 7h 3s"], "The bank's setting"),
    ],
)
def test_bad_input_is_a_sentence_and_exit_3(arguments: list[str], sentence: str) -> None:
    assert_sentence(called(*arguments), sentence)


def test_bad_input_with_json_is_json() -> None:
    done = called("compare", "6-6 4-5 / 2-2", "1-1 5-6 / 6-6 3-5", "--json")
    assert (done.returncode, done.stderr) == (3, "")
    assert json.loads(done.stdout)["schema"] == "paigow/fault/1"


@pytest.mark.parametrize(
    "arguments", [["show"], ["compare", "6-6 4-5 / 2-2 1-3"], ["show", "66 45", "--wheel", "x"]]
)
def test_wrong_usage_is_exit_2(arguments: list[str]) -> None:
    done = called(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["show", "compare"])
def test_help_has_examples(command: str) -> None:
    printed = called(command, "--help").stdout
    assert "Examples" in printed
    assert f"paigow {command} " in printed


def test_neither_command_loads_arrays_or_compilers() -> None:
    program = (
        "import sys; from paigow.cli.application import run\n"
        "assert run(['show', 'As Kd Jo 10h 9c 9d 2s']) == 0\n"
        "assert run(['compare', '2-2 1-3 / 6-6 4-5', '1-1 5-6 / 6-6 3-5']) == 0\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert not loaded & {"numpy", "numba", "dask", "fastapi"}
