"""The odds explorer in a real browser: the library's own figures at every table, by keys and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from paigow.odds.counting import Role
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.wagers.lines import roll_odds
from paigow.submissions.checking import load_submission
from paigow.wagers.registry import wager_of
from paigow.wagers.wager import RollWager
from tests.rules import rule
from tests.server.running import Server
from tests.web.hands import PATIENCE, accessible
from tests.web.looking import LOOK


def _fact(page: Page, place: int) -> str:
    return page.locator(".facts4 dd").nth(place).inner_text()


@rule("R11", "R15")
def test_every_wager_of_a_table_has_its_edge_lines_and_commission(page: Page) -> None:
    page.goto("/odds?table=colorado-tiles")
    page.wait_for_selector(".wagers button", timeout=4 * PATIENCE)
    edges = [float(each.rstrip("%")) for each in page.locator(".wagers .name b").all_inner_texts()]
    assert len(edges) == 13, (
        "player, banker twice, co-bank, five on the dice, the bonus thrice, Pair Fortunes"
    )
    assert edges == sorted(edges)
    double = wager_of("double")
    assert isinstance(double, RollWager)
    counted = roll_odds(double)
    button = page.locator(".wagers button[data-wager=double]")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Double")
    assert _fact(page, 0) == f"{float(100 * counted.edge):.4f}%"
    assert _fact(page, 3) == "216"
    way = load_submission("colorado-tiles-full").rules.way.way
    tally = tile_tally(way, way, Role.PLAYER)
    page.locator(".wagers button[data-wager='main, player']").press("Enter")
    assert _fact(page, 0) == f"{100 * (tally.lose - 0.95 * tally.win) / tally.total:.4f}%"
    rows = page.locator(".lines tbody tr")
    assert rows.nth(0).locator("td").last.inner_text() == f"+{95 * tally.win / tally.total:.4f}%"
    assert rows.nth(2).locator("td").last.inner_text() == f"−{100 * tally.lose / tally.total:.4f}%"
    # $10.00 at five percent to the cent.
    expect(page.locator(".more tbody tr").first).to_contain_text("$0.50")
    assert accessible(page) == []
    with page.expect_download() as saved:
        page.locator("[data-act=export]").press("Enter")
    text = saved.value.path().read_text("utf-8")
    assert text.splitlines()[0].startswith("wager,as,edge,")
    assert f"double,,{float(counted.edge)!r}," in text
    page.reload()
    expect(page.locator(".wagers button[aria-pressed=true]")).to_contain_text("as player")


@pytest.mark.parametrize(("theme", "locale"), [("light", "en-US"), ("dark", "zh-TW")])
def test_on_a_phone_another_table_is_chosen_by_touch(
    browser: Browser, floor: Server, theme: str, locale: str
) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, locale=locale
    )
    page = context.new_page()
    page.goto(f"/odds?table=commission-tiles&theme={theme}")
    page.wait_for_selector(".wagers button", timeout=4 * PATIENCE)
    page.locator(".wagers button").nth(1).tap()
    expect(page.locator(".wagers button").nth(1)).to_have_attribute("aria-pressed", "true")
    look = page.evaluate(LOOK)
    assert not look["wide"]
    assert look["untold"] == look["small"] == [], look
    assert accessible(page) == []
    context.close()
