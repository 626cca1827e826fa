"""Opening a tile table: the set is received, inspected, displayed, and replaced if it is unfit for play.

What both games share is in `opening`; other equipment, including dice, is in `equipment`. An unfit set is
sealed with table, date, and time, signed by two people, and replaced from the reserve (R66).
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from functools import cache
from typing import Annotated

from paigow.material.notation import Pieces
from paigow.material.tiles import TILES
from paigow.ranks.tiles import rank_two_tiles
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.fields import Anything, Signature, SomePieces, Time, within
from paigow.table.game import ALL_TILES
from paigow.table.house.equipment import is_checked, with_dice
from paigow.table.refusals import Reason, Refused, require_dealer, require_floor, require_step
from paigow.table.state import RejectedSet, Step, Table, changed


class ReceiveTiles(Command, frozen=True, tag="receive-tiles"):
    """A set of tiles comes to the table, with three dice for the shaker."""

    at: Time = 0


class TilesReceived(Event, frozen=True, tag="tiles-received"):
    at: int


class InspectTiles(Command, frozen=True, tag="inspect-tiles"):
    """The dealer sorts and inspects the set: what is there, what differs, and what is damaged."""

    found: Annotated[Pieces, within(Anything("pieces", ALL_TILES))] = ALL_TILES
    unlike: SomePieces = ()
    """Tiles that differ from the others in size or shading."""
    flawed: SomePieces = ()
    """Tiles flawed, scratched or marked on back or sides."""


class TilesInspected(Event, frozen=True, tag="tiles-inspected"):
    pass


class TilesUnsuitable(Event, frozen=True, tag="tiles-unsuitable"):
    """The set can't be used: it goes into a sealed envelope, and a substitute is brought."""

    why: tuple[str, ...]


class DisplayPairs(Command, frozen=True, tag="display-pairs"):
    """The dealer lays out sixteen pairs, face up, by rank, for the first player to inspect."""


class PairsDisplayed(Event, frozen=True, tag="pairs-displayed"):
    tiles: Pieces
    """All 32, pair after pair, the supreme pair first."""


@cache
def pairs_in_order() -> Pieces:
    """The set as it is displayed: sixteen pairs by rank, starting with the supreme pair.

    >>> pairs_in_order()[:4], pairs_in_order()[-2:]
    (('2-4', '1-2', '6-6', '6-6'), ('1-4', '2-3'))
    """
    kinds: dict[str, list[int]] = {}
    for number, tile in enumerate(TILES):
        kinds.setdefault(tile.kind, []).append(number)
    pairs = [[TILES[number] for number in numbers] for numbers in kinds.values()]
    pairs.sort(key=rank_two_tiles, reverse=True)
    return tuple(str(tile) for pair in pairs for tile in pair)


def receive(rules: Rules, table: Table, command: ReceiveTiles) -> tuple[Event, ...]:
    cites = rules.cite("receive")
    require_dealer(command.by, "receive the tiles", cites)
    require_step(table, "receive the tiles", cites, Step.CLOSED)
    if not is_checked(rules, table):
        raise Refused(
            Reason.OUT_OF_ORDER, "Check the equipment before you bring the tiles.", rules.cite("equipment")
        )
    return (TilesReceived(at=max(table.clock, command.at), cites=cites),)


def received(table: Table, event: TilesReceived) -> Table:
    gear = changed(table.tiles, sets=table.tiles.sets + 1)
    return changed(with_dice(table, event.at), tiles=gear, step=Step.INSPECT)


def inspect(rules: Rules, table: Table, command: InspectTiles) -> tuple[Event, ...]:
    cites = rules.cite("inspect")
    require_dealer(command.by, "inspect the tiles", cites)
    require_step(table, "inspect the tiles", cites, Step.INSPECT)
    if unknown := (
        *(Counter(command.unlike) - Counter(command.found)),
        *(Counter(command.flawed) - Counter(command.found)),
    ):
        raise Refused(Reason.BAD_PIECES, f"{unknown[0]} isn't among the tiles found.", cites)
    why, asked = _unsuitable(rules, command)
    if why:
        return (TilesUnsuitable(why=why, cites=(*asked, *rules.cite("unsuitable"))),)
    return (TilesInspected(cites=cites),)


def _unsuitable(rules: Rules, command: InspectTiles) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is wrong with a set, and the clauses of the inspection that say so."""
    found, whole = Counter(command.found), Counter(ALL_TILES)
    why: list[str] = []
    topics: list[str] = []
    for tiles, topic, sentence in (
        (tuple((whole - found).elements()), "inspect pairs", "missing: {}"),
        (tuple((found - whole).elements()), "inspect pairs", "too many: {}"),
        (command.unlike, "inspect sizes", "of another size or shade: {}"),
        (command.flawed, "inspect backs", "flawed, scratched or marked: {}"),
    ):
        if tiles:
            why.append(sentence.format(", ".join(tiles)))
            topics.append(topic)
    cites = tuple(dict.fromkeys(cite for topic in topics for cite in rules.cite(topic)))
    return tuple(why), cites


def inspected(table: Table, _event: TilesInspected) -> Table:
    return changed(table, step=Step.VERIFY)


def unsuitable(table: Table, event: TilesUnsuitable) -> Table:
    gear = changed(table.tiles, rejected=RejectedSet(event.why))
    return changed(table, tiles=gear, step=Step.SUBSTITUTE)


def display(rules: Rules, table: Table, command: DisplayPairs) -> tuple[Event, ...]:
    """At opening, and again after the table was idle (R62)."""
    cites = rules.cite("idle" if table.between.opened else "display")
    require_dealer(command.by, "display the tiles", cites)
    require_step(table, "display the tiles", cites, Step.DISPLAY)
    return (PairsDisplayed(tiles=pairs_in_order(), cites=cites),)


def displayed(table: Table, _event: PairsDisplayed) -> Table:
    return changed(table, step=Step.IDLE)


LAST_SECOND = 253_402_300_799
"""The end of the year 9999: no later date can be written."""


class SealTiles(Command, frozen=True, tag="seal-tiles"):
    """The dealer seals the rejected set in an envelope, writes table, date, and time on it, and signs."""

    name: Signature
    at: Time = 0


class TilesSealed(Event, frozen=True, tag="tiles-sealed"):
    label: str
    dealer: str
    at: int


class SignEnvelope(Command, frozen=True, tag="sign-envelope"):
    """The supervisor signs the sealed envelope too."""

    name: Signature


class EnvelopeSigned(Event, frozen=True, tag="envelope-signed"):
    supervisor: str


class BringSubstitute(Command, frozen=True, tag="bring-substitute"):
    """The supervisor brings another set from the reserve; it is inspected like the first."""


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
        raise Refused(Reason.NOT_AS_REQUIRED, "Sign with a name.", cites)


def seal(rules: Rules, table: Table, command: SealTiles) -> tuple[Event, ...]:
    cites = rules.cite("sealed envelope")
    require_dealer(command.by, "seal the rejected tiles", cites)
    require_step(table, "seal the rejected tiles", cites, Step.SUBSTITUTE)
    if _rejected(table).label:
        raise Refused(Reason.NOTHING_THERE, "The rejected tiles are already sealed.", cites)
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
        raise Refused(
            Reason.NOT_ELIGIBLE, f"{command.name} signed as the dealer. Someone else must sign.", cites
        )
    if not rejected.label or rejected.supervisor:
        why = "it is signed already" if rejected.supervisor else "nothing is sealed yet"
        raise Refused(Reason.NOTHING_THERE, f"There is no envelope to sign: {why}.", cites)
    _require_name(command.name, cites)
    return (EnvelopeSigned(supervisor=command.name, cites=cites),)


def signed(table: Table, event: EnvelopeSigned) -> Table:
    rejected = changed(_rejected(table), supervisor=event.supervisor)
    return changed(table, tiles=changed(table.tiles, rejected=rejected))


def bring(rules: Rules, table: Table, command: BringSubstitute) -> tuple[Event, ...]:
    """Two sets are never open at one table: the rejected one is sealed and signed first (R66)."""
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
