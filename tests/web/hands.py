"""A person's actions at a table in the browser: sit down, play a round by keys or by mouse, watch.

Nothing here waits for a time: the page is polled for whether it asks the player something.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

__all__ = [
    "BUTTONS",
    "IN_PLAY",
    "KEYS",
    "PATIENCE",
    "TREE",
    "Answers",
    "Played",
    "accessible",
    "asked",
    "bet_on",
    "bet_on_a_second_spot",
    "cents",
    "finish_round",
    "own_table",
    "phase",
    "play_round",
    "play_until",
    "sit_down",
]

PATIENCE = 30_000
MOST_ANSWERS = 80
PHONE = 720

Answers = Mapping[str, Callable[[Page], None]]

ASKED = """() => {
  const app = document.querySelector('.app');
  if (!app || app.classList.contains('offline') || app.querySelector('[aria-busy=true]')) return '';
  const phase = app.classList[1];
  const has = (act) => document.querySelector(`#page [data-act=${act}]:not([aria-disabled=true])`);
  if (phase === 'result') return has('change') ? 'result' : '';
  if (phase === 'bet') {
    // Bets are open while the bank is still offered around; the table waits for them after that.
    if (app.dataset.step !== 'bets') return '';
    const idle = document.querySelector('#page [data-act=ready]');
    const main = document.querySelector('#page [data-act=bet][data-kind=main]:not(.closed)');
    return has('ready') ? 'ready' : !idle && main ? 'bet' : '';
  }
  return phase === 'wait' || phase === 'watch' ? '' : phase;
}"""
STANDS = """() => ['.app', '.toast', '.railbox', '.side'].map((found) => {
  const part = document.querySelector(found);
  return [part?.className, part?.getAttribute('aria-busy'), part?.innerText.slice(-400)];
})"""
PAID = """() => [
  document.querySelector('.ledger tfoot td').textContent,
  document.querySelector('.ledger tfoot b').textContent,
  [...document.querySelectorAll('.ledger tbody tr td:first-child > b')].map((cell) => cell.textContent),
  document.querySelector('.settle').textContent,
]"""


class Played(NamedTuple):
    """A round as somebody saw it: what was asked, and what the result said."""

    asked: list[str]
    chips: str
    net: str
    wagers: list[str]
    told: str

    @property
    def net_in_a_replay(self) -> str:
        """The same amount where no heading explains it: a word alone gets its sign."""
        return "= even" if self.net == "even" else self.net


def own_table(page: Page, submission: str, bots: int = 2, kind: str = "practice") -> str:
    """A private table without a time limit; the page is open afterward."""
    # The icon loads nothing else: opening a table from it takes 0.13 s of processor, from a page 0.35 s.
    page.goto("/icon.svg")
    page.evaluate("async () => (await import('/shared/connection.js')).whoAmI()")
    name = open_table(page, submission, bots, kind)
    page.goto(f"/table/{name}")
    page.wait_for_selector(".app")
    return name


def open_table(page: Page, submission: str, bots: int = 2, kind: str = "practice") -> str:
    answer = page.request.post(
        "/api/tables",
        data=json.dumps({"submission": submission, "kind": kind, "bots": bots}),
        headers={"Content-Type": "application/json", "Origin": page.evaluate("location.origin")},
    )
    assert answer.ok, answer.text()
    name: str = answer.json()["id"]
    return name


def sit_down(page: Page, *, keys: bool = False, position: int = 1) -> None:
    """Take a seat once the table is open; chips are bought with it. Bots take seats from the middle on."""
    felt = ".tall" if (page.viewport_size or {"width": 0})["width"] <= PHONE else ".flat"
    seat = page.locator(f"{felt} g[data-act=sit][data-position='{position}']")
    seat.wait_for(timeout=PATIENCE)
    if keys:
        seat.focus()
        page.keyboard.press("Enter")
    else:
        seat.locator("text").first.click()
    page.wait_for_selector(".app:not(.watch)", timeout=PATIENCE)
    page.wait_for_selector(".railbox[aria-busy=false]", timeout=PATIENCE)


def phase(page: Page) -> str:
    return (page.get_attribute(".app", "class") or "").split()[1]


def asked(page: Page) -> str:
    """Wait until the table asks this player something, or a result is shown; returns which."""
    try:
        found = page.wait_for_function(ASKED, timeout=PATIENCE, polling=40)
    except PlaywrightTimeout:
        raise AssertionError(page.evaluate(STANDS)) from None
    return str(found.json_value())


def bet_on(page: Page, *kinds: str) -> None:
    """Place the selected chip on each of these by mouse, once the page knows that it is open."""
    for kind in kinds:
        page.wait_for_selector(f"g.press:not(.closed)[data-act=bet][data-kind={kind}]", timeout=PATIENCE)
        page.locator(f"g[data-act=bet][data-kind={kind}] text").first.click()
        page.wait_for_selector(f"[data-act=takeback][data-kind={kind}]", timeout=PATIENCE)


def _key(key: str) -> Callable[[Page], None]:
    return lambda page: page.keyboard.press(key)


def _button(act: str) -> Callable[[Page], None]:
    return lambda page: page.locator(f"#page [data-act={act}]").first.click()


def _done(page: Page) -> None:
    """Press Done; bets can close between the question and the press, and then it must be gone."""
    button = page.locator("#page [data-act=ready]")
    try:
        button.first.click(timeout=PATIENCE / 6)
    except PlaywrightTimeout:
        expect(button).to_have_count(0)


def _bet_by_keys(page: Page) -> None:
    page.keyboard.press("3")
    page.keyboard.press("b")
    page.wait_for_selector("[data-act=takeback][data-kind=main]", timeout=PATIENCE)


def _look(page: Page) -> None:
    """The pieces were inspected: the table may have moved on meanwhile, and asks no more."""
    page.evaluate("document.querySelector('#page [data-act=look]')?.click()")
    page.wait_for_selector(".app:not(.inspect)", timeout=PATIENCE)


KEYS: Answers = {
    "inspect": _key("Enter"),
    "bet": _bet_by_keys,
    "ready": _key("Enter"),
    "offer": _key("p"),
    "cut": _key("p"),
    "cutcards": _key("Enter"),
    "style": _key("1"),
    "shake": _key("Enter"),
    "set": _key("Enter"),
    "surrender": _key("Enter"),
    "choose": _key("Enter"),
    "result": _key("c"),
}
BUTTONS: Answers = {
    "inspect": _look,
    "bet": lambda page: bet_on(page, "main"),
    "ready": _done,
    "offer": _button("pass"),
    "cut": _button("nocut"),
    "cutcards": _button("docutcards"),
    "style": _button("style"),
    "shake": _button("shake"),
    "set": _button("set"),
    "surrender": _button("keep"),
    "choose": _button("exposed"),
    "result": _button("change"),
}


def _named(name: str) -> Callable[[Page], None]:
    """Click the one button of the accessibility tree with that name, as a screen reader does."""

    def press(page: Page) -> None:
        page.get_by_role("main").get_by_role("button", name=re.compile(f"^({name})$"), disabled=False).press(
            "Enter"
        )

    return press


def _bet_by_name(page: Page) -> None:
    main = page.get_by_role("main")
    main.get_by_role("radio", name="$25 chip").press("Enter")
    main.get_by_role("button", name="PAI GOW 1 to 1", exact=True).press("Enter")
    main.get_by_role("button", name="Take back Pai Gow").wait_for(timeout=PATIENCE)


TREE: Answers = {
    "inspect": _named("Start the game"),
    "bet": _bet_by_name,
    "ready": _named("Done"),
    "offer": _named("Pass"),
    "cut": _named("No cut"),
    "cutcards": _named("Cut"),
    "style": _named("House way, right .*"),
    "shake": _named("Shake the dice"),
    "set": _named("Set"),
    "surrender": _named("Play on"),
    "choose": _named("Play on.*"),
    "result": _named("Change bets|Next: .*"),
}


def play_until(page: Page, wanted: str, answers: Answers = KEYS) -> list[str]:
    """Answer what is asked until something wanted is; returns all that was asked before."""
    seen: list[str] = []
    while (now := asked(page)) != wanted:
        seen.append(now)
        assert len(seen) < MOST_ANSWERS, seen
        answers[now](page)
    return seen


IN_PLAY = "() => document.querySelector('.mine')?.textContent.match(/\\$[\\d,.]+(?= in play)/)?.[0] || ''"


def bet_on_a_second_spot(page: Page) -> None:
    """The same bet on the next spot, as soon as the page knows that it is open."""
    page.wait_for_selector(".where [data-k=spot]", timeout=PATIENCE)
    before = page.evaluate(IN_PLAY)
    page.keyboard.press("w")
    page.keyboard.press("b")
    page.wait_for_function(f"(before) => ({IN_PLAY})() !== before", arg=before, timeout=PATIENCE)


def play_round(page: Page, answers: Answers = KEYS, **other: Callable[[Page], None]) -> Played:
    """Play until a new result is shown, answering as told."""
    told = {**answers, **other}
    if asked(page) == "result":
        told["result"](page)
    return finish_round(page, told)


def finish_round(page: Page, answers: Answers = KEYS) -> Played:
    """Play the current round to its result."""
    return Played(play_until(page, "result", answers), *page.evaluate(PAID))


def cents(text: str) -> int:
    """An amount as the page writes it, in cents; zero is a word."""
    if text == "even":
        return 0
    sign = -1 if text.startswith("−") else 1
    return sign * round(float(text.lstrip("+−\u2060$").replace("$", "").replace(",", "")) * 100)


def accessible(page: Page) -> list[str]:
    """axe-core's findings, by rule and place."""
    rules = {"label-content-name-mismatch": {"enabled": True}}
    found: Any = Axe().run(page, options={"resultTypes": ["violations"], "rules": rules}).response
    return [
        f"{violation['id']}: {node['target']} {node['html'][:120]}"
        for violation in found["violations"]
        for node in violation["nodes"][:3]
    ]
