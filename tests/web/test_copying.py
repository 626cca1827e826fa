"""Links copied on a plain connection, whose pages have no clipboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import PATIENCE

PLAIN = """Object.defineProperty(navigator, 'clipboard', { value: undefined });
addEventListener('copy', () => { window.copied = document.activeElement.value; });"""
"""No clipboard, and what is selected when the browser copies."""


@pytest.fixture
def plain(page: Page) -> Page:
    page.add_init_script(PLAIN)
    return page


def test_a_position_is_copied_and_a_refusal_is_told(plain: Page) -> None:
    plain.goto("/analyze?book=commission-tiles&hand=6-6+2-2+4-5+2-6")
    plain.wait_for_selector(".setting", timeout=PATIENCE)
    link = plain.locator("[data-act=link]")
    link.press("Enter")
    expect(link).to_have_text("Link copied")
    expect(link).to_be_focused()
    assert plain.evaluate("window.copied") == plain.url
    plain.evaluate("document.execCommand = () => false")
    plain.locator("[data-role=bank]").press("Enter")
    expect(link).to_have_text("Copy link")
    link.press("Enter")
    expect(link).to_have_text("Copy it from the address bar")


def test_an_invitation_is_copied_from_its_dialog(plain: Page) -> None:
    plain.goto("/")
    plain.click("[data-act=open-private] button[value=private]")
    dialog = plain.locator("dialog[open]")
    dialog.locator("form.copy button").press("Enter")
    expect(dialog.locator("[role=status]")).not_to_be_empty()
    assert plain.evaluate("window.copied") == dialog.locator("input[name=link]").input_value()
