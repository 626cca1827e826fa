"""What follows once a card hand lies open: envy hand called, cards racked, on to what is due (R40).

Comparing and settling its main wager is `comparing`. A hand given up is shown too where others' envy may
hang on it (R27, R37).
"""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.hands.card_progress import Proceeded, hand_racked, next_step, racked_after
from paigow.table.sides.optional import acknowledge, acknowledged
from paigow.table.state import HandStatus, Pieces, Table, changed


class KeptHandShown(Event, frozen=True, tag="kept-hand-shown"):
    """Seven cards of a hand that was given up, turned up and arranged for others' envy; its wager is lost."""

    position: int
    pieces: Pieces


def lies_open(rules: Rules, table: Table, position: int) -> tuple[Event, ...]:
    """The events after a hand was shown and its main wager settled, as `table` is then."""
    called = acknowledge(rules, table, position)
    for event in called:
        table = acknowledged(table, event)
    racked = racked_after(rules, table, position)
    for each in racked:
        table = hand_racked(table, each)
    return (*called, *racked, Proceeded(then=next_step(rules, table), cites=rules.cite("order of settling")))


def kept_shown(rules: Rules, table: Table, position: int) -> tuple[Event, ...]:
    """Show a hand that was given up, for envy alone."""
    event = KeptHandShown(
        position=position, pieces=table.hands[position].pieces, cites=rules.cite("arranged for envy")
    )
    return (event, *lies_open(rules, shown(table, event), position))


def shown(table: Table, event: KeptHandShown) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.EXPOSED, outcome="lose")
    return changed(table, hands={**table.hands, event.position: hand})


DECIDES: dict[type[Command], Decide] = {}
APPLIES: dict[type[Event], Apply] = {KeptHandShown: shown}
