"""What somebody does at a table in the browser: sit down, play a round by keys or by mouse, look on."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

__all__ = ["Played", "accessible", "own_table", "phase", "play_round", "sit_down"]

PATIENCE = 25_000
PHONE = 720
MIDDLE = """(found) => {
  const box = document.querySelector(found)?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def own_table(page: Page, submission: str, bots: int = 2, kind: str = "practice") -> str:
    """A table of one's own without a clock; the page is there afterwards."""
    page.goto("/")
    page.wait_for_selector(".table")
    answer = page.request.post(
        "/api/tables",
        data=json.dumps({"submission": submission, "kind": kind, "bots": bots}),
        headers={"Content-Type": "application/json", "Origin": page.url.rstrip("/")},
    )
    assert answer.ok, answer.text()
    name: str = answer.json()["id"]
    page.goto(f"/table/{name}")
    page.wait_for_selector(".app")
    return name


def sit_down(page: Page, *, keys: bool = False) -> None:
    """Take the first free seat once the table is open; chips are bought with it."""
    felt = ".tall" if (page.viewport_size or {"width": 0})["width"] <= PHONE else ".flat"
    for _ in range(60):
        page.wait_for_selector(f"{felt} [data-act=sit]", timeout=PATIENCE)
        if keys:
            page.evaluate("(felt) => document.querySelector(`${felt} [data-act=sit]`)?.focus()", felt)
            page.keyboard.press("Enter")
        elif (spot := page.evaluate(MIDDLE, f"{felt} [data-act=sit] .edge")) is not None:
            page.mouse.click(*spot)
        page.wait_for_timeout(250)
        if phase(page) != "watch":
            return
    page.wait_for_selector(".app:not(.watch)", timeout=PATIENCE)


def phase(page: Page) -> str:
    return (page.get_attribute(".app", "class") or "").split()[1]


PAID = """() => document.querySelector('[data-act=change]') && [
  document.querySelector('.ledger tfoot td').textContent,
  document.querySelector('.ledger tfoot b').textContent,
  document.querySelectorAll('.ledger tbody tr').length,
  document.querySelector('.settle').textContent,
]"""


class Played(NamedTuple):
    """A round as somebody saw it: the phases that came by, and what the result said."""

    phases: list[str]
    chips: str
    net: str
    lines: int
    told: str


KEYS = {
    "offer": "p",
    "cut": "p",
    "style": "1",
    "shake": "Enter",
    "set": "Enter",
    "surrender": "Enter",
    "choose": "Enter",
}
BUTTONS = {
    "offer": "pass",
    "cut": "nocut",
    "style": "style",
    "shake": "shake",
    "set": "set",
    "surrender": "keep",
    "choose": "exposed",
}


def play_round(page: Page, *, keys: bool, bank: bool = False, style: str = "") -> Played:
    """Play until a result lies there."""
    seen: list[str] = []
    bet = False
    for _ in range(400):
        now = phase(page)
        if not seen or seen[-1] != now:
            seen.append(now)
        if now == "result" and (paid := page.evaluate(PAID)):
            return Played(seen, *paid)
        if now == "bet" and not bet:
            bet = _bet(page, keys=keys)
        elif now == "offer" and bank:
            page.keyboard.press("b") if keys else page.click("[data-act=bank]")
        elif now == "cut" and bank:
            _cut(page)
        elif now == "style" and style:
            page.click(f"[data-act=style][data-style={style}]")
        elif now in KEYS and keys:
            page.keyboard.press(KEYS[now])
        elif now in BUTTONS and not keys:
            _press(page, BUTTONS[now])
        page.wait_for_timeout(60)
    raise AssertionError(f"no end: {seen[-12:]}")


def _press(page: Page, act: str) -> None:
    spot = page.evaluate(MIDDLE, f"[data-act={act}]")
    if spot is not None:
        page.mouse.click(*spot)


def _bet(page: Page, *, keys: bool) -> bool:
    if not page.locator("g[data-act=bet][data-kind=main]").count():
        return False
    if keys:
        page.keyboard.press("3")
        page.keyboard.press("b")
    else:
        page.mouse.click(*page.evaluate(MIDDLE, "g[data-act=bet][data-kind=main] .edge"))
    # When all have wagered a quick dealer closes the bets at once.
    page.wait_for_selector("[data-act=ready], .app:not(.bet)", timeout=PATIENCE)
    if page.locator("[data-act=ready]").count():
        page.keyboard.press("Enter")
    return True


def _cut(page: Page) -> None:
    page.click("[data-act=cutstack][data-n='2']")
    page.click("[data-act=cutstack][data-n='4']")
    page.click("[data-act=cutend][data-end=left]")
    page.click("[data-act=docut]")


def accessible(page: Page) -> list[str]:
    """What axe-core finds wrong, by rule and place."""
    found: Any = Axe().run(page, options={"resultTypes": ["violations"]}).response
    return [
        f"{violation['id']}: {node['target']} {node['html'][:120]}"
        for violation in found["violations"]
        for node in violation["nodes"][:3]
    ]
