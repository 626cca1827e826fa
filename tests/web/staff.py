"""Dealer's and floor's actions at their console in the browser: click what is due, report what went wrong."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page, Route

from tests.web.hands import PATIENCE

__all__ = ["act_of", "deal_to", "give", "in_role", "open_console"]

# Finds and presses in one go: what is due may change while a hand reaches for it. Gives what was pressed, or
# nothing once the step is the one wanted.
PRESS = """(wanted) => {
  const duty = document.querySelector('.duty'), { step } = duty.dataset;
  if (step === wanted) return ['', ''];
  const button = duty.querySelector('[data-act=due]:not([aria-disabled])');
  if (!button) return null;
  const given = duty.querySelector('.verdict').dataset.given;
  const tag = duty.querySelector('.due').dataset.due;
  button.click();
  return [tag, given];
}"""


def in_role(page: Page, *roles: str) -> None:
    """Give the page's user these roles in the page; what the server allows is another matter."""

    def answer(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=json.dumps({**found.json(), "roles": list(roles)}))

    page.route("**/api/session", answer)
    page.route("**/api/dealers", lambda route: route.fulfill(json=[]))


def open_console(page: Page, table: str, role: str, *, more: bool = True) -> None:
    """Open a console, with everything that can be done expanded."""
    page.goto(f"/console/{table}?as={role}")
    page.wait_for_selector(".duty .due", timeout=PATIENCE)
    if more:
        page.click(".duty [data-act=more][aria-expanded=false]")


def act_of(page: Page, tag: str) -> Locator:
    """The button or the form of a command."""
    return page.locator(f".duty [data-act=give][data-tag={tag}], .duty form[data-tag={tag}]").first


def give(page: Page, tag: str, *, which: str = "", **said: str) -> str:
    """Do something at the console; returns the verdict. `which` names a variant, the rest are fields."""
    act = act_of(page, tag)
    act.wait_for(timeout=PATIENCE)
    given = int(page.get_attribute(".duty .verdict", "data-given") or 0)
    # If there is only one possibility, there is nothing to choose.
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
    (button if button.count() else act).click()
    return _verdict(page, given + 1)


def deal_to(page: Page, wanted: str) -> list[str]:
    """Click only what is due, until the table is at a step."""
    done: list[str] = []
    for _ in range(200):
        pressed = page.wait_for_function(PRESS, arg=wanted, timeout=PATIENCE, polling=20)
        tag, given = pressed.json_value()
        if not tag:
            return done
        told = _verdict(page, int(given) + 1)
        assert "▲" in told, (tag, told)
        done.append(tag)
    raise AssertionError(done)


def _verdict(page: Page, given: int) -> str:
    page.wait_for_selector(f".duty .verdict[data-given='{given}']", timeout=PATIENCE)
    return page.inner_text(".duty .verdict")
