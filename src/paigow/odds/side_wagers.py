"""Every optional wager that a table offers, answered by the module of its topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from paigow.odds.bonus import bonus_odds, insurance_odds
from paigow.odds.dragons_eye import dice_bonus_odds, dice_odds
from paigow.odds.lined import Terms
from paigow.odds.pair_fortunes import pair_fortunes_odds
from paigow.odds.progressive import check_meters, progressive_odds
from paigow.odds.report import WagerOdds
from paigow.odds.subject import PLAIN_PROGRESSIVE_STAKE, Offer, Subject
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import Cents
from paigow.wagers.paytables import Meter
from paigow.wagers.progressive import least_starts

__all__ = ["Job", "side_jobs"]

Job = tuple[str, Callable[[], WagerOdds]]
"""A wager's name, and what works its odds out: names are known before anything is counted."""


def side_jobs(subject: Subject, bet: Cents | None, meters: Mapping[Meter, Cents]) -> Iterator[Job]:
    for offer in subject.offers:
        name = f"{offer.kind} {offer.table}".strip()
        if offer.kind is WagerKind.DICE_BONUS:
            yield name, dice_bonus_odds
            yield f"{name} placed as shaker", partial(dice_bonus_odds, first_shaker=True)
            yield f"{name} placed as other", partial(dice_bonus_odds, first_shaker=False)
        else:
            yield name, partial(_odds, subject, offer, bet, meters)


def _odds(subject: Subject, offer: Offer, bet: Cents | None, meters: Mapping[Meter, Cents]) -> WagerOdds:
    terms = Terms(bet if bet is not None else offer.least, subject.payout_limit)
    match offer.kind:
        case WagerKind.FORTUNE | WagerKind.EMPERORS:
            return bonus_odds(offer.kind, offer.table, terms)
        case WagerKind.INSURANCE:
            return insurance_odds(offer.table, terms)
        case WagerKind.PROGRESSIVE:
            return _progressive(subject, offer.table, meters)
        case WagerKind.PAIR_FORTUNES:
            return pair_fortunes_odds(offer.table)
        case _:
            return dice_odds(offer.kind)


def _progressive(subject: Subject, table: str, meters: Mapping[Meter, Cents]) -> WagerOdds:
    """A submission has one table and must know each meter named; a book's tables take those they have."""
    if subject.progressive is not None:
        check_meters(table, meters)
        return progressive_odds(table, subject.progressive.stake, meters, subject.progressive)
    known = {meter: amount for meter, amount in meters.items() if meter in least_starts(table)}
    return progressive_odds(table, PLAIN_PROGRESSIVE_STAKE, known)
