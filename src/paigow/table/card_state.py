"""What only a card table has: decks and their ages, cuts, devices, the button, what a deal leaves."""

from __future__ import annotations

from msgspec import Struct, field

from paigow.material.notation import Pieces
from paigow.wagers.wager import Kind

SEVEN_PLACES = 7


class TableDeck(Struct, frozen=True):
    """A deck at the table: the color of its backs, when it came, and how far it has come.

    What a shuffler has made of a deck that it keeps is told when it comes out: until then nobody knows it.
    """

    back: str
    placed_at: int
    fresh: bool = True
    """Just received: it has been neither washed nor shuffled here."""
    preshuffled: bool = False
    """Came inspected and shuffled, and has not been dealt."""
    stored: bool = False
    """Shuffled and kept in the shuffler while the other deck is played."""


class DeckCut(Struct, frozen=True):
    """The cut of this round: who has declined, by whom and where it was made."""

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


class CardTableState(Struct, frozen=True):
    """Equipment and leftovers of a card table, from round to round and within one."""

    decks: tuple[TableDeck, ...] = ()
    in_use: int = 0
    dealt: bool = False
    """Whether the deck in use has been dealt or spread since it was shuffled."""
    spread: str = ""
    """How the cards lie on the table while there is no game: `face-up`, `face-down`."""
    inspection_asked: bool = False
    """Whether a player at an idle table has asked to look at all cards, those in the shuffler too."""
    cut: DeckCut = DeckCut()
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
    lammers: tuple[tuple[str, int, Kind], ...] = ()
    """Qualifying wagers with an envy lammer beside them, by person, position and kind."""
    envied: tuple[int, ...] = ()
    """Positions whose hand was announced as one that others are paid for."""
    uncounted: tuple[int, ...] = ()
    """Positions whose surrendered cards the dealer has still to count face down (R94)."""
    progressive: tuple[tuple[str, int], ...] = ()
    """Progressive wagers that the system has accepted and that wait: their chips are in the tray."""
    lit: tuple[int, ...] = ()
    """Positions whose progressive hand and light the dealer has verified."""
    progressive_due: tuple[int, ...] = ()
    """Positions whose progressive win the floor has validated."""
    papers_due: tuple[int, ...] = ()
    """Positions whose cards stay until the papers of a payment from the cage are done."""
    carried: tuple[MeterCarry, ...] = ()
    hits: int = 0
    """How many shares of the table's own meters have been paid."""
    limited: dict[int, int] = field(default_factory=dict)
    """By position, what of this hand's payouts counts toward the payout limit."""

    def cleared(self, button: int | None = None) -> CardTableState:
        """What a round leaves: decks, devices, meters and the button; nothing of the round itself."""
        return CardTableState(
            decks=self.decks,
            in_use=self.in_use,
            dealt=self.dealt,
            button=self.button if button is None else button,
            out_of_order=self.out_of_order,
            covered=self.covered,
            carried=self.carried,
            hits=self.hits,
        )

    def after_round(self) -> CardTableState:
        """What a completed round leaves: the button has moved one place on, clockwise (R36)."""
        return self.cleared(button=(self.button - 1) % SEVEN_PLACES)
