"""Pair Fortunes at the table: settled when its hand is shown, by the four tiles however set (R16)."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.bets.stakes import return_wager, take_wager, without_wagers
from paigow.table.game import tile
from paigow.table.pay.ledger import INVENTORY, move, rack
from paigow.table.state import HandStatus, Pieces, Step, Table, Wager, changed
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import Cents
from paigow.wagers.pair_fortunes import pair_line, settle_pair_fortunes

__all__ = ["APPLIES", "DECIDES", "PairsShown", "pairs_settled", "pairs_shown"]

PAIR_FORTUNES = WagerKind.PAIR_FORTUNES.value


class PairsShown(Event, frozen=True, tag="pairs-shown"):
    """A hand that only a Pair Fortunes wager plays: turned up as it was dealt, and collected."""

    position: int
    pieces: Pieces
    then: Step


class PairFortunesPaid(Event, frozen=True, tag="pair-fortunes-paid"):
    person: str
    position: int
    line: str
    won: int


class PairFortunesLost(Event, frozen=True, tag="pair-fortunes-lost"):
    person: str
    position: int


def pairs_shown(rules: Rules, table: Table, position: int, then: Step) -> tuple[Event, ...]:
    """Show and settle a hand without a main wager."""
    cites = rules.cite("pair fortunes shown")
    shown = PairsShown(position=position, pieces=table.hands[position].pieces, then=then, cites=cites)
    return (shown, *pairs_settled(rules, table, position))


def pairs_settled(rules: Rules, table: Table, position: int) -> tuple[Event, ...]:
    """Settle the Pair Fortunes wager on a hand that is being shown, if there is one. It is the house's."""
    wagers = (wager for wager in table.wagers_on(position) if wager.kind == PAIR_FORTUNES)
    return tuple(_settled(rules, table, wager) for wager in wagers)


def _settled(rules: Rules, table: Table, wager: Wager) -> Event:
    line = pair_line(tuple(map(tile, table.hands[wager.position].pieces)))
    result = settle_pair_fortunes(Cents(wager.playing), line, rules.optional[PAIR_FORTUNES].table)
    cites = (result.cite.removeprefix(f"{rules.book.name} "), "R16")
    if not result.won:
        lost = take_wager(wager, INVENTORY)
        return PairFortunesLost(person=wager.person, position=wager.position, cites=cites, postings=lost)
    return PairFortunesPaid(
        person=wager.person,
        position=wager.position,
        line=str(line),
        won=result.won,
        cites=cites,
        postings=(*return_wager(wager), *move(INVENTORY, rack(wager.person), result.won)),
    )


def shown(table: Table, event: PairsShown) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.COLLECTED)
    hands = {**table.hands, event.position: hand}
    return changed(table, hands=hands, discards=(*table.discards, hand), step=event.then)


def settled(table: Table, event: PairFortunesPaid | PairFortunesLost) -> Table:
    return without_wagers(table, ((event.person, event.position, PAIR_FORTUNES),))


DECIDES: dict[type[Command], Decide] = {}
APPLIES: dict[type[Event], Apply] = {
    PairsShown: shown,
    PairFortunesPaid: settled,
    PairFortunesLost: settled,
}
