"""Before a table opens: its equipment list, the set as displayed, dice in time, printed rules."""

from __future__ import annotations

import re

import pytest

from paigow.books.book import load_book
from paigow.table.autoplay.chance import DealerContext
from paigow.table.autoplay.self_play import next_act
from paigow.table.game import ALL_TILES
from paigow.table.house.asking import AskForRules
from paigow.table.house.equipment import (
    CheckEquipment,
    EquipmentChecked,
    InspectDice,
    PlaceDice,
    dice_due,
    equipment_of,
)
from paigow.table.house.tile_opening import (
    BringSubstitute,
    InspectTiles,
    ReceiveTiles,
    SealTiles,
    SignEnvelope,
    SubstituteBrought,
    envelope_label,
    pairs_in_order,
)
from paigow.table.refusals import Reason
from paigow.table.state import Between, Step, Table, Wager, changed
from paigow.table.text import script
from paigow.wagers.wager import MAIN
from tests.rules import rule
from tests.table.banks import after, happened, refusal
from tests.table.givens import NoChance
from tests.table.tables import rules_with

TABLES = ("commission-tiles-plain", "commission-tiles-full", "colorado-tiles-plain", "colorado-tiles-full")
tables = pytest.mark.parametrize("table", TABLES)
HOUR = 3600


def _items(table: str, *changes: str) -> set[str]:
    return {item.name for item in equipment_of(rules_with(table, *changes))}


@rule("R31")
@tables
def test_every_item_names_paragraphs_of_its_own_book(table: str) -> None:
    rules = rules_with(table)
    book = load_book(rules.book.name)
    for item in equipment_of(rules):
        assert item.what
        for cite in item.cites:
            assert re.fullmatch(r"R\d+", cite) or cite in book.paragraphs, (item.name, cite)


@rule("R31", "commission-tiles 3(a)", "commission-tiles 6(d)", "commission-tiles 8(e)")
def test_the_list_follows_what_is_offered_at_a_commission_table() -> None:
    plain, full = _items("commission-tiles-plain"), _items("commission-tiles-full")
    assert {"shaker", "dice", "tray", "layout", "dealer-marker", "table-number", "reserve-set"} <= plain
    assert full - plain == {"bank-marker", "co-bank-marker", "delivery-sign"}
    assert not {item for item in full if item.startswith(("eye", "button", "tip", "pair-fortunes"))}


@rule("R31", "colorado-tiles 30-2604(4)", "colorado-tiles 30-2604(5)", "colorado-tiles 30-2605(8)")
def test_the_list_follows_what_is_offered_at_a_colorado_table() -> None:
    plain, full = _items("colorado-tiles-plain"), _items("colorado-tiles-full")
    assert "dice" in plain - full
    assert {"eye-dice", "eye-button", "triples-buttons", "dice-bonus-spots"} <= full - plain
    assert {"tip-box", "tip-restrictions", "pair-fortunes-layout", "bank-marker"} <= full - plain
    buttons = {
        item for item in _items("colorado-tiles-plain", "table.buttons = ['action']") if "button" in item
    }
    assert buttons == {"button-action"}


@rule("R31")
@tables
def test_a_table_opens_only_when_all_of_its_equipment_is_there(table: str) -> None:
    rules = rules_with(table)
    for item in equipment_of(rules):
        lacking = after(rules, Table(), CheckEquipment(by="dealer", missing=(item.name,)))
        assert refusal(rules, lacking, ReceiveTiles(by="dealer")).reason is Reason.OUT_OF_ORDER
    (checked,) = happened(rules, Table(), CheckEquipment(by="dealer"))
    assert isinstance(checked, EquipmentChecked)
    assert set(checked.items) == _items(table)
    assert set(checked.cites) == {"R31", *(cite for item in equipment_of(rules) for cite in item.cites)}


@rule("R31")
def test_a_new_check_that_finds_something_missing_closes_the_door_again() -> None:
    rules = rules_with("commission-tiles-plain")
    table = after(rules, Table(), CheckEquipment(by="dealer"), CheckEquipment(by="dealer", missing=("tray",)))
    assert refusal(rules, table, ReceiveTiles(by="dealer")).reason is Reason.OUT_OF_ORDER


@rule("commission-tiles 4(b)", "colorado-tiles 30-2605(2)", "commission-tiles 2(b)")
def test_sixteen_pairs_are_displayed_in_the_order_of_the_regulation() -> None:
    # Ranks one to sixteen as both books list them; the wongs and gongs below use the same tiles again.
    listed = (
        "2-4 1-2, 6-6 6-6, 1-1 1-1, 4-4 4-4, 1-3 1-3, 5-5 5-5, 3-3 3-3, 2-2 2-2, 5-6 5-6, 4-6 4-6, 1-6 1-6, "
        "1-5 1-5, 3-6 4-5, 3-5 2-6, 3-4 2-5, 1-4 2-3"
    )
    shown = pairs_in_order()
    pairs = [set(shown[number : number + 2]) for number in range(0, 32, 2)]
    assert pairs == [set(pair.split()) for pair in listed.split(", ")]
    assert sorted(shown) == sorted(ALL_TILES)


@rule("commission-tiles 4(a)(3)(ii)", "colorado-tiles 30-2605(1)(c)(ii)")
@pytest.mark.parametrize(
    ("at", "label"),
    [
        (0, "table PG-2, 1970-01-01, 00:00:00 UTC"),
        (951_782_400, "table PG-2, 2000-02-29, 00:00:00 UTC"),
        (10**15, "table PG-2, 9999-12-31, 23:59:59 UTC"),
    ],
)
def test_an_envelope_tells_table_date_and_time(at: int, label: str) -> None:
    assert envelope_label("PG-2", at) == label


@rule("commission-tiles 4(a)(3)(i)", "commission-tiles 4(a)(3)(ii)", "R66")
def test_the_envelope_that_leaves_the_table_bears_both_signatures() -> None:
    rules = rules_with("commission-tiles-full")
    opened = after(rules, Table(), CheckEquipment(by="dealer"), ReceiveTiles(by="dealer"))
    table = after(rules, opened, InspectTiles(by="dealer", unlike=("6-6",), flawed=("1-1",)))
    timeless = refusal(rules, table, SealTiles(by="dealer", name="Tan"))
    assert (timeless.reason, timeless.cites) == (Reason.NOT_AS_REQUIRED, ("4(a)(3)(ii)", "R66"))
    sealed = (SealTiles(by="dealer", name="Tan", at=951_782_400), SignEnvelope(by="floor", name="Lee"))
    *_, brought = happened(rules, table, *sealed, BringSubstitute(by="floor"))
    assert isinstance(brought, SubstituteBrought)
    envelope = brought.envelope
    assert (envelope.dealer, envelope.supervisor) == ("Tan", "Lee")
    assert envelope.label == "table PG-2, 2000-02-29, 00:00:00 UTC"
    assert envelope.why == ("of another size or shade: 6-6", "flawed, scratched or marked: 1-1")


@rule("commission-tiles 3(c)", "colorado-tiles 30-2604(2)", "colorado-tiles 30-2604(3)", "R59")
@pytest.mark.parametrize(
    ("placed", "inspected", "now", "due"),
    [
        (0, 0, 24 * HOUR, None),
        (0, 0, 24 * HOUR + 1, "change"),
        (0, 20 * HOUR, 24 * HOUR + 1, "change"),
        (0, None, 1, "change"),
        (None, None, 99 * HOUR, None),
    ],
)
def test_dice_are_due_by_their_age(
    placed: int | None, inspected: int | None, now: int, due: str | None
) -> None:
    between = Between(dice_placed_at=placed, dice_inspected_at=inspected)
    assert dice_due(rules_with("colorado-tiles-plain"), Table(between=between), now) == due


@rule("colorado-tiles 30-2604(2)")
def test_the_automatic_dealer_inspects_and_changes_dice_in_time() -> None:
    rules = rules_with("colorado-tiles-plain", "dice.inspect-hours = 6")
    chairs = ("anna", None, None, None, None, None)
    table = Table(
        step=Step.BETS,
        chairs=chairs,
        bets_open=True,
        between=Between(dice_placed_at=0, dice_inspected_at=0),
    )
    wagered = changed(table, wagers=(Wager("anna", 1, MAIN, 10_00),))

    def due(now: int) -> object:
        return type(next_act(DealerContext(rules, wagered, NoChance(), now=now, late=True)))

    assert due(6 * HOUR + 1) is InspectDice
    assert due(24 * HOUR + 1) is PlaceDice


@rule("colorado-tiles 30-2602", "R31")
@tables
def test_whoever_asks_is_handed_the_printed_rules(table: str) -> None:
    rules = rules_with(table)
    (handed,) = happened(rules, Table(), AskForRules(by="anna"))
    assert "R31" in handed.cites
    assert ("30-2602" in handed.cites) is (rules.book.name == "colorado-tiles")
    said = " ".join(line.do for line in script.after(rules, Table(), handed))
    assert "printed copy" in said
    assert ("tip wagers" in said) is rules.tips.wagers
    assert refusal(rules, Table(), AskForRules(by="dealer")).reason is Reason.NOT_YOURS
