"""A hand's name opened where it stands: its pieces, what makes it, and its tiles' names in three ways."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.hands import accessible
from tests.web.test_phases import mount


def test_a_hand_is_explained_where_its_name_stands(page: Page) -> None:
    page.goto("/school")
    for index in mount(page, "colorado-tiles-full", "Anna"):
        page.evaluate("(index) => showTo(index)", index)
        if page.locator(".app.set").count():
            break
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
