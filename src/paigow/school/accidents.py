"""Drills on irregularities: something goes wrong at a table in play, and the rules say what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import combinations
from typing import Final

from paigow.school.moments import tables_of
from paigow.school.tasks import Drill, Given, Picker, Solution, Task, cites_of
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.deal.card_dealing import CountStub, DealCards, dealing_order
from paigow.table.deal.card_devices import (
    DeviceBroken,
    ReportDeviceBroken,
    ReportShoeJam,
    ReportShufflerJam,
    ShufflerJammed,
)
from paigow.table.deal.delivery import DeliverStack
from paigow.table.deal.dice import FELL_OUT, NOT_FLAT, CallNoRoll, NoRoll
from paigow.table.deal.shuffling import (
    ExposedWhileStacking,
    ExposeWhileStacking,
    ReportUndealtTile,
    UndealtTileSeen,
)
from paigow.table.engine import decide
from paigow.table.hands.setting import DealerHandReset, SetDealerHand
from paigow.table.irregularities.card_reports import ReportStubExposed, ReportWrongCount
from paigow.table.irregularities.reports import HandDead, PieceExposed, ReportExposed, ReportOffTable
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.refusals import CARDS_IN_A_HAND, Refused
from paigow.table.state import DEAD_HAND, DEALER_PLACE, POSITIONS, Step, Table
from paigow.wagers.wager import MAIN

ANSWERS: Final = ("on", "choose", "void", "dead", "again", "shake", "reset")
"""Play goes on; the player chooses; the round is void; the hand is dead; all is shuffled or shaken again; the
dealer's hand is set again."""
COVER: Final = "cover"
"""An answer that only tables with devices have: the device is covered or marked first."""
_ENDS: Final[tuple[tuple[str, Callable[[Event], bool]], ...]] = (
    ("void", lambda event: isinstance(event, RoundVoided)),
    ("dead", lambda event: isinstance(event, HandDead)),
    ("again", lambda event: isinstance(event, UndealtTileSeen | ExposedWhileStacking)),
    ("again", lambda event: isinstance(event, ShufflerJammed) and event.then is Step.SHUFFLE),
    ("shake", lambda event: isinstance(event, NoRoll)),
    ("choose", lambda event: isinstance(event, PieceExposed) and event.asks),
    ("reset", lambda event: isinstance(event, DealerHandReset)),
    (COVER, lambda event: isinstance(event, DeviceBroken)),
)
"""The most serious first: the first one that the events show is the answer."""

Story = tuple[str, Command]


def outcome_of(events: tuple[Event, ...]) -> str:
    """The outcome of an irregularity."""
    return next((name for name, shows in _ENDS if any(map(shows, events))), "on")


def _decided_by(rules: Rules, table: Table, command: Command, events: tuple[Event, ...]) -> tuple[str, ...]:
    """The paragraphs about what went wrong, without those of the same action in a normal round."""
    decisive = cites_of(event for event in events if isinstance(event, RoundVoided | DealerHandReset))
    if isinstance(command, DealCards | DeliverStack | SetDealerHand) and decisive:
        return decisive
    usual = () if not isinstance(command, DealCards) else cites_of(decide(rules, table, DealCards(by=DEALER)))
    return tuple(id_ for id_ in cites_of(events) if id_ not in usual)


def _misset(rules: Rules, table: Table) -> Iterator[Story]:
    """The dealer's hand, set differently from the house way."""
    if table.step is not Step.DEALER_SETTING:
        return
    for low in combinations(table.hands[DEALER_PLACE].pieces, 2):
        command = SetDealerHand(by=DEALER, low=low)
        if any(isinstance(event, DealerHandReset) for event in decide(rules, table, command)):
            yield "misset", command


def _of_tiles(rules: Rules, table: Table) -> Iterator[Story]:
    if table.step is Step.DEAL and not table.hands and table.shaker.start is not None:
        yield "wrongplace", DeliverStack(by=DEALER, place=_next(table.shaker.start, rules.circle))
    yield "undealt", ReportUndealtTile(by=DEALER, nth=0)
    yield "undealtoff", ReportUndealtTile(by=DEALER, nth=0, off_table=True)
    stock = [tile for stack in table.stock for tile in stack]
    if stock:
        yield "stacking", ExposeWhileStacking(by=DEALER, tile=stock[0])
    yield "noroll", CallNoRoll(by=DEALER, why=FELL_OUT)
    yield "notflat", CallNoRoll(by=DEALER, why=NOT_FLAT)


def _next(start: int, circle: tuple[int, ...]) -> int:
    """The place reached by counting one too far."""
    return circle[(circle.index(start) + 1) % len(circle)]


def _of_cards(rules: Rules, table: Table) -> Iterator[Story]:
    if table.step is Step.DEAL and table.shaker.start is not None:
        wrong = dealing_order(rules, table, _next(table.shaker.start, rules.circle))
        yield "wrongplace", DealCards(by=DEALER, places=wrong)
        yield "drawn", DealCards(by=DEALER, drawn_in_error=(3,))
    for place in table.hands:
        yield "eight", ReportWrongCount(by=DEALER, place=place, count=CARDS_IN_A_HAND + 1)
        yield "six", ReportWrongCount(by=DEALER, place=place, count=CARDS_IN_A_HAND - 1)
    yield "broken", ReportDeviceBroken(by=DEALER, device="shuffler")
    yield "shoe", ReportShoeJam(by=DEALER)
    yield "shuffler", ReportShufflerJam(by=DEALER)
    yield "oneup", DealCards(by=DEALER, found_face_up=(3,))
    yield "twoup", DealCards(by=DEALER, found_face_up=(3, 9))
    yield "count", CountStub(by=DEALER, extra=1)
    yield "stub", ReportStubExposed(by=DEALER, number=0)
    yield "noroll", CallNoRoll(by=DEALER, why=FELL_OUT)


def _with_hands(table: Table, place: int) -> Iterator[Story]:
    yield "exposed", ReportExposed(by=DEALER, place=place, index=0)
    yield "off", ReportOffTable(by=DEALER, place=place)
    if place in POSITIONS and table.seated(place):
        yield "shown", ReportExposed(by=DEALER, place=place, index=0, by_player=True)


def _possible(
    rules: Rules, table: Table, story: str = ""
) -> dict[str, list[tuple[Command, tuple[Event, ...]]]]:
    """What can go wrong at a table now, by story, with the consequences: everything, or one story."""
    hands = (story for place in table.hands for story in _with_hands(table, place))
    others = _of_tiles(rules, table) if rules.is_tiles else _of_cards(rules, table)
    found: dict[str, list[tuple[Command, tuple[Event, ...]]]] = {}
    for key, command in (*hands, *others, *_misset(rules, table)):
        if story not in ("", key):
            continue
        try:
            events = decide(rules, table, command)
        except Refused:
            continue
        found.setdefault(key, []).append((command, events))
    return found


def whose(table: Table, place: int) -> str:
    """What a place is in this round."""
    if place == DEALER_PLACE:
        return "dealer"
    if place == DEAD_HAND:
        return "dead"
    if table.bank is not None and table.bank.position == place:
        return "bank"
    return "player" if any(wager.kind == MAIN for wager in table.wagers_on(place)) else "empty"


STORIES: Final = (
    *("exposed", "shown", "off", "stacking", "undealt", "undealtoff", "noroll", "notflat", "wrongplace"),
    *("oneup", "twoup", "drawn", "count", "eight", "six", "stub", "shoe", "shuffler", "broken", "misset"),
)
_SAMPLE: Final = sha256(b"what can go wrong").digest()


def stories_of(rules: Rules) -> tuple[str, ...]:
    """The irregularities a table can have: those that come up in a few rounds, which pass every step."""
    found = {story for table in tables_of(rules, Picker(_SAMPLE)) for story in _possible(rules, table)}
    return tuple(story for story in STORIES if story in found)


def irregularity(rules: Rules, pick: Picker, story: str = "") -> Drill:
    """The consequences of something that goes wrong at a moment of a few rounds: anything, or one story."""
    tables = tables_of(rules, pick)
    moments = [(table, found) for table in tables if (found := _possible(rules, table, story))]
    story = story or pick.one([each for each in STORIES if any(each in found for _, found in moments)])
    table, found = pick.one([each for each in moments if story in each[1]])
    command, events = pick.one(found[story])
    given: dict[str, Given] = {"story": ("choice", story), "step": ("step", table.step.value)}
    ask = "irregularity"
    if isinstance(command, ReportWrongCount):
        given["place"] = ("place", command.place)
    if isinstance(command, ReportExposed | ReportOffTable):
        role = whose(table, command.place)
        given |= {"place": ("place", command.place), "whose": ("choice", role)}
        ask = f"irregularity.{role}"
        if role == "player" and table.hands[command.place].looked_by is not None:
            ask = "irregularity.looked"
    cites = _decided_by(rules, table, command, events)
    answers = ANSWERS if rules.is_tiles else (*ANSWERS, COVER)
    return Drill(Task(ask, "choice", given, answers), Solution(outcome_of(events), cites))
