"""Animations on the felt: each action of a round is animated, a key ends it, and nothing moves on its own."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Server
from tests.web.test_phases import SIZES, evening, layout, moments, mount

TILES = {"tiles-washed", "tiles-stacked", "stacks-cut", "lid-lifted", "stack-delivered"}
CARDS = {"cards-shuffled", "cards-dealt"}
CHIPS = {"wagers-lost", "winner-paid"}
COVERED = {"winner-paid", "wagers-pushed", "pushes-returned", "stacks-cut"}
"""A phone shows the result in place of the felt, from the settled hand to the player's next bets."""
# Shows frame after frame; returns which events had pictures flying, and which properties were animated.
WATCH = """([frames, last]) => {
  const flown = new Set(), changed = new Set();
  for (let at = 0; at <= last; at += 1) {
    showTo(at);
    const flying = document.querySelectorAll('.movers > svg').length;
    if (flying) for (const tag of frames[at]) flown.add(tag);
    for (const animation of document.getAnimations()) {
      const kept = new Set(['offset', 'computedOffset', 'easing', 'composite']);
      for (const frame of animation.effect.getKeyframes())
        for (const name of Object.keys(frame)) if (!kept.has(name)) changed.add(name);
      animation.finish();
    }
    for (const piece of document.querySelectorAll('.movers > svg')) piece.remove();
  }
  return [[...flown], [...changed]];
}"""


def _watched(page: Page, example: str) -> tuple[set[str], set[str]]:
    page.goto("/school?theme=dark")
    mount(page, example, "Anna")
    tags = [[event["event"] for event in frame["events"]] for frame in evening(example, "Anna")]
    found: list[list[str]] = page.evaluate(WATCH, [tags, moments(example, "Anna")[-1]])
    return set(found[0]), set(found[1])


def _page(browser: Browser, floor: Server, size: str, **how: Any) -> Page:
    """A page with animations, unless reduced motion is requested."""
    width, height = SIZES[size]
    wishes = {"reduced_motion": "no-preference", "locale": "en-US", **how}
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=floor.address, **wishes
    )
    return context.new_page()


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize(
    ("example", "expected"),
    [
        ("colorado-tiles-full", TILES | CHIPS | {"pushes-returned"}),
        ("maryland-poker-full", CARDS | CHIPS | {"wagers-pushed"}),
    ],
)
def test_each_act_is_shown_moving_by_transform_and_opacity_alone(
    browser: Browser, floor: Server, example: str, expected: set[str], size: str
) -> None:
    page = _page(browser, floor, size)
    flown, changed = _watched(page, example)
    page.context.close()
    seen = expected - COVERED if size == "phone" else expected
    assert seen <= flown, seen - flown
    assert "transform" in changed
    assert changed <= {"transform", "opacity"}


def test_nothing_moves_where_reduced_motion_is_asked_for(browser: Browser, floor: Server) -> None:
    page = _page(browser, floor, "wide", reduced_motion="reduce")
    assert _watched(page, "colorado-tiles-full") == (set(), set())
    page.context.close()


def test_the_space_bar_ends_what_moves(browser: Browser, floor: Server) -> None:
    page = _page(browser, floor, "wide")
    page.goto("/school?theme=dark")
    mount(page, "colorado-tiles-full", "Anna")
    frames = evening("colorado-tiles-full", "Anna")
    washed = next(at for at, frame in enumerate(frames) if frame["events"][0]["event"] == "tiles-washed")
    page.evaluate(
        "(at) => { showTo(at); for (const each of document.getAnimations()) each.pause(); }", washed
    )
    assert page.locator(".movers > svg").count() > 0
    page.keyboard.press("Space")
    page.wait_for_selector(".movers > svg", state="detached")
    page.context.close()


def test_a_meter_counts_up_to_what_it_has_come_to_show(browser: Browser, floor: Server) -> None:
    page = _page(browser, floor, "wide")
    page.goto("/school?theme=dark")
    mount(page, "maryland-poker-full", "Anna")
    (name, *_) = layout("maryland-poker-full")["meters"]
    page.evaluate("(name) => { showTo(0); shown.set({ meters: { [name]: 500_000 } }); }", name)
    first = page.locator(".flat [data-meter]").first
    seen = first.evaluate(
        "(text, name) => { shown.set({ meters: { [name]: 500_140 } }); return text.textContent; }", name
    )
    # It starts from what it showed; a screen reader gets the new amount at once.
    assert seen == "$5,000.00"
    assert "$5,001.40" in (first.locator("..").get_attribute("aria-label") or "")
    expect(first).to_have_text("$5,001.40")
    page.context.close()
