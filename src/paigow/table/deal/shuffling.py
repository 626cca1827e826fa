"""Washing and stacking the tiles. The cut belongs to `banking`; cards are shuffled in `card_shuffling`."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.commitments import (
    EXPOSED,
    ORDER,
    Drawn,
    TilesInOrder,
    is_undrawn,
    next_draw,
    places,
    require_pieces,
)
from paigow.table.fields import OFTEN, Numbers, OneOf, within
from paigow.table.game import ALL_TILES
from paigow.table.refusals import Reason, Refused, require_dealer, require_step
from paigow.table.state import Pieces, Step, Table, changed

LEAST_MOTIONS = 8
STACK_SIZE = 4


class WashTiles(Command, frozen=True, tag="wash-tiles"):
    """The dealer washes the tiles. `order` is what chance made: four a stack, from the right, top first."""

    order: TilesInOrder
    """Empty where the floor is committed to a seed: the order is then drawn after "no more bets" (R96)."""
    motions: Annotated[int, within(Numbers("number", tuple(range(1, 13)), OFTEN))] = LEAST_MOTIONS


class TilesWashed(Event, frozen=True, tag="tiles-washed"):
    order: Pieces
    motions: int
    draw: Drawn = UNSET


class StackTiles(Command, frozen=True, tag="stack-tiles"):
    pass


class TilesStacked(Event, frozen=True, tag="tiles-stacked"):
    then: Step


class ExposeWhileStacking(Command, frozen=True, tag="expose-while-stacking"):
    """A tile turned over while the stacks are made."""

    tile: Annotated[str, within(OneOf("piece", tuple(dict.fromkeys(ALL_TILES))))]


class ExposedWhileStacking(Event, frozen=True, tag="exposed-while-stacking"):
    tile: str
    draw: Drawn = UNSET
    """Its number, where the tile was drawn for the accident: its place had no piece yet (R96)."""


def wash(rules: Rules, table: Table, command: WashTiles) -> tuple[Event, ...]:
    cites = rules.cite("wash")
    require_dealer(command.by, "wash the tiles", cites)
    require_step(table, "wash the tiles", cites, Step.SHUFFLE)
    require_pieces(table, command.order, ALL_TILES, "these are not the 32 tiles of one set", cites)
    if command.motions < LEAST_MOTIONS:
        raise Refused(
            Reason.NOT_AS_REQUIRED,
            f"each hand makes at least {LEAST_MOTIONS} circles, not {command.motions}",
            cites,
        )
    draw = next_draw(table, ORDER) if command.order else UNSET
    return (TilesWashed(order=command.order, motions=command.motions, draw=draw, cites=cites),)


def washed(table: Table, event: TilesWashed) -> Table:
    order = event.order or places(len(ALL_TILES))
    stacks = tuple(order[start : start + STACK_SIZE] for start in range(0, len(order), STACK_SIZE))
    return changed(table, stock=stacks, step=Step.STACK)


def stack(rules: Rules, table: Table, command: StackTiles) -> tuple[Event, ...]:
    cites = rules.cite("stack")
    require_dealer(command.by, "stack the tiles", cites)
    require_step(table, "stack the tiles", cites, Step.STACK)
    then = Step.CUT if table.bank is not None and rules.banking.cut else table.resume or Step.BETS
    return (TilesStacked(then=then, cites=cites),)


def stacked(table: Table, event: TilesStacked) -> Table:
    return changed(table, step=event.then, resume=None if event.then is table.resume else table.resume)


def expose_while_stacking(rules: Rules, table: Table, command: ExposeWhileStacking) -> tuple[Event, ...]:
    cites = rules.cite("exposed while stacking")
    require_dealer(command.by, "report a tile turned over", cites)
    require_step(table, "report a tile turned over while stacking", cites, Step.STACK)
    if command.tile not in ALL_TILES:
        raise Refused(Reason.BAD_PIECES, f"there is no tile {command.tile}", cites)
    draw = next_draw(table, EXPOSED) if is_undrawn(table) else UNSET
    return (ExposedWhileStacking(tile=command.tile, draw=draw, cites=cites),)


def exposed_while_stacking(table: Table, _event: ExposedWhileStacking) -> Table:
    return changed(table, stock=(), step=Step.SHUFFLE)
