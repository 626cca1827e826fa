"""The card odds over the full deck: totals, a simulation of 20 million rounds, two methods hand by hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from paigow.material.cards import CARDS
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CARD_DEALS, Relations, best_play, count_relations
from paigow.odds.counting.decks import FULL, hand_numbers
from paigow.odds.counting.one_hand import best_settings
from paigow.odds.counting.strengths import HandStrengths, deck_hands, hand_strengths
from paigow.odds.runs.progress import Progress
from paigow.odds.runs.shards import Run
from paigow.ranks.batch import setting_strengths
from tests.rules import rule

pytestmark = pytest.mark.prove

ROUNDS = 20_000_000
CHUNK = 500_000
SEED = 20_130_507


def show(progress: Progress) -> None:
    left = f", {progress.seconds_left:.0f} s left" if progress.seconds_left is not None else ""
    sys.stderr.write(f"{progress.task}: {progress.done:,} of {progress.total:,} {progress.unit}{left}\n")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(directory=Path(tmp_path_factory.mktemp("odds")), report=show)


def chosen_by(low_first: bool, directory: Path) -> HandStrengths:
    """The best low hand that is not fouled, or the best high hand, of every hand."""
    cards = deck_hands(FULL, directory).cards
    choice = np.zeros(len(cards), dtype=np.uint8)
    for start in range(0, len(cards), CHUNK):
        settings = setting_strengths(cards[start : start + CHUNK])
        low, high = settings.low.astype(np.int64), settings.high.astype(np.int64)
        merit = low * 8192 + high if low_first else high * 128 + low
        choice[start : start + CHUNK] = np.where(settings.fouled, -1, merit).argmax(axis=1)
    return hand_strengths(choice, directory=directory)


@pytest.fixture(scope="module")
def low_way(run: Run) -> HandStrengths:
    return chosen_by(True, run.kept_in)


@pytest.fixture(scope="module")
def high_way(run: Run) -> HandStrengths:
    return chosen_by(False, run.kept_in)


@pytest.fixture(scope="module")
def relations(low_way: HandStrengths, high_way: HandStrengths, run: Run) -> Relations:
    return count_relations(low_way, high_way, run)


def test_all_deals_are_counted_once(relations: Relations) -> None:
    assert relations.total == CARD_DEALS == 8_250_459_031_214_400


def test_the_other_side_sees_the_mirror(
    relations: Relations, low_way: HandStrengths, high_way: HandStrengths, run: Run
) -> None:
    assert count_relations(high_way, low_way, run) == relations.mirrored()


def dealt(rounds: int, seed: int) -> Iterator[npt.NDArray[np.uint8]]:
    """Fourteen cards of 53 for each round, shuffled only as far as they are dealt."""
    chance = np.random.default_rng(seed)
    for _ in range(0, rounds, CHUNK):
        deck = np.tile(np.arange(53, dtype=np.uint8), (CHUNK, 1))
        every = np.arange(CHUNK)
        for place in range(14):
            other = chance.integers(place, 53, size=CHUNK)
            deck[every, place], deck[every, other] = deck[every, other], deck[every, place].copy()
        yield deck[:, :14]


def test_twenty_million_rounds_agree_within_four_standard_errors(
    relations: Relations, low_way: HandStrengths, high_way: HandStrengths
) -> None:
    seen = np.zeros(9, dtype=np.int64)
    for cards in dealt(ROUNDS, SEED):
        mine, theirs = hand_numbers(cards[:, :7]), hand_numbers(cards[:, 7:])
        low = np.sign(low_way.low[mine].astype(int) - high_way.low[theirs]) + 1
        high = np.sign(low_way.high[mine].astype(int) - high_way.high[theirs]) + 1
        seen += np.bincount(3 * low + high, minlength=9)
    assert seen.sum() == ROUNDS
    for n, count in enumerate(seen.tolist()):
        share = relations.counts[n // 3][n % 3] / CARD_DEALS
        error = sqrt(share * (1 - share) / ROUNDS)
        assert abs(count / ROUNDS - share) <= 4 * error, (n // 3, n % 3)


@rule("R11")
@pytest.mark.parametrize("role", Role)
def test_best_play_agrees_with_every_reply_to_some_hands(
    role: Role, low_way: HandStrengths, high_way: HandStrengths, run: Run
) -> None:
    """Counting by shared cards and counting reply by reply have only the strengths in common."""
    best = best_play(low_way, role, run)
    assert best.total == CARD_DEALS
    for n in np.random.default_rng(SEED).integers(len(low_way), size=100).tolist():
        first = best_settings([CARDS[card] for card in low_way.hands.cards[n]], low_way, role)[0]
        assert (first.win, first.push, first.lose) == (
            best.hands.win[n],
            best.hands.push[n],
            best.hands.lose[n],
        )
    for way in (low_way, high_way):
        assert count_relations(way, low_way, run).tally(role).value <= best.value
