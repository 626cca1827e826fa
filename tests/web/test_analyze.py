"""The analysis page in a real browser: by keys, by touch, by link; the library's figures; nothing cut off."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from paigow import best_settings
from paigow.ranks.poker import Wheel
from tests.server.running import Server
from tests.web.conftest import FAILED_REQUEST
from tests.web.hands import PATIENCE, accessible
from tests.web.looking import LOOK

HAND = "6-6 2-2 4-5 2-6"
WHEEL = "As 2s 3d 4c 5h Kd Qs"
LEFT = "2d 3c 4h 5s 6c 7d 8s 9h 10h 10s Jc Jd Qc Kc Ac Ah"
"""With the joker all that the dealer's seven cards can come from: full of straights."""
GONE = " ".join(
    card
    for card in (rank + suit for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split() for suit in "shdc")
    if card not in f"{WHEEL} {LEFT}".split()
)


def _percent(value: float) -> str:
    return f"{'+' if value > 0 else '−'}{abs(100 * value):.4f}%"


def _figures(page: Page) -> list[tuple[str, str]]:
    rows = page.locator(".setting")
    return [
        (rows.nth(i).locator(".worth b").inner_text(), rows.nth(i).locator(".counts").inner_text())
        for i in range(rows.count())
    ]


def _expected(
    hand: str, dealer: str, *, bank: bool = False, seen: str = "", wheel: Wheel = Wheel.SECOND
) -> list[tuple[str, str]]:
    role: Literal["bank", "player"] = "bank" if bank else "player"
    found = best_settings(hand, dealer, role=role, seen=seen, wheel=wheel).settings
    return [
        (_percent(float(each.value)), f"win {each.win:,}\npush {each.push:,}\nlose {each.lose:,}")
        for each in found
    ]


def _shown(page: Page, hand: str, dealer: str, *, bank: bool = False) -> None:
    expected = _expected(hand, dealer, bank=bank)
    expect(page.locator(".setting .worth b").first).to_have_text(expected[0][0], timeout=PATIENCE)
    assert [(value, "\n".join(counts.split("\n"))) for value, counts in _figures(page)] == expected


def test_a_link_opens_a_position_and_keys_change_it(page: Page, provoked: list[str]) -> None:
    provoked.append(FAILED_REQUEST)
    waits: list[Route] = []

    def later(route: Route) -> None:
        waits.append(route)
        if len(waits) == 1:
            route.fulfill(json={"ready": False, "progress": 0.25, "result": None})
        else:
            route.continue_()

    page.route("**/api/analysis?*", later)
    page.goto("/analyze?book=commission-tiles&hand=6-6+2-2+4-5+2-6&dealer=traditional&role=bank")
    expect(page.locator(".counting")).to_contain_text("Counting: 25%")
    _shown(page, HAND, "traditional", bank=True)
    expect(page.locator("[data-role=bank]")).to_have_attribute("aria-pressed", "true")
    assert accessible(page) == []
    page.keyboard.press("/")
    expect(page.locator("#notation")).to_be_focused()
    page.keyboard.type("6-6 4-5 2-2 1-3")
    page.keyboard.press("Enter")
    _shown(page, "6-6 4-5 2-2 1-3", "traditional", bank=True)
    page.keyboard.press("Control+A")
    page.keyboard.type("6-6 6-6 6-6 1-3")
    page.keyboard.press("Enter")
    expect(page.locator(".problem")).not_to_be_empty()
    page.locator("#notation").fill("teen day 2-2 1-3")
    page.keyboard.press("Enter")
    _shown(page, "6-6 1-1 2-2 1-3", "traditional", bank=True)
    page.locator("[data-act=role][data-role=player]").focus()
    page.keyboard.press("Enter")
    _shown(page, "6-6 1-1 2-2 1-3", "traditional")
    page.fill("[data-choice=seen]", "5-5 5-5")
    page.locator("[data-choice=seen]").press("Enter")
    expect(page.locator(".heading")).to_contain_text("14,950 hands", timeout=PATIENCE)
    page.fill("[data-choice=seen]", "")
    page.locator("[data-choice=seen]").press("Enter")
    _shown(page, "6-6 1-1 2-2 1-3", "traditional")
    address = page.url
    page.reload()
    _shown(page, "6-6 1-1 2-2 1-3", "traditional")
    assert page.url == address
    assert "role=" not in address


def test_a_link_is_asked_about_at_once_and_the_page_stands_while_it_waits(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/analysis/options", hold)
    with page.expect_request("**/api/analysis?*"), page.expect_request("**/api/analysis/options"):
        page.goto("/analyze?book=commission-tiles&hand=6-6+2-2+4-5+2-6")
    # The choices aren't known yet: navigation and a progress display are already there.
    expect(page.locator("nav.pages a[aria-current=page]")).to_have_text("Analyze")
    expect(page.locator(".counting")).to_contain_text("Counting: 0%")
    assert page.locator(".setting").count() == 0
    assert len(held) == 1
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    held[0].continue_()
    _shown(page, HAND, "regulation")
    assert not [url for url in asked if "/api/analysis?" in url], "asked once"


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("6-6 2-2 4-5 2-6 1-1", "There are 5 tiles in '6-6 2-2 4-5 2-6 1-1'. 4 are needed."),
        ("6-6 6-6 6-6 2-2", "6-6 (Heaven) appears 3 times. A set has only two."),
    ],
)
def test_a_hand_that_cannot_be_is_answered_with_a_sentence(
    page: Page, provoked: list[str], hand: str, told: str
) -> None:
    provoked.append(FAILED_REQUEST)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/analysis?*", hold)
    with page.expect_request("**/api/analysis?*"):
        page.goto(f"/analyze?{urlencode({'book': 'commission-tiles', 'hand': hand})}")
    # Nothing is left to pick; only the server knows what is wrong.
    expect(page.locator("#notation")).to_have_value(hand)
    expect(page.locator(".counting")).to_be_visible()
    held[0].continue_()
    expect(page.locator(".problem")).to_have_text(told)
    expect(page.locator(".finding")).not_to_contain_text("-1")


def test_the_other_game_has_its_own_set_ways_and_hand(page: Page) -> None:
    page.goto("/analyze")
    page.wait_for_selector(".pick-tile")
    page.route("**/api/analysis?*maryland*", lambda route: route.fulfill(json={"ready": False}))
    page.select_option("[data-choice=book]", "maryland-poker")
    expect(page.locator(".pick-card")).to_have_count(53)
    expect(page.locator(".counting")).to_be_visible()
    assert accessible(page) == []


def test_why_the_best_setting_is_best_is_told_in_words_and_money(page: Page) -> None:
    page.goto("/analyze?book=commission-tiles&hand=6-6+2-2+4-5+2-6&dealer=regulation")
    page.wait_for_selector(".why", timeout=PATIENCE)
    best, after, *_ = best_settings(HAND, "regulation").settings

    def rate(count: int) -> str:
        return f"{100 * count / best.total:.1f}%"

    amount = f"${float(100 * (best.value - after.value)):.2f}"
    assert best.win > after.win
    assert best.lose > after.lose
    assert page.locator(".why p").first.inner_text() == (
        "It wins more often than the next best. That is worth more than the few extra losses. "
        f"It wins {rate(best.win)} of the time and loses {rate(best.lose)}; "
        f"Wong / Two wins {rate(after.win)} and loses {rate(after.lose)}. "
        f"For every $100.00 you bet, the difference is {amount} on average."
    )
    for term, name in (("value", "Value"), ("houseway", "House way"), ("push", "Push")):
        page.locator(f".page [data-term={term}]").first.press("Enter")
        expect(page.locator("dialog[open] h2")).to_have_text(name)
        page.keyboard.press("Escape")


def test_by_touch_a_co_bank_with_known_tiles_is_looked_into(browser: Browser, floor: Server) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/analyze?book=commission-tiles&hand=6-6+2-2+4-5+2-6")
    page.wait_for_selector(".setting", timeout=PATIENCE)
    page.locator("[data-role=co-bank]").tap()
    expect(page.locator(".finding")).to_contain_text("co-banked hand", timeout=PATIENCE)
    page.fill("[data-choice=seen]", "5-5 5-5")
    page.locator("[data-choice=seen]").press("Enter")
    # 26 tiles are left: 26 * 25 * 24 * 23 / 24 hands.
    expect(page.locator(".heading")).to_contain_text("14,950 hands", timeout=PATIENCE)
    # A co-bank's half wins, pushes, and loses like the bank, and pays the same five percent.
    assert _figures(page) == _expected(HAND, "regulation", bank=True, seen="5-5 5-5")
    page.locator("[data-act=link]").tap()
    expect(page.locator("[data-act=link]")).to_have_text("Link copied")
    address = page.url
    page.goto("/learn")
    page.goto(address)
    expect(page.locator("[data-role=co-bank]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".heading")).to_contain_text("14,950 hands", timeout=PATIENCE)
    context.close()


def test_everything_to_ask_with_fits_a_screen(page: Page) -> None:
    page.goto("/analyze?book=commission-tiles&hand=6-6+2-2+4-5+2-6")
    page.wait_for_selector(".answers summary", timeout=PATIENCE)
    assert page.locator(".choices").evaluate("(each) => each.getBoundingClientRect().bottom") <= 900
    # A rule's number is apart from its words.
    page.locator(".answers summary").first.press("Enter")
    told = page.locator(".answers details p").first.inner_text()
    assert re.search(r"rule \w+: [A-Z]", told), told


def test_a_wheel_chosen_by_keys_changes_the_figures_as_the_library_has_them(page: Page) -> None:
    # 53 cards less seven held and 29 seen: 17 for the dealer's seven.
    assert len(GONE.split()) == 29
    expected = {each: _expected(WHEEL, "foxwoods", seen=GONE, wheel=each) for each in Wheel}
    # Where ace to five is the lowest straight and not the second best, holding it is worth less.
    assert expected[Wheel.SECOND][0] != expected[Wheel.LOWEST][0]
    asked = {"book": "rock-island-poker", "hand": WHEEL, "dealer": "foxwoods", "seen": GONE}
    page.goto(f"/analyze?{urlencode(asked)}")
    wheel = page.locator("[data-choice=wheel]")
    for key, chosen in (("", Wheel.SECOND), ("ArrowDown", Wheel.LOWEST), ("ArrowUp", Wheel.SECOND)):
        if key:
            wheel.focus()
            page.keyboard.press(key)
        expect(wheel).to_have_value(chosen.value)
        best = page.locator(".setting .worth b").first
        expect(best).to_have_text(expected[chosen][0][0], timeout=4 * PATIENCE)
        expect(page.locator(".heading")).to_contain_text("19,448 hands")
        shown = _figures(page)
        assert len(shown) == 6
        assert shown == expected[chosen][:6]
        assert ("wheel=lowest" in page.url) == (chosen is Wheel.LOWEST)


@pytest.mark.parametrize(("theme", "locale"), [("dark", "en-US"), ("light", "zh-TW")])
def test_on_a_phone_tiles_are_tapped_together_in_a_sheet(
    browser: Browser, floor: Server, theme: str, locale: str
) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, locale=locale
    )
    page = context.new_page()
    page.goto(f"/analyze?book=commission-tiles&theme={theme}")
    page.wait_for_selector(".setting", timeout=PATIENCE)
    page.locator("[data-act=clear]").tap()
    expect(page.locator(".setting")).to_have_count(0)
    page.locator("[data-k=change]").tap()
    # The first of each: Teen, Bon, Red Nine, Flat Eight.
    for place in (0, 12, 23, 25):
        page.locator(f"[data-place='{place}']").tap()
    page.locator("[data-k=done]").tap()
    page.wait_for_selector(".setting", timeout=PATIENCE)
    assert page.locator(".setting .worth b").all_inner_texts() == [
        value for value, _ in _expected(HAND, "regulation")
    ]
    look = page.evaluate(LOOK)
    assert not look["wide"]
    assert look["untold"] == [], look
    assert look["small"] == [], look
    assert accessible(page) == []
    context.close()
