"""Simple players besides the house-way one: they bank, add bonuses, bet on dice, or play at random.

Each answers with a command, or None to do nothing, and knows only its `Seat`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from paigow.faults import BadInput, require_text, suggestion
from paigow.table.acts import Command
from paigow.table.autoplay.seat import Player, Seat, house_way
from paigow.table.bank.stacks import ChooseDelivery, CutStacks, every_cut
from paigow.table.deal.card_cutting import CutCards
from paigow.table.deal.commitments import FEWEST, MOST
from paigow.table.state import Step
from paigow.table.visibility.legal import Free, LegalOption
from paigow.wagers.dragons_eye import DICE_KINDS

Number = Callable[[str, int, int], int]
"""Draws a number for a label, from first to last."""


def banker(seat: Seat) -> Command | None:
    """Takes the bank whenever it can, alone or with the house; cuts and chooses at random."""
    match seat.step:
        case Step.OFFER if not seat.table.choosing:
            wanted = (seat.take_bank(), seat.take_bank(shared=True))
            return next((take for take in wanted if seat.accepts(take)), seat.pass_bank())
        case Step.CUT if not seat.rules.is_tiles:
            return CutCards(by=seat.person, depth=seat.number(f"{seat.person}/cut", FEWEST, MOST))
        case Step.CUT if not seat.table.choosing:
            cuts = tuple(every_cut())
            return CutStacks(by=seat.person, cut=cuts[seat.number("cut", 0, len(cuts) - 1)])
        case Step.STYLE if not seat.table.choosing:
            styles = seat.rules.banking.deliveries
            return ChooseDelivery(by=seat.person, style=styles[seat.number("style", 0, len(styles) - 1)])
        case _:
            return house_way(seat)


def bonus_player(seat: Seat) -> Command | None:
    """Plays the house way and adds the minimum of every optional wager that goes with the main one."""
    command = house_way(seat)
    position = seat.table.position_of(seat.person)
    if command is not None or seat.step is not Step.BETS or position is None:
        return command
    for kind in seat.rules.optional:
        wager = seat.bet(seat.rules.wagers[kind].least, kind)
        if seat.table.wager(seat.person, position, kind) is None and seat.accepts(wager):
            return wager
    return None


_EVERY_THIRD: Final = 3


def dice_player(seat: Seat) -> Command | None:
    """Like the bonus player, plus the minimum of some dice wagers, different ones each round."""
    command = bonus_player(seat)
    position = seat.table.position_of(seat.person)
    if command is not None or seat.step is not Step.BETS or position is None:
        return command
    offered = sorted(DICE_KINDS & seat.rules.wagers.keys())
    for kind in offered[(seat.table.round + position) % _EVERY_THIRD :: _EVERY_THIRD]:
        wager = seat.bet(seat.rules.wagers[kind].least, kind)
        if seat.table.wager(seat.person, position, kind) is None and seat.accepts(wager):
            return wager
    return None


_NOT_PLAYED: Final = frozenset({"Leave", "CashOut", "BuyIn", "AskForRules"})
"""Commands after which a table may wait for the same person again; without chips there are no others."""


def random_player(seat: Seat) -> Command | None:
    """Does anything that moves the game on; never leaves, buys in, or cashes out."""
    options = [option for option in seat.options() if type(option.command).__name__ not in _NOT_PLAYED]
    if not options:
        return None
    return chosen(options[seat.number(f"{seat.person}/option", 0, len(options) - 1)], seat.number)


def chosen(option: LegalOption, number: Number) -> Command:
    """A command that an option allows, its free fields drawn within their bounds, except for the dice."""
    command = option.command
    for bound in option.free:
        tried = replace(command, **{bound.field: _value(bound, command, number)})
        if all(total.holds(tried) for total in option.sums):
            command = tried
    return command


def _value(bound: Free, command: Command, number: Number) -> Any:
    label = f"{command.by}/{bound.field}"
    if bound.choices:
        return bound.choices[number(label, 0, len(bound.choices) - 1)]
    if bound.kind == "dice" or bound.least is None or bound.most is None:
        return getattr(command, bound.field)
    return number(label, bound.least, min(bound.most, bound.least + 10_000))


PLAYERS: Final[Mapping[str, Player]] = {
    "house-way": house_way,
    "banker": banker,
    "bonus": bonus_player,
    "dice": dice_player,
    "random": random_player,
}


def player_named(name: object) -> Player:
    """The bot of this name."""
    if require_text(name, "a bot's name") not in PLAYERS:
        raise BadInput(f"there is no bot {name!r}", allowed=suggestion(str(name), PLAYERS))
    return PLAYERS[str(name)]


ADDING: Final = (bonus_player, dice_player)
"""Players that can still add to their wagers while bets are open."""
