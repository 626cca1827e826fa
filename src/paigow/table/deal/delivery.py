"""Delivering tiles: the ten styles, which four go first, and the extra set. For cards see `card_dealing`.

Stacks are listed from the dealer's right, each from the top. The script has what the dealer says and moves;
what follows the delivery is in `sweeping`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, get_args

from paigow.material.notation import Pieces
from paigow.submissions.rules import Delivery, Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.commitments import require_order
from paigow.table.deal.dice import from_button, right_start
from paigow.table.deal.sweeping import after_sweeping
from paigow.table.fields import Place
from paigow.table.hands.progress import looks
from paigow.table.irregularities.voiding import void_round
from paigow.table.refusals import Reason, Refused, require_dealer, require_place, require_step
from paigow.table.state import (
    DEAD_HAND,
    DEALER_PLACE,
    DealtHand,
    HandStatus,
    Step,
    Table,
    changed,
    place_title,
    round_from,
)

Stack = tuple[str, ...]
Stacks = tuple[Stack, ...]
Deal = tuple[Stack, ...]


def _house_way(stacks: Stacks) -> Deal:
    """Stack by stack from the first."""
    return stacks


def _two_and_two(one: Stack, other: Stack) -> Deal:
    """The top two of both stacks, then the remaining four."""
    return (one[:2] + other[:2], one[2:] + other[2:])


def _cup_say(stacks: Stacks) -> Deal:
    """Pick four: two stacks at a time, their top halves and then their bottom halves."""
    pairs = zip(stacks[::2], stacks[1::2], strict=True)
    return tuple(four for one, other in pairs for four in _two_and_two(one, other))


def _jung_quat(stacks: Stacks) -> Deal:
    """Take the heart: the two center stacks, then the two that close up behind them."""
    pairs = ((stacks[3 - step], stacks[4 + step]) for step in range(4))
    return tuple(four for one, other in pairs for four in _two_and_two(one, other))


def _chee_yee(stacks: Stacks) -> Deal:
    """Chop the ears: the two outer stacks, then the next two inward."""
    pairs = ((stacks[step], stacks[7 - step]) for step in range(4))
    return tuple(four for one, other in pairs for four in _two_and_two(one, other))


def _level(stacks: Sequence[Stack], level: int) -> Stack:
    return tuple(stack[level] for stack in stacks)


def _pin_say(stacks: Stacks) -> Deal:
    """Slice four: the top layer of the near four stacks, that of the far four, and so on down."""
    near, far = stacks[:4], stacks[:3:-1]
    return tuple(four for level in range(4) for four in (_level(near, level), _level(far, level)))


def _dragon_head(stacks: Stacks) -> Deal:
    """Dragon head and phoenix tail: two tall stacks give two tiles each, the far four stacks one each.

    The first two stacks are set on the third and fourth, which makes the tall ones.
    """
    tall = (stacks[0] + stacks[2], stacks[1] + stacks[3])
    tail = stacks[:3:-1]
    heads = tuple(tall[0][2 * turn : 2 * turn + 2] + tall[1][2 * turn : 2 * turn + 2] for turn in range(4))
    return tuple(four for turn in range(4) for four in (heads[turn], _level(tail, turn)))


_FROM_RIGHT: Final[dict[str, Callable[[Stacks], Deal]]] = {
    "house-way-right": _house_way,
    "cup-say-right": _cup_say,
    "jung-quat": _jung_quat,
    "chee-yee": _chee_yee,
    "pin-say-right": _pin_say,
    "dragon-head-right": _dragon_head,
}
STYLES: Final[tuple[str, ...]] = get_args(Delivery)
"""In the order of commission-tiles 8(k)(1) to (10), colorado-tiles 30-2609(11)(a) to (j)."""


@lru_cache(maxsize=64)
def deal_order(stacks: Stacks, style: str) -> Deal:
    """The eight fours in dealing order; from the left mirrors from the right."""
    assert len(stacks) == 8 and all(len(stack) == 4 for stack in stacks), stacks
    if style.endswith("-left"):
        return _FROM_RIGHT[style.removesuffix("left") + "right"](stacks[::-1])
    return _FROM_RIGHT[style](stacks)


class DeliverStack(Command, frozen=True, tag="deliver-stack"):
    """The dealer gives the next four tiles to a place."""

    place: Place


class StackDelivered(Event, frozen=True, tag="stack-delivered"):
    place: int
    pieces: Pieces
    on_top: str | None
    """What the dealer puts on the dealer's own tiles: the marker, or the wager against the bank."""
    last: bool


def next_place(rules: Rules, table: Table) -> int:
    """Where the next four tiles go, from the start that was announced."""
    assert table.shaker.start is not None
    return round_from(table.shaker.start, rules.circle)[len(table.hands)]


def right_place(rules: Rules, table: Table) -> int:
    """Where the next four tiles go by the dice themselves, no matter what total was called."""
    return round_from(right_start(rules, table), rules.circle)[len(table.hands)]


def deliver(rules: Rules, table: Table, command: DeliverStack) -> tuple[Event, ...]:
    """Any place without tiles can be dealt to; a wrong one is an irregularity (R19)."""
    button = "deal from button" if from_button(rules, table) else "deal"
    cites = rules.cite(button if table.bank is None else "deal for bank")
    require_dealer(command.by, "deal", cites)
    require_step(table, "deal", cites, Step.DEAL)
    require_order(table)
    require_place(rules, command.place, cites)
    if command.place in table.hands:
        raise Refused(Reason.PLACE_TAKEN, f"{place_title(command.place)} already has tiles.", cites)
    turn = len(table.hands)
    four = deal_order(table.stock, table.delivery or "house-way-right")[turn]
    event = StackDelivered(
        place=command.place,
        pieces=four,
        on_top=_on_top(table) if command.place == DEALER_PLACE else None,
        last=turn == len(rules.circle) - 1,
        cites=(*cites, *_beside(rules, table, command.place)),
    )
    if command.place == right_place(rules, table):
        return (event,)
    return (event, void_round(rules, table, "tiles went to the wrong position", "wrong positions"))


def _beside(rules: Rules, table: Table, place: int) -> tuple[str, ...]:
    """Paragraphs for the dealer's stack and the dead hand, besides those for every place."""
    if place == DEALER_PLACE:
        return rules.cite(_on_top(table))
    return rules.cite("dead hand") if place == DEAD_HAND else ()


def _on_top(table: Table) -> str:
    return "dealer's wager" if table.bank is not None and table.bank.dealer_wager else "marker"


def delivered(table: Table, event: StackDelivered) -> Table:
    hands = {**table.hands, event.place: DealtHand(event.place, event.pieces)}
    if not event.last:
        return changed(table, hands=hands)
    return changed(table, hands=hands, step=Step.SWEEP)


class PlaceExtraSet(Command, frozen=True, tag="place-extra-set"):
    """The dealer puts the extra set and the unused tiles to the left of the chip rack, face down."""


class ExtraSetPlaced(Event, frozen=True, tag="extra-set-placed"):
    places: tuple[int, ...]
    """Whose tiles are unused, besides the extra set itself."""
    then: Step


def place(rules: Rules, table: Table, command: PlaceExtraSet) -> tuple[Event, ...]:
    cites = rules.cite("extra set")
    require_dealer(command.by, "place the extra set", cites)
    if not rules.table.six_spots:
        raise Refused(Reason.NOT_OFFERED, "This is not a six-spot table: it has no extra set.", cites)
    require_step(table, "place the extra set", cites, Step.EXTRA_SET)
    unused = tuple(
        place
        for place, hand in sorted(table.hands.items())
        if place != DEAD_HAND and hand.status is HandStatus.DEAD
    )
    event = ExtraSetPlaced(places=unused, then=after_sweeping(rules, table), cites=cites)
    return (event, *looks(rules, placed(table, event)))


def placed(table: Table, event: ExtraSetPlaced) -> Table:
    return changed(table, step=event.then)
