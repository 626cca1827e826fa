"""Line wagers in simulated rounds: combinations, and one on the dealer's hand next to its exact value."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.odds.counting.strengths import way_strengths
from paigow.odds.simulation import lines
from paigow.odds.simulation.rounds import CardRounds, card_dealing, card_estimates
from paigow.odds.simulation.sampling import Exact, simulate
from paigow.odds.wagers.lines import line_odds
from paigow.odds.wagers.main import MainTerms
from paigow.wagers.registry import line_wager, line_wagers
from paigow.wagers.wager import Kind, Whose


def test_combinations_are_those_that_exist_and_tell_every_line() -> None:
    chance = np.random.default_rng(1)
    numbers = [chance.integers(size, size=5000).astype(np.uint8) for size in (3, 5, 2)]
    numbers.append(numbers[0])
    codes, parts = lines.combine(numbers, 5000)
    assert len(parts) == 30 == len({tuple(row) for row in parts.tolist()})
    for wager, each in enumerate(numbers):
        assert (parts[codes, wager] == each).all()
    assert lines.combine([], 3)[1].shape == (1, 0)


def test_too_many_combinations_are_refused() -> None:
    chance = np.random.default_rng(2)
    numbers = [chance.integers(20, size=60_000).astype(np.uint8) for _ in range(3)]
    with pytest.raises(BadInput, match="4,096 at most can be simulated together"):
        lines.combine(numbers, 60_000)


def test_a_wager_on_the_dealers_hand_agrees_with_its_exact_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made up: Insurance, decided by the dealer's hand for all seats at once."""
    own = line_wager("insurance")
    on_dealer = replace(own, whose=Whose.DEALER)
    assert line_odds(on_dealer, "A").results == line_odds(own, "A").results
    monkeypatch.setattr(lines, "line_wagers", lambda: {**line_wagers(), Kind("insurance"): on_dealer})
    wagers = (line_odds(line_wager("fortune"), "A"), line_odds(own, "A"))
    held = way_strengths(load_way("trump-plaza"))
    setup = CardRounds(4, held, held, wagers)
    results, _, dealt, squares = sums = simulate(card_dealing(setup), 100_000, seed=6)
    exact = {wager.name: Exact(wager.value, float(wager.variance)) for wager in wagers}
    found = {each.wager: each for each in card_estimates(setup, sums, MainTerms(), exact)}
    assert not any(each.disagrees for each in found.values())
    assert results.sum() == dealt.sum() == 100_000
    # All seats win and lose together: a round has the variance of one seat.
    assert found["insurance A"].variance == pytest.approx(float(wagers[1].variance), rel=0.2)
    assert len(squares) == 3
