"""The supervisor's and the instructor's pages in a real browser: the server's data, filters, lessons."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.rules import rule
from tests.web.conftest import FAILED_REQUEST
from tests.web.hands import accessible
from tests.web.staff import in_role

TABLE: dict[str, Any] = {
    "id": "maryland-poker",
    "title": "Harbor 32",
    "kind": "public",
    "closed": False,
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
    "fields": {
        "event": "payment-corrected",
        "person": "Ben~bot",
        "to_person": 4500,
        "why": "half",
        "signed": ["Ada", "Bo"],
    },
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
    expect(entry).to_contain_text("$45.00: half")
    expect(entry).to_contain_text("Signed by Ada, Bo.")
    entry.locator("[data-cite='11.J']").click()
    expect(page.locator("dialog[open] h2")).to_have_text("11.J")
    page.keyboard.press("Escape")
    # A ruling opens with its text, like a paragraph.
    entry.locator("[data-cite=R111]").click()
    expect(page.locator("dialog[open] h2")).to_have_text("R111")
    expect(page.locator("dialog[open] .gist")).to_contain_text("Second signature.")
    expect(page.locator("dialog[open] .gist")).to_contain_text("The names differ, and the event keeps both.")
    page.keyboard.press("Escape")
    expect(entry.locator("a")).to_have_attribute("href", "/round/maryland-poker/11?for=dispute")
    expect(entry.locator("a")).to_have_text("Harbor 32 · 11")
    page.select_option("#kind", "correction")
    page.select_option("#table", "maryland-poker")
    expect(page.locator("#export")).to_have_attribute(
        "href", "/api/floor/log.csv?table=maryland-poker&kind=correction"
    )
    assert any("table=maryland-poker&kind=correction" in url for url in asked), asked
    assert accessible(page) == []
    page.locator("[data-act=language]").click()
    page.get_by_role("dialog").get_by_role("button", name="繁體中文").click()
    # In another language, events are told in it, names and reasons unchanged.
    expect(entry).not_to_contain_text("corrects")
    expect(entry).to_contain_text("Ben")
    expect(entry).to_contain_text("half")


@rule("R110")
def test_the_automatic_dealer_is_named_in_the_pages_language(page: Page) -> None:
    """A table keeps the program's name in English; a person's name is never translated."""
    relieved = {"event": "dealer-relieved", "name": "automatic dealer", "relieved": "Kim", "by": "floor"}
    told = {**ENTRY, "kind": "handover", "event": "dealer-relieved", "fields": relieved, "cites": ["R110"]}
    told["told"] = "The automatic dealer takes over."
    in_role(page, "floor")
    tables = [{**TABLE, "dealt_by": "automatic dealer"}, {**TABLE, "id": "other"}]
    page.route("**/api/floor/tables", lambda route: route.fulfill(json=tables))
    page.route("**/api/floor/log?*", lambda route: route.fulfill(json={"entries": [told]}))
    page.goto("/floor")
    dealers, entry = page.locator("[data-table] td:nth-child(2)"), page.locator("[data-event]")
    expect(dealers).to_have_text(["automatic dealer", "Kim 4711"])
    expect(entry).to_contain_text("The automatic dealer takes over.")
    page.locator("[data-act=language]").click()
    page.get_by_role("dialog").get_by_role("button", name="繁體中文").click()
    expect(dealers).to_have_text(["自動荷官", "Kim 4711"])
    expect(entry).to_contain_text("自動荷官接手。")


def test_a_supervisor_closes_a_table_and_opens_it_again(page: Page, provoked: list[str]) -> None:
    provoked.append(FAILED_REQUEST)
    asked, state = list[str](), {"closed": False}

    def change(route: Route) -> None:
        asked.append(route.request.url.rpartition("/")[2])
        if asked == ["close"]:
            route.fulfill(status=503, json={"problem": "The store can't be reached."})
            return
        state["closed"] = asked[-1] == "close"
        route.fulfill(json={**TABLE, **state})

    in_role(page, "floor")
    page.route("**/api/floor/tables", lambda route: route.fulfill(json=[{**TABLE, **state}]))
    page.route("**/api/floor/tables/maryland-poker/*", change)
    page.route("**/api/floor/log?*", lambda route: route.fulfill(json={"entries": []}))
    page.goto("/floor")
    row = page.locator("[data-table=maryland-poker]")
    row.get_by_role("button", name="Close: Harbor 32").press("Enter")
    expect(row).to_contain_text("Finish the round, return the chips")
    expect(row.get_by_role("button", name="Close the table: Harbor 32")).to_be_focused()
    row.get_by_role("button", name="Keep it open: Harbor 32").press("Enter")
    expect(row.get_by_role("button", name="Close: Harbor 32")).to_be_focused()
    assert asked == []
    for _ in range(2):
        row.get_by_role("button", name="Close: Harbor 32").click()
        assert accessible(page) == []
        row.get_by_role("button", name="Close the table: Harbor 32").click()
        if len(asked) == 1:
            expect(page.get_by_role("alert")).to_have_text("The store can't be reached.")
    expect(row).to_contain_text("Closed.")
    expect(page.get_by_role("alert")).to_have_text("")
    row.get_by_role("button", name="Open again: Harbor 32").click()
    expect(row).not_to_contain_text("Closed.")
    assert asked == ["close", "close", "open"]


def _act(by: str, *events: dict[str, Any]) -> dict[str, Any]:
    hand = {"place": 5, "pieces": [], "low": None, "high": None, "looked_by": "Eva", "set_by": None}
    chairs = ["Ana", None, None, None, "Eva", None]
    wager = {"person": "Eva", "position": 5, "kind": "main", "chips": 10_000, "promotional": 0, "coupon": 0}
    unplayed = {**hand, "place": 2, "pieces": ["6-6", "6-6", "1-1", "1-1"], "looked_by": None}
    shown = {
        "book": "commission-tiles",
        "chairs": chairs,
        "hands": [hand, unplayed, {**unplayed, "place": 1}],
        "bank": {"position": 1},
        "discards": [],
        "staked": [wager],
        "dealt_by": "",
    }
    told = [{"told": each["event"], "cites": [], "postings": [], **each} for each in events]
    return {"version": 1, "at": "2026-11-17T12:00:00Z", "view": shown, "command": {"by": by}, "events": told}


@rule("R166")
def test_a_disputed_rounds_page_names_who_acted_and_what_dealer_and_bank_won(page: Page) -> None:
    """A player sits by what she did; what it led to is not hers. The dealer won 30.00 against the bank.

    Eva lost 100.00 to the center, so the bank is left with 70.00 less 5%, 66.50.
    """
    halves = {"low_half": "win", "high_half": "win", "outcome": "win"}
    shares = {"to_bank": 6_650, "to_house": 0, "vigorish": 350}
    acts = [
        _act(
            "floor", {"event": "payment-corrected", "person": "Ana", "to_person": 5, "why": "x", "round": 8}
        ),
        _act(
            "Ana",
            {"event": "hand-set", "place": 1, "set_by": "Ana", "low": [], "high": []},
            {"event": "hands-looked-at", "places": [5]},
            {"event": "bank-offered", "person": "Eva", "position": 5},
        ),
        _act("dealer", {"event": "dealer-wager-decided", "amount": 3_000, **halves}),
        _act("Ana", {"event": "bank-accepted", "person": "Ana", "position": 1, "co_banked": False}),
        _act("dealer", {"event": "center-closed", "person": "Ana", "surplus": 7_000, **shares}),
    ]
    record = {
        "at": "2026-11-17T12:00:00Z",
        "round": 9,
        "dealt_by": "",
        "voided": False,
        "results": [{"person": "Eva", "position": 5, "kind": "main", "due": -10_000}],
        "acts": acts,
        "layout": {"title": "Harbor 32"},
    }
    dispute = {"event": "dispute-noted", "person": "Eva", "why": "short", "round": 9}
    later = {
        **ENTRY,
        "round": 9,
        "event": "dispute-noted",
        "told": "Eva’s dispute is noted.",
        "fields": dispute,
    }
    page.route("**/api/tables/tiles/rounds/9", lambda route: route.fulfill(json=record))
    page.route("**/rounds/9/afterwards", lambda route: route.fulfill(json={"entries": [later]}))
    page.goto("/round/tiles/9?for=dispute")
    rows = page.locator("#acts ~ .scroller tbody tr")
    expect(rows).to_have_count(7)
    # The table's own name, and one way to write a time.
    expect(page.locator("main .head p")).to_contain_text("Harbor 32 · ")
    (moment,) = {*rows.locator("time").all_inner_texts()}
    # The page says once in which time zone.
    expect(page.locator("main .head p")).to_contain_text(re.compile(rf"{re.escape(moment)} [A-Z]{{3}}"))
    assert rows.locator("td:nth-child(2)").all_inner_texts() == [
        "Floor supervisor",
        "Ana",
        "Eva",
        "",
        "Dealer",
        "Ana",
        "Dealer",
    ]
    # An entry about an earlier round links there; what was said about this one later is here.
    about = rows.nth(0).get_by_role("link", name="About round 8")
    expect(about).to_have_attribute("href", "/round/tiles/8?for=dispute")
    expect(page.locator("#afterwards ~ .scroller tbody tr")).to_contain_text(
        "Eva’s dispute about round 9 is noted: short."
    )
    # The bank's hand has no wager of its own.
    expect(page.locator("tr[data-place='2']")).to_contain_text("No bet")
    expect(page.locator("tr[data-place='1']")).to_contain_text("Bank")
    wagers = page.locator("#money ~ .scroller tbody tr")
    expect(wagers).to_have_count(3)
    assert wagers.nth(0).locator("td:last-child").inner_text() == "−100.00"
    assert wagers.nth(1).inner_text().split() == ["Dealer", "Pai", "Gow", "$30.00", "+30.00"]
    assert wagers.nth(2).inner_text().split() == ["Ana", "1", "Bank", "+66.50"]


def test_without_the_role_the_floor_says_so(page: Page) -> None:
    page.goto("/floor")
    expect(page.locator("main")).to_contain_text("You need the floor role")


def test_an_instructor_assigns_lessons_and_reads_marks(page: Page, provoked: list[str]) -> None:
    provoked.append(FAILED_REQUEST)
    pupil: dict[str, Any] = {
        "person": "Paul",
        "scores": [{"book": "commission-tiles", "kind": "pay", "asked": 8, "right": 6, "last": ENTRY["at"]}],
        "assigned": [],
        "tables": [{"id": "school-1", "book": "commission-tiles"}],
    }
    given: list[Any] = []

    def assign(route: Route) -> None:
        lessons = json.loads(route.request.post_data or "{}")["lessons"]
        given.append(lessons)
        named = [{**each, "given_by": "Ines", "at": ENTRY["at"], "asked": 4, "right": 3} for each in lessons]
        route.fulfill(json={**pupil, "assigned": named})

    in_role(page, "floor")
    page.route("**/api/school/pupils", lambda route: route.fulfill(json=[pupil]))
    page.route("**/api/school/pupils/Paul/lessons", assign)
    page.goto("/school/pupils")
    card = page.locator("[data-pupil=Paul]")
    expect(card.locator("[data-kind=pay]")).to_contain_text("75%")
    # On paper it says of which day the marks are.
    expect(page.locator(".printed")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".printed")).to_be_visible()
    expect(page.locator(".printed")).to_contain_text(re.compile(r"^Report of \w+ \d+, \d{4}, printed by \S"))
    expect(page.locator("#another")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(card.locator("a[href='/console/school-1?as=floor']")).to_be_visible()
    card.locator("[data-act=open]").click()
    for kind in ("round", "irregularity.exposed"):
        card.locator(f"[name=kind][value='{kind}']").check()
    card.get_by_text("Save").click()
    expect(card).to_contain_text(
        "Irregularity: exposed by the dealer (Classic tiles): 3 of 4 right since assigned"
    )
    assert given == [
        [{"book": "commission-tiles", "kind": kind} for kind in ("round", "irregularity.exposed")]
    ]
    assert accessible(page) == []
    # Somebody who doesn't exist, and somebody who hasn't answered anything yet.
    page.route("**/api/school/pupils/Nemo", lambda route: route.fulfill(status=404, json={}))
    page.fill("#account", "Nemo")
    page.locator("#another button").click()
    expect(page.locator("#another")).to_contain_text("There is no account called Nemo.")
    assert page.locator("[data-pupil=Nemo]").count() == 0
    new = {"person": "Olga", "scores": [], "assigned": [], "tables": []}
    page.route("**/api/school/pupils/Olga", lambda route: route.fulfill(json=new))
    page.fill("#account", "Olga")
    page.locator("#another button").click()
    expect(page.locator("[data-pupil=Olga] [name=kind][value=round]")).to_be_visible()
    expect(page.locator("#another")).not_to_contain_text("There is no account")


def test_an_instructor_prints_a_report_of_one_pupil(page: Page) -> None:
    in_role(page, "floor")
    mark = {"book": "commission-tiles", "kind": "pay", "asked": 8, "right": 6, "last": ENTRY["at"]}
    pupils = [{"person": name, "scores": [mark], "assigned": [], "tables": []} for name in ("Paul", "Rita")]
    page.route("**/api/school/pupils", lambda route: route.fulfill(json=pupils))
    page.goto("/school/pupils")
    card = page.locator("[data-pupil=Paul]")
    told = {
        "person": "Paul",
        "rounds": 3,
        "mistakes": [
            {"book": "commission-tiles", "kind": "pay", "step": "", "times": 2, "last": 0, "cites": ["7(k)"]},
            {"book": "commission-tiles", "kind": "round", "step": "shake-dice", "times": 1, "last": 0}
            | {"cites": ["6(a)"]},
        ],
        "next": [{"book": "commission-tiles", "kind": "pay"}],
    }
    page.route("**/api/school/pupils/Paul/report", lambda route: route.fulfill(json=told))
    page.evaluate("() => { window.print = () => document.body.dataset.printed = '1'; }")
    card.locator("[data-act=report]").click()
    page.wait_for_selector("body[data-printed]")
    report = card.locator(".report")
    expect(report).to_contain_text("Whole rounds dealt: 3")
    expect(report.locator("tr[data-kind=pay]")).to_contain_text("7(k)")
    expect(report.locator("tr[data-kind=round]")).to_contain_text("Shake the dice")
    expect(report.locator("ol li")).to_have_count(1)
    page.emulate_media(media="print")
    expect(page.locator("[data-pupil=Rita]")).to_be_hidden()
    expect(report).to_be_visible()
    page.emulate_media(media="screen")
    assert accessible(page) == []
