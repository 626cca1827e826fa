"""Steps that a card dealer skips easily: each has its line in the script; approved things name by what."""

from __future__ import annotations

import pytest

from paigow.table.house.equipment import Item, equipment_of
from paigow.table.said import script
from tests.rules import rule
from tests.table.tables import FROM_HAND, rules_with

MANUAL_SHOE = (
    'shuffling.method = "hand"',
    'dealing.method = "manual-shoe"',
    'starting.method = "shaker"',
    "cards.decks = 1",
    'cards.backs = ["red"]',
)
TABLES = {
    "shoe": rules_with("maryland-poker-full"),
    "hand": rules_with("maryland-poker-full", *FROM_HAND),
    "manual": rules_with("maryland-poker-full", *MANUAL_SHOE),
}
LINES = [
    # The table, by command or event, the words that must not be missing, and where it is written.
    ("shoe", "always", "both decks lie in the discard rack together", "3.B(4)"),
    ("shoe", "after deck-stored", "first empty the discard rack", "3.B(4)"),
    ("shoe", "on inspect-decks", "tear it in two with the floorperson watching", "4.B"),
    ("shoe", "on verify-inspection", "only one joker is in each", "4.A"),
    ("shoe", "on wash-cards", "each of the two decks by itself", "4.E"),
    ("manual", "on shuffle-cards", "stand the stack on a cover card", "5.D"),
    ("manual", "after cut-offered", "backs away from you", "5.D(1)"),
    ("manual", "after cards-cut", "the first cover card below them", "5.F(2)"),
    ("manual", "after cards-cut", "into the discard rack", "5.F(3)(a)"),
    ("manual", "on lift-lid", "set the open shaker on its mark", "5.K(1)(b)(i)"),
    ("manual", "on collect-progressive", "count them against the number that the system accepted", "8.C(3)"),
    ("hand", "on collect-progressive", "count them against the number", "9.A(3)(b)(ii)"),
    ("manual", "on deal-cards", "the hand nearer the shoe", "8.D(3)"),
    ("hand", "on deal-cards", "keep it there all round, in front of you above the tray", "9.A(2)(b)"),
    ("manual", "on count-stub", "face down: four cards must be left", "8.E(1)"),
    ("hand", "on count-stub", "unseen into the discard rack", "9.D(3)"),
    ("manual", "on sweep-unwagered", "unseen", "8.G"),
    ("hand", "on sweep-unwagered", "unseen", "9.F"),
    ("manual", "on cover-shaker", "shake once, and set the shaker down at your right", "5.K(1)(f)"),
    ("manual", "on spread-cards", "Take the cards out of shoe and discard rack", "5.H(1)"),
]


@pytest.mark.parametrize(
    ("table", "key", "words", "cite"),
    [pytest.param(*line, marks=rule(f"maryland-poker {line[3]}")) for line in LINES],
)
def test_the_script_says_it_and_where_it_is_written(table: str, key: str, words: str, cite: str) -> None:
    lines = [line for line in script.manual(TABLES[table]) if line.key == key]
    assert any(words in line.do and cite in line.cites for line in lines), [line.do for line in lines]


@rule("maryland-poker 8.F(2)", "maryland-poker 9.E(2)", "R35")
@pytest.mark.parametrize("table", TABLES)
def test_the_script_takes_a_wrong_deck_off_the_table(table: str) -> None:
    lines = [line for line in script.manual(TABLES[table]) if line.key == "after deck-removed"]
    assert any("deck off the table" in line.do and "R35" in line.cites for line in lines)


def items(*changes: str) -> dict[str, Item]:
    return {item.name: item for item in equipment_of(rules_with("maryland-poker-full", *changes))}


@rule("maryland-poker 2.B", "maryland-poker 2.C(3)", "maryland-poker 2.E(1)", "maryland-poker 8.A", "R31")
def test_what_needs_the_regulators_approval_names_its_reference() -> None:
    """The references stand in the submission; what needs none has none."""
    listed = items()
    assert listed["layout"].approval == "HL-17"
    assert listed["boxes"].approval == "HL-18"
    assert listed["flat-button"].approval == "HL-20"
    assert listed["discard-rack"].approval == ""
    assert items(*MANUAL_SHOE)["manual-shoe"].approval == "HL-19"
    marked = items('starting.marker = "other-object"', 'approvals.starting-marker = "HL-40"')
    assert marked["start-marker"].approval == "HL-40"


@rule("maryland-poker 2.B(9)", "maryland-poker 2.B(10)", "R31")
@pytest.mark.parametrize(
    ("shown", "limit", "item"),
    [
        ("layout", "layout", {"odds-on-layout", "limit-on-layout"}),
        ("sign", "sign", {"odds-sign", "limit-sign"}),
        ("sign", "generic-inscription", {"odds-sign", "limit-inscription"}),
    ],
)
def test_odds_and_limit_are_on_the_layout_or_on_a_sign(shown: str, limit: str, item: set[str]) -> None:
    posted = {"odds-on-layout", "odds-sign", "limit-on-layout", "limit-inscription", "limit-sign"}
    listed = items(f'posting.odds = "{shown}"', f'posting.payout-limit = "{limit}"')
    assert posted & set(listed) == item


@rule("maryland-poker 2.B(10)")
def test_without_a_payout_limit_none_is_shown() -> None:
    assert not {"limit-on-layout", "limit-inscription", "limit-sign"} & set(items("payout-limit.on = false"))


@rule("maryland-poker 2.B(5)", "maryland-poker 2.B(6)", "maryland-poker 2.B(7)", "maryland-poker 2.B(8)")
@rule("maryland-poker 2.D", "maryland-poker 2.D(1)")
def test_each_wager_on_offer_has_its_area_and_no_other_has() -> None:
    areas = {"fortune-areas", "emperors-areas", "insurance-areas", "progressive-areas", "progressive-system"}
    assert areas <= set(items())
    one = items("emperors.offered = false", "insurance.offered = false", "progressive.offered = false")
    assert areas & set(one) == {"fortune-areas"}
    assert "progressive-lock" not in one
