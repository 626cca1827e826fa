"""When players look at their hands, and the record of it: from then on nothing is hidden from them (R78).

Whether an exposed piece still gives a choice is decided in `irregularities`, what a view shows in `views`.
"""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.bets.areas import next_to_set, setter_of
from paigow.table.hands.progress import unset
from paigow.table.state import Step, Table, changed

LOOKING_STEPS = (Step.SETTING, Step.BANK_SETTING)


class HandsLookedAt(Event, frozen=True, tag="hands-looked-at"):
    """These hands are shown to their players: an exposed piece gives them no choice any more."""

    places: tuple[int, ...]


def waits_for_look(rules: Rules, table: Table) -> tuple[int, ...]:
    """The hands that their players look at now: delivery is complete and no choice is pending.

    Of two hands the first to be set comes first (R56); the bank looks once all others have set (R53).
    Riders do not look, and a hand that only Pair Fortunes plays is shown by the dealer.
    """
    if table.step not in LOOKING_STEPS or table.choosing:
        return ()
    if table.step is Step.BANK_SETTING:
        assert table.bank is not None
        turn = [table.bank.position]
    else:
        turn = [place for place in unset(table) if _is_next(rules, table, place)]
    return tuple([place for place in turn if table.hands[place].looked_by is None])


def _is_next(rules: Rules, table: Table, place: int) -> bool:
    person = setter_of(table, place)
    return person is not None and next_to_set(rules, table, person) == place


def looks(rules: Rules, table: Table) -> tuple[HandsLookedAt, ...]:
    """What follows when players may look, as `table` is after the events before it."""
    places = waits_for_look(rules, table)
    if not places:
        return ()
    topic = "bank sets" if table.step is Step.BANK_SETTING else "looked at"
    return (HandsLookedAt(places=places, cites=(*rules.cite(topic), "R78")),)


def looked_at(table: Table, event: HandsLookedAt) -> Table:
    hands = dict(table.hands)
    for place in event.places:
        hands[place] = changed(hands[place], looked_by=setter_of(table, place))
    return changed(table, hands=hands)


DECIDES: dict[type[Command], Decide] = {}
APPLIES: dict[type[Event], Apply] = {HandsLookedAt: looked_at}
