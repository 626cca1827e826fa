"""What only a tile table has: the equipment found in place at opening, and a set that was rejected."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["RejectedSet", "TileGear"]


class RejectedSet(Struct, frozen=True):
    """A set unfit for play, until its envelope is sealed and signed and another set has come."""

    why: tuple[str, ...]
    label: str = ""
    """What is written on the sealed envelope: table number, date and time."""
    dealer: str = ""
    supervisor: str = ""
    """The two signatures."""


class TileGear(Struct, frozen=True):
    """What lies about the table: it lives from round to round."""

    equipment: tuple[str, ...] = ()
    """The items of the equipment list, once all of them were found in place."""
    sets: int = 0
    """How many sets have come to this table, substitutes included."""
    rejected: RejectedSet | None = None
