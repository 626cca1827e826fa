"""What each actor is shown and told, case by case. The laws over random play are in test_laws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields as fields_of

from paigow.table.acts import Command, Event
from paigow.table.engine import EVENTS, decide, evolve
from paigow.table.hands.setting import HouseWayTold
from paigow.table.state import DealtHand, Shaker, Table
from paigow.table.visibility.views import OPEN_FIELDS, SECRETS, see, view
from tests.rules import rule
from tests.table.transcripts import parse_transcript, run

SEATED = """
submission commission-tiles-plain
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
given bob at 3 with 1000.00
given the dealer goes on to shuffle
anna bets 25.00 on 1
bob bets 25.00 on 3
given tiles for 9: {hands}
dealer calls no more bets
dealer shakes 2+3+4
"""
HANDS = "dealer 5-6 1-4 1-3 1-2 | 1 6-6 6-6 5-5 5-5 | 3 1-1 4-6 4-6 1-6"
OTHERS = "dealer 3-3 3-3 2-2 2-2 | 1 6-6 6-6 5-5 5-5 | 3 5-6 5-6 1-5 1-5"
"""The same to Anna: all tiles but her own are different."""
TO_DEALER_SETTING = """
given the dealer goes on to setting
anna asks for help at 1
anna sets 6-6 6-6 low at 1
bob sets {bob} low at 3
"""


def told(text: str, actor: str) -> list[bytes]:
    """Everything that an actor is told in a transcript."""
    transcript = parse_transcript(text)
    records = []
    for event in events_of(transcript.rules, transcript.lines):
        record = see(event, actor)
        if record is not None:
            records.append(msgspec.json.encode(record))
    return records


def events_of(rules: Any, lines: Any) -> Iterator[Event]:
    table = Table()
    for line in lines:
        while True:
            command = line.do if isinstance(line.do, Command) else line.do(rules, table)
            if command is None:
                break
            for event in decide(rules, table, command):
                table = evolve(table, event)
                yield event
            if isinstance(line.do, Command):
                break


@rule("R60", "R64")
@pytest.mark.parametrize("actor", ["anna", "dealer", "floor", "observer"])
def test_other_tiles_change_no_word_of_what_is_told_before_they_are_turned(actor: str) -> None:
    stories = [
        SEATED.format(hands=hands) + TO_DEALER_SETTING.format(bob=bob)
        for hands, bob in ((HANDS, "1-1 1-6"), (OTHERS, "1-5 1-5"))
    ]
    assert told(stories[0], actor) == told(stories[1], actor)


@rule("R64", "commission-tiles 7(b)")
def test_help_is_told_to_the_asker_alone() -> None:
    help_told = HouseWayTold(person="anna", position=1, low=("5-5", "5-5"), high=("6-6", "6-6"))
    heard = see(help_told, "anna")
    assert heard is not None
    assert tuple(heard["low"]) == ("5-5", "5-5")
    assert [see(help_told, actor) for actor in ("bob", "dealer", "floor", "observer")] == [None] * 4


def test_dice_are_seen_once_the_lid_is_off() -> None:
    shaken = run(parse_transcript(SEATED.format(hands=HANDS)))
    rules = parse_transcript(SEATED.format(hands=HANDS)).rules
    assert shaken.shaker.dice == (2, 3, 4)
    for actor in ("dealer", "anna", "floor"):
        assert view(rules, shaken, actor)["shaker"]["dice"] is None
    lifted = run(parse_transcript(SEATED.format(hands=HANDS) + "dealer lifts the lid"))
    assert tuple(view(rules, lifted, "anna")["shaker"]["dice"]) == (2, 3, 4)


def test_the_order_of_the_stock_is_shown_to_nobody() -> None:
    transcript = parse_transcript(SEATED.format(hands=HANDS))
    shown = view(transcript.rules, run(transcript), "dealer")
    assert shown["stock"] == [4] * 8


def test_every_field_of_a_table_is_either_open_or_shown_by_rule() -> None:
    by_rule = {"stock", "shaker", "hands", "discards", "cards", "record", "edition", "dealt_by", "chance"}
    assert {field.name for field in fields_of(Table)} == OPEN_FIELDS | by_rule
    assert not OPEN_FIELDS & by_rule
    # Fields added to these records must be handled in `views`.
    assert {field.name for field in fields_of(Shaker)} == {
        "dice",
        "shakes",
        "shaken_by",
        "left_to_dealer",
        "lid_off",
        "announced",
        "start",
    }
    assert {field.name for field in fields_of(DealtHand)} == {
        "place",
        "pieces",
        "status",
        "low",
        "high",
        "shown",
        "outcome",
        "set_by",
        "fouled",
        "looked_by",
    }


SHOWN_TO_ALL = {
    "PairsDisplayed": "the whole set lies open before the first wash",
    "LidLifted": "the lid is off",
    "DealerHandReset": "the dealer's tiles are turned over",
    "WrongPaymentFound": "both hands were exposed when they were compared",
    "HandExposed": "exposed",
    "BankExposed": "exposed",
    "BankHandReset": "found when exposed",
    "PairsShown": "exposed",
    "KeptHandShown": "turned up for envy",
    "PieceExposed": "seen by accident",
    "ExposedWhileStacking": "seen by accident",
}
"""Events with pieces or dice in them that hide nothing, and why."""


def test_every_event_with_pieces_or_dice_is_secret_or_known_to_be_open() -> None:
    pieces = (tuple[str, ...], dict[int, tuple[str, ...]], tuple[int, int, int])
    words = {"passed", "why", "winning", "returned", "backs", "items", "missing", "declined"}
    telling = {
        kind.__name__
        for kind in EVENTS
        for field in fields_of(kind)
        if field.type in pieces and field.name not in (*words, "cites", "places")
    }
    secret = {kind.__name__ for kind in SECRETS}
    assert telling - secret - set(SHOWN_TO_ALL) == set()
