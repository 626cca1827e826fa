"""State that only a card table has: decks and their ages, cuts, devices, the button, leftovers of a deal."""

from __future__ import annotations

from msgspec import Struct, field

from paigow.material.notation import Pieces
from paigow.wagers.wager import Kind

SEVEN_PLACES = 7


class TableDeck(Struct, frozen=True):
    """A deck at the table.

    The order of a deck inside a shuffler is recorded when the deck comes out: until then nobody knows it.
    """

    back: str
    """The color of its backs."""
    placed_at: int
    """When it came to the table, in seconds."""
    fresh: bool = True
    """Just received: neither washed nor shuffled here yet."""
    preshuffled: bool = False
    """Arrived inspected and shuffled, and not dealt yet."""
    stored: bool = False
    """Shuffled and held in the shuffler while the other deck is in play."""


class DeckCut(Struct, frozen=True):
    """The cut of this round."""

    declined: tuple[str, ...] = ()
    """Who declined to cut."""
    made_by: str | None = None
    """Who cut."""
    place: int | None = None
    """How many cards were cut off the top."""
    uncut: Pieces = ()
    """The stack as it was shuffled, in case the floor orders another cut."""


class MeterCarry(Struct, frozen=True):
    """The fraction of a cent that a meter carries without showing it."""

    meter: str
    """The meter's name."""
    numerator: int
    """Of the fraction."""
    denominator: int
    """Of the fraction."""


class CardTableState(Struct, frozen=True):
    """Equipment and leftovers of a card table, from round to round and within one."""

    decks: tuple[TableDeck, ...] = ()
    """The decks at the table."""
    in_use: int = 0
    """Which of the decks is in use, from 0."""
    dealt: bool = False
    """Whether the deck in use has been dealt or spread since it was shuffled."""
    spread: str = ""
    """How the cards are spread at an idle table: `face-up` or `face-down`."""
    inspection_asked: bool = False
    """Whether a player at an idle table has asked to inspect all cards, those in the shuffler too."""
    cut: DeckCut = DeckCut()
    """The cut of this round."""
    button: int = 0
    """The place of the flat button: 0, the dealer's, when play begins."""
    marker: int | None = None
    """The place that a cover card or another object marks as the start of the deal."""
    out_of_order: tuple[str, ...] = ()
    """Devices that failed: `shuffler`, `shoe`."""
    covered: tuple[str, ...] = ()
    """Those of them that are covered or carry a sign, so that another method can be used."""
    stub: Pieces = ()
    found_face_up: Pieces = ()
    """Cards that were found face up in the deck, and are out of the round."""
    lammers: tuple[tuple[str, int, Kind], ...] = ()
    """Qualifying wagers with an envy lammer beside them, by person, position and kind."""
    envied: tuple[int, ...] = ()
    """Positions whose hand was announced as paying an envy bonus to others."""
    uncounted: tuple[int, ...] = ()
    """Positions whose surrendered cards the dealer still has to count face down (R94)."""
    progressive: tuple[tuple[str, int], ...] = ()
    """Progressive wagers that the system has accepted, by person and position; the tray has their chips."""
    lit: tuple[int, ...] = ()
    """Positions whose progressive hand and light the dealer has verified."""
    progressive_due: tuple[int, ...] = ()
    """Positions whose progressive win the floor has validated."""
    papers_due: tuple[int, ...] = ()
    """Positions whose cards stay until the paperwork for a payment from the cage is done."""
    carried: tuple[MeterCarry, ...] = ()
    """What each meter carries below a cent."""
    hits: int = 0
    """How many shares of the table's own meters have been paid."""
    limited: dict[int, int] = field(default_factory=dict)
    """By position, how much of this hand's payouts counts toward the payout limit, in cents."""

    def cleared(self, button: int | None = None) -> CardTableState:
        """What remains after a round: decks, devices, meters, and the button; nothing of the round itself."""
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
        """What remains after a completed round: the button moves one place clockwise (R36)."""
        return self.cleared(button=(self.button - 1) % SEVEN_PLACES)
