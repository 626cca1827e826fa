"""What follows when a card hand is shown: main wager settled, envy hand called, cards racked (R40).

With a bank, winners wait for the center. Comparing itself is `comparing`.
"""

from __future__ import annotations

from paigow.ranks.comparing import Outcome
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.card_progress import Proceeded, hand_racked, next_step, racked_after
from paigow.table.covering import cite
from paigow.table.ledger import CENTER, INVENTORY
from paigow.table.optional import acknowledge
from paigow.table.paying import pay_wager
from paigow.table.progress import mains
from paigow.table.rules import TableRules
from paigow.table.stakes import return_wager, take_wager, without_wagers
from paigow.table.state import HandStatus, Table, Wager, changed

__all__ = ["APPLIES", "DECIDES", "MainSettled", "settle_main"]


class MainSettled(Event, frozen=True):
    """A card player's main wager, decided where it lies: lost, returned, or paid with its vigorish."""

    person: str
    position: int
    outcome: str
    won: int = 0
    vigorish: int = 0


def settle_main(rules: TableRules, table: Table, position: int, outcome: Outcome) -> tuple[Event, ...]:
    """The events after a hand was shown as `outcome`; `table` is how it was before."""
    settled = tuple(
        event for wager in mains(table, position) for event in _settled(rules, table, wager, outcome)
    )
    after = _shown(table, position, outcome)
    for event in settled:
        after = main_settled(after, event)
    called = acknowledge(rules, after, position)
    if called:
        after = changed(after, cards=changed(after.cards, envied=(*after.cards.envied, position)))
    waits = table.bank is not None and outcome is Outcome.WIN
    racked = () if called or waits else racked_after(rules, after, position)
    for rack_event in racked:
        after = hand_racked(after, rack_event)
    then = next_step(rules, after)
    return (*settled, *called, *racked, Proceeded(then=then, cites=cite(rules, table, "expose")))


def _shown(table: Table, position: int, outcome: Outcome) -> Table:
    hand = changed(table.hands[position], status=HandStatus.EXPOSED, outcome=outcome.value)
    return changed(table, hands={**table.hands, position: hand})


def _settled(rules: TableRules, table: Table, wager: Wager, outcome: Outcome) -> tuple[MainSettled, ...]:
    banked = table.bank is not None
    if banked and outcome is Outcome.WIN:
        return ()
    won, vigorish, topic = 0, 0, outcome.value
    if outcome is Outcome.LOSE:
        postings = take_wager(wager, CENTER if banked else INVENTORY)
    elif outcome is Outcome.PUSH:
        postings = return_wager(wager)
    else:
        paid = pay_wager(wager, INVENTORY, rules.terms)
        won, vigorish, topic, postings = paid.won, paid.vigorish, "pay", paid.postings
    event = MainSettled(
        person=wager.person,
        position=wager.position,
        outcome=outcome.value,
        won=won,
        vigorish=vigorish,
        cites=cite(rules, table, topic),
        postings=postings,
    )
    return (event,)


def main_settled(table: Table, event: MainSettled) -> Table:
    return without_wagers(table, ((event.person, event.position, "main"),))


DECIDES: dict[type[Command], Decide] = {}
APPLIES: dict[type[Event], Apply] = {MainSettled: main_settled}
