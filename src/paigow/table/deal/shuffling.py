"""Washing and stacking tiles, and reshuffling when one is seen before it is dealt (R19). Not cutting."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command, Event
from paigow.table.bank.stacks import DEFAULT_STYLE
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
from paigow.table.deal.delivery import deal_order
from paigow.table.fields import (
    OFTEN,
    Anything,
    Domain,
    Domains,
    Fixed,
    Moment,
    OneOf,
    Only,
    WholeNumbers,
    within,
)
from paigow.table.game import ALL_TILES
from paigow.table.refusals import Reason, Refused, require_dealer, require_step
from paigow.table.state import Step, Table, changed

LEAST_MOTIONS = 8
STACK_SIZE = 4


class WashTiles(Command, frozen=True, tag="wash-tiles"):
    """The dealer washes the tiles. `order` is the random result: stacks of four from the right, top first."""

    order: TilesInOrder
    """Empty if the floor is committed to a seed: the order is then drawn after "no more bets" (R96)."""
    motions: Annotated[int, within(WholeNumbers("number", tuple(range(1, 13)), OFTEN))] = LEAST_MOTIONS


class TilesWashed(Event, frozen=True, tag="tiles-washed"):
    order: Pieces
    motions: int
    draw: Drawn = UNSET


class StackTiles(Command, frozen=True, tag="stack-tiles"):
    pass


class TilesStacked(Event, frozen=True, tag="tiles-stacked"):
    then: Step


class ExposeWhileStacking(Command, frozen=True, tag="expose-while-stacking"):
    """A tile was turned over while the dealer stacked."""

    tile: Annotated[str, within(OneOf("piece", tuple(dict.fromkeys(ALL_TILES))))]


class ExposedWhileStacking(Event, frozen=True, tag="exposed-while-stacking"):
    tile: str
    draw: Drawn = UNSET
    """Its number, if the tile was drawn for this accident: its place had no piece yet (R96)."""


def wash(rules: Rules, table: Table, command: WashTiles) -> tuple[Event, ...]:
    cites = rules.cite("wash")
    require_dealer(command.by, "wash the tiles", cites)
    require_step(table, "wash the tiles", cites, Step.SHUFFLE)
    require_pieces(table, command.order, ALL_TILES, "these are not the 32 tiles of one set", cites)
    if command.motions < LEAST_MOTIONS:
        raise Refused(
            Reason.NOT_AS_REQUIRED,
            f"Each hand makes at least {LEAST_MOTIONS} circles, not {command.motions}.",
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
        raise Refused(Reason.BAD_PIECES, f"There is no tile {command.tile}.", cites)
    draw = next_draw(table, EXPOSED) if is_undrawn(table) else UNSET
    return (ExposedWhileStacking(tile=command.tile, draw=draw, cites=cites),)


def exposed_while_stacking(table: Table, _event: ExposedWhileStacking) -> Table:
    return changed(table, stock=(), step=Step.SHUFFLE)


BETS_STILL_OPEN = (Step.CUT, Step.BETS)
BETS_CLOSED = (
    Step.STYLE,
    Step.SHAKE,
    Step.PLAYER_SHAKE,
    Step.LID,
    Step.EYE,
    Step.BUTTON,
    Step.DICE_WAGERS,
    Step.TRIPLES,
    Step.TOTAL,
    Step.DEAL,
)
"""Steps to which the round returns once the tiles are stacked again."""


def _shown(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    """Which tile an accident exposes if its place has none yet: it is drawn."""
    return (Anything("piece", ALL_TILES[0]) if is_undrawn(moment.table) else Only(UNSET),)


class ReportUndealtTile(Command, frozen=True, tag="report-undealt-tile"):
    """The dealer or the floor reports a tile that was seen or left the table before it was dealt."""

    nth: Annotated[int, within(WholeNumbers("number", (0,), 31))]
    """Which of the tiles still in their stacks, counted from 0 in dealing order."""
    off_table: bool = False
    shown: Annotated[str | UnsetType, Domains(_shown)] = UNSET
    """The drawn piece, if the place has none yet (R96)."""


class UndealtTileSeen(Event, frozen=True, tag="undealt-tile-seen"):
    """All tiles, including dealt ones, are washed again; wagers and the roll stand."""

    tile: str
    off_table: bool
    resume: Step | None
    """The step at which the round resumes with the new stacks; as usual while bets are open."""
    draw: Drawn = UNSET
    """Its number, if the tile was drawn for this accident."""


def undealt(table: Table) -> Pieces:
    """The tiles still in their stacks, in dealing order."""
    fours = deal_order(table.stock, table.delivery or DEFAULT_STYLE)
    return tuple(tile for four in fours[len(table.hands) :] for tile in four)


def report(rules: Rules, table: Table, command: ReportUndealtTile) -> tuple[Event, ...]:
    topic = "off the table" if command.off_table else "undealt tile seen"
    cites = rules.cite(topic)
    if command.by not in (DEALER, FLOOR):
        raise Refused(
            Reason.NOT_YOURS, "Only the dealer or the floor supervisor can report a tile.", cites or ("R19",)
        )
    if command.off_table and not rules.book.procedure.off_the_table:
        raise Refused(Reason.NOT_OFFERED, "This rule book has no rule for a tile off the table.", ("R19",))
    require_step(table, "report a tile not yet dealt", cites, *BETS_STILL_OPEN, *BETS_CLOSED)
    tiles = undealt(table)
    if not 0 <= command.nth < len(tiles):
        raise Refused(Reason.BAD_PIECES, f"There is no tile {command.nth} in the stacks.", cites)
    resume = table.step if table.step in BETS_CLOSED else table.resume
    ruled = cites if resume is None else (*cites, "R69")
    tile, draw = _seen_tile(table, command, tiles[command.nth], cites)
    return (UndealtTileSeen(tile=tile, off_table=command.off_table, resume=resume, draw=draw, cites=ruled),)


def _seen_tile(
    table: Table, command: ReportUndealtTile, there: str, cites: tuple[str, ...]
) -> tuple[str, Drawn]:
    """The tile there; if none is drawn yet, a drawn one and the draw's number."""
    if not is_undrawn(table):
        if command.shown is not UNSET:
            raise Refused(Reason.BAD_PIECES, "Report the tile at that spot, not another one.", cites)
        return there, UNSET
    if command.shown not in ALL_TILES:
        raise Refused(Reason.BAD_PIECES, "Leave the tile out: the draw decides which one was seen.", cites)
    return str(command.shown), next_draw(table, EXPOSED)


def seen(table: Table, event: UndealtTileSeen) -> Table:
    return changed(table, step=Step.SHUFFLE, stock=(), hands={}, resume=event.resume)
