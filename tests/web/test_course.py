"""The guided first hands in a real browser: by keys on a desktop and by touch on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Server
from tests.web.hands import accessible
from tests.web.looking import LOOK

COACH = ".coach:not([hidden])"
# Where the mark is over the hand it explains.
COVERED = """() => {
  const mark = document.querySelector('.coach').getBoundingClientRect();
  return [...document.querySelectorAll('button.piece, .ways button, .act button')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && each.checkVisibility({ visibilityProperty: true }) && mark.left < box.right &&
      box.left < mark.right && mark.top < box.bottom && box.top < mark.bottom;
  }).length;
}"""
# How many times the dice total is shown outside the mark that explains it.
DICE_TOLD = """() => {
  const mark = document.querySelector('.coach').getBoundingClientRect();
  return [...document.querySelectorAll('svg text')].filter((each) => {
    const box = each.getBoundingClientRect();
    return each.textContent.startsWith('Total 6') && box.width && (mark.left >= box.right ||
      box.left >= mark.right || mark.top >= box.bottom || box.top >= mark.bottom);
  }).length;
}"""
# Which of the other two players the mark covers.
HIDDEN = """() => {
  const mark = document.querySelector('.coach').getBoundingClientRect();
  const plates = [...document.querySelectorAll('.felt svg text')].filter((each) => {
    const { width } = each.getBoundingClientRect();
    return width && ['Ana', 'Ben'].includes(each.textContent.trim());
  });
  const free = plates.filter((each) => {
    const box = each.getBoundingClientRect();
    return mark.left >= box.right || box.left >= mark.right || mark.top >= box.bottom ||
      box.top >= mark.bottom;
  });
  return ['Ana', 'Ben'].filter((name) => !free.some((each) => each.textContent.trim() === name));
}"""
# Whether the mark covers the learner's own plate, or the chips above it.
OWN_COVERED = """() => {
  const mark = document.querySelector('.coach').getBoundingClientRect();
  const own = document.querySelector('.felt [data-own]').getBoundingClientRect();
  return mark.left < own.right && own.left < mark.right;
}"""
# What is written on the felt under the collapsed mark, the button that restores a tip.
UNDER = """() => {
  const mark = document.querySelector('.coach.folded').getBoundingClientRect();
  return [...document.querySelectorAll('.felt text')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && mark.left < box.right && box.left < mark.right && mark.top < box.bottom &&
      box.top < mark.bottom;
  }).map((each) => each.textContent);
}"""
AFTER = {"tiles": "win win push push win bank".split(), "cards": "win push win win push bank".split()}
TITLES = {
    "win": "You won both hands",
    "push": "One hand each: push",
    "bank": "You won as the banker",
}


def _title(page: Page) -> str:
    return page.locator("#coach-title").inner_text()


def _bet(page: Page, advance: str) -> None:
    """Place the bet of the first lesson by hand."""
    if advance == "keys":
        expect(page.locator("[data-act=ready]")).to_have_attribute("aria-disabled", "true")
        # Done without a bet ends nothing, and says why.
        page.keyboard.press("Enter")
        expect(page.locator(".toast")).to_have_text("You have no bets down.")
        expect(page.locator("[data-act=ready]")).to_contain_text("Done")
        # A hundred is placed, taken back, and twenty-five placed instead.
        for keys, staked in (("4b", "$100.00 in play"), ("c", ""), ("3b", "$25.00 in play")):
            for key in keys:
                page.keyboard.press(key)
            if staked:
                expect(page.locator(".mine")).to_contain_text(staked)
            else:
                expect(page.locator(".mine")).not_to_contain_text("in play")
        page.keyboard.press("Enter")
        return
    page.locator(".chipbtn[data-cents='2500']").tap()
    page.locator("[data-act=bet][data-kind=main]:visible").first.tap()
    # A placed bet can be taken back with a thumb.
    back = page.locator("[data-act=takeback]").bounding_box()
    assert back is not None
    assert min(back["width"], back["height"]) >= 36
    page.locator("[data-act=ready]").tap()


def _explained(page: Page, advance: str) -> None:
    """Read the marks of a lesson until the hand is free."""
    page.wait_for_selector(COACH)
    if page.locator(".chiprow").count():
        assert page.evaluate(COVERED) == 0
        page.locator("[data-coach=got]").press("Enter")
        page.wait_for_selector(".coach.folded")
        assert page.evaluate(UNDER) == []
        _bet(page, advance)
        page.wait_for_selector("[data-coach=got]")
    for _ in range(4):
        assert page.evaluate(COVERED) == 0
        assert page.evaluate("document.activeElement.closest('.coach') !== null")
        if _title(page).startswith("The dice"):
            assert page.evaluate(DICE_TOLD) > 0
        # A desktop has room for the mark next to the players it mentions; a phone doesn't.
        if _title(page).startswith("You’re the banker") and advance == "keys":
            assert page.evaluate(HIDDEN) == []
        if advance == "keys":
            page.keyboard.press("Enter")
        else:
            page.locator("[data-coach=got]").tap()
        page.wait_for_selector("button.piece")
        if not page.locator("#coach-title:visible").count():
            assert page.evaluate(UNDER) == []
            return
    raise AssertionError("the marks have no end")


def test_the_tiles_course_is_walked_by_keys_from_the_first_bet_to_a_table(page: Page) -> None:
    page.goto("/learn/tiles")
    # The first split offered, except in the second lesson, whose second split wins.
    keys = {2: "2"}
    for number, after in enumerate(AFTER["tiles"], start=1):
        expect(page.locator(".coach .eyebrow")).to_contain_text(f"Lesson {number} of 6", ignore_case=True)
        _explained(page, "keys")
        page.keyboard.press(keys.get(number, "1"))
        page.keyboard.press("Enter")
        page.wait_for_selector(".settle")
        page.wait_for_selector("[data-coach=repeat]")
        assert _title(page) == TITLES[after], number
        if number == 3:
            expect(page.locator(".duel footer").last).to_contain_text("A copy goes to the dealer")
        if number == 1:
            # What the mark says is what the table paid, and every term in it can be looked up.
            assert "+$23.75" in page.inner_text(".paid header")
            assert "$23.75" in page.inner_text("#coach-text")
            assert accessible(page) == []
            page.focus(".coach .term")
            page.keyboard.press("Enter")
            expect(page.locator("dialog[open] .gist")).to_contain_text("5%")
            page.keyboard.press("Escape")
            page.focus(".coach .primary")
        page.keyboard.press("Enter")
    # Winnings carry over: three wins of 23.75 and the bank's 47.50 on 1,000, two pushes nothing.
    assert "$1,118.75" in page.inner_text(".purse")
    expect(page.locator("#coach-title")).to_have_text("You can play now")
    assert "surrender" in page.inner_text("#coach-text")
    assert page.locator(".lessons .done").count() == 6
    page.click("[data-coach=finish]")
    page.wait_for_url("**/table/*")


def test_the_cards_course_is_walked_by_keys_from_the_first_bet_to_a_table(page: Page) -> None:
    page.goto("/learn/cards")
    for number, after in enumerate(AFTER["cards"], start=1):
        expect(page.locator(".coach .eyebrow")).to_contain_text(f"Lesson {number} of 6", ignore_case=True)
        _explained(page, "keys")
        # The first split offered, after another one was looked at.
        for key, at in (("2", 1), ("1", 0)):
            page.keyboard.press(key)
            expect(page.locator("[data-act=way]").nth(at)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-coach=repeat]")
        assert _title(page) == TITLES[after], number
        page.keyboard.press("Enter")
    # As at tiles: three wins of 23.75 and the bank's 47.50 on 1,000, two pushes nothing.
    expect(page.locator("#coach-title")).to_have_text("You can play now")
    assert "$1,118.75" in page.inner_text(".purse")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


def test_what_is_said_after_a_lesson_fits_the_split_that_was_set(page: Page) -> None:
    page.goto("/learn/tiles?lesson=4")
    # 6-6 and 2-2 make 6 and 2-6 and 4-5 make 7; the dealer's 4-6 and 3-6 make 9, 1-5 and 2-5 make 3.
    for key, mark, said in (("3", "↻", "7 lost to the dealer’s 9"), ("1", "↻", "the stronger high hand")):
        _explained(page, "keys")
        page.keyboard.press(key)
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-coach=repeat]")
        assert _title(page) == TITLES["push"]
        assert said in page.inner_text("#coach-text")
        # A win was possible: the lesson is played, not yet right.
        expect(page.locator("[data-act=lesson][data-n='4'] i")).to_have_text(mark)
        page.click("[data-coach=repeat]")
        expect(page.locator("#coach-title")).to_have_text("Teen and Day love eights and nines")
    _explained(page, "keys")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-coach=repeat]")
    assert "the rules the dealer must set by" in page.inner_text("#coach-text")
    expect(page.locator("[data-act=lesson][data-n='4'] i")).to_have_text("✓")
    # A real table's buttons for the next round don't belong in a lesson.
    assert page.locator("[data-act=same], [data-act=change], [data-act=verify]").count() == 0
    # All tiles in order are one click away where the order is taught.
    page.click("[data-act=lesson][data-n='3']")
    page.click("[data-coach=ranks]")
    names = page.locator("dialog[open] .singles li").all_inner_texts()
    assert len(names) == 17
    assert names[0] == "Teen 6-6"
    assert names[-1] == "Gee Joon three 1-2"
    assert accessible(page) == []


def test_a_course_is_skipped_resumed_and_repeated(page: Page) -> None:
    page.goto("/learn/tiles?lesson=4")
    _explained(page, "keys")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-coach=repeat]")
    assert _title(page) == TITLES["win"]
    page.click("[data-coach=repeat]")
    # Escape asks first, whatever comes up meanwhile, and a second one goes back to the mark.
    page.keyboard.press("Escape")
    expect(page.locator("#coach-title")).to_have_text("Leave the course?")
    page.wait_for_selector("button.piece")
    assert _title(page) == "Leave the course?"
    page.keyboard.press("Escape")
    expect(page.locator("#coach-title")).to_have_text("Teen and Day love eights and nines")
    expect(page.locator(".coach .eyebrow")).to_contain_text("Lesson 4 of 6", ignore_case=True)
    page.keyboard.press("Escape")
    page.click("[data-coach=skip]")
    page.wait_for_url("**/learn")
    page.click("a[href='/learn/tiles']")
    expect(page.locator(".coach .eyebrow")).to_contain_text("Lesson 4 of 6", ignore_case=True)
    page.click("[data-act=lesson][data-n='6']")
    expect(page.locator(".coach .eyebrow")).to_contain_text("Lesson 6 of 6", ignore_case=True)


def test_the_tiles_course_is_walked_by_touch_on_a_phone(browser: Browser, floor: Server) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="light"
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto("/learn/tiles")
    for number, after in enumerate(AFTER["tiles"], start=1):
        expect(page.locator(".coach .eyebrow")).to_contain_text(f"Lesson {number} of 6", ignore_case=True)
        _explained(page, "touch")
        ways = page.locator("[data-act=way]")
        if number == 2:
            # 1-3 and 5-6 make 5 and are the low hand of the split that wins: 4-5 is tapped up, 5-6 down.
            page.locator(".slot.low button.piece[data-piece='4-5']").tap()
            page.locator(".slot.high button.piece[data-piece='5-6']").tap()
            expect(ways.nth(1)).to_have_attribute("aria-pressed", "true")
        else:
            ways.last.tap()
            expect(ways.last).to_have_attribute("aria-pressed", "true")
            ways.first.tap()
            expect(ways.first).to_have_attribute("aria-pressed", "true")
        page.locator("[data-act=set]").tap()
        page.wait_for_selector("[data-coach=repeat]")
        assert _title(page) == TITLES[after], number
        look = page.evaluate(LOOK)
        assert not look["untold"], look
        assert not look["wide"]
        page.locator(".coach .primary").tap()
    # As by keys: three wins of 23.75 and the bank's 47.50 on 1,000.
    expect(page.locator("#coach-title")).to_have_text("You can play now")
    assert "$1,118.75" in page.inner_text(".purse")
    page.locator("[data-coach=finish]").tap()
    page.wait_for_url("**/table/*")
    context.close()


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_cards_course_is_walked_by_touch_on_a_phone(
    browser: Browser, floor: Server, language: str
) -> None:
    context = browser.new_context(
        base_url=floor.address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        color_scheme="light",
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto("/learn/cards")
    page.wait_for_selector(COACH)
    page.evaluate("(language) => localStorage.setItem('language', language)", language)
    page.reload()
    for number, after in enumerate(AFTER["cards"], start=1):
        _explained(page, "touch")
        if number == 1:
            # Both kings down: that would foul, and the page says so before anything is set.
            for _ in range(2):
                page.locator(".slot.high button.piece[data-piece^=K]").first.tap()
                page.locator(".slot.low button.piece:not([data-piece^=K])").first.tap()
            page.wait_for_selector(".warn")
            for _ in range(2):
                page.locator(".slot.low button.piece[data-piece^=K]").first.tap()
                page.locator(".slot.high button.piece:not([data-piece^=K])").first.tap()
        # A banker gets no advice.
        if number < 6:
            page.locator("[data-act=houseway]").tap()
        page.locator("[data-act=set]").tap()
        page.wait_for_selector("[data-coach=repeat]")
        if language == "en":
            assert _title(page) == TITLES[after], number
        look = page.evaluate(LOOK)
        assert not look["untold"], look
        assert not look["wide"]
        if number == 6:
            # The dealer and both players by name.
            assert page.locator(".others li > span:first-child").all_inner_texts()[1:] == ["Ana", "Ben"]
            assert page.locator(".others li").count() == 3
            # Each with its cards, five and two.
            drawn = page.locator(".others .pieces svg")
            assert drawn.count() == 6
            told = drawn.nth(2).get_attribute("aria-label") or ""
            assert len(told.split(", ")) == 5
            page.locator(".coach .primary").tap()
            page.wait_for_selector("[data-coach=finish]")
        page.locator(".coach .primary").tap()
    page.wait_for_url("**/table/*")
    context.close()


PLAYED = """async (played) => {
  const { keepProgress, LESSONS } = await import('/learn/progress.js');
  for (const [game, n] of Object.entries(played))
    keepProgress(game, { at: n, done: LESSONS[game].slice(0, n), missed: [] });
}"""


def test_the_lobby_offers_what_comes_after_the_lessons_that_were_played(page: Page) -> None:
    page.goto("/")
    doors = page.locator(".welcome .go a")
    heading = page.locator("#welcome")
    offered = [
        ({}, "Play your first hand", ["/learn/tiles", "/learn/cards"]),
        ({"tiles": 1}, "Keep learning", ["/learn/tiles", "/learn/cards"]),
        ({"tiles": 6}, "Keep learning", ["/practice?game=tiles", "/learn/cards"]),
        ({"tiles": 6, "cards": 6}, "Keep training", ["/practice?game=tiles", "/practice?game=cards"]),
    ]
    for played, said, addresses in offered:
        page.evaluate(PLAYED, played)
        page.reload()
        expect(heading).to_have_text(said)
        assert doors.evaluate_all("all => all.map((each) => each.getAttribute('href'))") == addresses
        assert accessible(page) == []


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_on_a_desktop_the_marks_leave_the_learners_own_seat_in_view(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    for lesson in range(1, 6):
        page.goto(f"/learn/{game}?lesson={lesson}")
        page.wait_for_selector(f"{COACH} .primary")
        page.wait_for_function(f"() => !({OWN_COVERED})()")
        assert page.evaluate(COVERED) == 0


def test_on_an_upright_tablet_the_mark_keeps_its_width_and_clear_of_the_edges(page: Page) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto("/learn/tiles?lesson=3")
    page.wait_for_selector(f"{COACH} .primary")
    mark = page.locator(".coach").bounding_box()
    assert mark is not None
    assert 300 < mark["width"] <= 528
    assert 12 <= mark["x"] <= 820 - 12 - mark["width"]
    assert page.evaluate(COVERED) == 0
    page.goto("/learn/tiles?lesson=6")
    page.wait_for_selector(f"{COACH} .primary")
    assert page.evaluate(HIDDEN) == []
