"""The first lines of a settlement: what the whole round did to the player."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.web.hands import cents
from tests.web.scenes import Evening, frames
from tests.web.test_phases import BONUSES, put_on

# In this round Anna wins both hands and loses more on her side bets.
WON_AND_LOST = Evening("maryland-poker-full", BONUSES, "Anna", rounds=2, seed="21")


def test_a_round_lost_overall_does_not_read_as_a_win(page: Page) -> None:
    page.goto("/school")
    page.wait_for_selector("#page h1")
    played = json.loads(json.dumps(list(frames(WON_AND_LOST))))
    put_on(page, WON_AND_LOST.example, played)
    finished = [any(event["event"] == "round-finished" for event in frame["events"]) for frame in played]
    page.evaluate("(at) => showTo(at)", finished.index(True))
    halves = page.locator(".duel > header b").all_inner_texts()
    assert halves == ["▲ higher", "▲ higher"], "another seed is needed: the main bet was won in this one"
    head = page.locator(".settle header").first
    expect(head.locator("h2")).to_have_text("You lost the round")
    # The amount is that of the whole round: what Anna's chips changed by.
    before, after = page.inner_text(".ledger tfoot td").removeprefix("Chips ").split(" → ")
    lost = cents(before) - cents(after)
    assert lost > 0
    assert cents(head.locator(".big").inner_text().lstrip("−")) == lost
    parts = head.locator("p:not(.big)").inner_text()
    assert parts.startswith("You win both hands +$")
    won, others = (cents(part.strip().split("$")[1]) for part in parts.split("·"))
    assert won - others == -lost
