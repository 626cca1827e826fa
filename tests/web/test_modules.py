"""The browser's own arithmetic against the program's: ranks, deliveries, draws, seals."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from paigow.material.cards import parse_cards
from paigow.material.hands import Setting
from paigow.material.tiles import FACES, parse_tiles
from paigow.ranks.poker import Wheel, is_fouled, rank_five_cards, rank_two_cards
from paigow.ranks.tiles import rank_two_tiles
from paigow.server.http.pages import (
    LANGUAGES,
    catalog,
    catalog_file,
    part_texts,
    slimmed,
    text_parts,
)
from paigow.table.deal.delivery import STYLES, deal_order
from paigow.table.game import ALL_CARDS
from paigow.web import STATIC
from tests.rules import rule
from tests.vectors import load_rounds, load_vectors

GAP = re.compile(r"\{(\w+)\}")


def test_all_hands_of_two_tiles_stand_in_the_same_order(page: Page) -> None:
    pairs = [
        (str(one), str(other))
        for one, other in combinations_with_replacement(FACES, 2)
        if one is not other or one.copies == 2
    ]
    page.goto("/pieces")
    keys = page.evaluate(
        "async (pairs) => pairs.map((await import('/pieces/names.js')).rankTiles)",
        pairs,
    )
    ours = [rank_two_tiles(parse_tiles(" ".join(pair))).strength for pair in pairs]
    theirs = [tuple(key) for key in keys]
    places = {key: place for place, key in enumerate(sorted(set(theirs)))}
    assert [places[key] for key in theirs] == ours


def test_hands_of_cards_stand_in_the_same_order_and_foul_alike(page: Page) -> None:
    random = Random(7)
    hands = [random.sample(ALL_CARDS, 7) for _ in range(1500)]
    page.goto("/pieces")
    found = page.evaluate(
        """async (hands) => { const names = await import('/pieces/names.js');
        return hands.map((hand) => { const low = hand.slice(0, 2), high = hand.slice(2);
          const five = names.rankFive(high), two = names.rankTwo(low);
          return [five.category, five.ranks, two.category, two.ranks, names.fouled(low, high)]; }); }""",
        hands,
    )
    for hand, (category, ranks, low_category, low_ranks, fouled) in zip(hands, found, strict=True):
        low, high = parse_cards(" ".join(hand[:2])), parse_cards(" ".join(hand[2:]))
        five, two = rank_five_cards(high, Wheel.SECOND), rank_two_cards(low)
        assert (category, tuple(ranks)) == (five.category, five.ranks), hand
        assert (low_category, tuple(low_ranks)) == (two.category, two.ranks), hand
        assert fouled == is_fouled(Setting(low, high), Wheel.SECOND), hand


@rule("commission-tiles 8(k)")
def test_styles_of_delivery_are_drawn_as_they_are_dealt(page: Page) -> None:
    stacks = tuple(tuple(f"{stack}/{depth}" for depth in range(4)) for stack in range(8))
    page.goto("/pieces")
    found = page.evaluate(
        "async (styles) => styles.map((await import('/pieces/delivery.js')).turns)",
        list(STYLES),
    )
    for style, turns in zip(STYLES, found, strict=True):
        drawn = [{f"{stack}/{depth}" for stack, depth in four} for four in turns]
        assert drawn == [set(four) for four in deal_order(stacks, style)], style


@rule("R60")
def test_the_browser_draws_from_a_seed_what_the_shared_vectors_say(page: Page) -> None:
    vectors = load_vectors()
    page.goto("/pieces")
    found = page.evaluate(
        """async (vectors) => { const draws = await import('/rounds/draws.js');
        const key = (each) => draws.bytes(each.key);
        const all = (list, make) => Promise.all(list.map(make));
        return {
          seals: await all(vectors.seals, (each) => draws.commitment(each.seed)),
          mixes: await all(vectors.mixes, async (each) =>
            draws.hexOf(await draws.mixed(each.seed, each.words))),
          streams: await all(vectors.streams, (each) => draws.drawn(key(each), each.label, each.bounds)),
          orders: await all(vectors.orders, (each) =>
            draws.shuffled(key(each), each.label, each.pieces === 'tiles' ? draws.TILES : draws.CARDS)),
          dice: await all(vectors.dice, (each) => draws.dice(key(each), each.label)),
          numbers: await all(vectors.numbers, (each) =>
            draws.between(key(each), each.label, each.first, each.last)),
          rounds: await all(vectors.rounds, draws.checkRound) }; }""",
        vectors,
    )
    expected = {"seals": "commitment", "mixes": "key", "streams": "draws", "orders": "order", "dice": "dice"}
    for name, field in {**expected, "numbers": "number"}.items():
        assert found[name] == [each[field] for each in vectors[name]], name
    drawn = {"tiles": ["seal", "order", "dice"], "cards": ["seal", "order", "cut", "start"]}
    for vector, findings in zip(vectors["rounds"], found["rounds"], strict=True):
        assert [each["what"] for each in findings] == drawn[vector["game"]]
        assert all(each["same"] for each in findings), findings


SECOND = {
    "tiles": ["seal", "exposed", "word", "order", "dice"],
    "cards": ["seal", "word", "order", "cut", "start"],
}


@rule("R95", "R96", "R97", "R98")
def test_the_browser_mixes_and_draws_rounds_as_the_shared_vectors_say(page: Page) -> None:
    page.goto("/pieces")
    for vector in load_rounds():
        findings = _checked(page, vector)
        assert findings[0]["what"] == "seal"
        assert {each["what"] for each in findings} <= set(SECOND[vector["game"]])
        draws = sum("draw" in step["event"] for step in vector["steps"])
        assert sum(each["what"] not in ("seal", "word", "cut") for each in findings) >= draws - 1
        assert all(each["same"] for each in findings), findings


@rule("R95", "R96", "R97", "R98")
def test_the_browser_finds_a_word_a_beacon_or_a_draw_that_was_changed(page: Page) -> None:
    page.goto("/pieces")
    *_, vector = load_rounds()
    tag = {step["event"]["event"]: step["event"] for step in vector["steps"]}
    for change in ("word", "salt"):
        tag["word-opened"][change], was = tag["word-opened"][change][::-1], tag["word-opened"][change]
        assert not all(each["same"] for each in _checked(page, vector)), change
        tag["word-opened"][change] = was
    tag["order-fixed"]["draw"] = 2
    wrong = [each["what"] for each in _checked(page, vector) if not each["same"]]
    assert wrong == ["order"]


def _checked(page: Page, vector: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "async (round) => (await import('/rounds/draws.js')).checkRound(round)", vector
    )
    return found


@rule("R60")
def test_the_browser_finds_what_does_not_follow_from_the_seed(page: Page) -> None:
    page.goto("/pieces")
    for vector in load_vectors()["rounds"]:
        vector["sealed"] = "0" * 64
        for step in vector["steps"]:
            event = step["event"]
            for field, change in CHANGES.items():
                if field in event:
                    event[field] = change(event[field])
        findings = page.evaluate(
            "async (round) => (await import('/rounds/draws.js')).checkRound(round)",
            json.loads(json.dumps(vector)),
        )
        assert len(findings) > 2
        assert not any(each["same"] for each in findings), findings


CHANGES: dict[str, Callable[[Any], Any]] = {
    "order": lambda order: [order[1], order[0], *order[2:]],
    "dice": lambda dice: [dice[0] % 6 + 1, *dice[1:]],
    "depth": lambda depth: depth + 1,
    "number": lambda number: number % 7 + 1,
}


def test_catalogues_have_the_same_texts() -> None:
    english, *others = (catalog(name) for name in LANGUAGES)
    for texts in others:
        assert english.keys() - texts.keys() == set()
        assert texts.keys() - english.keys() == set()


@pytest.mark.parametrize("part", text_parts())
def test_a_part_has_the_same_texts_in_every_language(part: str) -> None:
    english, *others = (part_texts(part, name) for name in LANGUAGES)
    assert not english.keys() & catalog("en").keys()
    for texts in others:
        assert english.keys() == texts.keys()
        assert all(set(GAP.findall(text)) <= set(GAP.findall(english[key])) for key, text in texts.items())
        assert all(text.strip() for text in texts.values())


def test_no_module_is_long_and_all_together_load_quickly() -> None:
    scripts = sorted(STATIC.rglob("*.js"))
    assert all(len(path.read_text("utf-8").splitlines()) <= 400 for path in scripts)
    # Pages other than the table load what else they need when they are opened.
    first = re.findall(r'(?:href|src)="/([\w/-]+\.(?:js|css))"', (STATIC / "index.html").read_text("utf-8"))
    loaded = [slimmed((STATIC / name).read_bytes()) for name in (*first, "index.html")]
    # What a person waits for is the transfer size, where files are compressed one by one.
    assert sum(len(gzip.compress(file)) for file in (*loaded, catalog_file("en"))) < 120_000


def test_comments_and_indentation_stay_on_the_server_and_everything_else_is_sent() -> None:
    kept = b"const url = 'http://a/*b*/'; // kept\n/** @type {number} */ let n;\nf(`/* kept */`);\n"
    source = b"/**\n * @param {string} text\n */\n" + kept + b"  // gone\n/* gone */\n  g(' a  b');\n"
    assert slimmed(source) == b"\n\n\n" + kept + b"\n\ng(' a  b');\n"
    sheet = b"/* gone */\na { color: red; /* kept */ }\n"
    assert slimmed(sheet) == b"\na { color: red; /* kept */ }\n"


def test_sheets_that_come_later_do_not_touch_the_table() -> None:
    """A sheet stays once its page has loaded it, and the table's classes are its game and phase."""
    first = re.findall(r"/styles/([\w-]+\.css)", (STATIC / "index.html").read_text(encoding="utf-8"))
    phase = re.compile(r"(?m)^\s*\.(?:app|bet|set|wait|watch|result|tiles|cards|offline)(?![\w-])[^{]*[{,]")
    found = {
        path.name: phase.findall(path.read_text(encoding="utf-8"))
        for path in sorted((STATIC / "styles").glob("*.css"))
        if path.name not in first
    }
    assert {name: selectors for name, selectors in found.items() if selectors} == {}
