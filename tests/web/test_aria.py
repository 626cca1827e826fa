"""What a screen reader finds: the stored tree of every phase and page, and no axe-core findings.

`PAIGOW_ARIA=write` rewrites the phases; the pages, whose content varies, are written by hand.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.hands import (
    BUTTONS,
    PATIENCE,
    accessible,
    bet_on_a_second_spot,
    finish_round,
    own_table,
    phase,
    play_until,
    sit_down,
)
from tests.web.schooling import begin
from tests.web.staff import give, open_console
from tests.web.test_phases import CO_BANKING, evening, mount

KEPT = Path(__file__).parent / "aria"


def _as_kept(found: Locator, name: str, *, write: bool = False) -> None:
    path = KEPT / f"{name}.yaml"
    if write and os.environ.get("PAIGOW_ARIA") == "write":
        # How much time is left depends on when you look.
        seen = re.sub(r'(timer "Seconds left"): "\d+"', r"\1", found.aria_snapshot())
        path.write_text(seen + "\n", "utf-8")
    expect(found).to_match_aria_snapshot(path.read_text("utf-8"))


@pytest.mark.parametrize(
    ("example", "me", "phases"),
    [
        ("commission-tiles-full", "Mei", "offer cut style shake set result"),
        ("commission-tiles-full", "Anna", "surrender"),
        ("maryland-poker-plain", "Mei", "cutcards"),
        ("colorado-tiles-full", "Anna", "bet wait set result"),
        ("maryland-poker-full", "Anna", "bet set result"),
        ("rock-island-poker-full", "Nobody", "watch"),
    ],
)
def test_the_phases_read_as_kept(page: Page, example: str, me: str, phases: str) -> None:
    page.goto("/school")
    wanted = phases.split()
    for index in mount(page, example, me):
        page.evaluate("(index) => showTo(index)", index)
        now = phase(page)
        if now == "result" and now not in wanted:
            # It was read: the question behind it comes up.
            page.evaluate("shown.set({ dismissed: true })")
            now = phase(page)
        if now in wanted:
            wanted.remove(now)
            if now == "cutcards":
                assert accessible(page) == []
            _as_kept(page.locator("#front"), f"{example}-{now}", write=True)
            if now in ("set", "watch"):
                _as_kept(page.locator("svg.flat"), f"{example}-{now}-felt", write=True)
    assert wanted == []


def test_half_a_bank_reads_as_kept(page: Page) -> None:
    """Bets against it, its hand in the dealer's care, and its result."""
    page.goto("/school?theme=light")
    mount(page, "commission-tiles-full", CO_BANKING)
    played = evening("commission-tiles-full", CO_BANKING)
    # The first moment of each step with a bank: only that part of the evening is put on the page.
    frames = reversed(list(enumerate(played)))
    banked = {frame["view"]["step"]: at for at, frame in frames if frame["view"]["bank"]}
    for step in ("bets", "bank-setting", "center"):
        page.evaluate("(index) => { showTo(index); shown.set({ dismissed: true }); }", banked[step])
        _as_kept(page.locator("#front"), f"co-bank-{step}", write=True)
        assert accessible(page) == [], step
    _as_kept(page.locator("svg.flat"), "co-bank-felt", write=True)


def test_the_floor_and_practice(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector("article.floor-card")
    _as_kept(page.locator("#page"), "lobby")
    page.goto("/practice")
    page.wait_for_selector("button.piece")
    _as_kept(page.locator("#page"), "practice")
    assert accessible(page) == []
    page.click("[data-act=check]")
    page.wait_for_selector("#grade .verdict", timeout=PATIENCE)
    _as_kept(page.locator("#page"), "practice-graded")


def test_the_school(page: Page) -> None:
    begin(page, "commission-tiles")
    _as_kept(page.locator(".duty"), "school")
    assert accessible(page) == []


def test_the_console_a_choice_and_the_rounds_of_the_past(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    finish_round(page, BUTTONS)
    page.click("[data-act=menu]")
    _as_kept(page.locator("dialog"), "menu")
    assert accessible(page) == []
    page.keyboard.press("Escape")
    play_until(page, "ready", BUTTONS)
    # Nobody looks at the hand of a second area before the first is set: the choice is still open (R78).
    bet_on_a_second_spot(page)
    play_until(page, "set", BUTTONS)
    console = page.context.new_page()
    open_console(console, table, "floor")
    _as_kept(console.locator(".duty"), "console")
    assert accessible(console) == []
    give(console, "report-exposed", which="Position 2", index="1")
    page.wait_for_selector(".app.choose", timeout=PATIENCE)
    _as_kept(page.locator("#front"), "choose")
    page.keyboard.press("v")
    page.wait_for_selector(".app:not(.choose)", timeout=PATIENCE)
    console.click(".past a")
    console.click(".dispute .head nav a[href^='/round/']")
    console.wait_for_selector(".stepper")
    _as_kept(console.locator(".stepper"), "replay")
    page.goto("/history")
    page.wait_for_selector(".list tbody tr")
    _as_kept(page.locator("#page"), "history")
    page.click("[data-act=prove]")
    page.wait_for_selector("dialog .proof", timeout=PATIENCE)
    _as_kept(page.locator("dialog"), "verify")
