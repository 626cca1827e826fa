"""The bank's edge by its number of opponents: counted where it can be, else sampled. Not the counting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.counting.bank import BankCounts, bank_counts
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.counting.strengths import dealer_strengths
from paigow.odds.counting.tile_deals import Ints, as_set, tile_hands
from paigow.odds.counting.tile_ways import choices_of, tile_tally
from paigow.odds.counting.two_opponents import two_card_opponents
from paigow.odds.reports.wager_odds import fraction_json, whole_json
from paigow.odds.runs.shards import Run
from paigow.odds.seen_study import Showing, silently
from paigow.odds.simulation.bank import card_bank, gross_of, tile_bank
from paigow.odds.simulation.sampling import CONFIDENCE
from paigow.ranks.poker import Wheel

MOST_OPPONENTS: Final = 6
QUICKLY_COUNTED: Final = 2
"""The number of opponents in the tile game that takes seconds, not minutes."""


@dataclass(frozen=True, slots=True)
class BankOdds:
    """A bank against some number of equal bets, with commission on the net win (R11).

    >>> import paigow
    >>> alone, against_two = paigow.bank("traditional", opponents=2)
    >>> alone.edge > against_two.edge, against_two.best >= against_two.value
    (True, True)
    """

    opponents: int
    gross: Fraction
    """The bank's exact gain per unit bet against it before commission: the same for any number."""
    value: Fraction | float
    """The bank's gain per unit bet against it: exact as a fraction, sampled as a float."""
    counts: Mapping[int, int] | None = None
    """All deals by the bank's net win in bets, where they are counted."""
    best: Fraction | None = None
    """The value if the bank plays optimally, knowing how many there are; counted for tiles."""
    set_differently: int | None = None
    """The hands that best play sets differently than against one opponent."""
    rounds: int | None = None
    interval: tuple[float, float] | None = None
    """A 95% confidence interval of a sampled value."""
    proven: tuple[float, float] | None = None
    """Proven bounds of the value, if asked for."""

    @property
    def edge(self) -> float:
        """What the bank loses per unit bet against it."""
        return float(-self.value)

    def as_json(self) -> dict[str, Any]:
        """The row of `paigow bank --json`."""
        exact = self.value if isinstance(self.value, Fraction) else None
        counts = None
        if self.counts is not None:
            counts = {str(net): whole_json(count) for net, count in self.counts.items()}
        interval = None
        if self.interval is not None:
            low, high = self.interval
            interval = {"confidence": CONFIDENCE, "low": -high, "high": -low}
        proven = None if self.proven is None else {"low": -self.proven[1], "high": -self.proven[0]}
        return {
            "opponents": self.opponents,
            "sampled": self.interval is not None,
            "value": None if exact is None else fraction_json(exact),
            "edge": self.edge,
            "counts": counts,
            "best_value": None if self.best is None else fraction_json(self.best),
            "best_edge": None if self.best is None else float(-self.best),
            "set_differently": self.set_differently,
            "interval": interval,
            "rounds": self.rounds,
            "proven": proven,
        }


def check_bounds(way: HouseWay, most: int, where: str | None = None) -> None:
    """Raise BadInput where no sampled row of two opponents is there to be bounded."""
    if way.game is Game.TILES:
        problem, allowed = "two opponents are counted exactly for tiles", "leave it out"
    elif most == 1:
        problem, allowed = "bounds are for two opponents", "choose 2 opponents or more"
    else:
        return
    raise BadInput(problem, where=where, allowed=allowed)


def exactly_counted(way: HouseWay, asked: int | None, where: str | None = None) -> int:
    """Up to how many opponents are counted: by default as many as take seconds; raise BadInput for cards."""
    if way.game is Game.TILES:
        return QUICKLY_COUNTED if asked is None else asked
    if asked is not None and asked > 1:
        raise BadInput(
            f"{asked + 1} hands of cards are too many to count",
            where=where,
            allowed="leave it out: one opponent is counted, and more are sampled",
        )
    return 1


def bank_at_tiles(way: HouseWay, most: int, run: Run) -> list[BankOdds]:
    """The bank against one opponent, two, and so on up to `most`; every deal counted."""
    gross = gross_of(tile_tally(way, way, Role.BANK))
    by_way = choices_of(way)
    alone: Ints | None = None
    rows = []
    for opponents in range(1, most + 1):
        found = bank_counts(way, opponents, run)
        best = found.best_choices()
        alone = best if alone is None else alone
        rows.append(_counted(found, gross, by_way, best, alone))
    return rows


def _counted(found: BankCounts, gross: Fraction, by_way: Ints, best: Ints, alone: Ints) -> BankOdds:
    """`alone` is the bank's best play against one: how many hands it sets differently against more."""
    tally = found.tally(by_way)
    return BankOdds(
        found.opponents,
        gross,
        tally.value,
        tally.counts,
        found.tally(best).value,
        int(found.hands.weights[best != alone].sum()),
    )


def bank_at_cards(way: HouseWay, counting: CardCounting) -> BankOdds:
    """The bank against one opponent; every deal counted."""
    tally = counting.tally(way, way, Role.BANK)
    counts = {-1: tally.lose, 0: tally.push, 1: tally.win}
    return BankOdds(1, gross_of(tally), tally.value, counts)


def bank_sampled(
    way: HouseWay, opponents: int, gross: Fraction, sampling: tuple[int, int], showing: Showing = silently
) -> BankOdds:
    """The bank against this many; only the commission is sampled. `sampling` is the rounds and the seed."""
    with showing(f"dealing to {opponents} opponents", sampling[0]) as advance:
        if way.game is Game.TILES:
            every = as_set(tile_hands(), choices_of(way))
            found = tile_bank(tile_hands(), every, (every, opponents), gross, *sampling, advance)
        else:
            strengths = dealer_strengths(way, Wheel.SECOND)
            found = card_bank(strengths, (strengths, opponents), gross, *sampling, advance)
    return BankOdds(opponents, gross, found.value, rounds=found.over.samples, interval=found.interval)


def with_bounds(row: BankOdds, way: HouseWay, counting: CardCounting) -> BankOdds:
    """A sampled row of two opponents, with proven bounds beside it."""
    if row.opponents != 2 or row.interval is None:
        return row
    strengths = counting.strengths(way)
    found = two_card_opponents(strengths, strengths, counting.run)
    return replace(row, proven=(found.lower, found.upper))
