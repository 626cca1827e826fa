"""A whole seat: the main wager and the line wagers on the same hand, jointly, for one round and many.

They share cards, so their gains aren't independent: every class of hands has its lines and its wins and
losses together. Wagers on one roll share its dice. Envy depends on other players' hands, which
`simulation.envy` samples. A dice bonus depends on the rolls of several rounds and isn't included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.wagers.lines import THROWS, Terms
from paigow.wagers.money import Cents, money

if TYPE_CHECKING:
    from paigow.odds.wagers.main import MainTerms
    from paigow.wagers.paytables import Paytable
    from paigow.wagers.wager import RollWager

Floats = npt.NDArray[np.float64]
RollStake = tuple["RollWager", Cents]
"""A wager on one roll, and its stake."""
MOST_STATES: Final = 2_000_000
"""The maximum number of amounts of money to track."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A line wager besides the main one: its stake, and what each line pays."""

    name: str
    stake: Cents
    nets: Mapping[Any, int]
    """The gain in cents by line; lines that aren't listed lose the stake."""

    def net(self, line: Any) -> int:
        return self.nets.get(line, -self.stake)


def line_stake(name: str, table: Paytable[Any], stake: Cents, terms: Terms) -> Stake:
    """A stake with its pay table."""
    return Stake(name, stake, {row.line: int(terms.paid(row.pay) * stake) for row in table.lines})


def main_nets(terms: MainTerms, bet: Cents) -> tuple[int, int, int]:
    """The main wager's gain in cents when it loses, pushes, and wins."""
    nets = (terms.net_of_a_loss(), terms.net_of_a_push(), terms.net_of_a_win())
    cents = [net * bet for net in nets]
    if any(each.denominator != 1 for each in cents):
        raise BadInput(
            f"a wager of {bet} cents has a vigorish with fractions of a cent",
            allowed="choose one whose vigorish comes to whole cents",
        )
    lose, push, win = (int(each) for each in cents)
    return lose, push, win


@dataclass(frozen=True, slots=True)
class SeatRound:
    """All deals of one round by the gain of each of a seat's wagers, in cents.

    >>> import paigow
    >>> alone = paigow.seat("commission-tiles", {"main": 1000}, rounds=1).round
    >>> alone.total, sorted(alone.gains), alone.value < 0
    (736281000, [-1000, 0, 950], True)
    """

    names: tuple[str, ...]
    counts: Mapping[tuple[int, ...], int]

    @property
    def total(self) -> int:
        """How many deals there are."""
        return sum(self.counts.values())

    @property
    def gains(self) -> Mapping[int, int]:
        """All deals by the whole seat's gain."""
        found: Counter[int] = Counter()
        for nets, count in self.counts.items():
            found[sum(nets)] += count
        return dict(sorted(found.items()))

    def mean(self, wager: int) -> Fraction:
        """A wager's average gain in cents; wagers are numbered as in `names`."""
        return Fraction(sum(nets[wager] * n for nets, n in self.counts.items()), self.total)

    def covariance(self, one: int, other: int) -> Fraction:
        """How two wagers' gains vary together, in cents squared; of a wager with itself, its variance."""
        product = Fraction(sum(nets[one] * nets[other] * n for nets, n in self.counts.items()), self.total)
        return product - self.mean(one) * self.mean(other)

    def correlation(self, one: int, other: int) -> float:
        """The covariance of two wagers, between -1 and 1."""
        scale = float(self.covariance(one, one)) * float(self.covariance(other, other))
        return float(self.covariance(one, other)) / sqrt(scale)

    @property
    def value(self) -> Fraction:
        """The whole seat's average gain per round, in cents."""
        return Fraction(sum(gain * n for gain, n in self.gains.items()), self.total)

    @property
    def variance(self) -> Fraction:
        """The variance of the whole seat's gain, in cents squared."""
        squares = Fraction(sum(gain * gain * n for gain, n in self.gains.items()), self.total)
        return squares - self.value**2


def joint(
    stakes: Sequence[Stake],
    lines: Sequence[Sequence[Any]],
    outcomes: Sequence[tuple[int, int, int]],
    nets: tuple[int, int, int],
) -> SeatRound:
    """Combine hands by result: `lines[stake][n]`, and how many deals lose, push, and win with hand n."""
    counts: Counter[tuple[int, ...]] = Counter()
    for n, deals in enumerate(outcomes):
        sides = tuple(stake.net(lines[s][n]) for s, stake in enumerate(stakes))
        for net, count in zip(nets, deals, strict=True):
            counts[(net, *sides)] += count
    return SeatRound(("main", *(stake.name for stake in stakes)), +counts)


def rolled(hands: SeatRound, rolls: Sequence[RollStake], position: int, taken: Cents) -> SeatRound:
    """Combine every roll of the dice with every deal: they are independent except for a triple.

    `taken` is what a triple takes from the main wager before any hand is played, if anything (R14).
    """
    throws: Counter[tuple[bool, tuple[int, ...]]] = Counter()
    for dice in THROWS:
        gained = tuple(int(wager.settle(stake, dice, position).net) for wager, stake in rolls)
        throws[dice.is_triple and taken > 0, gained] += 1
    counts: Counter[tuple[int, ...]] = Counter()
    for (main, *lines), deals in hands.counts.items():
        for (stopped, gained), times in throws.items():
            counts[(-taken if stopped else main, *lines, *gained)] += deals * times
    return SeatRound((*hands.names, *(wager.kind for wager, _ in rolls)), counts)


@dataclass(frozen=True, slots=True)
class Evening:
    """A number of rounds from a bankroll: the probability of each outcome.

    Probabilities are sums of products of floats of one sign, so their relative error is at most about
    rounds times outcomes times 2**-52.
    """

    rounds: int
    behind: float
    even: float
    ahead: float


def evening(seat: SeatRound, rounds: int) -> Evening:
    """The probability that a seat is behind, even, or ahead after this many rounds.

    Amounts so far ahead that the remaining rounds can't lose them are no longer tracked.
    """
    steps, chances = _steps(seat)
    worst = -min(0, int(steps.min()))
    size = 2 * worst * rounds + 1
    _check_states(size)
    here = np.zeros(size)
    middle = worst * rounds
    here[middle] = 1.0
    for _ in range(rounds):
        here = _after(here, steps, chances, floor=0)
    return Evening(rounds, float(here[:middle].sum()), float(here[middle]), float(here[middle + 1 :].sum()))


def _after(here: Floats, steps: npt.NDArray[np.int64], chances: Floats, floor: int) -> Floats:
    """One more round. At the largest tracked amount, or below the floor, play stops."""
    size = len(here)
    after, playing = np.zeros(size), here.copy()
    playing[:floor] = playing[-1] = 0.0
    for step, chance in zip(steps.tolist(), chances.tolist(), strict=True):
        if step < 0:
            after[:step] += chance * playing[-step:]
        else:
            inside = max(size - step, 0)
            after[step:] += chance * playing[:inside]
            after[-1] += chance * float(playing[inside:].sum())
    return after + (here - playing)


@dataclass(frozen=True, slots=True)
class SeatCourse:
    """Play from a bankroll until it is gone, a goal is reached, or the rounds are over."""

    ruined: float
    reached: float
    playing: float


def play_on(seat: SeatRound, bankroll: Cents, goal: Cents | None, rounds: int) -> SeatCourse:
    """The probability that a seat is ruined (can't cover its stakes) or reaches its goal in time."""
    steps, chances = _steps(seat)
    unit = _unit(seat)
    least = -min(0, int(steps.min()))
    start = bankroll // unit
    top = goal // unit + (goal % unit > 0) if goal is not None else start + least * rounds + 1
    if not least <= start < top:
        raise BadInput(
            f"the bankroll can't be {money(bankroll)}",
            allowed=f"it must be enough for one round ({money(Cents(least * unit))}) and less than the goal",
        )
    _check_states(top + 1)
    here = np.zeros(top + 1)
    here[start] = 1.0
    for _ in range(rounds):
        here = _after(here, steps, chances, floor=least)
    ruined = float(here[:least].sum())
    reached = float(here[-1]) if goal is not None else 0.0
    return SeatCourse(ruined, reached, 1 - ruined - reached)


def bankroll_for(seat: SeatRound, rounds: int, risk: float) -> Cents:
    """The smallest bankroll whose risk of ruin within this many rounds is at most the given one."""
    steps, _ = _steps(seat)
    unit, least = _unit(seat), -min(0, int(steps.min()))
    low, high = least, least * rounds
    while low < high:
        middle = (low + high) // 2
        if play_on(seat, Cents(middle * unit), None, rounds).ruined <= risk:
            high = middle
        else:
            low = middle + 1
    return Cents(low * unit)


def _unit(seat: SeatRound) -> int:
    return gcd(*seat.gains) or 1


def _steps(seat: SeatRound) -> tuple[npt.NDArray[np.int64], Floats]:
    """What a round can gain in the largest common unit, with probabilities."""
    unit, total = _unit(seat), seat.total
    gains = seat.gains
    steps = np.array([gain // unit for gain in gains], dtype=np.int64)
    return steps, np.array([count / total for count in gains.values()])


def _check_states(states: int) -> None:
    if states > MOST_STATES:
        raise BadInput(
            f"{states:,} amounts of money are too many to follow",
            allowed=f"choose fewer rounds, for at most {MOST_STATES:,} amounts",
        )
