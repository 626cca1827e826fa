"""What a transcript may take as given: shorthands that stand for several commands. Not the commands.

given an open table                     receive, inspect, verify, display; the table is idle
given a tray of 10000.00                the floor fills the table inventory
given anna at 1 with 1000.00            she buys in and sits down
given tiles for 9: dealer 6-6 6-6 5-5 5-5 | 1 4-4 4-4 3-3 3-3
                                        wash and stack so that, if the dice then total 9, the dealer and
                                        position 1 get these; all other tiles fall in the order of the set.
                                        Where a seed is committed to: wash and stack, and once more, when the
                                        words are closed, fix the order so.
                                        `for 9 from 3` counts from a bank at 3; `by cup-say-left` for a style.
given cards for 9: ...                  the same for cards: see card_givens.py
given the dealer goes on                dealer and floor act until a player must, or chance is needed
given the dealer goes on to setting     the same up to that step; what players do not do is passed over (R61)
given all set the house way             every player sets each hand the house way
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NoReturn

from paigow.faults import BadInput
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command
from paigow.table.autoplay.chance import DealerContext
from paigow.table.autoplay.self_play import next_act
from paigow.table.bets.areas import next_to_set, setter_of
from paigow.table.deal.commitments import FixOrder, is_committed, is_order_due
from paigow.table.deal.delivery import deal_order
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.game import ALL_TILES
from paigow.table.hands.progress import unset
from paigow.table.hands.setting import SetHand
from paigow.table.house.seating import BuyIn, FillTray, Sit
from paigow.table.state import DEAD_HAND, DEALER_PLACE, Step, Table, count_from, round_from
from paigow.wagers.money import parse_money
from tests.table.card_givens import CARD_FORMS

__all__ = ["Given", "order_for", "parse_given"]

Given = Callable[[Rules, Table], Command | None]
"""The next command of a shorthand, until there is none."""
Hands = Mapping[int, tuple[str, ...]]
NAMED_PLACES: Final = {"dealer": DEALER_PLACE, "dead": DEAD_HAND}


class NoChance:
    """Random values in a transcript are always written down."""

    def order(self, _rules: Rules, _table: Table) -> NoReturn:
        raise BadInput("pieces must be mixed", allowed="given tiles for ..., given cards for ...")

    def dice(self, _table: Table) -> NoReturn:
        raise BadInput("the dice must be shaken", allowed="dealer shakes 1+2+3")

    def number(self, _table: Table, label: str, first: int, last: int) -> NoReturn:
        raise BadInput(f"{label} must be drawn", allowed=f"from {first} to {last}")

    whim = number


def order_for(
    total: int,
    hands: Hands,
    circle: tuple[int, ...],
    first: int = DEALER_PLACE,
    style: str = "house-way-right",
) -> tuple[str, ...]:
    """An order of the 32 tiles that deals these tiles to these places when the dice have this total."""
    left = list(ALL_TILES)
    for tile in (tile for hand in hands.values() for tile in hand):
        if tile not in left:
            raise BadInput(f"there are not so many {tile} in a set")
        left.remove(tile)
    rest = iter(left)
    places = round_from(count_from(first, total, circle), circle)
    slots = tuple(map(str, range(32)))
    stacks = tuple(slots[start : start + 4] for start in range(0, 32, 4))
    order = [""] * 32
    for place, fours in zip(places, deal_order(stacks, style), strict=True):
        for index, slot in enumerate(fours):
            order[int(slot)] = hands[place][index] if place in hands else next(rest)
    return tuple(order)


def _one_by_one(*commands: Command) -> Given:
    waiting = iter(commands)
    return lambda _rules, _table: next(waiting, None)


def _tray(found: re.Match[str]) -> Given:
    return _one_by_one(FillTray(by=FLOOR, chips=parse_money(found["amount"])))


def _seat(found: re.Match[str]) -> Given:
    person = found["person"]
    chips = parse_money(found["amount"])
    return _one_by_one(BuyIn(by=person, chips=chips), Sit(by=person, position=int(found["position"])))


def _places(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    for part in text.split("|"):
        place, *tiles = part.split()
        if len(tiles) != 4:
            raise BadInput(f"{len(tiles)} tiles for {place}", allowed="a hand has four")
        yield NAMED_PLACES[place] if place in NAMED_PLACES else int(place), tuple(tiles)


def _tiles(found: re.Match[str]) -> Given:
    hands = dict(_places(found["hands"]))

    def act(rules: Rules, table: Table) -> Command | None:
        fixes = is_order_due(table)
        if table.step is not Step.SHUFFLE and not fixes:
            return StackTiles(by=DEALER) if table.step is Step.STACK else None
        first = int(found["first"] or DEALER_PLACE)
        order = order_for(
            int(found["total"]), hands, rules.circle, first, found["style"] or "house-way-right"
        )
        if fixes:
            return FixOrder(by=DEALER, pieces=order)
        return WashTiles(by=DEALER, order=() if is_committed(table) else order)

    return act


def _until(step: Step | None) -> Given:
    def act(rules: Rules, table: Table) -> Command | None:
        if table.step is step:
            return None
        command = next_act(
            DealerContext(
                rules, table, NoChance(), now=max(table.step is Step.BETS, table.clock), late=step is not None
            )
        )
        if command is None and step is not None:
            raise BadInput(f"the dealer waits at {table.step.value} and never comes to {step.value}")
        return command

    return act


def _goes_on(found: re.Match[str]) -> Given:
    return _until(Step(found["step"]) if found["step"] else None)


def _open(_found: re.Match[str]) -> Given:
    return _until(Step.IDLE)


def _all_set(_found: re.Match[str]) -> Given:
    def act(rules: Rules, table: Table) -> Command | None:
        for place in unset(table):
            person = setter_of(table, place)
            if person is not None and next_to_set(rules, table, person) == place:
                low, _ = rules.house_setting(table.hands[place].pieces)
                return SetHand(by=person, position=place, low=low)
        return None

    return act


_AMOUNT: Final = r"(?P<amount>[\d.,]+)"
_FORMS: Final[tuple[tuple[str, Callable[[re.Match[str]], Given]], ...]] = (
    (r"an open table", _open),
    (rf"a tray of {_AMOUNT}", _tray),
    (rf"(?P<person>\S+) at (?P<position>\d) with {_AMOUNT}", _seat),
    (
        r"tiles for (?P<total>\d+)(?: from (?P<first>\d))?(?: by (?P<style>[a-z-]+))?: (?P<hands>.+)",
        _tiles,
    ),
    *CARD_FORMS,
    (r"the dealer goes on(?: to (?P<step>[a-z-]+))?", _goes_on),
    (r"all set the house way", _all_set),
)


def parse_given(text: str) -> Given:
    """Read what follows `given`; raise BadInput."""
    for pattern, build in _FORMS:
        if found := re.fullmatch(pattern, text.strip()):
            return build(found)
    raise BadInput(f"nothing is given by {text.strip()!r}", allowed="the head of givens.py lists what can be")
