"""How a page shows void rounds and void hands: bets returned, which is neither a win nor a push."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from paigow.table.engine import decide, evolve
from paigow.table.state import Table
from paigow.table.text.phrases import parse_command
from paigow.table.visibility.views import see
from tests.rules import rule
from tests.table.transcripts import Transcript, parse_transcript, run
from tests.web.hands import accessible
from tests.web.scenes import Record, shown
from tests.web.test_phases import put_on

TILES = """
submission colorado-tiles-full
with dragons-eye.offered = false
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
given bob at 4 with 1000.00
floor gives anna 20.00 promotional 10.00 in coupons
dealer begins play
anna bets 50.00 on 1 with 20.00 promotional with a coupon of 10.00
anna bets 20.00 on 2
bob bets 10.00 on 4
given tiles for 9: dealer 5-6 1-4 1-3 1-2 | 1 6-6 6-6 5-5 5-5 | 2 1-1 4-6 4-6 1-6 | 4 2-2 2-2 4-4 1-5
dealer calls no more bets
dealer shakes 2+3+4
"""
SET = """
given the dealer goes on to setting
given all set the house way
given the dealer goes on to expose
"""
CARDS = """
submission maryland-poker-full
with dealing.method = "manual-shoe"
with starting.method = "generator"
with approvals.generator = "HL-21"
with limits.main.minimum = 10
with progressive.shared-as = ""
with progressive.table = "A"
with progressive.rates = [40]
with progressive.starts = [10000]
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
given bob at 2 with 1000.00
given the dealer goes on to wash
dealer mixes and stacks the cards
anna bets 10.00 on 1
anna bets 1.00 on 1 for progressive
bob bets 10.00 on 2
given cards for 1: dealer 3c 4c 5c 6c 7c Kd Qd | 1 2c 2d 2h 2s Jd 9d 4d | 2 As Ah 9c 8h 6d 5h 3d
dealer calls no more bets
"""
READ = """async (events) => {
  const { ledger, net, outcomeOf } = await import('/table/ledger.js');
  const lines = ledger(events, 'anna');
  const read = lines.map(({ kind, position, outcome, net }) => [kind, position ?? 0, outcome, net]);
  return [net(lines), read, outcomeOf(lines, net(lines))];
}"""
CASES: dict[str, tuple[str, tuple[str, ...], list[list[str | int]]]] = {
    # 50.00 surrendered and 20.00 in play: both are returned, and nothing is won with either.
    "surrendered, then void": (
        TILES + SET,
        ("anna surrenders 1", "dealer reports piece 0 of place 7 exposed"),
        [["main", 1, "void", 0], ["main", 2, "void", 0]],
    ),
    "one hand void": (
        TILES + "given the dealer goes on to cover\n",
        ("dealer reports piece 0 of place 1 exposed", "anna answers at 1 to play on no"),
        [["main", 1, "void", 0]],
    ),
    # The one is void before the other is dead: 20.00 stays lost (R67), though the round is void.
    "void, dead and void": (
        TILES + "given the dealer goes on to cover\n",
        (
            "dealer reports piece 0 of place 1 exposed",
            "anna answers at 1 to play on no",
            "dealer reports a piece of place 2 off the table",
            "dealer reports piece 0 of place 7 exposed",
        ),
        [["main", 1, "void", 0], ["main", 2, "lose", -2000]],
    ),
    "a progressive out of the tray": (
        CARDS,
        (
            "dealer collects 1 progressive chips",
            "dealer draws 1",
            "dealer deals the cards finding 1,2 face up",
        ),
        [["progressive", 1, "void", 0], ["main", 1, "void", 0]],
    ),
}


@pytest.mark.parametrize("name", CASES)
@rule("R12", "R55", "R67", "R80")
def test_a_void_is_told_as_a_void_and_nets_nothing(page: Page, name: str) -> None:
    before, said, expected = CASES[name]
    transcript = parse_transcript(before)
    begun = table = run(transcript)
    told = list[Record]()
    for text in said:
        for event in decide(transcript.rules, table, parse_command(text)):
            table = evolve(table, event)
            told.append(json.loads(json.dumps(see(event, "anna"))))
    page.goto("/school?theme=light")
    total, lines, outcome = page.evaluate(READ, told)
    assert sorted(lines, key=str) == sorted(expected, key=str)
    assert total == sum(int(line[3]) for line in expected)
    assert outcome == ("lose" if total else "void")
    if outcome == "void" and told[-1]["event"] == "round-voided":
        _its_result_is_accessible(page, transcript, (begun, table), told)


def _its_result_is_accessible(
    page: Page, transcript: Transcript, tables: tuple[Table, Table], told: list[Record]
) -> None:
    page.wait_for_selector("#page h1")
    frames = [
        {**shown(transcript.rules, at, "anna"), "events": events, "lines": []}
        for at, events in zip(tables, ([], told), strict=True)
    ]
    put_on(page, transcript.submission, frames)
    page.evaluate("showTo(1)")
    expect(page.locator(".settle h2").first).to_have_text("The round is void. Bets returned.")
    # Everything was returned: nothing is won or lost this evening, whatever was promotional.
    if "tiles" in transcript.submission:
        expect(page.locator(".side dl.rows dt", has_text="This evening")).to_have_count(1)
    assert page.locator(".side dl.rows dd:is(.win, .lose)").count() == 0
    assert accessible(page) == []
