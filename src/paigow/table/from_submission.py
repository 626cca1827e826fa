"""A checked submission made into what the table looks up. Not judging it: that is `submissions.checking`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from paigow.books.choices import BankCounts, BankSets, FirstDeal, TipRestriction
from paigow.houseways import HouseWay
from paigow.material.cards import parse_card
from paigow.material.game import Game
from paigow.ranks.poker import Wheel
from paigow.submissions.submission import Submission
from paigow.table.card_rules import CardRules
from paigow.table.game import tile
from paigow.table.rules import (
    Banking,
    Dragon,
    HouseSetting,
    Instruments,
    Limit,
    Optional,
    Pieces,
    Spots,
    TableRules,
)
from paigow.wagers.instruments import Instrument
from paigow.wagers.kinds import WagerKind
from paigow.wagers.vigorish import Vigorish

__all__ = ["house_way_of", "rules_of"]

ONLY_DECK = "only"
"""The name of a deck whose backs no submission tells: Rock Island's."""


def rules_of(submission: Submission) -> TableRules:
    """The rules by which a table under this submission is played."""
    return TableRules(
        book=submission.book.name,
        house_way=house_way_of(submission.house_way.value.way, submission.wheel.value),
        limits={
            kind.value: Limit(limit.minimum.value, limit.maximum.value)
            for kind, limit in submission.limits.items()
        },
        vigorish=Vigorish(submission.choices["vigorish.method"].value),
        chairs=submission.table.chairs.value,
        table_number=submission.table.number.value,
        buttons=tuple(button.value for button in submission.table.buttons.value),
        banking=_banking(submission),
        spots=_spots(submission),
        dragon=_dragon(submission),
        optional=_optional(submission),
        instruments=_instruments(submission),
        help_told=submission.help.value,
        dice_hours=submission.dice_change_hours.value,
        dice_inspection_hours=submission.dice_inspect_hours.value,
        idle=submission.table.idle.value.value,
        inspection_verified_by="surveillance" if submission.cite("verified by surveillance") else "floor",
        surrender=bool(submission.cite("surrender")),
        cards=_cards(submission),
        approvals={
            name.removeprefix("approvals."): str(choice.value)
            for name, choice in submission.choices.items()
            if name.startswith("approvals.") and choice.value != submission.book.options[name].default
        },
    )


def _banking(submission: Submission) -> Banking:
    banking = submission.banking
    return Banking(
        offered=banking.offered.value,
        co_banking=banking.co_banking.value,
        dealer_wager=banking.dealer_wager.value.value,
        dealer_wager_percent=banking.dealer_wager_percent.value,
        dealer_wager_cents=banking.dealer_wager_amount.value,
        sets_freely=banking.sole_bank_sets.value is BankSets.FREELY,
        cut=banking.cut.value,
        deliveries=tuple(style.value for style in banking.deliveries.value),
        delivery_signal=banking.delivery_signal.value,
        dealer_turn=bool(submission.cite("dealer's turn")),
        house_round_between=bool(submission.cite("house round between")),
    )


def _spots(submission: Submission) -> Spots:
    return Spots(
        two_areas=submission.spots.two_areas.value,
        players_per_spot=submission.spots.players_per_spot.value,
        bank_counts_whole_spot=submission.spots.bank_counts.value is BankCounts.WHOLE_SPOT,
        far_spot_house_way=bool(submission.cite("far spot")),
        extra_set=submission.table.six_spots.value,
    )


def _dragon(submission: Submission) -> Dragon:
    return Dragon(
        offered=submission.dragons_eye.offered.value,
        without_main=submission.dragons_eye.without_main.value,
        deal_from_button=submission.dragons_eye.deal_from.value is FirstDeal.BUTTON,
    )


def _optional(submission: Submission) -> dict[str, Optional]:
    """Pair Fortunes has choices of its own; an optional wager at cards always goes with a main wager."""
    fortunes = submission.pair_fortunes
    return {
        kind.value: Optional(
            table=table.value,
            without_main=kind is WagerKind.PAIR_FORTUNES and fortunes.without_main.value,
            above_main=kind is not WagerKind.PAIR_FORTUNES or fortunes.above_main.value,
        )
        for kind, table in submission.pay_tables.items()
    }


def _cards(submission: Submission) -> CardRules:
    cards = submission.cards
    progressive = submission.progressive
    return CardRules(
        wheel=submission.wheel.value,
        backs=cards.backs.value or (ONLY_DECK,),
        jokers_supplied=cards.jokers_supplied.value,
        preshuffled=cards.preshuffled.value,
        change_hours=cards.change_hours.value,
        shuffling=cards.shuffling.value.value,
        dealing=cards.dealing.value.value,
        starting=cards.starting.value.value,
        marker=cards.starting_marker.value.value,
        spare_cover_card=cards.spare_cover_card.value.value,
        fallback_shuffling=cards.fallback.shuffling.value.value,
        fallback_dealing=cards.fallback.dealing.value.value,
        fallback_starting=cards.fallback.starting.value.value,
        progressive=None if progressive is None else progressive.value,
        progressive_shared_as=submission.shared_meters.value or None,
        payout_limit=submission.payout_limit,
        **_shown(submission),
    )


def _shown(submission: Submission) -> dict[str, str]:
    """What is shown at the table and where the tip box hangs, if the book leaves that to choose."""
    if not submission.book.options["posting.odds"].given:
        return {}
    limit = submission.posting.payout_limit.value.value
    return {
        "odds_shown": submission.posting.odds.value.value,
        "limit_shown": limit if submission.payout_limit is not None else "",
        "tip_box": submission.table.tip_box.value.value,
    }


def _instruments(submission: Submission) -> Instruments:
    taken = submission.accepted.instruments
    tips = submission.accepted.tips
    return Instruments(
        coupons=Instrument.COUPON in taken,
        promotional=Instrument.PROMOTIONAL in taken,
        tips=tips,
        most_tip=submission.tips.maximum.value if tips else None,
        tip_within_main=TipRestriction.NO_LARGER_THAN_MAIN in submission.tips.restrictions.value,
        tip_chips_only=TipRestriction.CHIPS_ONLY in submission.tips.restrictions.value,
    )


@cache
def house_way_of(way: HouseWay, wheel: Wheel) -> Callable[[Pieces], HouseSetting]:
    """A house way as a function of pieces in notation; 3,620 tile hands are soon all remembered."""

    @lru_cache(maxsize=8192)
    def in_order(pieces: Pieces) -> HouseSetting:
        if way.game is Game.TILES:
            setting = way.set(tuple(map(tile, pieces)), wheel)
        else:
            setting = way.set(tuple(map(parse_card, pieces)), wheel)
        return tuple(map(str, setting.low)), tuple(map(str, setting.high))

    return lambda pieces: in_order(tuple(sorted(pieces)))
