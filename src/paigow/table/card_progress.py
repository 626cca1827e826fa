"""How a card round goes on after hands are shown: optional wagers by hand, center, envy, the end (R40)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.progress import to_expose
from paigow.table.rules import TableRules
from paigow.table.state import HandStatus, Step, Table, Wager, changed
from paigow.wagers.kinds import OPTIONAL_POKER_WAGERS

__all__ = [
    "APPLIES",
    "DECIDES",
    "HandRacked",
    "Proceeded",
    "envy_due",
    "gone_on",
    "hand_racked",
    "next_optional",
    "next_step",
    "owner_of",
    "racked_after",
]

KINDS = tuple(kind.value for kind in OPTIONAL_POKER_WAGERS)


_Event = TypeVar("_Event", bound=Event)


class HandRacked(Event, frozen=True):
    """Seven cards to the discard rack, in an order from which the hand can be rebuilt."""

    position: int


class Proceeded(Event, frozen=True):
    """Nothing more is due here: the dealer goes on."""

    then: Step


def owner_of(table: Table, position: int) -> str | None:
    """Whose hand lies at a position: the bank's, or that of whoever made the main wager there."""
    if table.bank is not None and table.bank.position == position:
        return table.bank.person
    return next((w.person for w in table.staked if w.position == position and w.kind == "main"), None)


def next_optional(table: Table) -> Wager | None:
    """The optional wager to be settled next: by position, then in the order of the kinds."""
    waiting = [
        wager
        for wager in table.wagers
        if wager.kind in KINDS and table.hands[wager.position].status is HandStatus.EXPOSED
    ]
    return min(waiting, key=lambda wager: (wager.position, KINDS.index(wager.kind)), default=None)


def envy_due(table: Table) -> tuple[tuple[str, int, str], ...]:
    """The lammers still to be paid for: Fortune's first, then by position of the holder (R40, R44)."""
    if not table.cards.envied:
        return ()
    owners = {place: owner_of(table, place) for place in table.cards.envied}
    due = [
        (person, position, kind)
        for person, position, kind in table.cards.lammers
        if any(owner != person for owner in owners.values())
    ]
    return tuple(sorted(due, key=lambda lammer: (KINDS.index(lammer[2]), lammer[1])))


def next_step(rules: TableRules, table: Table) -> Step:
    """Where the dealer goes on: what is due at this hand, the next hand, the center, envy, the end."""
    banked = table.bank is not None
    center_open = banked and table.step in (Step.EXPOSE_BANK, Step.EXPOSE, Step.CENTER)
    if not center_open and next_optional(table) is not None:
        return Step.OPTIONAL
    if to_expose(table):
        return Step.EXPOSE
    if center_open:
        return Step.CENTER
    if table.cards.papers_due:
        return Step.OPTIONAL
    return Step.ENVY if rules.optional and envy_due(table) else Step.FINISH


def racked_after(rules: TableRules, table: Table, position: int) -> tuple[HandRacked, ...]:
    """The cards leave the table once nothing on them is open: no wager, no papers, not for envy."""
    hand = table.hands[position]
    open_wagers = any(wager.kind in (*KINDS, "main") for wager in table.wagers_on(position))
    stays = open_wagers or position in table.cards.envied or position in table.cards.papers_due
    if stays or hand.status is not HandStatus.EXPOSED:
        return ()
    return (HandRacked(position=position, cites=rules.cite("collect in order")),)


def hand_racked(table: Table, event: HandRacked) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.COLLECTED)
    return changed(table, hands={**table.hands, event.position: hand}, discards=(*table.discards, hand))


def gone_on(
    rules: TableRules, table: Table, event: _Event, apply: Callable[[Table, _Event], Table], position: int
) -> tuple[Event, ...]:
    """An event, then the cards at its position to the rack if nothing is open on them, and on."""
    after = apply(table, event)
    racked = racked_after(rules, after, position)
    for each in racked:
        after = hand_racked(after, each)
    then = next_step(rules, after)
    on = () if then is table.step else (Proceeded(then=then, cites=rules.cite("collect in order")),)
    return (event, *racked, *on)


def proceeded(table: Table, event: Proceeded) -> Table:
    return changed(table, step=event.then)


DECIDES: dict[type[Command], Decide] = {}
APPLIES: dict[type[Event], Apply] = {Proceeded: proceeded, HandRacked: hand_racked}
