"""Line wagers in simulated rounds: which combinations of lines exist, and what each gains.

A kernel gets a hand's lines as one number: its combination of lines, one line per wager at the table. There
are few combinations, since most wagers use the same lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.reports.wager_odds import WagerOdds
from paigow.odds.simulation.sampling import Estimate, Exact, Range, Samples, Sums, estimate
from paigow.wagers.registry import line_wagers
from paigow.wagers.wager import LineWager, Whose

MOST_COMBINATIONS: Final = 1 << 12
"""As many as twelve bits next to a hand's strengths can represent."""

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.uint8]


def combine(lines: Sequence[Numbers], hands: int) -> tuple[npt.NDArray[np.uint16], Numbers]:
    """Number the combinations of lines that hands make, given each line's number by wager and hand.

    Return each hand's combination, and `[combination, wager]`: the lines that it is made of.
    """
    codes = np.zeros(hands, dtype=np.int64)
    parts = np.zeros((1, 0), dtype=np.uint8)
    for numbers in lines:
        size = int(numbers.max()) + 1
        wide = codes * size + numbers
        found = np.flatnonzero(np.bincount(wide))
        places = np.zeros(found[-1] + 1, dtype=np.int64)
        places[found] = np.arange(len(found))
        codes = places[wide]
        parts = np.column_stack([parts[found // size], (found % size).astype(np.uint8)])
        if len(parts) > MOST_COMBINATIONS:
            raise BadInput(
                f"the wagers of this table tell {len(parts):,} combinations of lines apart",
                allowed=f"{MOST_COMBINATIONS:,} at most can be simulated together",
            )
    return codes.astype(np.uint16), parts


@dataclass(frozen=True, slots=True)
class _GainSum:
    """One figure that a kernel sums: a wager's gain, alone or with envy for others' hands."""

    name: str
    place: int
    """Of the wager among those of the table."""
    dealt: bool
    """Whether the dealer's hand decides for all seats, rather than each seat's own."""
    nets: Floats
    envies: Floats
    """By line: its gain per unit staked, and what it brings every other seat."""
    seats: int

    @property
    def gains(self) -> Floats:
        """What all seats together gain from one hand that makes a line."""
        return self.nets * self.seats if self.dealt else self.nets + self.envies * (self.seats - 1)

    @property
    def within(self) -> Range:
        """Of what one seat gains."""
        return Range(
            float(self.nets.min()), float(self.nets.max() + (self.seats - 1) * float(self.envies.max()))
        )

    def total(self, counts: Floats) -> float:
        """One seat's average gain, from how many hands made each line."""
        if self.dealt:
            return float(self.nets @ counts)
        return (
            float(self.nets @ counts) / self.seats
            + float(self.envies @ counts) * (self.seats - 1) / self.seats
        )


@dataclass(frozen=True)
class LineSums:
    """The gains of a table's line wagers: one sum each, and another with envy if others can bring it."""

    wagers: tuple[LineWager[Any], ...]
    sums: tuple[_GainSum, ...]
    seats: int

    def gains(self, parts: Numbers, *, dealt: bool) -> Floats:
        """`[combination, sum]`: what a seat's hand, or the dealer's, adds to each sum."""
        table = np.zeros((len(parts), len(self.sums)))
        for column, each in enumerate(self.sums):
            if each.dealt is dealt:
                table[:, column] = each.gains[parts[:, each.place]]
        return table

    def estimates(
        self, parts: Numbers, rounds: int, sums: Sums, exact: Mapping[str, Exact]
    ) -> list[Estimate]:
        """From the hands of seats and of the dealer by combination, and the squares of the sums."""
        hands, dealt, squares = sums
        found = []
        for each, squared in zip(self.sums, squares.tolist(), strict=True):
            counts = np.bincount(
                parts[:, each.place], weights=dealt if each.dealt else hands, minlength=len(each.nets)
            )
            samples = Samples(rounds, each.total(counts.astype(np.float64)), squared / self.seats**2)
            found.append(estimate(each.name, samples, each.within, exact.get(each.name)))
        return found


def line_sums(odds: Sequence[WagerOdds], seats: int) -> LineSums:
    """The sums of the line wagers, at the stakes that their odds are for."""
    known = line_wagers()
    there = [(each, known[each.kind]) for each in odds if each.kind in known]
    sums = []
    for place, (each, wager) in enumerate(there):
        dealt, nets, envies = wager.whose is Whose.DEALER, _nets(each, wager), _envies(each, wager)
        sums.append(_GainSum(each.name, place, dealt, nets, np.zeros_like(nets), seats))
        if seats > 1 and envies.any():
            sums.append(_GainSum(f"{each.name} with envy", place, dealt, nets, envies, seats))
    return LineSums(tuple(wager for _, wager in there), tuple(sums), seats)


def _nets(odds: WagerOdds, wager: LineWager[Any]) -> Floats:
    """Each line's gain per unit staked, from the odds."""
    gains = {result.name: float(result.net) for result in odds.results}
    return np.array([gains.get(str(line.value), -1.0) for line in wager.lines])


def _envies(odds: WagerOdds, wager: LineWager[Any]) -> Floats:
    """What each line brings every other seat, per unit staked."""
    envies = np.zeros(len(wager.lines))
    details: Mapping[str, Any] = odds.details
    if wager.envy is None or "envy_stake_cents" not in details:
        return envies
    stake = details["envy_stake_cents"]
    if stake >= wager.envy.qualifying:
        places = {str(line.value): place for place, line in enumerate(wager.lines)}
        for line, amount in details["envy_pays_cents"].items():
            envies[places[line]] = amount / stake
    return envies
