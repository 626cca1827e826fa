"""A seat's round computed for a table: which wagers at which stakes, over all deals of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paigow.books.registry import envy_tables, pay_tables
from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CardCounting, HandCounts, count_hands
from paigow.odds.counting.tile_deals import best_choices
from paigow.odds.counting.tile_ways import choices_of, replies_to
from paigow.odds.reports.wager_odds import select_wagers
from paigow.odds.simulation.envy import EnvyRound, Players, with_envy
from paigow.odds.subject import OfferedWager, Subject
from paigow.odds.wagers.lines import Terms, envy_pays
from paigow.odds.wagers.numbering import line_numbers
from paigow.odds.wagers.progressive import check_meters_of, progressive_nets
from paigow.odds.wagers.seat import SeatRound, Stake, joint, line_stake, main_nets, rolled
from paigow.wagers.money import NOTHING, Cents
from paigow.wagers.paytables import Meter
from paigow.wagers.progressive import WAGER as PROGRESSIVE
from paigow.wagers.registry import wager_of
from paigow.wagers.wager import MAIN, LineWager, RollWager, Settled, Whose, qualifies

Placed = tuple[OfferedWager, LineWager[Any] | RollWager, Cents]


def seat_round(
    subject: Subject,
    bets: Mapping[str, Cents],
    hero: HouseWay | None,
    counting: CardCounting | None = None,
    position: int = 1,
    meters: Mapping[Meter, Cents] | None = None,
) -> SeatRound:
    """One round of a seat that sets by a way, or optimally if none is given; cards need a `counting`.

    `bets` has stakes by wager name, as in `paigow odds`; `main` is required. The seat's position matters only
    to dice wagers on a position. A progressive's meters are at their minimum start unless given.
    """
    if MAIN not in bets:
        raise BadInput("the main wager is missing", allowed="bet on main too: every other bet goes with it")
    if subject.rules.pushes or subject.rules.face_up:
        raise BadInput(
            "a seat can't be counted in a game with pushes or open hands",
            where=subject.name,
            allowed="name a book or a submission",
        )
    placed = [_placed(subject, name, stake) for name, stake in bets.items() if name != MAIN]
    check_meters_of([offer.table for offer, _, _ in placed if offer.kind == PROGRESSIVE.kind], meters or {})
    terms = subject.main_terms(subject.methods[0], bets[MAIN])
    stakes = _stakes(subject, placed, meters)
    hands = _hands(subject, placed, stakes, main_nets(terms, bets[MAIN]), hero, counting)
    rolls = [(wager, stake) for _, wager, stake in placed if isinstance(wager, RollWager)]
    if not rolls and not terms.triples:
        return hands
    return rolled(hands, rolls, position, taken=bets[MAIN] if terms.triples else NOTHING)


def seat_with_others(
    subject: Subject,
    bets: Mapping[str, Cents],
    hero: HouseWay | None,
    counting: CardCounting | None,
    others: int,
    *,
    position: int = 1,
    meters: Mapping[Meter, Cents] | None = None,
    seed: int = 1,
) -> tuple[SeatRound, EnvyRound | None]:
    """One round of a seat and, with other players in the card game, what envy adds."""
    if not others or counting is None:
        if others:
            raise BadInput(
                "there is no envy bonus for tiles", allowed="leave the others out, or choose a card table"
            )
        return seat_round(subject, bets, hero, counting, position, meters), None
    found = envy_round(subject, bets, hero, counting, others, meters=meters, seed=seed)
    return found.seat, found


def envy_round(
    subject: Subject,
    bets: Mapping[str, Cents],
    hero: HouseWay | None,
    counting: CardCounting,
    others: int,
    *,
    meters: Mapping[Meter, Cents] | None = None,
    seed: int = 1,
) -> EnvyRound:
    """A seat in the card game with envy for this many other players' hands, which are sampled (R175)."""
    seat = seat_round(subject, bets, hero, counting, meters=meters)
    placed = [_placed(subject, name, stake) for name, stake in bets.items() if name != MAIN]
    numbers = [line_numbers(wager).astype(np.int64) for _, wager, _ in _on_lines(placed)]
    merits = subject.main_terms(subject.methods[0]).merits()
    players = Players(
        counting.strengths(hero) if hero else counting.best_strengths(subject.way, Role.PLAYER, merits),
        counting.dealer(subject.way),
        main_nets(subject.main_terms(subject.methods[0], bets[MAIN]), bets[MAIN]),
        _stakes(subject, placed, meters),
        numbers,
        [wager.lines for _, wager, _ in _on_lines(placed)],
    )
    return with_envy(seat, players, _bonus(subject, placed, len(players.dealer)), others, seed)


def _bonus(subject: Subject, placed: Sequence[Placed], classes: int) -> npt.NDArray[np.int64]:
    """What another player's hand earns in envy, by its class, over all wagers of the seat."""
    found = np.zeros(classes, dtype=np.int64)
    for offer, wager, stake in _on_lines(placed):
        if offer.own is None and qualifies(wager, stake):
            pays = envy_pays(envy_tables(subject.book, wager.kind)[offer.table])
            found += np.array([pays.get(line, 0) for line in wager.lines])[line_numbers(wager)]
    return found


def _on_lines(placed: Sequence[Placed]) -> list[tuple[OfferedWager, LineWager[Any], Cents]]:
    return [(offer, wager, stake) for offer, wager, stake in placed if isinstance(wager, LineWager)]


def _stakes(subject: Subject, placed: Sequence[Placed], meters: Mapping[Meter, Cents] | None) -> list[Stake]:
    return [_stake(subject, *each, meters) for each in _on_lines(placed)]


def _hands(
    subject: Subject,
    placed: Sequence[Placed],
    stakes: Sequence[Stake],
    nets: tuple[int, int, int],
    hero: HouseWay | None,
    counting: CardCounting | None,
) -> SeatRound:
    """The main wager and what the lines of its hand decide, over all deals."""
    wagers = [wager for _, wager, _ in _on_lines(placed)]
    if subject.game is Game.TILES:
        return joint(stakes, *_tiles(subject, wagers, hero), nets)
    assert counting is not None
    return joint(stakes, *_cards(subject, wagers, hero, counting), nets)


def _placed(subject: Subject, name: str, stake: Cents) -> Placed:
    names = [offer.name for offer in subject.offers]
    offer = subject.offers[names.index(select_wagers(names, name)[0])]
    wager = wager_of(offer.kind)
    if isinstance(wager, RollWager) or (isinstance(wager, LineWager) and wager.whose is Whose.OWN):
        return offer, wager, stake
    raise BadInput(
        f"{name} can't be counted beside the main wager",
        allowed="choose wagers on the lines of the player's own hand or on a single roll",
    )


def _stake(
    subject: Subject,
    offer: OfferedWager,
    wager: LineWager[Any],
    stake: Cents,
    meters: Mapping[Meter, Cents] | None,
) -> Stake:
    if wager.settled is Settled.BY_TOPIC:
        return Stake(offer.name, stake, progressive_nets(offer.table, stake, meters, subject.progressive))
    terms = Terms(stake, subject.payout_limit if wager.limited else None)
    table = offer.own or pay_tables(subject.book, wager.kind)[offer.table]
    return line_stake(offer.name, table, stake, terms)


Made = tuple[list[list[Any]], list[tuple[int, int, int]]]
"""Lines by wager and hand, and each hand's deals that lose, push, and win."""


def _tiles(subject: Subject, wagers: Sequence[LineWager[Any]], hero: HouseWay | None) -> Made:
    rules = subject.rules
    hands, replies = replies_to(subject.way, Role.PLAYER, rules.zero_rule, rules.copies)
    merits = subject.main_terms(subject.methods[0]).merits()
    choices = best_choices(hands, replies, merits) if hero is None else choices_of(hero)
    chosen = replies.outcomes[np.arange(len(hands)), choices] * hands.weights[:, None]
    outcomes = [(int(lose), int(push), int(win)) for lose, push, win in chosen]
    return [[wager.lines[number] for number in line_numbers(wager)] for wager in wagers], outcomes


def _cards(
    subject: Subject, wagers: Sequence[LineWager[Any]], hero: HouseWay | None, counting: CardCounting
) -> Made:
    """Classes of hands with the same lines are merged first: there are millions of classes."""
    dealer = counting.dealer(subject.way)
    counts = _card_counts(subject, hero, counting)
    numbers = [line_numbers(wager).astype(np.int64) for wager in wagers]
    codes = np.zeros(len(dealer), dtype=np.int64)
    for wager, each in zip(wagers, numbers, strict=True):
        codes = codes * len(wager.lines) + each
    made, first, group = np.unique(codes, return_index=True, return_inverse=True)
    weights = dealer.hands.weights.astype(np.int64)
    sums = np.zeros((len(made), 3), dtype=np.int64)
    for place, part in enumerate((counts.lose, counts.push, counts.win)):
        np.add.at(sums[:, place], group, part.astype(np.int64) * weights)
    outcomes = [(int(lose), int(push), int(win)) for lose, push, win in sums]
    lines = [[wager.lines[each[n]] for n in first] for wager, each in zip(wagers, numbers, strict=True)]
    return lines, outcomes


def _card_counts(subject: Subject, hero: HouseWay | None, counting: CardCounting) -> HandCounts:
    if hero is None:
        merits = subject.main_terms(subject.methods[0]).merits()
        return counting.best(subject.way, Role.PLAYER, merits).hands
    return count_hands(counting.strengths(hero), counting.dealer(subject.way), Role.PLAYER, counting.run)
