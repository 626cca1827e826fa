"""What only a card table has: decks and their ages, cuts, devices, the button, what a deal leaves."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["CardGear", "Cut", "Deck"]

Pieces = tuple[str, ...]


class Deck(Struct, frozen=True):
    """A deck on the table: the color of its backs, when it came, its order while it waits in a shuffler."""

    back: str
    placed_at: int
    waiting: Pieces = ()


class Cut(Struct, frozen=True):
    """The cut of this round: who is asked now, who has declined, where it was made and by whom."""

    asked: str | None = None
    declined: tuple[str, ...] = ()
    made_by: str | None = None
    place: int | None = None
    uncut: Pieces = ()
    """The stack as it was shuffled, in case the floor has it cut again."""


class CardGear(Struct, frozen=True):
    """Equipment and leftovers of a card table, from round to round and within one."""

    decks: tuple[Deck, ...] = ()
    in_use: int = 0
    cut: Cut = Cut()
    button: int = 0
    """Where the flat button lies: the dealer's place at the commencement of play."""
    marker: int | None = None
    """The place that a cover card or another object marks as the start of the deal."""
    out_of_order: tuple[str, ...] = ()
    """Devices that failed: `shuffler`, `shoe`."""
    covered: tuple[str, ...] = ()
    """Those of them that are covered or carry a sign, so that another method may be used."""
    stub: Pieces = ()
    found_face_up: Pieces = ()
    lammers: tuple[tuple[str, int, str], ...] = ()
    """Qualifying wagers with an envy lammer beside them, by person, position and kind."""
    envied: tuple[int, ...] = ()
    """Positions whose hand was announced as one that others are paid for."""
    progressive_due: tuple[int, ...] = ()
    """Positions whose progressive win the floor has validated."""
    papers_due: tuple[int, ...] = ()
    """Positions whose cards stay until the papers of a payment from the cage are done."""
