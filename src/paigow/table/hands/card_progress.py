"""How a card round continues after hands are shown: optional wagers, center, envy, paperwork (R40)."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Final, TypeVar

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.fields import Position
from paigow.table.hands.progress import to_expose
from paigow.table.refusals import Reason, Refused, require_dealer
from paigow.table.state import (
    POSITIONS,
    HandStatus,
    Step,
    Table,
    Wager,
    WagerKey,
    changed,
    place_name,
    wager_at,
)
from paigow.wagers.money import Cents
from paigow.wagers.progressive import WAGER
from paigow.wagers.wager import qualifies

PROGRESSIVE = WAGER.kind
BEFORE_THE_CENTER = (Step.EXPOSE_BANK, Step.EXPOSE, Step.CENTER)

_ProgressEvent = TypeVar("_ProgressEvent", bound=Event)


class HandRacked(Event, frozen=True, tag="hand-racked"):
    """Seven cards go to the discard rack, in an order from which the hand can be rebuilt."""

    place: int


class Proceeded(Event, frozen=True, tag="proceeded"):
    """Nothing more is due here: the dealer moves on."""

    then: Step


def owner_of(table: Table, position: int) -> str | None:
    """The person whose hand is at a position: the bank, or the player who made the main wager there."""
    if table.bank is not None and table.bank.position == position:
        return table.bank.person
    for wager in table.staked:
        if wager.position == position and wager.kind == "main":
            return wager.person
    return None


def open_optional(rules: Rules, table: Table) -> tuple[Wager, ...]:
    """Unsettled optional wagers, by position and kind; a progressive's chip is in the tray (R39)."""
    return tuple(sorted(_unsettled(rules, table), key=_in_turn(rules)))


def _in_turn(rules: Rules) -> Callable[[Wager], tuple[int, int]]:
    """Sorts optional wagers in settlement order: by position, then in the book's order."""
    turns = rules.turns
    return lambda wager: (wager.position, turns[wager.kind])


def _unsettled(rules: Rules, table: Table) -> list[Wager]:
    """Unsettled optional wagers, unordered."""
    turns = rules.turns
    return [*[wager for wager in table.wagers if wager.kind in turns], *progressives(table)]


def progressives(table: Table, position: int | None = None) -> tuple[Wager, ...]:
    """Progressive wagers whose chips are in the tray and that wait for their hands, by position."""
    in_tray = [each for each in table.cards.progressive if position is None or each[1] == position]
    if not in_tray:
        return ()
    taken = [
        wager
        for wager in table.staked
        if wager.kind == PROGRESSIVE and (wager.person, wager.position) in in_tray
    ]
    return tuple(sorted(taken, key=_position))


_position: Final = attrgetter("position")


_AFTER_ALL: Final = (len(POSITIONS) + 1, 0)


def next_optional(rules: Rules, table: Table) -> Wager | None:
    """The next optional wager to settle: by position, then in the book's order."""
    turns, hands, exposed = rules.turns, table.hands, HandStatus.EXPOSED
    first, turn = None, _AFTER_ALL
    for wager in table.wagers:
        if wager.position > turn[0]:
            break
        if wager.kind in turns and hands[wager.position].status is exposed:
            own = (wager.position, turns[wager.kind])
            if own < turn:
                first, turn = wager, own
    for person, position in table.cards.progressive:
        own = (position, turns[PROGRESSIVE])
        if own < turn and hands[position].status is exposed:
            first, turn = wager_at(table.staked, person, position, PROGRESSIVE), own
    return first


def envy_due(rules: Rules, table: Table) -> tuple[WagerKey, ...]:
    """The lammers still to be paid: in the book's order, then by the holder's position (R40, R44)."""
    if not table.cards.envied:
        return ()
    owners = {place: owner_of(table, place) for place in table.cards.envied}
    due = [
        (person, position, kind)
        for person, position, kind in table.cards.lammers
        if any(owner != person for owner in owners.values())
    ]
    return tuple(sorted(due, key=lambda lammer: (rules.turns[lammer[2]], lammer[1])))


def envy_kinds(rules: Rules, table: Table) -> tuple[str, ...]:
    """The kinds of wager for which hands stay exposed for envy; empty if none does."""
    if not table.cards.envied:
        return ()
    staked = {wager.kind for wager in table.staked if earns_envy(rules, wager)}
    return tuple([kind for kind in rules.envied if kind in staked])


def earns_envy(rules: Rules, wager: Wager) -> bool:
    """Whether a wager is of a kind with envy and large enough for it."""
    return wager.kind in rules.envied and qualifies(rules.optional[wager.kind].wager, Cents(wager.playing))


def next_step(rules: Rules, table: Table) -> Step:
    """The dealer's next step: what is due at this hand, the next hand, center, envy, paperwork, the end.

    In a banked round no optional wager is settled before the center is closed.
    """
    center_open = table.bank is not None and table.step in BEFORE_THE_CENTER
    if not center_open and next_optional(rules, table) is not None:
        return Step.OPTIONAL
    if to_expose(rules, table):
        return Step.EXPOSE
    if center_open:
        return Step.CENTER
    if envy_due(rules, table):
        return Step.ENVY
    return Step.PAPERS if table.cards.papers_due else Step.FINISH


def proceeding(rules: Rules, table: Table, was: Step) -> tuple[Proceeded, ...]:
    """The step a table moves to from its current state, if it is a different one."""
    then = next_step(rules, table)
    return () if then is was else (Proceeded(then=then, cites=rules.cite("order of settling")),)


def racked_after(
    rules: Rules, table: Table, position: int, kind: str | None = None
) -> tuple[HandRacked, ...]:
    """The cards leave the table once nothing on them is open: no wager, paperwork, envy, or count.

    `kind`: the optional wager that was settled on them last.
    """
    if table.hands[position].status is not HandStatus.EXPOSED:
        return ()
    gear = table.cards
    stays = position in (*gear.envied, *gear.papers_due, *gear.uncounted)
    if stays or table.wagers_on(position) or progressives(table, position):
        return ()
    return (HandRacked(place=position, cites=rules.cite(*_racked_by(rules, table, position, kind))),)


def _racked_by(rules: Rules, table: Table, position: int, kind: str | None) -> tuple[str, ...]:
    """The topics by which cards are collected: after the main wager, or after all their optional wagers."""
    optional = rules.optional
    if not [wager for wager in table.staked if wager.position == position and wager.kind in optional]:
        return ("rack hand",)
    several = ("several optional wagers",) if len(rules.optional) > 1 else ()
    last = (f"rack after {kind}",) if kind is not None and kind not in rules.envied else ()
    return ("rack after optional wagers", *several, *last)


def last_racked(rules: Rules, table: Table) -> tuple[HandRacked, ...]:
    """Everything still on the table at the end: hands shown for envy, paid or not; the dealer's own."""
    envied = [id_ for kind in envy_kinds(rules, table) for id_ in rules.cite(f"rack after {kind}")]
    return tuple(
        HandRacked(
            place=place,
            cites=tuple(dict.fromkeys(envied)) if place in table.cards.envied else _rack_last(rules, place),
        )
        for place, hand in sorted(table.hands.items())
        if hand.status in (HandStatus.EXPOSED, HandStatus.KEPT)
        or (place == 0 and hand.status is HandStatus.SET)
    )


def _rack_last(rules: Rules, place: int) -> tuple[str, ...]:
    """A player's cards go once the main wager is settled; no paragraph says so of the dealer's own."""
    return rules.cite("collect in order" if place == 0 else "rack hand")


def hand_racked(table: Table, event: HandRacked) -> Table:
    hand = changed(table.hands[event.place], status=HandStatus.COLLECTED)
    return changed(table, hands={**table.hands, event.place: hand}, discards=(*table.discards, hand))


def gone_on(
    rules: Rules,
    table: Table,
    event: _ProgressEvent,
    apply: Callable[[Table, _ProgressEvent], Table],
    position: int,
    kind: str | None = None,
) -> tuple[Event, ...]:
    """An event, then the cards at its position to the rack if nothing is open on them, then the next step."""
    after = apply(table, event)
    racked = racked_after(rules, after, position, kind)
    for each in racked:
        after = hand_racked(after, each)
    return (event, *racked, *proceeding(rules, after, table.step))


def proceeded(table: Table, event: Proceeded) -> Table:
    return changed(table, step=event.then)


ENVY_PAID = (Step.PAPERS, Step.FINISH)


class CountSurrendered(Command, frozen=True, tag="count-surrendered"):
    """The dealer counts the cards of a surrendered hand face down and puts them into the discard rack."""

    position: Position


class SurrenderedCounted(Event, frozen=True, tag="surrendered-counted"):
    position: int
    count: int


def countable(rules: Rules, table: Table) -> tuple[int, ...]:
    """The surrendered hands that can be collected now: at once or, kept for envy, when nobody needs them."""
    if not table.cards.uncounted:
        return ()
    waiting = to_expose(rules, table)
    return tuple(
        position
        for position in table.cards.uncounted
        if position not in waiting and (position not in table.cards.envied or table.step in ENVY_PAID)
    )


def count(rules: Rules, table: Table, command: CountSurrendered) -> tuple[Event, ...]:
    cites = rules.cite("surrender counted")
    require_dealer(command.by, "count surrendered cards", cites)
    place = place_name(command.position)
    if command.position not in table.cards.uncounted:
        sentence = f"There are no surrendered cards to count at {place}."
        raise Refused(Reason.NOTHING_THERE, sentence, cites)
    if command.position not in countable(rules, table):
        sentence = f"The cards at {place} stay on the table for envy. Count them when they are collected."
        raise Refused(Reason.OUT_OF_ORDER, sentence, (*rules.cite("surrender kept"), *cites))
    seven = len(table.hands[command.position].pieces)
    return (SurrenderedCounted(position=command.position, count=seven, cites=cites),)


def counted(table: Table, event: SurrenderedCounted) -> Table:
    """Cards that were shown for envy are known; the others stay unseen."""
    hand = table.hands[event.position]
    shown = hand.status is HandStatus.EXPOSED
    hand = changed(hand, status=HandStatus.COLLECTED if shown else HandStatus.SURRENDERED)
    left = tuple(position for position in table.cards.uncounted if position != event.position)
    return changed(
        table,
        hands={**table.hands, event.position: hand},
        discards=(*table.discards, hand),
        cards=changed(table.cards, uncounted=left),
    )


def require_counted(rules: Rules, table: Table) -> None:
    """Refuse to finish a round while surrendered cards wait to be counted."""
    if waiting := table.cards.uncounted:
        sentence = f"Count the surrendered cards at {place_name(waiting[0])} first."
        raise Refused(Reason.OUT_OF_ORDER, sentence, rules.cite("surrender counted"))
