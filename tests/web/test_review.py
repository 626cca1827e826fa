"""Replay as a board, and the rounds of an evening: each decision at the library's price; keys, touch."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from paigow import best_settings
from tests.rules import rule
from tests.server.running import Server
from tests.web.hands import BUTTONS, KEYS, PATIENCE, accessible, finish_round, own_table, sit_down
from tests.web.looking import LOOK


def _setting(record: dict[str, Any], person: str) -> tuple[int, dict[str, Any]]:
    """The step at which somebody set a hand, and what was set."""
    for step, act in enumerate(record["acts"], start=1):
        for event in act["events"]:
            if event["event"] == "hand-set" and event["set_by"] == person:
                return step, event
    raise AssertionError("nobody set")


def _cost(event: dict[str, Any], stake: int) -> int:
    """What a setting gave away in cents: its exact value against the regulation's way beside the best's."""
    found = best_settings(" ".join((*event["high"], *event["low"])), "regulation")
    low = sorted(event["low"])
    chosen = next(each for each in found.settings if sorted(map(str, each.setting.low)) == low)
    return round(float((found.best.value - chosen.value) * stake))


def _money(cents: int) -> str:
    return f"−${cents / 100:.2f}" if cents else "no cost"


@rule("R11", "R60")
def test_a_round_is_studied_step_by_step_with_the_price_of_each_decision(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    played = finish_round(page, KEYS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    person = page.evaluate("localStorage.guest")
    record = page.request.get(f"/api/tables/{table}/rounds/1").json()
    brief = page.request.get(f"/api/tables/{table}/rounds/1?brief=true").json()
    assert [act["events"] for act in brief["acts"]] == [act["events"] for act in record["acts"]]
    step, event = _setting(record, person)
    page.goto(f"/round/{table}/1?step={step}")
    expect(page.locator(".stepper [role=status]")).to_contain_text(f"Step {step} of")
    setting = page.locator(".decided li.here")
    expect(setting.locator("h3 b")).to_have_text(_money(_cost(event, 2500)), timeout=PATIENCE)
    expect(setting).to_contain_text("20,475 hands")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stepper [role=status]")).to_contain_text("Step 2 of")
    page.keyboard.press("d")
    expect(page.locator(".decided li.here")).to_have_count(1)
    assert re.search(r"step=\d+$", page.url)
    page.keyboard.press(" ")
    expect(page.locator("[data-act=play]")).to_contain_text("Pause")
    page.keyboard.press(" ")
    page.keyboard.press("End")
    expect(page.locator(".rv-sums tfoot b")).to_have_text(played.net)
    assert accessible(page) == []
    with page.expect_download() as saved:
        page.locator("[data-act=save]").press("Enter")
    drawing = saved.value.path().read_text("utf-8")
    assert drawing.startswith("<svg")
    assert "var(--" not in drawing, "a picture stands by itself"
    page.locator(".decided a", has_text="Open in analysis").first.click()
    page.wait_for_selector(".setting", timeout=PATIENCE)
    assert sorted(page.input_value("#notation").split()) == sorted((*event["high"], *event["low"]))
    _the_evening_adds_up(page, table, played.net, _cost(event, 2500))


def _the_evening_adds_up(page: Page, table: str, told: str, cost: int) -> None:
    """What the cards were worth, less decisions, is what was won; filtered and exported."""
    page.goto("/history")
    net = round(100 * float(told.replace("−", "-").replace("+", "").replace("=", "0")))
    shown = [
        f"{'+' if each > 0 else '−'}{abs(each) / 100:.2f}" if each else "0.00"
        for each in (net + cost, -cost, net)
    ]
    expect(page.locator(".sums dd").first).to_have_text(shown[0], timeout=PATIENCE)
    expect(page.locator(".whole")).to_contain_text("Settings that cost", timeout=PATIENCE)
    assert page.locator(".sums dd").all_inner_texts() == shown
    assert accessible(page) == []
    with page.expect_download() as saved:
        page.locator("[data-act=csv]").press("Enter")
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text("utf-8"))))
    assert [(row["table"], row["round"], float(row["net"])) for row in rows] == [(table, "1", net / 100)]
    with page.expect_download() as saved:
        page.locator("[data-act=files]").press("Enter")
    assert table in saved.value.suggested_filename
    page.select_option("[data-filter=outcome]", "lose" if net >= 0 else "win")
    expect(page.locator(".rounds tbody tr")).to_have_count(0)


def test_on_a_phone_the_board_is_stepped_by_touch(browser: Browser, floor: Server) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-TW"
    )
    page = context.new_page()
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    finish_round(page, BUTTONS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    page.goto(f"/round/{table}/1?theme=light")
    page.locator("[data-act=last]").tap()
    expect(page.locator(".rv-sums")).to_be_visible()
    page.locator("[data-act=decision]").tap()
    expect(page.locator(".decided li.here")).to_have_count(1)
    for address in (None, "/history?theme=light"):
        if address:
            page.goto(address)
            page.wait_for_selector(".rounds tbody tr")
        look = page.evaluate(LOOK)
        assert not look["wide"]
        assert look["untold"] == look["small"] == [], look
        assert accessible(page) == []
    context.close()
