"""The bank's cut of the eight stacks (R6): every kind, derived with numbered stacks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.faults import BadInput
from paigow.table.bank.stacks import (
    Cut,
    CutDeclined,
    CutStacks,
    DeclineCut,
    StacksCut,
    every_cut,
    parse_cut,
)
from paigow.table.deal.shuffling import StackTiles
from paigow.table.refusals import Reason
from paigow.table.state import Bank, Step, Table, changed
from tests.rules import rule
from tests.table.banks import BOOKS, COLORADO, COMMISSION, after, happened, refusal
from tests.table.tables import rules_with

STACKS = tuple((str(number),) for number in range(1, 9))
CUTTING = Table(step=Step.CUT, chairs=("anna", "bob", *(None,) * 4), bank=Bank("anna", 1), stock=STACKS)
cuts = st.sampled_from(list(every_cut()))


def cut_row(cut: Cut) -> str:
    return "".join(stack[0] for stack in cut.of(STACKS))


@pytest.mark.parametrize(
    ("cut", "row"),
    [
        (Cut(8, 8, "right"), "81234567"),
        (Cut(1, 1, "left"), "23456781"),
        (Cut(4, 4, "right"), "41235678"),
        (Cut(3, 5, "right"), "34512678"),
        (Cut(3, 5, "left"), "12678345"),
        (Cut(2, 8, "right"), "23456781"),
        # Already at that end: a cut that changes nothing.
        (Cut(1, 3, "right"), "12345678"),
        (Cut(7, 8, "left"), "12345678"),
        (Cut(1, 8, "left"), "12345678"),
    ],
)
@rule("commission-tiles 8(g)(1)", "colorado-tiles 30-2609(7)(a)", "R6")
def test_one_or_more_neighbouring_stacks_go_to_one_end(cut: Cut, row: str) -> None:
    assert cut_row(cut) == row


@pytest.mark.parametrize(
    ("cut", "row"),
    [
        # 3 to the right end, 4 to the left; and the other way around.
        (Cut(3, 4, "right", 1), "31256784"),
        (Cut(3, 4, "left", 1), "41256783"),
        # 2 3 | 4 5 6: both parts keep their order.
        (Cut(2, 6, "right", 2), "23178456"),
        (Cut(2, 6, "left", 2), "45617823"),
        # All eight: the two parts change places, or stay.
        (Cut(1, 8, "left", 3), "45678123"),
        (Cut(1, 8, "right", 3), "12345678"),
    ],
)
@rule("commission-tiles 8(g)(2)", "colorado-tiles 30-2609(7)(b)", "R6")
def test_two_or_more_are_split_once_and_go_to_opposite_ends(cut: Cut, row: str) -> None:
    assert cut_row(cut) == row


@pytest.mark.parametrize(
    "cut",
    [
        Cut(0, 2, "right"),
        Cut(5, 4, "right"),
        Cut(5, 9, "left"),
        Cut(2, 4, "middle"),
        # One stack can't be split, nor can all of a block be one part.
        Cut(2, 2, "right", 1),
        Cut(2, 4, "right", 3),
        Cut(2, 4, "right", -1),
    ],
)
@rule("commission-tiles 8(g)", "colorado-tiles 30-2609(7)", "R6")
def test_any_other_movement_is_no_cut(cut: Cut) -> None:
    refused = refusal(COMMISSION, CUTTING, CutStacks(by="anna", cut=cut))
    assert refused.reason is Reason.NOT_AS_REQUIRED


@rule("R6")
def test_there_are_as_many_cuts_as_blocks_parts_and_ends() -> None:
    # A block of n stacks has 9 - n places, n ways to be one part or two, and 2 ends: twice the sum of
    # n * (9 - n), which is 8 + 14 + 18 + 20 + 20 + 18 + 14 + 8 = 120.
    assert len({*every_cut()}) == 240
    assert all(cut.is_sound for cut in every_cut())


@given(cuts)
def test_a_cut_moves_stacks_and_changes_none(cut: Cut) -> None:
    assert sorted(cut.of(STACKS)) == sorted(STACKS)
    assert parse_cut(str(cut)) == cut


def test_what_is_no_cut_cannot_be_read() -> None:
    with pytest.raises(BadInput, match=r"2\.\.5 right"):
        parse_cut("the middle")


@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
@rule("commission-tiles 8(g)", "colorado-tiles 30-2609(7)")
def test_the_bank_alone_cuts_and_once(book: str) -> None:
    rules = BOOKS[book]
    cut = CutStacks(by="anna", cut=Cut(3, 4, "right", 1))
    assert refusal(rules, CUTTING, CutStacks(by="bob", cut=cut.cut)).reason is Reason.NOT_YOURS
    (event,) = happened(rules, CUTTING, cut)
    assert isinstance(event, StacksCut)
    table = after(rules, CUTTING, cut)
    assert "".join(stack[0] for stack in table.stock) == "31256784"
    assert table.step is Step.BETS
    assert refusal(rules, table, cut).reason is Reason.WRONG_STEP


@rule("commission-tiles 8(g)", "colorado-tiles 30-2609(7)", "R61", "R85")
@pytest.mark.parametrize(("by", "because", "in_silence"), [("anna", "", False), ("dealer", "time-up", True)])
def test_without_a_word_from_the_bank_there_is_no_cut(by: str, because: str, in_silence: bool) -> None:
    (event,) = happened(COMMISSION, CUTTING, DeclineCut(by=by, because=because))
    assert isinstance(event, CutDeclined)
    assert event.in_silence is in_silence
    assert ("R61" in event.cites) is in_silence
    table = after(COMMISSION, CUTTING, DeclineCut(by=by, because=because))
    assert (table.stock, table.step) == (STACKS, Step.BETS)
    assert refusal(COMMISSION, CUTTING, DeclineCut(by="bob")).reason is Reason.NOT_YOURS


@rule("colorado-tiles 30-2609(7)(c)")
def test_colorado_may_allow_no_cut_at_all() -> None:
    rules = rules_with(
        "colorado-tiles-plain",
        'banking.bank = "everyone"',
        "banking.cut = false",
        'approvals.dealer-wager = "SG-1"',
    )
    stacked = after(rules, changed(CUTTING, step=Step.STACK), StackTiles(by="dealer"))
    assert stacked.step is Step.BETS
    for command in (CutStacks(by="anna", cut=Cut(1, 1, "left")), DeclineCut(by="anna")):
        refused = refusal(rules, stacked, command)
        assert (refused.reason, refused.cites) == (Reason.NOT_OFFERED, ("30-2609(7)(c)",))
    assert after(COLORADO, changed(CUTTING, step=Step.STACK), StackTiles(by="dealer")).step is Step.CUT


@rule("commission-tiles 8(g)")
def test_without_a_bank_nobody_cuts() -> None:
    unbanked = changed(CUTTING, step=Step.STACK, bank=None)
    assert after(COMMISSION, unbanked, StackTiles(by="dealer")).step is Step.BETS
