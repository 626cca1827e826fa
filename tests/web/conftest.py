"""Chromium, a floor, and pages for tests: any page of any browser fails its test on a console error."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    WebError,
    expect,
    sync_playwright,
)

from tests.server.running import Server, running

__all__ = ["browser", "context", "floor", "other", "page", "provoked"]

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first installed one is used: the shell is the same engine without a window."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
expect.set_options(timeout=30_000)
WIDE = {"width": 1440, "height": 900}
# Some parts of a browser silently block what the policy forbids: here it is reported.
FORBIDDEN = """addEventListener('securitypolicyviolation', (event) =>
  console.error(`forbidden by ${event.violatedDirective}: ${event.blockedURI}`));"""
FAILED_REQUEST = "Failed to load resource"
"""What a browser itself says about a request that was refused."""
_complaints: list[str] = []


def _said(message: ConsoleMessage) -> None:
    if message.type in ("error", "warning"):
        _complaints.append(f"{message.text} {message.location.get('url', '')}".strip())


def _failed(failure: WebError) -> None:
    _complaints.append(str(failure.error))


def _watched(opened: Browser) -> Browser:
    """The browser, with a listener on every context it opens."""
    new_context = opened.new_context

    def watched(**wishes: Any) -> BrowserContext:
        made = new_context(**{"viewport": WIDE, "reduced_motion": "reduce", "locale": "en-US", **wishes})
        made.add_init_script(FORBIDDEN)
        made.on("console", _said)
        made.on("weberror", _failed)
        return made

    opened.new_context = watched  # type: ignore[method-assign]
    return opened


def launched(playwright: Playwright) -> Browser:
    """The system's Chromium, or Playwright's own if there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return playwright.chromium.launch(executable_path=found, args=list(FLAGS))


# Playwright keeps an event loop running in its thread: only for as long as a folder's tests need it.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a folder; each person in it has a context."""
    with sync_playwright() as playwright:
        opened = launched(playwright)
        yield _watched(opened)
        opened.close()


@pytest.fixture(autouse=True)
def provoked() -> Iterator[list[str]]:
    """Console messages fail a test, except those that begin with what it says here that it provokes.

    A message can arrive after what caused it is on the page, so they are looked at when the test is over.
    """
    _complaints.clear()
    allowed: list[str] = []
    yield allowed
    found = [said for said in _complaints if not said.startswith(tuple(allowed))]
    assert not found, found


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dealer and bots do not pause."""
    directory: Path = tmp_path_factory.mktemp("web-floor")
    with running(directory, "--pace", "0", "--drain", "0") as server:
        yield server


@pytest.fixture
def context(browser: Browser, floor: Server) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=floor.address, color_scheme="dark")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    made = context.new_page()
    made.set_default_timeout(20_000)
    return made


@pytest.fixture
def other(browser: Browser, floor: Server) -> Iterator[Page]:
    """A second person with a separate browser."""
    context = browser.new_context(base_url=floor.address)
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()
