"""What dealer and floor have to do about a result: markers, wagers to take, pieces to collect."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bank.center import PayFromCenter
from paigow.table.engine import evolve
from paigow.table.refusals import Refused
from paigow.table.state import Table
from paigow.table.text.script import ScriptLine, follow_up
from paigow.table.text.script import of as script_of
from tests.rules import rule
from tests.table.transcripts import PLAYS, read_transcript, run


def _asked_for(play: str, tag: str) -> list[list[ScriptLine]]:
    """What each command of a transcript that led to such an event asked for."""
    found: list[list[ScriptLine]] = []

    def hear(rules: Rules, table: Table, _command: Command, outcome: tuple[Event, ...] | Refused) -> None:
        if isinstance(outcome, Refused) or tag not in {each.__struct_config__.tag for each in outcome}:
            return
        for event in outcome:
            table = evolve(table, event)
        found.append(list(follow_up(rules, table, outcome)))

    run(read_transcript(PLAYS / f"{play}.play"), hear)
    return found


@rule("commission-tiles 8(e)")
def test_a_co_bank_asks_for_its_marker() -> None:
    ((line,),) = _asked_for("co-banked-shortfall", "bank-accepted")
    assert (line.say, line.do) == (
        "Anna banks with the house.",
        "Put the co-bank marker in front of anna at position 1. You make no wager in this round.",
    )
    assert "8(e)" in line.cites


@rule("commission-tiles 7(h)")
def test_a_losing_wager_is_taken_at_once_into_the_tray() -> None:
    lines = _asked_for("corrections", "wagers-lost")[0]
    assert [line.do for line in lines] == [
        "Take the wager into the tray at once. Collect the tiles in order, face up at your right."
    ]
    assert "7(h)" in lines[0].cites


@rule("maryland-poker 8.C(1)", "maryland-poker 8.C(2)")
def test_no_more_bets_asks_for_lammers_and_the_lock() -> None:
    lines = _asked_for("cards-abandoned", "no-more-bets")[0]
    assert [line.do.partition(" ")[0] for line in lines] == ["Put", "Lock"]
    assert {"8.C(1)", "8.C(2)"} <= {cite for line in lines for cite in line.cites}


@rule("maryland-poker 11.F(2)", "R86")
def test_a_tied_wager_is_returned_at_once() -> None:
    lines = _asked_for("cards-abandoned", "wagers-pushed")[0]
    assert "Return the wager to the player." in [line.do for line in lines]


@rule("rock-island-poker 3", "R81")
def test_amounts_are_in_dollars() -> None:
    dos = [line.do for lines in _asked_for("rock-island-dice", "winner-paid") for line in lines]
    assert "Pay anna $1.00 and take $0.25 vigorish." in dos


@rule("commission-tiles 8(p)", "maryland-poker 12.L(1)(c)")
def test_winners_against_a_co_bank_are_paid_by_its_own_paragraph() -> None:
    for play, co_bank, bank in (
        ("co-banked-shortfall", "8(p)", "8(o)"),
        ("cards-banks-envied-hand", "12.L(1)(c)", "12.J(3)"),
    ):
        cites: list[str] = []

        def hear(
            rules: Rules,
            table: Table,
            command: Command,
            _outcome: tuple[Event, ...] | Refused,
            cites: list[str] = cites,
        ) -> None:
            if isinstance(command, PayFromCenter) and table.bank is not None:
                assert table.bank.co_banked
                cites += [cite for line in script_of(rules, table, command) for cite in line.cites]

        run(read_transcript(PLAYS / f"{play}.play"), hear)
        assert co_bank in cites
        assert bank not in cites
