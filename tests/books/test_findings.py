"""What the checker finds, one thing at a time, each with the paragraph that forbids it."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from tests.books.making import LEFT_OUT, findings_of, of_field, only, sound
from tests.rules import rule


@rule("R59")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-plain", "commission-tiles 3(c)"),
        ("colorado-tiles-plain", "colorado-tiles 30-2604(3)"),
        ("maryland-poker-plain", "maryland-poker 2.C(1)(c)"),
        ("rock-island-poker-plain", "R59"),
    ],
)
def test_dice_leave_after_24_hours(example: str, paragraph: str) -> None:
    only(example, {"dice.change-hours": 25}, "dice.change-hours", paragraph)


def test_dice_are_inspected_within_24_hours() -> None:
    only(
        "colorado-tiles-plain", {"dice.inspect-hours": 48}, "dice.inspect-hours", "colorado-tiles 30-2604(2)"
    )


@rule("commission-tiles 8(a)", "colorado-tiles 30-2609(1)", "maryland-poker 12.A", "R42")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-full", "commission-tiles 8(a)"),
        ("colorado-tiles-full", "colorado-tiles 30-2609(1)"),
        ("maryland-poker-full", "maryland-poker 12.A"),
        ("rock-island-poker-full", "R42"),
    ],
)
@pytest.mark.parametrize("some", ["members", ["Ada"], [1, 2], "position 1"])
def test_a_bank_for_some_players_only_is_refused(example: str, paragraph: str, some: object) -> None:
    finding = of_field(findings_of(example, {"banking.bank": some}), "banking.bank")
    assert paragraph in finding.paragraph.split(", ")


@rule("commission-tiles 8(e)", "colorado-tiles 30-2609(5)", "maryland-poker 12.E(1)")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-full", "commission-tiles 8(e)"),
        ("colorado-tiles-full", "colorado-tiles 30-2609(5)"),
        ("maryland-poker-full", "maryland-poker 12.E(1)"),
    ],
)
def test_co_banking_for_some_players_only_is_refused(example: str, paragraph: str) -> None:
    only(example, {"banking.co-bank": "high rollers"}, "banking.co-bank", paragraph)


@rule("commission-tiles 8(e)", "colorado-tiles 30-2609(5)", "maryland-poker 12.E")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-full", "commission-tiles 8(e)"),
        ("colorado-tiles-full", "colorado-tiles 30-2609(5)"),
        ("maryland-poker-full", "maryland-poker 12.E"),
    ],
)
def test_co_banking_wants_a_bank(example: str, paragraph: str) -> None:
    only(example, {"banking.bank": "nobody"}, "banking.co-bank", paragraph)


@rule("commission-tiles 8(k)", "colorado-tiles 30-2609(11)")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-full", "commission-tiles 8(k)"),
        ("colorado-tiles-full", "colorado-tiles 30-2609(11)"),
    ],
)
@pytest.mark.parametrize("deliveries", [LEFT_OUT, [], ["cup-say"], ["jung-quat", "jung-quat"], "jung-quat"])
def test_the_delivery_styles_are_listed(example: str, paragraph: str, deliveries: object) -> None:
    only(example, {"banking.deliveries": deliveries}, "banking.deliveries", paragraph)


@rule("commission-tiles 7(e)", "colorado-tiles 30-2608(5)", "maryland-poker 11.C(1)")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-plain", "commission-tiles 7(e)"),
        ("colorado-tiles-plain", "colorado-tiles 30-2608(5)"),
        ("maryland-poker-plain", "maryland-poker 11.C(1)"),
        ("rock-island-poker-plain", "R42"),
    ],
)
@pytest.mark.parametrize("way", [LEFT_OUT, "", "no-such-way", 5, "missing.way"])
def test_the_house_way_is_named_and_sound(example: str, paragraph: str, way: object) -> None:
    finding = of_field(findings_of(example, {"house-way.way": way}), "house-way.way")
    assert paragraph in finding.paragraph.split(", ")


@rule("commission-tiles 7(e)", "colorado-tiles 30-2608(5)")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-plain", "commission-tiles 7(e)"),
        ("colorado-tiles-plain", "colorado-tiles 30-2608(5)"),
    ],
)
def test_a_way_of_ones_own_notes_its_exceptions(example: str, paragraph: str, tmp_path: Path) -> None:
    (tmp_path / "ours.way").write_text(
        'way "Ours"\ngame tiles\n1  otherwise play the best low\nfinally the best low, then the best high\n',
        encoding="utf-8",
    )
    ours = {"house-way.way": "ours.way"}
    (finding,) = findings_of(example, ours, tmp_path)
    assert finding.field == "house-way.exceptions"
    assert paragraph in finding.paragraph.split(", ")
    noted = sound(example, {**ours, "house-way.exceptions": ["1"]}, tmp_path)
    assert noted.rules.way.title == "Ours"


@rule("commission-tiles 7(e)")
@pytest.mark.parametrize(
    "text",
    ["", 'way "Broken"\ngame tiles\n1 when\n', 'way "Cards"\ngame cards\n1  otherwise play the best low\n'],
)
def test_a_way_with_findings_is_a_finding(text: str, tmp_path: Path) -> None:
    (tmp_path / "ours.way").write_text(text, encoding="utf-8")
    changes = {"house-way.way": "ours.way", "house-way.exceptions": ["1"]}
    (finding,) = findings_of("commission-tiles-plain", changes, tmp_path)
    assert finding.field == "house-way.way"
    assert "commission-tiles 7(e)" in finding.paragraph


@rule("commission-tiles 7(e)")
@pytest.mark.parametrize("name", ["../ours.way", "/ours.way", "below/ours.way"])
def test_a_way_is_looked_for_beside_the_submission_only(name: str, tmp_path: Path) -> None:
    changes = {"house-way.way": name, "house-way.exceptions": ["1"]}
    (finding,) = findings_of("commission-tiles-plain", changes, tmp_path)
    assert "in the same folder" in finding.allowed


@rule("commission-tiles 7(e)")
def test_a_way_from_a_file_is_proven_over_every_hand(tmp_path: Path) -> None:
    # A pair kept always comes first, so the second rule for a pair of GJ never applies.
    (tmp_path / "ours.way").write_text(
        'way "Ours"\ngame tiles\n1  when a pair of GJ  play the pair kept\n'
        "2  when a pair of GJ  play the pair kept\n"
        "3  otherwise  play the best low\nfinally the best low, then the best high\n",
        encoding="utf-8",
    )
    changes = {"house-way.way": "ours.way", "house-way.exceptions": ["1"]}
    (finding,) = findings_of("commission-tiles-plain", changes, tmp_path)
    assert finding.field == "house-way.way"
    assert "rule 2 never applies" in finding.problem


@rule("commission-tiles 7(k)", "maryland-poker 13.A(1)", "rock-island-poker 3", "R11")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-plain", "commission-tiles 7(k)"),
        ("maryland-poker-plain", "maryland-poker 13.A(1)"),
        ("rock-island-poker-plain", "rock-island-poker 3"),
    ],
)
@pytest.mark.parametrize("method", ["none", "down-to-25-cents", 5])
def test_vigorish_is_taken_to_the_cent_or_the_quarter(example: str, paragraph: str, method: object) -> None:
    only(example, {"vigorish.method": method}, "vigorish.method", paragraph)


@rule("colorado-tiles 30-2608(12)", "colorado-tiles 30-2608(12)(b)", "R14")
def test_no_vigorish_goes_with_dragons_eye_only() -> None:
    only(
        "colorado-tiles-plain",
        {"vigorish.method": "none"},
        "vigorish.method",
        "colorado-tiles 30-2608(12)(b)",
    )
    sound("colorado-tiles-full", {"vigorish.method": "none"})
    only(
        "colorado-tiles-full", {"vigorish.method": LEFT_OUT}, "vigorish.method", "colorado-tiles 30-2608(12)"
    )
    sound("colorado-tiles-plain", {"vigorish.method": LEFT_OUT})


@rule("colorado-tiles 30-2604(4)")
@pytest.mark.parametrize("other", ["blue", "Blue"])
def test_the_dragons_eye_die_differs_from_the_others(other: str) -> None:
    changes = {"dragons-eye.other-dice": other}
    only("colorado-tiles-full", changes, "dragons-eye.eye-die", "colorado-tiles 30-2604(4)")


@rule("colorado-tiles 30-2606(5)", "R42")
@pytest.mark.parametrize(
    ("example", "number", "paragraph"),
    [
        ("colorado-tiles-full", 5, "colorado-tiles 30-2606(5)"),
        ("commission-tiles-full", 2, "commission-tiles 5(b)"),
        ("maryland-poker-full", 2, "maryland-poker 7.C"),
        ("rock-island-poker-full", 2, "R42"),
    ],
)
def test_only_colorado_lets_up_to_four_share_a_spot(example: str, number: int, paragraph: str) -> None:
    only(example, {"spots.players-per-spot": number}, "spots.players-per-spot", paragraph)


@rule("R5", "R35")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("maryland-poker-plain", "maryland-poker 2.A"),
        ("commission-tiles-plain", "commission-tiles 6(c)(2)"),
        ("colorado-tiles-plain", "colorado-tiles 30-2607(3)(b)"),
        ("rock-island-poker-plain", "R35"),
    ],
)
@pytest.mark.parametrize("chairs", [0, 7, -1, True, Decimal("6.0"), "6"])
def test_there_are_one_to_six_chairs(example: str, paragraph: str, chairs: object) -> None:
    only(example, {"table.chairs": chairs}, "table.chairs", paragraph)


@rule("colorado-tiles 30-2609(7)(c)")
def test_only_colorado_may_forbid_the_cut() -> None:
    only("commission-tiles-full", {"banking.cut": False}, "banking.cut", "commission-tiles 8(g)")
    sound("colorado-tiles-full", {"banking.cut": False})


@rule("rock-island-poker 3", "R81")
@pytest.mark.parametrize("method", ["up-to-25-cents", "none", "at-least-25-cents"])
def test_rock_islands_commission_is_no_choice(method: str) -> None:
    only("rock-island-poker-full", {"vigorish.method": method}, "vigorish.method", "rock-island-poker 3")
    sound("rock-island-poker-full", {"vigorish.method": "to-the-cent"})


@rule("R57")
@pytest.mark.parametrize(
    "example", ["commission-tiles-full", "maryland-poker-full", "rock-island-poker-full"]
)
def test_tip_wagers_are_colorados_only(example: str) -> None:
    only(example, {"tips.wagers": True}, "tips.wagers", "R57")


def test_colorado_wants_a_procedure_for_an_idle_table() -> None:
    only("colorado-tiles-plain", {"table.idle": LEFT_OUT}, "table.idle", "colorado-tiles 30-2605(7)")


@rule("colorado-tiles 30-2602")
@pytest.mark.parametrize("field", ["posting.place", "approvals.posting"])
def test_colorado_wants_the_place_of_posting_approved(field: str) -> None:
    only("colorado-tiles-plain", {field: "  "}, field, "colorado-tiles 30-2602")


@rule(
    "commission-tiles 1:Marker", "commission-tiles 8(h)", "commission-tiles 8(i)", "colorado-tiles 30-2609(8)"
)
@pytest.mark.parametrize(
    ("example", "changes", "field", "paragraph"),
    [
        (
            "commission-tiles-full",
            {"approvals.markers": ""},
            "approvals.markers",
            "commission-tiles 1:Marker",
        ),
        (
            "commission-tiles-full",
            {"approvals.delivery-signal": ""},
            "approvals.delivery-signal",
            "commission-tiles 8(i)",
        ),
        (
            "commission-tiles-full",
            {"banking.dealer-wager": "fixed", "approvals.dealer-wager": ""},
            "approvals.dealer-wager",
            "commission-tiles 8(h)",
        ),
        (
            "colorado-tiles-full",
            {"banking.dealer-wager": "share-of-last-wager", "approvals.dealer-wager": ""},
            "approvals.dealer-wager",
            "colorado-tiles 30-2609(8)",
        ),
    ],
)
def test_the_tile_books_want_their_approvals(
    example: str, changes: dict[str, object], field: str, paragraph: str
) -> None:
    only(example, changes, field, paragraph)


@rule("R58", "commission-tiles 8(h)", "maryland-poker 12.G(1)")
@pytest.mark.parametrize(
    ("example", "paragraph"),
    [
        ("commission-tiles-full", "commission-tiles 8(h)"),
        ("colorado-tiles-full", "colorado-tiles 30-2609(8)"),
        ("maryland-poker-full", "maryland-poker 12.G(1)"),
    ],
)
def test_the_dealers_fixed_wager_stays_within_the_spot(example: str, paragraph: str) -> None:
    fixed = {"banking.dealer-wager": "fixed", "limits.main.minimum": 5, "limits.main.maximum": 100}
    only(example, {**fixed, "banking.dealer-wager-amount": 101}, "banking.dealer-wager-amount", paragraph)
    sound(example, {**fixed, "banking.dealer-wager-amount": 100})


@rule("R58")
@pytest.mark.parametrize(
    "kind", ["main", "match", "odd", "even", "double", "triple", "dice-bonus", "pair-fortunes"]
)
def test_no_minimum_exceeds_its_maximum(kind: str) -> None:
    changes = {f"limits.{kind}.minimum": 30, f"limits.{kind}.maximum": Decimal("29.99"), "tips.maximum": 5}
    only("colorado-tiles-full", changes, f"limits.{kind}.minimum", "R58")


@rule("R58")
@pytest.mark.parametrize(
    "amount",
    [0, -5, Decimal("1.001"), Decimal("NaN"), Decimal("Infinity"), "ten", True, [], Decimal("1e30"), 10**30],
)
def test_a_limit_is_an_amount_above_nothing(amount: object) -> None:
    finding = of_field(
        findings_of("commission-tiles-plain", {"limits.main.maximum": amount}), "limits.main.maximum"
    )
    assert finding.paragraph == "R58"


@rule("colorado-tiles 30-2602", "R57")
def test_a_tip_wager_stays_within_the_spot() -> None:
    only("colorado-tiles-full", {"tips.maximum": 501}, "tips.maximum", "R57")


@rule("colorado-tiles 30-2699.01(3)", "R16")
def test_pair_fortunes_can_be_made_at_all() -> None:
    changes = {
        "pair-fortunes.above-main": False,
        "pair-fortunes.without-main": False,
        "limits.main.minimum": 5,
        "limits.main.maximum": 20,
        "limits.pair-fortunes.minimum": 25,
        "tips.maximum": 5,
    }
    only("colorado-tiles-full", changes, "limits.pair-fortunes.minimum", "colorado-tiles 30-2699.01(3)")
