"""The bank's one cut of the eight stacks (R6). A deck of cards is cut elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from paigow.faults import BadInput
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.bank.banking import require_bank
from paigow.table.on_behalf import refuse_reason, require_reason
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_step
from paigow.table.state import Pieces, Step, Table, changed

STACKS: Final = 8
ENDS: Final = ("right", "left")
CUT_TEXT: Final = r"(\d)\.\.(\d)(?: split (\d))? (right|left)"


class Cut(Struct, frozen=True):
    """A block of neighbouring stacks, numbered 1 to 8 from the dealer's right, and where it goes.

    Without `split` the whole block goes to the `end`. With it, so many stacks of the block, counted from the
    right, go to that end and the others of the block to the opposite one.
    """

    first: int
    last: int
    end: str
    split: int = 0

    def __str__(self) -> str:
        """As `parse_cut` reads it: `2..5 right`, `2..5 split 1 right`."""
        split = f" split {self.split}" if self.split else ""
        return f"{self.first}..{self.last}{split} {self.end}"

    @property
    def is_sound(self) -> bool:
        size = self.last - self.first + 1
        return 1 <= self.first <= self.last <= STACKS and self.end in ENDS and 0 <= self.split < size

    def of(self, stacks: tuple[Pieces, ...]) -> tuple[Pieces, ...]:
        """The stacks as they stand after the cut; each part keeps its order."""
        block, rest = stacks[self.first - 1 : self.last], stacks[: self.first - 1] + stacks[self.last :]
        moved, other = (block[: self.split], block[self.split :]) if self.split else (block, ())
        return moved + rest + other if self.end == "right" else other + rest + moved


def parse_cut(text: str) -> Cut:
    """Read a cut as it prints; raise BadInput."""
    found = re.fullmatch(CUT_TEXT, text.strip())
    if found is None:
        raise BadInput(f"{text!r} is no cut", allowed="such as 2..5 right, or 2..5 split 1 right")
    return Cut(int(found[1]), int(found[2]), found[4], int(found[3] or 0))


class CutStacks(Command, frozen=True, tag="cut-stacks"):
    """The bank has the dealer cut the stacks, once."""

    cut: Cut


class StacksCut(Event, frozen=True, tag="stacks-cut"):
    cut: Cut
    then: Step


class DeclineCut(Command, frozen=True, tag="decline-cut"):
    """The bank wants no cut; the dealer says so for a silent one (R61, R85)."""

    because: str = ""
    """Why the dealer says it for the bank: `time-up` or `asked`."""


class CutDeclined(Event, frozen=True, tag="cut-declined"):
    in_silence: bool
    then: Step
    because: str = ""


def every_cut() -> Iterator[Cut]:
    """All cuts that a bank may ask for."""
    for first in range(1, STACKS + 1):
        for last in range(first, STACKS + 1):
            for end in ENDS:
                for split in range(last - first + 1):
                    yield Cut(first, last, end, split)


def cut(rules: Rules, table: Table, command: CutStacks) -> tuple[Event, ...]:
    cites = rules.cite("cut")
    require_bank(table, command.by, "cut the stacks", cites)
    if not rules.banking.cut:
        raise Refused(Reason.NOT_OFFERED, "the stacks are not cut at this table", rules.cite("no cuts"))
    require_step(table, "cut the stacks", cites, Step.CUT)
    if not command.cut.is_sound:
        raise Refused(
            Reason.NOT_AS_REQUIRED,
            "a cut moves neighbouring stacks to an end, or some to one end and the others to the opposite",
            cites,
        )
    way = rules.cite("cut to both ends" if command.cut.split else "cut to one end")
    return (StacksCut(cut=command.cut, then=table.resume or Step.BETS, cites=(*cites, *way)),)


def stacks_cut(table: Table, event: StacksCut) -> Table:
    return changed(table, stock=event.cut.of(table.stock), step=event.then, resume=None)


def decline(rules: Rules, table: Table, command: DeclineCut) -> tuple[Event, ...]:
    cites = rules.cite("cut")
    instead = command.by == THE_DEALER
    if not instead:
        require_bank(table, command.by, "decline the cut", cites)
    if not rules.banking.cut:
        raise Refused(Reason.NOT_OFFERED, "the stacks are not cut at this table", rules.cite("no cuts"))
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


DECIDES: dict[type[Command], Decide] = {CutStacks: cut, DeclineCut: decline}
APPLIES: dict[type[Event], Apply] = {StacksCut: stacks_cut, CutDeclined: declined}
