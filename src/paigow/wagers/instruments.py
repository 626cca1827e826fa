"""What a wager may be made of: chips, promotional chips, a match play coupon; and tip wagers (R57).

Whose rack they leave, and the limits of a spot, are the table's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from paigow.ranks.comparing import Comparison, Outcome
from paigow.wagers.kinds import WagerKind
from paigow.wagers.main import MainTerms, settle_main
from paigow.wagers.money import NOTHING, Cents, money
from paigow.wagers.settlement import Settlement
from paigow.wagers.vigorish import vigorish_on

__all__ = [
    "ACCEPTED",
    "Accepted",
    "Instrument",
    "MixedSettlement",
    "Stake",
    "StakeProblem",
    "TipSettlement",
    "settle_stake",
    "settle_tip",
    "stake_problem",
    "tip_problem",
]


class Instrument(Enum):
    """Value chips stand for plaques too. Cash with a spoken bet is none of these and is never a wager."""

    CHIPS = "value chips"
    PROMOTIONAL = "promotional chips"
    COUPON = "match play coupon"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a table takes as a wager, within what its book allows, and the paragraph that says so."""

    instruments: tuple[Instrument, ...]
    tips: bool
    cite: str


ACCEPTED: Final[Mapping[str, Accepted]] = {
    "commission-tiles": Accepted(
        (Instrument.CHIPS, Instrument.COUPON), tips=False, cite="commission-tiles 5(a)"
    ),
    "colorado-tiles": Accepted(tuple(Instrument), tips=True, cite="colorado-tiles 30-2606(1)"),
    "maryland-poker": Accepted((Instrument.CHIPS,), tips=False, cite="maryland-poker 7.A"),
    "rock-island-poker": Accepted((Instrument.CHIPS,), tips=False, cite="R57"),
}
"""All that each book allows; the operator may take less."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What one wager is made of."""

    chips: Cents = NOTHING
    promotional: Cents = NOTHING
    coupon: Cents = NOTHING

    @property
    def playing(self) -> Cents:
        """What is at risk and what a bank must cover: chips of both sorts; a coupon is the house's affair."""
        return Cents(self.chips + self.promotional)

    @property
    def covering(self) -> Cents:
        """What would count as cover for a bank: promotional chips and coupons never do."""
        return self.chips


@dataclass(frozen=True, slots=True)
class StakeProblem:
    """Why a stake is not taken, and by which paragraph or ruling."""

    problem: str
    cite: str


def stake_problem(stake: Stake, accepted: Accepted, kind: WagerKind) -> StakeProblem | None:
    """The first thing that is wrong with what a wager is made of, if anything."""
    parts = (
        (Instrument.CHIPS, stake.chips),
        (Instrument.PROMOTIONAL, stake.promotional),
        (Instrument.COUPON, stake.coupon),
    )
    for instrument, amount in parts:
        if amount < 0:
            return StakeProblem(f"{money(amount)} in {instrument} is less than nothing", accepted.cite)
        if amount and instrument not in accepted.instruments:
            return StakeProblem(f"{instrument} are not taken at this table", accepted.cite)
    if stake.coupon and kind is not WagerKind.MAIN:
        return StakeProblem(f"a {Instrument.COUPON} goes with the main wager only", "R57")
    if stake.chips < stake.coupon:
        problem = (
            f"a {Instrument.COUPON} of {money(stake.coupon)} needs value chips of at least its face beside it"
        )
        return StakeProblem(problem, "R57")
    return None


@dataclass(frozen=True, slots=True)
class MixedSettlement:
    """A main wager of several instruments decided.

    `settlement.won` comes `from_opponent` (dealer or bank) for chips and `from_house` for the coupon, with
    vigorish on both. Promotional chips not lost stay with the player; a coupon stays on a push alone.
    """

    settlement: Settlement
    from_opponent: Cents
    from_house: Cents
    promotional_taken: Cents
    coupon_taken: Cents


def settle_stake(
    stake: Stake, comparison: Comparison, terms: MainTerms, *, from_bank: bool = False
) -> MixedSettlement:
    """Settle a main wager made of anything the book takes."""
    plain = settle_main(stake.playing, comparison, terms, from_bank=from_bank)
    match plain.outcome:
        case Outcome.PUSH:
            return MixedSettlement(plain, NOTHING, NOTHING, NOTHING, NOTHING)
        case Outcome.LOSE:
            return MixedSettlement(plain, NOTHING, NOTHING, stake.promotional, stake.coupon)
        case Outcome.WIN:
            amount = Cents(plain.won + stake.coupon)
            both = replace(plain, won=amount, vigorish=vigorish_on(amount, terms.method))
            return MixedSettlement(both, plain.won, stake.coupon, NOTHING, stake.coupon)


@dataclass(frozen=True, slots=True)
class TipSettlement:
    """A tip wager decided: won, all of it goes to the tip box; pushed, it stays the player's."""

    settlement: Settlement
    to_tip_box: Cents


def tip_problem(accepted: Accepted) -> StakeProblem | None:
    """Tip wagers are Colorado's alone, if the operator takes them."""
    return None if accepted.tips else StakeProblem("tip wagers are not taken at this table", "R57")


def settle_tip(
    tip: Cents, comparison: Comparison, terms: MainTerms, *, from_bank: bool = False
) -> TipSettlement:
    """Settle a tip wager, which rides on its player's own hand and pays vigorish like any winning wager."""
    settlement = settle_main(tip, comparison, terms, from_bank=from_bank)
    won = settlement.outcome is Outcome.WIN
    return TipSettlement(settlement, settlement.handed_back if won else NOTHING)
