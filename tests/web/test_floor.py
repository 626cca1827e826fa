"""The supervisor's and the instructor's pages in a real browser: what the server told, filters, lessons."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.web.hands import accessible
from tests.web.staff import in_role

TABLE: dict[str, Any] = {
    "id": "maryland-poker",
    "title": "Harbor 32",
    "kind": "public",
    "book": "maryland-poker",
    "step": "bets",
    "round": 12,
    "seated": 3,
    "dealt_by": "Kim 4711",
    "dealers": [],
    "tray": 1_234_50,
    "staked": 0,
    "dice_age": 3 * 3600 + 120,
    "deck_ages": {"red": 60, "blue": 3660},
    "counts": {"irregularity": 2, "dispute": 1, "correction": 0, "chips": 4},
}
ENTRY: dict[str, Any] = {
    "at": 1_790_000_000_000,
    "table": "maryland-poker",
    "round": 11,
    "finished": True,
    "version": 90,
    "kind": "correction",
    "event": "payment-corrected",
    "told": "The floor corrects the payment of Ben by 45.00: half. Signed by Ada, Bo.",
    "cents": -4500,
    "cites": ["11.J", "R111"],
}


def test_the_floor_lists_its_tables_and_filters_what_happened(page: Page) -> None:
    asked: list[str] = []

    def log(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"entries": [ENTRY]})

    in_role(page, "floor")
    page.route("**/api/floor/tables", lambda route: route.fulfill(json=[TABLE]))
    page.route("**/api/floor/log?*", log)
    page.goto("/floor")
    row = page.locator("[data-table=maryland-poker]")
    for told in ("Kim 4711", "$1,234.50", "dice 3 h 2 min", "blue deck 1 h 1 min"):
        expect(row).to_contain_text(told)
    entry = page.locator("[data-event=payment-corrected]")
    expect(entry).to_contain_text("Signed by Ada, Bo.")
    expect(entry.locator("a")).to_have_attribute("href", "/round/maryland-poker/11?for=dispute")
    page.select_option("#kind", "correction")
    page.select_option("#table", "maryland-poker")
    expect(page.locator("#export")).to_have_attribute(
        "href", "/api/floor/log.csv?table=maryland-poker&kind=correction"
    )
    assert any("table=maryland-poker&kind=correction" in url for url in asked), asked
    assert accessible(page) == []


def test_without_the_role_the_floor_says_so(page: Page) -> None:
    page.goto("/floor")
    expect(page.locator("main")).to_contain_text("You need the floor role")


def test_an_instructor_assigns_lessons_and_reads_marks(page: Page) -> None:
    pupil: dict[str, Any] = {
        "person": "Paul",
        "scores": [{"book": "commission-tiles", "kind": "pay", "asked": 8, "right": 6, "last": ENTRY["at"]}],
        "assigned": [],
        "tables": ["school-1"],
    }
    given: list[Any] = []

    def assign(route: Route) -> None:
        lessons = json.loads(route.request.post_data or "{}")["lessons"]
        given.append(lessons)
        named = [{**each, "given_by": "Ines", "at": ENTRY["at"]} for each in lessons]
        route.fulfill(json={**pupil, "assigned": named})

    in_role(page, "floor")
    page.route("**/api/school/pupils", lambda route: route.fulfill(json=[pupil]))
    page.route("**/api/school/pupils/Paul/lessons", assign)
    page.goto("/school/pupils")
    card = page.locator("[data-pupil=Paul]")
    expect(card.locator("[data-kind=pay]")).to_contain_text("75%")
    expect(card.locator("a[href='/console/school-1?as=floor']")).to_be_visible()
    card.locator("[data-act=open]").click()
    for kind in ("round", "irregularity.exposed"):
        card.locator(f"[name=kind][value='{kind}']").check()
    card.get_by_text("Save").click()
    expect(card).to_contain_text("Irregularity: exposed by the dealer (Classic tiles)")
    assert given == [
        [{"book": "commission-tiles", "kind": kind} for kind in ("round", "irregularity.exposed")]
    ]
    assert accessible(page) == []
