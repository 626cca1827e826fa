"""Accidents at every moment of many rounds: their consequences by the books and rulings, and the money."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import open_table, played
from paigow.table.bank.bank_setting import BankExposed, DealerWagerDecided
from paigow.table.engine import decide, evolve
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.progress import HandsLookedAt
from paigow.table.hands.settling import RoundFinished
from paigow.table.irregularities.reports import (
    ChooseAfterExposure,
    HandDead,
    OffTableNoted,
    PieceExposed,
    PlayOnInSilence,
    ReportExposed,
    ReportOffTable,
)
from paigow.table.irregularities.voiding import HandVoided, RoundVoided
from paigow.table.ledger import CENTER, INVENTORY
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table
from tests.rules import rule
from tests.table.tables import rules_with

TABLES = {
    "commission house": ("commission-tiles-plain",),
    "commission banks": ("commission-tiles-full", "spots.two-areas = false"),
    "colorado banks": ("colorado-tiles-full", "dragons-eye.offered = false"),
}
FROM_DEAL_TO_SHOWING = (
    Step.DEAL,
    Step.SWEEP,
    Step.EXTRA_SET,
    Step.COVER,
    Step.SETTING,
    Step.BANK_SETTING,
    Step.DEALER_SETTING,
    Step.EXPOSE_BANK,
    Step.EXPOSE,
)
BEFORE_LOOKING = (Step.DEAL, Step.SWEEP, Step.EXTRA_SET, Step.COVER)
PLACES = range(8)
ROUNDS = 12
tables = pytest.mark.parametrize("name", TABLES)


@cache
def _moments(name: str) -> tuple[tuple[Table, bool, frozenset[int]], ...]:
    """Every moment of some rounds: the table, whether pieces have decided anything, what was shown."""
    rules = rules_with(*TABLES[name])
    chance = Chance(seed_from(name))
    kinds = ("house-way", "banker", "banker", "house-way")
    seats = dict(enumerate(("anna", "bob", "carla", "dave"), start=1))
    start = open_table(rules, chance, seats, rules.wagers["main"].least * 100)
    players = {person: PLAYERS[kind] for person, kind in zip(seats.values(), kinds, strict=True)}
    found = []
    decided, shown = False, frozenset[int]()
    for command, events, table in played(rules, start, chance, players, ROUNDS):
        if any(isinstance(event, RoundFinished) for event in events):
            decided, shown = False, frozenset()
        if isinstance(command, ExposeHand):
            decided, shown = True, shown | {command.position}
        for event in events:
            if isinstance(event, BankExposed):
                shown |= {event.position}
            decided = decided or isinstance(event, DealerWagerDecided)
        found.append((table, decided, shown))
    return tuple(found)


def _own(table: Table, place: int) -> bool:
    """Whether a player other than the bank has a wager on the hand at a place."""
    bank = None if table.bank is None else table.bank.position
    return place != bank and any(wager.position == place for wager in table.wagers)


def _turned_up(table: Table, place: int, shown: frozenset[int]) -> bool:
    """Whether the procedure itself has shown a hand by now (R68): the dealer's once all others are set."""
    plays = table.bank is None or bool(table.bank.dealer_wager)
    if place == 0 and plays:
        return table.step in (Step.DEALER_SETTING, Step.EXPOSE_BANK, Step.EXPOSE)
    return place in shown


def _looked(table: Table, place: int) -> bool:
    """Whether the player at a place has looked (R78): each has one hand, so once the delivery is complete.

    A hand that only Pair Fortunes plays is not looked at (R16).
    """
    plays = any((wager.position, wager.kind) == (place, "main") for wager in table.wagers)
    return plays and table.step not in BEFORE_LOOKING


def _expected(table: Table, place: int, decided: bool, shown: frozenset[int]) -> str:
    """The consequence of an exposed piece: C 9(d), 9(e), CO 2610(4), (5) with R19, R63, R68, and R78."""
    if table.step not in FROM_DEAL_TO_SHOWING:
        return "wrong-step"
    if place not in table.hands or _turned_up(table, place, shown):
        return "nothing-there"
    if decided:
        return "seen"
    if not _own(table, place):
        return "void"
    return "seen" if _looked(table, place) else "asks"


def _decided(
    rules: Rules, table: Table, command: ReportExposed | ReportOffTable
) -> tuple[Event, ...] | Reason:
    try:
        return decide(rules, table, command)
    except Refused as refused:
        return refused.reason


def _outcome(answer: tuple[Event, ...] | Reason) -> str:
    if isinstance(answer, Reason):
        return answer.value
    match answer:
        case (PieceExposed(asks=True),):
            return "asks"
        case (PieceExposed(asks=False),):
            return "seen"
        case (PieceExposed(), RoundVoided()) | (RoundVoided(),):
            return "void"
        case (HandDead(),) | (HandDead(), HandsLookedAt()):
            return "dead"
        case (OffTableNoted(),):
            return "seen"
        case _:
            raise AssertionError(answer)


@tables
@rule(
    "commission-tiles 9(d)", "commission-tiles 9(e)", "colorado-tiles 30-2610(4)", "colorado-tiles 30-2610(5)"
)
@rule("R19", "R63", "R68", "R78")
def test_an_exposed_tile_leads_to_what_the_book_says_at_every_moment(name: str) -> None:
    rules = rules_with(*TABLES[name])
    met = set()
    for table, decided, shown in _moments(name):
        for place in PLACES:
            answer = _decided(rules, table, ReportExposed(by="floor", place=place, index=3))
            expected = _expected(table, place, decided, shown)
            assert _outcome(answer) == expected, (table.step, place)
            met.add((table.step, expected))
    phases = {step for step, outcome in met if outcome == "void"}
    assert phases >= {Step.DEAL, Step.SWEEP, Step.COVER, Step.SETTING, Step.EXPOSE}
    asked = {step for step, outcome in met if outcome == "asks"}
    assert {Step.DEAL, Step.SWEEP, Step.COVER} <= asked <= set(BEFORE_LOOKING)
    assert {(Step.SETTING, "seen"), (Step.DEALER_SETTING, "seen"), (Step.EXPOSE, "seen")} <= met


@tables
@rule("commission-tiles 9(e)", "colorado-tiles 30-2610(5)", "R19", "R68", "R79")
def test_a_player_who_shows_a_tile_plays_on_and_a_bank_that_does_voids(name: str) -> None:
    rules = rules_with(*TABLES[name])
    met = set()
    for table, decided, shown in _moments(name):
        bank = None if table.bank is None else table.bank.position
        for place in PLACES:
            answer = _decided(rules, table, ReportExposed(by="floor", place=place, index=0, by_player=True))
            live = table.step in FROM_DEAL_TO_SHOWING and place in table.hands and place not in shown
            if not live or not (_own(table, place) or place == bank):
                assert isinstance(answer, Reason), (table.step, place)
                continue
            expected = "void" if place == bank and not decided else "seen"
            assert _outcome(answer) == expected, (table.step, place)
            assert isinstance(answer, tuple)
            assert isinstance(answer[0], PieceExposed)
            assert answer[0].exposed_by == table.seated(place)
            met.add((expected, place == bank))
    assert ("seen", False) in met
    assert (("void", True) in met) is rules.banking.offered


@rule("colorado-tiles 30-2610(7)", "R19", "R63", "R67")
def test_a_tile_off_the_table_leads_to_what_colorado_says_at_every_moment() -> None:
    rules = rules_with(*TABLES["colorado banks"])
    for table, decided, shown in _moments("colorado banks"):
        for place in PLACES:
            answer = _decided(rules, table, ReportOffTable(by="dealer", place=place))
            assert _outcome(answer) == _off_table(table, place, decided, shown), (table.step, place)


def _off_table(table: Table, place: int, decided: bool, shown: frozenset[int]) -> str:
    bank = None if table.bank is None else table.bank.position
    if table.step not in FROM_DEAL_TO_SHOWING:
        return "wrong-step"
    collected = place == 0 and place in table.hands and table.hands[0].outcome in ("push", "lose")
    if place not in table.hands or collected or (place in shown and place != bank):
        return "nothing-there"
    if _own(table, place):
        return "dead"
    return "seen" if decided else "void"


def _worth(table: Table) -> dict[str, int]:
    """What everybody has, on the layout and off it; the house under `house`."""
    worth: dict[str, int] = {}
    for account, cents in table.balances.items():
        kind, _, rest = account.partition("/")
        owner = (
            rest.partition("/")[0] if kind in ("rack", "cover", "wager", "promotional", "coupons") else kind
        )
        owner = "house" if owner in ("dealer", INVENTORY) else owner
        worth[owner] = worth.get(owner, 0) + cents
    return {owner: cents for owner, cents in worth.items() if cents}


def _after(table: Table, events: tuple[Event, ...]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def _voidable(name: str) -> Iterator[tuple[Table, int]]:
    for table, decided, shown in _moments(name):
        for place in PLACES:
            if not decided and _expected(table, place, decided, shown) in ("asks", "void"):
                yield table, place


@tables
@rule("commission-tiles 9(e)", "colorado-tiles 30-2610(5)", "R12", "R50")
def test_a_void_round_leaves_everybody_as_rich_and_the_same_bank(name: str) -> None:
    rules = rules_with(*TABLES[name])
    for table, place in _voidable(name):
        if _own(table, place):
            continue
        voided = _after(table, decide(rules, table, ReportExposed(by="dealer", place=place, index=0)))
        assert _worth(voided) == _worth(table)
        assert not voided.wagers
        assert not any(account.startswith(("wager/", "cover/", CENTER)) for account in voided.balances)
        assert (voided.step, voided.bets_open, voided.hands) == (Step.SHUFFLE, True, {})
        assert voided.between == table.between
        assert (voided.bank and voided.bank.person) == (table.bank and table.bank.person)


@tables
@rule("commission-tiles 9(d)", "colorado-tiles 30-2610(4)", "R55", "R61")
def test_a_choice_comes_before_any_other_act_and_either_way_the_round_goes_on(name: str) -> None:
    rules = rules_with(*TABLES[name])
    for table, place in _voidable(name):
        if not _own(table, place):
            continue
        asked = _after(table, decide(rules, table, ReportExposed(by="dealer", place=place, index=0)))
        person = asked.seated(place)
        assert person is not None
        silent = _after(
            asked, decide(rules, asked, PlayOnInSilence(by="dealer", position=place, because="time-up"))
        )
        assert (silent.step, silent.wagers, silent.choosing) == (table.step, table.wagers, ())
        events = decide(rules, asked, ChooseAfterExposure(by=person, position=place, play_on=False))
        assert [type(event) for event in events] == [HandVoided]
        voided = _after(asked, events)
        assert _worth(voided) == _worth(table)
        assert voided.wagers == tuple(wager for wager in table.wagers if wager.position != place)


@rule("colorado-tiles 30-2610(7)", "R16", "R18")
def test_a_dead_hand_loses_what_lies_on_it_and_nothing_else() -> None:
    rules = rules_with(*TABLES["colorado banks"])
    deaths = 0
    for table, decided, shown in _moments("colorado banks"):
        for place in PLACES:
            if _off_table(table, place, decided, shown) != "dead":
                continue
            deaths += 1
            dead = _after(table, decide(rules, table, ReportOffTable(by="floor", place=place)))
            lost = {wager.person: 0 for wager in table.wagers}
            for wager in table.wagers_on(place):
                lost[wager.person] += wager.chips
            worth = _worth(table)
            for person, cents in lost.items():
                assert _worth(dead).get(person, 0) == worth.get(person, 0) - cents
            assert dead.wagers == tuple(wager for wager in table.wagers if wager.position != place)
            target = INVENTORY if table.bank is None else CENTER
            taken = dead.balances.get(target, 0) - table.balances.get(target, 0)
            assert taken == sum(lost.values())
    assert deaths > 100
