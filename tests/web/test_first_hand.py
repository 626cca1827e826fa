"""From the lobby to the first hand: few words, few clicks, and nothing that covers what is clicked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.hands import PATIENCE, phase
from tests.web.test_phases import SIZES, mount

TABLES = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")
# What is visible and read: pictures and the keys next to a button aren't.
WORDS = """(place) => [...document.querySelectorAll(place)].flatMap((part) => {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const { parentElement: at, nodeValue: text } = texts.currentNode;
    if (at.checkVisibility() && !at.closest('.sr, [aria-hidden=true]')) found.push(...text.split(/\\s+/));
  }
  return found.filter((word) => /[\\p{L}\\p{N}]/u.test(word));
})"""
# The whole welcome with its buttons, and the line above the tables with the button that is clicked.
LOBBY = (".welcome > div", "section.row:last-of-type .rowhead", "article.floor-card:first-of-type a.sit")
# Besides what the seat cost: what to do, what can be bet, and the button that starts the round.
TABLE = (".hand.betting header", ".held .none", ".rail .act .clock div", ".rail .act .btn.primary")
MOST = 52
"""12.5 seconds at 250 words a minute: of twenty for the first hand, 7.5 are left for loading and dealing."""


@pytest.mark.parametrize("table", TABLES)
def test_the_way_to_the_first_hand_is_read_in_thirteen_seconds(page: Page, table: str) -> None:
    page.goto("/")
    page.wait_for_selector("article.floor-card")
    read = [word for place in LOBBY for word in page.evaluate(WORDS, place)]
    # The welcome, its two courses, and a seat were readable.
    assert {"Split", "tiles", "cards", "Sit"} <= set(read), read
    page.click(f"a[href*='/table/{table}?sit']")
    # It disappears automatically: its text is captured as soon as it is there.
    told = page.wait_for_function("() => document.querySelector('.toast')?.textContent", timeout=PATIENCE)
    read += str(told.json_value()).split()
    assert "wallet." in read
    page.wait_for_selector(".app.bet .held .none", timeout=PATIENCE)
    read += [word for place in TABLE for word in page.evaluate(WORDS, place)]
    assert len(read) <= MOST, " ".join(read)


# The longest message of the page itself.
TOUCHED = """async () => {
  const { t } = await import('/shared/texts.js');
  shown.say(t('reason.moved-on'), true);
  const { left, right, top, bottom } = document.querySelector('.toast').getBoundingClientRect();
  return [...document.querySelectorAll('.railbox :is([data-act], .slot, .felted, .duel, .question)')]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    })
    .map((each) => each.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_a_message_covers_nothing_of_hand_bets_and_buttons(page: Page, size: str) -> None:
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.goto("/school")
    seen = set()
    for at in mount(page, "colorado-tiles-full", "Anna"):
        page.evaluate("(at) => showTo(at)", at)
        if (now := phase(page)) in ("bet", "set", "wait"):
            seen.add(now)
            assert page.evaluate(TOUCHED) == [], now
    assert seen == {"bet", "set", "wait"}
