"""Simulated rounds per second, once compiled, on all cores. Not their exact values."""

from __future__ import annotations

import time

from benchmarks.report import Report, best_seconds
from paigow.houseways import load_way
from paigow.odds.counting.strengths import way_strengths
from paigow.odds.counting.tile_deals import as_set, tile_hands
from paigow.odds.counting.tile_ways import choices_of
from paigow.odds.simulation.rounds import CardRounds, TileRounds, card_dealing, tile_dealing
from paigow.odds.simulation.sampling import Dealing, simulate

ROUNDS = 4_000_000
SEATS = (1, 6)


def tiles(seats: int) -> Dealing:
    hands = tile_hands()
    held = as_set(hands, choices_of(load_way("regulation")))
    return tile_dealing(TileRounds(hands, seats, held, held))


def cards(seats: int) -> Dealing:
    held = way_strengths(load_way("foxwoods"))
    return card_dealing(CardRounds(seats, held, held))


def run(report: Report) -> None:
    """Measure rounds of two hands and of a full table, in both games."""
    for name, made in (("tiles", tiles), ("cards", cards)):
        for seats in SEATS:
            dealing = made(seats)
            simulate(dealing, 1, seed=1)
            before = time.process_time()
            seconds = best_seconds(lambda dealing=dealing: simulate(dealing, ROUNDS, seed=1), 2)  # type: ignore[misc]
            spent = (time.process_time() - before) / 2
            what = f"{name}, simulated rounds of {seats + 1} hands"
            report.measured(what, ROUNDS / seconds, "rounds/s")
            report.measured(f"{what}, of one processor", ROUNDS / spent, "rounds/s")
