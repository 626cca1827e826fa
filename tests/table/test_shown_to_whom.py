"""Face down means face down: who sees which pieces through a round of each book.

What is shown when comes from the regulations: stacks are delivered face down, hands are set face down, the
dealer's are turned over when all have set, surrendered and unwagered ones are collected unexposed.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.autoplay.chance import Chance, DealerContext, seed_from
from paigow.table.autoplay.self_play import next_act
from paigow.table.bank.banking import AcceptBank
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.deal.card_dealing import CardsDealt
from paigow.table.deal.delivery import StackDelivered
from paigow.table.deal.dice import DiceShaken
from paigow.table.engine import decide, evolve
from paigow.table.hands.setting import AskHelp, HandSet, SetHand
from paigow.table.hands.surrender import Surrender
from paigow.table.house.seating import BuyIn, FillTray, Sit
from paigow.table.state import Step, Table
from paigow.table.visibility.views import see, view
from tests.rules import rule
from tests.table.banks import COLORADO, COMMISSION
from tests.table.tables import FROM_HAND, rules_with

SHOE: Final = rules_with("maryland-poker-plain")
HAND: Final = rules_with("maryland-poker-full", *FROM_HAND)
AUTOMATED: Final = rules_with("maryland-poker-full")
CHANCE: Final = Chance(seed_from("shown to whom"))
SEATS: Final = {"anna": 1, "bob": 2}
WATCHING: Final = ("anna", "bob", "observer", "floor", "dealer")
Round = tuple[Table, list[Event]]


def acted(rules: Rules, done: Round, *commands: Command) -> Round:
    table, events = done
    events = list(events)
    for command in commands:
        for event in decide(rules, table, command):
            table = evolve(table, event)
            events.append(event)
    return table, events


def going_on(rules: Rules, done: Round, *steps: Step) -> Round:
    """Let dealer and floor continue to one of the steps; the players do nothing on the way."""
    while done[0].step not in steps:
        command = next_act(DealerContext(rules, done[0], CHANCE, now=max(done[0].clock, 1), late=True))
        assert command is not None, done[0].step
        done = acted(rules, done, command)
    return done


def betting(rules: Rules) -> Round:
    done = going_on(rules, (Table(), []), Step.IDLE)
    done = acted(rules, done, FillTray(by="floor", chips=10_000_000))
    for person, position in SEATS.items():
        done = acted(rules, done, BuyIn(by=person, chips=1000_00), Sit(by=person, position=position))
    done = going_on(rules, done, Step.BETS)
    wagers = (PlaceWager(by=person, position=place, chips=100_00) for person, place in SEATS.items())
    return acted(rules, done, *wagers)


def seen(rules: Rules, table: Table, actor: str) -> dict[int, set[str | None]]:
    """The pieces that an actor sees at each place; None for a back."""
    return {hand["place"]: set(hand["pieces"]) for hand in view(rules, table, actor)["hands"]}


def told(events: list[Event], kind: type[Event], actor: str) -> list[dict[str, Any] | None]:
    found = [see(event, actor) for event in events if isinstance(event, kind)]
    assert found
    return found


def own_low(rules: Rules, table: Table, person: str) -> SetHand:
    low, _ = rules.house_setting(table.hands[SEATS[person]].pieces)
    return SetHand(by=person, position=SEATS[person], low=low)


def _tables(*rows: tuple[str, Rules, tuple[str, ...]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "rules",
        [
            pytest.param(rules, id=name, marks=rule(*(f"{rules.book.name} {id_}" for id_ in ids)))
            for name, rules, ids in rows
        ],
    )


@_tables(
    ("commission", COMMISSION, ("6(d)",)),
    ("colorado", COLORADO, ("30-2607(4)", "30-2601(4)")),
    ("shoe", SHOE, ("8.D(3)",)),
    ("hand", HAND, ("9.B(1)",)),
    ("automated", AUTOMATED, ("10.C(1)", "10.C(2)")),
)
def test_pieces_are_delivered_face_down(rules: Rules) -> None:
    table, events = going_on(rules, betting(rules), Step.SWEEP)
    assert len(table.hands) == len(rules.circle)
    for actor in WATCHING:
        assert all(pieces == {None} for pieces in seen(rules, table, actor).values()), actor
        for event in told(events, StackDelivered if rules.is_tiles else CardsDealt, actor):
            assert event is not None
            assert event["pieces" if rules.is_tiles else "hands"] is None, actor


@_tables(
    ("commission", COMMISSION, ("7(a)", "7(c)")),
    ("colorado", COLORADO, ("30-2608(1)", "30-2608(3)")),
    ("shoe", SHOE, ("11.A", "11.A(5)", "11.C", "11.C(2)")),
)
def test_hands_lie_face_down_until_the_dealers_is_turned_over(rules: Rules) -> None:
    done = going_on(rules, betting(rules), Step.SETTING)
    for person in SEATS:
        table = done[0]
        for actor in WATCHING:
            shown = seen(rules, table, actor)
            assert shown[0] == {None}, actor
            for owner, place in SEATS.items():
                assert (None in shown[place]) is (actor != owner), (actor, place)
        done = acted(rules, done, own_low(rules, table, person))
        for actor in WATCHING:
            laid = told(done[1], HandSet, actor)[-1]
            assert laid is not None
            assert (laid["low"] is None) is (laid["high"] is None) is (actor != person), actor
    # All have set: the dealer's pieces are turned over, and the two hands are face up.
    done = going_on(rules, done, Step.EXPOSE)
    for actor in WATCHING:
        shown = seen(rules, done[0], actor)
        assert None not in shown[0], actor
        assert told(done[1], HandSet, actor)[-1]["low"], actor  # type: ignore[index]
        for owner, place in SEATS.items():
            assert (None in shown[place]) is (actor != owner), (actor, place)


@_tables(
    ("commission", COMMISSION, ("7(b)",)),
    ("colorado", COLORADO, ("30-2608(2)",)),
    ("shoe", SHOE, ("11.A(3)",)),
)
def test_help_is_told_to_the_one_who_asked(rules: Rules) -> None:
    table, events = going_on(rules, betting(rules), Step.SETTING)
    (help_,) = decide(rules, table, AskHelp(by="anna", position=1))
    assert see(help_, "anna") is not None
    assert all(see(help_, actor) is None for actor in WATCHING if actor != "anna")
    assert events


@_tables(
    ("commission", COMMISSION, ("7(f)(2)", "6(e)")),
    ("colorado", COLORADO, ("30-2608(6)(b)", "30-2607(5)")),
    ("shoe", SHOE, ("11.D(2)", "8.G")),
)
def test_surrendered_and_unwagered_pieces_are_never_shown(rules: Rules) -> None:
    done = going_on(rules, betting(rules), Step.SETTING)
    for person in SEATS:
        done = acted(rules, done, own_low(rules, done[0], person))
    done = going_on(rules, done, Step.EXPOSE)
    done = acted(rules, done, Surrender(by="bob", position=2))
    done = going_on(rules, done, Step.FINISH)
    for actor in ("anna", "observer", "floor", "dealer"):
        shown = seen(rules, done[0], actor)
        assert all(shown[place] == {None} for place in (2, 3, 4, 5, 6)), actor
    assert seen(rules, done[0], "bob")[3] == {None}


@_tables(
    ("commission", COMMISSION, ("7(c)",)),
    ("colorado", COLORADO, ("30-2608(3)",)),
    ("automated", AUTOMATED, ("11.C(3)",)),
)
def test_a_bank_turns_its_pieces_over_when_all_others_have_set(rules: Rules) -> None:
    """Anna banks the second round, after one against the house."""
    done = going_on(rules, betting(rules), Step.OFFER)
    done = acted(rules, done, next_act(DealerContext(rules, done[0], CHANCE, now=1)))  # type: ignore[arg-type]
    done = acted(rules, done, AcceptBank(by="anna"))
    done = going_on(rules, done, Step.BETS)
    done = acted(rules, done, PlaceWager(by="bob", position=2, chips=100_00))
    done = going_on(rules, done, Step.SETTING)
    for actor in WATCHING:
        assert seen(rules, done[0], actor)[1] == {None}, actor
    done = acted(rules, done, own_low(rules, done[0], "bob"))
    assert done[0].step is Step.BANK_SETTING
    for actor in WATCHING:
        shown = seen(rules, done[0], actor)
        assert (None in shown[1]) is (actor != "anna"), actor
        assert shown[0] == {None}, actor


@_tables(
    ("commission", COMMISSION, ("6(b)",)),
    ("colorado", COLORADO, ("30-2607(2)",)),
    ("shoe", SHOE, ("2.C(1)(d)", "5.K(1)(b)(i)")),
)
def test_the_dice_are_seen_when_the_dealer_lifts_the_lid(rules: Rules) -> None:
    done = acted(rules, betting(rules), CallNoMoreBets(by="dealer", at=1))
    done = going_on(rules, done, Step.LID)
    for actor in WATCHING:
        assert view(rules, done[0], actor)["shaker"]["dice"] is None, actor
        shaken = told(done[1], DiceShaken, actor)[-1]
        assert shaken is not None
        assert shaken["dice"] is None, actor
    lifted = going_on(rules, done, Step.TOTAL)
    for actor in WATCHING:
        assert view(rules, lifted[0], actor)["shaker"]["dice"] == lifted[0].shaker.dice, actor
