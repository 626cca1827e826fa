"""A seat's bets for one round, an evening, and a bankroll, in one record. Not the counting of the round."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from paigow.faults import BadInput
from paigow.odds.simulation.envy import EnvyRound
from paigow.odds.wagers.seat import SeatRound, bankroll_for, evening, play_on
from paigow.wagers.money import Cents


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """All bets of a seat together: one round exactly, then an evening of many.

    >>> import paigow
    >>> seat = paigow.seat("colorado-tiles", {"main": 1000, "pair-fortunes": 500}, rounds=20)
    >>> seat.round.names, seat.round.value == seat.round.mean(0) + seat.round.mean(1)
    (('main', 'pair-fortunes 1'), True)
    >>> round(seat.behind + seat.even + seat.ahead, 9)
    1.0
    """

    round: SeatRound
    rounds: int
    behind: float
    even: float
    ahead: float
    """The probability of being behind, even, or ahead after these rounds."""
    bankroll: Cents
    """The smallest bankroll, in cents, that lasts these rounds with at most the risk of ruin asked for."""
    ruined: float | None = None
    reached: float | None = None
    playing: float | None = None
    """From a bankroll: the probability that it is gone, that a goal was reached, and that play goes on."""
    envy: Fraction | None = None
    """The exact mean of envy per round in cents, if other players were asked for."""
    envy_rounds: int | None = None
    envy_correlation: tuple[float, float] | None = None
    """A 95% confidence interval of the correlation between envy and the main bet, from sampled rounds."""


def check_risk(risk: float, where: str | None = None) -> None:
    """Raise BadInput unless the risk of ruin, in percent, can be met."""
    if not 0 < risk < 100:
        raise BadInput(
            f"the risk can't be {risk:g}%", where=where, allowed="choose one above 0% and below 100%"
        )


def seat_odds(
    counted: SeatRound,
    envy: EnvyRound | None,
    rounds: int,
    risk: float,
    bankroll: Cents | None,
    goal: Cents | None,
) -> SeatOdds:
    """What follows from a counted round; `risk` is in percent."""
    night = evening(counted, rounds)
    course = None if bankroll is None else play_on(counted, bankroll, goal, rounds)
    return SeatOdds(
        counted,
        rounds,
        night.behind,
        night.even,
        night.ahead,
        bankroll_for(counted, rounds, risk / 100),
        None if course is None else course.ruined,
        None if course is None else course.reached,
        None if course is None else course.playing,
        None if envy is None else envy.mean,
        None if envy is None else envy.rounds,
        None if envy is None else envy.correlation,
    )
