"""What the checker finds in submissions for the card games, each with the paragraph that forbids it."""

from __future__ import annotations

import pytest

from tests.books.making import LEFT_OUT, only, sound
from tests.rules import rule


@rule("maryland-poker 9.A(1)", "R65")
@pytest.mark.parametrize("shuffling", ["hand", "shuffler-into-shoe", "reshuffling-device"])
def test_dealing_from_the_hand_wants_an_automated_shuffler(shuffling: str) -> None:
    changes = {
        "dealing.method": "hand",
        "shuffling.method": shuffling,
        "cards.change-hours": 4,
        "approvals.reshuffling-device": "A-1",
    }
    only("maryland-poker-plain", changes, "dealing.method", "maryland-poker 9.A(1)")
    sound("maryland-poker-plain", {**changes, "shuffling.method": "shuffler"})


@rule("maryland-poker 5.K(3)", "R36", "R65")
@pytest.mark.parametrize(
    ("shuffling", "dealing"),
    [
        ("hand", "automated-shoe"),
        ("shuffler", "manual-shoe"),
        ("hand", "manual-shoe"),
        ("reshuffling-device", "automated-shoe"),
    ],
)
def test_the_flat_button_wants_shuffler_and_automated_shoe(shuffling: str, dealing: str) -> None:
    changes = {
        "starting.method": "flat-button",
        "approvals.flat-button": "A-1",
        "approvals.reshuffling-device": "A-2",
        "shuffling.method": shuffling,
        "dealing.method": dealing,
    }
    only("maryland-poker-plain", changes, "starting.method", "maryland-poker 5.K(3)")
    sound(
        "maryland-poker-plain",
        {**changes, "shuffling.method": "shuffler", "dealing.method": "automated-shoe"},
    )


@rule("maryland-poker 3.A(1)", "maryland-poker 3.B", "R65")
@pytest.mark.parametrize("shuffling", ["hand", "reshuffling-device"])
def test_two_decks_want_an_automated_shuffler(shuffling: str) -> None:
    changes = {
        "cards.decks": 2,
        "cards.backs": ["red", "blue"],
        "shuffling.method": shuffling,
        "approvals.reshuffling-device": "A-1",
    }
    only("maryland-poker-plain", changes, "cards.decks", "maryland-poker 3.B")
    sound("maryland-poker-plain", {**changes, "shuffling.method": "shuffler-into-shoe"})


@rule("maryland-poker 3.B(1)")
@pytest.mark.parametrize("backs", [["red", "red"], ["red", "Red"], ["red"], ["red", "blue", "green"], []])
def test_two_decks_have_backs_of_two_colors(backs: list[str]) -> None:
    changes = {"cards.decks": 2, "cards.backs": backs, "shuffling.method": "shuffler"}
    only("maryland-poker-plain", changes, "cards.backs", "maryland-poker 3.B(1)")


def test_decks_leave_after_four_hours_by_hand_and_eight_from_a_shoe() -> None:
    by_hand = {"dealing.method": "hand", "shuffling.method": "shuffler"}
    only(
        "maryland-poker-plain",
        {**by_hand, "cards.change-hours": 5},
        "cards.change-hours",
        "maryland-poker 3.C(1)",
    )
    sound("maryland-poker-plain", {**by_hand, "cards.change-hours": 4})
    sound("maryland-poker-plain", {"cards.change-hours": 8})
    only("maryland-poker-plain", {"cards.change-hours": 9}, "cards.change-hours", "maryland-poker 3.C")


@rule("R59")
def test_rock_islands_decks_leave_after_four_hours_unless_a_machine_deals() -> None:
    only("rock-island-poker-plain", {"cards.change-hours": 5}, "cards.change-hours", "R59")
    sound("rock-island-poker-plain", {"cards.change-hours": 8, "shuffling.method": "shuffler"})


@rule("maryland-poker 11.C(1)")
def test_a_way_for_the_other_game_is_refused() -> None:
    only("maryland-poker-plain", {"house-way.way": "regulation"}, "house-way.way", "maryland-poker 11.C(1)")


@rule("R64")
def test_maryland_must_help() -> None:
    only("maryland-poker-plain", {"help.house-way": False}, "help.house-way", "maryland-poker 11.A(3)")
    sound("maryland-poker-plain", {"help.house-way": True})
    sound("commission-tiles-plain", {"help.house-way": False})


@rule("maryland-poker 2.C", "maryland-poker 5.K", "rock-island-poker 3")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [("maryland-poker-plain", "maryland-poker 5.K"), ("rock-island-poker-plain", "rock-island-poker 3")],
)
@pytest.mark.parametrize("method", [LEFT_OUT, "coin"])
def test_the_starting_method_is_named(example: str, paragraph: str, method: object) -> None:
    only(example, {"starting.method": method}, "starting.method", paragraph)
    if example.startswith("rock"):
        only(example, {"starting.method": "flat-button"}, "starting.method", paragraph)


@rule(
    "maryland-poker 2.C(2)",
    "maryland-poker 2.C(3)",
    "maryland-poker 5.I",
    "maryland-poker 5.L",
    "maryland-poker 8.A",
)
@pytest.mark.parametrize(
    ("changes", "field", "paragraph"),
    [
        ({"starting.method": "generator"}, "approvals.generator", "maryland-poker 2.C(2)"),
        ({"fallback.starting": "generator"}, "approvals.generator", "maryland-poker 2.C(2)"),
        ({"shuffling.method": "reshuffling-device"}, "approvals.reshuffling-device", "maryland-poker 5.I"),
        ({"starting.marker": "other-object"}, "approvals.starting-marker", "maryland-poker 5.L"),
        ({"approvals.layout": ""}, "approvals.layout", "maryland-poker 2.B"),
        ({"approvals.drop-and-tip-boxes": ""}, "approvals.drop-and-tip-boxes", "maryland-poker 2.E(1)"),
    ],
)
def test_what_needs_approval_names_it(changes: dict[str, object], field: str, paragraph: str) -> None:
    only("maryland-poker-plain", changes, field, paragraph)


@rule("maryland-poker 2.C(3)")
def test_a_flat_button_is_approved() -> None:
    changes = {"approvals.flat-button": ""}
    only("maryland-poker-full", changes, "approvals.flat-button", "maryland-poker 2.C(3)")


@rule("maryland-poker 2.E(1)", "maryland-poker 2.F")
def test_the_tip_box_hangs_elsewhere_only_if_equipment_is_in_the_way() -> None:
    elsewhere = {"table.tip-box": "elsewhere"}
    only("maryland-poker-plain", elsewhere, "table.tip-box", "maryland-poker 2.F")
    sound("maryland-poker-plain", {**elsewhere, "shuffling.method": "shuffler"})


def test_what_stands_in_for_a_broken_device_keeps_the_rules_too() -> None:
    only("maryland-poker-full", {"fallback.dealing": "hand"}, "fallback.dealing", "maryland-poker 9.A(1)")
    sound("maryland-poker-full", {"fallback.dealing": "hand", "fallback.shuffling": "shuffler"})
