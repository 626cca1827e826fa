"""What each wager of a round brought, kept until the next bets close, for corrections (R87). Not correcting.

Amounts are in chips and from the player's side. The postings of an event may be several wagers' together, so
they are not used: the events say what was won, and the stake is what lay at "no more bets".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from paigow.table.acts import Event
from paigow.table.bets.betting import NoMoreBets
from paigow.table.hands.comparing import WagersLost, WagersPushed
from paigow.table.hands.progress import opponent_place
from paigow.table.hands.surrender import WagerSurrendered
from paigow.table.irregularities.card_reports import HandAbandoned
from paigow.table.irregularities.reports import HandDead
from paigow.table.irregularities.voiding import HandVoided, RoundVoided
from paigow.table.pay.settling import RoundFinished, WinnerPaid
from paigow.table.sides.dragons_eye import DiceWagerPaid, DiceWagersLost, MainWagersLostToTriple
from paigow.table.sides.envy import EnvyPaid
from paigow.table.sides.optional import OptionalSettled
from paigow.table.sides.pair_fortunes import PairFortunesLost, PairFortunesPaid
from paigow.table.sides.progressive import KIND as PROGRESSIVE
from paigow.table.sides.progressive import ProgressiveSettled
from paigow.table.state import HandStatus, Result, RoundRecord, Table, changed
from paigow.wagers.dragons_eye import DICE_KINDS

Key = tuple[str, int, str]
SHOWN = (HandStatus.EXPOSED, HandStatus.COLLECTED, HandStatus.SET)
"""Hands whose pieces everybody has seen by the end of a round; one that is only set is the dealer's own."""


def _stake(table: Table, key: Key) -> int:
    return next((wager.chips for wager in table.staked if wager.key == key), 0)


def _with(table: Table, brought: Iterable[tuple[Key, int]]) -> RoundRecord:
    """The record with more results; what a wager brings in several payments, envy too, is added up."""
    results = {result.key: result for result in table.record.results}
    for key, cents in brought:
        before = results.get(key)
        due = cents if before is None else before.due + cents
        results[key] = Result(*key, due)
    return changed(table.record, results=tuple(results.values()))


def _lost(table: Table, event: WagersLost) -> RoundRecord:
    return _with(table, ((key, -_stake(table, key)) for key in event.keys))


def _returned(table: Table, event: WagersPushed) -> RoundRecord:
    return _with(table, ((key, 0) for key in event.keys))


def _abandoned(table: Table, event: HandAbandoned) -> RoundRecord:
    keys = (*event.keys, *_in_tray(table, event.position))
    return _with(table, ((key, -_stake(table, key)) for key in keys))


def _hand_void(table: Table, event: HandVoided) -> RoundRecord:
    return _with(table, ((key, 0) for key in (*event.keys, *_in_tray(table, event.position))))


def _in_tray(table: Table, position: int) -> tuple[Key, ...]:
    """A progressive wager on the hand: its chip left the layout at "no more bets" (R39)."""
    taken = table.cards.progressive
    return tuple((person, place, PROGRESSIVE) for person, place in taken if place == position)


def _paid(table: Table, event: WinnerPaid) -> RoundRecord:
    return _with(table, [((event.person, event.position, event.kind), event.won - event.vigorish)])


def _won(table: Table, event: DiceWagerPaid) -> RoundRecord:
    return _with(table, [((event.person, event.position, event.kind), event.won)])


def _pairs_paid(table: Table, event: PairFortunesPaid) -> RoundRecord:
    return _with(table, [((event.person, event.position, event.kind), event.won)])


def _pairs_lost(table: Table, event: PairFortunesLost) -> RoundRecord:
    key = (event.person, event.position, event.kind)
    return _with(table, [(key, -_stake(table, key))])


def _optional(table: Table, event: OptionalSettled) -> RoundRecord:
    key = (event.person, event.position, event.kind)
    wins = event.won or event.withheld
    return _with(table, [(key, event.won if wins else -_stake(table, key))])


def _progressive(table: Table, event: ProgressiveSettled) -> RoundRecord:
    """Its pay table counts the stake in: "for 1" (R26)."""
    key = (event.person, event.position, PROGRESSIVE)
    return _with(table, [(key, event.won - _stake(table, key))])


def _void(table: Table, event: RoundVoided) -> RoundRecord:
    """Wagers that go back bring nothing. What was settled for good before the void stands.

    That is what the dice decided (R12), a triple that takes main wagers included (R14), and a hand that a
    tile off the table has killed. Progressive chips come back without being named: they lie in the tray.
    """
    back = {*event.keys, *event.forfeited}
    results = [each for each in table.record.results if each.kind in DICE_KINDS or each.key not in back]
    standing = {each.key for each in results}
    returned = [
        Result(*wager.key, 0)
        for wager in table.staked
        if wager.key not in standing and (wager.key in back or wager.kind not in DICE_KINDS)
    ]
    return RoundRecord(results=(*results, *returned))


def _over(table: Table, _event: RoundFinished) -> RoundRecord:
    hands = {place: hand for place, hand in table.hands.items() if hand.low and hand.status in SHOWN}
    return changed(table.record, hands=hands, against=opponent_place(table))


RECORDED: Final[Mapping[type[Event], Callable[[Table, Any], RoundRecord]]] = {
    NoMoreBets: lambda _table, _event: RoundRecord(),
    DiceWagersLost: _lost,
    MainWagersLostToTriple: _lost,
    DiceWagerPaid: _won,
    PairFortunesPaid: _pairs_paid,
    PairFortunesLost: _pairs_lost,
    WagersLost: _lost,
    WagersPushed: _returned,
    WinnerPaid: _paid,
    WagerSurrendered: _lost,
    HandDead: _lost,
    HandAbandoned: _abandoned,
    HandVoided: _hand_void,
    OptionalSettled: _optional,
    ProgressiveSettled: _progressive,
    EnvyPaid: _won,
    RoundVoided: _void,
    RoundFinished: _over,
}
"""By event, the record after it; `table` is the table before."""
