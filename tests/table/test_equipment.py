"""What a regulation requires at the table is on the table's list, and the table doesn't open without it."""

from __future__ import annotations

import pytest

from paigow.table.acts import Command
from paigow.table.house.card_opening import ReceiveDecks
from paigow.table.house.equipment import CheckEquipment, equipment_of
from paigow.table.house.tile_opening import ReceiveTiles
from paigow.table.refusals import Reason
from paigow.table.state import Step, Table
from paigow.table.text.script import prompt
from paigow.table.visibility.due_context import DueContext
from tests.rules import rule
from tests.table.banks import after, refusal
from tests.table.tables import FROM_HAND, rules_with

SHOE = ("maryland-poker-plain", "fortune.offered = true")
ITEMS = [
    # A submission, the item, and the paragraph that requires it.
    (("commission-tiles-full",), "dealer-marker", "6(d)"),
    (("commission-tiles-full",), "shaker", "3(a)"),
    (("commission-tiles-full",), "dice", "3(a)"),
    (("commission-tiles-full",), "bank-marker", "8(c)"),
    (("commission-tiles-full",), "co-bank-marker", "8(e)"),
    (("commission-tiles-full",), "delivery-sign", "8(i)"),
    (("commission-tiles-full",), "reserve-set", "4(a)(3)(i)"),
    (("commission-tiles-full",), "envelope", "4(a)(3)(ii)"),
    (("colorado-tiles-full",), "dealer-marker", "30-2607(4)"),
    (("colorado-tiles-full",), "shaker", "30-2604(1)"),
    (("colorado-tiles-full",), "eye-dice", "30-2604(4)"),
    (("colorado-tiles-full",), "bank-marker", "30-2609(3)"),
    (("colorado-tiles-full",), "bank-marker", "30-2601(11)"),
    (("colorado-tiles-full",), "co-bank-marker", "30-2609(5)"),
    (("colorado-tiles-full",), "delivery-sign", "30-2609(9)"),
    (("colorado-tiles-full",), "eye-button", "30-2607.01(1)"),
    (("colorado-tiles-full",), "triples-buttons", "30-2607.01(3)"),
    (("colorado-tiles-full",), "dice-bonus-spots", "30-2606(4)"),
    (("colorado-tiles-full",), "pair-fortunes-layout", "30-2699.01(2)"),
    (("colorado-tiles-full",), "table-number", "30-2605(8)"),
    (("colorado-tiles-full",), "drop-box", "30-2605(8)"),
    (("colorado-tiles-full",), "tip-box", "30-2605(8)"),
    (("colorado-tiles-full",), "posted-rules", "30-2602"),
    (("colorado-tiles-full",), "tip-restrictions", "30-2602"),
    (("maryland-poker-full",), "progressive-system", "2.D(1)"),
    (("maryland-poker-full",), "progressive-lock", "2.D(2)"),
    (("maryland-poker-full",), "boxes", "2.E(1)"),
    (("maryland-poker-full",), "discard-rack", "2.E(2)"),
    (("maryland-poker-full",), "flat-button", "2.C(3)"),
    (("maryland-poker-full",), "two-decks", "3.B(1)"),
    (("maryland-poker-full",), "cover-cards", "3.A(3)(a)"),
    (("maryland-poker-full",), "automated-shoe", "10.A"),
    (("maryland-poker-full",), "lammers", "10.A(2)(a)"),
    (("maryland-poker-full", *FROM_HAND), "lammers", "9.A(3)(a)"),
    (("maryland-poker-full", *FROM_HAND), "shuffler", "9.A(1)"),
    (SHOE, "lammers", "8.C(1)"),
    (("maryland-poker-plain",), "manual-shoe", "8.A"),
    (("maryland-poker-plain",), "shaker", "2.C(1)(a)"),
    (("maryland-poker-plain",), "shaker", "2.C(1)(d)"),
    (("maryland-poker-plain",), "shaker", "2.C(1)(e)"),
    (("maryland-poker-plain",), "dice", "2.C(1)(b)(ii)"),
    (("maryland-poker-full",), "bank-marker", "12.C(1)(b)"),
    (("maryland-poker-full",), "co-bank-marker", "12.E(3)"),
    (("maryland-poker-full",), "device-cover", "14.N"),
    (("maryland-poker-full",), "device-cover", "14.N(1)"),
    (("maryland-poker-full",), "device-cover", "14.N(2)"),
]


def _marked(row: tuple[tuple[str, ...], str, str]) -> object:
    example, item, id_ = row
    book = example[0].rpartition("-")[0]
    return pytest.param(*row, marks=rule(f"{book} {id_}", "R31"), id=f"{book} {id_} {item}")


@pytest.mark.parametrize(("example", "item", "id_"), [_marked(row) for row in ITEMS])
def test_a_table_does_not_open_without_what_the_regulation_wants(
    example: tuple[str, ...], item: str, id_: str
) -> None:
    rules = rules_with(*example)
    listed = {each.name: each.cites for each in equipment_of(rules)}
    assert id_ in listed[item]
    receive: Command = ReceiveTiles(by="dealer") if rules.is_tiles else ReceiveDecks(by="dealer")
    lacking = after(rules, Table(), CheckEquipment(by="dealer", missing=(item,)))
    assert refusal(rules, lacking, receive).reason is Reason.OUT_OF_ORDER
    assert after(rules, Table(), CheckEquipment(by="dealer"), receive).step is not Step.CLOSED


ALWAYS = {
    # What each table has whatever its submission offers, with the paragraph or ruling that requires it.
    "commission-tiles-plain": {"A drop box that bears the same number": "R31"},
    "colorado-tiles-plain": {"A drop box": "30-2605(8)"},
    "maryland-poker-plain": {"The discard rack": "2.E(2)"},
    "rock-island-poker-plain": {"The discard rack": "R42", "A spare deck": "R35"},
}


@pytest.mark.parametrize("submission", ALWAYS)
@rule("R31")
def test_who_opens_a_table_is_shown_the_list_item_by_item(submission: str) -> None:
    """At the console the dealer reads every item with its paragraph, and nothing that the table lacks."""
    rules = rules_with(submission)
    shown = prompt(DueContext(rules, Table(), 1))
    assert isinstance(shown.act, CheckEquipment)
    told = {line.do: line.cites for line in shown.lines[1:]}
    assert len(told) == len(equipment_of(rules))
    for what, cite in ALWAYS[submission].items():
        assert any(do.startswith(what) and cite in cites for do, cites in told.items()), what
    assert not any("progressive" in line.do or "lammer" in line.do for line in shown.lines)
