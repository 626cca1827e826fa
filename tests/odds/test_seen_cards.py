"""The value of seen hands at cards: against hands dealt one by one, and against best play as counted."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.material.cards import CARDS
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import best_play, count_hands
from paigow.odds.counting.decks import CountedDeck, replies_to_one
from paigow.odds.counting.strengths import HandStrengths, deck_hands
from paigow.odds.runs.shards import Run
from paigow.odds.simulation.seen_cards import gain_of_seeing, gains_of, replies_unseen
from paigow.ranks.classes import plain_card_class
from paigow.ranks.poker import Wheel, card_settings, is_fouled, rank_five_cards, rank_two_cards
from tests.odds.card_ways import MIDDLE, SMALL, at_random, best_low
from tests.rules import rule

Decks = npt.NDArray[np.uint8]


def shuffled(deck: CountedDeck, count: int, seed: int) -> Decks:
    chance = np.random.default_rng(seed)
    return np.array([chance.permutation(deck.card_indexes) for _ in range(count)], dtype=np.uint8)


def set_by(way: HandStrengths, hand: tuple[int, ...]) -> tuple[object, object]:
    """The ranks of a hand's halves by a way, from the setting that it chose for the hand's class."""
    classes = {plain_card_class(tuple(row)): n for n, row in enumerate(deck_hands(way.deck).cards.tolist())}
    n = classes[plain_card_class(hand)]
    chosen = card_settings([CARDS[card] for card in deck_hands(way.deck).cards[n]])[way.choice[n]]
    return rank_five_cards(chosen.high, way.wheel), rank_two_cards(chosen.low)


def dealt_one_by_one(player: HandStrengths, dealer: HandStrengths, role: Role, cards: list[int]) -> Fraction:
    """The best setting of the first seven cards against all hands of the rest, minus the player's own."""
    own, unseen = sorted(cards[:7], reverse=True), cards[7:]
    replies = [set_by(dealer, reply) for reply in combinations(unseen, 7)]

    def merit(mine: tuple[object, object]) -> int:
        total = 0
        for theirs in replies:
            if role is Role.PLAYER:
                won = [a > b for a, b in zip(mine, theirs, strict=True)]  # type: ignore[operator]
            else:
                won = [a >= b for a, b in zip(mine, theirs, strict=True)]  # type: ignore[operator]
            total += 19 * all(won) - 20 * (not any(won))
        return total

    settings = [
        each for each in card_settings([CARDS[card] for card in own]) if not is_fouled(each, Wheel.SECOND)
    ]
    best = max(merit((rank_five_cards(s.high, Wheel.SECOND), rank_two_cards(s.low))) for s in settings)
    return Fraction(best - merit(set_by(player, tuple(own))), 20 * len(replies))


@rule("R150")
@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(("deck", "others", "seen"), [(SMALL, 0, 0), (MIDDLE, 1, 7)])
def test_cards_dealt_one_by_one_give_the_same_gain(
    deck: CountedDeck, others: int, seen: int, role: Role
) -> None:
    player, dealer = at_random(deck, 1), best_low(deck)
    decks = shuffled(deck, 6, 2)
    found = gains_of(player, dealer, role, others, decks)
    for cards, gain in zip(decks.tolist(), found, strict=True):
        left = [*cards[:7], *cards[7 + seen :]]
        assert float(dealt_one_by_one(player, dealer, role, left)) == pytest.approx(gain, abs=1e-12)
    assert (found > 0).any()


@pytest.mark.parametrize("role", Role)
def test_nothing_seen_gains_what_best_play_gains_over_the_way(role: Role, tmp_path: Path) -> None:
    """Every class of hands once, with its weight, instead of a sample."""
    player, dealer, here = at_random(SMALL, 1), best_low(SMALL), Run(workers=1, directory=tmp_path)
    hands = deck_hands(SMALL)
    rest = [[c for c in SMALL.card_indexes if c not in row] for row in hands.cards.tolist()]
    decks = np.array([[*row, *more] for row, more in zip(hands.cards.tolist(), rest, strict=True)])
    gains = gains_of(player, dealer, role, 0, decks.astype(np.uint8))
    own = count_hands(player, dealer, role, here)
    weights = hands.weights.astype(np.int64)
    by_way = Fraction(
        int(weights @ (19 * own.win.astype(np.int64) - 20 * own.lose)),
        20 * int(weights.sum()) * replies_to_one(SMALL),
    )
    best = best_play(dealer, role, here)
    mean = float((gains * weights).sum() / weights.sum())
    assert mean == pytest.approx(float(best.value - by_way), abs=1e-12)


def test_samples_come_near_what_all_hands_gain(tmp_path: Path) -> None:
    player, dealer, here = at_random(SMALL, 1), best_low(SMALL), Run(workers=1, directory=tmp_path)
    own = count_hands(player, dealer, Role.PLAYER, here)
    weights = deck_hands(SMALL).weights.astype(np.int64)
    merit = int(weights @ (19 * own.win.astype(np.int64) - 20 * own.lose))
    gain = best_play(dealer, Role.PLAYER, here).value - Fraction(
        merit, 20 * int(weights.sum()) * replies_to_one(SMALL)
    )
    found = gain_of_seeing(player, dealer, Role.PLAYER, 0, 5000, 3)
    low, high = found.interval
    assert low <= float(gain) <= high
    assert high - low < 0.2


@rule("R150")
def test_five_other_hands_leave_eleven_cards_and_no_sixth_is_dealt() -> None:
    """Of 53 cards 42 are held or seen: C(11,7) = 330 hands are left to the dealer."""
    assert replies_unseen(CountedDeck(), 5) == 330
    with pytest.raises(BadInput, match="choose 0 to 0"):
        gain_of_seeing(best_low(SMALL), best_low(SMALL), Role.PLAYER, 1, 10, 1)


def test_the_command_refuses_a_sixth_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["seen", "foxwoods", "--hands", "6"]) == 3
    assert "You can't see 6 other hands of cards (--hands). Choose 0 to 5" in capsys.readouterr().err
