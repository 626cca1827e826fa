"""Prepares a simulation from a question: how everyone sets, which wagers are down, the exact values.

A table has one pay table per wager: if a book has several, the first is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.odds.answering import Counting, Question, side_jobs
from paigow.odds.counting import Role
from paigow.odds.reports.wager_odds import WagerOdds, fraction_of
from paigow.odds.runs.storage import are_compiled
from paigow.odds.simulation.sampling import AS_BANK, Dealing, Estimate, Exact, Sums
from paigow.odds.subject import OfferedWager
from paigow.odds.wagers.main import MainTerms, main_odds, two_opponents_odds
from paigow.wagers.wager import Kind

Judge = Callable[[Sums], tuple[Estimate, ...]]
ReadyToDeal = tuple[bool, Dealing, Judge]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Ready to deal: pass the sums of `simulate(dealing, ...)` to `judge`."""

    seats: int
    assumes: tuple[str, ...]
    compiled: bool
    dealing: Dealing
    judge: Judge


def simulation_of(question: Question, counting: Counting, seats: int) -> Prepared:
    """Compute the exact values and prepare the rounds."""
    subject = question.subject
    if question.house.way is None:
        raise BadInput("the dealer must follow a house way", allowed="name a house way or a .way file")
    if subject.rules.face_up:
        problem = "rounds where players see the dealer's hand are not simulated"
        raise BadInput(problem, where=subject.name, allowed="paigow odds computes them exactly")
    method = subject.methods[0]
    terms = subject.main_terms(method, question.bet)
    question = replace(question, subject=replace(subject, offers=_first_tables(subject.offers)))
    wagers = tuple(work() for _, work in side_jobs(question.subject, question.bet, question.meters))
    known = {**_main_values(question, counting, terms, seats), **{wager.name: wager for wager in wagers}}
    exact = {
        **{name: Exact(odds.value, float(odds.variance)) for name, odds in known.items()},
        **_with_envy(wagers, seats),
    }
    prepare = _tiles if subject.game is Game.TILES else _cards
    words = f"the seats set by {question.hero}, the dealer by {question.house}"
    compiled, dealing, judge = prepare(question, counting, terms, wagers, exact, seats)
    told = judge if subject.banking else lambda sums: _without_bank(judge(sums))
    return Prepared(seats, (words, *terms.words()), compiled, dealing, told)


def _without_bank(estimates: tuple[Estimate, ...]) -> tuple[Estimate, ...]:
    """If players can't bank, the bank's side isn't reported."""
    return tuple(each for each in estimates if each.wager != AS_BANK)


def _first_tables(offers: tuple[OfferedWager, ...]) -> tuple[OfferedWager, ...]:
    found: dict[Kind, OfferedWager] = {}
    for offer in offers:
        found.setdefault(offer.kind, offer)
    return tuple(found.values())


def _main_values(
    question: Question, counting: Counting, terms: MainTerms, seats: int
) -> Mapping[str, WagerOdds]:
    """The main wager's value; the dealer as bank is exact for one seat and, for tiles, two."""
    house, hero = question.house.way, question.hero.way
    assert house is not None
    tally = counting.count(hero, house, Role.PLAYER, terms.merits())
    known = {"main": main_odds(tally, Role.PLAYER, terms)}
    if seats == 1:
        known[AS_BANK] = main_odds(tally.mirrored(), Role.BANK, terms)
    elif seats == 2 and counting.count_two is not None and hero is not None and not terms.triples:
        known[AS_BANK] = two_opponents_odds(counting.count_two(house, hero), terms)
    return known


def _with_envy(wagers: tuple[WagerOdds, ...], seats: int) -> Mapping[str, Exact]:
    found = {}
    for wager in wagers:
        details: Mapping[str, Any] = wager.details
        if seats > 1 and "envy_per_other" in details:
            each = fraction_of(details["envy_per_other"])
            found[f"{wager.name} with envy"] = Exact(wager.value + (seats - 1) * each)
    return found


def _tiles(
    question: Question,
    counting: Counting,  # noqa: ARG001
    terms: MainTerms,
    wagers: tuple[WagerOdds, ...],
    exact: Mapping[str, Exact],
    seats: int,
) -> ReadyToDeal:
    from paigow.odds.counting.tile_deals import as_set, best_choices, tile_hands
    from paigow.odds.counting.tile_ways import choices_of, replies_to
    from paigow.odds.simulation.kernels import tile_rounds
    from paigow.odds.simulation.rounds import TileRounds, tile_dealing, tile_estimates

    hands = tile_hands()
    house, hero = question.house.way, question.hero.way
    assert house is not None
    zero_rule, copies = question.subject.rules.zero_rule, question.subject.rules.copies
    if hero is None:
        player = as_set(
            hands, best_choices(*replies_to(house, Role.PLAYER, zero_rule, copies), terms.merits())
        )
    else:
        player = as_set(hands, choices_of(hero))
    if not zero_rule:
        player = replace(player, zero=player.zero & False)
    if copies is Role.PLAYER:
        player = replace(player, low=player.low + 1, high=player.high + 1)
    setup = TileRounds(hands, seats, player, as_set(hands, choices_of(house)), wagers)

    return (
        are_compiled(tile_rounds),
        tile_dealing(setup),
        lambda sums: tile_estimates(setup, sums, terms, exact),
    )


def _cards(
    question: Question,
    counting: Counting,
    terms: MainTerms,
    wagers: tuple[WagerOdds, ...],
    exact: Mapping[str, Exact],
    seats: int,
) -> ReadyToDeal:
    from paigow.odds.counting.strengths import dealer_strengths
    from paigow.odds.simulation.kernels import card_rounds
    from paigow.odds.simulation.rounds import CardRounds, card_dealing, card_estimates

    house, hero = question.house.way, question.hero.way
    assert house is not None
    wheel = question.subject.wheel
    bank = dealer_strengths(house, wheel, question.subject.rules.pushes)
    if hero is None:
        assert counting.best_strengths is not None
        player = counting.best_strengths(house, Role.PLAYER, terms.merits())
    else:
        player = dealer_strengths(hero, wheel)
    if question.subject.rules.copies is Role.PLAYER:
        player = replace(player, low=player.low + np.uint8(1), high=player.high + np.uint16(1))
    setup = CardRounds(seats, player, bank, wagers)

    return (
        are_compiled(card_rounds),
        card_dealing(setup),
        lambda sums: card_estimates(setup, sums, terms, exact),
    )
