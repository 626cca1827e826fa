"""How a seat at the table reads in a terminal: tiles drawn, settings named, money explained. Not the play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paigow.table.acts import Event
from paigow.table.game import hand_name, ordered, tile
from paigow.table.roundfile import Act
from paigow.table.rules import TableRules
from paigow.table.state import Table
from paigow.table.tellings import tell
from paigow.table.values import amount

__all__ = ["chips_of", "drawn", "money_lines", "setting_told", "settings_of", "table_lines", "tiles_named"]

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}
"""One end of a tile in three lines."""


def tiles_named(pieces: Sequence[str]) -> str:
    """Tiles with their names, for the ear as for the eye: `6-6 Teen, 4-5 mixed nine`."""
    return ", ".join(f"{piece} {tile(piece).english}" for piece in pieces)


def drawn(pieces: Sequence[str | None]) -> Iterator[str]:
    """Tiles side by side, drawn with letters; None is a back."""
    faces = [_face(piece) for piece in pieces]
    for row in zip(*faces, strict=True):
        yield "  ".join(row)


def _face(piece: str | None) -> list[str]:
    edge = "+-----+"
    if piece is None:
        return [edge, *["|:::::|"] * 7, edge]
    face = tile(piece)
    top, bottom = ([f"|{line}|" for line in _PIPS[end]] for end in (face.low, face.high))
    return [edge, *top, "|-----|", *bottom, edge]


def settings_of(pieces: Sequence[str]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The different ways to split four tiles, each as (low, high)."""
    first, *rest = pieces
    found: dict[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for index, other in enumerate(rest):
        left = tuple(piece for place, piece in enumerate(rest) if place != index)
        low, high = ordered((first, other), left)
        found.setdefault((tuple(sorted(low)), tuple(sorted(high))), (low, high))
    return list(found.values())


def setting_told(low: Sequence[str], high: Sequence[str]) -> str:
    """A setting with the names of its halves."""
    halves = (f"{' '.join(half)} ({hand_name(tuple(half), None)})" for half in (low, high))
    return " / ".join(halves)


def money_lines(acts: Sequence[Act], person: str) -> Iterator[str]:
    """What a round did to a person's chips, on the layout and off it, and in all."""
    net = 0
    for event in (event for act in acts for event in act.events):
        moved = sum(posting.cents for posting in event.postings if _is_of(posting.account, person))
        if moved:
            net += moved
            yield f"{_signed(moved):>12}  {_explained(event)}"
    yield f"{_signed(net):>12}  in all"


def _is_of(account: str, person: str) -> bool:
    """Whether an account is a person's: rack, cover, promotional chips, coupons, wagers."""
    return account.split("/")[1:2] == [person]


def chips_of(table: Table, person: str) -> int:
    """All that a person has at the table, wagers and cover included."""
    return sum(cents for account, cents in table.balances.items() if _is_of(account, person))


def _explained(event: Event) -> str:
    told = tell(event) or ""
    return f"{told} ({', '.join(event.cites)})" if event.cites else told


def _signed(cents: int) -> str:
    return f"{'+' if cents > 0 else ''}{amount(cents)}"


def table_lines(rules: TableRules, table: Table, person: str) -> Iterator[str]:
    """Who sits where with how much, what is bet, who banks."""
    for position in range(1, rules.chairs + 1):
        seated = table.seated(position)
        if seated is None:
            continue
        bets = ", ".join(
            f"{amount(wager.playing)} {wager.kind}"
            for wager in table.wagers_on(position)
            if wager.person == seated
        )
        banks = ", banks" if table.bank is not None and table.bank.person == seated else ""
        you = " (you)" if seated == person else ""
        said = f", bets {bets}" if bets else ""
        yield f"  {position}  {seated}{you}: {amount(table.rack(seated))}{banks}{said}"
