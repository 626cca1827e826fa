"""What a submission can't choose: one step beyond each bound that a regulation sets."""

from __future__ import annotations

import pytest

from paigow.table.deal.card_methods import oldest_deck
from paigow.table.state import Table
from tests.books.making import LEFT_OUT, findings_of, of_field, sound
from tests.rules import rule
from tests.table.tables import FROM_HAND, rules_with

# A submission, a choice that its book allows, the same one step too far, and the bound's paragraph.
BOUNDS = [
    ("commission-tiles-plain", "dice.change-hours", 24, 25, "3(c)"),
    ("colorado-tiles-plain", "dice.change-hours", 24, 25, "30-2604(3)"),
    ("maryland-poker-plain", "dice.change-hours", 24, 25, "2.C(1)(c)"),
    ("colorado-tiles-plain", "dice.inspect-hours", 24, 25, "30-2604(2)"),
    ("maryland-poker-plain", "table.chairs", 6, 7, "2.A"),
    ("colorado-tiles-full", "spots.players-per-spot", 4, 5, "30-2606(5)"),
    ("colorado-tiles-full", "spots.players-per-spot", 4, 5, "30-2611(3)"),
    ("maryland-poker-full", "cards.decks", 2, 3, "3.A(1)"),
    ("maryland-poker-full", "cards.decks", 2, 3, "3.B"),
    ("maryland-poker-plain", "cards.change-hours", 8, 9, "3.C"),
    ("maryland-poker-plain", "cards.jokers-supplied", 2, 3, "3.A(4)"),
    ("maryland-poker-plain", "dealing.method", "manual-shoe", "stacks", "5.F(5)"),
    ("maryland-poker-plain", "ranking.wheel", "second", "lowest", "6.B(7)"),
    ("maryland-poker-plain", "help.house-way", True, False, "11.A(3)"),
    ("maryland-poker-plain", "vigorish.method", "up-to-25-cents", "none", "13.A(1)"),
    ("commission-tiles-plain", "vigorish.method", "up-to-25-cents", "none", "7(k)"),
    ("colorado-tiles-plain", "vigorish.method", "up-to-25-cents", "none", "30-2608(11)"),
    ("rock-island-poker-plain", "vigorish.method", "to-the-cent", "up-to-25-cents", "3"),
    ("commission-tiles-full", "banking.cut", True, False, "8(g)"),
]


def _book(example: str) -> str:
    return example.rpartition("-")[0]


@pytest.mark.parametrize(
    ("example", "field", "last", "beyond", "id_"),
    [
        pytest.param(*row, marks=rule(f"{_book(row[0])} {row[4]}"), id=f"{_book(row[0])} {row[4]} {row[1]}")
        for row in BOUNDS
    ],
)
def test_one_step_beyond_the_bound_is_a_finding(
    example: str, field: str, last: object, beyond: object, id_: str
) -> None:
    sound(example, {field: last})
    finding = of_field(findings_of(example, {field: beyond}), field)
    assert f"{_book(example)} {id_}" in finding.paragraph.split(", "), finding.paragraph


@rule("maryland-poker 3.C", "maryland-poker 3.C(1)", "maryland-poker 3.C(2)")
def test_decks_dealt_by_hand_serve_four_hours_and_from_a_shoe_eight() -> None:
    assert oldest_deck(rules_with("maryland-poker-full", *FROM_HAND), Table()) == 4
    for hours in (5, 6, 7, 8):
        changes = {
            "dealing.method": "hand",
            "starting.method": "shaker",
            "progressive.shared-as": "",
            "banking.sole-bank-sets": "house-way",
            "cards.change-hours": hours,
        }
        finding = of_field(findings_of("maryland-poker-full", changes), "cards.change-hours")
        assert finding.paragraph == "maryland-poker 3.C(1)"
    for example in ("maryland-poker-plain", "maryland-poker-full"):
        of_field(findings_of(example, {"cards.change-hours": 9}), "cards.change-hours")
    sound("maryland-poker-plain", {"cards.change-hours": 8})
    sound("maryland-poker-full", {"cards.change-hours": 8})


SPARE_SHUFFLER = {"fallback.dealing": "hand", "fallback.shuffling": "shuffler"}
"""A manual shoe doesn't replace another device."""
APPROVALS = [
    # What needs an approval, the choices that make it matter, and the paragraph.
    ("commission-tiles-full", "markers", {}, "1:Marker"),
    ("commission-tiles-full", "delivery-signal", {}, "8(i)"),
    ("commission-tiles-full", "dealer-wager", {"banking.dealer-wager": "fixed"}, "8(h)"),
    ("colorado-tiles-full", "posting", {}, "30-2602"),
    ("colorado-tiles-full", "dealer-wager", {"banking.dealer-wager": "fixed"}, "30-2609(8)"),
    ("colorado-tiles-full", "pair-fortunes", {}, "30-2699.01(2)"),
    ("maryland-poker-plain", "layout", {}, "2.B"),
    ("maryland-poker-plain", "drop-and-tip-boxes", {}, "2.E(1)"),
    ("maryland-poker-plain", "shoe-location", {}, "8.A"),
    ("maryland-poker-plain", "shoe-location", SPARE_SHUFFLER, "8.A"),
    ("maryland-poker-plain", "generator", {"starting.method": "generator"}, "2.C(2)"),
    ("maryland-poker-full", "flat-button", {}, "2.C(3)"),
    ("maryland-poker-plain", "starting-marker", {"starting.marker": "other-object"}, "5.L"),
    ("maryland-poker-plain", "reshuffling-device", {"shuffling.method": "reshuffling-device"}, "5.I"),
]


@pytest.mark.parametrize(
    ("example", "name", "beside", "id_"),
    [
        pytest.param(*row, marks=rule(f"{_book(row[0])} {row[3]}"), id=f"{_book(row[0])} {row[3]}")
        for row in APPROVALS
    ],
)
def test_what_needs_an_approval_is_not_in_order_without_one(
    example: str, name: str, beside: dict[str, object], id_: str
) -> None:
    field = f"approvals.{name}"
    for missing in ("", LEFT_OUT):
        finding = of_field(findings_of(example, {**beside, field: missing}), field)
        assert f"{_book(example)} {id_}" in finding.paragraph.split(", "), finding.paragraph
    sound(example, {**beside, field: "GC-2026-114"})
