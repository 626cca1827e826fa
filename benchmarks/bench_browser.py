"""The table in a real browser: how soon it is ready, what it loads and keeps, how smoothly it moves."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.report import Report
from tests.server.running import running
from tests.web.conftest import launched
from tests.web.hands import own_table, play_round, sit_down
from tests.web.test_endurance import ROUNDS, SETTLED, held_over

TRIES = 5
READY = """() => {
  const drawn = performance.getEntriesByName('table-drawn')[0];
  return drawn ? drawn.startTime / 1000 : null;
}"""
# Seconds from the click on a link to settings with their figures on the page.
LINK = "/analyze?book=commission-tiles&hand=6-6+2-2+4-5+2-6"
SETTINGS = "() => document.querySelector('.setting .worth') ? performance.now() / 1000 : null"
BYTES = """() => [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
  .reduce((sum, each) => sum + each.encodedBodySize, 0)"""
# Everything that can move on a felt moves at once, repeatedly, while frames are counted.
FRAMES = """async (seconds) => {
  const pieces = [...document.querySelectorAll('.felt svg [data-move]')];
  const start = performance.now();
  for (const piece of pieces)
    piece.animate([{ transform: 'translate(-240px, -120px)' }, { transform: 'none' }],
      { duration: 320, iterations: Infinity, easing: 'cubic-bezier(.2,.8,.2,1)' });
  let frames = 0, longest = 0, last = start;
  while (performance.now() - start < seconds * 1000) {
    const now = await new Promise(requestAnimationFrame);
    longest = Math.max(longest, now - last);
    last = now;
    frames += 1;
  }
  return [frames / ((performance.now() - start) / 1000), longest, pieces.length];
}"""

# The time between frames from now on, in milliseconds.
GAPS = """() => {
  window.gaps = [];
  let last = performance.now();
  const next = (now) => {
    gaps.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""


def _opened(browser: Browser, address: str) -> Page:
    """A table in a browser that has never been here."""
    page = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}).new_page()
    page.goto("/table/commission-tiles")
    page.wait_for_function(READY)
    return page


def _analyzed(browser: Browser, address: str) -> float:
    """How long a link to a position takes in a browser that has never been here."""
    context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(LINK)
    taken: float = page.wait_for_function(SETTINGS, timeout=120_000).json_value()
    context.close()
    return taken


def _frames_of_a_round(browser: Browser, address: str, submission: str) -> list[float]:
    """The time between two frames, shortest first, from the first bet of a round among bots to its result."""
    context = browser.new_context(
        base_url=address, viewport={"width": 1440, "height": 900}, reduced_motion="no-preference"
    )
    page = context.new_page()
    own_table(page, submission)
    sit_down(page)
    page.evaluate(GAPS)
    play_round(page)
    gaps: list[float] = page.evaluate("gaps")
    context.close()
    return sorted(gaps)


def _kept(browser: Browser, address: str, rounds: int) -> tuple[int, int]:
    """Bytes that a page holds more after a round than after round 20, after forced collections; the round."""
    page = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}).new_page()
    held, _ = held_over(page, "maryland-poker-full", rounds)
    page.context.close()
    last = max(held)
    return held[last]["bytes"] - held[SETTLED]["bytes"], last


def run(report: Report) -> None:
    """Measure on a separate floor."""
    with (
        tempfile.TemporaryDirectory() as directory,
        running(Path(directory), "--drain", "0") as server,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright)
        pages = [_opened(browser, server.address) for _ in range(TRIES)]
        report.measured("table ready after", median(page.evaluate(READY) for page in pages), "s")
        report.measured("first load", pages[0].evaluate(BYTES) / 1000, "kB")
        page = pages[-1]
        for other in pages[:-1]:
            other.context.close()
        page.wait_for_selector(".felt [data-move^=stock]", state="attached", timeout=60_000)
        rate, longest, pieces = page.evaluate(FRAMES, 5 if report.long else 2)
        report.measured(f"frames while {pieces} pieces move", rate, "frames/s")
        report.measured("longest frame", longest, "ms")
        page.context.close()
        for submission in ("colorado-tiles-full", "maryland-poker-full"):
            gaps = _frames_of_a_round(browser, server.address, submission)
            rate = len(gaps) / sum(gaps) * 1000
            report.measured(f"frames over a round, {submission}", rate, "frames/s")
            report.measured("99% of them within", gaps[len(gaps) * 99 // 100], "ms")
        kept, last = _kept(browser, server.address, ROUNDS if report.long else 2 * SETTLED + 1)
        report.measured(f"held more after round {last} than {SETTLED}", kept / 1000, "kB", at_most=20.0)
        # The first one counts the position; then it is cached.
        _analyzed(browser, server.address)
        taken = [_analyzed(browser, server.address) for _ in range(TRIES)]
        report.measured("analysis link opens, counted before", median(taken), "s", at_most=1.0)
        browser.close()
