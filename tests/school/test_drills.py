"""Drills against arithmetic and the regulations' own words, never against the program's own answer."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest

from paigow.books.registry import book_names
from paigow.faults import BadInput
from paigow.school.drills import IRREGULARITY, drill, kinds_of, stories_of
from paigow.school.tasks import Drill, is_right
from tests.rules import rule

TILES = ("commission-tiles", "colorado-tiles")
CARDS = ("maryland-poker", "rock-island-poker")
BANKED = ("commission-tiles", "colorado-tiles", "maryland-poker")
MANY = range(40)


def _many(book: str, kind: str) -> list[Drill]:
    return [drill(book, kind, str(number)) for number in MANY]


def _given(found: Drill, name: str) -> Any:
    return found.task.given[name][1]


@pytest.mark.parametrize("book", book_names())
def test_every_drill_has_an_answer_with_its_paragraph_and_takes_only_that_one(book: str) -> None:
    for kind in (*kinds_of(book), *(f"{IRREGULARITY}.{story}" for story in stories_of(book))):
        for number in range(2):
            found = drill(book, kind, str(number))
            assert found.solution.cites, kind
            assert len(set(found.solution.cites)) == len(found.solution.cites), (kind, found.solution.cites)
            assert is_right(found, found.solution.answer), kind
            wrong = _wrong(found)
            assert not is_right(found, wrong), (kind, wrong)
            assert drill.__wrapped__(book, kind, str(number)) == found, "the same seed, the same task"


def _wrong(found: Drill) -> Any:
    """Some other answer of the right form."""
    task, right = found.task, found.solution.answer
    match task.form:
        case "choice":
            return next(each for each in task.choices if each != right)
        case "stacks":
            return [each for each in range(1, 9) if each not in right]
        case "low":
            pieces = list(task.hands[0].pieces)
            splits = ([pieces[0], other] for other in pieces[1:])
            return next(each for each in splits if not is_right(found, each))
        case _:
            return right + 1


def _vigorish(won: int, method: str) -> int:
    exact = won * Fraction(5, 100)
    cents = floor(exact + Fraction(1, 2))
    return {
        "to-the-cent": cents,
        "up-to-25-cents": ceil(exact / 25) * 25,
        "at-least-25-cents": max(25, cents),
    }[method]


@rule("commission-tiles 7(k)", "colorado-tiles 30-2608(11)", "maryland-poker 13.A(1)", "R11", "R81")
@pytest.mark.parametrize("book", book_names())
def test_winners_are_paid_even_money_less_five_percent_in_each_rounding(book: str) -> None:
    methods = set()
    for found in _many(book, "pay"):
        stake, method = _given(found, "stake"), _given(found, "method")
        methods.add(method)
        assert found.solution.answer == stake - _vigorish(stake, method)
    # Rock Island's text leaves no choice.
    assert methods == ({"at-least-25-cents"} if book == CARDS[1] else {"to-the-cent", "up-to-25-cents"})


@rule("commission-tiles 8(o)", "commission-tiles 8(p)", "maryland-poker 12.J(5)", "R8", "R10")
@pytest.mark.parametrize("book", BANKED)
def test_a_bank_makes_up_what_is_short_and_gets_what_is_over(book: str) -> None:
    asked = Counter[object]()
    for found in _many(book, "center"):
        _, way, whose = found.task.ask.split(".")
        lost, won = _given(found, "lost"), _given(found, "won")
        part = abs(lost - won) // 2 if whose == "co" else abs(lost - won)
        if way == "short":
            assert (won > lost, found.solution.answer) == (True, part)
        else:
            expected = part - min(part, _vigorish(part, _given(found, "method")))
            assert (lost >= won, found.solution.answer) == (True, expected)
        asked[way, whose] += 1
    assert len(asked) == 4, asked


@rule("commission-tiles 6(b)", "commission-tiles 8(j)", "maryland-poker 5.K(1)(d)", "R5")
@pytest.mark.parametrize("book", book_names())
def test_dice_are_counted_place_by_place_from_the_bank(book: str) -> None:
    places = 8 if book in TILES else 7
    for found in _many(book, "count"):
        dice = _given(found, "dice")
        if found.task.ask == "count.button":
            # Dragon's Eye deals from the button, which the eye die names (30-2607.01(4)).
            assert (book, found.solution.answer) == ("colorado-tiles", dice[0])
            continue
        place = _given(found, "bank") if found.task.ask == "count.bank" else 0
        for _ in range(sum(dice) - 1):
            place = (place + 1) % places
        assert found.solution.answer == place


FIRST_HAND = {
    "house-way-right": {1},
    "house-way-left": {8},
    "cup-say-right": {1, 2},
    "cup-say-left": {8, 7},
    "jung-quat": {4, 5},
    "chee-yee": {1, 8},
    "pin-say-right": {1, 2, 3, 4},
    "pin-say-left": {8, 7, 6, 5},
    "dragon-head-right": {1, 2},
    "dragon-head-left": {8, 7},
}


@rule("commission-tiles 8(k)(1)", "commission-tiles 8(k)(5)", "commission-tiles 8(k)(9)")
def test_all_ten_styles_come_up_and_begin_where_the_text_says() -> None:
    """Dragon head sets the first two stacks upon the next two: their tiles lie on top."""
    asked = set()
    for number in range(400):
        found = drill("commission-tiles", "delivery", str(number))
        asked.add(style := _given(found, "style"))
        if found.task.ask == "delivery.from" and _given(found, "turn") == 1:
            assert set(found.solution.answer) == FIRST_HAND[style], style
    assert asked == set(FIRST_HAND)


MOVED = FIRST_HAND | {"pin-say-right": {1}, "pin-say-left": {8}}


@rule(
    "commission-tiles 8(k)(7)",
    "commission-tiles 8(k)(8)",
    "commission-tiles 8(k)(9)",
    "commission-tiles 8(k)(10)",
)
def test_a_style_is_shown_by_the_stacks_that_are_moved_not_by_those_that_stay() -> None:
    """Dragon head sets two stacks upon two that stay; pin say takes one tile off the first stack."""
    asked = set()
    for number in range(400):
        found = drill("commission-tiles", "delivery", str(number))
        if found.task.ask == "delivery.move":
            asked.add(style := _given(found, "style"))
            assert set(found.solution.answer) == MOVED[style], style
    assert asked == set(MOVED)


@rule("commission-tiles 6(a)", "colorado-tiles 30-2607.01(5)", "maryland-poker 5.K(1)(a)")
def test_three_shakes_are_the_least_and_five_before_the_shaker_is_passed() -> None:
    least = {
        found.task.ask: found.solution.answer for book in book_names() for found in _many(book, "shakes")
    }
    assert least == {"shakes.dealer": 3, "shakes.bank": 3, "shakes.passing": 5, "shakes.player": 1}


@rule("maryland-poker 10.D", "maryland-poker 10.E")
@pytest.mark.parametrize("book", CARDS)
def test_four_cards_are_left_and_any_other_number_is_a_fault_of_the_deck(book: str) -> None:
    for found in _many(book, "stub"):
        if found.task.ask == "stub.left":
            assert found.solution.answer == 53 - 7 * 7
        else:
            assert found.solution.answer == ("on" if _given(found, "count") == 4 else "void-deck")


@rule("commission-tiles 7(h)", "commission-tiles 7(i)", "maryland-poker 11.E(1)")
@pytest.mark.parametrize("book", book_names())
def test_a_hand_wins_with_both_halves_and_a_copy_is_no_win(book: str) -> None:
    asked = Counter[object]()
    for found in _many(book, "call"):
        halves = [found.solution.given[half][1] for half in ("low", "high")]
        wins = halves.count("win")
        assert found.solution.answer == {2: "win", 1: "push", 0: "lose"}[wins], halves
        asked[found.solution.answer] += 1
    assert len(asked) == 3


@rule("maryland-poker 13.B(3)", "colorado-tiles 30-2699.01(3)", "maryland-poker 11.H(4)(e)")
def test_side_wagers_pay_their_line_times_the_stake_and_envy_a_fixed_sum() -> None:
    for book in ("maryland-poker", "colorado-tiles"):
        for found in _many(book, "bonus"):
            odds = found.solution.given.get("pays")
            times = int(odds[1].removesuffix(" to 1").replace(",", "")) if odds else 0
            assert found.solution.answer == times * _given(found, "stake")
    for found in _many("maryland-poker", "envy"):
        assert (found.solution.answer == 0) == (found.task.ask == "envy.own" or _given(found, "stake") < 500)


# By 9(c) and the like; a player who exposes their own hand plays on (R19), one who has looked can't choose
# (R78).
FOLLOWS = {
    ("undealt", ""): "again",
    ("undealtoff", ""): "again",
    ("stacking", ""): "again",
    ("noroll", ""): "shake",
    ("notflat", ""): "shake",
    ("exposed", "player"): "choose",
    ("exposed", "looked"): "on",
    ("exposed", "bank"): "void",
    ("exposed", "dealer"): "void",
    ("shown", "player"): "on",
    ("shown", "looked"): "on",
    ("shown", "bank"): "void",
    ("off", "player"): "dead",
    ("off", "looked"): "dead",
    ("off", "bank"): "void",
    ("off", "dealer"): "void",
    ("oneup", ""): "on",
    ("twoup", ""): "void",
    ("count", ""): "void",
    ("stub", ""): "on",
    ("shoe", ""): "void",
    ("wrongplace", ""): "void",
    ("drawn", ""): "on",
    ("eight", ""): "void",
    ("six", ""): "void",
    ("broken", ""): "cover",
    ("misset", ""): "reset",
}
# The paragraphs that decide them, as the texts number them; Rock Island has none (R42).
DECIDED_BY = {
    "commission-tiles": {"wrongplace": "9(c)", "misset": "9(f)"},
    "colorado-tiles": {"wrongplace": "30-2610(3)", "misset": "30-2610(6)"},
    "maryland-poker": {
        "wrongplace": "14.B",
        "drawn": "14.G",
        "eight": "14.H",
        "six": "14.H",
        "misset": "14.I",
        "shuffler": "14.L",
        "shoe": "14.M",
        "broken": "14.N",
    },
    "rock-island-poker": dict.fromkeys(("wrongplace", "drawn", "eight", "six", "misset", "broken"), "R42"),
}


@rule("commission-tiles 9(c)", "colorado-tiles 30-2610(7)", "maryland-poker 14.C", "R19", "R34", "R78", "R79")
@pytest.mark.parametrize("book", book_names())
def test_what_follows_from_each_irregularity(book: str) -> None:
    for story in stories_of(book):
        for number in range(4):
            found = drill(book, f"{IRREGULARITY}.{story}", str(number))
            assert _given(found, "story") == story
            key = (story, found.task.ask.partition(".")[2])
            if key in FOLLOWS:
                assert found.solution.answer == FOLLOWS[key], key


@rule("commission-tiles 9(f)", "colorado-tiles 30-2610(6)", "maryland-poker 14.B", "maryland-poker 14.G")
@rule("maryland-poker 14.H", "maryland-poker 14.I", "maryland-poker 14.L", "maryland-poker 14.M", "R42")
@pytest.mark.parametrize("book", book_names())
def test_each_irregularity_of_the_text_is_drilled_with_its_paragraph_first(book: str) -> None:
    for story, paragraph in DECIDED_BY.get(book, {}).items():
        for number in range(4):
            found = drill(book, f"{IRREGULARITY}.{story}", str(number))
            assert found.solution.cites[0] == paragraph, (story, found.solution.cites)
            assert found.solution.answer in found.task.choices


@rule("maryland-poker 14.E", "maryland-poker 14.F", "R91")
@pytest.mark.parametrize(("story", "first"), [("oneup", "14.E"), ("twoup", "14.F")])
def test_cards_found_face_up_name_the_paragraph_that_decides(story: str, first: str) -> None:
    for number in range(4):
        cites = drill("maryland-poker", f"{IRREGULARITY}.{story}", str(number)).solution.cites
        assert cites[0] == first
        assert not any(cite.startswith("10.") for cite in cites)


@rule("maryland-poker 11.H(6)(b)(v)", "maryland-poker 11.H(6)(b)(vi)", "maryland-poker 13.F")
def test_only_a_share_of_a_meter_is_paid_by_the_paragraphs_on_meters() -> None:
    """Straight flush and below are paid from the inventory, and no paperwork keeps their cards."""
    shares = {"11.H(6)(b)(v)", "11.H(6)(b)(vi)", "13.F"}
    asked = set()
    for found in _many("maryland-poker", "progressive"):
        cites = set(found.solution.cites)
        assert "11.H(6)(b)(iv)" in cites
        assert cites & shares == (shares if found.task.ask == "progressive.meter" else set())
        asked.add(found.task.ask)
    assert asked == {"progressive", "progressive.meter"}


def test_an_answer_of_another_form_is_refused_with_what_is_allowed() -> None:
    for kind, answer in (("pay", "much"), ("call", "even"), ("delivery", 3), ("house-way", ["9-9", "1-1"])):
        with pytest.raises(BadInput):
            is_right(drill("commission-tiles", kind, "1"), answer)
    with pytest.raises(BadInput, match="no drill"):
        drill("rock-island-poker", "envy", "1")
