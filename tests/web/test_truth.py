"""What a table shows is true: results name what decided, hands are in order, other hands stay hidden."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from paigow.server.tables.floor_accounts import Wallets
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.self_play import next_command
from paigow.table.state import Table
from tests.rules import rule
from tests.table.tables import submission_with
from tests.table.transcripts import parse_transcript, run
from tests.web.desk import Desk
from tests.web.scenes import Record
from tests.web.test_phases import evening, layout, put_on

CARDS = """
submission maryland-poker-full
with dealing.method = "manual-shoe"
with starting.method = "generator"
with approvals.generator = "HL-21"
with banking.bank = "nobody"
with banking.co-bank = "nobody"
with progressive.offered = false
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
given carla at 5 with 1000.00
dealer begins play
dealer mixes and stacks the cards
"""
# The dealer keeps the sevens high and plays king-jack low.
HANDS = "given cards for 1: dealer 4c 7d 10s Kh 7c 8h Jd | 1 3h 7s 5c As Qd 7h Kd\n"
DEALT = CARDS + "anna bets 25.00 on 1\n" + HANDS + "dealer calls no more bets\ndealer draws 1\n"
SET = DEALT + "given the dealer goes on to setting\nanna sets Kd As low at 1\n"
TILES = """
submission commission-tiles-plain
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
given bob at 3 with 1000.00
dealer begins play
anna bets 25.00 on 1
bob bets 25.00 on 3
given tiles for 9: dealer 5-6 1-4 1-3 1-2 | 1 {anna} | 3 1-1 1-1 3-3 3-3
dealer calls no more bets
dealer shakes 2+3+4
given the dealer goes on to setting
"""


def _desk(page: Page, text: str, me: str = "anna") -> Desk:
    transcript = parse_transcript(text)
    desk = Desk(submission_with(transcript.submission), run(transcript), me=me)
    desk.rules = transcript.rules
    desk.serve(page)
    page.goto("/table/maryland-poker")
    page.wait_for_selector(".app")
    return desk


def _play(desk: Desk, over: Callable[[Table], object]) -> None:
    """Let the dealer continue until the table is in this state."""
    chance = Chance(seed_from("truth"))
    while not over(desk.table):
        command = next_command(desk.rules, desk.table, chance, {})
        assert command is not None, desk.table.step
        desk.happen(command)


def _shown(page: Page, half: int) -> str:
    return page.locator(".duel").nth(half).locator("[role=img]").first.get_attribute("aria-label") or ""


@rule("maryland-poker 6.C(1)")
def test_equal_names_are_told_apart_by_the_kicker_that_decided(page: Page) -> None:
    desk = _desk(page, SET)
    _play(desk, lambda table: not table.hands)
    page.wait_for_selector(".duel")
    high, low = (page.locator(".duel").nth(at) for at in (0, 1))
    expect(high.locator("footer")).to_contain_text("Queen kicker against ten")
    expect(low.locator("footer")).to_contain_text("Ace-king beats king-jack")
    # Groups first, then by rank, whatever order they were dealt and set in.
    assert _shown(page, 0).startswith(
        "seven of spades, seven of hearts, queen of diamonds, five of clubs, three"
    )
    assert _shown(page, 1) == "ace of spades, king of diamonds"
    expect(page.locator(".settle")).to_contain_text("You win both hands")


def test_whoever_sits_down_in_the_middle_of_a_round_has_no_hand_in_it(page: Page) -> None:
    """Cards go to every position at first; those without a wager are collected again."""
    desk = _desk(page, DEALT, me="carla")
    _play(desk, lambda table: 5 in table.hands)
    expect(page.locator("#front")).to_contain_text("You join at the next bets")
    assert page.locator("#front .piece").count() == 0
    # Nobody is told that the dealer is at work while a player sets.
    expect(page.locator(".act .clock b")).to_have_text("The dealer’s turn")
    _play(desk, lambda table: table.step.value == "setting")
    expect(page.locator(".act .clock b")).to_have_text("Waiting for anna")


@rule("commission-tiles 7(f)")
def test_a_surrendered_hand_was_not_compared_and_its_result_says_so(page: Page) -> None:
    # Four and seven lose to seven (the 1-2 counts six) and nine.
    text = TILES.format(anna="5-5 4-6 2-2 1-6") + "given all set the house way\ndealer sets 5-6 1-2 low\n"
    desk = _desk(page, text)
    expect(page.locator("#front")).to_contain_text("You forfeit your bet: $25.00.")
    page.keyboard.press("s")
    expect(page.locator(".app")).not_to_have_class(re.compile("surrender"))
    _play(desk, lambda table: not table.hands)
    page.wait_for_selector(".settle .ledger")
    told = page.inner_text(".settle")
    assert "surrendered" in told.lower()
    assert "lower" not in told
    assert "higher" not in told


# What the eye reads on a split: neither its key nor what a screen reader adds.
LABELS = """() => [...document.querySelectorAll('.ways button')].map((each) => {
  const seen = each.cloneNode(true);
  for (const other of seen.querySelectorAll('.sr, kbd')) other.remove();
  return seen.textContent.trim();
})"""


@pytest.mark.parametrize(
    ("tiles", "split"),
    [
        # Mooy and Ping count zero alike: 11 + 0 and 7 + 0 are one and seven with either of them.
        ("5-6 5-5 4-6 1-6", 0),
        ("6-6 2-6 5-5 1-5", 0),
    ],
)
def test_no_two_splits_have_the_same_label_and_no_gong_is_called_a_pair(
    page: Page, tiles: str, split: int
) -> None:
    _desk(page, TILES.format(anna=tiles))
    page.wait_for_selector(".ways button")
    labels = page.evaluate(LABELS)
    assert len(labels) == 3, labels
    assert len(set(labels)) == len(labels), labels
    page.keyboard.press(str(split + 1))
    told = page.inner_text(".slot.high p")
    assert not re.search(r"1[7-9]th|20th", told), told


def test_on_a_phone_every_setting_lies_in_one_row_that_can_be_moved(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    desk = _desk(page, DEALT)
    _play(desk, lambda table: table.step.value == "setting")
    page.click("[data-act=ways]")
    all_settings = page.locator(".ways.all button")
    expect(page.locator("[data-act=ways]")).to_have_count(0)
    tops = all_settings.evaluate_all("(found) => found.map((each) => each.getBoundingClientRect().top)")
    assert len(tops) > 2
    assert len(set(tops)) == 1
    all_settings.last.scroll_into_view_if_needed()
    box = all_settings.last.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    all_settings.last.click()
    expect(all_settings.last).to_have_attribute("aria-pressed", "true")


@rule("maryland-poker 2.B(1)")
def test_a_side_bet_before_the_main_bet_says_what_comes_first(page: Page) -> None:
    desk = _desk(page, CARDS)
    _play(desk, lambda table: table.step.value == "bets")
    page.wait_for_selector(".app.bet")
    page.locator("g[data-act=bet][data-kind=fortune] text").first.click()
    expect(page.locator(".toast")).to_contain_text("Bet on Pai Gow first")
    for key in ("d", "c", "r"):
        page.keyboard.press(key)
        expect(page.locator(".toast")).to_contain_text("bets")


def test_the_main_button_lays_the_first_bet_and_then_says_that_all_lie(page: Page) -> None:
    """The minimum main bet here is $15: a chip of $5 bets that much, and the button says so before."""
    desk = _desk(page, CARDS)
    _play(desk, lambda table: table.step.value == "bets")
    main = page.locator(".act .btn.primary")
    expect(main).to_have_text(re.compile(r"^Bet \$25"))
    page.keyboard.press("2")
    expect(main).to_have_text(re.compile(r"^Bet \$15"))
    page.keyboard.press("Enter")
    expect(main).to_have_text(re.compile("^Done"))
    assert [(each.person, each.kind, each.chips) for each in desk.table.wagers] == [("anna", "main", 1500)]


def test_who_cannot_cover_the_least_bet_is_told_what_it_takes(page: Page) -> None:
    desk = _desk(page, CARDS.replace("anna at 1 with 1000.00", "anna at 1 with 10.00"))
    _play(desk, lambda table: table.step.value == "bets")
    page.wait_for_selector(".app.bet")
    for place in (".act .btn.primary", "g[data-act=bet][data-kind=main] text"):
        page.locator(place).first.click(force=True)
        expect(page.locator(".toast")).to_have_text("You need at least $15 to bet. Buy chips in the menu.")
        page.keyboard.press("c")
        expect(page.locator(".toast")).to_have_text("You have no bets down.")


def test_the_main_button_never_fouls_and_a_foul_is_asked_about_first(page: Page) -> None:
    desk = _desk(page, DEALT + "given the dealer goes on to setting\n")
    page.wait_for_selector("button.piece")
    # A pair of sevens low, ace high.
    for piece, half in (("7s", "low"), ("7h", "low")):
        page.locator(f".slot.high [data-piece='{piece}']").click(position={"x": 14, "y": 60})
        page.locator(f".slot.{half} button.piece:not([data-piece^='7'])").first.click(
            position={"x": 14, "y": 60}
        )
    main = page.locator("[data-act=set]")
    expect(main).to_contain_text("This would foul")
    page.keyboard.press("Enter")
    expect(page.locator(".warn")).to_contain_text("Set it anyway?")
    assert desk.table.hands[1].status.value == "dealt"
    page.keyboard.press("Enter")
    expect(page.locator("[data-act=setfoul]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator("[data-act=setfoul]").click()
    page.wait_for_selector(".app:not(.set)")
    assert desk.table.hands[1].status.value != "dealt"


SCRIPT = """async ([index, replay]) => {
  const { lineSaid } = await import('/table/sentences.js');
  shown.set({ replay });
  showTo(index);
  const { events, last, log, ...model } = shown.model;
  return [...(last?.events || []), ...events].filter((event) => event.told)
    .map((event) => lineSaid(model, { says: false, tag: event.event, event, text: event.told }));
}"""


def test_a_script_calls_whoever_looks_at_it_you(page: Page) -> None:
    page.goto("/school")
    page.wait_for_selector("#page h1")
    told = evening("colorado-tiles-full", "Anna")
    end = next(at for at, frame in enumerate(told) if _is_over(frame)) - 1
    for language, mine, theirs in (
        ("en", "You bet $10.00 at position 4.", "Rosa bets $30.00 at position 1."),
        ("zh-Hant", "你在 4 號位押 $10.00。", "Rosa 在 1 號位押 $30.00。"),
    ):
        put_on(page, "colorado-tiles-full", told, language)
        lines = page.evaluate(SCRIPT, [end, False])
        assert mine in lines, lines
        assert theirs in lines, lines
        assert not [line for line in lines if re.search(r"Anna|\[|\]|You’s|, You|你 | 你", line)], lines
    put_on(page, "colorado-tiles-full", told)
    assert "Anna bets $10.00 at position 4." in page.evaluate(SCRIPT, [end, True])


def _is_over(frame: Record) -> bool:
    return any(event["event"] == "round-finished" for event in frame["events"])


CARRIED = """async ([layout, wallet, chips]) => {
  const { emptyModel, received } = await import('/table/model.js');
  const view = { chairs: [], balances: {} };
  const event = { event: 'bought-in', person: 'me', postings: [['world', -chips], ['rack/me', chips]] };
  const before = { ...emptyModel(), layout, me: 'me', view, wallet };
  return received(before, { type: 'update', view: {}, events: [event] }).wallet;
}"""


def test_an_empty_wallet_is_filled_with_what_the_server_fills_it_with(page: Page) -> None:
    page.goto("/history")
    page.wait_for_selector("h1")
    told = layout("commission-tiles-full")
    assert page.evaluate(CARRIED, [told, 70_000, 30_000]) == 40_000
    assert page.evaluate(CARRIED, [told, 70_000, 70_000]) == Wallets(lambda _: 0).held("me")
    assert page.evaluate(CARRIED, [{**told, "refill": 1_234}, 70_000, 70_000]) == 1_234
