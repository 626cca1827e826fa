"""Practice and the dealer's school in a real browser: graded with exact values, told when a step is wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.rules import rule
from tests.web.hands import PATIENCE, accessible


def _values(page: Page) -> list[str]:
    return page.locator(".grades tbody td.num").all_inner_texts()


@pytest.mark.parametrize("book", ["commission-tiles", "maryland-poker"])
def test_a_practice_hand_is_set_by_keys_and_graded(page: Page, book: str) -> None:
    page.goto("/practice")
    page.wait_for_selector("button.piece")
    page.select_option("#book", book)
    page.wait_for_selector(f"button.piece >> nth={3 if book.endswith('tiles') else 6}")
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("2")
    assert page.get_attribute("[data-act=way][data-index='1']", "aria-pressed") == "true"
    page.keyboard.press("Enter")
    page.wait_for_selector("#grade .verdict", timeout=PATIENCE)
    assert page.locator(".grades tbody tr").count() >= 2
    assert "1" in page.inner_text("#grade .muted.num")
    assert accessible(page) == []


def test_practice_tells_exact_values_and_what_a_setting_costs(page: Page) -> None:
    """The first question starts the counting, whose answer may come too late for it: then ask again."""
    page.goto("/practice")
    for _ in range(20):
        page.wait_for_selector("[data-act=check]", timeout=PATIENCE)
        page.click("[data-act=check]")
        page.wait_for_selector("#grade .verdict", timeout=PATIENCE)
        if page.locator(".grades tbody tr").count() == 3:
            break
        page.click("[data-act=next]")
    yours, house, best = (float(value) for value in _values(page))
    assert best >= yours
    assert best >= house


def test_the_school_tells_a_wrong_step_with_its_paragraph(page: Page) -> None:
    page.goto("/school")
    page.wait_for_selector("h1")
    assert accessible(page) == []
    page.click("[data-book=commission-tiles]")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)
    _say(page, "finish-round")
    assert page.locator(".duty .verdict .lose").count() == 1
    assert page.locator(".duty .verdict .para").count() >= 1
    assert accessible(page) == []


# Steps in which bots and floor take part at their own time: a whole round runs with the long proofs.
@pytest.mark.prove
@rule("commission-tiles 4(c)")
def test_the_school_runs_a_whole_round(page: Page) -> None:
    page.goto("/school")
    page.click("[data-book=commission-tiles]")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)
    _say(page, "check-equipment")
    done: list[str] = []
    for _ in range(150):
        step, version = page.evaluate("Object.values(document.querySelector('.app').dataset)")
        right = next((tag for tag in STEPS.get(step, ()) if _say(page, tag)), "")
        done.append(right)
        if right == "finish-round":
            break
        if not right:
            # It is for the floor or a player to act now.
            page.wait_for_selector(f".app:not([data-version='{version}'])", timeout=PATIENCE)
    assert {"wash-tiles", "stack-tiles", "shake-dice", "deliver-stack", "finish-round"} <= set(done), done


# What is the dealer's to do at each step, in the order in which it is tried.
STEPS = {
    "closed": ("receive-tiles",),
    "inspect": ("inspect-tiles",),
    "display": ("display-pairs",),
    "idle": ("begin-play",),
    "shuffle": ("wash-tiles",),
    "stack": ("stack-tiles",),
    "bets": ("call-no-more-bets", "place-dice"),
    "shake": ("shake-dice",),
    "lid": ("lift-lid",),
    "total": ("announce-total",),
    "deal": ("deliver-stack",),
    "sweep": ("sweep-unwagered",),
    "cover": ("cover-shaker",),
    "dealer-setting": ("set-dealer-hand",),
    "expose": ("expose-hand",),
    "pay": ("pay-winner",),
    "finish": ("finish-round",),
}


def _say(page: Page, tag: str) -> bool:
    """Press a step and hear whether it was right."""
    told = page.evaluate(
        """(tag) => new Promise((done) => {
          const score = () => document.querySelector('.duty h1 .num').textContent;
          const before = score();
          const seen = new MutationObserver(() => {
            if (score() === before) return;
            seen.disconnect();
            done(!!document.querySelector('.duty .verdict .win'));
          });
          const all = { subtree: true, childList: true, characterData: true };
          seen.observe(document.querySelector('.duty'), all);
          document.querySelector(`[data-tag=${tag}]`).click();
        })""",
        tag,
    )
    return bool(told)
