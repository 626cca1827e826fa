"""A lost or stalled connection: nothing clicked meanwhile happens later, and commands can be taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from paigow.table.acts import Command
from tests.server.running import Server
from tests.table.tables import submission_with
from tests.table.transcripts import parse_transcript, run
from tests.web.conftest import FAILED_REQUEST
from tests.web.cutting import Wire, wire
from tests.web.desk import Desk
from tests.web.hands import BUTTONS, PATIENCE, accessible, bet_on, own_table, play_until, sit_down
from tests.web.test_phases import SIZES

BETS = """
submission commission-tiles-plain
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
given bob at 3 with 1000.00
dealer begins play
bob bets 25.00 on 3
"""
NEXT = (
    BETS
    + """
anna bets 30.00 on 1
given tiles for 9: dealer 5-6 1-4 1-3 1-2 | 1 1-1 4-6 4-6 1-6 | 3 6-6 6-6 5-5 5-5
dealer calls no more bets
"""
)

# Disabled buttons stay visible: the message covers none of them.
COVERED = """() => {
  const { left, right, top, bottom } = document.querySelector('.offnote').getBoundingClientRect();
  return [...document.querySelectorAll('.railbox .act .btn')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  }).map((each) => each.textContent.trim());
}"""


@pytest.fixture
def line(floor: Server, provoked: list[str]) -> Iterator[Wire]:
    # A browser itself reports a refused socket, and a request that was under way when the wire was cut.
    provoked += ["WebSocket connection to", f"{FAILED_REQUEST}: net::ERR_"]
    with wire(floor.address) as made:
        yield made


def test_what_is_pressed_without_a_connection_never_happens_and_says_so(browser: Browser, line: Wire) -> None:
    context = browser.new_context(base_url=line.address)
    page = context.new_page()
    own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    play_until(page, "bet", BUTTONS)
    line.cut()
    page.wait_for_selector(".app.offline", timeout=PATIENCE)
    expect(page.locator(".topbar .lost")).to_contain_text("Trying again in")
    expect(page.locator(".offnote")).to_contain_text("Nothing you press now is sent")
    main = page.locator("g[data-act=bet][data-kind=main]")
    expect(main).to_have_attribute("aria-disabled", "true")
    main.locator("text").first.click(force=True)
    expect(page.locator(".toast")).to_contain_text("Nothing was sent")
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == [], width
        if width in (390, 1440):
            assert accessible(page) == [], width
    page.set_viewport_size({"width": 1440, "height": 900})
    for key in ("b", "Enter"):
        page.keyboard.press(key)
    line.mend()
    page.wait_for_selector(".app:not(.offline)", timeout=PATIENCE)
    # Another bet is a round trip later than anything stored would have been.
    bet_on(page, "main")
    assert page.inner_text(".held b") == "$25.00"
    expect(page.locator(".offnote")).to_be_empty()
    context.close()


def test_a_bet_in_a_stalled_connection_is_shown_and_can_be_taken_back(browser: Browser, line: Wire) -> None:
    """Nothing closes such a connection, and it delivers everything once it moves again."""
    context = browser.new_context(base_url=line.address)
    page = context.new_page()
    own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    play_until(page, "bet", BUTTONS)
    line.stall()
    page.locator("g[data-act=bet][data-kind=main] text").first.click()
    expect(page.locator(".offnote")).to_contain_text("On its way when the connection broke: Bet $25.00")
    page.click("[data-act=recall]")
    expect(page.locator(".toast")).to_contain_text("Taken back")
    line.mend()
    page.wait_for_selector(".app:not(.offline)", timeout=PATIENCE)
    bet_on(page, "main")
    assert page.inner_text(".held b") == "$25.00"
    context.close()


def test_a_device_without_a_network_says_so_at_once(page: Page, provoked: list[str]) -> None:
    # It tries to connect again while there is no network, or only afterward.
    provoked.append("WebSocket connection to")
    own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    play_until(page, "bet", BUTTONS)
    page.context.set_offline(True)
    expect(page.locator(".offnote")).to_contain_text("Nothing you press now is sent")
    page.context.set_offline(False)
    page.wait_for_selector(".app:not(.offline)", timeout=PATIENCE)
    bet_on(page, "main")
    assert page.inner_text(".held b") == "$25.00"


class Deaf(Desk):
    """A desk whose connection breaks with every command on it: none arrives, and none is answered."""

    breaks = True

    def happen(self, command: Command) -> None:
        if self.breaks:
            self.breaks = False
            self.cut()
            raise ConnectionError
        super().happen(command)


def _deaf(page: Page) -> Deaf:
    desk = Deaf(submission_with("commission-tiles-plain"), run(parse_transcript(BETS)), me="anna")
    desk.serve(page)
    page.goto("/table/commission-tiles")
    page.wait_for_selector(".app.bet")
    desk.closed = True
    page.locator("g[data-act=bet][data-kind=main] text").first.click()
    expect(page.locator(".offnote")).to_contain_text("On its way when the connection broke: Bet $25.00")
    return desk


def _come_back(page: Page, desk: Deaf) -> None:
    desk.closed = False
    page.wait_for_selector(".app:not(.offline)", timeout=PATIENCE)
    page.wait_for_selector(".railbox[aria-busy=false]", timeout=PATIENCE)


def test_what_was_on_its_way_arrives_while_bets_are_still_open(page: Page) -> None:
    desk = _deaf(page)
    _come_back(page, desk)
    expect(page.locator(".held b")).to_have_text("$25.00")
    assert len(desk.heard) == 1


def test_what_was_on_its_way_is_taken_back(page: Page) -> None:
    desk = _deaf(page)
    page.click("[data-act=recall]")
    expect(page.locator(".toast")).to_contain_text("Taken back")
    _come_back(page, desk)
    assert not desk.heard


def test_what_was_on_its_way_is_not_sent_into_another_part_of_the_round(page: Page) -> None:
    desk = _deaf(page)
    desk.table = run(parse_transcript(NEXT))
    _come_back(page, desk)
    expect(page.locator(".toast")).to_contain_text("the table has moved on")
    assert not desk.heard
