"""Corrections name a wager of the round, and the table computes what was due (R87)."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from paigow.table.acts import Event
from paigow.table.bets.betting import NoMoreBets
from paigow.table.engine import evolve
from paigow.table.hands.settling import RoundFinished
from paigow.table.house.seating import BoughtIn, CashedOut
from paigow.table.irregularities.correcting import (
    CorrectPayment,
    PaymentCorrected,
    ReportWrongPayment,
    may_correct,
)
from paigow.table.state import Table
from paigow.table.visibility.legal import ActorContext, correction_options, covers, legal
from tests.rules import rule
from tests.table.banks import after, refusal
from tests.table.tables import rules_with
from tests.table.walks import walk

TABLES = (
    ("commission-tiles-full",),
    ("colorado-tiles-full",),
    ("maryland-poker-full",),
    ("rock-island-poker-full",),
)
STEPS = 1500


def _chips(event: Event) -> Counter[str]:
    """Everybody's gain from an event, on the rail or on the layout; chips bought or cashed aren't a win."""
    found: Counter[str] = Counter()
    for posting in () if isinstance(event, BoughtIn | CashedOut) else event.postings:
        account, _, rest = posting.account.partition("/")
        if account in ("rack", "wager", "cover"):
            found[rest.partition("/")[0]] += posting.cents
    return found


@rule("R87", "R63", "commission-tiles 7(l)", "colorado-tiles 30-2608(13)", "maryland-poker 11.J")
@pytest.mark.parametrize("changes", TABLES, ids=" ".join)
def test_what_the_record_says_was_due_is_what_the_round_brought(changes: tuple[str, ...]) -> None:
    """By player, all wagers of a round together, against the postings, which the record doesn't use."""
    rules = rules_with(*changes)
    brought: Counter[str] = Counter()
    checked = 0
    for stride in walk(rules, 3, STEPS, wild=0.02, bots=("house-way", "banker", "bonus")):
        table = stride.before
        for event in stride.events:
            table = evolve(table, event)
            if isinstance(event, NoMoreBets):
                brought = Counter()
            brought.update(_chips(event))
            if isinstance(event, RoundFinished):
                checked += _agrees(stride.before, table, brought)
    assert checked > 20


def _agrees(before: Table, after_it: Table, brought: Counter[str]) -> int:
    """How many players were compared: whoever had chips alone on the layout, tips and the bank left out."""
    due: Counter[str] = Counter()
    for result in after_it.record.results:
        due[result.person] += result.due
    bank = None if before.bank is None else before.bank.person
    mixed = {w.person for w in before.staked if w.promotional or w.coupon or w.kind == "tip"}
    people = {wager.person for wager in before.staked} - mixed - {bank}
    for person in people:
        assert brought[person] == due[person], (person, brought, after_it.record)
    return len(people)


@rule("R87")
@pytest.mark.parametrize("changes", TABLES, ids=" ".join)
def test_whatever_the_floor_tells_everybody_has_in_the_end_what_was_due(changes: tuple[str, ...]) -> None:
    """No correction leaves anybody with a cent more than the wager was due, nor can it be made twice."""
    rules = rules_with(*changes)
    corrected = 0
    for stride in walk(rules, 8, 600, wild=0.02):
        for option in correction_options(ActorContext(rules, stride.after, "floor")):
            least, most = option.free[0].least, option.free[0].most
            assert least is not None
            assert most is not None
            for handed in {least, most}:
                command = replace_handed(option.command, handed)
                table = after(rules, stride.after, command)
                assert table.balances == stride.after.balances
                assert refusal(rules, table, command).cites[-1] == "R87"
                corrected += 1
    assert corrected > 50


def replace_handed(command: object, handed: int) -> CorrectPayment:
    assert isinstance(command, CorrectPayment)
    return CorrectPayment(
        by=command.by,
        person=command.person,
        position=command.position,
        kind=command.kind,
        handed=handed,
        why=command.why,
    )


@rule("R87")
def test_nobody_without_a_wager_in_the_round_is_paid() -> None:
    rules = rules_with("commission-tiles-full")
    tried = 0
    for stride in walk(rules, 8, 600, wild=0.02):
        if not may_correct(rules, stride.after):
            continue
        keys = {result.key for result in stride.after.record.results}
        for person in ("somebody", *filter(None, stride.after.chairs)):
            for position in range(1, 7):
                for kind in ("main", "tip", "odd"):
                    if (person, position, kind) in keys:
                        continue
                    command = CorrectPayment(
                        by="floor", person=person, position=position, kind=kind, handed=-50_000_00, why="x"
                    )
                    assert "R87" in refusal(rules, stride.after, command).cites
                    tried += 1
    assert tried > 1000


@rule("R63", "R87")
def test_the_record_is_kept_to_the_next_no_more_bets() -> None:
    rules = rules_with("maryland-poker-full")
    for stride in walk(rules, 4, 900, wild=0.0):
        closes = any(isinstance(event, NoMoreBets) for event in stride.events)
        if closes:
            assert not stride.after.record.results
        elif stride.before.record.results:
            assert stride.after.record.results


@rule("R63", "R166")
def test_a_dispute_is_listed_with_its_round_and_without() -> None:
    rules = rules_with("maryland-poker-full")
    table = next(stride.after for stride in walk(rules, 4, 900, wild=0.0) if stride.after.round == 3)
    options = legal(rules, table, "floor")
    noted = ReportWrongPayment(by="floor", person="ana", why="the low hand")

    def listed(command: ReportWrongPayment) -> bool:
        return any(covers(option, command) for option in options)

    assert listed(noted)
    assert [number for number in range(6) if listed(replace(noted, round=number))] == [1, 2, 3]


@rule("R63")
def test_a_correction_of_an_older_journal_still_loads() -> None:
    event = PaymentCorrected(person="anna", to_person=5_00, why="the last round's vigorish")
    assert evolve(Table(), event).record == Table().record
