"""Meters that two tables feed and win: the readings with each payment, and the order of hits over both."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command, Event
from paigow.table.engine import decide, evolve
from paigow.table.hands.comparing import ExposeHand
from paigow.table.ledger import CAGE, INVENTORY
from paigow.table.refusals import Reason, Refused
from paigow.table.sides.progressive import (
    ProgressiveSettled,
    SettleProgressive,
    SharedMeters,
    ValidateProgressive,
    VerifyProgressive,
    after,
    started,
)
from paigow.table.state import Table
from tests.rules import rule
from tests.table.test_views import events_of
from tests.table.transcripts import parse_transcript

BEFORE_THE_DEAL = """
submission maryland-poker-full
with dealing.method = "manual-shoe"
with starting.method = "generator"
with approvals.generator = "HL-21"
with limits.main.minimum = 10
with fortune.offered = false
with emperors.offered = false
with insurance.offered = false
given an open table
given a tray of 10000.00
given anna at 1 with 100.00
given bob at 2 with 100.00
given the dealer goes on to shuffle
anna bets 10.00 on 1
anna bets 1.00 on 1 for progressive
bob bets 10.00 on 2
bob bets 1.00 on 2 for progressive
given cards for 1: dealer Kd Kc Qd Qc 9d 6d 2d | 1 {anna} | 2 {bob}
dealer calls no more bets
"""
TO_THE_FIRST_HAND = """
dealer collects 2 progressive chips
dealer draws 1
given the dealer goes on to setting
given all set the house way
given the dealer goes on to expose
dealer exposes 1
"""
ROYAL, ROYAL_TOO = "Ah Kh Qh Jh 10h 4d 2c", "As Ks Qs Js 10s 3d 5c"
RUN, NOTHING = "3s 4s 5s 6s 7s 8s 9s", "Ac 3h 5h 7c 9c Jc 2h"


@dataclass
class Floor:
    """The keeper of the meters: folds the events of all tables, in the order they happen."""

    meters: SharedMeters
    hits: list[tuple[int, str, int]]

    def hears(self, event: Event) -> None:
        self.meters = after(self.meters, event)
        if isinstance(event, ProgressiveSettled) and event.hit:
            self.hits.append((event.hit, event.person, event.won))


@dataclass
class Seated:
    """A table with its rules, which reports everything to the floor."""

    rules: Rules
    table: Table
    floor: Floor

    def does(self, command: Command) -> None:
        for event in decide(self.rules, self.table, command):
            self.table = evolve(self.table, event)
            self.floor.hears(event)

    def pays(self, position: int) -> None:
        """The light, the floor's validation, and the payment by the meters' current amounts."""
        self.does(VerifyProgressive(by=DEALER, position=position))
        self.does(ValidateProgressive(by=FLOOR, position=position))
        meters = self.floor.meters
        self.does(
            SettleProgressive(
                by=DEALER, position=position, readings=dict(meters.readings), hit=meters.hits + 1
            )
        )


def _floor() -> Floor:
    terms = parse_transcript(BEFORE_THE_DEAL.format(anna=ROYAL, bob=RUN)).rules.progressive
    assert terms is not None
    return Floor(started(terms), [])


def _at_the_first_hand(floor: Floor, anna: str, bob: str) -> Seated:
    transcript = parse_transcript(BEFORE_THE_DEAL.format(anna=anna, bob=bob) + TO_THE_FIRST_HAND)
    seated = Seated(transcript.rules, Table(), floor)
    for event in events_of(transcript.rules, transcript.lines):
        seated.table = evolve(seated.table, event)
        floor.hears(event)
    return seated


@rule("R74", "R26", "maryland-poker 13.F", "maryland-poker 13.E(8)")
def test_tables_feed_the_same_meters_and_are_paid_in_turn() -> None:
    floor = _floor()
    here = _at_the_first_hand(floor, ROYAL, RUN)
    # Two chips: 2 x 0.20 to the mega, 2 x 0.10 to each of the others.
    assert floor.meters.readings == {"mega": 10_000_40, "major": 1_000_20, "minor": 500_20}
    there = _at_the_first_hand(floor, ROYAL_TOO, NOTHING)
    # Two more at the other table, before either is paid.
    assert floor.meters.readings == {"mega": 10_000_80, "major": 1_000_40, "minor": 500_40}

    there.pays(1)
    here.pays(1)
    # The other table was paid first, and took all of it: here the minor has restarted at 500.00.
    assert floor.hits == [(1, "anna", 500_40), (2, "anna", 500_00)]
    here.does(ExposeHand(by=DEALER, position=2))
    here.pays(2)
    assert floor.hits[-1] == (3, "bob", 10_000_80)
    assert floor.meters == SharedMeters({"mega": 10_000_00, "major": 1_000_40, "minor": 500_00}, hits=3)


@rule("R74", "R39", "maryland-poker 11.H(6)(b)(v)")
def test_the_tray_feeds_the_cage_and_never_pays_a_share() -> None:
    floor = _floor()
    here = _at_the_first_hand(floor, ROYAL, RUN)
    # 2.00 into the tray, 2 x 0.40 out of it to where the shared meters are kept.
    assert here.table.balances[INVENTORY] == 10_001_20
    assert here.table.balances[CAGE] == 80
    assert not [name for name in here.table.balances if name.startswith("meter/")]
    here.pays(1)
    assert here.table.balances[INVENTORY] == 10_001_20
    assert here.table.balances[CAGE] == 80 - 500_20
    # Four-two low under queens, a royal flush over kings: the main wager came back. 100 - 1 + 500.20.
    assert here.table.rack("anna") == 599_20


@rule("R74")
@pytest.mark.parametrize(("readings", "hit"), [({}, 0), ({"mega": 1_000_000}, 1), ({"minor": 50_020}, 0)])
def test_without_the_reading_and_the_number_nothing_is_paid(readings: dict[str, int], hit: int) -> None:
    here = _at_the_first_hand(_floor(), ROYAL, RUN)
    here.does(VerifyProgressive(by=DEALER, position=1))
    here.does(ValidateProgressive(by=FLOOR, position=1))
    with pytest.raises(Refused) as refused:
        here.does(SettleProgressive(by=DEALER, position=1, readings=readings, hit=hit))
    assert refused.value.reason is Reason.NOT_AS_REQUIRED
    assert "R74" in refused.value.cites


@rule("R39", "R74")
def test_a_void_round_gives_the_chips_back_and_leaves_the_meters_as_they_are() -> None:
    floor = _floor()
    transcript = parse_transcript(
        BEFORE_THE_DEAL.format(anna=ROYAL, bob=RUN)
        + "dealer collects 2 progressive chips\ndealer draws 1\ndealer deals the cards finding 0,1 face up\n"
    )
    table = Table()
    for event in events_of(transcript.rules, transcript.lines):
        table = evolve(table, event)
        floor.hears(event)
    assert floor.meters.readings == {"mega": 10_000_40, "major": 1_000_20, "minor": 500_20}
    assert floor.hits == []
    assert table.rack("anna") == table.rack("bob") == 100_00
    assert table.balances[INVENTORY] == 10_000_00 - 80
