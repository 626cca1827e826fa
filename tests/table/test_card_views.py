"""What each actor is shown and told at a card table, case by case. Laws over random play: test_laws."""

from __future__ import annotations

import msgspec
import pytest

from paigow.submissions.rules import Rules
from paigow.table.state import Table
from paigow.table.visibility.views import see, view
from tests.rules import rule
from tests.table.test_views import events_of
from tests.table.transcripts import parse_transcript, run

HEAD = """
submission maryland-poker-full
with dealing.method = "manual-shoe"
with starting.method = "generator"
with approvals.generator = "HL-21"
with limits.main.minimum = 10
with progressive.offered = false
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
given bob at 3 with 1000.00
given the dealer goes on to shuffle
anna bets 25.00 on 1
bob bets 25.00 on 3
bob bets 5.00 on 3 for fortune
given cards for 1: {hands}
dealer calls no more bets
dealer draws 1
"""
ANNA = "1 10c 10d As Kd 6h 4s 2d"
HANDS = f"dealer 9c 9d Qs Jd 7s 5h 3c | {ANNA} | 3 8c 8d Js 10s 6s 4h 2h | stub Jo Ac Ah Ad"
OTHERS = f"dealer Ac Ah Ad Jo 7s 5h 3c | {ANNA} | 3 8c 8d 8h 8s Ks Kh Kc | stub 9c 9d Qs Jd"
"""The same to Anna: all cards but her own are different."""
TO_DEALER_SETTING = """
given the dealer goes on to setting
anna asks for help at 1
anna sets As Kd low at 1
bob sets {bob} low at 3
"""


def told(hands: str, bob: str, actor: str) -> list[bytes]:
    """Everything an actor is told until all players have set."""
    transcript = parse_transcript(HEAD.format(hands=hands) + TO_DEALER_SETTING.format(bob=bob))
    seen = (see(event, actor) for event in events_of(transcript.rules, transcript.lines))
    return [msgspec.json.encode(record) for record in seen if record is not None]


@rule("R60", "R64", "maryland-poker 11.A(3)", "maryland-poker 8.E(2)", "maryland-poker 8.G")
@pytest.mark.parametrize("actor", ["anna", "dealer", "floor", "observer"])
def test_other_cards_change_no_word_of_what_is_told_before_they_are_turned(actor: str) -> None:
    assert told(HANDS, "Js 10s", actor) == told(OTHERS, "8c 8d", actor)


@rule("maryland-poker 11.A(3)", "R64")
def test_help_is_told_to_the_asker_alone() -> None:
    words = [record for record in told(HANDS, "Js 10s", "anna") if b"house-way-told" in record]
    assert len(words) == 1
    assert b"As" in words[0]
    for other in ("bob", "dealer", "floor", "observer"):
        assert not [record for record in told(HANDS, "Js 10s", other) if b"house-way-told" in record]


@rule("maryland-poker 8.E(2)", "maryland-poker 10.D(2)")
def test_what_is_left_and_the_stack_are_shown_to_nobody() -> None:
    rules, before = _played(HEAD.format(hands=HANDS))
    assert view(rules, before, "dealer")["stock"] == [53]
    rules, after = _played(HEAD.format(hands=HANDS) + "given the dealer goes on to sweep")
    for actor in ("dealer", "floor", "anna", "observer"):
        shown = msgspec.json.encode(view(rules, after, actor))
        assert not [card for card in (b'"Jo"', b'"Ac"', b'"Ah"', b'"Ad"') if card in shown]


@rule("maryland-poker 11.D(2)", "maryland-poker 11.D(3)", "R27", "R78")
def test_surrendered_cards_are_unseen_by_others_until_their_turn() -> None:
    given_up = HEAD.format(hands=OTHERS) + TO_DEALER_SETTING.format(bob="8c 8d")
    given_up += "given the dealer goes on to expose\nanna surrenders 1\n"
    rules, hidden = _played(given_up)
    _, shown = _played(given_up + "dealer exposes 1\n")
    for actor in ("dealer", "floor", "anna", "bob", "observer"):
        assert None not in _hand_at_1(rules, shown, actor)
        if actor != "anna":
            assert _hand_at_1(rules, hidden, actor) == [None] * 7
    # Anna has looked at her hand, and nothing she has seen is hidden again.
    assert _hand_at_1(rules, hidden, "anna") == _hand_at_1(rules, shown, "anna")


def _played(text: str) -> tuple[Rules, Table]:
    transcript = parse_transcript(text)
    return transcript.rules, run(transcript)


def _hand_at_1(rules: Rules, table: Table, actor: str) -> list[str | None]:
    hands = view(rules, table, actor)["hands"]
    return next(list(hand["pieces"]) for hand in hands if hand["place"] == 1)
