"""What only a card table has: decks and their ages, cuts, devices, the button, what a deal leaves."""

from __future__ import annotations

from msgspec import Struct, field, structs

__all__ = ["CardGear", "Cut", "Deck", "MeterCarry"]

Pieces = tuple[str, ...]
SEVEN_PLACES = 7


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


class MeterCarry(Struct, frozen=True):
    """The part of a cent that a meter carries unseen, as a fraction."""

    meter: str
    numerator: int
    denominator: int


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
    lit: tuple[int, ...] = ()
    """Positions whose progressive hand and light the dealer has verified."""
    progressive_due: tuple[int, ...] = ()
    """Positions whose progressive win the floor has validated."""
    papers_due: tuple[int, ...] = ()
    """Positions whose cards stay until the papers of a payment from the cage are done."""
    carried: tuple[MeterCarry, ...] = ()
    limited: dict[int, int] = field(default_factory=dict)
    """By position, what of this hand's payouts counts toward the payout limit."""

    def cleared(self) -> CardGear:
        """What a void round leaves: devices, decks, button and meters; nothing of the round itself."""
        return CardGear(
            decks=self.decks,
            in_use=self.in_use,
            button=self.button,
            out_of_order=self.out_of_order,
            covered=self.covered,
            carried=self.carried,
        )

    def after_round(self) -> CardGear:
        """What a completed round leaves: the other deck next, the button one place on, clockwise (R36)."""
        decks = max(len(self.decks), 1)
        return structs.replace(
            self.cleared(), in_use=(self.in_use + 1) % decks, button=(self.button - 1) % SEVEN_PLACES
        )
