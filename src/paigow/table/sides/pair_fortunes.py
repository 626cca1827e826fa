"""Pair Fortunes at the table: settled when its hand is shown, by the four tiles however set (R16)."""

from __future__ import annotations

from msgspec.structs import force_setattr

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.game import tile
from paigow.table.ledger import INVENTORY, move, rack, return_wager, take_wager, without_wagers
from paigow.table.state import HandStatus, Step, Table, Wager, changed
from paigow.wagers.money import Cents
from paigow.wagers.pair_fortunes import WAGER
from paigow.wagers.wager import Kind


class PairsShown(Event, frozen=True, tag="pairs-shown"):
    """A hand played only for its Pair Fortunes wager: turned up as dealt, and collected."""

    position: int
    pieces: Pieces
    then: Step


class PairFortunesPaid(Event, frozen=True, omit_defaults=True, tag="pair-fortunes-paid"):
    """A wager settled together with its hand; journals name the kind only if it isn't Pair Fortunes."""

    person: str
    position: int
    line: str
    won: int
    kind: Kind = WAGER.kind

    def __post_init__(self) -> None:
        _leave_out_kind(self)


class PairFortunesLost(Event, frozen=True, omit_defaults=True, tag="pair-fortunes-lost"):
    person: str
    position: int
    kind: Kind = WAGER.kind

    def __post_init__(self) -> None:
        _leave_out_kind(self)


def _leave_out_kind(event: PairFortunesPaid | PairFortunesLost) -> None:
    """Encode equal events as the same bytes: msgspec leaves out the very default, not a text equal to it."""
    if event.kind == WAGER.kind:
        force_setattr(event, "kind", WAGER.kind)


def pairs_shown(rules: Rules, table: Table, position: int, then: Step) -> tuple[Event, ...]:
    """Show and settle a hand without a main wager."""
    cites = rules.cite("pair fortunes shown")
    shown = PairsShown(position=position, pieces=table.hands[position].pieces, then=then, cites=cites)
    return (shown, *pairs_settled(rules, table, position))


def pairs_settled(rules: Rules, table: Table, position: int) -> tuple[Event, ...]:
    """Settle the wagers on a hand that are settled as it is shown, if there are any. The house pays them."""
    wagers = (wager for wager in table.wagers_on(position) if wager.kind in rules.with_hand)
    return tuple(_settled(rules, table, wager) for wager in wagers)


def _settled(rules: Rules, table: Table, wager: Wager) -> Event:
    offered = rules.optional[wager.kind]
    line = offered.wager.line(tuple(map(tile, table.hands[wager.position].pieces)))
    result = offered.wager.settle(Cents(wager.playing), line, offered.paytable)
    settled_by = rules.cite(f"settle {wager.kind}")
    if not result.wins:
        return PairFortunesLost(
            person=wager.person,
            position=wager.position,
            kind=wager.kind,
            cites=(*rules.cite(f"{wager.kind} lost"), *settled_by),
            postings=take_wager(wager, INVENTORY),
        )
    return PairFortunesPaid(
        person=wager.person,
        position=wager.position,
        kind=wager.kind,
        line=str(line.value),
        won=result.won,
        cites=(*offered.cites, *settled_by),
        postings=(*return_wager(wager), *move(INVENTORY, rack(wager.person), result.won)),
    )


def shown(table: Table, event: PairsShown) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.COLLECTED)
    hands = {**table.hands, event.position: hand}
    return changed(table, hands=hands, discards=(*table.discards, hand), step=event.then)


def settled(table: Table, event: PairFortunesPaid | PairFortunesLost) -> Table:
    return without_wagers(table, ((event.person, event.position, event.kind),))
