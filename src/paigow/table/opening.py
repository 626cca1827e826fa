"""Opening the table: the set received, inspected, verified and displayed; idle; the dice in the shaker."""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.game import ALL_TILES, same_pieces
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_floor, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Between, Pieces, Step, Table, changed

__all__ = [
    "APPLIES",
    "DECIDES",
    "BeginPlay",
    "DisplayPairs",
    "InspectTiles",
    "PlaceDice",
    "ReceiveTiles",
    "VerifyInspection",
]


class ReceiveTiles(Command, frozen=True):
    """A set of tiles comes to the table, with three dice for the shaker."""

    at: int = 0


class TilesReceived(Event, frozen=True):
    at: int


class InspectTiles(Command, frozen=True):
    """The dealer sorts and inspects the set: what he found, tile by tile."""

    found: Pieces = ALL_TILES
    flaws: tuple[str, ...] = ()


class TilesInspected(Event, frozen=True):
    pass


class TilesUnsuitable(Event, frozen=True):
    """The set goes into a sealed envelope and a substitute is brought."""

    why: tuple[str, ...]


class VerifyInspection(Command, frozen=True):
    pass


class InspectionVerified(Event, frozen=True):
    pass


class DisplayPairs(Command, frozen=True):
    """Sixteen pairs, face up, by rank, for the first player to look at."""


class PairsDisplayed(Event, frozen=True):
    pass


class PlaceDice(Command, frozen=True):
    at: int


class DicePlaced(Event, frozen=True):
    at: int


class BeginPlay(Command, frozen=True):
    """The first player has had the chance to look: the tiles are turned face down."""


class PlayBegun(Event, frozen=True):
    between: Between


def receive(rules: TableRules, table: Table, command: ReceiveTiles) -> tuple[Event, ...]:
    cites = rules.cite("receive")
    require_dealer(command.by, "receive the tiles", cites)
    require_step(table, "receive the tiles", cites, Step.CLOSED)
    return (TilesReceived(at=command.at, cites=cites),)


def received(table: Table, event: TilesReceived) -> Table:
    between = changed(table.between, dice_placed_at=event.at, dice_inspected_at=event.at)
    return changed(table, step=Step.INSPECT, clock=event.at, between=between)


def inspect(rules: TableRules, table: Table, command: InspectTiles) -> tuple[Event, ...]:
    cites = rules.cite("inspect")
    require_dealer(command.by, "inspect the tiles", cites)
    require_step(table, "inspect the tiles", cites, Step.INSPECT)
    missing = () if same_pieces(command.found, ALL_TILES) else ("the sixteen pairs are not complete",)
    if missing or command.flaws:
        return (TilesUnsuitable(why=(*missing, *command.flaws), cites=rules.cite("unsuitable")),)
    return (TilesInspected(cites=cites),)


def inspected(table: Table, _event: TilesInspected) -> Table:
    return changed(table, step=Step.VERIFY)


def unsuitable(table: Table, _event: TilesUnsuitable) -> Table:
    return changed(table, step=Step.CLOSED)


def verify(rules: TableRules, table: Table, command: VerifyInspection) -> tuple[Event, ...]:
    cites = rules.cite("verify")
    require_floor(command.by, "verify the inspection", cites)
    require_step(table, "verify the inspection", cites, Step.VERIFY)
    return (InspectionVerified(cites=cites),)


def verified(table: Table, _event: InspectionVerified) -> Table:
    return changed(table, step=Step.DISPLAY)


def display(rules: TableRules, table: Table, command: DisplayPairs) -> tuple[Event, ...]:
    cites = rules.cite("display")
    require_dealer(command.by, "display the tiles", cites)
    require_step(table, "display the tiles", cites, Step.DISPLAY)
    return (PairsDisplayed(cites=cites),)


def displayed(table: Table, _event: PairsDisplayed) -> Table:
    return changed(table, step=Step.IDLE, bets_open=False)


def place_dice(rules: TableRules, table: Table, command: PlaceDice) -> tuple[Event, ...]:
    cites = rules.cite("dice age")
    require_dealer(command.by, "change the dice", cites)
    if table.shaker.dice is not None:
        raise Refused(Reason.WRONG_STEP, "the dice are in use in this round", cites)
    return (DicePlaced(at=command.at, cites=cites),)


def dice_placed(table: Table, event: DicePlaced) -> Table:
    between = changed(table.between, dice_placed_at=event.at, dice_inspected_at=event.at)
    return changed(table, between=between, clock=max(table.clock, event.at))


def begin(rules: TableRules, table: Table, command: BeginPlay) -> tuple[Event, ...]:
    cites = rules.cite("first player")
    require_dealer(command.by, "turn the tiles down", cites)
    require_step(table, "turn the tiles down", cites, Step.IDLE)
    if not any(table.chairs):
        raise Refused(Reason.NOTHING_THERE, "no player has arrived", cites)
    return (PlayBegun(between=changed(table.between, start_of_game=True, pointer=1), cites=cites),)


def begun(table: Table, event: PlayBegun) -> Table:
    return changed(table, step=Step.SHUFFLE, bets_open=True, between=event.between)


DECIDES: dict[type[Command], Decide] = {
    ReceiveTiles: receive,
    InspectTiles: inspect,
    VerifyInspection: verify,
    DisplayPairs: display,
    PlaceDice: place_dice,
    BeginPlay: begin,
}
APPLIES: dict[type[Event], Apply] = {
    TilesReceived: received,
    TilesInspected: inspected,
    TilesUnsuitable: unsuitable,
    InspectionVerified: verified,
    PairsDisplayed: displayed,
    DicePlaced: dice_placed,
    PlayBegun: begun,
}
