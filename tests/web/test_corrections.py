"""Corrections of payments at the console in a real browser: what was due, a dispute, two signatures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from paigow import web
from paigow.table.ledger import (
    CAGE,
    CENTER,
    INVENTORY,
    ISSUED,
    TIPS,
    WORLD,
    coupons,
    cover,
    meter,
    promotional,
)
from paigow.table.state import changed
from tests import table as table_tests
from tests.rules import rule
from tests.server.players import WORDS
from tests.table.tables import submission_with
from tests.table.transcripts import parse_transcript, run
from tests.web.conftest import FAILED_REQUEST
from tests.web.desk import Desk
from tests.web.hands import (
    BUTTONS,
    finish_round,
    own_table,
    play_until,
    sit_down,
)
from tests.web.staff import give, in_role, open_console

SHORTFALL = Path(table_tests.__file__).parent / "plays" / "banked-shortfall.play"
TEXTS = Path(web.__file__).parent / "texts" / "console"


@rule("R63", "R87", "R110", "R166")
def test_the_floor_corrects_a_payment_and_notes_a_dispute(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    finish_round(page, BUTTONS)
    floor = page.context.new_page()
    in_role(floor, "floor")
    floor.route("**/api/dealers", lambda route: route.fulfill(json=["Dana"]))
    open_console(floor, table, "floor")
    # If nobody has a dealer account, a name or a number is recorded as typed.
    expect(floor.locator("#dealers option")).to_have_attribute("value", "Dana")
    expect(floor.locator("form[data-tag=relieve-dealer] [name=dealer]")).to_have_attribute("list", "dealers")
    assert "R110" in give(floor, "relieve-dealer", dealer="4711")
    # Half-typed input stays while the table goes on.
    floor.fill("form[data-tag=fill-tray] [name=chips]", "250")
    floor.focus("form[data-tag=report-wrong-payment] [name=why]")
    BUTTONS["result"](page)
    # Until the next wager is down, nothing closes the bets, and with them the time for corrections.
    play_until(page, "bet", BUTTONS)
    floor.wait_for_selector("[data-step=bets]")
    assert floor.input_value("form[data-tag=fill-tray] [name=chips]") == "250"
    # Earlier winners may have emptied the tray.
    assert "▲" in give(floor, "fill-tray")
    before = page.inner_text(".topbar .purse b")
    told = give(floor, "report-wrong-payment", which="Guest", why="paid short", round="Round 1")
    assert "▲" in told
    assert "dispute about round 1" in told
    expect(floor.locator("form[data-tag=report-wrong-payment] [name=why]")).to_have_value("")
    # Only the guest's wager of the round can be named, and once; in the end she has what was due, as before.
    assert "▲" in give(floor, "correct-payment", handed="0.01", why="a cent too many")
    floor.wait_for_selector("form[data-tag=correct-payment]", state="detached")
    assert page.inner_text(".topbar .purse b") == before


@rule("R87", "R166")
def test_a_correction_tells_what_was_due_and_leaves_an_empty_form(page: Page) -> None:
    """Carla won 200.00 less 10.00 vigorish, as the transcript computes; she was given all 200.00."""
    played = SHORTFALL.read_text("utf-8")
    desk = Desk(submission_with("commission-tiles-full"), run(parse_transcript(played)))
    desk.serve(page)
    open_console(page, "commission-tiles", "floor")
    form = page.locator("form[data-tag=correct-payment]")
    carla = form.locator("[data-variants] option", has_text="carla").inner_text()
    # Nobody is preselected, and a wager that nobody named is omitted.
    expect(form.get_by_label("Wager")).to_have_value("")
    expect(form.locator(".what")).to_contain_text(f"About round {desk.table.round}")
    form.locator("[data-variants]").select_option(label=carla)
    expect(form).to_contain_text("This bet was due +$190.00.")
    told = give(page, "correct-payment", which=carla, handed="200", why="no vigorish taken")
    assert "▲" in told
    assert "by −\u2060$10.00" in told
    expect(form.locator("[data-variants]")).to_have_value("")
    expect(form.locator("option", has_text="carla")).to_have_count(0)
    expect(form.locator("[name=handed]")).to_have_value("")
    expect(form.locator("[name=why]")).to_have_value("")
    # A wager that was chosen of one round is not the same person's wager of the next.
    form.locator("[data-variants]").select_option(label=form.locator("option").last.inner_text())
    form.locator("[name=why]").fill("paid short")
    desk.put(changed(desk.table, round=desk.table.round + 1))
    expect(form.locator(".what")).to_contain_text(f"About round {desk.table.round}")
    expect(form.locator("[data-variants]")).to_have_value("")
    expect(form.locator("[name=why]")).to_have_value("")


SHORT_TRAY = """
submission commission-tiles-plain
given an open table
given a tray of 20.00
given anna at 1 with 1000.00
dealer begins play
anna bets 100.00 on 1
given tiles for 9: dealer 5-6 4-6 1-6 3-5 | 1 6-6 6-6 1-1 1-1
dealer calls no more bets
dealer shakes 2+3+4
given the dealer goes on to setting
given all set the house way
given the dealer goes on to pay
"""


@rule("R165")
def test_a_tray_that_cannot_pay_is_filled_from_the_cage(page: Page) -> None:
    """Every account that a step moves money from or to has a name: ten times the limit of 1,000.00."""
    transcript = parse_transcript(SHORT_TRAY)
    desk = Desk(submission_with(transcript.submission), run(transcript))
    desk.serve(page)
    open_console(page, "commission-tiles", "floor", more=False)
    expect(page.locator(".due")).to_have_attribute("data-due", "fill-tray")
    moved = page.locator(".due .moved div").all_inner_texts()
    assert [each.split() for each in moved] == [["Cage", "−\u2060$10,000.00"], ["Tray", "+$10,000.00"]]
    names = json.loads((TEXTS / "en.json").read_text("utf-8"))
    kinds = {account("anna").partition("/")[0] for account in (promotional, coupons, cover, meter)}
    for kind in {WORLD, ISSUED, INVENTORY, CENTER, CAGE, TIPS, *kinds}:
        assert f"console.account.{kind}" in names, kind


@rule("R111")
def test_a_large_correction_is_signed_by_two_on_the_console(page: Page) -> None:
    """Carla was due 190.00: 200.00 is 10.00 too much, which one signs for, and 230.00 is 40.00 too much."""
    signed = ("records.second-signature = true", "records.second-signature-above = 20")
    played = SHORTFALL.read_text("utf-8")
    desk = Desk(submission_with("commission-tiles-full", *signed), run(parse_transcript(played)))
    desk.serve(page)
    open_console(page, "commission-tiles", "floor")
    form = page.locator("form[data-tag=correct-payment]")
    carla, dave = (
        form.locator("[data-variants] option", has_text=name).inner_text() for name in ("carla", "dave")
    )
    told = give(page, "correct-payment", which=carla, handed="230", why="paid twice")
    assert "needs two signatures" in told
    # What was entered stays, to be signed; no name is preselected.
    expect(form.locator("[name=handed]")).to_have_value("230")
    expect(form.locator("[name=signed]")).to_have_value("")
    told = give(page, "correct-payment", signed="Flora and Frank")
    assert "by −\u2060$40.00" in told
    assert "Flora, Frank" in told
    # Dave was due 71.50 by the transcript: a smaller difference needs no second name.
    assert "▲" in give(page, "correct-payment", which=dave, handed="72.50", why="a dollar too many")


class _Noted(Desk):
    """Keeps each command as the page sent it."""

    sent: tuple[dict[str, Any], ...] = ()

    def _hear(self, line: WebSocketRoute, role: str, message: dict[str, Any]) -> None:
        if message["type"] == "command":
            self.sent = (*self.sent, message["command"])
        super()._hear(line, role, message)


@rule("R111")
def test_the_colleague_signs_with_a_password_at_the_supervisors_console(
    page: Page, provoked: list[str]
) -> None:
    provoked.append(FAILED_REQUEST)
    signed = ("records.second-signature = true", "records.second-signature-above = 20")
    played = SHORTFALL.read_text("utf-8")
    desk = _Noted(submission_with("commission-tiles-full", *signed), run(parse_transcript(played)))
    desk.serve(page)
    flora = {"person": "Flora", "name": "Flora", "guest": False, "roles": ["floor"], "wallet": 0}
    page.route("**/api/session", lambda route: route.fulfill(json=flora))
    asked: list[dict[str, Any]] = []

    def sign(route: Route) -> None:
        asked.append(route.request.post_data_json or {})
        if asked[-1].get("password") != WORDS:
            route.fulfill(status=401, json={"problem": "Wrong name or password."})
        else:
            route.fulfill(json={"consent": "a-consent"})

    page.route("**/api/tables/*/signature", sign)
    open_console(page, "commission-tiles", "floor")
    form = page.locator("form[data-tag=correct-payment]")
    carla = form.locator("[data-variants] option", has_text="carla").inner_text()
    password = form.get_by_label("Second signer’s own password")
    password.fill("wrong")
    told = give(
        page, "correct-payment", which=carla, handed="230", why="paid twice", signed="Flora and Frank"
    )
    assert "Wrong name or password of the second signer. R111" in told
    expect(password).to_have_value("")
    assert not desk.sent
    password.fill(WORDS)
    assert "by −\u2060$40.00" in give(page, "correct-payment")
    assert [each["name"] for each in asked] == ["Frank", "Frank"]
    assert {"person", "position", "kind", "handed"} < asked[-1].keys()
    assert (desk.sent[-1]["consent"], desk.sent[-1]["handed"]) == ("a-consent", 230_00)
