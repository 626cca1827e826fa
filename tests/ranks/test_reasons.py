"""Why a setting wins, pushes or loses, and the paragraphs that say so in each book."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given

from paigow.books.book import books, load_book
from paigow.books.cited import is_ruling
from paigow.books.registry import book_names
from paigow.material import CardSetting, TileSetting, parse_card_setting, parse_tile_setting
from paigow.ranks.comparing import (
    DecidedBy,
    Outcome,
    Reasons,
    compare_cards,
    compare_tiles,
    reasons_of_cards,
    reasons_of_tiles,
)
from paigow.ranks.poker import Wheel, is_fouled
from tests.material.strategies import card_settings, tile_settings
from tests.rules import unknown_rules


def tiles(player: str, bank: str) -> Reasons:
    return reasons_of_tiles(parse_tile_setting(player), parse_tile_setting(bank))


def cards(player: str, bank: str, wheel: Wheel = Wheel.SECOND) -> Reasons:
    return reasons_of_cards(parse_card_setting(player), parse_card_setting(bank), wheel)


@pytest.mark.parametrize(
    ("player", "bank", "reasons"),
    [
        ("2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5", "VALUE / PAIR_RANK / WIN"),
        ("1-1 5-6 / 6-6 3-6", "1-1 5-6 / 6-6 4-5", "VALUE_COPY / PAIR_COPY / LOSE_COPY"),
        ("1-3 3-3 / 6-6 6-6", "2-2 1-5 / 1-1 1-1", "TOP_TILE ZERO / PAIR_RANK / PUSH_HIGH"),
        ("1-2 4-5 / 5-5 1-6", "1-1 5-6 / 6-6 2-3", "VALUE SUPREME_APART / TOP_TILE / PUSH_LOW"),
        ("2-6 2-3 / 5-5 5-5", "1-1 5-6 / 1-3 1-3", "TOP_TILE / PAIR_RANK / LOSE_LOWER"),
    ],
)
def test_what_decides_between_tiles(player: str, bank: str, reasons: str) -> None:
    found = tiles(player, bank)
    parts = (found.low, found.high, found.whole)
    assert " / ".join(" ".join(reason.name for reason in part) for part in parts) == reasons


@pytest.mark.parametrize(
    ("player", "bank", "decides"),
    [
        ("Ac Ad Ah Kd Kh", "9c 8d 7h 6s 5c", [DecidedBy.KIND]),
        ("Ac Ad 7d 6d 5h", "9c 9d 7h 6s 5c", [DecidedBy.PAIR]),
        ("9h 9s 8d 6d 5h", "9c 9d 7h 6s 5c", [DecidedBy.CARD]),
        ("9h 9s 4d 4c 5h", "9c 9d 7h 7s 5c", [DecidedBy.TWO_PAIR]),
        ("9h 9s 4d 4c 6h", "9c 9d 4h 4s 5c", [DecidedBy.CARD]),
        ("8h 8s 8d 4c 6h", "9c 9d 9h 4s 5c", [DecidedBy.THREE_OF_A_KIND]),
        ("8h 7s 6d 5c 4h", "9c 8d 7h 6s 5d", [DecidedBy.STRAIGHT]),
        ("Ah 2s 3d 4c 5h", "9c 8d 7h 6s 5d", [DecidedBy.STRAIGHT, DecidedBy.WHEEL]),
        ("Ah 9h 7h 4h 2h", "Ad 9d 7d 5d 4d", [DecidedBy.FLUSH]),
        ("8h 8s 8d 4c 4h", "9c 9d 9h 3s 3c", [DecidedBy.FULL_HOUSE]),
        ("8h 8s 8d 8c 4h", "9c 9d 9h 9s 3c", [DecidedBy.FOUR_OF_A_KIND]),
        ("8h 7h 6h 5h 4h", "9c 8c 7c 6c 5c", [DecidedBy.STRAIGHT_FLUSH]),
        ("Ah Kh Qh Jh 10h", "As Ks Qs Js 10s", [DecidedBy.CARD_COPY]),
        ("Ah Kh Qs Jd 9h", "As Ks Qh Jc 8s", [DecidedBy.CARD]),
        ("Jo Kh Qs 9d 7h", "As Ks Qh 9c 6s", [DecidedBy.CARD, DecidedBy.JOKER]),
    ],
)
def test_what_decides_between_the_five_cards(player: str, bank: str, decides: list[DecidedBy]) -> None:
    reasons = cards(f"3h 2d / {player}", f"3d 2c / {bank}")
    assert list(reasons.high) == decides
    assert list(reasons.low) == [DecidedBy.CARD_COPY]


@pytest.mark.parametrize(
    ("player", "bank", "decides"),
    [
        ("Ah Ad", "Kc Kd", DecidedBy.PAIR),
        ("Ah Ad", "Ac Kd", DecidedBy.KIND),
        ("Ah Qd", "Ac Kd", DecidedBy.CARD),
        ("Ah Kh", "Ac Kd", DecidedBy.CARD_COPY),
    ],
)
def test_what_decides_between_the_two_cards(player: str, bank: str, decides: DecidedBy) -> None:
    reasons = cards(f"{player} / 9c 8d 7h 6s 5c", f"{bank} / 9d 8c 7s 6h 5d")
    assert reasons.low == (decides,)


@pytest.mark.parametrize(
    ("player", "foul"),
    [("Ah Ad / Kc Qd 9h 7s 2c", DecidedBy.FOULED_ORDER), ("Ah / Ad Kc Qd 9h 7s 2c", DecidedBy.FOULED_SPLIT)],
)
def test_a_foul_decides_alone(player: str, foul: DecidedBy) -> None:
    assert cards(player, "3d 2d / 9d 8c 7d 6h 5d").all == (foul,)


@given(tile_settings(), tile_settings())
def test_reasons_of_tiles_tell_of_the_same_comparison(player: TileSetting, bank: TileSetting) -> None:
    reasons = reasons_of_tiles(player, bank)
    assert reasons.comparison == compare_tiles(player, bank)
    assert load_book("commission-tiles").decided_by(reasons.all)
    assert_whole(reasons)


@given(card_settings(), card_settings())
def test_reasons_of_cards_tell_of_the_same_comparison(player: CardSetting, bank: CardSetting) -> None:
    reasons = reasons_of_cards(player, bank)
    assert reasons.comparison == compare_cards(player, bank)
    assert load_book("maryland-poker").decided_by(reasons.all)
    if is_fouled(player):
        assert reasons.all == (DecidedBy.FOULED_ORDER,)
    else:
        assert_whole(reasons)


def assert_whole(reasons: Reasons) -> None:
    outcomes = {
        DecidedBy.WIN: Outcome.WIN,
        DecidedBy.PUSH_HIGH: Outcome.PUSH,
        DecidedBy.PUSH_LOW: Outcome.PUSH,
        DecidedBy.LOSE_LOWER: Outcome.LOSE,
        DecidedBy.LOSE_COPY: Outcome.LOSE,
    }
    assert [outcomes[reason] for reason in reasons.whole] == [reasons.comparison.outcome]


def every_id() -> Iterable[str]:
    return {id_ for book in books() for id_ in book.decided_by(book.deciding)}


def test_every_paragraph_named_exists() -> None:
    ids = set(every_id())
    assert len(ids) > 40
    assert unknown_rules(ids) == []
    assert {id_ for id_ in ids if is_ruling(id_)} == {"R1", "R2", "R20", "R21", "R22", "R23"}


@pytest.mark.parametrize("book", book_names())
def test_a_book_names_the_reasons_of_its_own_game_and_no_others(book: str) -> None:
    of_tiles = set(list(DecidedBy)[: list(DecidedBy).index(DecidedBy.KIND)])
    of_cards = set(
        list(DecidedBy)[list(DecidedBy).index(DecidedBy.KIND) : list(DecidedBy).index(DecidedBy.WIN)]
    )
    foreign = of_cards if load_book(book).game.value == "tiles" else of_tiles
    assert set(load_book(book).deciding) == set(DecidedBy) - foreign - {DecidedBy.PUSH_DEALER}
