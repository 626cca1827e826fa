"""Steps that are easy to skip: each has its line in the script and leaves its trace at the table."""

from __future__ import annotations

import pytest

from paigow.table.deal.sweeping import CoverShaker
from paigow.table.refusals import Reason
from paigow.table.state import Step
from paigow.table.text import script
from tests.rules import rule
from tests.table.banks import after, refusal
from tests.table.eye_tables import EYE, NO_MORE_BETS, bet, betting, dealer_to, roll
from tests.table.tables import rules_with

TABLES = {"commission-tiles": "commission-tiles-full", "colorado-tiles": "colorado-tiles-full"}
LINES = [
    # By command or event, the required words, and their paragraph in either book.
    ("after surrendered-hand-taken", "face down at your right", "7(f)(2)", "30-2608(6)(b)"),
    ("after surrendered-hand-taken", "apart from all others", "7(f)(2)", "30-2608(6)(b)"),
    ("after surrendered-hand-taken", "unseen", "7(f)(2)", "30-2608(6)(b)"),
    ("after wager-surrendered", "at once", "7(f)(1)", "30-2608(6)(a)"),
    ("on set-dealer-hand", "the high hand on your right, the low hand on your left", "7(c)", "30-2608(3)"),
    ("on deliver-stack", "put the marker on it at once", "6(d)", "30-2607(4)"),
    ("on deliver-stack", "put your wager on them at once", "8(k)", "30-2609(11)"),
    ("on deliver-stack", "put the marker on them at once", "8(k)", "30-2609(11)"),
    ("on sweep-unwagered", "unseen", "6(e)", "30-2607(5)"),
    ("on sweep-unwagered", "with the dead hand at your left in front of the tray", "8(l)", "30-2609(12)"),
    ("on cover-shaker", "shake once, and set down the shaker at your right", "6(f)", "30-2607(6)"),
    ("on cover-shaker", "shake once, and set down the shaker at your right", "8(m)", "30-2609(13)"),
    ("on indicate-delivery", "Repeat the style aloud", "8(i)", "30-2609(9)"),
    ("on indicate-delivery", "sign for surveillance", "8(i)", "30-2609(9)"),
    ("on indicate-delivery", "Move the stacks", "8(i)", "30-2609(9)"),
    ("on wash-tiles", "in opposite circles, at least eight with each hand", "4(d)", "30-2605(4)"),
    ("on finish-round", "every hand can be rebuilt", "7(l)", "30-2608(13)"),
    ("on finish-round", "face up at your right", "7(l)", "30-2608(13)"),
    ("on begin-play", "turn all tiles face down", "4(c)", "30-2605(3)"),
    ("on lift-lid", "take off the lid", "6(b)", "30-2607(2)"),
    ("wait setting", "face down, behind the betting area", "7(a)", "30-2608(1)"),
    ("on pay-winner", "then collect the tiles", "7(k)", "30-2608(11)"),
    ("on inspect-dice", "check each one", "3(a)", "30-2604(2)"),
    ("on place-dice", "new dice", "3(c)", "30-2604(3)"),
    ("on seal-tiles", "table number, date, and time", "4(a)(3)(ii)", "30-2605(1)(c)(ii)"),
    ("on bring-substitute", "pit stand's reserve", "4(a)(3)(i)", "30-2605(1)(c)(i)"),
]


def _shown(commission: str, colorado: str) -> pytest.MarkDecorator:
    return rule(f"commission-tiles {commission}", f"colorado-tiles {colorado}")


@pytest.mark.parametrize(
    ("key", "words", "cites"),
    [
        pytest.param(key, words, (commission, colorado), marks=_shown(commission, colorado))
        for key, words, commission, colorado in LINES
    ],
)
def test_the_script_says_it_and_where_it_is_written(key: str, words: str, cites: tuple[str, str]) -> None:
    for table, cite in zip(TABLES.values(), cites, strict=True):
        lines = [line for line in script.manual(rules_with(table)) if line.key == key]
        assert any(words in line.do and cite in line.cites for line in lines), (table, key)


@rule("colorado-tiles 30-2607.01(5)", "R13")
@rule("colorado-tiles 30-2607.01(1)", "colorado-tiles 30-2607.01(2)", "colorado-tiles 30-2606(4)")
@pytest.mark.parametrize(
    ("key", "words", "cite"),
    [
        ("on shake-dice", "Shake five times yourself", "30-2607.01(5)"),
        ("on place-eye-button", "(not the bank marker)", "30-2607.01(1)"),
        ("on place-eye-button", "The lid stays off until the last dice wager is paid", "30-2607.01(2)"),
        ("on take-dice-wagers", "from your right to your left", "30-2607.01(2)"),
        ("on pay-dice-wagers", "from your right to your left", "30-2607.01(2)"),
        ("on place-triples-marker", "second button", "30-2607.01(3)"),
        ("after dice-bonus-moved", "at the left of the tray", "30-2606(4)"),
    ],
)
def test_the_script_of_dragons_eye_says_it_too(key: str, words: str, cite: str) -> None:
    lines = [line for line in script.manual(EYE) if line.key == key]
    assert any(words in line.do and cite in line.cites for line in lines), key


@rule("colorado-tiles 30-2610(7)", "R67")
def test_the_report_of_a_tile_off_the_table_names_every_place_it_can_be_from() -> None:
    """Tiles of the dead hand or of a place without a wager count as exposed there: the round is void."""
    (line,) = [line for line in script.manual(EYE) if line.key == "on report-off-table"]
    assert "the dead hand's, or from a place without a wager, the round is void" in line.do


@rule("colorado-tiles 30-2607.01(2)")
def test_the_shaker_stays_uncovered_until_every_dice_wager_is_paid() -> None:
    table = after(
        EYE,
        betting({"anna": 1, "bob": 2}),
        bet("anna", 1, 10_00),
        bet("anna", 1, 5_00, "odd"),
        bet("bob", 2, 5_00, "match"),
        NO_MORE_BETS,
    )
    table = roll(EYE, table, (3, 2, 6))
    while table.step in (Step.EYE, Step.BUTTON, Step.DICE_WAGERS):
        assert table.shaker.lid_off
        assert refusal(EYE, table, CoverShaker(by="dealer")).reason is Reason.WRONG_STEP
        table = dealer_to(EYE, table, *(step for step in Step if step is not table.step))
    assert table.step is Step.DEAL
    assert table.shaker.lid_off
