"""The workshop in a real browser: written, marked, proven, priced, compared, saved, and used at a table."""

from __future__ import annotations

import re

import pytest
from lark import Token
from playwright.sync_api import Browser, Page, Route, expect

from paigow.houseways import HouseWay
from paigow.houseways.checking import compare_ways
from paigow.houseways.grammar import parse_tree
from paigow.houseways.library import built_in_ways, load_built_in
from paigow.houseways.plain import plain_rules
from paigow.odds.counting import Role
from paigow.odds.counting.way_cost import tile_cost
from tests.rules import rule
from tests.server.running import Server
from tests.web.conftest import FAILED_REQUEST
from tests.web.hands import PATIENCE, accessible
from tests.web.looking import LOOK

LONG = 4 * PATIENCE
KINDS = {"LABEL": "label", "STRING": "string", "TILE": "tile", "TILE_KIND": "kind"}


def test_words_are_colored_as_the_grammar_reads_them(page: Page) -> None:
    """The tokens of the language itself in every built-in way, against the browser's tokenizer."""
    tokens = {
        (str(token), str(token.type))
        for each in built_in_ways()
        for token in parse_tree(str(load_built_in(each.name))).scan_values(
            lambda node: isinstance(node, Token)
        )
        if token.type in KINDS and not str(token).isdigit() and " " not in str(token).strip('"')
    }
    page.goto("/pieces")
    words = sorted(tokens)
    found = page.evaluate(
        """async (words) => { const { kindOfToken } = await import('/workshop/highlighting.js');
        return words.map(([word, type]) => kindOfToken(word, type === 'LABEL')); }""",
        words,
    )
    assert [(word, kind) for (word, _), kind in zip(words, found, strict=True)] == [
        (word, KINDS[kind]) for word, kind in words
    ]


@rule("R4")
def test_a_way_is_written_proven_priced_compared_and_kept(page: Page) -> None:
    page.goto("/workshop")
    way = load_built_in("traditional")
    cost = tile_cost(way, way, Role.PLAYER, 6)
    expect(page.locator(".ws-check")).to_contain_text("All 35,960 hands", timeout=LONG)
    facts = page.locator(".ws-facts dd")
    expect(facts.first).to_have_text(f"{float(-100 * cost.value):.4f}%", timeout=LONG)
    assert facts.nth(2).inner_text() == f"{float(100 * cost.cost):.4f}%"
    assert page.locator(".ws-dear li b").all_inner_texts() == [
        f"{float(100 * hand.loss):.2f}%" for hand in cost.hands
    ]
    dearest = max(cost.rules, key=lambda part: part.cost)
    assert f"{float(100 * dearest.cost):.3f}" in page.inner_text(".ws-gutter")
    expect(page.locator(".ws-card")).to_contain_text("Traditional, a house way for tiles")
    # The rules in words, each with a hand that it decides.
    page.locator(".ws-check summary").press("Enter")
    expect(page.locator(".ws-words li").first).to_contain_text(
        "If the hand has two pairs, keep both pairs together."
    )
    expect(page.locator(".ws-words li a").first).to_have_attribute("href", re.compile("hand="))
    assert accessible(page) == []
    # An error: where it is, what is allowed, fixed with one click.
    area = page.locator("#way")
    area.focus()
    area.fill(str(way).replace('"Traditional"', '"Evening"').replace("two pairs", "two piars"))
    expect(page.locator(".ws-error")).to_contain_text("'piars' can't go here", timeout=LONG)
    expect(page.locator(".ws-text .wrong")).to_have_text("piars")
    expect(page.locator("[data-act=table]")).to_have_attribute("aria-disabled", "true")
    page.locator("[data-act=fix]").press("Enter")
    expect(page.locator(".ws-error")).to_contain_text("Margin", timeout=LONG)
    page.select_option("[data-other]", "regulation")
    _differences_are_told_hand_by_hand(page)
    with page.expect_download() as saved:
        page.locator("[data-act=export]").press("Enter")
    assert saved.value.suggested_filename == "evening.way"
    assert saved.value.path().read_text("utf-8").startswith('way "Evening"')
    page.reload()
    expect(page.locator(".ws-card")).to_contain_text("Evening", timeout=LONG)
    table = page.locator("[data-act=table]:not([aria-disabled])")
    table.wait_for(timeout=LONG)
    table.press("Enter")
    page.wait_for_selector(".app", timeout=LONG)
    name = page.url.split("/table/")[1].split("?")[0]
    assert page.request.get(f"/api/tables/{name}").json()["house_way"] == "own.way"
    assert 'way "Evening"' in page.request.get(f"/api/tables/{name}/submission").text()


def _differences_are_told_hand_by_hand(page: Page) -> None:
    """As many as the library finds; each with both rules in words, and their settings of one hand."""
    way, other = load_built_in("traditional"), load_built_in("regulation")
    found = compare_ways(way, other)
    hands = sum(each.hands for each in found)
    expect(page.locator(".ws-compare")).to_contain_text(
        f"{hands:,} of 35,960 hands are set differently ({hands / 35_960:.1%})", timeout=LONG
    )
    page.locator("[data-act=more]").press("Enter")
    rows = page.locator(".ws-differ li")
    expect(rows).to_have_count(len(found))
    for row, each in zip(rows.all(), found, strict=True):
        told = row.inner_text()
        assert f"{each.hands:,} hands, such as" in told
        for spoken in (each.first, each.second):
            assert plain_rules(spoken)["en"] in told
        pieces = row.locator(".feltbox svg")
        expect(pieces).to_have_count(4)
        drawn = pieces.evaluate_all("(found) => found.map((each) => each.getAttribute('aria-label'))")
        assert len(set(drawn)) > 2, "both ways drew the same setting"


def test_on_a_phone_a_way_is_mended_compared_saved_and_used_by_touch(browser: Browser, floor: Server) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/workshop")
    expect(page.locator(".ws-check")).to_contain_text("All 35,960 hands", timeout=LONG)
    page.locator("#way").tap()
    text = str(load_built_in("regulation")).replace("when", "wehn", 1)
    page.locator("#way").fill(re.sub('^way "[^"]*"', 'way "Thumb"', text))
    page.locator("[data-act=fix]").tap(timeout=LONG)
    expect(page.locator(".ws-error")).to_contain_text("Margin", timeout=LONG)
    # The card is printed from the current text.
    expect(page.locator(".ws-card")).to_contain_text("Thumb, a house way for tiles", timeout=LONG)
    page.wait_for_selector(".ws-facts", timeout=LONG)
    page.select_option("[data-other]", "traditional")
    page.locator("[data-act=more]").tap(timeout=LONG)
    page.locator(".ws-check summary").tap()
    expect(page.locator(".ws-words li").first).to_be_visible()
    with page.expect_download() as saved:
        page.locator("[data-act=export]").tap()
    assert saved.value.suggested_filename == "thumb.way"
    assert str(HouseWay.parse(saved.value.path().read_text("utf-8"))).startswith('way "Thumb"')
    page.locator("[data-act=table]:not([aria-disabled])").tap(timeout=LONG)
    page.wait_for_url("**/table/*", timeout=LONG)
    context.close()


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_way_is_begun_from_nothing_with_phrases_to_write_rules(page: Page, game: str) -> None:
    page.goto("/workshop")
    page.select_option("[data-open]", f"new:{game}")
    area = page.locator("#way")
    expect(area).to_have_value(re.compile(rf'^way "My way"\ngame {game}\n'))
    began = area.input_value()
    assert HouseWay.parse(began).game.value == game
    if game == "tiles":
        expect(page.locator(".ws-check")).to_contain_text("Every rule is used.", timeout=LONG)
    expect(page.locator("[data-open]")).to_contain_text("My way")
    page.locator(".ws-help summary").press("Enter")
    assert accessible(page) == []
    for word, rest in (("when", " play the best low"), ("play", "")):
        buttons = page.locator(f".ws-phrases [data-k^=insert-{word}]")
        phrases = buttons.evaluate_all("(all) => all.map((each) => each.dataset.words)")
        assert len(phrases) >= 6
        before = "1 when" if word == "when" else "1 when two pairs play"
        for phrase in phrases:
            HouseWay.parse(
                f'way "Test"\ngame {game}\n{before} {phrase}{rest}\n'
                "2 otherwise play the best low\nfinally the best low, then the best high\n"
            )
    # A phrase goes to the cursor, apart from the word before it.
    area.evaluate(
        "(each) => each.setSelectionRange(each.value.indexOf('1  when') + 7, each.value.indexOf(' play'))"
    )
    page.locator(".ws-phrases button").first.press("Enter")
    expect(area).to_be_focused()
    phrase = page.locator(".ws-phrases button").first.inner_text()
    expect(area).to_have_value(re.compile(rf"1  when {re.escape(phrase)} play "))


def test_a_text_is_kept_while_it_cannot_be_read_and_its_title_is_typed(page: Page) -> None:
    page.goto("/workshop")
    page.select_option("[data-open]", "new:tiles")
    kept = page.locator("[data-open] optgroup").nth(1).locator("option")
    expect(kept).to_have_text(["My way"])
    area = page.locator("#way")
    # Each time the title can be read it is kept, and the one before is not.
    for title in ("E", "Ev", "Evening"):
        area.fill(area.input_value().replace(re.findall('way "(.*?)"', area.input_value())[0], title, 1))
        expect(kept).to_have_text([title])
    area.fill(area.input_value() + "3b when")
    expect(page.locator(".ws-at")).to_have_text("Line 9, column 1:")
    page.locator(".ws-at").press("Enter")
    assert area.evaluate("(each) => each.value.slice(each.selectionStart)") == "3b when"
    page.reload()
    expect(area).to_have_value(re.compile("3b when$"))
    # The title's draft is deleted by a second press.
    page.select_option("[data-open]", "mine:Evening")
    expect(page.locator(".ws-error")).to_contain_text("Margin", timeout=LONG)
    delete = page.locator("[data-act=remove]")
    delete.press("Enter")
    expect(delete).to_have_text("Press again to delete")
    expect(kept).to_have_text(["Evening"])
    delete.press("Enter")
    expect(kept).to_have_count(0)
    expect(delete).to_have_count(0)
    expect(area).to_have_value(re.compile('^way "Traditional"'))


def test_a_text_that_is_too_long_is_answered_with_a_sentence(page: Page, provoked: list[str]) -> None:
    provoked.append(FAILED_REQUEST)
    page.goto("/workshop")
    error = page.locator(".ws-error")
    use = page.locator("[data-act=table]")
    expect(use).not_to_have_attribute("aria-disabled", "true", timeout=LONG)
    # A browser takes seconds to type as much: it is set as a paste does.
    write = """(area, lines) => { area.value += '9z when two pairs  play the pairs\\n'.repeat(lines);
        area.dispatchEvent(new Event('input', { bubbles: true })); }"""
    page.locator("#way").evaluate(write, 1)
    expect(error).to_contain_text("Line")
    page.locator("#way").evaluate(write, 3_000)
    expect(error).to_have_text("The request is too large. At most 65,536 bytes are read.")
    expect(error.locator(".ws-at")).to_have_count(0)
    expect(use).to_have_attribute("aria-disabled", "true")
    assert page.locator(".ws-gutter .wrong").count() == 0


def test_a_way_for_cards_is_checked_in_the_background_and_priced_on_request(page: Page) -> None:
    far: list[Route] = []

    def counting(route: Route) -> None:
        far.append(route)
        route.fulfill(json={"ready": False, "progress": 0.3, "result": None})

    page.route("**/api/workshop/check", counting)
    page.goto("/workshop")
    page.select_option("[data-open]", "foxwoods")
    expect(page.locator(".ws-card")).to_contain_text("a house way for cards", timeout=LONG)
    expect(page.locator(".ws-check progress")).to_have_attribute("value", "0.3")
    page.unroute("**/api/workshop/check")
    # C(53, 7) hands, each set by one rule; nothing is priced until requested.
    expect(page.locator(".ws-check")).to_contain_text("All 154,143,080 hands", timeout=LONG)
    assert page.locator(".ws-facts").count() == 0
    page.route("**/api/workshop/cost", counting)
    with page.expect_request("**/api/workshop/cost"):
        page.locator("[data-act=count]").press("Enter")
    expect(page.locator(".ws-check progress")).to_have_attribute("value", "0.3")


def test_on_a_phone_another_way_is_opened_by_touch(browser: Browser, floor: Server) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-TW"
    )
    page = context.new_page()
    page.goto("/workshop?theme=light")
    page.wait_for_selector(".ws-facts", timeout=LONG)
    page.select_option("[data-open]", "regulation")
    expect(page.locator(".ws-card")).to_contain_text("default way", timeout=LONG)
    page.locator("nav.also a[aria-current]").tap()
    page.wait_for_selector(".ws-facts", timeout=LONG)
    look = page.evaluate(LOOK)
    assert not look["wide"]
    assert look["untold"] == look["small"] == [], look
    assert accessible(page) == []
    context.close()
