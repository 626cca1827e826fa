"""Drills in a real browser: each form of answer, right and wrong; what was missed comes again."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from paigow.school.drills import drill
from paigow.school.tasks import Drill
from tests.web.hands import PATIENCE, accessible

BOOK = "commission-tiles"


def _asked(page: Page) -> Drill:
    """The drill on the page, by its seed."""
    asked = page.locator("#task h2[data-seed]")
    asked.wait_for(timeout=PATIENCE)
    kind, seed = asked.get_attribute("data-kind") or "", asked.get_attribute("data-seed") or ""
    return drill(BOOK, kind, seed)


def _low(pieces: list[str], low: list[str], *, right: bool) -> tuple[int, int]:
    """The places of the two low tiles, or of one of them and another."""
    first = pieces.index(low[0])
    others = (place for place in range(len(pieces)) if place != first)
    return first, next(place for place in others if (pieces[place] == low[1]) is right)


def _say(page: Page, found: Drill, *, right: bool) -> None:
    task, answer = found.task, found.solution.answer
    match task.form:
        case "cents":
            page.fill("#said", f"{(answer if right else answer + 1) / 100:.2f}")
        case "number":
            page.fill("#said", str(answer if right else answer + 1))
        case "place":
            page.click(f"[data-act=answer][data-value='{answer if right else (answer + 1) % 8}']")
        case "choice":
            said = answer if right else next(each for each in task.choices if each != answer)
            page.click(f"""[data-act=answer][data-value='"{said}"']""")
        case "stacks":
            stacks = answer if right else [number for number in range(1, 9) if number not in answer]
            for number in stacks:
                page.click(f".stacks [data-value='{number}']")
        case "low":
            for place in _low(list(task.hands[0].pieces), answer, right=right):
                page.click(f".chosen-pieces [data-value='{place}']")
    if task.form in ("cents", "number", "stacks", "low"):
        page.click(".answer [data-k=say]")


def test_an_answer_with_too_little_chosen_says_what_is_missing(page: Page) -> None:
    page.goto(f"/school?drill={BOOK}&only=house-way")
    _asked(page)
    page.click(".chosen-pieces [data-value='0']")
    page.click(".answer [data-k=say]")
    expect(page.locator("#task .lose")).to_have_text("Choose the two that go low.")
    page.click(".chosen-pieces [data-value='1']")
    expect(page.locator("#task .lose")).to_have_text("")
    page.click(".answer [data-k=say]")
    expect(page.locator("#task .verdict")).to_be_visible()


def test_answers_are_judged_by_the_rules_and_what_was_missed_comes_again(page: Page) -> None:
    for kind in ("pay", "shakes", "count", "call", "delivery"):
        page.goto(f"/school?drill={BOOK}&only={kind}")
        for right in (False, True):
            found = _asked(page)
            _say(page, found, right=right)
            verdict = page.locator("#task .verdict")
            expect(verdict).to_have_attribute("data-right", str(right).lower())
            expect(page.locator("#task .right")).to_be_visible()
            cites = page.locator("#task .cites .para").all_inner_texts()
            assert cites == list(found.solution.cites[:6])
            page.keyboard.press("Enter")
            expect(verdict).to_have_count(0)
    # Of two kinds, the missed one comes again before a known one is repeated.
    page.evaluate("localStorage.clear()")
    page.goto(f"/school?drill={BOOK}&only=shakes&only=house-way")
    kinds = []
    for right in (False, True, True):
        found = _asked(page)
        kinds.append(page.get_attribute("#task h2", "data-kind"))
        _say(page, found, right=right)
        expect(page.locator("#task .verdict")).to_have_attribute("data-right", str(right).lower())
        page.keyboard.press("Enter")
        expect(page.locator("#task .verdict")).to_have_count(0)
    assert kinds == ["shakes", "house-way", "shakes"]
    kept = page.evaluate(f"JSON.parse(localStorage.getItem('drills/{BOOK}'))")
    assert (kept["shakes"]["asked"], kept["shakes"]["right"]) == (2, 1)
    # A single procedure with one click, and all of them again with another.
    page.get_by_role("button", name="Only this: Counting dice to a place").click()
    expect(page.locator("#task h2")).to_have_attribute("data-kind", "count")
    expect(page.locator("#kinds :checked")).to_have_count(1)
    page.click("#kinds [data-only='']")
    expect(page.locator("#kinds [data-kind]:not(:checked)")).to_have_count(0)


def test_what_is_missed_rests_for_a_minute_and_what_is_known_ever_longer(page: Page) -> None:
    page.goto("/pieces")
    found = page.evaluate(
        """async () => { const { noted, nextOf, standing } = await import('/shared/spacing.js');
        let cards = {}; const rests = [];
        for (const right of [true, true, true, false]) {
          cards = noted(cards, 'a', right, 0); rests.push(cards.a.due / 60000);
        }
        const known = noted(noted(noted({}, 'a', true, 0), 'a', true, 0), 'a', true, 0);
        return { rests, fresh: nextOf(cards, ['a', 'b'], 1000, ''), due: nextOf(cards, ['a', 'b'], 61000, ''),
          other: nextOf(cards, ['a', 'b'], 61000, 'a'), only: nextOf(cards, ['a'], 0, 'a'),
          standing: [standing(undefined), standing(cards.a), standing(known.a)] }; }"""
    )
    day = 24 * 60
    assert found == {
        "rests": [10, day, 3 * day, 1],
        "fresh": "b",
        "due": "a",
        "other": "b",
        "only": "a",
        "standing": ["new", "learning", "known"],
    }


def test_drills_and_lessons_fit_a_phone_and_lessons_are_found_again(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for kind in ("call", "house-way", "delivery", "center"):
        page.goto(f"/school?drill={BOOK}&only={kind}")
        _asked(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, kind
        assert accessible(page) == [], kind
    page.goto("/school")
    page.click(f"[data-book={BOOK}]")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)
    for act in ("hint", "drill"):
        box = page.locator(f"[data-act={act}]").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844, act
    lesson = page.url
    page.goto("/school")
    page.click(".homework a")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)
    assert page.url == lesson
