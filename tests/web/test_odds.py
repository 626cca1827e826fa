"""The odds explorer in a real browser: the library's own figures at every table, by keys and by touch."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from paigow.odds.answering import Counting, Question, answer, side_jobs
from paigow.odds.counting import Role
from paigow.odds.counting.tile_ways import tile_surplus, tile_tally
from paigow.odds.subject import subject_of_submission
from paigow.odds.wagers.lines import line_odds, roll_odds
from paigow.server.background import counted_tally
from paigow.submissions.checking import load_submission
from paigow.wagers.money import Cents
from paigow.wagers.paytables import Meter
from paigow.wagers.registry import wager_of
from paigow.wagers.wager import LineWager, RollWager
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
    _a_hundred_bets_are_told_in_money(page)
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
    _another_pay_table_is_looked_at(page)


def _a_hundred_bets_are_told_in_money(page: Page) -> None:
    """Of the table's minimum, here and where it is higher: never a bet that would be refused."""
    for table, least in (("commission-tiles", 25_00), ("colorado-tiles", 10_00)):
        page.goto(f"/odds?table={table}&wager=main, player")
        submission = load_submission(f"{table}-full")
        assert submission.rules.wagers["main"].least == least, "the example's own limit"
        tally = tile_tally(submission.rules.way.way, submission.rules.way.way, Role.PLAYER)
        edge = (tally.lose - 0.95 * tally.win) / tally.total
        expect(page.locator(".one h2")).to_have_text(f"100 bets of ${least / 100:.2f}", timeout=4 * PATIENCE)
        told = page.locator(".one h2 + p").inner_text()
        assert told.startswith(f"You lose ${edge * least:.2f} on average"), told


def _another_pay_table_is_looked_at(page: Page) -> None:
    """The table's own is marked; another shows its own edge and can be linked to."""
    page.locator(".wagers button[data-wager='pair-fortunes 1']").press("Enter")
    tables = page.locator(".explorer .switch button")
    assert [each.split() for each in tables.all_inner_texts()] == [
        ["1", "at", "this", "table"],
        ["2"],
        ["3"],
        ["4"],
    ]
    tables.nth(2).press("Enter")
    pairs = wager_of("pair-fortunes")
    assert isinstance(pairs, LineWager)
    third, own = (line_odds(pairs, table, None, "colorado-tiles").edge for table in ("3", "1"))
    assert _fact(page, 0) == f"{float(100 * third):.4f}%"
    # The effect of the change is stated in words.
    expect(page.locator(".one > [role=status]")).to_have_text(
        f"Pay table 3 keeps {float(100 * (third - own)):.2f}% of each bet more than this table’s own."
    )
    page.reload()
    expect(tables.nth(2)).to_have_attribute("aria-pressed", "true", timeout=4 * PATIENCE)
    expect(page.locator(".wagers button[aria-pressed=true]")).to_contain_text("Pair Fortunes 1")


def test_side_wagers_meters_and_envy_of_a_card_table_are_the_librarys(page: Page) -> None:
    found: dict[str, Any] = {}
    while not found.get("ready"):
        with page.expect_response("**/api/odds/maryland-poker") as answered:
            page.goto("/odds?table=maryland-poker")
        found = answered.value.json()
    # The meters go on while the bots play: the library counts with the readings this page got.
    readings = {Meter(name): Cents(cents) for name, cents in found["result"]["meters"].items()}
    name = "maryland-poker-full"
    subject = subject_of_submission(name, load_submission(name))
    counted = [job() for _, job in side_jobs(subject, None, readings)]
    assert {"fortune", "progressive"} <= {wager.kind for wager in counted}
    beside = page.locator(".more")
    for wager in counted:
        button = page.locator(f".wagers button[data-wager='{wager.name}']")
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        assert _fact(page, 0) == _percent(wager.edge, 4), wager.name
        assert _fact(page, 3) == f"{wager.total:,}"
        lines = page.locator(".lines tbody tr").count()
        assert lines == len({(each.name, each.net) for each in wager.results}), wager.name
        details = cast(dict[str, Any], wager.details)
        # What belongs to the chosen wager comes first.
        first = beside.locator("h2").first
        if "envy" in details:
            expect(first).to_have_text(f"{page.locator('h1').inner_text()} with envy")
        if "break_even_cents" in details:
            expect(first).to_have_text("Progressive meters")
        for even in details.get("break_even_cents", {}).values():
            expect(beside).to_contain_text(f"breaks even at ${even / 100:,.2f}")
        for row in details.get("envy", ()):
            expect(beside).to_contain_text(
                f"{row['others']}\n{_percent(row['edge'], 2)}", use_inner_text=True
            )


def test_the_main_bet_of_a_card_table_has_the_integers_that_ship_with_the_program(page: Page) -> None:
    """`tests/server/test_edges.py` holds those to `docs/results.json`."""
    page.goto("/odds?table=maryland-poker&wager=main, player")
    tally = counted_tally(load_submission("maryland-poker-full"))
    assert tally is not None
    expect(page.locator(".wagers button[aria-pressed=true]")).to_contain_text(
        "as player", timeout=4 * PATIENCE
    )
    edge = (tally.lose - Fraction(19, 20) * tally.win) / tally.total
    assert _fact(page, 0) == _percent(edge, 4)
    assert _fact(page, 3) == f"{tally.total:,}"
    expect(page.locator(".more h2").first).to_have_text("Commission by bet")
    rows = page.locator(".lines tbody tr")
    for row, count in enumerate((tally.win, tally.push, tally.lose)):
        assert rows.nth(row).locator("td").nth(1).inner_text() == f"{tally.total / count:.1f}"
    adds = [rows.nth(row).locator("td").last.inner_text() for row in (0, 2)]
    shares = Fraction(tally.win, tally.total), Fraction(tally.lose, tally.total)
    assert adds == ["+" + _percent(Fraction(19, 20) * shares[0], 4), _percent(-shares[1], 4)]
    with page.expect_download() as saved:
        page.locator("[data-act=export]").press("Enter")
    assert f"main,player,{float(edge)!r}," in saved.value.path().read_text("utf-8")


def _percent(edge: Fraction | float, digits: int) -> str:
    return f"{float(100 * edge):.{digits}f}%".replace("-", "−")


@pytest.mark.parametrize(("theme", "locale"), [("light", "en-US"), ("dark", "zh-TW")])
def test_on_a_phone_another_table_is_chosen_by_touch(
    browser: Browser, floor: Server, theme: str, locale: str
) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, locale=locale
    )
    page = context.new_page()
    waits: list[Route] = []

    def later(route: Route) -> None:
        waits.append(route)
        if len(waits) == 1:
            route.fulfill(json={"ready": False, "progress": 0.4, "result": None})
        else:
            route.continue_()

    # What isn't counted yet is counted in the background, and the page shows the progress and the time.
    page.route("**/api/odds/commission-tiles", later)
    page.goto(f"/odds?table=commission-tiles&theme={theme}")
    expect(page.locator(".counting progress")).to_have_attribute("value", "0.4")
    assert ": 40% · 0:0" in page.locator(".counting").inner_text().replace("：", ": ")
    page.wait_for_selector(".wagers button", timeout=4 * PATIENCE)
    page.locator(".wagers button").nth(1).tap()
    expect(page.locator(".wagers button").nth(1)).to_have_attribute("aria-pressed", "true")
    look = page.evaluate(LOOK)
    assert not look["wide"]
    assert look["untold"] == look["small"] == [], look
    assert accessible(page) == []
    if locale == "zh-TW":
        _every_assumption_is_told_in_chinese(page)
    page.select_option("#table", "colorado-tiles")
    page.locator(".wagers button[data-wager='pair-fortunes 1']").tap()
    page.locator(".explorer .switch button").nth(1).tap()
    pairs = wager_of("pair-fortunes")
    assert isinstance(pairs, LineWager)
    second = line_odds(pairs, "2", None, "colorado-tiles").edge
    expect(page.locator(".facts4 dd").first).to_have_text(f"{float(100 * second):.4f}%")
    page.locator("[data-term=deviation]").tap()
    expect(page.locator("dialog[open] .gist")).to_be_visible()
    context.close()


SAID = """async (notes) => {
  const { assumption } = await import('/odds/figures.js');
  return notes.map(assumption);
}"""


def _every_assumption_is_told_in_chinese(page: Page) -> None:
    """The assumptions of this floor's counts: only the paragraph is left in English."""
    expect(page.locator(".assumes li")).to_have_count(2)
    tiles, cards = (
        subject_of_submission(name, load_submission(name))
        for name in ("colorado-tiles-full", "maryland-poker-full")
    )
    counted = answer(Question(tiles), Counting(tile_tally, count_two=tile_surplus)).wagers
    notes = {
        note
        for wager in (*counted, *(job() for _, job in side_jobs(cards, None, {})))
        for note in wager.assumes
    }
    assert len(notes) >= 20, notes
    told = [*page.locator(".assumes li").all_inner_texts(), *page.evaluate(SAID, sorted(notes))]
    cite = re.compile(r"（(?:R\d+|[a-z-]+ \d\S+)）")
    assert [each for each in told if re.search("[A-Za-z]{2}", cite.sub("", each))] == []


@pytest.mark.parametrize("whole", [True, False], ids=["nothing counted yet", "the main bet is missing"])
def test_a_count_of_minutes_shows_every_second_that_it_goes_on(page: Page, whole: bool) -> None:
    """A long count can stay at 0% for minutes: the time waited moves at least every two seconds."""
    answer = {"ready": False, "progress": 0.0, "result": None}
    if not whole:
        page.goto("/odds")
        found: dict[str, Any] = {"ready": False}
        while not found["ready"]:
            found = page.request.get("/api/odds/commission-tiles").json()
        wagers = [each for each in found["result"]["wagers"] if each["kind"] != "main"]
        answer = found | {"result": found["result"] | {"main": False, "counting": 0.0, "wagers": wagers}}
    page.clock.install()
    asked: list[Route] = []

    def once(route: Route) -> None:
        # The server holds a question for seconds before it tells how far the count is.
        asked.append(route)
        if len(asked) == 1:
            route.fulfill(json=answer)

    page.route("**/api/odds/commission-tiles", once)
    page.goto("/odds?table=commission-tiles")
    told = page.locator(".counting p")
    expect(told).to_have_text(re.compile(r"^Counting: 0% · \d:\d\d$"))
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    for _ in range(4):
        before = told.inner_text()
        page.clock.run_for(2000)
        expect(told).not_to_have_text(before)
        expect(told).to_have_text(re.compile(r"^Counting: 0% · \d:\d\d$"))
    # The time isn't read aloud: only the share is.
    expect(told.locator("[aria-hidden=true]")).to_have_text(re.compile(r"^ · \d:\d\d$"))
