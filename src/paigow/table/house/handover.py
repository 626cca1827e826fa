"""One dealer takes over from another: a separate command, so that it is known who dealt a round (R110)."""

from __future__ import annotations

from msgspec import UNSET

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.fields import Signature
from paigow.table.refusals import Reason, Refused, require_staff
from paigow.table.state import Table, changed

LONGEST_NAME = 40
AUTOMATIC = "automatic dealer"
"""The program's name when it deals in place of a person."""
ANOTHER = "another dealer"
"""Who a person is in the acts of a house that doesn't name its dealers."""


class RelieveDealer(Command, frozen=True, tag="relieve-dealer"):
    """Another dealer takes over, identified by a name or a number."""

    dealer: Signature


class DealerRelieved(Event, frozen=True, tag="dealer-relieved"):
    """Who took over from whom, if the house names its dealers; if not, only that it happened."""

    name: str
    relieved: str
    by: str


def dealer_of(table: Table) -> str:
    """Who deals, as far as it was recorded."""
    return "" if table.dealt_by is UNSET else table.dealt_by


def relieve(rules: Rules, table: Table, command: RelieveDealer) -> tuple[Event, ...]:
    cites = rules.cite("handover")
    require_staff(command.by, "relieve a dealer", cites)
    name = command.dealer.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        sentence = f"Enter the dealer's name or number, up to {LONGEST_NAME} characters."
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, cites)
    if command.by == DEALER and table.staked:
        sentence = "A round is finished by the dealer who began it. Only the floor can relieve a dealer now."
        raise Refused(Reason.WRONG_STEP, sentence, cites)
    if name == dealer_of(table):
        raise Refused(Reason.NOT_ELIGIBLE, f"{name} is already dealing here.", cites)
    named = rules.records.dealer_named
    relieved = DealerRelieved(
        name=name if named else "", relieved=dealer_of(table), by=command.by, cites=cites
    )
    return (relieved,)


def relieved(table: Table, event: DealerRelieved) -> Table:
    return changed(table, dealt_by=event.name) if event.name else table
