"""Surrendered cards counted face down, seven, before they go to the discard rack (R94). Not surrendering."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.hands.progress import to_expose
from paigow.table.places import place_name
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer
from paigow.table.state import HandStatus, Step, Table, changed

ENVY_PAID = (Step.PAPERS, Step.FINISH)


class CountSurrendered(Command, frozen=True, tag="count-surrendered"):
    """The dealer counts the cards of a surrendered hand face down and puts them into the discard rack."""

    position: int


class SurrenderedCounted(Event, frozen=True, tag="surrendered-counted"):
    position: int
    count: int


def countable(rules: Rules, table: Table) -> tuple[int, ...]:
    """The surrendered hands that can be collected now: at once, or, kept for envy, when nobody needs them."""
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


DECIDES: dict[type[Command], Decide] = {CountSurrendered: count}
APPLIES: dict[type[Event], Apply] = {SurrenderedCounted: counted}
