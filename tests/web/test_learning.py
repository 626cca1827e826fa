"""Practice in a real browser: hands set by keys, by tapping and by dragging, graded with exact values."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

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
    """The first question starts the counting, whose answer may come too late for it: then ask again.

    Counting gives way to all else, and a machine that never did it compiles first: that may take long.
    """
    page.goto("/practice")
    for _ in range(2000):
        page.wait_for_selector("[data-act=check]", timeout=PATIENCE)
        page.click("[data-act=check]")
        page.wait_for_selector("#grade .verdict", timeout=PATIENCE)
        if page.locator(".grades tbody tr").count() == 3:
            break
        page.click("[data-act=next]")
    yours, house, best = (float(value) for value in _values(page))
    assert best >= yours
    assert best >= house
