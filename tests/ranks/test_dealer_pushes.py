"""A book can let main wagers push on some dealer hands of nothing."""

from __future__ import annotations

import pytest

from paigow.material.hands import parse_card_setting
from paigow.ranks.comparing import DecidedBy, Half, Outcome, compare_cards, reasons_of_cards

QUEEN = frozenset({12})
QUEEN_HIGH = "Js 10h / Qd 8c 7s 4h 3d"
KING_HIGH = "Qs 10h / Kd 8c 7s 4h 3d"
QUEEN_HIGH_PAIR = "Js 10h / Qd 8c 7s 3h 3d"
QUEEN_HIGH_FLUSH = "Js 10h / Qd 8d 7d 4d 3d"
WINS = "Ah Kh / 9s 9h 6c 5d 2s"
LOSES = "9s 6h / 9d 7c 5h 4s 2d"


@pytest.mark.parametrize("player", [WINS, LOSES])
def test_every_hand_in_order_pushes(player: str) -> None:
    mine, theirs = parse_card_setting(player), parse_card_setting(QUEEN_HIGH)
    assert compare_cards(mine, theirs).outcome is (Outcome.WIN if player is WINS else Outcome.LOSE)
    found = compare_cards(mine, theirs, push=QUEEN)
    assert (found.outcome, found.pushed) == (Outcome.PUSH, True)
    assert {found.low, found.high} == {Half.WIN if player is WINS else Half.LOSE}
    assert reasons_of_cards(mine, theirs, push=QUEEN).whole == (DecidedBy.PUSH_DEALER,)


@pytest.mark.parametrize("dealer", [KING_HIGH, QUEEN_HIGH_PAIR, QUEEN_HIGH_FLUSH])
def test_another_card_or_any_line_at_all_plays_on(dealer: str) -> None:
    mine, theirs = parse_card_setting(LOSES), parse_card_setting(dealer)
    assert compare_cards(mine, theirs, push=QUEEN).outcome is Outcome.LOSE


def test_a_fouled_hand_loses_all_the_same() -> None:
    fouled = parse_card_setting("Ah Kh / 9s 8h 6c 5d 2s")
    found = compare_cards(fouled, parse_card_setting(QUEEN_HIGH), push=QUEEN)
    assert found.fouled
    assert found.outcome is Outcome.LOSE
