"""A simulation made ready from a question: how everyone sets, which wagers lie there, what is exact.

Only one pay table of each wager can lie on a table: of a book's several the first is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt

from paigow.odds.answering import Counting, Question
from paigow.odds.compiling import are_compiled
from paigow.odds.kernels import rounds_tiles as tile_kernels
from paigow.odds.main import MainTerms, main_odds, two_opponents_odds
from paigow.odds.main_tiles import choices_of, replies_to
from paigow.odds.report import WagerOdds
from paigow.odds.roles import Role
from paigow.odds.rounds_tiles import TileRounds, simulate_tiles, tile_estimates
from paigow.odds.side_wagers import side_jobs
from paigow.odds.simulation import Estimate, Exact
from paigow.odds.subject import Offer
from paigow.odds.tiles import as_set, best_choices, tile_hands
from paigow.wagers.kinds import DICE_WAGERS, WagerKind
from paigow.wagers.vigorish import Vigorish

__all__ = ["Prepared", "simulation_of"]

Run = Callable[[int, int, int | None, Callable[[int], None] | None], tuple[Estimate, ...]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Ready to deal: `run` takes rounds, seed, workers and a function that is told of progress."""

    seats: int
    assumes: tuple[str, ...]
    compiled: bool
    run: Run


def simulation_of(question: Question, counting: Counting, seats: int) -> Prepared:
    subject = question.subject
    method = subject.methods[0]
    terms = MainTerms(method, question.bet, triples=method is Vigorish.NONE)
    offers = _first_tables(subject.offers)
    exact = _exact_values(question, counting, terms, seats)
    setup = _tile_setup(question, terms, offers, seats)

    def run(
        rounds: int, seed: int, workers: int | None, progress: Callable[[int], None] | None
    ) -> tuple[Estimate, ...]:
        sums = simulate_tiles(setup, rounds, seed, workers=workers, progress=progress)
        return tile_estimates(setup, sums, terms, exact)

    return Prepared(
        seats,
        (f"the seats set by {question.hero}, the dealer by {question.house}", *terms.words()),
        are_compiled(tile_kernels.tile_rounds),
        run,
    )


def _first_tables(offers: tuple[Offer, ...]) -> dict[WagerKind, str]:
    found: dict[WagerKind, str] = {}
    for offer in offers:
        found.setdefault(offer.kind, offer.table)
    return found


def _tile_setup(question: Question, terms: MainTerms, offers: dict[WagerKind, str], seats: int) -> TileRounds:
    hands = tile_hands()
    house = question.house.way
    assert house is not None
    bank = as_set(hands, choices_of(house))
    if question.hero.way is None:
        player = as_set(hands, best_choices(*replies_to(house, Role.PLAYER), terms.merits()))
    else:
        player = as_set(hands, choices_of(question.hero.way))
    dice = any(kind in offers for kind in DICE_WAGERS)
    return TileRounds(hands, seats, player, bank, offers.get(WagerKind.PAIR_FORTUNES), dice=dice)


def _exact_values(
    question: Question, counting: Counting, terms: MainTerms, seats: int
) -> Mapping[str, Exact]:
    """What the means should come to; the dealer as bank is exact for one seat and, at tiles, two."""
    house, hero = question.house.way, question.hero.way
    assert house is not None
    tally = counting.count(hero, house, Role.PLAYER, terms.merits())
    known = {"main": main_odds(tally, Role.PLAYER, terms)}
    if seats == 1:
        known["main as bank"] = main_odds(tally.mirrored(), Role.BANK, terms)
    elif seats == 2 and counting.count_two is not None and hero is not None and not terms.triples:
        known["main as bank"] = two_opponents_odds(counting.count_two(house, hero), terms)
    known |= {name: work() for name, work in side_jobs(question.subject, question.bet, question.meters)}
    return {name: _exact(odds, seats) for name, odds in known.items()}


def _exact(odds: WagerOdds, seats: int) -> Exact:
    """Seats of one round that did not hang together at all would spread their mean least."""
    return Exact(odds.value, odds.standard_deviation / sqrt(seats))
