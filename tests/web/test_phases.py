"""Every moment of a banked round drawn from recorded frames: nothing cut, nothing untold, axe content."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from paigow.rulebooks.files import load_submission
from paigow.server.layout import layout_record
from paigow.server.settings import TableSettings
from tests.table.tables import rules_with
from tests.web.hands import accessible
from tests.web.scenes import Evening, frames

# A whole browser evening takes minutes, so it runs with the long proofs.
pytestmark = pytest.mark.prove

Record = dict[str, Any]
SIZES = {"wide": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
PEOPLE = {
    1: ("Rosa", "house-way"),
    2: ("Mei", "banker"),
    3: ("Tomás", "house-way"),
    4: ("Anna", "house-way"),
    6: ("Kestrel", "house-way"),
}
MOUNT = """async ([layout, frames, language]) => {
  const { tablePage } = await import('/table.js');
  const { loadTexts } = await import('/texts.js');
  await loadTexts(language);
  window.shown?.close();
  const root = document.getElementById('page');
  root.innerHTML = '';
  const box = document.createElement('div');
  root.append(box);
  const page = tablePage(box, { layout, send: async () => ({ type: 'ack' }), navigate() {} });
  window.shown = page;
  frames.forEach((frame, i) => {
    page.receive({ ...frame, type: i ? 'update' : 'snapshot', me: frame.view.actor });
  });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
TURNS = {
    "accept-bank",
    "cut-stacks",
    "choose-delivery",
    "shake-dice",
    "set-hand",
    "set-bank-hand",
    "surrender",
    "place-wager",
}
LOOK = """() => {
  const all = [...document.querySelectorAll('#page *')];
  const texts = all.filter((each) => !each.children.length).map((each) => each.textContent);
  const labels = all.map((each) => each.getAttribute('aria-label') || '');
  return {
    wide: document.documentElement.scrollWidth > innerWidth,
    tall: document.documentElement.scrollHeight > innerHeight,
    untold: [...texts, ...labels].filter((text) => text.includes('⟨')),
    phase: document.querySelector('.app').className.split(' ')[1],
  };
}"""


@cache
def evening(me: str) -> tuple[Record, ...]:
    played = frames(Evening("colorado-tiles-full", PEOPLE, me, rounds=2))
    return tuple(json.loads(json.dumps(list(played))))


@cache
def layout() -> Record:
    submission = load_submission("colorado-tiles-full")
    record = layout_record("t", submission, rules_with("colorado-tiles-full"), TableSettings(title="T-12"))
    found: Record = json.loads(json.dumps(record))
    return found


def moments(me: str) -> list[int]:
    """The first frame of every step and of every set of things to do."""
    seen, found = set(), []
    for index, frame in enumerate(evening(me)):
        asked = frozenset(option["command"]["do"] for option in frame["options"]) & TURNS
        key = (frame["view"]["step"] if not asked else "", asked)
        if key not in seen:
            seen.add(key)
            found.append(index)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("me", ["Anna", "Mei"])
def test_every_moment_fits_and_says_what_it_is(page: Page, me: str, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/pieces?theme=light")
    phases = set()
    for number, index in enumerate(moments(me)):
        language = ("en", "zh-Hant", "zh-Hans")[number % 3]
        page.evaluate(MOUNT, [layout(), list(evening(me)[max(0, index - 24) : index + 1]), language])
        look = page.evaluate(LOOK)
        phases.add(look["phase"])
        assert (look["wide"], look["tall"]) == (False, False), (index, look)
        assert look["untold"] == [], look
    expected = {"bet", "set", "wait", "result"} if me == "Anna" else {"offer", "cut", "style", "set"}
    assert expected <= phases, phases


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("me", ["Anna", "Mei"])
def test_axe_finds_nothing_in_any_phase(page: Page, me: str, theme: str) -> None:
    page.goto(f"/pieces?theme={theme}")
    checked: set[str] = set()
    for index in moments(me):
        page.evaluate(MOUNT, [layout(), list(evening(me)[max(0, index - 24) : index + 1]), "en"])
        now = page.evaluate(LOOK)["phase"]
        if now not in checked:
            checked.add(now)
            assert accessible(page) == [], now
