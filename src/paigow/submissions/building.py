"""Turning checked values into the submission's record. Not checking them: every value here is sound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

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
from paigow.books.cited import SEPARATOR, Cited, qualified
from paigow.books.paytables import pay_tables
from paigow.ranks.poker import Wheel
from paigow.submissions.findings import Finding
from paigow.submissions.relations import progressive_terms
from paigow.submissions.rules import make_rules
from paigow.submissions.submission import (
    Accepted,
    Banking,
    Cards,
    DragonsEye,
    Fallback,
    Limit,
    PairFortunes,
    Posting,
    Spots,
    Submission,
    TableFacts,
    Timers,
    Tips,
)
from paigow.submissions.ways import ChosenWay
from paigow.wagers.dragons_eye import DICE_BONUS, ROLL_WAGERS
from paigow.wagers.kinds import MAIN, Kind
from paigow.wagers.money import Cents
from paigow.wagers.payout_limit import Offer, PayoutLimit, payout_limit
from paigow.wagers.registry import line_wager
from paigow.wagers.vigorish import Vigorish

__all__ = ["build_submission"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The values by option name, each handed out with its paragraph."""

    book: RuleBook
    values: Mapping[str, object]

    def __call__(self, name: str, type_: type[T]) -> Cited[T]:
        """A value as a type of `choices`, or as it is."""
        value: Any = self.values[name]
        return Cited(value if isinstance(value, type_) else type_(value), self.cite(name))  # type: ignore[call-arg]

    def cite(self, name: str) -> str:
        return self.book.options[name].cite

    def offered(self, name: str) -> bool:
        return self.values[name] is True

    def everyone(self, name: str) -> Cited[bool]:
        return Cited(self.values[name] == "everyone", self.cite(name))

    def words(self, name: str, type_: type[T]) -> Cited[tuple[T, ...]]:
        value: Any = self.values[name]
        return Cited(tuple(type_(each) for each in value), self.cite(name))  # type: ignore[call-arg]


def build_submission(
    book: RuleBook, text: str, values: Mapping[str, object], way: ChosenWay, to_fill_in: tuple[Finding, ...]
) -> Submission:
    """The record for values that were found sound, or that only lack what a draft has to fill in."""
    chosen = Chosen(book, values)
    limits = _limits(chosen)
    tables = _pay_tables(chosen, limits)
    terms = progressive_terms(values) if Kind("progressive") in limits else None
    return Submission(
        book=book,
        text=text,
        table=_table(chosen),
        posting=_posting(chosen),
        limits=limits,
        house_way=Cited(way, chosen.cite("house-way.way")),
        house_way_exceptions=chosen.words("house-way.exceptions", str),
        rules=make_rules(book, values, way),
        vigorish=Cited(
            book.main.charged(chosen("vigorish.method", Vigorish).value), chosen.cite("vigorish.method")
        ),
        wheel=chosen("ranking.wheel", Wheel),
        banking=_banking(chosen),
        spots=_spots(chosen),
        help=chosen("help.house-way", bool),
        dice_change_hours=chosen("dice.change-hours", int),
        dice_inspect_hours=chosen("dice.inspect-hours", int),
        cards=_cards(chosen),
        dragons_eye=_dragons_eye(chosen),
        pair_fortunes=_pair_fortunes(chosen),
        pay_tables=tables,
        progressive=Cited(terms, chosen.cite("progressive.table")) if terms else None,
        shared_meters=chosen("progressive.shared-as", str),
        payout_limit=_payout_limit(chosen, limits, tables),
        accepted=_accepted(chosen),
        tips=_tips(chosen),
        reveal=chosen("fairness.reveal", Reveal),
        timers=_timers(chosen),
        choices={name: Cited(value, chosen.cite(name)) for name, value in values.items()},
        to_fill_in=to_fill_in,
    )


def _table(chosen: Chosen) -> TableFacts:
    return TableFacts(
        operator=chosen("table.operator", str),
        number=chosen("table.number", str),
        chairs=chosen("table.chairs", int),
        six_spots=chosen("table.six-spots", bool),
        idle=chosen("table.idle", Idle),
        buttons=chosen.words("table.buttons", Button),
        tip_box=chosen("table.tip-box", TipBox),
    )


def _posting(chosen: Chosen) -> Posting:
    return Posting(
        place=chosen("posting.place", str),
        odds=chosen("posting.odds", OddsShown),
        payout_limit=chosen("posting.payout-limit", PayoutLimitShown),
    )


def _limits(chosen: Chosen) -> Mapping[Kind, Limit]:
    """The limits of each wager offered; a progressive wager is one fixed amount (R39)."""
    kinds = [MAIN]
    if chosen.offered("dragons-eye.offered"):
        kinds += [*ROLL_WAGERS, DICE_BONUS.kind]
    optional = dict.fromkeys(table.kind for table in chosen.book.tables if table.id)
    kinds += [kind for kind in optional if chosen.offered(f"{kind}.offered")]
    return {kind: _limit(chosen, kind) for kind in kinds}


def _limit(chosen: Chosen, kind: Kind) -> Limit:
    if kind == Kind("progressive"):
        amount = _cents(chosen, "progressive.wager")
        return Limit(amount, amount)
    name = f"limits.{kind}"
    return Limit(_cents(chosen, f"{name}.minimum"), _cents(chosen, f"{name}.maximum"))


def _cents(chosen: Chosen, name: str) -> Cited[Cents]:
    amount = chosen(name, int)
    return Cited(Cents(amount.value), amount.cite)


def _pay_tables(chosen: Chosen, limits: Mapping[Kind, Limit]) -> Mapping[Kind, Cited[str]]:
    """The table of each wager offered, cited by the table's own paragraph."""
    found = {}
    for table in chosen.book.tables:
        if table.kind in limits and table.id and chosen.values[f"{table.kind}.table"] == table.id:
            found[table.kind] = Cited(table.id, table.cite)
    return found


def _payout_limit(
    chosen: Chosen, limits: Mapping[Kind, Limit], tables: Mapping[Kind, Cited[str]]
) -> PayoutLimit | None:
    if not chosen.offered("payout-limit.on"):
        return None
    return payout_limit(
        Offer(line_wager(kind), pay_tables(chosen.book.name, kind)[table.value], limits[kind].minimum.value)
        for kind, table in tables.items()
    )


def _accepted(chosen: Chosen) -> Accepted:
    """What the book allows as a wager, less what the operator does not take."""
    allowed = chosen.book.instruments
    taken = {
        "chips": True,
        "promotional": chosen.offered("instruments.promotional-chips"),
        "coupon": chosen.offered("instruments.match-play-coupons"),
    }
    return Accepted(
        tuple(name for name in allowed.accepted if taken[name]),
        allowed.tips and chosen.offered("tips.wagers"),
        qualified(chosen.book.name, SEPARATOR.join(allowed.cite)),
    )


def _banking(chosen: Chosen) -> Banking:
    return Banking(
        offered=chosen.everyone("banking.bank"),
        co_banking=chosen.everyone("banking.co-bank"),
        dealer_wager=chosen("banking.dealer-wager", DealerWager),
        dealer_wager_percent=chosen("banking.dealer-wager-percent", int),
        dealer_wager_amount=_cents(chosen, "banking.dealer-wager-amount"),
        sole_bank_sets=chosen("banking.sole-bank-sets", BankSets),
        cut=chosen("banking.cut", bool),
        deliveries=chosen.words("banking.deliveries", Delivery),
        delivery_signal=chosen("banking.delivery-signal", str),
    )


def _spots(chosen: Chosen) -> Spots:
    return Spots(
        two_areas=chosen("spots.two-areas", bool),
        players_per_spot=chosen("spots.players-per-spot", int),
        bank_counts=chosen("spots.bank-counts", BankCounts),
    )


def _cards(chosen: Chosen) -> Cards:
    return Cards(
        decks=chosen("cards.decks", int),
        backs=chosen.words("cards.backs", str),
        jokers_supplied=chosen("cards.jokers-supplied", int),
        preshuffled=chosen("cards.preshuffled", bool),
        change_hours=chosen("cards.change-hours", int),
        shuffling=chosen("shuffling.method", Shuffling),
        spare_cover_card=chosen("cutting.spare-cover-card", SpareCoverCard),
        dealing=chosen("dealing.method", Dealing),
        starting=chosen("starting.method", Starting),
        starting_marker=chosen("starting.marker", StartingMarker),
        fallback=Fallback(
            shuffling=chosen("fallback.shuffling", Shuffling),
            dealing=chosen("fallback.dealing", Dealing),
            starting=chosen("fallback.starting", Starting),
        ),
    )


def _dragons_eye(chosen: Chosen) -> DragonsEye:
    return DragonsEye(
        offered=chosen("dragons-eye.offered", bool),
        without_main=chosen("dragons-eye.without-main", bool),
        deal_from=chosen("dragons-eye.deal-from", FirstDeal),
        eye_die=chosen("dragons-eye.eye-die", str),
        other_dice=chosen("dragons-eye.other-dice", str),
    )


def _pair_fortunes(chosen: Chosen) -> PairFortunes:
    return PairFortunes(
        offered=chosen("pair-fortunes.offered", bool),
        without_main=chosen("pair-fortunes.without-main", bool),
        above_main=chosen("pair-fortunes.above-main", bool),
    )


def _tips(chosen: Chosen) -> Tips:
    return Tips(
        wagers=chosen("tips.wagers", bool),
        maximum=_cents(chosen, "tips.maximum"),
        restrictions=chosen.words("tips.restrictions", TipRestriction),
    )


def _timers(chosen: Chosen) -> Timers:
    names = ("betting", "bank", "cut", "delivery", "shake", "setting", "surrender", "void")
    return Timers(*(chosen(f"timers.{name}", int) for name in names))
