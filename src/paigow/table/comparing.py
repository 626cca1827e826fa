"""Exposing players' hands one by one and comparing them; losers are collected at once. Not paying."""

from __future__ import annotations

from paigow.ranks.comparing import Outcome
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.card_revealing import settle_main
from paigow.table.covering import cite
from paigow.table.game import compare
from paigow.table.ledger import CENTER, INVENTORY
from paigow.table.pair_fortunes import pairs_settled, pairs_shown
from paigow.table.places import place_name
from paigow.table.progress import after_exposing, mains, opponent_place, to_expose
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_hand, require_step
from paigow.table.rules import TableRules
from paigow.table.stakes import return_wager, take_wager
from paigow.table.state import HandStatus, Pieces, Step, Table, changed

__all__ = ["APPLIES", "DECIDES", "ExposeHand"]


class ExposeHand(Command, frozen=True):
    """The dealer turns up both hands of a player and says what became of them."""

    position: int


class HandExposed(Event, frozen=True):
    position: int
    low: Pieces
    high: Pieces
    low_half: str
    high_half: str
    outcome: str
    then: Step


class WagersLost(Event, frozen=True):
    """The wagers on a losing hand, collected at once with its tiles."""

    position: int
    keys: tuple[tuple[str, int, str], ...]


class WagersPushed(Event, frozen=True):
    """Neither paid nor taken: the wagers are their owners' again, the tiles are collected."""

    position: int
    keys: tuple[tuple[str, int, str], ...]


def expose(rules: TableRules, table: Table, command: ExposeHand) -> tuple[Event, ...]:
    cites = cite(rules, table, "expose")
    require_dealer(command.by, "expose a hand", cites)
    require_step(table, "expose a hand", cites, Step.EXPOSE)
    hand = require_hand(table, command.position, cites)
    waiting = to_expose(table)
    if command.position not in waiting:
        raise Refused(Reason.NOTHING_THERE, f"{place_name(command.position)} has no hand to expose", cites)
    if command.position != waiting[0]:
        raise Refused(Reason.OUT_OF_ORDER, f"{place_name(waiting[0])} is exposed first", cites)
    if not mains(table, command.position):
        then = Step.EXPOSE if len(waiting) > 1 else after_exposing(table)
        return pairs_shown(rules, table, command.position, then)
    against = table.hands[opponent_place(table)]
    result = compare((hand.low, hand.high), (against.low, against.high), rules.wheel)
    shown = HandExposed(
        position=command.position,
        low=hand.low,
        high=hand.high,
        low_half=result.low.value,
        high_half=result.high.value,
        outcome=result.outcome.value,
        then=Step.EXPOSE if len(waiting) > 1 else after_exposing(table, won=result.outcome is Outcome.WIN),
        cites=cites,
    )
    if not rules.is_tiles:
        return (shown, *settle_main(rules, table, command.position, result.outcome))
    pairs = pairs_settled(rules, table, command.position)
    return (shown, *pairs, *_collected(rules, table, command.position, result.outcome))


def _collected(rules: TableRules, table: Table, position: int, outcome: Outcome) -> tuple[Event, ...]:
    wagers = mains(table, position)
    keys = tuple(wager.key for wager in wagers)
    match outcome:
        case Outcome.LOSE:
            target = INVENTORY if table.bank is None else CENTER
            taken = tuple(posting for wager in wagers for posting in take_wager(wager, target))
            return (
                WagersLost(position=position, keys=keys, cites=cite(rules, table, "lose"), postings=taken),
            )
        case Outcome.PUSH:
            back = tuple(posting for wager in wagers for posting in return_wager(wager))
            return (
                WagersPushed(position=position, keys=keys, cites=cite(rules, table, "push"), postings=back),
            )
        case Outcome.WIN:
            return ()


def exposed(table: Table, event: HandExposed) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.EXPOSED, outcome=event.outcome)
    return changed(table, hands={**table.hands, event.position: hand}, step=event.then)


def collected(table: Table, event: WagersLost | WagersPushed) -> Table:
    """The wagers are gone from the layout, and the tiles lie, face up and in order, at the dealer's right."""
    hand = changed(table.hands[event.position], status=HandStatus.COLLECTED)
    wagers = tuple(wager for wager in table.wagers if wager.key not in event.keys)
    return changed(
        table, wagers=wagers, hands={**table.hands, event.position: hand}, discards=(*table.discards, hand)
    )


DECIDES: dict[type[Command], Decide] = {ExposeHand: expose}
APPLIES: dict[type[Event], Apply] = {HandExposed: exposed, WagersLost: collected, WagersPushed: collected}
