"""Promotional chips, a coupon, a free spot, and another player's, bet in a browser and read when paid."""

from __future__ import annotations

import json
from collections.abc import Iterator

from playwright.sync_api import Page

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import next_command
from paigow.table.engine import decide, evolve
from paigow.table.hands.comparing import HandExposed
from paigow.table.hands.settling import RoundFinished
from paigow.table.state import Table
from paigow.table.visibility.views import see
from tests.rules import rule
from tests.table.tables import submission_with
from tests.table.transcripts import parse_transcript, run
from tests.web.desk import Desk
from tests.web.hands import accessible
from tests.web.scenes import Record

BEFORE = """
submission colorado-tiles-full
given an open table
given anna at 2 with 500.00
given bob at 3 with 500.00
floor gives anna 30.00 promotional 25.00 in coupons
dealer begins play
bob bets 10.00 on 3
"""
# The page's view of a round: the chips Anna won, and the result of each of her wagers.
READ = """async (rounds) => {
  const { ledger, net } = await import('/table/ledger.js');
  return rounds.map((events) => {
    const lines = ledger(events, 'anna');
    return [net(lines), lines.map((line) => [String(line.position), line.outcome])];
  });
}"""
Happened = Iterator[tuple[Command, tuple[Event, ...]]]


def _played(rules: Rules, table: Table, seed: str) -> Happened:
    """The round from "no more bets" to its end, both hands set the house way."""
    chance, players = Chance(seed_from(seed)), dict.fromkeys(("anna", "bob"), PLAYERS["house-way"])
    events: tuple[Event, ...] = ()
    while not any(isinstance(event, RoundFinished) for event in events):
        command = next_command(rules, table, chance, players)
        assert command is not None
        events = decide(rules, table, command)
        for event in events:
            table = evolve(table, event)
        yield command, events


def _events(rules: Rules, table: Table, seed: str) -> tuple[list[Record], int, dict[int, str]]:
    """A round as Anna receives it, the chips she won, and the result of the hand at each position."""
    told: list[Record] = []
    gained = -sum(wager.chips for wager in table.wagers if wager.person == "anna")
    outcomes: dict[int, str] = {}
    for _, events in _played(rules, table, seed):
        for event in events:
            told.append(json.loads(json.dumps(see(event, "anna"))))
            gained += sum(posting.cents for posting in event.postings if posting.account == "rack/anna")
            if isinstance(event, HandExposed):
                outcomes[event.position] = str(event.outcome)
    return told, gained, outcomes


def _opened(page: Page) -> Desk:
    desk = Desk(submission_with("colorado-tiles-full"), run(parse_transcript(BEFORE)), me="anna")
    desk.serve(page)
    page.goto("/table/colorado-tiles")
    page.wait_for_selector(".app.bet")
    return desk


def _press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_selector(".railbox:not([aria-busy=true])")


def _with_coupon(page: Page) -> None:
    """Twenty-five dollars more on her own spot, and a coupon with them."""
    page.get_by_label("Where", exact=True).select_option(label="Your spot, 2")
    page.get_by_label("With", exact=True).select_option(label="Chips and coupon, $25.00")
    page.get_by_role("radio", name="$25 chip").click()
    page.get_by_role("button", name="PAI GOW 1 to 1").click()
    page.wait_for_selector(".held :text('$50.00 + $25.00')")
    assert accessible(page) == []


def _laid(desk: Desk) -> set[tuple[int, int, int, int]]:
    return {(wager.position, wager.chips, wager.promotional, wager.coupon) for wager in desk.table.wagers}


@rule("R18", "R57", "R77")
def test_the_own_spot_with_a_coupon_and_a_free_one_are_bet_on(page: Page) -> None:
    desk = _opened(page)
    _press(page, "3", "b", "w", "2", "b", "b")
    # Two areas are the maximum: with a free spot taken, Bob's is no longer offered (R77).
    assert page.get_by_label("Where", exact=True).locator("option", has_text="With bob").count() == 0
    _with_coupon(page)
    assert _laid(desk) == {(2, 5000, 0, 2500), (1, 1500, 0, 0), (3, 1000, 0, 0)}
    # 75.00 on 50.00 and the coupon, 15.00: each less 5%, which is 4.50 in total.
    told = _reads_to_the_cent(page, desk)
    for part in ("50.00 + 25.00", "+75.00", "−3.75", "+15.00", "−0.75"):
        assert part in told, told
    assert "Chips $500.00 → $585.50" in told


FAN = """() => {
  const fan = document.querySelector('.mine .felted svg'), where = document.querySelector('.where');
  const kept = [...where.childNodes], at = () => JSON.stringify(fan.getBoundingClientRect());
  const before = at();
  where.replaceChildren();
  const without = at();
  where.append(...kept);
  return [before, kept.length ? without : 'nothing to choose'];
}"""


@rule("R18", "R57", "R77")
def test_the_own_spot_and_anothers_with_promotional_chips_are_bet_on(page: Page) -> None:
    desk = _opened(page)
    # Choices come and go while the clock runs: nothing moves because of it.
    with_it, without = page.evaluate(FAN)
    assert with_it == without
    _press(page, "3", "b")
    page.get_by_label("With", exact=True).select_option(label="Promotional chips, $30.00")
    page.get_by_label("Where", exact=True).select_option(label="With bob, 3")
    page.get_by_role("radio", name="$25 chip").click()
    page.get_by_role("button", name="PAI GOW 1 to 1").click()
    page.wait_for_selector("[data-act=takeback][data-position='3']")
    assert page.get_by_label("Where", exact=True).locator("option", has_text="Free spot").count() == 0
    _with_coupon(page)
    assert _laid(desk) == {(2, 5000, 0, 2500), (3, 1000, 0, 0), (3, 0, 2500, 0)}
    # 75.00 on 50.00 and the coupon, 25.00 on promotional chips: each less 5%, which is 5.00 in total.
    told = _reads_to_the_cent(page, desk)
    for part in ("50.00 + 25.00", "+75.00", "−3.75", "+25.00", "−1.25"):
        assert part in told, told
    assert "Chips $500.00 → $595.00" in told
    assert "Pai Gow · Position 3" in told


def _reads_to_the_cent(page: Page, desk: Desk) -> str:
    """One round that all win is examined; for many, the page's totals are compared with the table's."""
    table = desk.table
    rounds = {seed: _events(desk.rules, table, seed) for seed in map(str, range(24))}
    hers = {wager.position for wager in table.wagers if wager.person == "anna"}
    won = next(
        seed for seed, (*_, fared) in rounds.items() if {fared[position] for position in hers} == {"win"}
    )
    for command, _ in _played(desk.rules, table, won):
        desk.happen(command)
    page.wait_for_selector(".settle [data-act=change]")
    told = page.inner_text(".settle")
    assert accessible(page) == []
    read = page.evaluate(READ, [events for events, *_ in rounds.values()])
    assert [(net, {int(position): outcome for position, outcome in lines}) for net, lines in read] == [
        (gained, {position: fared[position] for position in hers}) for _, gained, fared in rounds.values()
    ]
    assert {outcome for *_, fared in rounds.values() for outcome in fared.values()} == {"win", "lose", "push"}
    return told
