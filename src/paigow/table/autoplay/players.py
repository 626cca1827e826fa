"""Simple players as pure policies: one plays the house way, one banks, one adds bonuses, one is random.

A policy answers with a command, or None to do nothing, and goes by what its player may see and do. Chance
comes in from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.acting import Draws
from paigow.table.bank.bank_setting import SetBankHand
from paigow.table.bank.banking import AcceptBank, PassBank
from paigow.table.bank.cutting import CutStacks, DeclineCut, every_cut
from paigow.table.bank.delivery_style import ChooseDelivery
from paigow.table.bets.areas import next_to_set, setter_of
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.card_cutting import FEWEST, MOST, CutCards, PassCut
from paigow.table.deal.dice import ShakeDice
from paigow.table.hands.setting import SetHand
from paigow.table.irregularities.reports import ChooseAfterExposure
from paigow.table.state import Step, Table
from paigow.table.visibility.domains import Moment, refusal_of
from paigow.table.visibility.legal import Free, Option, legal

__all__ = ["ADDING", "PLAYERS", "Policy", "banker", "bonus_player", "house_way", "random_player"]

Policy = Callable[[Rules, Table, str, Draws], Command | None]
UNITS: Final = 3
"""A main wager is one to so many times the minimum."""


def house_way(rules: Rules, table: Table, person: str, chance: Draws) -> Command | None:
    """Bets a little, never banks, sets every hand the house way."""
    if table.choosing:
        return _play_on(table, person)
    match table.step:
        case Step.OFFER:
            return PassBank(by=person)
        case Step.BETS:
            return _bet(rules, table, person, chance)
        case Step.SHAKE | Step.PLAYER_SHAKE:
            return ShakeDice(by=person, dice=chance.dice(table))
        case Step.SETTING:
            return _set(rules, table, person)
        case Step.BANK_SETTING:
            return _set_as_bank(rules, table, person)
        case Step.CUT:
            return DeclineCut(by=person) if rules.is_tiles else PassCut(by=person)
        case Step.STYLE:
            return ChooseDelivery(by=person, style=rules.banking.deliveries[0])
        case _:
            return None


def banker(rules: Rules, table: Table, person: str, chance: Draws) -> Command | None:
    """Takes the bank whenever it can, alone or with the house; cuts and chooses as chance will have it."""
    match table.step:
        case Step.OFFER if not table.choosing:
            wanted = (AcceptBank(by=person), AcceptBank(by=person, co_bank=True))
            moment = Moment(rules, table, person)
            return next((take for take in wanted if refusal_of(moment, take) is None), PassBank(by=person))
        case Step.CUT if not rules.is_tiles:
            return CutCards(by=person, depth=chance.number(table, f"{person}/cut", FEWEST, MOST))
        case Step.CUT if not table.choosing:
            cuts = tuple(every_cut())
            return CutStacks(by=person, cut=cuts[chance.number(table, "cut", 0, len(cuts) - 1)])
        case Step.STYLE if not table.choosing:
            styles = rules.banking.deliveries
            return ChooseDelivery(by=person, style=styles[chance.number(table, "style", 0, len(styles) - 1)])
        case _:
            return house_way(rules, table, person, chance)


def bonus_player(rules: Rules, table: Table, person: str, chance: Draws) -> Command | None:
    """Plays the house way and adds the least of every optional wager that goes with the main one."""
    command = house_way(rules, table, person, chance)
    position = table.position_of(person)
    if command is not None or table.step is not Step.BETS or position is None:
        return command
    for kind in rules.optional:
        wager = PlaceWager(by=person, position=position, kind=kind, chips=rules.limits[kind].least)
        lies = table.wager(person, position, kind) is not None
        if not lies and refusal_of(Moment(rules, table, person), wager) is None:
            return wager
    return None


_NOT_PLAYED: Final = frozenset({"Leave", "CashOut", "BuyIn", "AskForRules"})
"""Commands after which a table may wait for the same person as before; without chips there are no others."""


def random_player(rules: Rules, table: Table, person: str, chance: Draws) -> Command | None:
    """Does anything that moves the game on; never leaves, nor carries money in or out."""
    options = [
        option for option in legal(rules, table, person) if type(option.command).__name__ not in _NOT_PLAYED
    ]
    if not options:
        return None
    return said(options[chance.number(table, f"{person}/option", 0, len(options) - 1)], table, chance)


def said(option: Option, table: Table, chance: Draws) -> Command:
    """A command that an option allows, its free fields drawn by chance within their bounds."""
    command = option.command
    for bound in option.free:
        drawn = replace(command, **{bound.field: _drawn(bound, command, table, chance)})
        if all(total.holds(drawn) for total in option.sums):
            command = drawn
    return command


def _drawn(bound: Free, command: Command, table: Table, chance: Draws) -> Any:
    label = f"{command.by}/{bound.field}"
    if bound.choices:
        return bound.choices[chance.number(table, label, 0, len(bound.choices) - 1)]
    if bound.kind == "dice":
        return chance.dice(table)
    if bound.least is None or bound.most is None:
        return getattr(command, bound.field)
    return chance.number(table, label, bound.least, min(bound.most, bound.least + 10_000))


def _play_on(table: Table, person: str) -> Command | None:
    own = (position for position in table.choosing if setter_of(table, position) == person)
    position = next(own, None)
    return None if position is None else ChooseAfterExposure(by=person, position=position, play_on=True)


def _bet(rules: Rules, table: Table, person: str, chance: Draws) -> Command | None:
    """One main wager at the own seat, of whole units while the chips last."""
    position = table.position_of(person)
    if position is None or table.wager(person, position, "main") is not None:
        return None
    unit = rules.limits["main"].least
    units = min(chance.number(table, f"{person}/units", 1, UNITS), table.rack(person) // unit)
    wager = PlaceWager(by=person, position=position, chips=unit * units)
    return wager if units and refusal_of(Moment(rules, table, person), wager) is None else None


def _set(rules: Rules, table: Table, person: str) -> Command | None:
    position = next_to_set(rules, table, person)
    if position is None:
        return None
    low, _ = rules.house_setting(table.hands[position].pieces)
    return SetHand(by=person, position=position, low=low)


def _set_as_bank(rules: Rules, table: Table, person: str) -> Command | None:
    if table.bank is None or table.bank.person != person or table.bank.co_banked:
        return None
    low, _ = rules.house_setting(table.hands[table.bank.position].pieces)
    return SetBankHand(by=person, low=low)


PLAYERS: Final[Mapping[str, Policy]] = {
    "house-way": house_way,
    "banker": banker,
    "bonus": bonus_player,
    "random": random_player,
}
ADDING: Final = (bonus_player,)
"""Policies that may still add something to their wager while bets are open."""
