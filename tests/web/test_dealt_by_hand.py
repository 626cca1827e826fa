"""Rounds dealt in a real browser by clicking only what is due; a console's messages on errors and roles."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from paigow.table.autoplay.chance import drawn
from paigow.table.autoplay.seat import answer, house_way
from paigow.table.bank.banking import AcceptBank
from paigow.table.chance_state import RoundChance
from paigow.table.state import Step, Table, changed
from paigow.table.text.script import manual
from paigow.table.visibility.due import due
from paigow.table.visibility.due_context import DueContext
from tests.rules import rule
from tests.table.rounds import betting, going_on
from tests.table.tables import rules_with, submission_with
from tests.table.transcripts import PLAYS, parse_transcript, read_transcript, run
from tests.web.desk import CHANCE, Desk
from tests.web.hands import PATIENCE, accessible, own_table
from tests.web.staff import deal_to, give, open_console

BOOKS = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")


@rule("R31")
@pytest.mark.parametrize("book", BOOKS)
def test_a_round_is_dealt_by_pressing_only_what_is_due(page: Page, book: str) -> None:
    """Up to the list of past rounds; nothing else that can be done is even expanded."""
    table = own_table(page, f"{book}-full", bots=3)
    open_console(page, table, "dealer", more=False)
    # Before the console opened, the automatic dealer may have started a round.
    deal_to(page, "bets")
    done = deal_to(page, "finish")
    assert {"call-no-more-bets", "set-dealer-hand", "expose-hand"} <= {*done}
    assert page.locator(".duty form").count() == 0
    page.wait_for_selector(".due[data-due=finish-round]")
    past = page.locator(".past li").first
    # The list is limited: the newest round comes first, whether or not the oldest one drops off.
    before = past.get_attribute("data-round") if past.count() else ""
    page.click(".due [data-act=due]")
    # The round is listed when it has ended, before the dealer goes on: its time, and the house's result.
    expect(past).not_to_have_attribute("data-round", before, timeout=PATIENCE)
    assert page.get_attribute(".due", "data-due") in {"offer-bank", "shuffle-cards", "wash-tiles"}
    at = datetime.fromisoformat(past.locator("time").get_attribute("datetime") or "")
    assert abs(datetime.now(UTC) - at) < timedelta(minutes=5)
    expect(past).to_contain_text("House")
    _rebuilt(page, past, hands=8 if "tiles" in book else 7)


def _rebuilt(page: Page, past: Locator, hands: int) -> None:
    """Every hand, action, and wager of the round just dealt, as a dispute needs them."""
    past.locator("a").click()
    expect(page.locator(".dispute .hands tbody tr")).to_have_count(hands)
    acts = page.locator("#acts ~ .scroller tbody tr")
    assert acts.count() > 20
    assert all(each for each in acts.locator("time").all_inner_texts())
    told = acts.all_inner_texts()
    assert any("No more bets." in each and "Dealer" in each for each in told)
    brought = page.locator("#money ~ .scroller tbody tr td:last-child").all_inner_texts()
    assert brought, "no wager is listed"
    assert all(brought), brought
    assert accessible(page) == []


@rule("R97")
def test_the_moment_in_which_the_seed_is_mixed_is_called_that(page: Page) -> None:
    """After "no more bets" nothing can be shaken until the words are open; the next step is a moment away."""
    submission = submission_with("commission-tiles-plain")
    table = betting(submission.rules)
    committed = RoundChance(round=table.round, commitment="ab" * 32, table="commission-tiles")
    desk = Desk(submission, changed(table, chance=committed))
    desk.serve(page)
    open_console(page, "commission-tiles", "dealer", more=False)
    deal_to(page, "shake")
    expect(page.locator(".duty .due h2")).to_have_text("One moment…")
    expect(page.locator(".duty [data-act=due]")).to_have_count(0)


@rule("R69", "commission-tiles 6(c)")
def test_a_wrong_total_is_no_done_and_is_called_again(page: Page) -> None:
    submission = submission_with("commission-tiles-plain")
    desk = Desk(submission, going_on(submission.rules, betting(submission.rules), Step.TOTAL))
    desk.serve(page)
    open_console(page, "commission-tiles", "dealer")
    dice = desk.table.shaker.dice
    assert dice is not None
    verdict = give(page, "announce-total", total=str(sum(dice) - 1))
    assert f"= {sum(dice)}" in verdict
    assert "R69" in verdict
    assert "▲" not in verdict
    assert page.get_attribute(".due", "data-due") == "announce-total"
    deal_to(page, "sweep")
    assert desk.table.shaker.announced == sum(dice)
    assert len(desk.table.hands) == 8


@rule("R31", "R36")
def test_without_a_flat_button_the_start_is_marked_once_it_is_drawn(page: Page) -> None:
    submission = submission_with("rock-island-poker-full")
    assert submission.rules.starting.method == "generator"
    table = going_on(submission.rules, betting(submission.rules), Step.START)
    # After each round a flat button would be at another place.
    desk = Desk(submission, changed(table, cards=changed(table.cards, button=2)))
    desk.serve(page)
    open_console(page, "rock-island-poker", "dealer", more=False)
    due_now, marker = page.locator(".duty .due"), page.locator("[data-move=button]")
    expect(due_now.locator("h2")).to_have_text("Draw the starting place")
    expect(due_now.locator(".say")).to_have_count(0)
    expect(marker).to_have_count(0)
    deal_to(page, "deal")
    start = desk.table.shaker.start
    assert start not in (None, 0, 2), "the seed draws a player's place that isn't the button's"
    seat = page.locator("g[role=group]", has=marker)
    expect(seat).to_have_attribute("aria-label", re.compile(rf"^Position {start}\b"))


@rule("R19", "commission-tiles 9(c)")
def test_a_void_round_is_not_told_in_green(page: Page) -> None:
    submission = submission_with("commission-tiles-plain")
    table = going_on(submission.rules, betting(submission.rules), Step.DEAL)
    desk = Desk(submission, table)
    desk.serve(page)
    open_console(page, "commission-tiles", "dealer")
    assert table.shaker.start is not None
    wrong = (table.shaker.start + 1) % 8
    name = {0: "Dealer", 7: "Dead hand"}.get(wrong, f"Position {wrong}")
    page.click(f".duty [data-act=give][data-tag=deliver-stack]:has-text('{name}')")
    expect(page.locator(".duty .verdict")).to_contain_text("▼ Void")


def test_a_console_without_the_role_says_so(page: Page) -> None:
    """A page that says what is missing, instead of an empty one that tries to connect forever."""
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    for role, told in (("dealer", "dealer role"), ("floor", "floor role")):
        page.goto(f"/console/commission-tiles?as={role}")
        expect(page.locator("main.denied h1")).to_contain_text(told)
        expect(page.locator("main.denied a[href='/watch/commission-tiles']")).to_be_visible()
        page.click("main.denied [data-k=signin]")
        expect(page.locator("dialog[open] #account-name")).to_be_focused()
        page.keyboard.press("Escape")
    assert sockets == []


def test_signing_in_where_a_console_is_denied_comes_back_to_it(page: Page) -> None:
    page.goto("/console/commission-tiles?as=dealer")
    page.click("main.denied [data-k=signin]")
    page.fill("#account-name", "Denise")
    page.fill("#account-password", "a long password")
    # The house grants the role, and the table is there for those who have it.
    submission = submission_with("commission-tiles-plain")
    Desk(submission, betting(submission.rules)).serve(page)
    page.click("dialog button[value=accounts]")
    page.wait_for_selector(".duty .due", timeout=PATIENCE)
    assert page.url.endswith("/console/commission-tiles?as=dealer")


def test_the_open_console_is_closed_when_the_role_goes(page: Page) -> None:
    submission = submission_with("commission-tiles-plain")
    desk = Desk(submission, betting(submission.rules))
    desk.serve(page)
    open_console(page, "commission-tiles", "dealer")
    desk.close(4403, "you no longer have the dealer role")
    expect(page.locator("main.denied h1")).to_contain_text("no longer have the dealer role")
    assert page.locator(".duty").count() == 0


@rule("R110")
def test_a_relieved_dealer_is_told_who_deals_and_offered_nothing(page: Page) -> None:
    submission = submission_with("commission-tiles-plain")
    desk = Desk(submission, betting(submission.rules))
    desk.serve(page)
    dealers = ["Dan", "Dora"]
    page.route("**/api/dealers", lambda route: route.fulfill(json=dealers))
    open_console(page, "commission-tiles", "dealer")
    due_now = page.locator(".duty .due")
    expect(due_now.locator("[data-act=due]")).to_be_visible()
    desk.dealer = "Dan"
    desk.put(desk.table)
    expect(due_now.locator("h2")).to_have_text("Dan deals here now")
    expect(page.locator(".duty [data-act=due], .duty [data-act=more], .duty form")).to_have_count(0)
    # Nobody waits for a dealer who has lost the role, though nothing happens at the table.
    dealers.remove("Dan")
    expect(due_now.locator("[data-act=due]")).to_be_visible()
    # A name without an account doesn't keep anybody out, and the returned table can be dealt again.
    for dealer in ("4711", ""):
        desk.dealer = dealer
        desk.put(desk.table)
        expect(due_now.locator("[data-act=due]")).to_be_visible()


CO_BANK = """
submission commission-tiles-full
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
given bob at 2 with 1000.00
dealer begins play
anna bets 100.00 on 1
bob bets 100.00 on 2
given tiles for 9: dealer 2-4 1-2 5-5 4-6 | 1 6-6 6-6 1-5 1-5 | 2 1-1 1-1 1-6 1-6
dealer calls no more bets
dealer shakes 2+3+4
given the dealer goes on to setting
given all set the house way
given the dealer goes on to offer
dealer offers the bank
"""


@rule("commission-tiles 8(e)", "R31")
def test_what_a_result_asks_for_is_shown_until_the_dealer_goes_on(page: Page) -> None:
    """A player takes half of the bank: the marker goes down, whatever the players do, before the wash."""
    transcript = parse_transcript(CO_BANK)
    desk = Desk(submission_with(transcript.submission), run(transcript))
    desk.serve(page)
    open_console(page, "commission-tiles", "dealer", more=False)
    asked = page.locator(".duty .following")
    expect(page.locator(".due h2")).to_have_text("Waiting for anna")
    expect(asked).to_have_count(0)
    desk.happen(AcceptBank(by="anna", co_bank=True))
    expect(asked.locator(".say")).to_have_text("“anna banks with the house.”", ignore_case=True)
    expect(asked.locator(".doing")).to_contain_text("Put the co-bank marker in front of anna at position 1.")
    expect(asked.locator(".para").first).to_have_text("8(e)")
    expect(page.locator(".due")).to_have_attribute("data-due", "wash-tiles")
    page.click(".due [data-act=due]")
    expect(asked).to_have_count(0)


CITES = """async (events) => (await import('/console/station.js')).citesOf(events)"""


@rule("R93")
def test_a_verdict_names_the_limbs_that_apply_before_rulings(page: Page) -> None:
    """A bonus wager that won: its own limb and its pay table, without the paragraphs that contain them."""
    page.goto("/icon.svg")
    won = "11.H 11.H(1) R40 11.I 11.H(3) 11.H(3)(a) R24 R44 11.H(3)(a)(ii) 13.B(3)".split()
    assert page.evaluate(CITES, [{"cites": won}]) == [
        "11.H(1)",
        "11.I",
        "11.H(3)(a)(ii)",
        "13.B(3)",
        "R40",
        "R24",
    ]


NOTED = """async (lines) => (await import('/console/station.js')).doneIn(lines)"""


@pytest.mark.parametrize("book", BOOKS)
def test_a_note_is_shown_without_the_lines_whose_words_are_known_only_later(page: Page, book: str) -> None:
    """What a report leads to is read before it happens: nothing is shown with blanks."""
    lines = [{"say": line.say, "do": line.do} for line in manual(rules_with(f"{book}-full"))]
    whole = [line for line in lines if "{" not in line["do"]]
    assert 0 < len(whole) < len(lines)
    page.goto("/icon.svg")
    shown = unescape(page.evaluate(NOTED, lines))
    assert "{" not in shown
    assert all(line["do"] in shown for line in whole)


LONGEST = 400
"""Clicks and answers to the end of two rounds."""


# Clicks what is due once the console shows the current table, and waits until it shows the next one: one call
# instead of three, since there are some twenty thousand clicks.
PRESS_DUE = """([version, patience]) => new Promise((done) => {
  const duty = document.querySelector('.duty');
  let pressed = false;
  const look = () => {
    if (pressed) {
      if (duty.dataset.version !== String(version)) over(true);
      return;
    }
    const button = duty.querySelector('.due [data-act=due]:not([aria-disabled])');
    if (duty.dataset.version !== String(version) || !button) return;
    pressed = true;
    button.click();
  };
  const watch = new MutationObserver(look);
  const over = (good) => {
    watch.disconnect();
    done(good);
  };
  watch.observe(duty, { subtree: true, childList: true, attributes: true });
  setTimeout(() => over(false), patience);
  look();
})"""


class Consoles(dict[str, Page]):
    """The consoles of dealer and floor, each opened when its role first has to act."""

    def __init__(self, desk: Desk, page: Page) -> None:
        super().__init__()
        self._desk = desk
        self._page = page

    def __missing__(self, role: str) -> Page:
        self[role] = page = self._page.context.new_page() if self else self._page
        self._desk.serve(page)
        open_console(page, "commission-tiles", role, more=False)
        return page


def _presses_what_is_due(desk: Desk, consoles: Consoles) -> bool:
    """One click on the console whose turn it is, or an answer from those the table waits for.

    False once the table is at rest: nobody is left to play on.
    """
    rules, table = desk.rules, desk.table
    now = due(DueContext(rules, table))
    if now.act is None:
        answers = (answer(house_way, rules, table, person, CHANCE) for person in now.waiting)
        silent = due(DueContext(rules, table, late=True)).act
        command = next((each for each in answers if each is not None), silent)
        if command is not None:
            desk.happen(drawn(rules, table, command, CHANCE))
        return command is not None
    assert consoles[now.act.by].evaluate(PRESS_DUE, [table.version, PATIENCE]), (now.act, table.step)
    return True


@pytest.mark.prove
@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in sorted(PLAYS.glob("*.play"))])
def test_every_transcript_is_dealt_on_by_pressing_only_what_is_due(page: Page, path: Path) -> None:
    """From its last wagers in play to the end of that round, and then one more whole round.

    One more round if anybody left has chips for it; a transcript without wagers continues from its end.
    """
    transcript = read_transcript(path)
    tables: list[Table] = []
    ends = run(transcript, lambda _rules, table, _command, _outcome: tables.append(table))
    live = [table for table in (*tables, ends) if table.staked or table.hands]
    start = live[-1] if live else ends
    desk = Desk(submission_with(transcript.submission, *transcript.changes), start)
    consoles = Consoles(desk, page)
    presses = 0
    while desk.rounds_over < (2 if live else 1) and _presses_what_is_due(desk, consoles):
        presses += 1
        assert presses < LONGEST, desk.table.step
    assert consoles, "nothing was pressed"
    assert not desk.table.staked, desk.table.step
    assert not desk.table.hands, desk.table.step
