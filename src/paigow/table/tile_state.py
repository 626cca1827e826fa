"""What only a tile table has: the sets that came to it, and one that was rejected."""

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
    """The sets of a tile table: it lives from round to round."""

    sets: int = 0
    """How many sets have come to this table, substitutes included."""
    rejected: RejectedSet | None = None
