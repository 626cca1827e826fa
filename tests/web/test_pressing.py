"""A click counts for what was pressed, once, whatever the page renders between its start and its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from paigow.table.state import Table
from tests.table.tables import submission_with
from tests.table.transcripts import parse_transcript, run
from tests.web.desk import Desk
from tests.web.hands import own_table
from tests.web.scenes import Evening, happenings
from tests.web.staff import open_console

BOOK = "commission-tiles-full"
EMPTY = "submission commission-tiles-full\ngiven an open table\n"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ANEW = "(seat) => seat.replaceWith(seat.cloneNode(true))"


def _before_and_after_the_sweep() -> tuple[Table, Table]:
    """Hands are at every position, free ones too; then none is."""
    tables = [table for *_, table in happenings(Evening(BOOK, {4: ("Bob", "house-way")}, "Anna"))]
    last = next(at for at, table in enumerate(tables) if tables[at - 1].hands and not table.hands)
    return next(table for table in tables[:last] if 1 in table.hands), tables[last]


def _hold(page: Page) -> None:
    box = page.locator("g[data-act=sit][data-position='1'] text").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def test_a_seat_is_taken_though_its_hand_is_swept_while_it_is_pressed(page: Page) -> None:
    dealt, swept = _before_and_after_the_sweep()
    desk = Desk(submission_with(BOOK), dealt, me="Anna")
    desk.serve(page)
    page.goto("/table/commission-tiles")
    page.wait_for_selector("g[data-act=sit][data-position='1']")
    page.evaluate("window.pressed = document.querySelector('g[data-act=sit][data-position=\"1\"]')")
    place = page.get_attribute("g[data-act=sit][data-position='1']", "transform")
    _hold(page)
    desk.put(swept)
    page.evaluate(DRAWN)
    # It stays what and where it was.
    assert page.evaluate("pressed === document.querySelector('g[data-act=sit][data-position=\"1\"]')")
    assert page.get_attribute("g[data-act=sit][data-position='1']", "transform") == place
    page.mouse.up()
    page.wait_for_selector(".app:not(.watch)")
    assert desk.table.position_of("Anna") == 1


@pytest.mark.parametrize("elsewhere", [False, True], ids=["there", "elsewhere"])
def test_what_is_drawn_anew_while_it_is_pressed_is_pressed_all_the_same(page: Page, elsewhere: bool) -> None:
    desk = Desk(submission_with(BOOK), run(parse_transcript(EMPTY)), me="Anna")
    desk.serve(page)
    page.goto("/table/commission-tiles")
    page.wait_for_selector("g[data-act=sit]")
    _hold(page)
    page.locator("g[data-act=sit][data-position='1']").evaluate(ANEW)
    if elsewhere:
        # Released on another seat: neither is meant.
        page.locator("g[data-act=sit][data-position='2']").hover()
    page.mouse.up()
    if elsewhere:
        page.evaluate(DRAWN)
        page.click("g[data-act=sit][data-position='5']")
    page.wait_for_selector(".app:not(.watch)")
    assert desk.table.position_of("Anna") == (5 if elsewhere else 1)


def _theme(page: Page) -> str:
    theme: str = page.evaluate("document.documentElement.dataset.theme || 'dark'")
    return theme


def test_every_press_in_the_bar_counts_once_on_every_page_with_a_table(page: Page) -> None:
    """Also if another table was shown before on the same page."""
    table = own_table(page, BOOK, bots=0)
    page.click(".topbar .brand")
    page.wait_for_selector("article.floor-card")
    page.click("a[href='/watch/commission-tiles']")
    page.wait_for_selector(".app.watch")
    _bar_works(page)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    open_console(page, table, "floor")
    _bar_works(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.evaluate("location.search") == "?as=floor"
    expect(page.locator(".duty h1")).to_contain_text("as the floor supervisor")


def _bar_works(page: Page) -> None:
    before = _theme(page)
    page.click(".topbar [data-act=theme]")
    assert _theme(page) != before
    page.click(".topbar [data-act=help]")
    expect(page.locator("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    language = page.get_attribute("html", "lang") or ""
    page.click(".topbar [data-act=language]")
    page.locator("dialog[open] [data-act=language]:not([aria-current])").first.click()
    expect(page.locator("html")).not_to_have_attribute("lang", language)
