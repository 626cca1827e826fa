"""The first lines of a settlement: what the whole round did to the player."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import BUTTONS, IN_PLAY, cents, finish_round, own_table, play_until, sit_down
from tests.web.scenes import Evening, frames
from tests.web.test_phases import BONUSES, SIZES, Record, put_on

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


# In the second round Anna's bank ends as it began: what one bet loses, another wins.
EVEN_BANK = Evening("maryland-poker-full", {1: ("Anna", "banker"), 4: ("Bob", "house-way")}, "Anna", 2, "1")


def _finished(page: Page, evening: Evening, which: int = 0) -> list[Record]:
    """Show the moment after the round numbered `which` was finished."""
    page.goto("/school")
    page.wait_for_selector("#page h1")
    played: list[Record] = json.loads(json.dumps(list(frames(evening))))
    put_on(page, evening.example, played)
    ends = [
        i for i, each in enumerate(played) for event in each["events"] if event["event"] == "round-finished"
    ]
    page.evaluate("(at) => showTo(at)", ends[which])
    return played[: ends[which] + 1]


def test_a_bank_that_ends_even_says_so(page: Page) -> None:
    played = _finished(page, EVEN_BANK, 1)
    own = ("rack/Anna", "cover/Anna")
    events = [event for each in played for event in each["events"]]
    since = max(i for i, event in enumerate(events) if event["event"] == "bank-accepted")
    moved = [cents for event in events[since:] for to, cents in event.get("postings", []) if to in own]
    assert moved, "another seed is needed: Anna banked this round"
    assert sum(moved) == 0, "another seed is needed: the bank broke even in this one"
    expect(page.locator(".settle header").first.locator("h2")).to_have_text("You broke even")
    # A sign alone says nothing: every amount of zero has a word.
    assert "=" not in {
        text.strip() for text in page.locator(".settle :is(td, p), .side dd").all_inner_texts()
    }


@pytest.mark.parametrize("size", SIZES)
def test_a_result_leads_to_its_replay_and_its_proof_at_every_size(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    _finished(page, WON_AND_LOST)
    for act in ("replay", "verify"):
        expect(page.locator(f".settle [data-act={act}]:visible")).to_have_count(1)


def test_side_bets_without_a_main_bet_are_not_called_no_bet(page: Page) -> None:
    played = json.loads(json.dumps(list(frames(WON_AND_LOST))))
    setting = next(each for each in played if each["view"]["step"] == "setting")
    setting["view"]["staked"] = [
        each
        for each in setting["view"]["staked"]
        if (each["person"], each["kind"]) != (WON_AND_LOST.me, "main")
    ]
    # Nobody sees the cards of a hand without a main bet.
    for hand in setting["view"]["hands"]:
        if hand["place"] == 4:
            hand["pieces"] = [None] * len(hand["pieces"])
    page.goto("/school")
    page.wait_for_selector("#page h1")
    put_on(page, WON_AND_LOST.example, [setting])
    page.evaluate("showTo(0)")
    expect(page.locator(".hand.empty")).to_contain_text("Only your side bets are in play")


# Anna loses dice bets, Pair Fortunes, and all bets on her cards.
SIDE_BETS = (
    Evening("colorado-tiles-full", {1: ("Anna", "dice"), 4: ("Bob", "house-way")}, "Anna", 3, "1"),
    Evening("colorado-tiles-full", {1: ("Anna", "bonus"), 4: ("Bob", "house-way")}, "Anna", 3, "1"),
    Evening("maryland-poker-full", {1: ("Anna", "bonus"), 4: ("Bob", "house-way")}, "Anna", 3, "1"),
)


def test_every_lost_bet_says_why(page: Page) -> None:
    told = dict[str, set[str]]()
    for evening in SIDE_BETS:
        for which in range(3):
            _finished(page, evening, which)
            for row in page.locator(".ledger tbody tr", has=page.locator("td.lose")).all():
                told.setdefault(row.locator("b").first.inner_text(), set()).add(
                    row.locator(".why").inner_text()
                )
    dice = told.keys() & {"Odd", "Even", "Double", "Match", "Triple", "Dice bonus"}
    assert {"Pair Fortunes", "Progressive", "Fortune Bonus", "Pai Gow Insurance"} <= told.keys()
    assert len(dice) >= 2, told
    assert all("" not in reasons for reasons in told.values()), told
    assert told["Progressive"] == {"Less than a full house"}
    assert told["Pair Fortunes"] == {"No pair"}
    assert all(reason.startswith("Eye ") for kind in dice for reason in told[kind]), told


# The width of a card or tile in a comparison, and whether an amount is on one line.
LARGE = """() => [
  document.querySelector('.duel .two svg > *').getBoundingClientRect().width,
  [...document.querySelectorAll('.paid header .num')].every((each) => each.getClientRects().length <= 1),
  document.querySelector('.felt').checkVisibility(),
]"""


@pytest.mark.parametrize(
    ("size", "least", "felt"),
    [((390, 844), 49, False), ((820, 1180), 56, True), ((1440, 900), 64, True), ((2560, 1440), 116, True)],
)
def test_the_compared_cards_are_large(page: Page, size: tuple[int, int], least: int, felt: bool) -> None:
    """A phone's result takes the felt's place; nothing of an amount is cut off into another line."""
    _finished(page, WON_AND_LOST)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    width, whole, shown = page.evaluate(LARGE)
    assert width >= least
    assert whole
    assert shown == felt


def test_the_main_button_of_a_result_is_enters(page: Page) -> None:
    own_table(page, "commission-tiles-plain", bots=0)
    sit_down(page)
    finish_round(page, BUTTONS)
    again = page.locator(".settle .btn.primary")
    expect(again).to_contain_text("Same bets")
    expect(again.locator("kbd")).to_have_text("Enter")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    # The bets are down and the player is ready: nothing is asked until the hand is to be set.
    assert not {"bet", "ready", "result"} & set(play_until(page, "set", BUTTONS))
    assert page.evaluate(IN_PLAY) == "$25.00"
