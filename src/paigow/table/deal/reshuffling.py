"""Tiles seen, or off the table, before they are dealt: all are shuffled again, wagers and dice stand (R19).

While the stacks are being made that is `shuffling`; once a tile is dealt, `irregularities`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command, Event
from paigow.table.bank.stacks import DEFAULT_STYLE
from paigow.table.deal.commitments import EXPOSED, Drawn, is_undrawn, next_draw
from paigow.table.deal.styles import deal_order
from paigow.table.fields import Anything, Domain, Domains, Fixed, Moment, Numbers, Only, within
from paigow.table.game import ALL_TILES
from paigow.table.refusals import Reason, Refused, require_step
from paigow.table.state import Pieces, Step, Table, changed

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
"""Steps to which the round comes back once the tiles are stacked again."""


def _shown(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    """Which tile an accident shows, where its place has none yet: chance says so."""
    return (Anything("piece", ALL_TILES[0]) if is_undrawn(moment.table) else Only(UNSET),)


class ReportUndealtTile(Command, frozen=True, tag="report-undealt-tile"):
    """Dealer or floor report a tile of the stacks that was seen, or left the table, before it was dealt."""

    nth: Annotated[int, within(Numbers("number", (0,), 31))]
    """Which of the tiles still in their stacks, counted from 0 in the order in which they would be dealt."""
    off_table: bool = False
    shown: Annotated[str | UnsetType, Domains(_shown)] = UNSET
    """What chance shows, where the place has no piece yet (R96)."""


class UndealtTileSeen(Event, frozen=True, tag="undealt-tile-seen"):
    """All tiles, dealt ones too, go back to be washed; what was wagered and shaken stands."""

    tile: str
    off_table: bool
    resume: Step | None
    """Where the round goes on after the new stacks; nowhere else than usual while bets are open."""
    draw: Drawn = UNSET
    """Its number, where the tile was drawn for the accident."""


def undealt(table: Table) -> Pieces:
    """The tiles that are still in their stacks, in the order in which they would be dealt."""
    fours = deal_order(table.stock, table.delivery or DEFAULT_STYLE)
    return tuple(tile for four in fours[len(table.hands) :] for tile in four)


def report(rules: Rules, table: Table, command: ReportUndealtTile) -> tuple[Event, ...]:
    topic = "off the table" if command.off_table else "undealt tile seen"
    cites = rules.cite(topic)
    if command.by not in (DEALER, FLOOR):
        raise Refused(Reason.NOT_YOURS, "the dealer or the floor may report a tile", cites or ("R19",))
    if command.off_table and not rules.book.procedure.off_the_table:
        raise Refused(Reason.NOT_OFFERED, "this rule book does not know a tile off the table", ("R19",))
    require_step(table, "report a tile not yet dealt", cites, *BETS_STILL_OPEN, *BETS_CLOSED)
    tiles = undealt(table)
    if not 0 <= command.nth < len(tiles):
        raise Refused(Reason.BAD_PIECES, f"there is no tile {command.nth} in the stacks", cites)
    resume = table.step if table.step in BETS_CLOSED else table.resume
    ruled = cites if resume is None else (*cites, "R69")
    tile, draw = _seen_tile(table, command, tiles[command.nth], cites)
    return (UndealtTileSeen(tile=tile, off_table=command.off_table, resume=resume, draw=draw, cites=ruled),)


def _seen_tile(
    table: Table, command: ReportUndealtTile, there: str, cites: tuple[str, ...]
) -> tuple[str, Drawn]:
    """The tile that lies there; where none is drawn yet, the one that chance shows, and the draw's number."""
    if not is_undrawn(table):
        if command.shown is not UNSET:
            raise Refused(Reason.BAD_PIECES, "the tile that lies there was seen, and no other", cites)
        return there, UNSET
    if command.shown not in ALL_TILES:
        raise Refused(Reason.BAD_PIECES, "which tile was seen is drawn", cites)
    return str(command.shown), next_draw(table, EXPOSED)


def seen(table: Table, event: UndealtTileSeen) -> Table:
    return changed(table, step=Step.SHUFFLE, stock=(), hands={}, resume=event.resume)
