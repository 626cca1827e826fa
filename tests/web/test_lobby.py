"""The lobby: what each table offers, how others are invited, the choice of a language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from paigow.books.registry import book_names
from tests.server.running import Server, running
from tests.web.hands import accessible, own_table
from tests.web.staff import in_role

PLAIN = ("commission-tiles-plain", "maryland-poker-plain")
OFFERED = {
    "commission-tiles": "Players can bank and co-bank. No side bets.",
    "colorado-tiles": "Players can bank and co-bank. Side bets: Dragon’s Eye, Pair Fortunes.",
    "rock-island-poker": "Only the house banks. No side bets.",
    "maryland-poker": "Players can bank and co-bank. Side bets: "
    "Fortune Bonus, Emperor's Treasure, Pai Gow Insurance, Progressive.",
    "commission-tiles-plain": "Only the house banks. No side bets.",
    "maryland-poker-plain": "Only the house banks. No side bets.",
}
"""The options of each submission, read in its file: `banking`, `dragons-eye`, and the side bets' sections."""


@pytest.fixture(scope="module")
def wider_floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two tables of a book that offer different things."""
    directory: Path = tmp_path_factory.mktemp("lobby")
    tables = (option for name in PLAIN for option in ("--table", name))
    with running(directory, "--pace", "0", "--drain", "0", *tables) as server:
        yield server


def test_a_table_is_described_by_what_it_offers(browser: Browser, wider_floor: Server) -> None:
    context = browser.new_context(base_url=wider_floor.address)
    page = context.new_page()
    page.goto("/")
    cards = page.locator(".floor-card")
    expect(cards).to_have_count(len(book_names()) + len(PLAIN))
    told = {
        (card.get_attribute("data-k") or "").removeprefix("table-"): card.locator(".offers").inner_text()
        for card in cards.all()
    }
    for name, offers in OFFERED.items():
        # A table of one's own submission is named after the file and its digest.
        found = [text for id_, text in told.items() if id_ == name or id_.startswith(f"{name}-")]
        assert (told[name] if name in told else found[0]) == offers
    context.close()


def test_tables_of_one_book_are_told_apart_by_house_and_number(browser: Browser, wider_floor: Server) -> None:
    context = browser.new_context(base_url=wider_floor.address)
    page = context.new_page()
    page.goto("/")
    headings = page.locator(".floor-card h3")
    expect(headings).to_have_count(len(book_names()) + len(PLAIN))
    named = headings.all_inner_texts()
    assert len(set(named)) == len(named)
    # Each of these books has a second table, which has its own number; a table alone needs none.
    assert sum(" · " in name for name in named) == 2 * len(PLAIN)
    assert page.locator("select[name=submission] option").all_inner_texts() == named
    context.close()


def test_an_invitation_says_that_a_local_link_leads_others_nowhere(page: Page) -> None:
    page.goto("/")
    page.click("[data-act=open-private] button[value=private]")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("input[name=link]")).to_have_value(_table_here(page))
    expect(dialog).to_contain_text("This link opens on this computer only.")
    expect(dialog.locator("code")).to_have_text("--host 0.0.0.0")
    assert accessible(page) == []


def _table_here(page: Page) -> str:
    page.wait_for_selector("dialog[open]")
    return str(page.evaluate("document.querySelector('input[name=link]').value"))


@pytest.mark.parametrize("address", ["/", "/table/commission-tiles"])
def test_each_language_is_two_presses_away(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(address)
    for language, name in (("zh-Hans", "简体中文"), ("zh-Hant", "繁體中文"), ("en", "English")):
        page.locator(".topbar [data-act=language]").click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".topbar [data-act=language]").click()
    expect(page.locator("dialog[open] [aria-current]")).to_have_text("English")
    assert accessible(page) == []


def test_an_own_table_has_one_link_to_deal_there(page: Page) -> None:
    """By being the owner, and by the role: both lead to the same console."""
    table = own_table(page, "commission-tiles-plain", bots=1)
    in_role(page, "dealer", "floor")
    page.goto("/")
    links = page.locator(f"[data-k='table-{table}'] .go a[href^='/console/']")
    expect(links).to_have_text(["Deal here", "Floor console"])
    public = page.locator("[data-k='table-commission-tiles'] .go a[href^='/console/']")
    expect(public).to_have_text(["Deal here", "Floor console"])
