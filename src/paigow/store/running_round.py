"""The running round as it adds up: its events, who plays, what each has won or lost. Not how it is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import msgspec

from paigow.store.records import Finished
from paigow.table.acts import Event
from paigow.table.house.seating import BoughtIn, CashedOut
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.pay.settling import RoundFinished
from paigow.table.state import Table

_OWN: Final = ("rack", "wager", "cover", "promotional")
"""Accounts that hold a person's own: the name follows the slash."""
_CARRIED: Final = (BoughtIn, CashedOut)
_ENDS: Final = frozenset((RoundFinished, RoundVoided))


class RoundSummary(msgspec.Struct, frozen=True):
    """What a finished round is listed by; money in cents."""

    round: int
    voided: bool
    bank: str | None
    net: dict[str, int]
    opens: Table
    """The table before the round's first event, so that any round is rebuilt without those before it."""


@dataclass(slots=True)
class RunningRound:
    """What has happened since the last round ended."""

    opens: Table = field(default_factory=Table)
    numbered: int = 0
    """The number of the last round that ended."""
    bank: str | None = None
    events: list[Event] = field(default_factory=list)
    people: tuple[str, ...] = ()
    ended: Finished | None = None

    def copy(self) -> RunningRound:
        """A copy that goes on by itself."""
        return RunningRound(self.opens, self.numbered, self.bank, self.events.copy(), self.people)

    def add(self, table: Table, event: Event) -> None:
        """Add an event; `table` is the table after it, or after the last event of its command."""
        self.events.append(event)
        if table.staked and not self.people:
            self.people = tuple(dict.fromkeys(wager.person for wager in table.staked))
        if table.bank is not None:
            self.bank = table.bank.person
        if type(event) in _ENDS:
            self._end(table, voided=isinstance(event, RoundVoided))

    def _end(self, table: Table, *, voided: bool) -> None:
        people = tuple(dict.fromkeys((*self.people, *((self.bank,) if self.bank else ()))))
        if table.round > self.numbered:
            sums = _sums(self.events)
            net = {person: sums.get(person, 0) for person in people}
            summary = RoundSummary(table.round, voided, self.bank, net, self.opens)
            first = self.opens.version + 1
            self.ended = Finished(table.round, first, people, msgspec.json.encode(summary))
            self.numbered = table.round
        self.people, self.bank, self.events, self.opens = (), None, [], table


def _sums(events: Iterable[Event]) -> dict[str, int]:
    """What each person has won or lost with some events."""
    found: dict[str, int] = {}
    for event in events:
        for posting in () if isinstance(event, _CARRIED) else event.postings:
            kind, _, rest = posting.account.partition("/")
            if rest and kind in _OWN:
                person = rest.partition("/")[0]
                found[person] = found.get(person, 0) + posting.cents
    return found
