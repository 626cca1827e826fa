"""The style of delivery: the bank names it, the dealer indicates it. Which tiles go where is `styles`."""

from __future__ import annotations

from typing import Final

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.bank.banking import require_bank
from paigow.table.deal.styles import STYLES
from paigow.table.on_behalf import refuse_reason, require_reason
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.state import Step, Table, changed

DEFAULT_STYLE: Final = "house-way-right"
INDICATIONS: Final = ("say", "signal", "move")
"""Repeating the style aloud, the sign for surveillance, moving stacks or tiles: in this order."""
TOUCHED: Final = {
    "house-way-right": (1,),
    "house-way-left": (8,),
    "cup-say-right": (1, 2),
    "cup-say-left": (8, 7),
    "jung-quat": (4, 5),
    "chee-yee": (1, 8),
    "pin-say-right": (1, 2, 3, 4),
    "pin-say-left": (8, 7, 6, 5),
    "dragon-head-right": (1, 2, 3, 4),
    "dragon-head-left": (8, 7, 6, 5),
}
"""The stacks that the dealer moves to show a style, numbered from the right. They are pushed forward, except
that pin say lays the first one's top tile across the other three, and dragon head sets two upon two."""


class ChooseDelivery(Command, frozen=True, tag="choose-delivery"):
    """The bank tells the dealer in which style to deliver the tiles."""

    style: str


class DeliveryChosen(Event, frozen=True, tag="delivery-chosen"):
    style: str


class IndicateDelivery(Command, frozen=True, tag="indicate-delivery"):
    """The dealer says the style, signals it, moves stacks. Unchosen, it is house way from the right."""

    how: str
    because: str = ""
    """Why the dealer fixes the style for a bank that has not: `time-up` or `asked` (R85)."""


class DeliveryIndicated(Event, frozen=True, tag="delivery-indicated"):
    style: str
    how: str
    signal: str
    """What the submission has the dealer do for surveillance."""
    stacks: tuple[int, ...]
    """The stacks moved, numbered from the dealer's right."""
    then: Step
    because: str = ""


def choose(rules: Rules, table: Table, command: ChooseDelivery) -> tuple[Event, ...]:
    cites = rules.cite("choose delivery")
    bank = require_bank(table, command.by, "choose the delivery", cites)
    if command.style not in STYLES or command.style not in rules.banking.deliveries:
        offered = ", ".join(rules.banking.deliveries)
        raise Refused(Reason.NOT_OFFERED, f"there is no {command.style!r} here, but {offered}", cites)
    require_step(table, "choose the delivery", cites, Step.STYLE)
    if bank.indicated:
        raise Refused(Reason.NOT_ELIGIBLE, f"{table.delivery} has been called already", cites)
    return (DeliveryChosen(style=command.style, cites=(*cites, *rules.cite(command.style))),)


def chosen(table: Table, event: DeliveryChosen) -> Table:
    return changed(table, delivery=event.style)


def next_indication(table: Table) -> str:
    assert table.bank is not None
    return INDICATIONS[len(table.bank.indicated)]


def indicate(rules: Rules, table: Table, command: IndicateDelivery) -> tuple[Event, ...]:
    cites = rules.cite("indicate delivery")
    require_dealer(command.by, "indicate the delivery", cites)
    require_step(table, "indicate the delivery", cites, Step.STYLE)
    if command.how != (following := next_indication(table)):
        raise Refused(Reason.OUT_OF_ORDER, f"the dealer indicates the style first by: {following}", cites)
    style = table.delivery or DEFAULT_STYLE
    because, on_behalf = _unchosen(table, command, cites)
    event = DeliveryIndicated(
        style=style,
        how=command.how,
        signal=rules.banking.delivery_signal if command.how == "signal" else "",
        stacks=TOUCHED[style] if command.how == "move" else (),
        then=Step.SHAKE if command.how == INDICATIONS[-1] else Step.STYLE,
        because=because,
        cites=(*cites, *on_behalf, *rules.cite(style)),
    )
    return (event,)


def _unchosen(table: Table, command: IndicateDelivery, cites: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Why the dealer may fix the style: nothing is needed once the bank has named it."""
    if table.delivery is not None or table.bank is None:
        refuse_reason(command.because, cites)
        return "", ()
    return require_reason(table, table.bank.person, command.because, "fix the delivery", cites)


def indicated(table: Table, event: DeliveryIndicated) -> Table:
    assert table.bank is not None
    bank = changed(table.bank, indicated=(*table.bank.indicated, event.how))
    return changed(table, bank=bank, delivery=event.style, step=event.then)


DECIDES: dict[type[Command], Decide] = {ChooseDelivery: choose, IndicateDelivery: indicate}
APPLIES: dict[type[Event], Apply] = {DeliveryChosen: chosen, DeliveryIndicated: indicated}
