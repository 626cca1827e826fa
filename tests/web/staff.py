"""What dealer and floor do at their console in the browser: press what is due, report what went wrong."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Locator, Page

from tests.web.hands import PATIENCE

__all__ = ["act_of", "deal_to", "give", "open_console"]

# Finds and presses in one go: what may be done is told a little late, and a button may go while a hand
# reaches for it. Gives what was pressed, or nothing once the step is the one wanted.
PRESS = """([steps, wanted]) => {
  const duty = document.querySelector('.duty'), { step } = duty.dataset;
  if (step === wanted) return ['', ''];
  const act = (tag) =>
    duty.querySelector(`[data-act=give][data-tag=${tag}], form[data-tag=${tag}] .ask > button`);
  const tag = (steps[step] || []).find(act);
  if (!tag) return null;
  const given = duty.querySelector('.verdict').dataset.given;
  act(tag).click();
  return [tag, given];
}"""


def open_console(page: Page, table: str, role: str) -> None:
    page.goto(f"/console/{table}?as={role}")
    page.wait_for_selector(".duty .duties", timeout=PATIENCE)


def act_of(page: Page, tag: str) -> Locator:
    """The button or the form of an act."""
    return page.locator(f".duty [data-act=give][data-tag={tag}], .duty form[data-tag={tag}]").first


def give(page: Page, tag: str, *, which: str = "", **said: str) -> str:
    """Do something at the console; gives the verdict. `which` names a variant, the rest are fields."""
    act = act_of(page, tag)
    act.wait_for(timeout=PATIENCE)
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
    (button if button.count() else act).click()
    return _verdict(page, given + 1)


def deal_to(page: Page, steps: Mapping[str, tuple[str, ...]], wanted: str) -> list[str]:
    """Deal from the console until the table is at a step."""
    done: list[str] = []
    for _ in range(200):
        pressed = page.wait_for_function(PRESS, arg=[steps, wanted], timeout=PATIENCE, polling=20)
        tag, given = pressed.json_value()
        if not tag:
            return done
        if "▲" in _verdict(page, int(given) + 1):
            done.append(tag)
    raise AssertionError(done)


def _verdict(page: Page, given: int) -> str:
    page.wait_for_selector(f".duty .verdict[data-given='{given}']", timeout=PATIENCE)
    return page.inner_text(".duty .verdict")
