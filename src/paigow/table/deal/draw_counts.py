"""How many draws of each name a round has had: counted from events, reset with the round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType

from paigow.table.acts import Event
from paigow.table.chance_state import RoundChance
from paigow.table.deal.card_cutting import CardsCut
from paigow.table.deal.card_shuffling import CardsShuffled
from paigow.table.deal.card_start import StartFound
from paigow.table.deal.commitments import (
    CUT,
    DICE,
    EXPOSED,
    ORDER,
    START,
    OrderFixed,
    counted,
    is_committed,
)
from paigow.table.deal.dice import DiceShaken
from paigow.table.deal.shuffling import ExposedWhileStacking, TilesWashed, UndealtTileSeen
from paigow.table.hands.settling import RoundFinished
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.state import Table

RecordedChance = RoundChance | UnsetType
_NAMES: Final[Mapping[type[Event], str]] = {
    TilesWashed: ORDER,
    CardsShuffled: ORDER,
    CardsCut: CUT,
    DiceShaken: DICE,
    StartFound: START,
    ExposedWhileStacking: EXPOSED,
    UndealtTileSeen: EXPOSED,
}
"""The draw that an event reports, if it has a draw number."""


def draws_in(event: Event) -> tuple[str, ...]:
    """The names of an event's draws; for the first edition, what it must have drawn."""
    if isinstance(event, OrderFixed):
        return (ORDER, CUT) if event.cut_draw else (ORDER,)
    name, number = _NAMES.get(type(event)), getattr(event, "draw", UNSET)
    if name is None or (number is UNSET and not _drew_unnumbered(event)):
        return ()
    return (name,)


def _drew_unnumbered(event: Event) -> bool:
    """Whether an event without a draw number, as in the first edition, still reports a draw."""
    match event:
        case TilesWashed() | CardsShuffled():
            return bool(event.order)
        case CardsCut():
            return bool(event.depth)
        case StartFound():
            return event.number is not None
        case _:
            return isinstance(event, DiceShaken)


def _one_more(table: Table, event: Any) -> RecordedChance:
    return table.chance if event.draw is UNSET else counted(table, _NAMES[type(event)])


def _order_fixed(table: Table, event: OrderFixed) -> RecordedChance:
    return counted(table, ORDER, CUT) if event.cut_draw else counted(table, ORDER)


def _over(table: Table, _event: Event) -> RecordedChance:
    """A committed seed is still to be published; without one, nothing is kept of the round."""
    return table.chance if is_committed(table) else UNSET


COUNTED: Final[Mapping[type[Event], Callable[[Table, Any], RecordedChance]]] = {
    **dict.fromkeys(_NAMES, _one_more),
    OrderFixed: _order_fixed,
    RoundFinished: _over,
    RoundVoided: _over,
}
"""The round's randomness after each event that draws or ends the round, given the table before it."""
