"""Tables about to have a bank, built directly, without a round before. Not what the bank then does."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.engine import decide, play
from paigow.table.ledger import INVENTORY, WORLD
from paigow.table.refusals import Refused
from paigow.table.state import Between, DealtHand, HandStatus, Step, Table
from tests.table.tables import rules_with

__all__ = [
    "BETTER",
    "BOOKS",
    "COLORADO",
    "COMMISSION",
    "EVEN",
    "HANDS",
    "MARYLAND",
    "TRAY",
    "WORSE",
    "after",
    "at_offer",
    "hand",
    "happened",
    "money",
    "refusal",
]

COMMISSION = rules_with("commission-tiles-full")
COLORADO = rules_with(
    "colorado-tiles-plain",
    "limits.main.maximum = 5000",
    'banking.bank = "everyone"',
    'banking.co-bank = "everyone"',
    'approvals.dealer-wager = "SG-1"',
)
MARYLAND = rules_with("maryland-poker-full")
BOOKS = {"commission-tiles": COMMISSION, "colorado-tiles": COLORADO, "maryland-poker": MARYLAND}
TRAY = 1_000_000
HANDS = {
    # Pair of eights over 4 + 11 = 15, value 5; a pair of eights over queen-jack.
    "commission-tiles": ("2-2 5-6", "4-4 4-4"),
    "colorado-tiles": ("2-2 5-6", "4-4 4-4"),
    "maryland-poker": ("Qs Jd", "8c 8d 7h 6s 2c"),
}
BETTER = {
    "commission-tiles": ("1-1 1-1", "6-6 6-6"),
    "colorado-tiles": ("1-1 1-1", "6-6 6-6"),
    "maryland-poker": ("As Kd", "9c 9d 7c 6c 2d"),
}
# One half wins, the other doesn't: pairs of tens and sixes against eights and 5; ace-queen over sixes.
EVEN = {
    "commission-tiles": ("3-3 3-3", "5-5 5-5"),
    "colorado-tiles": ("3-3 3-3", "5-5 5-5"),
    "maryland-poker": ("Ac Qd", "6h 6d 5s 4s 3c"),
}
# Values 2 and 4; jack-ten over sevens.
WORSE = {
    "commission-tiles": ("1-3 3-5", "1-6 3-4"),
    "colorado-tiles": ("1-3 3-5", "1-6 3-4"),
    "maryland-poker": ("Jc 10c", "7s 7d 5c 4c 3d"),
}


def at_offer(
    racks: Mapping[str, int],
    *,
    pointer: int = 1,
    seats: Mapping[str, int] | None = None,
    last_wagers: Mapping[str, int] | None = None,
    banked_last: tuple[str, ...] = (),
    start_of_game: bool = False,
) -> Table:
    """A table where the bank is about to be offered, with its players seated in order by default.

    By default all bet 100.00 against the dealer in the last round; `last_wagers` changes that.
    """
    where = dict(seats or {person: place for place, person in enumerate(racks, start=1)})
    chairs = tuple(next((p for p, place in where.items() if place == chair), None) for chair in range(1, 7))
    last = dict.fromkeys(racks, 100_00) if last_wagers is None else dict(last_wagers)
    balances = {INVENTORY: TRAY, **{f"rack/{person}": cents for person, cents in racks.items() if cents}}
    return Table(
        step=Step.OFFER,
        chairs=chairs,
        bets_open=True,
        balances={WORLD: -sum(balances.values()), **balances},
        between=Between(
            pointer=pointer, start_of_game=start_of_game, banked_last=banked_last, last_wagers=last
        ),
    )


def after(rules: Rules, table: Table, *commands: Command) -> Table:
    return play(rules, table, commands)[0]


def happened(rules: Rules, table: Table, *commands: Command) -> tuple[Event, ...]:
    return play(rules, table, commands)[1]


def refusal(rules: Rules, table: Table, command: Command) -> Refused:
    with pytest.raises(Refused) as refused:
        decide(rules, table, command)
    return refused.value


def money(table: Table, account: str) -> int:
    return table.balances.get(account, 0)


def hand(place: int, halves: tuple[str, str], status: HandStatus = HandStatus.SET) -> DealtHand:
    low, high = (tuple(half.split()) for half in halves)
    if status is HandStatus.DEALT:
        return DealtHand(place, low + high)
    return DealtHand(place, low + high, status, low, high)
