"""The main wager from its tally: as player, as bank, as co-bank, with each vigorish method and its rounding.

How the deals were counted doesn't matter here: tiles and cards use the same tally.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from paigow.faults import BadInput
from paigow.odds.counting import Role, Tally
from paigow.odds.reports.wager_odds import PricedResult, WagerOdds
from paigow.wagers.money import RATE, Cents, Vigorish, money, vigorish_on
from paigow.wagers.wager import MAIN

if TYPE_CHECKING:
    from paigow.odds.counting.tile_ways import SurplusTally

CO_BANK: Final = "co-bank"
TRIPLES: Final = Fraction(6, 216)
"""How often three dice agree."""


@dataclass(frozen=True, slots=True)
class MainTerms:
    """The commission on a win: a method, and a wager if rounding to whole cents matters.

    `triples` is the method without vigorish: a triple takes every player's main wager before the tiles (R14).
    With `prepaid`, the rate is taken on every wager before the deal, whatever its result.
    """

    method: Vigorish = Vigorish.TO_THE_CENT
    bet: Cents | None = None
    triples: bool = False
    rate: Fraction = RATE
    prepaid: bool = False

    def __post_init__(self) -> None:
        if self.bet is not None and self.bet <= 0:
            raise BadInput(f"a wager can't be {money(self.bet)}", allowed="it must be more than $0")

    @property
    def takes_nothing(self) -> bool:
        return self.triples or self.method is Vigorish.NONE

    def net_of_a_win(self, halved: bool = False) -> Fraction:
        """The gain of one unit when it wins; for a co-bank, a unit is half of the wager against it."""
        if self.takes_nothing:
            return Fraction(1)
        if self.bet is None:
            return 1 - self.rate
        part = Cents(self.bet // 2) if halved else self.bet
        kept = part - vigorish_on(part, self.method, self.rate)
        return Fraction(kept) / (Fraction(self.bet) / (2 if halved else 1))

    def net_of_a_push(self) -> Fraction:
        """The gain of one unit when it pushes: zero, less what was paid before the deal."""
        return self.net_of_a_win() - 1 if self.prepaid else Fraction(0)

    def net_of_a_loss(self, halved: bool = False) -> Fraction:
        """The loss of one unit; a co-bank's half of a shortfall is rounded down (R10)."""
        if self.bet is None or not halved:
            return self.net_of_a_push() - 1
        return -Fraction(self.bet // 2) / Fraction(self.bet, 2)

    def merits(self) -> tuple[int, int]:
        """Whole numbers in the ratio of a win's gain to a loss's cost: the weights for best play."""
        win = self.net_of_a_win() - self.net_of_a_push()
        return win.numerator, win.denominator

    def words(self) -> tuple[str, ...]:
        if self.triples:
            return ("no vigorish; a triple on the dice takes every player's main wager (R14)",)
        if self.method is Vigorish.NONE:
            return ("no vigorish",)
        share = f"{float(100 * self.rate):g}%"
        if self.bet is None:
            taken = "every wager, before the deal" if self.prepaid else "winnings"
            return (f"exactly {share} commission on {taken}",)
        rate = "" if self.rate == RATE else f"{share} "
        early = " before the deal" if self.prepaid else ""
        return (f"{money(self.bet)} staked, {rate}vigorish {self.method}{early} (R11)",)


def main_odds(tally: Tally, role: Role, terms: MainTerms, *, co_bank: bool = False) -> WagerOdds:
    """The main wager as counted. A bank's unit is the wager against it, a co-bank's is half of that."""
    assert not co_bank or role is Role.BANK
    results: tuple[PricedResult, ...] = (
        PricedResult("win", tally.win, terms.net_of_a_win(co_bank)),
        PricedResult("push", tally.push, terms.net_of_a_push()),
        PricedResult("lose", tally.lose, terms.net_of_a_loss(co_bank)),
    )
    if terms.triples:
        results = _after_dice(results, tally.total, role)
    return WagerOdds(
        MAIN,
        results,
        role=CO_BANK if co_bank else str(role),
        assumes=terms.words(),
        details={
            "low_copies": tally.low_copies,
            "high_copies": tally.high_copies,
            "both_copies": tally.both_copies,
            "zero_lows": tally.zero_lows,
        },
    )


def _after_dice(results: tuple[PricedResult, ...], deals: int, role: Role) -> tuple[PricedResult, ...]:
    """The deals that the dice allow, and the triples: a player loses, and a bank neither wins nor loses."""
    let, stop = TRIPLES.denominator - TRIPLES.numerator, TRIPLES.numerator
    net = Fraction(-1 if role is Role.PLAYER else 0)
    return (
        *(PricedResult(result.name, result.count * let, result.net) for result in results),
        PricedResult("triple", deals * stop, net),
    )


def two_opponents_odds(tally: SurplusTally, terms: MainTerms) -> WagerOdds:
    """The bank against two equal wagers; a unit is the two together, vigorish is on the surplus (R11)."""
    names = {-2: "both lost", -1: "one down", 0: "even", 1: "one up", 2: "both won"}
    results = tuple(
        PricedResult(names[surplus], count, _surplus_net(surplus, terms) / 2)
        for surplus, count in sorted(tally.counts.items(), reverse=True)
    )
    return WagerOdds(
        MAIN,
        results,
        role=str(Role.BANK),
        case="against two",
        assumes=(*terms.words(), "two opponents with equal wagers, who set as the dealer does"),
    )


def _surplus_net(surplus: int, terms: MainTerms) -> Fraction:
    if surplus <= 0 or terms.takes_nothing:
        return Fraction(surplus)
    if terms.bet is None:
        return surplus * (1 - terms.rate)
    won = Cents(surplus * terms.bet)
    return Fraction(won - vigorish_on(won, terms.method, terms.rate), terms.bet)
