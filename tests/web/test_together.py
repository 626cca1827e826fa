"""Several browsers at one table: each sees its own; a cut connection, a spectator, the floor's console."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from tests.rules import rule
from tests.server.players import socket_address
from tests.server.running import Server
from tests.web.conftest import FAILED_REQUEST
from tests.web.cutting import wire
from tests.web.hands import (
    BUTTONS,
    PATIENCE,
    accessible,
    bet_on_a_second_spot,
    finish_round,
    own_table,
    play_until,
    sit_down,
)
from tests.web.staff import give, open_console

OPEN_PIECES = ".flat [data-move^='p{place}-'][data-move$=f]"


def test_two_at_one_table_see_each_other_and_neither_sees_the_others_hand(page: Page, other: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    other.goto(f"/table/{table}")
    sit_down(page, position=1)
    sit_down(other, position=4)
    page.wait_for_selector(".flat g[aria-label*='Position 4, Guest']", state="attached")
    other.wait_for_selector(".flat g[aria-label*='Position 1, Guest']", state="attached")
    for each in (page, other):
        play_until(each, "ready", BUTTONS)
    for each in (page, other):
        BUTTONS["ready"](each)
    for each in (page, other):
        play_until(each, "set", BUTTONS)
    for each, place in ((page, 4), (other, 1)):
        assert each.locator("button.piece").count() == 4
        assert each.locator(OPEN_PIECES.format(place=place)).count() == 0
    BUTTONS["set"](page)
    other.wait_for_selector(".flat g[aria-label*='Position 1'][aria-label*='set']", state="attached")
    assert other.locator(OPEN_PIECES.format(place=1)).count() == 0


def test_a_message_is_signed_you_for_me_and_by_name_for_the_others(page: Page, other: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0, kind="private")
    sit_down(page)
    other.goto(f"/table/{table}")
    other.wait_for_selector(".flat g[aria-label*='Position 1, Guest']", state="attached")
    page.evaluate("localStorage.setItem('messages', 'off')")
    page.click("[data-act=menu]")
    page.click("dialog [data-phrase=luck]")
    # Those who mute the others still see that their own was sent.
    expect(page.locator(".toast")).to_have_text("You: “Good luck!”")
    expect(other.locator(".toast")).to_have_text("Guest: “Good luck!”")


def test_the_menu_invites_friends_and_has_the_sound_and_the_settings(page: Page, other: Page) -> None:
    table = own_table(page, "rock-island-poker-full", bots=0, kind="private")
    other.goto(f"/table/{table}")
    for each, owner in ((page, True), (other, False)):
        each.click("[data-act=menu]")
        menu = each.get_by_role("dialog")
        expect(menu.get_by_role("link", name="Settings")).to_have_attribute("href", "/settings")
        expect(menu.get_by_role("button", name="Invite")).to_have_count(1 if owner else 0)
    page.click("dialog [data-act=invite]")
    expect(page.get_by_role("textbox", name="Link")).to_have_value(page.url)
    expect(page.get_by_role("img", name="QR code")).to_have_js_property("complete", value=True)
    assert page.locator("img.qr").evaluate("(code) => code.naturalWidth") > 0
    page.keyboard.press("Escape")
    for name, told in (("Turn sound on", "Sound on"), ("Turn sound off", "Sound off")):
        page.click("[data-act=menu]")
        page.get_by_role("button", name=name).click()
        expect(page.locator(".toast")).to_have_text(told)


def test_a_spectator_sees_backs_until_hands_are_shown(page: Page, other: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    other.goto(f"/watch/{table}")
    other.wait_for_selector(".app.watch")
    sit_down(page)
    play_until(page, "set", BUTTONS)
    other.wait_for_selector(".flat [data-move=hand1]", state="attached")
    assert other.locator(OPEN_PIECES.format(place=1)).count() == 0
    assert other.locator("[data-act=sit], [data-act=sitany], [data-act=bet], button.piece").count() == 0
    assert accessible(other) == []


def test_a_cut_wire_in_the_middle_of_setting(browser: Browser, floor: Server, provoked: list[str]) -> None:
    # A browser itself reports a refused socket, and what it was loading when the connection was cut.
    provoked += ["WebSocket connection to", f"{FAILED_REQUEST}: net::ERR_"]
    with wire(floor.address) as line:
        context = browser.new_context(base_url=line.address)
        page = context.new_page()
        table = own_table(page, "commission-tiles-full", bots=1)
        sit_down(page)
        # Here the table waits only half a second for a lost player: a second connection, past the proxy,
        # stays.
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in context.cookies())
        stays = connect(
            socket_address(floor.address, table), additional_headers={"Cookie": cookies}, max_queue=None
        )
        with stays:
            play_until(page, "set", BUTTONS)
            page.keyboard.press("2")
            chosen = page.inner_text(".slot.high h2")
            line.cut()
            page.wait_for_selector(".app.offline", timeout=PATIENCE)
            assert page.inner_text(".lost")
            assert page.locator("button.piece").count() == 4
            line.mend()
            page.wait_for_selector(".app:not(.offline)", timeout=PATIENCE)
            # The selected split is still there to be set.
            assert page.inner_text(".slot.high h2") == chosen
            page.keyboard.press("Enter")
            told = finish_round(page, BUTTONS).told
            assert chosen.split()[0].lower() in told.lower()
        context.close()


@rule("commission-tiles 9(d)", "R55", "R56", "R78")
@pytest.mark.parametrize("play_on", [True, False], ids=["play on", "void"])
def test_the_floor_reports_an_exposed_tile_and_the_player_chooses(page: Page, play_on: bool) -> None:
    """Of two hands, the second isn't looked at before the first is set: there the player still chooses."""
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    play_until(page, "ready", BUTTONS)
    bet_on_a_second_spot(page)
    play_until(page, "set", BUTTONS)
    console = page.context.new_page()
    open_console(console, table, "floor")
    assert "R78" in give(console, "report-exposed", which="Position 1", index="1")
    page.wait_for_selector("text=already looked", state="attached", timeout=PATIENCE)
    assert page.locator("button.piece").count() == 4
    assert "9(d)" in give(console, "report-exposed", which="Position 2", index="1")
    page.wait_for_selector(".app.choose", timeout=PATIENCE)
    assert accessible(page) == []
    console.close()
    page.click(f"[data-act=exposed][data-play={'true' if play_on else 'false'}]")
    played = finish_round(page, BUTTONS)
    assert played.asked.count("set") == (2 if play_on else 1)
