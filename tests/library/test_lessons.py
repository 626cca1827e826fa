"""The beginner courses' rounds: the hands come up, the table judges, and what the texts claim is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from paigow.faults import BadInput
from paigow.library.hands import best_settings
from paigow.library.lessons import LEARNER, POSITION, LessonRound, courses
from paigow.server.http.pages import part_texts
from paigow.table.state import DEALER_PLACE
from tests.rules import rule

LESSONS = [(game, number) for game in ("tiles", "cards") for number in range(1, 7)]


def _events(game: str, number: int, low: str) -> Iterator[dict[str, Any]]:
    for frame in LessonRound(game, number, tuple(low.split())).frames():
        yield from frame["events"]


def _event(game: str, number: int, low: str, name: str) -> dict[str, Any]:
    return next(event for event in _events(game, number, low) if event["event"] == name)


def _outcome(game: str, number: int, low: str) -> tuple[str, str, str]:
    shown = _event(game, number, low, "hand-exposed")
    return shown["high_half"], shown["low_half"], shown["outcome"]


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_the_hands_of_a_lesson_are_dealt_and_the_learner_is_asked(game: str, number: int) -> None:
    round_ = LessonRound(game, number)
    *_, (_, _, _, table) = round_.happenings()
    for place, pieces in round_.lesson.hands.items():
        assert sorted(table.hands[place].pieces) == sorted(pieces)
    *_, last = frames = round_.frames()
    asked = {option["command"]["do"] for option in last["options"]}
    assert asked & {"set-hand", "set-bank-hand"}
    # The dealer's hand and the bots' are backs until they are turned.
    seen: dict[str, Any] = {}
    for frame in frames:
        seen |= frame["view"]
    hidden = [hand for hand in seen["hands"] if hand["place"] != POSITION]
    assert hidden
    assert all(piece is None for hand in hidden for piece in hand["pieces"])


# Tiles by their dots: 5-6 and 1-6 are 18, 4-6 and 3-6 are 19; the dealer's 5-5 3-5 are 18, 1-3 4-6 are 14.
@rule("commission-tiles 7(g)", "commission-tiles 7(k)")
def test_the_first_win_pays_even_money_less_five_percent() -> None:
    assert _outcome("tiles", 1, "5-6 1-6") == ("win", "win", "win")
    paid = _event("tiles", 1, "5-6 1-6", "winner-paid")
    assert (paid["won"], paid["vigorish"]) == (2500, 125)  # 25.00, and 5 percent of it
    # 5-6 and 3-6 are 20 dots, worth nothing: a zero never wins.
    assert _outcome("tiles", 1, "5-6 3-6")[1:] == ("lose", "lose")


# 4-5 3-4 are 16, 5-6 1-3 are 15 against 1-5 3-6 at 15 and 1-6 2-5 at 14; 5-6 3-4 are 18 over 1-3 4-5 at 13.
def test_balance_wins_where_one_strong_hand_pushes() -> None:
    assert _outcome("tiles", 2, "1-3 5-6") == ("win", "win", "win")
    assert _outcome("tiles", 2, "1-3 4-5") == ("win", "lose", "push")


# Low: 1-3 1-4 and 1-3 2-3 are nine dots each, led by the 1-3. High: 6-6 leads nine against 1-1.
@rule("R2")
def test_a_copy_goes_to_the_dealer_and_the_higher_tile_decides_equal_points() -> None:
    assert _outcome("tiles", 3, "1-3 1-4") == ("win", "copy", "push")
    assert _outcome("cards", 2, "As Kd") == ("win", "copy", "push")


def test_gong_and_three_win_where_wong_and_two_push() -> None:
    assert _outcome("tiles", 4, "2-2 4-5") == ("win", "win", "win")
    assert _outcome("tiles", 4, "2-2 2-6") == ("win", "lose", "push")
    assert _outcome("tiles", 5, "6-6 3-4") == ("win", "win", "win")


def test_the_other_lessons_of_cards_come_out_as_they_are_told() -> None:
    assert _outcome("cards", 1, "Qh 9c") == ("win", "win", "win")
    assert _outcome("cards", 3, "Kc 2d") == ("win", "win", "win")
    assert _outcome("cards", 4, "4s 4h") == ("win", "win", "win")
    assert _outcome("cards", 4, "Js 8d") == ("win", "lose", "push")
    assert _outcome("cards", 5, "Qd Jc") == ("lose", "win", "push")


def test_a_low_hand_above_the_high_hand_fouls() -> None:
    shown = _event("cards", 1, "Ks Kd", "hand-exposed")
    assert shown["outcome"] == "lose"
    assert shown["limb"].startswith("fouled")


# Ben's 25.00 and the dealer's 25.00 are won, Ana pushes; 5 percent of 50.00 is 2.50.
def test_the_banker_wins_the_copy_and_pays_commission_on_what_is_won() -> None:
    for game, low in (("tiles", "1-3 2-3"), ("cards", "Ad Kc")):
        closed = _event(game, 6, low, "center-closed")
        assert (closed["surplus"], closed["vigorish"], closed["to_bank"]) == (5000, 250, 4750)
        assert [event["outcome"] for event in _events(game, 6, low) if event["event"] == "hand-exposed"] == [
            "push",
            "lose",
        ]


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_the_dealer_tells_the_house_way_where_the_learner_may_ask(game: str, number: int) -> None:
    told = LessonRound(game, number).help()
    if courses()[game].lessons[number - 1].banks:
        assert told is None
    else:
        assert told is not None
        assert [event["event"] for event in told["events"]] == ["house-way-told"]


def test_what_a_split_costs_is_told_as_it_is_counted() -> None:
    """The two shares in the texts, counted over all replies: 5.9 percent and 47 percent."""
    gong = best_settings("6-6 2-6 2-2 4-5").settings
    assert f"{float(gong[0].value - gong[1].value):.1%}" == "5.9%"
    texts = part_texts("learn", "en")
    assert "5.9%" in texts["learn.tiles.gong.after.win"]


@pytest.mark.prove
def test_what_splitting_two_pairs_is_worth_is_told_as_it_is_counted() -> None:
    by_low = {
        str(each.setting).split(" / ")[0]: each for each in best_settings("Kc Kd 4s 4h Js 8d 2c").settings
    }
    assert f"{float(by_low['4s 4h'].value - by_low['Js 8d'].value):.0%}" == "47%"


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_every_lesson_has_its_texts_and_names_only_terms_that_are_explained(language: str) -> None:
    texts, terms = part_texts("learn", language), part_texts("terms", language)
    for game, course in courses().items():
        for lesson in course.lessons:
            key = f"learn.{game}.{lesson.key}"
            assert {key, f"{key}.sub", f"{key}.1", f"{key}.1.title", f"{key}.after"} <= texts.keys()
    named = {id_ for text in texts.values() for id_ in re.findall(r"\[([\w.-]+)(?:\|[^\]]+)?\]", text)}
    assert named
    assert {f"terms.{id_}" for id_ in named} <= terms.keys()
    assert {f"terms.{id_}.text" for id_ in named} <= terms.keys()


@pytest.mark.parametrize("low", ["9-9 1-1", "5-6", "5-6 5-6", "5-6 1-6 4-6"])
def test_a_setting_of_other_pieces_is_refused(low: str) -> None:
    with pytest.raises(BadInput):
        LessonRound("tiles", 1, tuple(low.split())).frames()
    with pytest.raises(BadInput, match="1 to 6"):
        LessonRound("tiles", 7).frames()


def test_only_the_learner_and_the_dealer_play_the_plain_lessons() -> None:
    *_, (_, _, _, table) = LessonRound("tiles", 1).happenings()
    assert [person for person in table.chairs if person] == [LEARNER]
    assert DEALER_PLACE in table.hands


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_first_bet_is_the_learners_own(game: str) -> None:
    """Only it is asked for, and what is bet is what is paid: 5 percent of 40 dollars is 2."""
    asked = LessonRound(game, 1, bet=0).frames()
    assert len(asked) == 1
    kinds = {(each["command"]["do"], each["command"].get("kind")) for each in asked[0]["options"]}
    assert {kind for do, kind in kinds if do == "place-wager"} == {"main"}
    low = ("5-6", "1-6") if game == "tiles" else ("Qh", "9c")
    frames = LessonRound(game, 1, low, bet=4000).frames()
    assert frames[0]["view"]["bets_open"]
    laid = next(frame for frame in frames if any(e["event"] == "wager-placed" for e in frame["events"]))
    assert any(each["command"]["do"] == "take-back-wager" for each in laid["options"])
    paid = next(e for frame in frames for e in frame["events"] if e["event"] == "winner-paid")
    assert (paid["won"], paid["vigorish"]) == (4000, 200)
    with pytest.raises(BadInput, match="a bet can't be 5 cents"):
        LessonRound(game, 1, bet=5).frames()


@pytest.mark.parametrize(("game", "number"), [("tiles", 2), ("cards", 2)])
def test_the_dice_of_a_lesson_end_where_the_course_says(game: str, number: int) -> None:
    """1, 2, and 3 are 6: the dealer is counted as 1, so seat 5 as 6."""
    told = part_texts("learn", "en")[f"learn.{game}.{courses()[game].lessons[number - 1].key}.1"]
    assert "total of 6 ends at seat 5" in told
    announced = next(
        event
        for frame in LessonRound(game, number).frames()
        for event in frame["events"]
        if event["event"] == "total-announced"
    )
    assert (announced["total"], announced["start"]) == (6, 5)
