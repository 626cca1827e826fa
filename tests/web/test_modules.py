"""The browser's own arithmetic beside the program's: ranks, deliveries, draws, seals."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

from playwright.sync_api import Page

from paigow.material.cards import parse_cards
from paigow.material.settings import Setting
from paigow.material.shuffling import dice_from, shuffled
from paigow.material.tiles import FACES, parse_tiles
from paigow.ranks.poker import Wheel, is_fouled, rank_five_cards, rank_two_cards
from paigow.ranks.tiles import rank_two_tiles
from paigow.table.alone.chance import seed_from
from paigow.table.deal.sealing import commitment_to, mixed
from paigow.table.deal.styles import STYLES, deal_order
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.web import STATIC
from tests.rules import rule

LANGUAGES = ("en", "zh-Hant", "zh-Hans")


def test_all_hands_of_two_tiles_stand_in_the_same_order(page: Page) -> None:
    pairs = [
        (str(one), str(other))
        for one, other in combinations_with_replacement(FACES, 2)
        if one is not other or one.copies == 2
    ]
    page.goto("/pieces")
    keys = page.evaluate(
        "async (pairs) => { const { rankTiles } = await import('/names.js'); return pairs.map(rankTiles); }",
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
        """async (hands) => { const names = await import('/names.js');
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
        "async (styles) => { const { turns } = await import('/delivery.js'); return styles.map(turns); }",
        list(STYLES),
    )
    for style, turns in zip(STYLES, found, strict=True):
        drawn = [{f"{stack}/{depth}" for stack, depth in four} for four in turns]
        assert drawn == [set(four) for four in deal_order(stacks, style)], style


@rule("R60")
def test_the_browser_draws_from_a_seed_what_the_server_drew(page: Page) -> None:
    seed, words = seed_from("browser"), [("Anna", "sieben"), ("Mei", "九")]
    key = mixed(seed, words)
    page.goto("/pieces")
    found = page.evaluate(
        """async ([seed, words]) => { const draws = await import('/draws.js');
        const key = await draws.mixed(seed, words);
        return { seal: await draws.commitment(seed), key: draws.hexOf(key),
          tiles: await draws.shuffled(key, '17/order', draws.TILES),
          cards: await draws.shuffled(key, '18/order', draws.CARDS),
          dice: await draws.dice(key, '19/dice') }; }""",
        [seed.hex(), words],
    )
    assert found["seal"] == commitment_to(seed)
    assert found["key"] == key.hex()
    assert tuple(found["tiles"]) == shuffled(key, "17/order", ALL_TILES)
    assert tuple(found["cards"]) == shuffled(key, "18/order", ALL_CARDS)
    assert tuple(found["dice"]) == dice_from(key, "19/dice").values


def test_catalogues_have_the_same_texts() -> None:
    english, *others = (json.loads((STATIC / f"texts/{name}.json").read_text("utf-8")) for name in LANGUAGES)
    for texts in others:
        assert english.keys() - texts.keys() == set()
        assert {key for key in texts.keys() - english.keys() if not key.startswith("event.")} == set()


def test_no_module_is_long_and_all_together_load_quickly() -> None:
    scripts = sorted(STATIC.glob("*.js"))
    assert all(len(path.read_text("utf-8").splitlines()) <= 400 for path in scripts)
    loaded = [*scripts, *STATIC.glob("*.css"), STATIC / "index.html", STATIC / "texts/en.json"]
    assert sum(path.stat().st_size for path in loaded) < 300_000, Path.cwd()
