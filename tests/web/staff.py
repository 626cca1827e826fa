"""What dealer and floor do at their console in the browser: press what is due, report what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as NotInTime

from tests.web.hands import PATIENCE

__all__ = ["act_of", "deal_to", "give", "open_console"]

GONE = 3_000
"""A button that was there and cannot be pressed for so long has gone, in milliseconds."""
DUE = """([version, tags]) => document.querySelector('.app')?.dataset.version !== version ||
  tags.some((tag) => document.querySelector(`.duty [data-tag=${tag}]`))"""


def open_console(page: Page, table: str, role: str) -> None:
    page.goto(f"/console/{table}?as={role}")
    page.wait_for_selector(".duty .duties", timeout=PATIENCE)


def act_of(page: Page, tag: str) -> Locator:
    """The button or the form of an act."""
    return page.locator(f".duty [data-act=give][data-tag={tag}], .duty form[data-tag={tag}]").first


def give(page: Page, tag: str, *, which: str = "", patience: float = PATIENCE, **said: str) -> str:
    """Do something at the console; gives the verdict. `which` names a variant, the rest are fields."""
    act = act_of(page, tag)
    act.wait_for(timeout=patience)
    given = int(page.get_attribute(".duty .verdict", "data-given") or 0)
    # Where only one thing can be meant there is nothing to choose.
    if which and (variants := act.locator("[data-variants]")).count():
        variants.select_option(label=which)
    for name, value in said.items():
        if (rest := act.locator("details:not([open])")).count():
            rest.locator("summary").click()
        field = act.locator(f"[name={name}]")
        if field.evaluate("(field) => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)
    button = act.locator(".ask > button")
    (button if button.count() else act).click(timeout=patience)
    page.wait_for_selector(f".duty .verdict[data-given='{given + 1}']", timeout=PATIENCE)
    return page.inner_text(".duty .verdict")


def deal_to(page: Page, steps: Mapping[str, tuple[str, ...]], wanted: str) -> list[str]:
    """Deal from the console until the table is at a step."""
    done: list[str] = []
    for _ in range(200):
        step, version = page.evaluate("Object.values(document.querySelector('.app').dataset)")
        if step == wanted:
            return done
        page.wait_for_function(DUE, arg=[version, steps.get(step, ())], timeout=PATIENCE)
        due = [tag for tag in steps.get(step, ()) if act_of(page, tag).count()]
        # What may be done is told a little late, and others act too: a button can go while it is pressed.
        with suppress(NotInTime):
            if due and "▲" in give(page, due[0], patience=GONE):
                done.append(due[0])
    raise AssertionError(done)
