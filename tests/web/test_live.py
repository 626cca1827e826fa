"""Whole rounds in a real browser on a real floor: by keys, by mouse, as the bank, by two, after a break."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.rules import rule
from tests.server.running import Server
from tests.web.hands import PATIENCE, accessible, own_table, phase, play_round, sit_down

# A whole browser evening takes minutes, so it runs with the long proofs.
pytestmark = pytest.mark.prove

TILES = ("commission-tiles-full", "colorado-tiles-full")


@pytest.mark.parametrize("submission", TILES)
@pytest.mark.parametrize("keys", [True, False], ids=["keys", "mouse"])
def test_a_round_from_the_seat_to_the_last_cent(page: Page, submission: str, keys: bool) -> None:
    own_table(page, submission)
    sit_down(page, keys=keys)
    played = play_round(page, keys=keys)
    assert {"bet", "set", "result"} <= set(played.phases)
    assert played.lines >= 1
    before, after = played.chips.removeprefix("Chips ").split(" → ")
    assert _cents(after) - _cents(before) == _cents(played.net)


def _cents(text: str) -> int:
    sign = -1 if text.startswith("−") else 1
    return sign * round(float(text.lstrip("+−$").replace("$", "").replace(",", "")) * 100)


@rule("commission-tiles 8(g)")
@rule("commission-tiles 8(k)(5)")
def test_take_the_bank_cut_and_choose_the_delivery(page: Page) -> None:
    own_table(page, "commission-tiles-full", bots=2)
    sit_down(page)
    played = play_round(page, keys=False, bank=True, style="jung-quat")
    for _ in range(3):
        if "style" in played.phases:
            break
        page.keyboard.press("Enter")
        played = play_round(page, keys=False, bank=True, style="jung-quat")
    assert {"cut", "style", "set", "result"} <= set(played.phases), played.phases
    assert "Against the players" in played.told


def test_two_browsers_at_one_table_see_each_other_and_not_each_others_hands(
    page: Page, browser: Browser, floor: Server
) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    other_context = browser.new_context(base_url=floor.address, viewport={"width": 390, "height": 844})
    other = other_context.new_page()
    other.goto(f"/table/{table}")
    other.wait_for_selector(".app.watch")
    other.wait_for_selector(".tall g[aria-label*='Position 1, Guest']")
    assert "set" in play_round(page, keys=True).phases
    other.wait_for_selector(".ticker .para")
    told = other.evaluate("() => document.querySelector('#page').textContent")
    assert "⟨" not in told
    assert other.locator("button.piece").count() == 0
    other_context.close()


def test_a_spectator_sees_backs_until_hands_are_shown(page: Page, browser: Browser, floor: Server) -> None:
    table = own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    watching = browser.new_context(base_url=floor.address).new_page()
    watching.goto(f"/watch/{table}")
    watching.wait_for_selector(".app.watch")
    _reach(page, "set")
    faces = watching.locator(".flat [data-move^=p1-][data-move$=f]").count()
    assert faces == 0
    watching.context.close()


def _reach(page: Page, wanted: str) -> None:
    from tests.web.hands import _bet

    bet = False
    for _ in range(300):
        now = phase(page)
        if now == wanted:
            return
        if now == "bet" and not bet:
            bet = _bet(page, keys=True)
        if now in ("offer", "cut"):
            page.keyboard.press("p")
        page.wait_for_timeout(60)
    raise AssertionError(phase(page))


def test_a_lost_connection_says_so_keeps_the_picture_and_comes_back(page: Page) -> None:
    own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    _reach(page, "set")
    page.keyboard.press("2")
    chosen = page.inner_text(".slot.high h2")
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    page.evaluate("() => performance.getEntriesByType('resource').length")
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector(".app.set", timeout=PATIENCE)
    assert page.locator("button.piece").count() == 4
    page.keyboard.press("2")
    assert page.inner_text(".slot.high h2") == chosen
    assert "result" in play_round(page, keys=True).phases


def test_a_round_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    name = own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    assert "result" in play_round(page, keys=False).phases, name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@rule("R60")
def test_replay_and_verify_a_round_of_ones_own(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    play_round(page, keys=True)
    page.wait_for_timeout(600)
    page.goto("/history")
    page.wait_for_selector(".list tbody tr")
    page.click("[data-act=prove]")
    page.wait_for_selector("dialog .proof", timeout=PATIENCE)
    assert page.locator("dialog .proof .lose").count() == 0
    assert page.locator("dialog .proof .win").count() >= 3
    page.keyboard.press("Escape")
    page.goto(f"/round/{table}/1")
    page.wait_for_selector(".stepper")
    page.keyboard.press("End")
    assert page.locator(".stepper [role=status]").inner_text().startswith("Step ")
    page.keyboard.press("Home")
    assert "Step 1 of" in page.inner_text(".stepper [role=status]")
    assert accessible(page) == []


def test_practice_deals_a_hand_that_can_be_set_by_keys(page: Page) -> None:
    page.goto("/practice")
    page.wait_for_selector("button.piece")
    page.keyboard.press("2")
    assert page.get_attribute("[data-act=way][data-index='1']", "aria-pressed") == "true"
    assert accessible(page) == []


def test_the_school_tells_a_wrong_step_and_its_paragraph(page: Page) -> None:
    page.goto("/school")
    page.click("[data-book=commission-tiles]")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)
    page.click("[data-tag=finish-round]")
    page.wait_for_selector(".duty .verdict .lose", timeout=PATIENCE)
    assert page.locator(".duty .verdict .para").count() >= 1
    assert accessible(page) == []


@pytest.mark.parametrize("address", ["/", "/pieces", "/history", "/school"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_the_pages(page: Page, address: str, theme: str) -> None:
    page.goto(f"{address}?theme={theme}")
    page.wait_for_selector("h1")
    assert accessible(page) == []


def test_nothing_is_loaded_from_elsewhere_and_the_first_load_is_small(page: Page, floor: Server) -> None:
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.__setitem__(answer.url, len(answer.body()) if answer.ok else 0))
    page.goto("/table/commission-tiles")
    page.wait_for_selector(".app")
    assert all(url.startswith(floor.address) for url in sizes)
    assert sum(sizes.values()) < 300_000, sizes
