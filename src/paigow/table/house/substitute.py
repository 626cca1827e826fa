"""A set unfit for play: sealed with table, date and time, signed by two, and replaced from the reserve."""

from __future__ import annotations

from datetime import UTC, datetime

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_floor, require_step
from paigow.table.state import RejectedSet, Step, Table, changed

LAST_SECOND = 253_402_300_799
"""The end of the year 9999: no date is written after it."""


class SealTiles(Command, frozen=True, tag="seal-tiles"):
    """The dealer seals the rejected set in an envelope, writes table, date and time on it, and signs."""

    name: str
    at: int = 0


class TilesSealed(Event, frozen=True, tag="tiles-sealed"):
    label: str
    dealer: str
    at: int


class SignEnvelope(Command, frozen=True, tag="sign-envelope"):
    """The supervisor signs the sealed envelope too."""

    name: str


class EnvelopeSigned(Event, frozen=True, tag="envelope-signed"):
    supervisor: str


class BringSubstitute(Command, frozen=True, tag="bring-substitute"):
    """The supervisor brings another set out of the pit stand's reserve, to be inspected like the first."""


class SubstituteBrought(Event, frozen=True, tag="substitute-brought"):
    envelope: RejectedSet
    """The rejected set as it leaves the table."""


def envelope_label(table_number: str, at: int) -> str:
    """What identifies a sealed envelope.

    >>> envelope_label("PG-2", 1_700_000_000)
    'table PG-2, 2023-11-14, 22:13:20 UTC'
    """
    moment = datetime.fromtimestamp(min(at, LAST_SECOND), UTC)
    return f"table {table_number}, {moment:%Y-%m-%d}, {moment:%H:%M:%S} UTC"


def _rejected(table: Table) -> RejectedSet:
    assert table.tiles.rejected is not None, "at this step a set was rejected"
    return table.tiles.rejected


def _require_name(name: str, cites: tuple[str, ...]) -> None:
    if not name.strip() or not name.isprintable():
        raise Refused(Reason.NOT_AS_REQUIRED, "a signature is a name", cites)


def seal(rules: Rules, table: Table, command: SealTiles) -> tuple[Event, ...]:
    cites = rules.cite("sealed envelope")
    require_dealer(command.by, "seal the rejected tiles", cites)
    require_step(table, "seal the rejected tiles", cites, Step.SUBSTITUTE)
    if _rejected(table).label:
        raise Refused(Reason.NOTHING_THERE, "the rejected tiles are sealed already", cites)
    _require_name(command.name, cites)
    at = max(table.clock, command.at)
    if not at:
        sentence = "Tell the time: the envelope bears the table's number, the date and the time."
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, cites)
    label = envelope_label(rules.table.number, at)
    return (TilesSealed(label=label, dealer=command.name, at=at, cites=cites),)


def sealed(table: Table, event: TilesSealed) -> Table:
    rejected = changed(_rejected(table), label=event.label, dealer=event.dealer)
    return changed(table, tiles=changed(table.tiles, rejected=rejected), clock=event.at)


def sign(rules: Rules, table: Table, command: SignEnvelope) -> tuple[Event, ...]:
    cites = rules.cite("sealed envelope")
    require_floor(command.by, "sign as supervisor", cites)
    require_step(table, "sign the envelope", cites, Step.SUBSTITUTE)
    rejected = _rejected(table)
    if command.name == rejected.dealer:
        raise Refused(Reason.NOT_ELIGIBLE, f"{command.name} signed as dealer: two people sign", cites)
    if not rejected.label or rejected.supervisor:
        why = "it is signed already" if rejected.supervisor else "nothing is sealed yet"
        raise Refused(Reason.NOTHING_THERE, f"there is no envelope to sign: {why}", cites)
    _require_name(command.name, cites)
    return (EnvelopeSigned(supervisor=command.name, cites=cites),)


def signed(table: Table, event: EnvelopeSigned) -> Table:
    rejected = changed(_rejected(table), supervisor=event.supervisor)
    return changed(table, tiles=changed(table.tiles, rejected=rejected))


def bring(rules: Rules, table: Table, command: BringSubstitute) -> tuple[Event, ...]:
    """Two sets never lie open at one table: the rejected one is sealed and signed first (R66)."""
    cites = rules.cite("substitute set")
    require_floor(command.by, "bring a substitute set", cites)
    require_step(table, "bring a substitute set", cites, Step.SUBSTITUTE)
    rejected = _rejected(table)
    if not rejected.supervisor:
        sentence = "the rejected set is sealed and signed by dealer and supervisor first"
        raise Refused(Reason.OUT_OF_ORDER, sentence, rules.cite("sealed envelope"))
    return (SubstituteBrought(envelope=rejected, cites=cites),)


def brought(table: Table, _event: SubstituteBrought) -> Table:
    gear = changed(table.tiles, rejected=None, sets=table.tiles.sets + 1)
    return changed(table, tiles=gear, step=Step.INSPECT)


DECIDES: dict[type[Command], Decide] = {SealTiles: seal, SignEnvelope: sign, BringSubstitute: bring}
APPLIES: dict[type[Event], Apply] = {
    TilesSealed: sealed,
    EnvelopeSigned: signed,
    SubstituteBrought: brought,
}
