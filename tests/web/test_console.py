"""The dealer's and the floor's console in a real browser: running a table, reporting every irregularity."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from paigow.table.bets.betting import PlaceWager
from paigow.table.state import Table
from paigow.wagers.money import dollars
from tests import table as table_tests
from tests.rules import rule
from tests.table.rounds import betting
from tests.table.tables import submission_with
from tests.table.transcripts import parse_transcript, run
from tests.web.conftest import FAILED_REQUEST
from tests.web.desk import Desk
from tests.web.hands import (
    BUTTONS,
    PATIENCE,
    own_table,
    play_until,
    sit_down,
)
from tests.web.staff import act_of, deal_to, give, open_console


def _step(page: Page) -> str:
    return page.get_attribute(".duty", "data-step") or ""


def _seat(page: Page, *, with_hand: bool = True) -> int:
    """A position with a bot's wager and hand, or one without."""
    found = (
        position
        for position in range(1, 7)
        if (page.locator(f".flat g[aria-label^='Position {position},'][aria-label*='Pai Gow $']").count() > 0)
        is with_hand
    )
    return next(found)


@rule("colorado-tiles 30-2605(5)", "colorado-tiles 30-2610(2)", "colorado-tiles 30-2610(5)")
@rule("colorado-tiles 30-2610(4)", "colorado-tiles 30-2610(7)", "R19")
def test_rounds_are_dealt_and_every_irregularity_with_tiles_reported(page: Page) -> None:
    table = own_table(page, "colorado-tiles-full", bots=2)
    open_console(page, table, "dealer")
    deal_to(page, "stack")
    assert "30-2605(5)" in give(page, "expose-while-stacking", tile="6-6")
    deal_to(page, "bets")
    # Before the tiles have an order, the tile is drawn: only its number is asked for.
    asked = act_of(page, "report-undealt-tile").locator(".ask [name]")
    expect(asked).to_have_count(1)
    expect(asked).to_have_attribute("name", "nth")
    assert (asked.get_attribute("min"), asked.get_attribute("max")) == ("1", "32")
    deal_to(page, "eye")
    assert "30-2610(2)" in give(page, "call-no-roll", why="a die fell out")
    assert _step(page) == "shake"
    deal_to(page, "deal")
    assert "R19" in give(page, "report-undealt-tile", which="still on the table", nth="5")
    deal_to(page, "cover")
    # A report about the wrong hand voids a round: nobody is preselected.
    assert page.input_value("form[data-tag=report-exposed] [data-variants]") == ""
    page.click("form[data-tag=report-exposed] .ask > button")
    assert page.locator("form[data-tag=report-exposed] [data-variants]:invalid").count() == 1
    assert "30-2610(5)" in give(page, "report-exposed", which="Dealer", index="2")
    assert _step(page) == "shuffle"
    expect(page.locator(".past li").first).to_contain_text("Void")
    deal_to(page, "cover")
    assert "30-2610(4)" in give(page, "report-exposed", which=f"Position {_seat(page)}", index="1")
    deal_to(page, "finish")
    give(page, "finish-round")
    deal_to(page, "cover")
    assert "30-2610(7)" in give(page, "report-off-table", which=f"Position {_seat(page)}")


@rule("maryland-poker 14.E", "maryland-poker 14.F", "maryland-poker 14.G", "maryland-poker 14.H")
@rule("maryland-poker 14.C", "maryland-poker 14.D", "maryland-poker 14.L", "maryland-poker 14.M")
def test_every_irregularity_with_cards(page: Page) -> None:
    table = own_table(page, "maryland-poker-full", bots=2)
    open_console(page, table, "dealer")
    deal_to(page, "deal")
    assert "14.M" in give(page, "report-shoe-jam")
    deal_to(page, "deal")
    # In this order they are dealt to the dealer's other side: from a wrong start, or out of turn.
    assert "void" in give(page, "deal-cards", places="0 1 2 3 4 5 6")
    deal_to(page, "deal")
    # Words aren't sent: the field's own title says what is expected.
    numbers = page.locator(".duty [name=found_face_up]")
    numbers.evaluate("(field) => (field.value = 'four')")
    assert numbers.evaluate("(field) => field.validity.patternMismatch")
    assert numbers.get_attribute("title") == "Cards found face up: their numbers in dealing order, from 1"
    assert "14.F" in give(page, "deal-cards", found_face_up="4 10")
    deal_to(page, "deal")
    told = give(page, "deal-cards", found_face_up="4", drawn_in_error="7")
    assert "14.G" in told
    assert "R34" in give(page, "report-stub-exposed", which="1")
    deal_to(page, "dealer-setting")
    assert "R34" in give(page, "report-exposed", which=f"Position {_seat(page, with_hand=False)}", index="3")
    assert "14.C" in give(page, "report-exposed", which=f"Position {_seat(page)}", index="3")
    assert "14.L" in give(page, "report-shuffler-jam")
    deal_to(page, "finish")
    give(page, "finish-round")
    deal_to(page, "count-stub")
    # Zero extra cards needn't be stated.
    expect(page.locator("#due-now")).to_have_text("Count the stub")
    assert "10.E" in give(page, "count-stub", extra="1")
    expect(act_of(page, "change-decks")).to_be_visible()


@rule("maryland-poker 14.N")
def test_a_device_breaks_is_covered_and_comes_back(page: Page) -> None:
    table = own_table(page, "maryland-poker-full", bots=1)
    open_console(page, table, "dealer")
    deal_to(page, "bets")
    assert "14.N" in give(page, "report-device-broken", which="shuffler")
    assert "14.N" in give(page, "cover-device", which="shuffler · sign")
    assert "14.N" in give(page, "restore-device")
    deal_to(page, "bets")


@rule("maryland-poker 7.C(2)", "R37")
def test_wagers_abandoned_in_a_round_are_called_lost(page: Page, other: Page) -> None:
    table = own_table(page, "maryland-poker-full", bots=1)
    other.goto(f"/table/{table}")
    sit_down(other)
    open_console(page, table, "dealer")
    floor = page.context.new_page()
    open_console(floor, table, "floor")
    deal_to(page, "bets")
    play_until(other, "ready", BUTTONS)
    BUTTONS["ready"](other)
    deal_to(page, "setting")
    other.wait_for_selector(".app.set", timeout=PATIENCE)
    other.click("[data-act=menu]")
    other.click("dialog [data-act=leave]")
    assert "7.C(2)" in give(floor, "call-abandoned")


PROGRESSIVE = submission_with("maryland-poker-plain", "progressive.offered = true")
PLAYED = Path(table_tests.__file__).parent / "plays" / "cards-progressive-one-meter.play"
DICE_ALONE = submission_with("colorado-tiles-full", 'banking.bank = "nobody"', 'banking.co-bank = "nobody"')
DICE = PLAYED.with_name("dragons-eye-each-wager.play")
COMMISSION = submission_with("commission-tiles-full")
PUSHES, BANKED = PLAYED.with_name("pushes.play"), PLAYED.with_name("banked-surplus.play")


def _played(until: str, *more: str, play: Path = PLAYED) -> Table:
    """The table of a transcript, just before a line of it."""
    text = play.read_text("utf-8").partition(f"\n{until}\n")[0]
    return run(parse_transcript("\n".join((text, *more))))


@rule("maryland-poker 11.H(6)(b)(iii)", "maryland-poker 11.H(6)(b)(vi)")
def test_a_progressive_win_is_validated_and_its_papers_done(page: Page) -> None:
    """Five aces, dealt by a transcript: the engine behind the sockets is where they were verified."""
    desk = Desk(PROGRESSIVE, _played("floor validates the progressive at 4"))
    floor = page.context.new_page()
    desk.serve(page, floor)
    open_console(page, "maryland-poker", "dealer")
    open_console(floor, "maryland-poker", "floor")
    assert "11.H(6)(b)(iii)" in give(floor, "validate-progressive")
    # A tenth of the meter of 10,000.00.
    assert "$1,000.00" in give(page, "settle-progressive")
    assert _step(page) == "papers"
    for position in (2, 4):
        assert "11.H(6)(b)(vi)" in give(floor, "complete-papers", which=f"Position {position}")
    page.wait_for_selector(".duty[data-step=finish]")


def test_money_that_is_due_is_told_by_wager(page: Page) -> None:
    """1, 2, 3 with an eye of 1 is neither even nor a double nor a triple: three distinct lines."""
    desk = Desk(DICE_ALONE, _played("dealer takes the losing dice wagers at 2", play=DICE))
    desk.serve(page)
    open_console(page, "colorado-tiles", "dealer", more=False)
    lines = page.locator(".due .moved dt").all_inner_texts()
    assert {*lines} == {"Tray", *(f"anna (1)’s bet · {wager}" for wager in ("Even", "Double", "Triple"))}


@rule("commission-tiles 8(h)", "R52")
def test_the_dealers_wager_is_named_with_its_amount_before_it_is_laid(page: Page) -> None:
    """Anna bet 100.00 in the last round without a bank, and lets the dealer stake 30.00 of it."""
    desk = Desk(COMMISSION, _played("dealer lays the dealer's wager", play=BANKED))
    desk.serve(page)
    open_console(page, "commission-tiles", "dealer", more=False)
    due = page.locator(".due[data-due=place-dealer-wager]")
    expect(due).to_contain_text(
        "Take $30.00 from the tray (the bank's last wager of $100.00, reduced because"
    )
    expect(due.locator(".moved")).to_contain_text("Dealer’s bet · Pai Gow+$30.00")


@rule("commission-tiles 7(g)", "commission-tiles 7(h)", "commission-tiles 7(i)", "R93")
def test_the_console_tells_what_to_call_once_a_hand_is_shown(page: Page) -> None:
    """Anna's two pairs beat the dealer's 9 and 7; Bob's 2 and 7 are both lower; Carla has a pair and 4."""
    desk = Desk(COMMISSION, _played("dealer exposes 1", play=PUSHES))
    desk.serve(page)
    open_console(page, "commission-tiles", "dealer", more=False)
    for position, call in ((1, "“Win.”"), (2, "“Lose.”"), (3, "“Push.”")):
        due = page.locator(".due[data-due=expose-hand]")
        expect(due).to_contain_text(f"Turn up both hands of position {position}")
        expect(due.locator(".say")).to_have_count(0)
        page.click("[data-act=due]")
        expect(page.locator(".duty .verdict b")).to_have_text(call)


@rule("R72")
def test_a_hand_of_eight_cards_is_reported(page: Page) -> None:
    table = _played("given the dealer goes on to setting", "given the dealer goes on to deal")
    desk = Desk(PROGRESSIVE, table)
    desk.serve(page)
    open_console(page, "maryland-poker", "dealer")
    # By the dice the deal begins at position 1; the last card goes where the one before it went.
    around = [str(place) for place in (1, 0, 6, 5, 4, 3, 2)] * 7
    give(page, "deal-cards", places=" ".join([*around[:-1], around[-2]]))
    give(page, "count-stub")
    assert "R72" in give(page, "report-wrong-count", which="Position 3", count="8")
    assert _step(page) == "shuffle"


@rule("commission-tiles 4(a)(3)(i)", "commission-tiles 4(a)(3)(ii)", "R66")
def test_an_unfit_set_is_sealed_signed_for_and_replaced(page: Page) -> None:
    submission = submission_with("commission-tiles-full")
    desk = Desk(submission, Table())
    floor = page.context.new_page()
    desk.serve(page, floor)
    open_console(page, "commission-tiles", "dealer")
    open_console(floor, "commission-tiles", "floor")
    deal_to(page, "inspect")
    assert "4(a)(3)" in give(page, "inspect-tiles", unlike="6-6")
    give(page, "seal-tiles", name="Tan")
    give(floor, "sign-envelope", name="Lee")
    assert "4(a)(3)(i)" in give(floor, "bring-substitute")
    page.wait_for_selector(".duty[data-step=inspect]")


@rule("maryland-poker 5.A(3)", "maryland-poker 5.G", "R75")
def test_the_floor_orders_a_shuffle_and_a_recut(page: Page) -> None:
    table = own_table(page, "maryland-poker-plain", bots=2)
    open_console(page, table, "dealer")
    floor = page.context.new_page()
    open_console(floor, table, "floor")
    deal_to(page, "bets")
    assert "5.G" in give(floor, "order-recut", which="by the next player", why="cut too near the end")
    floor.wait_for_selector(".app[data-step=cut]")
    deal_to(page, "bets")
    assert "5.A(3)" in give(floor, "order-shuffle", why="a card was bent")
    floor.wait_for_selector(".app[data-step=shuffle]")


def test_consoles_are_linked_for_whoever_may_run_a_table(page: Page) -> None:
    """The role of a floor supervisor on all tables, both roles on your own table, none for others."""
    table = own_table(page, "commission-tiles-full", bots=0)
    links = {role: f"a[href='/console/{table}?as={role}']" for role in ("dealer", "floor")}
    page.click("[data-act=menu]")
    for link in links.values():
        expect(page.locator(f"dialog {link}")).to_be_visible()
    page.route("**/api/session", _as_supervisor)
    page.goto("/")
    # The four tables of the floor, and the owner's, where the owner can deal too.
    expect(page.locator("article.floor-card a[href$='?as=floor']")).to_have_count(5)
    (dealt,) = page.locator("article.floor-card a[href$='?as=dealer']").all()
    expect(dealt).to_have_attribute("href", f"/console/{table}?as=dealer")
    page.unroute("**/api/session")
    page.goto("/table/commission-tiles")
    page.click("[data-act=menu]")
    expect(page.locator("dialog a[href='/api/tables/commission-tiles/rules']")).to_be_visible()
    expect(page.locator("dialog a[href^='/console']")).to_have_count(0)


def test_a_mistyped_table_or_round_names_what_there_is(page: Page, provoked: list[str]) -> None:
    provoked.append(FAILED_REQUEST)
    page.route("**/api/session", _as_supervisor)
    page.goto("/console/1?as=floor")
    expect(page.locator("main h1")).to_have_text("There is no table called 1")
    tables = ["colorado-tiles", "commission-tiles", "maryland-poker", "rock-island-poker"]
    links = page.locator("main li a")
    expect(links).to_have_count(4)
    assert sorted(links.all_inner_texts()) == tables
    expect(links.filter(has_text="maryland")).to_have_attribute("href", "/console/maryland-poker?as=floor")
    # The floor's role isn't the dealer's: names without links.
    page.goto("/console/1")
    expect(page.locator("main li")).to_have_count(4)
    expect(links).to_have_count(0)
    page.goto("/round/maryland-poker/999999?for=dispute")
    expect(page.locator("main h1")).to_have_text("There is no finished round 999999 at this table")
    page.goto("/round/nowhere/1?for=dispute")
    expect(page.locator("main h1")).to_have_text("There is no table called nowhere")
    for number in (999999, 10**20):
        page.goto(f"/round/maryland-poker/{number}")
        expect(page.locator("main h1")).to_have_text(f"There is no finished round {number} at this table")
    expect(page.locator("main p a").first).to_have_attribute("href", "/history")


def test_the_console_has_its_own_help(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    open_console(page, table, "dealer", more=False)
    told = page.locator("dialog[open]")
    page.keyboard.press("?")
    expect(told.locator("h2")).to_have_text("How the console works")
    expect(told).to_contain_text("Hand over to another dealer")
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    page.click("[data-act=help]")
    expect(told.locator("h2")).to_have_text("How the console works")


def _as_supervisor(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "roles": ["floor"]})


@rule("R93")
def test_dice_found_unfit_are_told_apart_from_fit_ones(page: Page) -> None:
    """Two buttons of one act: a plain "Inspect the dice" would report them unfit."""
    submission = submission_with("commission-tiles-plain")
    desk = Desk(submission, betting(submission.rules))
    desk.serve(page)
    open_console(page, "commission-tiles", "dealer")
    buttons = page.locator(".duty [data-act=give][data-tag=inspect-dice]")
    expect(buttons).to_have_count(2)
    assert {text.strip() for text in buttons.all_inner_texts()} == {
        "Inspect the dice · found fit",
        "Inspect the dice · found unfit",
    }


class _Busy(Desk):
    """Somebody else acts just before each command is judged."""

    def _hear(self, line: WebSocketRoute, role: str, message: dict[str, Any]) -> None:
        if message["type"] == "command":
            self.happen(PlaceWager(by="bob", position=2, chips=dollars(100)))
        super()._hear(line, role, message)


def test_what_others_do_meanwhile_is_not_told_as_done_by_the_console(page: Page) -> None:
    submission = submission_with("commission-tiles-plain")
    desk = _Busy(submission, betting(submission.rules, {"anna": dollars(100)}))
    desk.serve(page)
    open_console(page, "commission-tiles", "floor")
    told = give(page, "fill-tray", chips="500")
    assert isinstance(desk.heard[0], PlaceWager)
    assert "fills the tray with $500.00" in told
    assert "bets" not in told
