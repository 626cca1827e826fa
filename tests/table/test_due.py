"""What is due: accepted, never idle, enough to finish every round; a wrong total is called again (R69)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Command, Event
from paigow.table.autoplay.chance import Chance, drawn, seed_from
from paigow.table.autoplay.seat import answer, house_way
from paigow.table.deal.card_dealing import DealCards
from paigow.table.deal.delivery import DeliverStack
from paigow.table.deal.dice import AnnounceTotal
from paigow.table.engine import decide, evolve
from paigow.table.hands.settling import RoundFinished
from paigow.table.house.equipment import CheckEquipment, PlaceDice
from paigow.table.house.tile_opening import ReceiveTiles
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.state import Step, Table, changed
from paigow.table.text import script
from paigow.table.visibility.due import Due, due
from paigow.table.visibility.due_context import DueContext
from paigow.table.visibility.legal import legal
from tests.rules import rule
from tests.table.rounds import betting, going_on, seated
from tests.table.tables import rules_with
from tests.table.transcripts import PLAYS, states_of

CHANCE: Final = Chance(seed_from("what is due"))
LONGEST: Final = 400
"""Actions and answers: a round of six players with every wager takes under 150."""


def _due(rules: Rules, table: Table, *, late: bool = False) -> Due:
    return due(DueContext(rules, table, max(table.clock, 1), late=late))


def _done(rules: Rules, table: Table, act: Command) -> tuple[Table, tuple[Event, ...]]:
    events = decide(rules, table, act)
    for event in events:
        table = evolve(table, event)
    return table, events


def _one_of_each_kind(tables: list[Table]) -> list[Table]:
    """The last table of each kind of moment, and the very last."""
    kinds = {(table.step, bool(table.choosing), table.bank is None): table for table in tables}
    return [*kinds.values()]


def _followed(rules: Rules, table: Table) -> str:
    """Do what is due, and let players answer when they are asked, until a round is over or nobody plays."""
    for _ in range(LONGEST):
        now = _due(rules, table)
        act = now.act
        if act is None:
            answers = (answer(house_way, rules, table, person, CHANCE) for person in now.waiting)
            act = (
                next((each for each in answers if each is not None), None)
                or _due(rules, table, late=True).act
            )
        if act is None:
            return "at rest"
        table, events = _done(rules, table, drawn(rules, table, act, CHANCE))
        if any(isinstance(event, RoundFinished | RoundVoided) for event in events):
            return "over"
    return f"no end at {table.step.value}"


@rule("R31", "R61")
@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in sorted(PLAYS.glob("*.play"))])
def test_following_what_is_due_finishes_every_round_of_every_transcript(path: Path) -> None:
    rules, tables = states_of(path)
    for table in tables:
        for late in (False, True):
            now = _due(rules, table, late=late)
            if now.act is None:
                assert not (late and now.waiting and table.staked), table.step
                continue
            assert now.act.by in STAFF
            after, _ = _done(rules, table, drawn(rules, table, now.act, CHANCE))
            assert changed(after, version=table.version) != table, now.act
    for table in _one_of_each_kind(tables):
        ends = _followed(rules, table)
        assert ends == "over" or (ends == "at rest" and not (table.hands or table.staked)), (table.step, ends)


BOOKS: Final = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", ["plain", "full"])
def test_what_is_due_opens_a_closed_table_without_an_act_twice(book: str, kind: str) -> None:
    rules = rules_with(f"{book}-{kind}")
    table = Table()
    acts: list[type[Command]] = []
    while table.step is not Step.IDLE:
        act = _due(rules, table).act
        assert act is not None
        assert type(act) not in acts, acts
        table, _ = _done(rules, table, drawn(rules, table, act, CHANCE))
        acts.append(type(act))


@rule("commission-tiles 3(a)", "commission-tiles 4(a)")
def test_what_may_be_repeated_is_not_due_again() -> None:
    """The equipment list can be repeated, and dice changed at any time; both are done."""
    rules = rules_with("commission-tiles-plain")
    checked, _ = _done(rules, Table(), CheckEquipment(by="dealer"))
    assert isinstance(_due(rules, checked).act, ReceiveTiles)
    assert any(isinstance(option.command, CheckEquipment) for option in legal(rules, checked, "dealer"))
    table = going_on(rules, seated(rules), Step.BETS)
    assert _due(rules, table) == Due(None, ("anna", "bob"))
    fresh, _ = _done(rules, table, PlaceDice(by="dealer", at=table.clock + 1))
    assert _due(rules, fresh) == Due(None, ("anna", "bob"))


@pytest.mark.parametrize("book", BOOKS)
def test_no_more_bets_is_due_as_soon_as_everybody_has_wagered(book: str) -> None:
    rules = rules_with(f"{book}-plain")
    nobody = betting(rules, {})
    assert _due(rules, nobody).act is None
    assert _due(rules, nobody, late=True).act is None
    one = betting(rules, {"anna": 100_00})
    assert _due(rules, one) == Due(None, ("bob",))
    both = betting(rules)
    assert _due(rules, both).waiting == ()
    now = _due(rules, both)
    assert now.act == _due(rules, one, late=True).act
    assert "No more bets." in [line.say for line in script.lines_due(rules, both, now)]


def _called(rules: Rules, wrong_by: int) -> Table:
    table = going_on(rules, betting(rules), Step.TOTAL)
    assert table.shaker.dice is not None
    called = sum(table.shaker.dice) + wrong_by
    return _done(rules, table, AnnounceTotal(by="dealer", total=called))[0]


@rule("R69", "R19", "commission-tiles 6(c)")
@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_total_is_called_again_before_anything_is_dealt(book: str) -> None:
    rules = rules_with(f"{book}-plain")
    wrong = _called(rules, -1)
    assert wrong.shaker.dice is not None
    now = _due(rules, wrong).act
    assert now == AnnounceTotal(by="dealer", total=sum(wrong.shaker.dice))
    right, events = _done(rules, wrong, now)
    assert "R69" in events[0].cites
    assert isinstance(_due(rules, right).act, DeliverStack | DealCards)
    assert right.shaker.start == _called(rules, 0).shaker.start
    assert _followed(rules, wrong) == "over"
