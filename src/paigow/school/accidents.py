"""Drills of irregularities: something goes wrong at a table in play, and what the rules make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Final

from paigow.school.moments import tables_of
from paigow.school.tasks import Drill, Given, Picker, Solution, Task, cites_of
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.deal.card_dealing import CountStub, DealCards
from paigow.table.deal.card_devices import ReportShoeJam, ReportShufflerJam, ShufflerJammed
from paigow.table.deal.dice import FELL_OUT, NOT_FLAT, CallNoRoll, NoRoll
from paigow.table.deal.shuffling import (
    ExposedWhileStacking,
    ExposeWhileStacking,
    ReportUndealtTile,
    UndealtTileSeen,
)
from paigow.table.engine import decide
from paigow.table.irregularities.card_reports import ReportStubExposed
from paigow.table.irregularities.reports import HandDead, PieceExposed, ReportExposed, ReportOffTable
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.refusals import Refused
from paigow.table.state import DEAD_HAND, DEALER_PLACE, POSITIONS, Step, Table
from paigow.wagers.wager import MAIN

ANSWERS: Final = ("on", "choose", "void", "dead", "again", "shake")
"""Play goes on; the player chooses; the round is void; the hand is dead; all is shuffled or shaken again."""
_ENDS: Final[tuple[tuple[str, Callable[[Event], bool]], ...]] = (
    ("void", lambda event: isinstance(event, RoundVoided)),
    ("dead", lambda event: isinstance(event, HandDead)),
    ("again", lambda event: isinstance(event, UndealtTileSeen | ExposedWhileStacking)),
    ("again", lambda event: isinstance(event, ShufflerJammed) and event.then is Step.SHUFFLE),
    ("shake", lambda event: isinstance(event, NoRoll)),
    ("choose", lambda event: isinstance(event, PieceExposed) and event.asks),
)
"""The gravest first: the first that the events show is the answer."""

Story = tuple[str, Command]


def outcome_of(events: tuple[Event, ...]) -> str:
    """What an irregularity came to."""
    return next((name for name, shows in _ENDS if any(map(shows, events))), "on")


def _decided_by(rules: Rules, table: Table, command: Command, events: tuple[Event, ...]) -> tuple[str, ...]:
    """The paragraphs of what went wrong, without those by which the same act is done on any other day."""
    cites = cites_of(events)
    if not isinstance(command, DealCards):
        return cites
    voided = cites_of(event for event in events if isinstance(event, RoundVoided))
    usual = cites_of(decide(rules, table, DealCards(by=DEALER)))
    return voided or tuple(id_ for id_ in cites if id_ not in usual)


def _of_tiles(table: Table) -> Iterator[Story]:
    yield "undealt", ReportUndealtTile(by=DEALER, nth=0)
    yield "undealtoff", ReportUndealtTile(by=DEALER, nth=0, off_table=True)
    stock = [tile for stack in table.stock for tile in stack]
    if stock:
        yield "stacking", ExposeWhileStacking(by=DEALER, tile=stock[0])
    yield "noroll", CallNoRoll(by=DEALER, why=FELL_OUT)
    yield "notflat", CallNoRoll(by=DEALER, why=NOT_FLAT)


def _of_cards() -> Iterator[Story]:
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
    """What can go wrong at a table now, by its story, with what follows: everything, or one story."""
    hands = (story for place in table.hands for story in _with_hands(table, place))
    others = _of_tiles(table) if rules.is_tiles else _of_cards()
    found: dict[str, list[tuple[Command, tuple[Event, ...]]]] = {}
    for key, command in (*hands, *others):
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
    *("exposed", "shown", "off", "stacking", "undealt", "undealtoff", "noroll", "notflat"),
    *("oneup", "twoup", "count", "stub", "shoe", "shuffler"),
)
_SAMPLE: Final = sha256(b"what can go wrong").digest()


def stories_of(rules: Rules) -> tuple[str, ...]:
    """The irregularities of a table: those that come up in a few rounds, which pass every step."""
    found = {story for table in tables_of(rules, Picker(_SAMPLE)) for story in _possible(rules, table)}
    return tuple(story for story in STORIES if story in found)


def irregularity(rules: Rules, pick: Picker, story: str = "") -> Drill:
    """What follows from something that went wrong at some moment of a few rounds: anything, or one story."""
    tables = tables_of(rules, pick)
    moments = [(table, found) for table in tables if (found := _possible(rules, table, story))]
    story = story or pick.one([each for each in STORIES if any(each in found for _, found in moments)])
    table, found = pick.one([each for each in moments if story in each[1]])
    command, events = pick.one(found[story])
    given: dict[str, Given] = {"story": ("choice", story), "step": ("step", table.step.value)}
    ask = "irregularity"
    if isinstance(command, ReportExposed | ReportOffTable):
        role = whose(table, command.place)
        given |= {"place": ("place", command.place), "whose": ("choice", role)}
        ask = f"irregularity.{role}"
        if role == "player" and table.hands[command.place].looked_by is not None:
            ask = "irregularity.looked"
    cites = _decided_by(rules, table, command, events)
    return Drill(Task(ask, "choice", given, ANSWERS), Solution(outcome_of(events), cites))
