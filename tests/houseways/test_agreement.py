"""The compiled form against the plain one: every tile hand, and common, rare, and foul-prone card hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from paigow.houseways import HouseWay, kernels, load_way, poker_hands
from paigow.houseways.arrays import Answers, answer
from paigow.houseways.blocks import SHAPE_CODES, CardBlock
from paigow.houseways.compiled import compile_way
from paigow.houseways.poker import Possible
from paigow.houseways.setting import decide
from paigow.material.cards import CARDS, Card
from paigow.material.game import Game
from paigow.ranks.classes import card_hand_classes, tile_hand_classes
from paigow.ranks.poker import Order, Wheel, Wild, card_settings
from paigow.ranks.tiles import tile_settings
from tests.houseways.pieces import HERE, names_of
from tests.rules import rule

Rows = npt.NDArray[np.uint8]
COMMON = 100
SOME = 12
"""This many hands of a kind that isn't rare."""
RARE, RARE_IN_PROOFS = 350, 3_000
"""Kinds of hands with at most this many classes are tried in full."""
MANY = 25_000


@pytest.mark.parametrize("name", names_of(Game.TILES))
def test_every_tile_hand(name: str) -> None:
    way = load_way(name)
    compiled = compile_way(way)
    for place, (hand, _) in enumerate(tile_hand_classes()):
        decision = decide(way, hand)
        assert tile_settings(hand)[compiled.choice[place]] == decision.setting, hand
        assert way.rules[compiled.rule[place]] is decision.rule, hand


@cache
def sample(rare: int = RARE) -> Rows:
    """Random classes, and some or all of every kind: a shape, with or without joker and made hand."""
    classes = card_hand_classes()
    random = np.random.default_rng(2608)
    chosen = [random.choice(len(classes), COMMON, replace=False)]
    chosen += [
        rows if len(rows) <= rare else random.choice(rows, SOME, replace=False)
        for rows in kinds_of_hands(classes.cards, random)
    ]
    return classes.cards[np.unique(np.concatenate(chosen))]


def kinds_of_hands(cards: Rows, random: np.random.Generator) -> Iterator[npt.NDArray[np.int64]]:
    """The rows of each kind; of kinds with very many, some of them."""
    shape = np.zeros(len(cards), dtype=np.uint8)
    groups = np.zeros((2, len(cards), kernels.GROUPS), dtype=np.uint8)
    kernels.group_cards(cards, True, shape, *groups)
    for code in SHAPE_CODES.values():
        for joker in (True, False):
            rows = np.flatnonzero((shape == code) & ((cards[:, 0] == kernels.JOKER) == joker))
            if len(rows) > MANY:
                rows = np.sort(random.choice(rows, MANY, replace=False))
            block = CardBlock(cards[rows], Wheel.SECOND, joker_in_groups=True)
            made = block.holds(_made_hand_possible(), np.arange(len(rows), dtype=np.int64))
            yield from (alike for alike in (rows[made], rows[~made]) if len(alike))


def _made_hand_possible() -> Possible:
    condition = load_way("trump-plaza").rule("17").condition
    assert isinstance(condition, Possible)
    return condition


@cache
def cached_hand(cards: tuple[Card, ...], wheel: Order, joker_in_groups: bool) -> poker_hands.CardHand:
    return poker_hands.read_hand(cards, wheel, joker_in_groups)


def agree(way: HouseWay, cards: Rows, wheel: Order) -> None:
    found: Answers = answer(way, CardBlock(cards, wheel, way.joker_in_groups))
    for row, choice, by in zip(cards, found.choice, found.rule, strict=True):
        hand = tuple(CARDS[card] for card in row)
        decision = decide(way, hand, wheel)
        assert card_settings(hand)[choice] == decision.setting, hand
        assert way.rules[by] is decision.rule, hand


@pytest.fixture
def _hands_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranking 21 settings plainly takes longest, so eleven ways share it."""
    from paigow.houseways import setting

    class Shared:
        holds, admits = staticmethod(poker_hands.holds), staticmethod(poker_hands.admits)

        @staticmethod
        def read_hand(cards: list[Card], wheel: Order, joker_in_groups: bool) -> poker_hands.CardHand:
            return cached_hand(tuple(cards), wheel, joker_in_groups)

    monkeypatch.setattr(setting, "poker_hands", Shared)


@pytest.mark.usefixtures("_hands_read_once")
def test_card_hands_of_every_shape_by_every_way() -> None:
    # five aces, four with three of a kind, and four aces that could be a straight or flush: all classes
    assert len(sample()) > COMMON + 132 + 12 + 156 + 36 + 332
    for name in names_of(Game.CARDS):
        agree(load_way(name), sample(), Wheel.SECOND)


@pytest.mark.usefixtures("_hands_read_once")
def test_card_hands_where_the_wheel_is_the_lowest_straight() -> None:
    for name in ("ballys", "flamingo", "foxwoods"):
        agree(load_way(name), sample()[::3], Wheel.LOWEST)


@rule("R176")
@pytest.mark.usefixtures("_hands_read_once")
def test_card_hands_where_the_joker_is_wild() -> None:
    for name in ("ballys", "casino-real", "foxwoods", "trump-plaza"):
        agree(load_way(name), sample()[1::3], Wild.SECOND)
    words = HouseWay.parse((HERE / "every-word-cards.way").read_text(encoding="utf-8"))
    agree(words, sample()[2::3], Wild.LOWEST)


@pytest.mark.usefixtures("_hands_read_once")
def test_words_that_no_built_in_way_uses() -> None:
    words = HouseWay.parse((HERE / "every-word-cards.way").read_text(encoding="utf-8"))
    agree(words, sample(), Wheel.SECOND)


def test_words_for_tiles_that_no_built_in_way_uses() -> None:
    words = HouseWay.parse((HERE / "every-word-tiles.way").read_text(encoding="utf-8"))
    compiled = compile_way(words)
    for place, (hand, _) in enumerate(tile_hand_classes()):
        decision = decide(words, hand)
        assert tile_settings(hand)[compiled.choice[place]] == decision.setting, hand
        assert words.rules[compiled.rule[place]] is decision.rule, hand


@pytest.mark.prove
@pytest.mark.usefixtures("_hands_read_once")
def test_every_rare_card_hand() -> None:
    for name in names_of(Game.CARDS):
        agree(load_way(name), sample(RARE_IN_PROOFS), Wheel.SECOND)


@pytest.mark.prove
@pytest.mark.usefixtures("_hands_read_once")
def test_many_more_card_hands() -> None:
    classes = card_hand_classes()
    rows = np.sort(np.random.default_rng(7).choice(len(classes), 20_000, replace=False))
    for name in names_of(Game.CARDS):
        agree(load_way(name), classes.cards[rows], Wheel.SECOND)
