"""The first player to arrive sees all pieces before they are shuffled, and says when to continue."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from paigow.table.house.card_opening import SpreadCards
from tests.rules import rule
from tests.table.tables import submission_with
from tests.table.transcripts import parse_transcript, run
from tests.web.desk import Desk
from tests.web.hands import accessible
from tests.web.looking import LOOK

SIZES = {"wide": (1440, 900), "tablet": (1024, 768), "phone": (390, 844), "lengthwise": (844, 390)}
TABLE = """
submission {book}
given an open table
given anna at 1 with 1000.00
given bob at 2 with 1000.00
"""
IDLE = (
    TABLE
    + """
given the dealer goes on to wash
dealer mixes and stacks the cards
anna leaves
bob leaves
given the dealer goes on to idle
given anna at 1 with 1000.00
"""
)


def _sit_down(page: Page, book: str, me: str, text: str = TABLE) -> Desk:
    desk = Desk(submission_with(book), run(parse_transcript(text.format(book=book))), me=me)
    desk.serve(page)
    page.goto("/table/commission-tiles")
    return desk


@rule("commission-tiles 4(b)", "commission-tiles 4(c)", "R62")
def test_sixteen_pairs_lie_before_the_first_player_until_that_player_goes_on(page: Page) -> None:
    desk = _sit_down(page, "commission-tiles-full", "anna")
    expect(page.locator(".rail.inspect h2")).to_have_text("Look over the tiles")
    # What is prepared now is the first round: there is no round 0.
    expect(page.locator(".side h2").first).to_contain_text("Round 1")
    # 32 tiles, each with a face of its own.
    assert page.locator(".rail.inspect .lying svg > g").count() == 32
    assert not accessible(page)
    # Without a clock, only who asks for time is waited for.
    assert desk.readiness == [False]
    page.keyboard.press("Enter")
    page.wait_for_selector(".app:not(.inspect) .rail:not(.inspect)")
    assert [command.__struct_config__.tag for command in desk.heard] == ["look-at-pieces"]
    assert desk.readiness == [False, True]


@rule("commission-tiles 4(c)")
def test_somebody_who_came_later_is_not_asked(page: Page) -> None:
    _sit_down(page, "commission-tiles-full", "bob")
    page.wait_for_selector(".rail")
    assert page.locator(".rail.inspect").count() == 0


@rule("maryland-poker 4.B(1)", "maryland-poker 4.B(2)", "maryland-poker 4.C")
def test_the_whole_deck_lies_before_the_first_player(page: Page) -> None:
    _sit_down(page, "maryland-poker-plain", "anna")
    expect(page.locator(".rail.inspect h2")).to_have_text("Look over the cards")
    assert page.locator(".rail.inspect .lying svg > g.card").count() == 53


@rule("maryland-poker 5.H(2)", "maryland-poker 5.H(3)")
def test_the_first_player_at_an_idle_table_can_ask_to_see_the_cards(page: Page) -> None:
    desk = _sit_down(page, "maryland-poker-plain", "anna", IDLE)
    expect(page.locator(".rail.inspect h2")).to_have_text("The cards are spread face down")
    assert page.locator(".rail.inspect .lying svg > g.card").count() == 0
    page.click("[data-act=asktosee]")
    page.wait_for_selector(".rail.inspect:not(:has([data-act=asktosee]))")
    desk.happen(SpreadCards(by="dealer"))
    expect(page.locator(".rail.inspect .lying svg > g.card")).to_have_count(53)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("book", ["colorado-tiles-full", "maryland-poker-full"])
def test_it_fits(page: Page, book: str, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    _sit_down(page, book, "anna")
    page.wait_for_selector(".rail.inspect")
    look = page.evaluate(LOOK)
    assert look.pop("phase") == "inspect"
    assert not {name: what for name, what in look.items() if what}
