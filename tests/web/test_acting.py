"""What a seat can do besides the cards and tiles: drag, clear, repeat, tip, add words, pause, cut, leave."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.rules import rule
from tests.server.running import Server
from tests.web.hands import (
    BUTTONS,
    KEYS,
    PATIENCE,
    asked,
    bet_on,
    cents,
    finish_round,
    own_table,
    phase,
    play_round,
    play_until,
    sit_down,
)

Pieces = list[str]


def _half(page: Page, half: str) -> Pieces:
    pieces: Pieces = page.eval_on_selector_all(
        f".slot.{half} button.piece", "(all) => all.map((each) => each.dataset.piece)"
    )
    return pieces


def _middle(page: Page, half: str, nth: int) -> tuple[float, float]:
    box = page.locator(f".slot.{half} button.piece").nth(nth).bounding_box()
    assert box is not None
    # Cards of a hand overlap: only the corner of each is visible.
    return box["x"] + 14, box["y"] + 34


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


@pytest.mark.parametrize("book", ["commission-tiles", "maryland-poker"])
def test_a_piece_is_dragged_to_the_other_hand(page: Page, book: str) -> None:
    own_table(page, f"{book}-full", bots=0)
    sit_down(page)
    play_until(page, "set", BUTTONS)
    high, low = _half(page, "high"), _half(page, "low")
    _drag(page, _middle(page, "high", 0), _middle(page, "low", 1))
    assert sorted(_half(page, "high")) == sorted([low[1], *high[1:]])
    assert sorted(_half(page, "low")) == sorted([low[0], high[0]])
    # It wasn't a tap: nothing is picked up; and a piece dropped elsewhere goes back.
    assert page.locator(".piece[aria-pressed=true]").count() == 0
    changed = _half(page, "high")
    _drag(page, _middle(page, "high", 0), (5, 400))
    assert _half(page, "high") == changed
    # Enter is for the main button, not for the dragged piece: a foul needs confirmation.
    page.keyboard.press("Enter")
    if page.locator("[data-act=setfoul]").count():
        page.click("[data-act=setfoul]")
    page.wait_for_selector(".app:not(.set)", timeout=PATIENCE)
    assert "set" not in finish_round(page, BUTTONS).asked


def test_a_piece_is_dragged_by_touch(browser: Browser, floor: Server) -> None:
    phone: ViewportSize = {"width": 390, "height": 844}
    context = browser.new_context(base_url=floor.address, viewport=phone, has_touch=True, is_mobile=True)
    page = context.new_page()
    own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    play_until(page, "set", BUTTONS)
    high, low = _half(page, "high"), _half(page, "low")
    (x, y), (to_x, to_y) = _middle(page, "high", 1), _middle(page, "low", 0)
    finger = context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [(x, y)]),
        ("touchMove", [((x + to_x) / 2, (y + to_y) / 2)]),
        ("touchMove", [(to_x, to_y)]),
        ("touchEnd", []),
    ):
        touched = [{"x": left, "y": top} for left, top in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
    page.wait_for_selector(f".slot.low [data-piece='{high[1]}']")
    assert sorted(_half(page, "high")) == sorted([high[0], low[0]])
    context.close()


@pytest.mark.parametrize("keys", [True, False], ids=["keys", "mouse"])
def test_bets_are_cleared_and_repeated(page: Page, keys: bool) -> None:
    # Another player has bet by then: only this seat keeps the bets open.
    own_table(page, "colorado-tiles-full", bots=1)
    sit_down(page)
    play_until(page, "bet", BUTTONS)
    bet_on(page, "main", "double")
    page.keyboard.press("c") if keys else page.click("[data-act=clear]")
    page.wait_for_selector(".held .none")
    bet_on(page, "main", "even")
    page.keyboard.press("Enter") if keys else page.click("[data-act=ready]")
    first = finish_round(page, BUTTONS)
    page.keyboard.press("r") if keys else page.click("[data-act=same]")
    again = finish_round(page, BUTTONS)
    for played in (first, again):
        assert set(played.wagers) - {"Commission"} == {"Even", "Pai Gow"}


ROUND = "Number(document.querySelector('.topbar .muted.num').textContent.match(/\\d+/)[0])"
ASKED_ELSE = """() => ['pass', 'nocut', 'style', 'shake', 'keep'].find((act) =>
  document.querySelector(`#page [data-act=${act}]:not([aria-disabled=true])`)) || ''"""


def test_what_is_asked_for_in_advance_is_done_until_it_is_switched_off(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    both = [page.get_by_role("switch", name=name) for name in ("Repeat my bets", "Set the house way for me")]
    # Neither is shown before the first hand.
    play_until(page, "bet", BUTTONS)
    assert [switch.count() for switch in both] == [0, 0]
    play_round(page, BUTTONS)
    BUTTONS["result"](page)
    play_until(page, "bet", BUTTONS)
    bet_on(page, "main")
    for switch in both:
        switch.click()
        expect(switch).to_be_checked()
    page.click("[data-act=ready]")
    first = page.evaluate(ROUND)
    # Bets and settings are never clicked here, only what else is asked. Before a surrender, which the table
    # waits for, both are turned off again.
    now = ""
    while page.evaluate(ROUND) < first + 3 or now != "keep":
        if now:
            page.evaluate("(act) => document.querySelector(`#page [data-act=${act}]`)?.click()", now)
        now = str(page.wait_for_function(ASKED_ELSE, timeout=PATIENCE).json_value())
    for switch in both:
        switch.click()
    finish_round(page, BUTTONS)
    assert {"bet", "set"} <= set(play_round(page, BUTTONS).asked)
    person = page.evaluate("localStorage.guest")
    rounds = page.request.get(f"/api/tables/{table}/rounds").json()["rounds"]
    played = [each["round"] for each in rounds if person in each["net"]]
    assert {first + 1, first + 2} <= set(played), rounds


HEARD = """() => {
  window.heard = [];
  const region = document.querySelector('.app [data-region=spoken]');
  new MutationObserver(() => window.heard.push(region.textContent)).observe(region, { childList: true });
}"""


def test_a_round_in_a_few_keys_and_every_happening_said(page: Page) -> None:
    """The same bets again, set as shown, keep the hand, continue: no more keys than questions."""
    own_table(page, "commission-tiles-full", bots=0)
    sit_down(page, keys=True)
    play_round(page, KEYS)
    page.evaluate(HEARD)
    pressed: list[str] = []
    page.keyboard.press("r")
    while (now := asked(page)) != "result":
        KEYS[now](page)
        pressed.append(now)
    assert len(pressed) <= 5, pressed
    heard: list[str] = page.evaluate("window.heard")
    said = " ".join(heard)
    for happening in ("You bet $25.00", "No more bets", "shows", "The total is"):
        assert happening in said, said
    assert not [text for text in heard if not text.strip() or "&" in text or "⟨" in text or "~" in text]


@rule("R57")
def test_a_tip_rides_on_the_hand_and_is_the_dealers(page: Page) -> None:
    own_table(page, "colorado-tiles-full", bots=0)
    sit_down(page)
    play_until(page, "bet", BUTTONS)
    bet_on(page, "main")
    page.click("[data-act=menu]")
    page.click("dialog [data-act=tip][data-cents='500']")
    page.wait_for_selector(".held [data-kind=tip]")
    played = finish_round(page, BUTTONS)
    assert "Tip" in played.wagers
    before, after = played.chips.removeprefix("Chips ").split(" → ")
    assert cents(after) - cents(before) == cents(played.net)


@rule("R60")
def test_words_of_ones_own_are_mixed_into_the_seed_and_verified(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    play_until(page, "bet", BUTTONS)
    page.keyboard.press("l")
    page.fill("dialog #own-words", "eight stacks, one river")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]", state="hidden")
    page.wait_for_selector(".railbox[aria-busy=false]", timeout=PATIENCE)
    page.click("[data-act=menu]")
    page.wait_for_selector("dialog #own-words")
    assert page.input_value("dialog #own-words") == "eight stacks, one river"
    page.keyboard.press("Escape")
    finish_round(page, BUTTONS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    page.goto(f"/round/{table}/1")
    page.click("[data-act=verify]")
    page.wait_for_selector("dialog .proof", timeout=PATIENCE)
    assert "eight stacks, one river" in page.inner_text("dialog[open]")
    assert page.locator("dialog[open] .lose").count() == 0


def test_who_sits_out_is_not_waited_for_and_who_leaves_is_paid(page: Page) -> None:
    own_table(page, "commission-tiles-full", bots=1)
    before = _wallet(page)
    sit_down(page)
    # What is on the table is no longer in the wallet.
    bought = cents(page.inner_text(".topbar .purse b"))
    page.click("[data-act=menu]")
    expect(page.get_by_role("dialog")).to_contain_text(f"${(before - bought) / 100:,.2f} in your wallet")
    page.click("dialog [data-cents='50000']")
    page.keyboard.press("Escape")
    expect(page.locator(".topbar .purse b")).to_have_text(f"${(bought + 50_000) / 100:,.2f}")
    # Chips that were bought aren't won.
    evening = page.locator(".side dt", has_text="This evening").locator("+ dd")
    expect(evening).to_contain_text("=")
    play_round(page, BUTTONS)
    purse = _purse(page)
    rounds = page.inner_text(".topbar .muted.num")
    BUTTONS["result"](page)
    page.click("[data-act=menu]")
    page.click("dialog [data-act=sitout]")
    # The bot plays on alone: the table doesn't wait for this seat's bets.
    page.wait_for_function(
        "(before) => document.querySelector('.topbar .muted.num').textContent !== before", arg=rounds
    )
    page.keyboard.press("l")
    page.click("dialog [data-act=leave]")
    page.wait_for_selector(".app.watch", timeout=PATIENCE)
    page.wait_for_function(
        "async (purse) => (await (await fetch('/api/session')).json()).wallet === purse", arg=purse
    )
    assert phase(page) == "watch"
    # Nor are chips lost that returned to the wallet.
    won = purse - before
    sign = "+" if won > 0 else "−" if won < 0 else "="
    expect(evening).to_contain_text(f"{sign}{abs(won) / 100:,.2f}" if won else sign)
    # The lobby shows what came back, without a reload.
    page.click(".topbar a[href='/']")
    expect(page.locator(".floor-card").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".topbar .purse b")).to_have_text(f"${purse / 100:,.2f}")


def _wallet(page: Page) -> int:
    wallet: int = page.evaluate("async () => (await (await fetch('/api/session')).json()).wallet")
    return wallet


def _purse(page: Page) -> int:
    """Everything this player has, in the wallet and at the table."""
    held = cents(page.inner_text(".topbar .purse b"))
    return held + _wallet(page)


@rule("maryland-poker 5.E")
@pytest.mark.parametrize("keys", [True, False], ids=["keys", "mouse"])
def test_a_player_cuts_the_cards(page: Page, keys: bool) -> None:
    own_table(page, "maryland-poker-plain", bots=0)
    sit_down(page)
    play_until(page, "cutcards", BUTTONS)
    page.fill("input.slider", "31")
    assert "31" in page.inner_text(".then")
    if keys:
        page.locator("h1").click()
        page.keyboard.press("Enter")
    else:
        page.click("[data-act=docutcards]")
    page.wait_for_selector(".app:not(.cutcards)", timeout=PATIENCE)
    assert "31" in page.inner_text(".side .script")
