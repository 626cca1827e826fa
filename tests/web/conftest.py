"""Chromium, a floor and pages for tests: every page fails its test if the console says anything is wrong."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.running import Server, running

__all__ = ["browser", "context", "floor", "page"]

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE = {"width": 1440, "height": 900}


# Playwright keeps an event loop running in its thread: only for as long as a file's tests need it.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium, or Playwright's own where there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dealer and bots do not pause."""
    directory: Path = tmp_path_factory.mktemp("web-floor")
    with running(directory, "--pace", "0", "--drain", "0") as server:
        yield server


@pytest.fixture
def context(browser: Browser, floor: Server) -> Iterator[BrowserContext]:
    made = browser.new_context(
        viewport={"width": WIDE["width"], "height": WIDE["height"]},
        base_url=floor.address,
        reduced_motion="reduce",
        color_scheme="dark",
        locale="en-US",
    )
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that may not complain."""
    complaints: list[str] = []
    made = context.new_page()
    made.set_default_timeout(20_000)
    made.on(
        "console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None
    )
    made.on("pageerror", lambda error: complaints.append(str(error)))
    yield made
    assert not complaints, complaints
