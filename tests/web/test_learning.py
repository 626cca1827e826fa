"""The trainers in a real browser: by keys and by touch, scored by cost, remembered with an account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from paigow.library.hands import best_settings
from paigow.server.http.training import _facts
from tests.server.running import Server
from tests.web.conftest import FAILED_REQUEST
from tests.web.hands import PATIENCE, accessible
from tests.web.looking import LOOK

GONG = "6-6 2-6 2-2 4-5"
FRESH = {"box": 0, "due": 0, "asked": 1, "right": 0}


def _remembering(page: Page, *keys: str, drill: str = "set", book: str = "commission-tiles") -> None:
    """Open the trainers with these questions due, in this order."""
    page.goto("/pieces")
    page.wait_for_selector("h1")
    memory = json.dumps(
        {"cards": {key: FRESH | {"due": number} for number, key in enumerate(keys)}, "sessions": []}
    )
    page.evaluate(
        """([memory, drill, book]) => { localStorage.setItem('training', memory);
        localStorage.setItem('practice-drill', drill); localStorage.setItem('practice-book', book); }""",
        [memory, drill, book],
    )
    page.goto("/practice")
    page.wait_for_selector("#go .primary, .answer")


def _memory(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('training')"))
    return found


def test_a_setting_is_scored_by_what_it_costs_and_a_costly_way_is_not_praised(page: Page) -> None:
    _remembering(page, f"set:commission-tiles:{GONG}")
    # The house way plays Wong over Two, and so does the first split.
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".grades", timeout=PATIENCE)
    best, wong, *_ = best_settings(GONG).settings
    assert str(wong.setting) == "2-2 2-6 / 6-6 4-5"
    cost = f"{float(best.value - wong.value):.1%}"
    expect(page.locator("#grade .verdict >> nth=0")).to_contain_text(f"Your setting costs {cost} of the bet.")
    expect(page.locator("#grade .verdict >> nth=1")).to_have_text(
        "The house way makes the same costly choice."
    )
    assert page.locator("#grade .verdict .win").count() == 0
    # Figures on the page are the library's, to two decimals, with a true minus sign: every setting of a
    # hand of tiles, best first.
    settings = best_settings(GONG).settings
    assert len(settings) == 3
    assert page.locator(".grades tbody td.num").all_inner_texts() == [
        f"{float(part):.2%}".replace("-", "−")
        for each in settings
        for part in (each.value, best.value - each.value)
    ]
    assert page.locator(".grades tbody th small").all_inner_texts() == ["Best", "Yours · House way", ""]
    # What decides is how often each of them wins, pushes, and loses.
    all_deals = best.total
    assert page.locator(".grades .outcomes").evaluate_all(
        "(bars) => bars.map((bar) => bar.getAttribute('aria-label'))"
    ) == [
        f"win {each.win / all_deals:.1%}, push {each.push / all_deals:.1%}, lose {each.lose / all_deals:.1%}"
        for each in settings
    ]
    assert _memory(page)["cards"][f"set:commission-tiles:{GONG}"]["box"] == 0
    assert accessible(page) == []
    # The session ends with one sentence, what was missed, and what to train next.
    page.click("[data-act=finish]")
    expect(page.locator(".reported > h2")).to_have_text(f"You gave up {cost} a hand")
    assert page.locator(".missed li").count() == 1
    expect(page.locator(".offer h3")).to_contain_text("Train next")
    assert accessible(page) == []
    page.click("[data-act=missed]")
    page.wait_for_selector("[data-act=check]")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator("#grade .verdict >> nth=0")).to_contain_text("Your setting is the best.")
    expect(page.locator("#grade .verdict >> nth=1")).to_have_text(f"The house way here costs {cost}.")
    assert _memory(page)["cards"][f"set:commission-tiles:{GONG}"]["box"] == 1
    # One key opens the hand in the analysis.
    page.keyboard.press("a")
    expect(page.locator(".setting.best .worth b")).to_have_text(f"+{float(best.value):.4%}")


def test_a_setting_whose_values_are_late_is_scored_before_the_next_question(page: Page) -> None:
    _remembering(page, f"set:commission-tiles:{GONG}")
    late: list[bool] = []

    def without_values(route: Route) -> None:
        # The first answers come before the count is done.
        answer = route.fetch()
        late.append(len(late) < 2)
        route.fulfill(
            response=answer, json=answer.json() | ({"best": None, "values": None} if late[-1] else {})
        )

    page.route("**/api/practice/grade", without_values)
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator("#grade [role=status]")).to_contain_text("Counting what each setting is worth")
    page.evaluate("document.querySelector('#go .primary').click()")
    expect(page.locator("#question .eyebrow")).to_contain_text("1 of 20", ignore_case=True)
    expect(page.locator("#go .primary")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#grade .verdict >> nth=0")).to_contain_text("Your setting is the best.")
    assert late == [True, True, False]
    expect(page.locator("#aside")).to_contain_text("1 of 1")
    page.locator("[data-act=next]").press("Enter")
    expect(page.locator("#question .eyebrow")).to_contain_text("2 of 20", ignore_case=True)


def test_the_other_trainers_ask_judge_and_remember_by_keys(page: Page) -> None:
    """Each is answered wrong, then right: the right answer is the one that the page marks."""
    keys = {
        "tile": "tile:tiles:5-5",
        "higher": "higher:tiles:6-6 1-6|1-1 3-4",
        "start": "start:commission-tiles:9",
        "dealer": f"dealer:commission-tiles:{GONG}",
    }
    right = {"tile": "5-5", "start": "0"}
    _remembering(page, *keys.values(), drill="tile")
    for drill, key in keys.items():
        page.click(f"[data-drill={drill}]")
        expect(page.locator(f"[data-drill={drill}]")).to_have_attribute("aria-current", "true")
        if drill == "dealer":
            page.wait_for_selector("#try button.piece")
            page.keyboard.press("1")
            page.keyboard.press("Enter")
            page.wait_for_selector("[data-act=rule]")
            expect(page.locator("#question .eyebrow")).to_contain_text("1 of 20", ignore_case=True)
            # A gong or better high is the second of the way's four rules.
            page.keyboard.press(page.locator("[data-act=rule][data-value='2'] kbd").inner_text())
        elif drill == "higher":
            # Nine with the Teen against nine with the Day: the left one.
            page.wait_for_selector(".which .answer")
            page.keyboard.press("1")
        else:
            place = page.locator(f".answer[data-value='{right[drill]}'] kbd")
            page.keyboard.press(place.inner_text())
        expect(page.locator("#grade .verdict .win")).to_be_visible()
        assert _memory(page)["cards"][key]["box"] == 1, drill
    expect(page.locator("#grade")).to_contain_text("House way, rule 2:")
    expect(page.locator("#grade")).to_contain_text("If possible, make the high hand a gong or better.")
    # Knowing the dealer's move is right; copying it isn't advised if it costs something.
    best, wong, *_ = best_settings(GONG).settings
    cost = f"{float(best.value - wong.value):.1%}"
    expect(page.locator("#grade .lose")).to_have_text(
        f"Don’t copy it with your own hand: it costs {cost} of the bet."
    )
    # A trainer whose every question was right has its mark; one never asked has none.
    expect(page.locator("[data-drill=tile] .num")).to_have_text("✓")
    expect(page.locator("[data-drill=set] .num")).to_have_text("")
    page.keyboard.press("Enter")
    page.click("[data-drill=start]")
    page.wait_for_selector(".answer")
    page.click(".answer >> nth=0")
    page.wait_for_selector("#grade .verdict")
    assert page.locator(".answer.is-right").count() == 1
    # A miss removes the mark, though the question rests for a minute.
    if page.locator("#grade .verdict .lose").count():
        expect(page.locator("[data-drill=start] .num")).not_to_have_text("✓")


def test_the_game_to_train_comes_from_the_page_before_and_can_be_changed(page: Page) -> None:
    _remembering(page, "tile:tiles:5-5", drill="tile")
    # Coming from a game's page trains that game, whatever was trained last; another can be chosen.
    page.goto("/practice?game=cards")
    expect(page.locator("#book")).to_have_value("rock-island-poker")
    page.wait_for_selector("#try button.piece[data-piece], .answer")
    assert page.locator("[data-drill=tile]").count() == 0
    page.select_option("#book", "maryland-poker")
    page.wait_for_selector("[data-drill=pays]")
    page.goto("/practice")
    expect(page.locator("#book")).to_have_value("maryland-poker")


@pytest.mark.parametrize(
    ("book", "places"),
    [("commission-tiles", 8), ("rock-island-poker", 7), ("maryland-poker", 7)],
)
def test_a_total_starts_where_counting_from_the_dealer_ends(book: str, places: int) -> None:
    """The dealer is one, then positions in order, and around again: the total minus one, by the places."""
    assert _facts(book).starts == {total: (total - 1) % places for total in range(3, 19)}
    # With a Dragon's Eye button no total decides.
    assert _facts("colorado-tiles").starts == {}


def test_why_an_answer_is_right_is_told_in_the_language_of_the_page(page: Page) -> None:
    page.goto("/icon.svg")
    page.evaluate("localStorage.setItem('language', 'zh-Hant')")
    asked = {
        "pays:maryland-poker:progressive/royal flush": "累積獎：皇家同花順，小獎的 100%",
        "higher:tiles:6-6 2-2|3-3 1-5": "六點（天） 勝 二點（長三）。",
    }
    for key, told in asked.items():
        drill, book, _ = key.split(":")
        _remembering(page, key, drill=drill, book={"tiles": "commission-tiles"}.get(book, book))
        page.keyboard.press("1")
        expect(page.locator("#grade p >> nth=1")).to_have_text(told)
        page.evaluate("localStorage.removeItem('training')")


def test_what_a_wager_pays_is_asked_from_its_own_table(page: Page) -> None:
    _remembering(page, "pays:maryland-poker:insurance/nine-high", drill="pays", book="maryland-poker")
    expect(page.locator("#question h2")).to_contain_text("Nine-high")
    pays = next(row.pays for row in _facts("maryland-poker").pays if row.line == "nine-high")
    page.keyboard.press(page.locator(f".answer[data-value='{pays}'] kbd").inner_text())
    expect(page.locator("#grade .verdict .win")).to_be_visible()


def test_every_trainer_is_answered_by_touch_and_brings_back_what_was_missed(
    browser: Browser, floor: Server
) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    touched = {
        "tile": ("tile:tiles:5-5", ".answer[data-value='5-5']"),
        # Nine with the Teen against nine with the Day.
        "higher": ("higher:tiles:6-6 1-6|1-1 3-4", ".answer[data-side=left]"),
        # Nine counts once around eight places and ends at the dealer.
        "start": ("start:commission-tiles:9", ".answer[data-value='0']"),
    }
    missed, hand = "start:commission-tiles:10", f"set:commission-tiles:{GONG}"
    _remembering(page, *(key for key, _ in touched.values()), missed, hand, drill="tile")
    for drill, (key, right) in touched.items():
        page.locator(f"[data-drill={drill}]").tap()
        # The open trainer and its answer are on the screen without scrolling.
        for shown in (page.locator(f"[data-drill={drill}][aria-current]"), page.locator(right)):
            expect(shown).to_be_in_viewport()
        page.locator(right).tap()
        expect(page.locator("#grade .verdict .win")).to_be_visible()
        assert _memory(page)["cards"][key]["box"] == 1, drill
    # Ten ends at position 1, not at the dealer: a miss rests for a minute, no longer.
    page.locator("[data-act=next]").tap()
    page.locator(".answer[data-value='0']").tap()
    expect(page.locator("#grade .verdict .lose")).to_be_visible()
    card = _memory(page)["cards"][missed]
    assert (card["box"], card["right"], card["asked"]) == (0, 0, 2)
    assert card["due"] - page.evaluate("Date.now()") <= 60_000
    page.locator("[data-drill=set]").tap()
    page.locator("#try [data-act=way]").nth(1).tap()
    expect(page.locator("[data-act=check]")).to_be_in_viewport()
    page.locator("[data-act=check]").tap()
    page.wait_for_selector(".grades", timeout=PATIENCE)
    expect(page.locator("#grade .verdict >> nth=0")).to_contain_text("Your setting is the best.")
    # A costly house way is shown with the reason for showing it.
    expect(page.locator("#grade")).to_contain_text("The dealer has to set by the house way; you don’t.")
    page.locator("#grade [data-term=value]").tap()
    expect(page.locator("dialog[open] h2")).to_have_text("Value")
    page.keyboard.press("Escape")
    assert _memory(page)["cards"][hand]["box"] == 1
    page.select_option("#book", "maryland-poker")
    page.locator("[data-drill=pays]").tap()
    page.locator(".answer").first.tap()
    expect(page.locator(".answer.is-right")).to_have_count(1)
    (asked,) = (key for key in _memory(page)["cards"] if key.startswith("pays:"))
    line = asked.rpartition("/")[2]
    paid = {row.pays for row in _facts("maryland-poker").pays if row.line == line}
    assert page.locator(".answer.is-right").get_attribute("data-value") in paid
    context.close()


MERGE = """async () => { const { bounded, together } = await import('/practice/memory.js');
  const card = (asked, due) => ({ box: 1, due, asked, right: 0 });
  const session = (at) => ({ at, drill: 'set', asked: 1, right: 1, cost: 0, house: 0 });
  const both = together(
    { cards: { a: card(3, 5), b: card(1, 5) }, sessions: [session(1)] },
    { cards: { a: card(2, 9), b: card(4, 9), c: card(1, 1) }, sessions: [session(1), session(2)] });
  const many = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`k${i}`, card(1, i)]));
  const few = bounded({ cards: many, sessions: Array.from({ length: 90 }, (_, i) => session(i)) });
  return [both.cards.a.asked, both.cards.b.asked, both.cards.c.asked, both.sessions.length,
    Object.keys(few.cards).length, 'k0' in few.cards, 'k650' in few.cards, few.sessions[0].at]; }"""


def test_what_two_devices_remember_is_put_together_and_stays_small(page: Page) -> None:
    page.goto("/pieces")
    assert page.evaluate(MERGE) == [3, 4, 1, 2, 600, True, False, 30]


POST = """async (body) => (await fetch('/api/training/progress', { method: 'POST',
  headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).status"""


def test_an_account_takes_its_training_to_another_device(
    page: Page, other: Page, provoked: list[str]
) -> None:
    provoked.append(FAILED_REQUEST)
    page.goto("/pieces")
    credentials = {"name": "Trainee", "password": "one two three four"}
    join = """async ([how, credentials]) => { const answer = await fetch(`/api/${how}`, { method: 'POST',
      headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(credentials) });
      localStorage.setItem('guest', (await answer.json()).person); }"""
    page.evaluate(join, ["accounts", credentials])
    _remembering(page, "tile:tiles:5-5", drill="tile")
    expect(page.locator("#aside")).to_contain_text("Kept with your account")
    with page.expect_response("**/api/training/progress"):
        page.keyboard.press(page.locator(".answer[data-value='5-5'] kbd").inner_text())
    other.goto("/pieces")
    other.evaluate(join, ["login", credentials])
    other.goto("/practice")
    other.wait_for_selector("#go .primary, .answer")
    other.click("[data-drill=tile]")
    expect(other.locator("#aside")).to_contain_text("1 remembered here")
    # Data that is too large, or malformed, is rejected.
    many = {f"tile:tiles:{n}": FRESH for n in range(601)}
    assert other.evaluate(POST, {"cards": many, "sessions": []}) == 422
    assert other.evaluate(POST, {"cards": {"<b>": FRESH}, "sessions": []}) == 422


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_hands_of_cards_are_set_by_touch_on_a_phone(browser: Browser, floor: Server, language: str) -> None:
    context = browser.new_context(
        base_url=floor.address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        color_scheme="light",
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto("/pieces")
    page.evaluate("(language) => localStorage.setItem('language', language)", language)
    hand = "Kc Kd 4s 4h Js 8d 2c"
    _remembering(page, f"dealer:maryland-poker:{hand}", drill="dealer", book="maryland-poker")
    page.wait_for_selector("#try button.piece")
    # The first split offered has the fours low; by touch they change places with jack and eight.
    for up, down in (("4s", "Js"), ("4h", "8d")):
        page.locator(f"#try .slot.low button[data-piece='{up}']").tap()
        page.locator(f"#try .slot.high button[data-piece='{down}']").tap()
    for up, down in (("Js", "4s"), ("8d", "4h")):
        page.locator(f"#try .slot.low button[data-piece='{up}']").tap()
        page.locator(f"#try .slot.high button[data-piece='{down}']").tap()
    page.locator("[data-act=check]").tap()
    expect(page.locator("#grade .verdict .win")).to_be_visible()
    page.locator("[data-act=rule]").first.tap()
    page.wait_for_selector("[data-act=next]")
    # The page scrolls under the tabs of a phone.
    page.evaluate("document.querySelector('nav.tabs')?.remove()")
    look = page.evaluate(LOOK)
    wrong = {name: look[name] for name in ("wide", "untold", "small", "over") if look[name]}
    assert not wrong
    context.close()


NEW = """async (drill) => {
  const { nextQuestion } = await import('/practice/drills.js');
  const starts = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [n + 3, 0]));
  const scope = { book: 'b', game: 'tiles', facts: { starts, pays: [] } }, cards = {}, told = [];
  for (let n = 0; n < 16; n += 1) {
    const { key, what } = await nextQuestion(drill, scope, cards, n, told.at(-1) || '');
    cards[key] = { box: 1, due: 1e9, asked: 1, right: 1 };
    told.push(what);
  }
  return told;
}"""


@pytest.mark.parametrize("drill", ["tile", "start"])
def test_new_questions_do_not_come_in_the_order_of_their_answers(page: Page, drill: str) -> None:
    """Tiles came in their rank, and totals upward: the next answer was the last one plus one."""
    page.goto("/pieces")
    runs = [page.evaluate(NEW, drill) for _ in range(3)]
    assert all(len(set(run)) == 16 for run in runs), "each once"
    # Of 16! orders, three equal ones come up once in 10^26.
    assert len({tuple(run) for run in runs}) > 1


SESSIONS = """([book, other]) => {
  const memory = JSON.parse(localStorage.getItem('training')), hour = 3600000;
  const session = (at, book, right, cost) => (
    { at: Date.now() - at * hour, drill: 'set', book, asked: 20, right, cost, house: 0.8 });
  memory.sessions = [session(3, book, 12, 1.2), session(2, other, 20, 0), session(1, book, 14, 0.5)];
  localStorage.setItem('training', JSON.stringify(memory));
}"""


def test_a_report_shows_how_the_sessions_went_and_why_a_hand_was_missed(page: Page) -> None:
    _remembering(page, f"set:commission-tiles:{GONG}")
    page.evaluate(SESSIONS, ["commission-tiles", "maryland-poker"])
    page.reload()
    page.wait_for_selector("[data-act=check]")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".grades", timeout=PATIENCE)
    page.click("[data-act=finish]")
    expect(page.locator(".reported > .muted")).to_contain_text("1 question in 1 minute.")
    best, wong, *_ = best_settings(GONG).settings
    cost = float(best.value - wong.value)
    # The other game's session isn't among them: 1.2 / 20, 0.5 / 20, and this one.
    drawn = page.locator(".course-of")
    expect(drawn).to_have_attribute("aria-label", f"Cost per hand, last 3 sessions: 6.0%, 2.5%, {cost:.1%}")
    assert drawn.locator("circle").count() == 3
    # The house way's line is at its cost over all the hands: this one costs it as much.
    assert drawn.locator("text.house").text_content() == f"house way {(0.8 + 0.8 + cost) / 41:.1%}"
    expect(page.locator(".reported .tiles")).to_contain_text("last time 14 of 20")
    assert _memory(page)["sessions"][-1]["book"] == "commission-tiles"
    assert accessible(page) == []
    page.locator(".missed a").press("Enter")
    expect(page.locator(".setting.best .worth b")).to_have_text(f"+{float(best.value):.4%}", timeout=PATIENCE)


def test_a_guest_signs_in_beside_the_trainer(page: Page) -> None:
    _remembering(page, f"set:commission-tiles:{GONG}")
    page.locator("[data-act=signin]").press("Enter")
    dialog = page.locator("dialog[open]")
    dialog.locator("[name=name]").fill("Apprentice")
    dialog.locator("[name=password]").fill("nine tiles and a wong")
    dialog.locator("[value=accounts]").press("Enter")
    expect(page.locator("#aside")).to_contain_text("Kept with your account")
    expect(page.locator("[data-act=signin]")).to_have_count(0)
    # What was due before is due now.
    expect(page.locator(".drills [aria-current]")).to_contain_text("1 due")
