"""Simulated card rounds: a plain twin settles the same, and optional wagers agree with exact values."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import HouseWay, load_way
from paigow.material.cards import CARDS, Card
from paigow.material.hands import CardSetting
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.counting.strengths import HandStrengths, way_strengths
from paigow.odds.reports.wager_odds import WagerOdds, fraction_of, percent
from paigow.odds.runs.shards import Run
from paigow.odds.simulation.rounds import CardRounds, _combined, card_dealing, card_estimates
from paigow.odds.simulation.sampling import Exact, simulate
from paigow.odds.wagers.lines import Terms, line_odds
from paigow.odds.wagers.main import MainTerms, main_odds
from paigow.odds.wagers.progressive import progressive_odds
from paigow.ranks.comparing import Outcome, compare_cards
from paigow.ranks.lines import Line, NothingHigh, nothing_high, progressive_line
from paigow.ranks.poker import Wheel
from paigow.wagers.money import Cents, dollars
from paigow.wagers.paytables import ToOne
from paigow.wagers.registry import line_wager
from paigow.wagers.wager import Kind
from tests.odds.plain_chance import PlainChance
from tests.rules import rule

WAY = "trump-plaza"


@cache
def strengths() -> HandStrengths:
    return way_strengths(load_way(WAY))


@cache
def wagers() -> tuple[WagerOdds, ...]:
    return (
        line_odds(line_wager("fortune"), "A"),
        line_odds(line_wager("emperors"), "B"),
        line_odds(line_wager("insurance"), "B"),
        progressive_odds("C", dollars(1)),
    )


def setup(seats: int) -> CardRounds:
    return CardRounds(seats, strengths(), strengths(), wagers())


def set_by(way: HouseWay, cards: tuple[Card, ...]) -> CardSetting:
    setting: Any = way.set(cards)
    return setting  # type: ignore[no-any-return]


def gained(kind: Kind, table: str, cards: tuple[Card, ...]) -> int:
    row = line_wager(kind).tables[table].find(line_wager(kind).line(cards))
    return row.pay.odds if row and isinstance(row.pay, ToOne) else -1


def test_a_plain_twin_deals_and_settles_the_same_rounds() -> None:
    seats, rounds, way = 3, 150, load_way(WAY)
    sums = simulate(card_dealing(setup(seats)), rounds, seed=9)
    estimates = {each.wager: each for each in card_estimates(setup(seats), sums, MainTerms(), {})}
    chance, order = PlainChance(9, 0, "cards"), list(range(53))
    found: Counter[tuple[int, int]] = Counter()
    gains: Counter[str] = Counter()
    for _ in range(rounds):
        chance.draw(order, 7 * (seats + 1))
        hands = [tuple(CARDS[n] for n in order[k : k + 7]) for k in range(0, 7 * (seats + 1), 7)]
        bank, *others = (set_by(way, hand) for hand in hands)
        outcomes = [compare_cards(setting, bank).outcome for setting in others]
        found[outcomes.count(Outcome.WIN), outcomes.count(Outcome.LOSE)] += 1
        for hand in hands[1:]:
            gains["fortune A"] += gained(Kind("fortune"), "A", hand)
            gains["emperors B"] += gained(Kind("emperors"), "B", hand)
            gains["insurance B"] += gained(Kind("insurance"), "B", hand)
            gains["full houses"] += progressive_line(hand) is Line.FULL_HOUSE
            gains["nothing"] += nothing_high(hand) is not NothingHigh.SOMETHING
    assert {cell: count for cell, count in np.ndenumerate(sums[0]) if count} == dict(found)
    _, _, parts = _combined(setup(seats))
    assert int(sums[1][parts[:, 3] == list(Line).index(Line.FULL_HOUSE)].sum()) == gains["full houses"]
    assert int(sums[1][parts[:, 2] < len(NothingHigh) - 1].sum()) == gains["nothing"]
    for name in ("fortune A", "emperors B", "insurance B"):
        assert estimates[name].mean == pytest.approx(gains[name] / (rounds * seats))


@rule("R24", "R25", "R26")
def test_optional_wagers_agree_with_their_exact_values_envy_included() -> None:
    seats = 6
    sums = simulate(card_dealing(setup(seats)), 400_000, seed=77)
    exact = {wager.name: Exact(wager.value, float(wager.variance)) for wager in wagers()}
    for wager in wagers()[:2]:
        details: Any = wager.details
        value = wager.value + 5 * fraction_of(details["envy_per_other"])
        exact[f"{wager.name} with envy"] = Exact(value)
    found = {each.wager: each for each in card_estimates(setup(seats), sums, MainTerms(), exact)}
    assert exact.keys() <= found.keys()
    assert not any(each.disagrees for each in found.values())
    assert found["fortune A with envy"].mean > found["fortune A"].mean


def test_workers_do_not_matter() -> None:
    one, two = (simulate(card_dealing(setup(1)), 300_000, seed=4, workers=n) for n in (1, 2))
    assert all(np.array_equal(first, second) for first, second in zip(one, two, strict=True))
    assert one[0].sum() == 300_000


@pytest.mark.parametrize("seats", [0, 7])
def test_there_are_six_chairs(seats: int) -> None:
    with pytest.raises(BadInput, match="choose 1 to 6"):
        setup(seats)


@rule("R25")
def test_a_small_wager_earns_no_envy() -> None:
    wager = line_odds(line_wager("fortune"), "A", Terms(Cents(499)))
    small = CardRounds(2, strengths(), strengths(), (wager,))
    sums = simulate(card_dealing(small), 1000, seed=1)
    assert not [each for each in card_estimates(small, sums, MainTerms(), {}) if "envy" in each.wager]


@pytest.mark.prove
def test_twenty_million_rounds_agree_with_the_exact_count() -> None:
    counting = CardCounting(Wheel.SECOND, Run())
    way = load_way(WAY)
    tally = counting.tally(way, way, Role.PLAYER)
    assert tally.total == 8_250_459_031_214_400
    shares = [percent(Fraction(count, tally.total), 2) for count in (tally.win, tally.push, tally.lose)]
    assert shares == ["28.61%", "41.48%", "29.91%"]  # Wizard of Odds, by simulation
    terms = MainTerms()
    exact = {
        "main": Exact(main_odds(tally, Role.PLAYER, terms).value),
        "main as bank": Exact(main_odds(tally.mirrored(), Role.BANK, terms).value),
    }
    sums = simulate(card_dealing(setup(1)), 20_000_000, seed=2)
    assert not any(each.disagrees for each in card_estimates(setup(1), sums, terms, exact))
