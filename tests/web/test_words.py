"""The browser's part in a round's randomness: a word committed with the wager, opened, missed if left out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.deal.commitments import PublishCommitment
from paigow.table.deal.mixing import seed_commitment
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.deal.words import CloseWords
from paigow.table.house.opening import BeginPlay
from paigow.table.house.seating import BuyIn, FillTray, Sit
from paigow.table.state import Step, Table
from tests.rules import rule
from tests.table.banks import after
from tests.table.eye_tables import dealer_to
from tests.table.tables import submission_with
from tests.web.desk import Desk

SUBMISSION = submission_with("commission-tiles-full")
LEFT_OUT = "Your text was left out of this round’s seed."


def _committed() -> Table:
    """Anna sits at a table with a committed seed; her wager is still to come."""
    rules = SUBMISSION.rules
    table = after(rules, dealer_to(rules, Table(), Step.IDLE), FillTray(by="floor", chips=10_000_00))
    table = after(rules, table, BuyIn(by="anna", chips=1000_00), Sit(by="anna", position=1))
    commitment = PublishCommitment(by="dealer", commitment=seed_commitment("t", 1, bytes(32)), table="t")
    washed = (WashTiles(by="dealer", order=()), StackTiles(by="dealer"))
    return after(rules, table, BeginPlay(by="dealer"), commitment, *washed)


@pytest.fixture
def desk(page: Page) -> Desk:
    made = Desk(SUBMISSION, _committed(), "anna")
    made.serve(page)
    page.goto("/table/t")
    page.wait_for_selector(".app.tiles")
    return made


def _until(page: Page, holds: Callable[[], object]) -> None:
    """Let the page and the table communicate until something is true."""
    while not holds():
        page.evaluate("new Promise((done) => requestAnimationFrame(done))")


@rule("R97")
def test_a_word_is_committed_to_with_the_wager_and_opened_after_no_more_bets(page: Page, desk: Desk) -> None:
    assert not desk.table.drawing.words
    desk.happen(PlaceWager(by="anna", position=1, chips=25_00))
    _until(page, lambda: desk.table.drawing.words)
    (mine,) = desk.table.drawing.words
    assert (mine.person, mine.position, mine.word) == ("anna", 1, None)
    desk.happen(CallNoMoreBets(by="dealer", at=1))
    _until(page, lambda: desk.table.drawing.opened)
    (opened,) = desk.table.drawing.opened
    assert opened.word is not None
    assert len(bytes.fromhex(opened.word)) == len(bytes.fromhex(opened.salt)) == 16
    desk.happen(CloseWords(by="dealer", at=1))
    expect(page.locator(".app")).to_have_attribute("data-version", str(desk.table.version))
    assert page.inner_text(".toast") == ""


@rule("R97")
def test_words_that_the_player_types_are_used_from_then_on(page: Page, desk: Desk) -> None:
    page.evaluate("import('/table/words.js').then(({ typeWords }) => typeWords(' for luck '))")
    desk.happen(PlaceWager(by="anna", position=1, chips=25_00))
    _until(page, lambda: desk.table.drawing.words)
    # A reload in the middle of the round loses nothing.
    page.reload()
    page.wait_for_selector(".app.tiles")
    desk.happen(CallNoMoreBets(by="dealer", at=1))
    _until(page, lambda: desk.table.drawing.opened)
    assert desk.table.drawing.opened[0].word == "for luck"


@rule("R97")
def test_the_player_is_warned_when_the_word_was_left_out(page: Page, desk: Desk) -> None:
    desk.happen(PlaceWager(by="anna", position=1, chips=25_00))
    _until(page, lambda: desk.table.drawing.words)
    desk.happen(CallNoMoreBets(by="dealer", at=1))
    desk.happen(CloseWords(by="dealer", at=1))
    assert not desk.table.drawing.opened
    expect(page.locator(".toast")).to_contain_text(LEFT_OUT)
