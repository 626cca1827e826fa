"""How it works: pictures in the library's order, hands to try, and terms that explain themselves."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from paigow.library.hands import rank
from tests.server.running import Server
from tests.web.hands import accessible
from tests.web.looking import ALONE, LOOK
from tests.web.test_phases import mount

SIDES = "left", "copy", "right"


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_how_a_game_works_is_shown_and_tried(page: Page, game: str) -> None:
    page.goto(f"/learn/how/{game}")
    page.wait_for_selector(".which")
    ladder, pairs = page.evaluate(
        """async (game) => { const { PAIRS } = await import('/learn/how.js');
        const { LADDER } = await import('/learn/ranks.js');
        return [LADDER[game].map(([pieces]) => pieces), PAIRS[game]]; }""",
        game,
    )
    # The pictures are in rank order, strongest first.
    ranks = [rank(pieces) for pieces in ladder]
    assert all(one > other for one, other in pairwise(ranks))
    # Every question is judged as the library judges it, and one of them is a copy.
    right = []
    for one, other in pairs:
        mine, theirs = rank(" ".join(one)), rank(" ".join(other))
        right.append("left" if mine > theirs else "right" if theirs > mine else "copy")
    assert set(right) == set(SIDES)
    page.focus(".answer >> nth=0")
    for number, side in enumerate(right, start=1):
        # The keys are 1, 2, and 3 in the order of the answers.
        page.keyboard.press(str(SIDES.index(side) + 1))
        expect(page.locator("#which-told")).to_contain_text(f"{number} of {number} right")
        page.keyboard.press("Enter")
    page.locator(".answer >> nth=1").click()
    expect(page.locator("#which-told")).to_contain_text("Not quite" if right[0] != "copy" else "Right")
    assert accessible(page) == []


def test_why_a_hand_is_higher_is_said_in_the_number_of_its_name(page: Page) -> None:
    page.goto("/learn/how/cards")
    page.wait_for_selector(".which")
    told = page.evaluate(
        """async (pairs) => { const { whatDecided } = await import('/pieces/names.js');
        return pairs.map((pair) => whatDecided(...pair.map((hand) => hand.split(' '))).told); }""",
        [
            ["Kc Kd 4s 4h Js", "7h 7d Qc 10s 9c"],
            ["5s 5h 5d Kc 9h", "Qs Qd 6h 6c Ah"],
            ["9s 9h Ad 7c 3h", "Ah Qd 9c 7s 4d"],
            ["As Kd", "Kh Jc"],
        ],
    )
    assert told == [
        "Kings and fours beat a pair of sevens",
        "Three fives beat queens and sixes",
        "Pair of nines beats ace-high",
        "Ace-king beats king-jack",
    ]


def test_four_tiles_are_set_by_keys_by_dragging_and_by_tapping(page: Page) -> None:
    page.goto("/learn/how/tiles")
    told = page.locator("#try-told")
    page.focus("#try [data-act=way] >> nth=0")
    page.keyboard.press("2")
    expect(told).to_have_text("High: Teen gong. Low: Three with Bon.")
    page.locator("#try .slot.high button[data-piece='2-6']").drag_to(
        page.locator("#try .slot.low button[data-piece='4-5']")
    )
    expect(told).to_have_text("High: Teen wong. Low: Two with Bon.")
    page.click("#try .slot.high button[data-piece='4-5']")
    page.click("#try .slot.low button[data-piece='2-2']")
    # 6-6 and 2-2 are 16 dots, 4-5 and 2-6 are 17: as shown, the lower hand is above.
    expect(page.locator("#try .warn")).to_be_visible()


def test_a_term_explains_itself_by_mouse_key_and_touch(page: Page) -> None:
    page.goto("/learn/how/tiles")
    term = page.locator("[data-term=copy]").first
    term.hover()
    tip = page.locator("#termtip")
    expect(tip).to_contain_text("exactly the same rank")
    assert term.get_attribute("aria-describedby") == "termtip"
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    page.focus("[data-act=go].primary >> nth=0")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.term"):
            break
    expect(tip).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open] h2")).to_have_text("High hand")
    page.keyboard.press("Escape")
    term.click()
    expect(page.locator("dialog[open] h2")).to_have_text("Copy")


def test_how_tiles_work_is_tried_by_touch_and_leads_to_the_posted_rules(
    browser: Browser, floor: Server
) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.goto("/learn/how/tiles")
    told = page.locator("#try-told")
    page.locator("#try [data-act=way]").nth(1).tap()
    expect(told).to_have_text("High: Teen gong. Low: Three with Bon.")
    page.locator("#try .slot.high button[data-piece='2-6']").tap()
    page.locator("#try .slot.low button[data-piece='4-5']").tap()
    expect(told).to_have_text("High: Teen wong. Low: Two with Bon.")
    # 10 and 9 dots are nine points, 11 and 7 are eight: the left one.
    page.locator(".answer[data-side=left]").tap()
    expect(page.locator("#which-told")).to_contain_text("1 of 1 right")
    page.locator("[data-act=another]").tap()
    page.locator("[data-term=copy]").first.tap()
    expect(page.locator("dialog[open] h2")).to_have_text("Copy")
    page.keyboard.press("Escape")
    rules = page.locator(".posted a")
    assert rules.all_inner_texts() == ["Classic tiles", "Colorado tiles"]
    rules.first.tap()
    page.wait_for_url("**/rules")
    expect(page.locator(".notice")).to_have_count(0)
    # The rules open with a table of contents, which starts with the game.
    expect(page.locator("nav a").first).to_be_visible()
    # A term leads to its explanation, by touch and by keys.
    page.locator("a.term[href='#term-copy']").first.tap()
    expect(page.locator("#term-copy")).to_be_in_viewport()
    page.go_back()
    push = page.locator("a.term[href='#term-push']").first
    push.press("Enter")
    expect(page.locator("#term-push")).to_be_in_viewport()
    assert page.evaluate("document.querySelector('b:target').textContent") == "Push."
    assert accessible(page) == []
    context.close()


def test_how_cards_work_is_tried_by_touch(browser: Browser, floor: Server) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.goto("/learn/how/cards")
    told = page.locator("#try-told")
    page.locator("#try [data-act=way]").nth(1).tap()
    expect(told).to_have_text("High: Kings and fours. Low: Ace-jack.")
    # Both fours go down, jack and ace come up; then the kings go down too, and the hand would foul.
    for up, down in (("A", "4"), ("J", "4"), ("4", "K"), ("4", "K")):
        page.locator(f"#try .slot.high button[data-piece^='{down}']").first.tap()
        page.locator(f"#try .slot.low button[data-piece^='{up}']").first.tap()
    expect(page.locator("#try .warn")).to_be_visible()
    one, other = page.evaluate("import('/learn/how.js').then(({ PAIRS }) => PAIRS.cards[0])")
    mine, theirs = rank(" ".join(one)), rank(" ".join(other))
    side = "left" if mine > theirs else "right" if theirs > mine else "copy"
    page.locator(f".answer[data-side={side}]").tap()
    expect(page.locator("#which-told")).to_contain_text("1 of 1 right")
    page.locator("[data-term=joker]").first.tap()
    expect(page.locator("dialog[open] h2")).to_have_text("Joker")
    context.close()


def test_a_finished_course_leads_on_and_can_be_repeated(page: Page) -> None:
    page.goto("/learn")
    first = page.locator(".course-card").first
    expect(first.locator(".go .primary")).to_have_text("Play your first hand")
    page.evaluate(
        """async () => { const { keepProgress, LESSONS } = await import('/learn/progress.js');
        keepProgress('tiles', { at: 1, done: LESSONS.tiles, missed: [] }); }"""
    )
    page.reload()
    expect(first).to_contain_text("Course finished")
    expect(first.locator(".go .primary")).to_have_attribute("href", "/practice?game=tiles")
    first.get_by_role("link", name="Repeat the course").press("Enter")
    expect(page.locator(".coach .eyebrow")).to_contain_text("Lesson 1 of 6", ignore_case=True)
    # The bet is placed at the table: the mark's button doesn't claim that it is done.
    expect(page.locator("[data-coach=got]")).to_have_text("Let me try")


@pytest.mark.parametrize("address", ["/learn", "/learn/how/tiles", "/learn/how/cards"])
def test_pages_for_learning_fit_a_phone_and_a_desk_in_chinese_too(page: Page, address: str) -> None:
    page.goto(address)
    for language in ("en", "zh-Hant"):
        page.wait_for_selector("h1")
        page.evaluate("(language) => localStorage.setItem('language', language)", language)
        page.reload()
        page.wait_for_selector("h1")
        for width, height in ((390, 844), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            # The page scrolls under the tabs of a phone.
            page.evaluate("document.querySelector('nav.tabs')?.remove()")
            look = page.evaluate(LOOK)
            wrong = {name: look[name] for name in ("wide", "untold", "small", "over") if look[name]}
            assert not wrong, (language, width, wrong)
        marks, alone = page.evaluate(ALONE)
        assert marks or address == "/learn"
        assert alone == [], language


def test_terms_at_a_table_explain_themselves_where_they_stand(page: Page) -> None:
    """In the dealer's script, the steps, the pay table, and the result; a click there does nothing else."""
    page.goto("/school")
    moments = mount(page, "maryland-poker-full", "Anna")
    seen: dict[str, str] = {}
    for moment in moments:
        page.evaluate("(moment) => showTo(moment)", moment)
        for place in (".script", ".steps", ".pays", ".ledger"):
            found = page.locator(f"{place} .term:visible")
            if place not in seen and found.count():
                found.first.click()
                seen[place] = page.locator("dialog[open] .gist").inner_text()
                page.keyboard.press("Escape")
    assert seen.keys() == {".script", ".steps", ".pays", ".ledger"}
    assert all(len(text) > 15 for text in seen.values())


def test_the_posted_rules_are_opened_with_chinese_headings_and_terms(browser: Browser, floor: Server) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-TW"
    )
    page = context.new_page()
    page.goto("/learn/how/tiles")
    page.locator(".posted a").first.tap()
    page.wait_for_url("**/rules?language=zh-Hant")
    expect(page.locator(".notice")).to_contain_text("館規以英文張貼")
    expect(page.locator(".notice")).to_be_in_viewport()
    expect(page.locator("nav a").first).to_have_text("擺牌")
    page.locator("a.term[href='#term-copy']").first.tap()
    expect(page.locator("#term-copy ~ .gloss")).to_contain_text("同點：")
    expect(page.locator("#term-copy ~ .gloss")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert accessible(page) == []
    # The lobby leads to the same page.
    page.goto("/")
    expect(page.locator(".rules").first).to_have_attribute("href", re.compile(r"/rules\?language=zh-Hant$"))
    context.close()
