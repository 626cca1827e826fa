"""An operator's rules submission once checked: a frozen record that tables and odds use as it is.

Each choice travels with its paragraph. How a submission is written and checked is in `checking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from paigow.books.book import RuleBook
from paigow.books.choices import (
    BankCounts,
    BankSets,
    Button,
    DealerWager,
    Dealing,
    Delivery,
    FirstDeal,
    Idle,
    OddsShown,
    PayoutLimitShown,
    Reveal,
    Shuffling,
    SpareCoverCard,
    Starting,
    StartingMarker,
    TipBox,
    TipRestriction,
)
from paigow.books.cited import Cited
from paigow.material.game import Game
from paigow.ranks.poker import Wheel
from paigow.submissions.findings import Finding
from paigow.submissions.rules import Rules
from paigow.submissions.ways import ChosenWay
from paigow.wagers.kinds import Kind
from paigow.wagers.money import Cents
from paigow.wagers.payout_limit import PayoutLimit
from paigow.wagers.progressive import ProgressiveTerms
from paigow.wagers.vigorish import Vigorish

__all__ = [
    "Accepted",
    "Banking",
    "Cards",
    "DragonsEye",
    "Fallback",
    "Limit",
    "PairFortunes",
    "Posting",
    "Spots",
    "Submission",
    "TableFacts",
    "Timers",
    "Tips",
]


@dataclass(frozen=True, slots=True)
class TableFacts:
    operator: Cited[str]
    number: Cited[str]
    chairs: Cited[int]
    six_spots: Cited[bool]
    idle: Cited[Idle]
    buttons: Cited[tuple[Button, ...]]
    tip_box: Cited[TipBox]


@dataclass(frozen=True, slots=True)
class Posting:
    place: Cited[str]
    odds: Cited[OddsShown]
    payout_limit: Cited[PayoutLimitShown]


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most of one kind of wager on one spot (R58)."""

    minimum: Cited[Cents]
    maximum: Cited[Cents]


@dataclass(frozen=True, slots=True)
class Banking:
    """Whether players may bank, and how. Amount and percent matter to their own calculations only."""

    offered: Cited[bool]
    co_banking: Cited[bool]
    dealer_wager: Cited[DealerWager]
    dealer_wager_percent: Cited[int]
    dealer_wager_amount: Cited[Cents]
    sole_bank_sets: Cited[BankSets]
    cut: Cited[bool]
    deliveries: Cited[tuple[Delivery, ...]]
    delivery_signal: Cited[str]


@dataclass(frozen=True, slots=True)
class Spots:
    two_areas: Cited[bool]
    players_per_spot: Cited[int]
    bank_counts: Cited[BankCounts]


@dataclass(frozen=True, slots=True)
class Fallback:
    """What takes over while a device is out of order (maryland-poker 14.N)."""

    shuffling: Cited[Shuffling]
    dealing: Cited[Dealing]
    starting: Cited[Starting]


@dataclass(frozen=True, slots=True)
class Cards:
    """Decks, devices and methods of a card table; a tile table has the plain values and no use for them."""

    decks: Cited[int]
    backs: Cited[tuple[str, ...]]
    jokers_supplied: Cited[int]
    preshuffled: Cited[bool]
    change_hours: Cited[int]
    shuffling: Cited[Shuffling]
    spare_cover_card: Cited[SpareCoverCard]
    dealing: Cited[Dealing]
    starting: Cited[Starting]
    starting_marker: Cited[StartingMarker]
    fallback: Fallback


@dataclass(frozen=True, slots=True)
class DragonsEye:
    offered: Cited[bool]
    without_main: Cited[bool]
    deal_from: Cited[FirstDeal]
    eye_die: Cited[str]
    other_dice: Cited[str]


@dataclass(frozen=True, slots=True)
class PairFortunes:
    offered: Cited[bool]
    without_main: Cited[bool]
    above_main: Cited[bool]


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a table takes as a wager, within what its book allows, and the paragraph that says so."""

    instruments: tuple[str, ...]
    tips: bool
    cite: str


@dataclass(frozen=True, slots=True)
class Tips:
    wagers: Cited[bool]
    maximum: Cited[Cents]
    restrictions: Cited[tuple[TipRestriction, ...]]


@dataclass(frozen=True, slots=True)
class Timers:
    """Seconds in which to answer, in live play (R61)."""

    betting: Cited[int]
    bank: Cited[int]
    cut: Cited[int]
    delivery: Cited[int]
    shake: Cited[int]
    setting: Cited[int]
    surrender: Cited[int]
    void: Cited[int]


@dataclass(frozen=True, slots=True)
class Submission:
    """Everything that an operator chose. Two with the same `text`, the file it came from, and way are equal.

    `limits` has an entry for each kind of wager offered and for no other; `pay_tables` the id of the table of
    each offered wager that has several. `choices` holds every option by its name, as read. `to_fill_in` is
    what a draft still lacks (R82); a submission in order has none.
    """

    book: RuleBook = field(compare=False)
    text: str = field(repr=False)
    table: TableFacts = field(compare=False, repr=False)
    posting: Posting = field(compare=False, repr=False)
    limits: Mapping[Kind, Limit] = field(compare=False, repr=False)
    house_way: Cited[ChosenWay] = field(repr=False)
    house_way_exceptions: Cited[tuple[str, ...]] = field(compare=False, repr=False)
    rules: Rules = field(compare=False, repr=False)
    vigorish: Cited[Vigorish] = field(compare=False, repr=False)
    wheel: Cited[Wheel] = field(compare=False, repr=False)
    banking: Banking = field(compare=False, repr=False)
    spots: Spots = field(compare=False, repr=False)
    help: Cited[bool] = field(compare=False, repr=False)
    dice_change_hours: Cited[int] = field(compare=False, repr=False)
    dice_inspect_hours: Cited[int] = field(compare=False, repr=False)
    cards: Cards = field(compare=False, repr=False)
    dragons_eye: DragonsEye = field(compare=False, repr=False)
    pair_fortunes: PairFortunes = field(compare=False, repr=False)
    pay_tables: Mapping[Kind, Cited[str]] = field(compare=False, repr=False)
    progressive: Cited[ProgressiveTerms] | None = field(compare=False, repr=False)
    shared_meters: Cited[str] = field(compare=False, repr=False)
    payout_limit: PayoutLimit | None = field(compare=False, repr=False)
    accepted: Accepted = field(compare=False, repr=False)
    tips: Tips = field(compare=False, repr=False)
    reveal: Cited[Reveal] = field(compare=False, repr=False)
    timers: Timers = field(compare=False, repr=False)
    choices: Mapping[str, Cited[object]] = field(compare=False, repr=False)
    to_fill_in: tuple[Finding, ...] = field(compare=False, repr=False)

    @property
    def game(self) -> Game:
        return self.book.game

    @property
    def digest(self) -> str:
        """A fingerprint of text and house way, by which records know the submission they were made under."""
        return sha256(f"{self.text}\n{self.house_way.value.source}".encode()).hexdigest()

    def offers(self, kind: Kind) -> bool:
        return kind in self.limits

    def cite(self, topic: str) -> str:
        """Where this submission's book writes of a topic: `submission.cite("no more bets")`."""
        return self.book.cite(topic)
