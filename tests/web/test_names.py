"""A hand's name opened in place: its pieces, what makes it, and its tiles' names in three forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import accessible
from tests.web.scenes import Record
from tests.web.test_phases import evening, mount


def test_a_hand_is_explained_where_its_name_stands(page: Page) -> None:
    page.goto("/school")
    _show(page, "colorado-tiles-full", _to_be_set)
    name = page.locator(".slot.high .named")
    name.focus()
    page.keyboard.press("Enter")
    window = page.get_by_role("dialog")
    expect(window.get_by_role("heading")).to_contain_text(name.inner_text())
    expect(window.locator("li")).to_have_count(2)
    for language in ("en", "yue-Latn", "zh-Hant"):
        expect(window.locator(f"li [lang={language}]")).to_have_count(2)
    assert accessible(page) == []
    page.keyboard.press("Escape")
    expect(name).to_be_focused()


def _show(page: Page, example: str, wanted: Callable[[Record], bool]) -> None:
    """Play an evening to the first frame that is wanted."""
    mount(page, example, "Anna")
    at = next(at for at, frame in enumerate(evening(example, "Anna")) if wanted(frame))
    page.evaluate("(at) => showTo(at)", at)


def _to_be_set(frame: Record) -> bool:
    return any(option["command"]["do"] == "set-hand" for option in frame["options"])


def _dealer_set(frame: Record) -> bool:
    return any(hand["place"] == 0 and hand["high"] for hand in frame["view"]["hands"])


@pytest.mark.parametrize("example", ["colorado-tiles-full", "maryland-poker-full"])
def test_hands_are_explained_in_the_script_and_on_the_felt_too(page: Page, example: str) -> None:
    page.goto("/school?theme=light")
    _show(page, example, _dealer_set)
    window = page.get_by_role("dialog")
    for name in (page.locator(".flat [data-act=hand]").first, page.locator(".side .script .named").first):
        pieces = (name.get_attribute("data-pieces") or "").split()
        name.focus()
        page.keyboard.press("Enter")
        expect(window.locator(".tilenames li, .shown .card")).to_have_count(len(pieces))
        page.keyboard.press("Escape")
        expect(name).to_be_focused()
    assert accessible(page) == []
