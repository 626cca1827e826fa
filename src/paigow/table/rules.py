"""A submission as the table uses it: plain fields, the paragraphs by topic, the house way as a function.

Where they come from and whether they are allowed is `submissions`; here they are only looked up, often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from paigow.books.book import load_book
from paigow.material.game import Game
from paigow.ranks.poker import Wheel
from paigow.table.card_rules import CardRules
from paigow.table.places import CARD_PLACES, TILE_PLACES
from paigow.wagers.main import MainTerms, main_terms
from paigow.wagers.vigorish import Vigorish

__all__ = ["Limit", "TableRules"]

Pieces = tuple[str, ...]
HouseSetting = tuple[Pieces, Pieces]


class Limit(Struct, frozen=True, gc=False):
    """The least and the most, in cents, on a spot as wagers of one kind (R58)."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Banking:
    """Whether and how players may bank. The defaults are the commission's."""

    offered: bool = False
    co_banking: bool = False
    dealer_turn: bool = True
    """Whether the first offer, having gone round, is the dealer's for a round: not in Maryland (R32)."""
    dealer_wager: str = "last-wager"
    dealer_wager_percent: int = 100
    dealer_wager_cents: int = 0
    sets_freely: bool = True
    cut: bool = True
    """Whether the bank may have the eight stacks cut; a deck of cards is cut by other rules."""
    deliveries: tuple[str, ...] = ("house-way-right",)
    delivery_signal: str = ""
    """What the dealer does besides, so that surveillance knows the style."""
    house_round_between: bool = False


@dataclass(frozen=True, slots=True)
class Spots:
    """Two betting areas for one player, several players on one spot."""

    two_areas: bool = False
    players_per_spot: int = 1
    bank_counts_whole_spot: bool = False
    far_spot_house_way: bool = False
    extra_set: bool = False
    """A table of six spots: the extra set goes to the left of the chip rack (R92)."""


@dataclass(frozen=True, slots=True)
class Dragon:
    """The Dragon's Eye variation, if it is offered."""

    offered: bool = False
    without_main: bool = False
    deal_from_button: bool = True


@dataclass(frozen=True, slots=True)
class Optional:
    """An optional wager that the table offers: its pay table, and what the submission allows around it."""

    table: str
    without_main: bool = False
    above_main: bool = False


@dataclass(frozen=True, slots=True)
class Instruments:
    coupons: bool = False
    promotional: bool = False
    tips: bool = False
    most_tip: int | None = None
    tip_within_main: bool = False
    """Whether a tip wager is no larger than the main wager beside it (R84)."""
    tip_chips_only: bool = False


@dataclass(frozen=True, slots=True)
class TableRules:
    """All that `decide` asks of a submission."""

    book: str
    house_way: Callable[[Pieces], HouseSetting]
    limits: Mapping[str, Limit]
    vigorish: Vigorish = Vigorish.TO_THE_CENT
    chairs: int = 6
    table_number: str = "1"
    buttons: tuple[str, ...] = ()
    """Of the buttons that a table may have, those that this one has."""
    banking: Banking = Banking()
    spots: Spots = Spots()
    dragon: Dragon = Dragon()
    optional: Mapping[str, Optional] = field(default_factory=dict)
    instruments: Instruments = Instruments()
    help_told: bool = True
    dice_hours: int = 24
    dice_inspection_hours: int = 24
    idle: str = "pairs-face-up"
    inspection_verified_by: str = "floor"
    """Who confirms the inspection of the pieces: the floor, or surveillance through the floor (R66)."""
    surrender: bool = True
    cards: CardRules = field(default_factory=CardRules)
    approvals: Mapping[str, str] = field(default_factory=dict)
    """The references of the regulator's approvals, by what was approved."""

    is_tiles: bool = field(init=False, repr=False)
    wheel: Wheel | None = field(init=False, repr=False)
    """Where A-2-3-4-5 stands, or None for tiles: what `game.compare` needs to know."""
    circle: tuple[int, ...] = field(init=False, repr=False)
    """The places that are counted and dealt, in order."""
    terms: MainTerms = field(init=False, repr=False)
    topics: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out once what every command asks for."""
        book = load_book(self.book)
        tiles = book.game is Game.TILES
        for name, value in (
            ("is_tiles", tiles),
            ("wheel", None if tiles else self.cards.wheel),
            ("circle", TILE_PLACES if tiles else CARD_PLACES),
            ("terms", main_terms(self.book, self.vigorish)),
            ("topics", book.topics),
        ):
            object.__setattr__(self, name, value)

    def cite(self, topic: str, *more: str) -> tuple[str, ...]:
        """The paragraphs and rulings of a topic in this rule book, or of several, each once.

        An unknown topic is a bug.
        """
        if not more:
            return self.topics[topic]
        return tuple(dict.fromkeys(id_ for each in (topic, *more) for id_ in self.topics[each]))
