"""Opening a tile table: the set received, inspected and displayed. What both games share is `opening`.

What lies about the table is `equipment`, a set that will not do `substitute`, the dice `dice_care`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from paigow.material.tiles import TILES
from paigow.ranks.tiles import rank_two_tiles
from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.game import ALL_TILES
from paigow.table.house.dice_care import with_dice
from paigow.table.house.equipment import is_checked
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.state import Pieces, RejectedSet, Step, Table, changed


class ReceiveTiles(Command, frozen=True, tag="receive-tiles"):
    """A set of tiles comes to the table, with three dice for the shaker."""

    at: int = 0


class TilesReceived(Event, frozen=True, tag="tiles-received"):
    at: int


class InspectTiles(Command, frozen=True, tag="inspect-tiles"):
    """The dealer sorts and inspects the set: what is there, what differs, what is not sound."""

    found: Pieces = ALL_TILES
    unlike: Pieces = ()
    """Tiles that differ from the others in size or shading."""
    flawed: Pieces = ()
    """Tiles flawed, scratched or marked on back or sides."""


class TilesInspected(Event, frozen=True, tag="tiles-inspected"):
    pass


class TilesUnsuitable(Event, frozen=True, tag="tiles-unsuitable"):
    """The set cannot be used: it goes into a sealed envelope and a substitute is brought."""

    why: tuple[str, ...]


class DisplayPairs(Command, frozen=True, tag="display-pairs"):
    """Sixteen pairs, face up, by rank, for the first player to look at."""


class PairsDisplayed(Event, frozen=True, tag="pairs-displayed"):
    tiles: Pieces
    """All 32, pair after pair, the supreme pair first."""


@cache
def pairs_in_order() -> Pieces:
    """The set as it is displayed: sixteen pairs by rank, starting with the supreme pair.

    >>> pairs_in_order()[:4], pairs_in_order()[-2:]
    (('2-4', '1-2', '6-6', '6-6'), ('1-4', '2-3'))
    """
    kinds: dict[str, list[int]] = {}
    for number, tile in enumerate(TILES):
        kinds.setdefault(tile.kind, []).append(number)
    pairs = [[TILES[number] for number in numbers] for numbers in kinds.values()]
    pairs.sort(key=rank_two_tiles, reverse=True)
    return tuple(str(tile) for pair in pairs for tile in pair)


def receive(rules: Rules, table: Table, command: ReceiveTiles) -> tuple[Event, ...]:
    cites = rules.cite("receive")
    require_dealer(command.by, "receive the tiles", cites)
    require_step(table, "receive the tiles", cites, Step.CLOSED)
    if not is_checked(rules, table):
        raise Refused(
            Reason.OUT_OF_ORDER, "the equipment is gone through before tiles come", rules.cite("equipment")
        )
    return (TilesReceived(at=max(table.clock, command.at), cites=cites),)


def received(table: Table, event: TilesReceived) -> Table:
    gear = changed(table.tiles, sets=table.tiles.sets + 1)
    return changed(with_dice(table, event.at), tiles=gear, step=Step.INSPECT)


def inspect(rules: Rules, table: Table, command: InspectTiles) -> tuple[Event, ...]:
    cites = rules.cite("inspect")
    require_dealer(command.by, "inspect the tiles", cites)
    require_step(table, "inspect the tiles", cites, Step.INSPECT)
    if unknown := (
        *(Counter(command.unlike) - Counter(command.found)),
        *(Counter(command.flawed) - Counter(command.found)),
    ):
        raise Refused(Reason.BAD_PIECES, f"{unknown[0]} is not among the tiles that were found", cites)
    why, asked = _unsuitable(rules, command)
    if why:
        return (TilesUnsuitable(why=why, cites=(*asked, *rules.cite("unsuitable"))),)
    return (TilesInspected(cites=cites),)


def _unsuitable(rules: Rules, command: InspectTiles) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is wrong with a set, and the clauses of the inspection that say so."""
    found, whole = Counter(command.found), Counter(ALL_TILES)
    why: list[str] = []
    topics: list[str] = []
    for tiles, topic, sentence in (
        (tuple((whole - found).elements()), "inspect pairs", "missing: {}"),
        (tuple((found - whole).elements()), "inspect pairs", "too many: {}"),
        (command.unlike, "inspect sizes", "of another size or shade: {}"),
        (command.flawed, "inspect backs", "flawed, scratched or marked: {}"),
    ):
        if tiles:
            why.append(sentence.format(", ".join(tiles)))
            topics.append(topic)
    cites = tuple(dict.fromkeys(cite for topic in topics for cite in rules.cite(topic)))
    return tuple(why), cites


def inspected(table: Table, _event: TilesInspected) -> Table:
    return changed(table, step=Step.VERIFY)


def unsuitable(table: Table, event: TilesUnsuitable) -> Table:
    gear = changed(table.tiles, rejected=RejectedSet(event.why))
    return changed(table, tiles=gear, step=Step.SUBSTITUTE)


def display(rules: Rules, table: Table, command: DisplayPairs) -> tuple[Event, ...]:
    """At opening, and again when the table was idle (R62)."""
    cites = rules.cite("idle" if table.between.opened else "display")
    require_dealer(command.by, "display the tiles", cites)
    require_step(table, "display the tiles", cites, Step.DISPLAY)
    return (PairsDisplayed(tiles=pairs_in_order(), cites=cites),)


def displayed(table: Table, _event: PairsDisplayed) -> Table:
    return changed(table, step=Step.IDLE)


DECIDES: dict[type[Command], Decide] = {
    ReceiveTiles: receive,
    InspectTiles: inspect,
    DisplayPairs: display,
}
APPLIES: dict[type[Event], Apply] = {
    TilesReceived: received,
    TilesInspected: inspected,
    TilesUnsuitable: unsuitable,
    PairsDisplayed: displayed,
}
