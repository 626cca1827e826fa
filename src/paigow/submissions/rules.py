"""The rules of one table: every option of its submission as a typed field, and what follows from them.

A field's path is its option's name: `rules.spots.two_areas` is `spots.two-areas`, and
`rules.cite("spots.two-areas")` says where the book gives it. Whether the values are allowed is `checking`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec import Struct

from paigow.books.book import OfferedTable, RuleBook
from paigow.books.cited import Cites
from paigow.books.registry import envy_tables, pay_tables
from paigow.books.sections import BookSection
from paigow.books.topics import Topics
from paigow.material.game import Game
from paigow.material.notation import Pieces
from paigow.ranks.poker import Wheel
from paigow.submissions.ways import ChosenWay, HouseSetting, setting_by
from paigow.wagers.dragons_eye import DICE_BONUS, ROLL_WAGERS
from paigow.wagers.money import Cents, Vigorish
from paigow.wagers.payout_limit import LimitedOffer, PayoutLimit, payout_limit
from paigow.wagers.paytables import Paytable
from paigow.wagers.progressive import WAGER as PROGRESSIVE
from paigow.wagers.progressive import ProgressiveOptions, ProgressiveTerms, terms_of
from paigow.wagers.registry import line_wager, line_wagers
from paigow.wagers.wager import MAIN, Kind, LineWager, Settled, WagerOptions

ShufflingMethod = Literal["hand", "shuffler", "shuffler-into-shoe", "reshuffling-device"]
DealingMethod = Literal["manual-shoe", "hand", "automated-shoe", "stacks"]
StartingMethod = Literal["shaker", "generator", "flat-button"]
ForWhom = Literal["everyone", "nobody"]
Delivery = Literal[
    "house-way-right",
    "house-way-left",
    "cup-say-right",
    "cup-say-left",
    "jung-quat",
    "chee-yee",
    "pin-say-right",
    "pin-say-left",
    "dragon-head-right",
    "dragon-head-left",
]
"""The ten styles, in the regulations' order (commission-tiles 8(k), colorado-tiles 30-2609(11))."""


class TableFacts(BookSection, frozen=True):
    operator: str
    number: str
    chairs: int
    six_spots: bool
    """The extra set is kept to the left of the chip rack (R92)."""
    idle: Literal["pairs-face-up", "stacks-face-down", "as-written"]
    buttons: tuple[Literal["dealer", "action", "banker"], ...]
    tip_box: Literal["opposite-the-drop-box", "elsewhere"]


class PostingPlaces(BookSection, frozen=True):
    place: str
    odds: Literal["layout", "sign"]
    payout_limit: Literal["layout", "generic-inscription", "sign"]


class HouseWayChoice(BookSection, frozen=True):
    way: str
    exceptions: tuple[str, ...]


class VigorishChoice(BookSection, frozen=True):
    method: Vigorish


class Ranking(BookSection, frozen=True):
    wheel: Wheel


class Banking(BookSection, frozen=True, dict=True):
    """The percent and the amount of the dealer's wager each matter to one way of computing it only."""

    bank: ForWhom
    co_bank: ForWhom
    dealer_wager: Literal["last-wager", "share-of-last-wager", "fixed"]
    dealer_wager_percent: int
    dealer_wager_amount: Cents
    sole_bank_sets: Literal["freely", "house-way"]
    cut: bool
    """Whether the bank can have the eight stacks cut; a deck of cards is cut by other rules."""
    deliveries: tuple[Delivery, ...]
    delivery_signal: str

    @cached_property
    def offered(self) -> bool:
        return self.bank == "everyone"

    @cached_property
    def co_banking(self) -> bool:
        return self.co_bank == "everyone"


class Spots(BookSection, frozen=True):
    two_areas: bool
    players_per_spot: int
    bank_counts: Literal["seated-player", "whole-spot"]


class Help(BookSection, frozen=True):
    house_way: bool


class DiceRules(BookSection, frozen=True):
    change_hours: int
    inspect_hours: int


class CardRules(BookSection, frozen=True):
    decks: int
    backs: tuple[str, ...]
    jokers_supplied: int
    preshuffled: bool
    change_hours: int


class ShufflingChoice(BookSection, frozen=True):
    method: ShufflingMethod


class Cutting(BookSection, frozen=True):
    spare_cover_card: Literal["discard-rack", "four-from-the-bottom"]


class DealingChoice(BookSection, frozen=True):
    method: DealingMethod


class StartingChoice(BookSection, frozen=True):
    method: StartingMethod
    marker: Literal["none", "cover-card", "other-object"]


class Fallback(BookSection, frozen=True):
    """What replaces a device while it is out of order (maryland-poker 14.N)."""

    shuffling: Literal["hand", "shuffler"]
    dealing: Literal["manual-shoe", "hand"]
    starting: Literal["shaker", "generator"]


class DragonsEyeRules(BookSection, frozen=True):
    offered: bool
    without_main: bool
    deal_from: Literal["button", "count"]
    eye_die: str
    other_dice: str


class PayoutLimitChoice(BookSection, frozen=True):
    on: bool


class AcceptedInstruments(BookSection, frozen=True):
    match_play_coupons: bool
    promotional_chips: bool


class Tips(BookSection, frozen=True):
    wagers: bool
    maximum: Cents
    restrictions: tuple[Literal["no-larger-than-main", "chips-only"], ...]
    """What a house posts about tip wagers besides their largest amount; the table enforces it (R84)."""


class Fairness(BookSection, frozen=True):
    reveal: Literal["everyone", "auditors"]


class Records(BookSection, frozen=True):
    """What is recorded about the staff."""

    dealer_named: bool
    """Whether rounds record who dealt (R110)."""
    second_signature: bool
    second_signature_above: Cents
    """A larger correction takes two signatures, if the house requires it (R111)."""


class Timers(BookSection, frozen=True):
    """The time limit in seconds to answer in live play (R61)."""

    betting: int
    bank: int
    cut: int
    delivery: int
    shake: int
    setting: int
    surrender: int
    void: int


class FiledOptions(Struct, frozen=True, rename="kebab"):
    """Every section that doesn't belong to a wager."""

    table: TableFacts
    posting: PostingPlaces
    house_way: HouseWayChoice
    vigorish: VigorishChoice
    ranking: Ranking
    banking: Banking
    spots: Spots
    help: Help
    dice: DiceRules
    cards: CardRules
    shuffling: ShufflingChoice
    cutting: Cutting
    dealing: DealingChoice
    starting: StartingChoice
    fallback: Fallback
    dragons_eye: DragonsEyeRules
    payout_limit: PayoutLimitChoice
    instruments: AcceptedInstruments
    tips: Tips
    fairness: Fairness
    records: Records
    timers: Timers
    approvals: Mapping[str, str]
    """The references of the regulator's approvals, by what was approved; empty where none is needed."""


class Limit(Struct, frozen=True, gc=False):
    """The minimum and maximum, in cents, of the wagers of one kind on a spot (R58)."""

    least: int
    most: int


class OptionalWager(Limit, frozen=True):
    """A side wager on offer: its pay tables with their paragraphs, and its options."""

    wager: LineWager[Any]
    paytable: Paytable[Any]
    cites: Cites
    envy_table: Paytable[Any] | None
    envy_cites: Cites
    options: WagerOptions


class Rules(FiledOptions, frozen=True, dict=True):
    """Everything that a table, its odds, and its posted rules need from a submission.

    Derived values are computed on first use and cached, since `decide` reads them often.
    """

    book: RuleBook
    way: ChosenWay
    choices: Mapping[str, object]
    """Every option's value by name, as read."""

    @cached_property
    def edition(self) -> int:
        """The book's edition, plus one for each change of an offered wager (R99)."""
        return self.book.edition + sum(each.wager.edition - 1 for each in self.optional.values())

    @cached_property
    def is_tiles(self) -> bool:
        return self.book.game is Game.TILES

    @cached_property
    def wheel(self) -> Wheel | None:
        """The rank of A-2-3-4-5, or None for tiles, for `game.compare`."""
        return None if self.is_tiles else self.ranking.wheel

    @cached_property
    def circle(self) -> tuple[int, ...]:
        """The places that are counted and dealt, in order: see `table.places`."""
        return tuple(range(self.book.counts["places"].value))

    @cached_property
    def charge(self) -> Vigorish:
        """The vigorish as this book charges it."""
        return self.book.main.charged(self.vigorish.method)

    @cached_property
    def house_setting(self) -> Callable[[Pieces], HouseSetting]:
        """The low and high hand the house way makes of pieces in notation."""
        return setting_by(self.way.way, self.ranking.wheel)

    @cached_property
    def deck_backs(self) -> tuple[str, ...]:
        """The backs that distinguish the decks; a book with one deck doesn't mention them."""
        return self.cards.backs or ("only",)

    @cached_property
    def wagers(self) -> Mapping[str, Limit]:
        """Every wager on offer, with its limits; the optional ones in settlement order (R40).

        A progressive wager is one fixed amount (R39).
        """
        dice = (*ROLL_WAGERS, DICE_BONUS.kind) if self.dragons_eye.offered else ()
        return {**{kind: Limit(*self._limits(kind)) for kind in (MAIN, *dice)}, **self.optional}

    @cached_property
    def optional(self) -> Mapping[str, OptionalWager]:
        """The optional wagers, in the book's order."""
        return {
            table.kind: self._optional(table)
            for table in self.book.tables
            if table.id
            and self.choices[f"{table.kind}.offered"] is True
            and self.choices[f"{table.kind}.table"] == table.id
        }

    def _limits(self, kind: str) -> tuple[int, int]:
        names = (limit_option(kind), limit_option(kind).replace("minimum", "maximum"))
        return msgspec.convert([self.choices[name] for name in names], tuple[int, int])

    def _optional(self, table: OfferedTable) -> OptionalWager:
        """A wager with its pay table, and the operator's choices for its own options."""
        kind, book = table.kind, self.book.name
        return OptionalWager(
            *self._limits(kind),
            wager=line_wager(kind),
            paytable=pay_tables(book, kind)[table.id],
            cites=table.cites,
            envy_table=envy_tables(book, kind).get(table.id),
            envy_cites=table.envy_cites,
            options=msgspec.convert(self._own(kind), line_wager(kind).options),
        )

    def _own(self, kind: str) -> Mapping[str, object]:
        """The options of one wager, by their names below its kind."""
        named = ((name.removeprefix(f"{kind}."), value) for name, value in self.choices.items())
        return {name: value for name, value in named if "." not in name and value is not None}

    @cached_property
    def with_hand(self) -> tuple[str, ...]:
        """The optional wagers that are settled as their hand is shown."""
        offered = self.optional.items()
        return tuple(kind for kind, each in offered if each.wager.settled is Settled.WITH_HAND)

    @cached_property
    def turns(self) -> Mapping[str, int]:
        """By kind, the turn of each optional wager settled after the hand."""
        waiting = [kind for kind in self.optional if kind not in self.with_hand]
        return {kind: turn for turn, kind in enumerate(waiting)}

    @cached_property
    def envied(self) -> tuple[str, ...]:
        """The optional wagers with an envy bonus."""
        return tuple(kind for kind, each in self.optional.items() if each.wager.envy is not None)

    @cached_property
    def progressive(self) -> ProgressiveTerms | None:
        return terms_of(self._own(PROGRESSIVE.kind)) if PROGRESSIVE.kind in self.optional else None

    @cached_property
    def shared_meters(self) -> str | None:
        """The name that links tables that share progressive meters."""
        offered = self.optional.get(PROGRESSIVE.kind)
        own = offered.options if offered else None
        return (own.shared_as or None) if isinstance(own, ProgressiveOptions) else None

    @cached_property
    def payout_cap(self) -> PayoutLimit | None:
        """The most that one hand can be paid on its optional wagers, if there is a limit."""
        if not self.payout_limit.on:
            return None
        offers = [
            LimitedOffer(each.wager, each.paytable, Cents(each.least)) for each in self.optional.values()
        ]
        floor, stakes = map(self.cite, ("payout limit floor", "payout limit by least stakes"))
        return payout_limit(offers, self.book.written(floor), self.book.written(stakes))

    @cached_property
    def topics(self) -> Topics:
        """Where the book covers each topic and option."""
        options = {name: option.cites for name, option in self.book.options.items()}
        return Topics(self.book.name, {**self.book.topics, **options})

    def cite(self, topic: str, *more: str) -> tuple[str, ...]:
        """The paragraphs and rulings of an option or a topic of this book, or of several, each once.

        An unknown topic is a bug.
        """
        if not more:
            return self.topics[topic]
        topics = (topic, *more)
        found = self._cited.get(topics)
        if found is None:
            found = tuple(dict.fromkeys(id_ for each in topics for id_ in self.topics[each]))
            self._cited[topics] = found
        return found

    @cached_property
    def _cited(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """The joint citation of several topics, cached."""
        return {}


def limit_option(kind: str) -> str:
    """The option for a wager's minimum, or for its one fixed amount."""
    stake = line_wagers()[Kind(kind)].stake_option if kind in line_wagers() else ""
    return f"{kind}.{stake}" if stake else f"limits.{kind}.minimum"


def make_rules(book: RuleBook, values: Mapping[str, object], way: ChosenWay) -> Rules:
    """The record for values without findings, or in which only a draft's placeholders are missing."""
    sections: dict[str, dict[str, object]] = {}
    for name, value in values.items():
        section, _, option = name.partition(".")
        # A draft's words are only placeholders for a reference.
        blank = section == "approvals" and value == book.options[name].default
        sections.setdefault(section, {})[option] = "" if blank else value
    options = msgspec.convert(sections, FiledOptions)
    return Rules(**msgspec.structs.asdict(options), book=book, way=way, choices=values)
