"""Colorado tables where bets are open, built directly; rolling Dragon's Eye dice on them. Not the tiles."""

from __future__ import annotations

from collections.abc import Mapping

from paigow.submissions.rules import Rules
from paigow.table.autoplay.chance import DealerContext
from paigow.table.autoplay.self_play import next_act
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.deal.dice import LiftLid, ShakeDice, shaker_of
from paigow.table.game import ALL_TILES
from paigow.table.ledger import INVENTORY, WORLD, coupons, promotional
from paigow.table.state import Between, DragonsEyeState, Step, Table
from tests.table.banks import after
from tests.table.givens import NoChance
from tests.table.tables import rules_with

__all__ = [
    "EYE",
    "EYE_NO_VIGORISH",
    "NO_MORE_BETS",
    "TRAY",
    "bet",
    "betting",
    "called",
    "dealer_to",
    "roll",
    "rolled",
]

TRAY = 10_000_000_00
_HOUSE_ONLY = ('banking.bank = "nobody"', 'banking.co-bank = "nobody"')
EYE = rules_with("colorado-tiles-full", *_HOUSE_ONLY)
EYE_NO_VIGORISH = rules_with("colorado-tiles-full", *_HOUSE_ONLY, 'vigorish.method = "none"')
NO_MORE_BETS = CallNoMoreBets(by="dealer", at=1)
_STACKS = tuple(ALL_TILES[start : start + 4] for start in range(0, 32, 4))


def betting(
    seats: Mapping[str, int], *, eye: DragonsEyeState | None = None, rack: int = 1_000_00, given: int = 0
) -> Table:
    """A table with stacked tiles where bets are open; `given` in promotional chips and in coupons each."""
    accounts = {INVENTORY: TRAY, **{f"rack/{person}": rack for person in seats}}
    if given:
        accounts |= {account(person): given for person in seats for account in (promotional, coupons)}
    chairs = tuple(next((p for p, place in seats.items() if place == chair), None) for chair in range(1, 7))
    return Table(
        step=Step.BETS,
        chairs=chairs,
        bets_open=True,
        balances={WORLD: -sum(accounts.values()), **accounts},
        stock=_STACKS,
        between=Between(start_of_game=False),
        eye=eye or DragonsEyeState(),
    )


def bet(
    person: str, position: int, chips: int, kind: str = "main", *, given: int = 0, coupon: int = 0
) -> PlaceWager:
    """A wager of chips, promotional chips (`given`) and a coupon."""
    return PlaceWager(by=person, position=position, kind=kind, chips=chips, promotional=given, coupon=coupon)


def called(rules: Rules, table: Table, *bets: PlaceWager) -> Table:
    """The table after these bets and "no more bets"."""
    return after(rules, table, *bets, NO_MORE_BETS)


def roll(rules: Rules, table: Table, dice: tuple[int, int, int]) -> Table:
    """Shake, by whoever's turn it is, until these dice are uncovered."""
    while table.step in (Step.SHAKE, Step.PLAYER_SHAKE):
        because = "" if shaker_of(rules, table) == "dealer" else "time-up"
        table = after(rules, table, ShakeDice(by="dealer", dice=dice, shakes=5, because=because))
    return after(rules, table, LiftLid(by="dealer"))


def rolled(rules: Rules, table: Table, dice: tuple[int, int, int]) -> Table:
    """The same, with all dice wagers settled: up to the deal, the total, or the end of the round."""
    return dealer_to(rules, roll(rules, table, dice), Step.DEAL, Step.TOTAL, Step.FINISH)


def dealer_to(rules: Rules, table: Table, *steps: Step) -> Table:
    """The dealer does what comes next until one of these steps, without waiting for players."""
    while table.step not in steps:
        command = next_act(
            DealerContext(rules, table, NoChance(), now=max(table.step is Step.BETS, table.clock), late=True)
        )
        assert command is not None, table.step
        table = after(rules, table, command)
    return table
