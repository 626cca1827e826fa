"""Promotional chips, a coupon, a free spot and another player's, laid in a browser and read when paid."""

from __future__ import annotations

import json
from collections.abc import Iterator

from playwright.sync_api import Page

from paigow.table.acts import Command, Event
from paigow.table.alone.chance import Chance, seed_from
from paigow.table.alone.players import PLAYERS
from paigow.table.alone.self_play import next_command
from paigow.table.engine import decide, evolve
from paigow.table.hands.comparing import HandExposed
from paigow.table.pay.settling import RoundFinished
from paigow.table.rules import TableRules
from paigow.table.seen.views import see
from paigow.table.state import Table
from tests.rules import rule
from tests.table.tables import submission_with
from tests.table.transcripts import parse_transcript, run
from tests.web.desk import Desk
from tests.web.hands import accessible
from tests.web.scenes import Record

BEFORE = """
submission colorado-tiles-full
given an open table
given anna at 1 with 500.00
given bob at 3 with 500.00
floor gives anna 30.00 promotional 25.00 in coupons
dealer begins play
bob bets 10.00 on 3
"""
# What the page makes of a round: the chips it brought Anna, and what became of each of her wagers.
READ = """async (rounds) => {
  const { ledger, net } = await import('/ledger.js');
  return rounds.map((events) => {
    const lines = ledger(events, 'anna');
    return [net(lines), lines.map((line) => [String(line.position), line.outcome])];
  });
}"""
Happened = Iterator[tuple[Command, tuple[Event, ...]]]


def _played(rules: TableRules, table: Table, seed: str) -> Happened:
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


def _events(rules: TableRules, table: Table, seed: str) -> tuple[list[Record], int, dict[int, str]]:
    """A round as Anna hears it, the chips that it brought her, and how the hand of each position fared."""
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


@rule("R18", "R57")
def test_a_free_spot_anothers_spot_and_what_was_given_away_are_bet_on(page: Page) -> None:
    """By keys on the own and the free spot, by mouse on Bob's; with a coupon, and with promotional chips."""
    desk = Desk(submission_with("colorado-tiles-full"), run(parse_transcript(BEFORE)), me="anna")
    desk.serve(page)
    page.goto("/table/colorado-tiles")
    page.wait_for_selector(".app.bet")
    for key in ("3", "b", "w", "2", "b", "b"):
        page.keyboard.press(key)
        page.wait_for_selector(".railbox:not([aria-busy=true])")
    cell = page.get_by_role("button", name="Pai Gow, pays 1 to 1")
    page.get_by_label("With", exact=True).select_option(label="Promotional chips, $30.00")
    page.get_by_label("Where", exact=True).select_option(label="With bob, 3")
    page.get_by_role("radio", name="$25 chip").click()
    cell.click()
    page.wait_for_selector("[data-act=takeback][data-position='3']")
    page.keyboard.press("w")
    page.get_by_label("With", exact=True).select_option(label="Chips and coupon, $25.00")
    cell.click()
    page.wait_for_selector(".held :text('$50.00 + $25.00')")
    assert accessible(page) == []
    laid = {(wager.position, wager.chips, wager.promotional, wager.coupon) for wager in desk.table.wagers}
    assert laid == {(1, 5000, 0, 2500), (2, 1500, 0, 0), (3, 1000, 0, 0), (3, 0, 2500, 0)}
    _reads_to_the_cent(page, desk)


def _reads_to_the_cent(page: Page, desk: Desk) -> None:
    """One round that all three win is looked at; of many, the page's sums are held against the table's."""
    table = desk.table
    rounds = {seed: _events(desk.rules, table, seed) for seed in map(str, range(24))}
    won = next(seed for seed, (*_, fared) in rounds.items() if set(fared.values()) == {"win"})
    for command, _ in _played(desk.rules, table, won):
        desk.happen(command)
    page.wait_for_selector(".settle [data-act=change]")
    # 75.00 on 50.00 and the coupon, 15.00, 25.00 on promotional chips: each less 5 %, which is 5.75 in all.
    told = page.inner_text(".settle")
    for part in ("50.00 + 25.00", "+75.00", "−3.75", "+15.00", "−0.75", "+25.00", "−1.25"):
        assert part in told, told
    assert "Chips $500.00 → $609.25" in told
    assert "Pai Gow · Position 3" in told
    assert accessible(page) == []
    read = page.evaluate(READ, [events for events, *_ in rounds.values()])
    assert [(net, {int(position): outcome for position, outcome in lines}) for net, lines in read] == [
        (gained, fared) for _, gained, fared in rounds.values()
    ]
    assert {outcome for *_, fared in rounds.values() for outcome in fared.values()} == {"win", "lose", "push"}
