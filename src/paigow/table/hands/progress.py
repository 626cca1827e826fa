"""Progress of the round: who still has to set, look (R78), and be shown. For cards see `card_progress` too.

Whether an exposed piece still gives a choice is in `irregularities`; what a view shows is in `views`.
"""

from __future__ import annotations

from paigow.ranks.comparing import Outcome
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.bets.areas import next_to_set, setter_of
from paigow.table.state import DEALER_PLACE, POSITIONS, HandStatus, Step, Table, Wager, changed
from paigow.wagers.wager import MAIN, TIP


def opponent_place(table: Table) -> int:
    """The place that hands are compared with: the bank's, or else the dealer's."""
    return DEALER_PLACE if table.bank is None else table.bank.position


def mains(table: Table, position: int) -> tuple[Wager, ...]:
    """The wagers on a spot that are decided by comparing its hand: main wagers and tips."""
    return tuple([wager for wager in table.wagers_on(position) if wager.kind in (MAIN, TIP)])


def _played(table: Table) -> set[int]:
    return {wager.position for wager in table.wagers if wager.kind == MAIN}


def is_played(table: Table, position: int) -> bool:
    """Whether a main wager is down on a spot."""
    return position in _played(table)


def is_contested(table: Table, *, gone: int | None = None) -> bool:
    """Whether hands are still compared: a main wager, or the dealer's against a bank, is in play."""
    dealer = table.bank is not None and bool(table.bank.dealer_wager)
    return dealer or bool(_played(table) - {gone})


def unset(table: Table) -> tuple[int, ...]:
    """The positions whose hands are still to be set, except the bank's."""
    bank = None if table.bank is None else table.bank.position
    # An enumeration's member takes several times as long to read as a local name.
    hands, played, dealt = table.hands, _played(table), HandStatus.DEALT
    return tuple(
        [
            place
            for place in POSITIONS
            if place in played and place in hands and hands[place].status is dealt and place != bank
        ]
    )


def _without_main(rules: Rules, table: Table) -> tuple[int, ...]:
    """Hands played only by a wager such as Pair Fortunes: shown in turn without being set (R16)."""
    if not rules.with_hand:
        return ()
    staked = {wager.position for wager in table.wagers if wager.kind in rules.with_hand}
    hands = table.hands
    return tuple(
        place
        for place in staked - _played(table)
        if place in hands and hands[place].status is HandStatus.DEALT
    )


def to_expose(rules: Rules, table: Table) -> tuple[int, ...]:
    """The positions still to be exposed, from the dealer's right; surrendered ones only for envy."""
    shown = (HandStatus.SET, HandStatus.KEPT) if table.cards.lammers else (HandStatus.SET,)
    bank = None if table.bank is None else table.bank.position
    hands = table.hands
    waiting: list[int] = [
        place for place in POSITIONS if place in hands and hands[place].status in shown and place != bank
    ]
    if unset_too := _without_main(rules, table):
        waiting = sorted({*waiting, *unset_too})
    return tuple(waiting)


def after_setting(rules: Rules, table: Table, place: int | None = None, *, gone: bool = False) -> Step:
    """The next step once this hand is set, or gone: after the last, the bank's and the dealer's (R53)."""
    waiting = unset(table)
    if waiting and waiting != (place,):
        return Step.SETTING
    without = place if gone else None
    if is_contested(table, gone=without) or _bank_waits(rules, table):
        return Step.DEALER_SETTING if table.bank is None else Step.BANK_SETTING
    return Step.EXPOSE if set(_without_main(rules, table)) - {without} else Step.FINISH


def _bank_waits(rules: Rules, table: Table) -> bool:
    """Whether the bank (cards) has optional wagers to settle, even if nobody plays against it (R38)."""
    if table.bank is None:
        return False
    lying = [wager.person for wager in table.wagers if wager.kind in rules.turns]
    return table.bank.person in (*lying, *(person for person, _ in table.cards.progressive))


def after_dealer_set(rules: Rules, table: Table) -> Step:
    if table.bank is not None:
        return Step.EXPOSE_BANK
    return Step.EXPOSE if to_expose(rules, table) else Step.FINISH


def after_exposing(table: Table, *, won: bool = False) -> Step:
    """The next step after the last hand: paying if anybody won, or the center with a bank."""
    if table.bank is not None and table.hands[table.bank.position].low:
        return Step.CENTER
    open_hands = (hand for hand in table.hands.values() if hand.status is HandStatus.EXPOSED)
    won = won or any(hand.outcome == Outcome.WIN.value for hand in open_hands)
    return Step.PAY if won else Step.FINISH


LOOKING_STEPS = (Step.SETTING, Step.BANK_SETTING)


class HandsLookedAt(Event, frozen=True, tag="hands-looked-at"):
    """These hands are shown to their players: an exposed piece no longer gives them a choice."""

    places: tuple[int, ...]


def waits_for_look(rules: Rules, table: Table) -> tuple[int, ...]:
    """The hands whose players look at them now: delivery is complete and no choice is pending.

    Of two hands, the first to be set comes first (R56); the bank looks once all others have set (R53). Riders
    don't look, and the dealer shows a hand that only Pair Fortunes plays.
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
    """The events when players can look; `table` is the table after the events before."""
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
