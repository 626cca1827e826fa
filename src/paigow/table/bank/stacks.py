"""How a bank has the eight stacks cut (R6) and delivered, and how the dealer indicates it.

Which tiles go where is in `delivery`. A deck of cards is cut in `card_cutting`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Struct

from paigow.faults import BadInput
from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.deal.delivery import STYLES
from paigow.table.fields import Because, OneOf, each, each_of, within
from paigow.table.refusals import (
    Reason,
    Refused,
    refuse_reason,
    require_bank,
    require_dealer,
    require_reason,
    require_step,
)
from paigow.table.state import Step, Table, changed

STACKS: Final = 8
ENDS: Final = ("right", "left")
CUT_TEXT: Final = r"(\d)\.\.(\d)(?: split (\d))? (right|left)"


class Cut(Struct, frozen=True):
    """A block of adjacent stacks, numbered 1 to 8 from the dealer's right, and where it goes.

    Without `split`, the whole block goes to `end`. With it, that many stacks of the block, counted from the
    right, go to `end`, and the rest of the block goes to the opposite end.
    """

    first: int
    """The first stack of the block, 1 to 8 from the dealer's right."""
    last: int
    """The last stack of the block."""
    end: str
    """Where the block goes: `left` or `right`, as the dealer sees it."""
    split: int = 0
    """How many stacks of the block go to `end`, if the block is split."""

    def __str__(self) -> str:
        """The text that `parse_cut` reads: `2..5 right`, `2..5 split 1 right`."""
        split = f" split {self.split}" if self.split else ""
        return f"{self.first}..{self.last}{split} {self.end}"

    @property
    def is_sound(self) -> bool:
        size = self.last - self.first + 1
        return 1 <= self.first <= self.last <= STACKS and self.end in ENDS and 0 <= self.split < size

    def of(self, stacks: tuple[Pieces, ...]) -> tuple[Pieces, ...]:
        """The stacks after the cut; each part keeps its order."""
        block, rest = stacks[self.first - 1 : self.last], stacks[: self.first - 1] + stacks[self.last :]
        moved, other = (block[: self.split], block[self.split :]) if self.split else (block, ())
        return moved + rest + other if self.end == "right" else other + rest + moved


def parse_cut(text: str) -> Cut:
    """Read a cut from its text; raise BadInput."""
    found = re.fullmatch(CUT_TEXT, text.strip())
    if found is None:
        raise BadInput(f"{text!r} is not a cut", allowed="write it like 2..5 right, or 2..5 split 1 right")
    return Cut(int(found[1]), int(found[2]), found[4], int(found[3] or 0))


def every_cut() -> Iterator[Cut]:
    """All cuts that a bank can ask for."""
    for first in range(1, STACKS + 1):
        for last in range(first, STACKS + 1):
            for end in ENDS:
                for split in range(last - first + 1):
                    yield Cut(first, last, end, split)


EVERY_CUT: Final = within(OneOf("cut", tuple(every_cut())))


class CutStacks(Command, frozen=True, tag="cut-stacks"):
    """The bank has the dealer cut the stacks, once per round."""

    cut: Annotated[Cut, EVERY_CUT]


class StacksCut(Event, frozen=True, tag="stacks-cut"):
    cut: Cut
    then: Step


class DeclineCut(Command, frozen=True, tag="decline-cut"):
    """The bank declines the cut. The dealer declines for a bank that doesn't answer in time (R61, R85)."""

    because: Because = ""
    """Why the dealer says it for the bank: `time-up` or `asked`."""


class CutDeclined(Event, frozen=True, tag="cut-declined"):
    in_silence: bool
    then: Step
    because: str = ""


def cut(rules: Rules, table: Table, command: CutStacks) -> tuple[Event, ...]:
    cites = rules.cite("cut")
    require_bank(table, command.by, "cut the stacks", cites)
    if not rules.banking.cut:
        raise Refused(Reason.NOT_OFFERED, "The stacks aren't cut at this table.", rules.cite("no cuts"))
    require_step(table, "cut the stacks", cites, Step.CUT)
    if not command.cut.is_sound:
        raise Refused(
            Reason.NOT_AS_REQUIRED,
            "A cut moves adjacent stacks to one end, or splits them between both ends.",
            cites,
        )
    way = rules.cite("cut to both ends" if command.cut.split else "cut to one end")
    return (StacksCut(cut=command.cut, then=table.resume or Step.BETS, cites=(*cites, *way)),)


def stacks_cut(table: Table, event: StacksCut) -> Table:
    return changed(table, stock=event.cut.of(table.stock), step=event.then, resume=None)


def decline(rules: Rules, table: Table, command: DeclineCut) -> tuple[Event, ...]:
    cites = rules.cite("cut")
    instead = command.by == DEALER
    if not instead:
        require_bank(table, command.by, "decline the cut", cites)
    if not rules.banking.cut:
        raise Refused(Reason.NOT_OFFERED, "The stacks aren't cut at this table.", rules.cite("no cuts"))
    require_step(table, "decline the cut", cites, Step.CUT)
    then = table.resume or Step.BETS
    if not instead:
        refuse_reason(command.because, cites)
        return (CutDeclined(in_silence=False, then=then, cites=cites),)
    bank = None if table.bank is None else table.bank.person
    why = require_reason(table, bank, command.because, "decline the cut", cites)
    return (
        CutDeclined(in_silence=why.in_silence, then=then, because=why.because, cites=(*cites, *why.cites)),
    )


def declined(table: Table, event: CutDeclined) -> Table:
    return changed(table, step=event.then, resume=None)


DEFAULT_STYLE: Final = "house-way-right"
INDICATIONS: Final = ("say", "signal", "move")
"""Repeat the style aloud, signal to surveillance, move stacks or tiles: in this order."""
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
    """The bank chooses the style in which the dealer delivers the tiles."""

    style: Annotated[str, each_of(lambda moment: moment.rules.banking.deliveries)]


class DeliveryChosen(Event, frozen=True, tag="delivery-chosen"):
    style: str


class IndicateDelivery(Command, frozen=True, tag="indicate-delivery"):
    """The dealer announces the style, signals it, or moves stacks. The default is house way, right."""

    how: Annotated[str, each(*INDICATIONS)]
    because: Because = ""
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
        raise Refused(
            Reason.NOT_OFFERED, f"This table doesn't offer {command.style!r}. Choose {offered}.", cites
        )
    require_step(table, "choose the delivery", cites, Step.STYLE)
    if bank.indicated:
        raise Refused(Reason.NOT_ELIGIBLE, f"{table.delivery} has already been called.", cites)
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
        raise Refused(Reason.OUT_OF_ORDER, f"Indicate the delivery style first: {following}.", cites)
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
    """Why the dealer can set the style; no reason is needed once the bank has named it."""
    if table.delivery is not None or table.bank is None:
        refuse_reason(command.because, cites)
        return "", ()
    return require_reason(table, table.bank.person, command.because, "fix the delivery", cites)


def indicated(table: Table, event: DeliveryIndicated) -> Table:
    assert table.bank is not None
    bank = changed(table.bank, indicated=(*table.bank.indicated, event.how))
    return changed(table, bank=bank, delivery=event.style, step=event.then)
