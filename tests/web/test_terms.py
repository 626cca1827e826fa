"""Every glossary term explains itself on the pages where it occurs: by mouse, by keys, by touch."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from paigow.server.http.pages import part_texts
from tests.server.running import Server
from tests.web.hands import BUTTONS, PATIENCE, finish_round, own_table, sit_down

HAND = "book=commission-tiles&hand=6-6+2-2+4-5+2-6"
# The page, and what is there once it is completely drawn.
PAGES = {
    "/": ".foot .term",
    "/learn": "h1",
    "/learn/how/tiles": ".which",
    "/learn/how/cards": ".which",
    "/practice": "#go .primary, .answer",
    f"/analyze?{HAND}": ".aside table",
    f"/analyze?{HAND}&role=co-bank": ".aside table",
    "/odds?table=commission-tiles": ".wagers button",
    "/workshop": ".ws-dear",
    "/history": "h1",
    "/settings": "h1",
}
# Words that stand on a page and are not explained there. What is pressed does what it says: a button or a
# link is no place for a second button. A hand's own name and what is noted beside it are explained by its own
# window.
UNEXPLAINED = """(words) => {
  const apart = '.sr, select, svg, pre, textarea, code, button, a, nav, summary, .slot header';
  const seen = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const page = document.querySelector('#page');
  const explained = new Set([...page.querySelectorAll('[data-term]')].filter(seen).map(({ dataset }) =>
    dataset.term));
  const named = [...page.querySelectorAll('.named')].filter(seen).map(({ textContent }) => textContent);
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (texts.nextNode()) {
    const { nodeValue: text, parentElement: at } = texts.currentNode;
    if (!seen(at) || at.closest(apart)) continue;
    for (const [id, source] of words) {
      const word = new RegExp(source, 'i');
      if (word.test(text) && !explained.has(id) && !named.some((each) => word.test(each)))
        found.add(`${id}: ${text.trim()}`);
    }
  }
  return [...found];
}"""


# A card's rank is the same word in Chinese as the points of tiles; the names of bets explain themselves.
ANOTHER_SENSE = ("張點數相同", "Pair Fortunes.")


def _words(language: str) -> list[tuple[str, str]]:
    """Each term that is found by its words, and their pattern; letters need word boundaries."""
    texts = part_texts("terms", language)
    found = [
        (key.removeprefix("terms.").removesuffix(".words"), words)
        for key, words in texts.items()
        if key.endswith(".words") and words != "-"
    ]
    return [(id_, rf"(?<![\\w-])(?:{words})(?![\\w-])" if words.isascii() else words) for id_, words in found]


def _played(page: Page) -> str:
    """A round of my own to look back at."""
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    finish_round(page, BUTTONS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    return f"/round/{table}/1"


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_no_word_of_the_glossary_stands_unexplained(page: Page, language: str) -> None:
    page.goto("/pieces")
    page.evaluate(
        "(language) => { for (const game of ['tiles', 'cards']) localStorage.setItem(`learn-${game}`, '{}');"
        " localStorage.setItem('language', language); }",
        language,
    )
    replay = _played(page)
    words = _words(language)
    assert len(words) > 20
    found: dict[str, list[str]] = {}
    for address, there in {**PAGES, replay: ".decided li .btn"}.items():
        page.goto(address)
        page.locator(there).first.wait_for(timeout=4 * PATIENCE)
        left: list[str] = page.evaluate(UNEXPLAINED, words)
        if left := [each for each in left if not each.endswith(ANOTHER_SENSE)]:
            found[address] = left
    assert not found, json.dumps(found, ensure_ascii=False, indent=1)


def _terms(page: Page) -> list[str]:
    shown: list[str] = page.locator("#page [data-term]:visible").evaluate_all(
        "(all) => [...new Set(all.map(({ dataset }) => dataset.term))]"
    )
    return shown


ADDRESSES = [
    "/learn/how/tiles",
    "/learn/how/cards",
    f"/analyze?{HAND}&role=co-bank",
    "/odds?table=colorado-tiles",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_each_term_is_explained_by_mouse_and_by_keys(page: Page, address: str) -> None:
    texts = part_texts("terms", "en")
    page.goto(address)
    page.locator(PAGES.get(address, ".wagers button")).first.wait_for(timeout=4 * PATIENCE)
    terms = _terms(page)
    assert len(terms) >= 5
    for id_ in terms:
        term = page.locator(f"#page [data-term='{id_}']:visible").first
        term.hover()
        expect(page.locator("#termtip")).to_have_text(texts[f"terms.{id_}.text"])
        term.press("Enter")
        expect(page.locator("dialog[open] .gist")).to_have_text(texts[f"terms.{id_}.text"])
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.fixture
def phone(browser: Browser, floor: Server) -> BrowserContext:
    return browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, locale="en-US"
    )


@pytest.mark.parametrize("address", ADDRESSES)
def test_each_term_is_explained_by_touch(phone: BrowserContext, address: str) -> None:
    texts = part_texts("terms", "en")
    page = phone.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator(PAGES.get(address, ".wagers button")).first.wait_for(timeout=4 * PATIENCE)
    for id_ in _terms(page):
        page.locator(f"#page [data-term='{id_}']:visible").first.tap()
        expect(page.locator("dialog[open] .gist")).to_have_text(texts[f"terms.{id_}.text"])
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    phone.close()
