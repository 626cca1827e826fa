"""The solved card game of a reduced deck: its bounds against best play as counted and as dealt one by one."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import best_play, deals
from paigow.odds.counting.card_equilibrium import (
    CardGame,
    card_game,
    solve_cards,
    sure_values,
    value_bounds,
)
from paigow.odds.counting.equilibrium import SHARES
from paigow.odds.counting.strengths import HandStrengths
from paigow.odds.reports.wager_odds import fraction_of
from paigow.odds.runs.shards import Run
from tests.odds import brute_cards
from tests.odds.card_ways import BARE, MIDDLE, best_high, best_low, settings_of_all
from tests.odds.test_cards import plainly


@pytest.fixture(scope="module")
def game() -> CardGame:
    return card_game(BARE)


def pure(game: CardGame, way: HandStrengths) -> npt.NDArray[np.int64]:
    """All shares on the setting with the strengths that a way chose; ways here choose only such settings."""
    settings = settings_of_all(game.deck)
    rows = np.repeat(np.arange(len(game.first)), game.sizes)
    chosen = (settings.low[rows, game.choices] == way.low[rows]) & (
        settings.high[rows, game.choices] == way.high[rows]
    )
    assert np.add.reduceat(chosen.astype(int), game.first).tolist() == [1] * len(game.first)
    return np.where(chosen, np.int64(SHARES), np.int64(0))


def dealt_against(way: HandStrengths) -> Fraction:
    """What the best dealer leaves to a player by a way, hand by hand: 20 for a win and 19 for a loss."""
    plain = brute_cards.plain_deck(way.deck)
    total = 0
    for row, weight in enumerate(plain.weights.tolist()):
        settings = brute_cards.settings_of(way.deck, row, plainly(way), Role.BANK)
        total += weight * max(20 * win - 19 * lose for _, win, _, lose in settings)
    return -Fraction(total, 20 * deals(way.deck))


def test_fixed_settings_are_sure_of_what_best_play_leaves_by_two_other_counts(
    game: CardGame, tmp_path: Path
) -> None:
    player, dealer, here = best_low(BARE), best_high(BARE), Run(workers=1, directory=tmp_path)
    lower, upper = sure_values(game, pure(game, player), pure(game, dealer))
    assert upper == best_play(dealer, Role.PLAYER, here).value
    assert lower == dealt_against(player)
    assert (lower, upper) == value_bounds(player, dealer, here)


def test_the_value_lies_between_bounds_that_no_fixed_way_reaches(game: CardGame) -> None:
    found = solve_cards(BARE, Fraction(1, 1000))
    assert found.lower <= found.upper <= found.lower + Fraction(1, 1000)
    assert all(found.mixed_classes(role) for role in Role)
    for shares in (found.player, found.dealer):
        assert (shares >= 0).all()
        assert set(np.add.reduceat(shares, game.first).tolist()) == {SHARES}
    lower, upper = sure_values(game, pure(game, best_low(BARE)), pure(game, best_high(BARE)))
    assert lower < found.lower < found.upper < upper


def test_a_deck_too_large_for_one_matrix_is_rejected() -> None:
    with pytest.raises(BadInput, match="21 cards have"):
        card_game(MIDDLE)


def test_the_command_solves_a_deck_of_ranks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equilibrium", "--deck", "5 6 7 9", "--gap", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["deck"], told["deals"]) == ("cards", "5 6 7 9", deals(BARE))
    assert 0 <= fraction_of(told["upper"]) - fraction_of(told["lower"]) <= Fraction(1, 100)
    for deck, problem in (
        ("5 6 7", "at least 14 cards"),
        ("5 6 7 X", "There is no rank"),
        ("5 5 6 7 8", "twice"),
    ):
        assert run(["equilibrium", "--deck", deck]) == 3
        assert problem in capsys.readouterr().err
