"""What it is worth to see other hands before setting, by their number. Not the counting of each number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.notation import counted
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.seen_hands import MOST_SEEN as ALL_OTHERS
from paigow.odds.counting.seen_hands import best_seeing, best_seeing_a_tile
from paigow.odds.counting.strengths import dealer_strengths
from paigow.odds.reports.wager_odds import fraction_json, whole_json
from paigow.odds.runs.shards import Run
from paigow.odds.simulation.sampling import CONFIDENCE, check_rounds
from paigow.odds.simulation.seen_cards import MOST_SEEN, gain_of_seeing
from paigow.ranks.poker import Wheel

QUICK: Final = (0, 5, 6)
"""The numbers of other hands of tiles that take seconds, not minutes."""

Showing = Callable[[str, int], AbstractContextManager[Callable[[int], None] | None]]
"""Shows the progress of a task: its name, and how much there is to do."""


def silently(_task: str, _total: int) -> AbstractContextManager[None]:
    """Show nothing."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class SeenOdds:
    """Best play against a house way after seeing other hands: counted for tiles, sampled for cards.

    >>> import paigow
    >>> nothing, tile, all_six = paigow.seen("traditional", [6])
    >>> tile.seen, tile.worth == tile.value - nothing.value, nothing.worth < tile.worth < all_six.worth
    ("one tile of the opponent's hand", True, True)
    """

    seen: str
    others: int | None
    """How many other hands are seen. None for a single tile and, for cards, for the house way itself."""
    value: Fraction | float
    """The mean gain per unit bet: exact as a fraction, sampled as a float."""
    worth: Fraction | float | None
    """The gain over seeing nothing (tiles) or over the house way (cards); None for the house way."""
    win: int | None = None
    push: int | None = None
    lose: int | None = None
    """Deals that the player wins, pushes, and loses, where deals are counted."""
    samples: int | None = None
    interval: tuple[float, float] | None = None
    """A 95% confidence interval of a sampled value."""

    @property
    def edge(self) -> float:
        """What the other side gains per unit bet."""
        return float(-self.value)

    def as_json(self) -> dict[str, Any]:
        """The row of `paigow seen --json`."""
        if self.win is None or self.push is None or self.lose is None:
            return self._card_json()
        return {
            "seen": self.seen,
            "others": self.others,
            "total": whole_json(self.win + self.push + self.lose),
            "win": whole_json(self.win),
            "push": whole_json(self.push),
            "lose": whole_json(self.lose),
            "value": _exact_json(self.value),
            "edge": self.edge,
            "worth": _exact_json(self.worth),
        }

    def _card_json(self) -> dict[str, Any]:
        interval = None
        if self.interval is not None:
            low, high = self.interval
            interval = {"confidence": CONFIDENCE, "low": -high, "high": -low}
        return {
            "seen": self.seen,
            "others": self.others,
            "sampled": self.interval is not None,
            "hands": self.samples,
            "value": _exact_json(self.value),
            "edge": self.edge,
            "interval": interval,
            "mean_worth": self.worth,
        }


def _exact_json(value: Fraction | float | None) -> dict[str, int | str] | None:
    """An exact value; null for a sampled one."""
    return fraction_json(value) if isinstance(value, Fraction) else None


def seen_at_tiles(way: HouseWay, role: Role, hands: Sequence[int], run: Run) -> Iterator[SeenOdds]:
    """Seeing nothing, one tile of the opponent's hand, and each of these numbers of other hands; counted."""
    blind = best_seeing(way, role, 0, run)
    yield _counted("nothing", 0, blind, blind)
    yield _counted("one tile of the opponent's hand", None, best_seeing_a_tile(way, role), blind)
    for others in sorted({*hands} - {0}):
        name = "the opponent's hand" if others == ALL_OTHERS else counted(others, "other hand")
        yield _counted(name, others, best_seeing(way, role, others, run), blind)


def _counted(name: str, others: int | None, tally: Tally, blind: Tally) -> SeenOdds:
    worth = tally.value - blind.value
    return SeenOdds(name, others, tally.value, worth, tally.win, tally.push, tally.lose)


def check_seen_cards(hands: Sequence[int], rounds: int, where: str | None = None) -> None:
    """Raise BadInput before minutes of counting, not after."""
    check_rounds(rounds)
    for others in hands:
        if not 0 <= others <= MOST_SEEN:
            raise BadInput(
                f"you can't see {counted(others, 'other hand')} of cards",
                where=where,
                allowed=f"choose 0 to {MOST_SEEN}",
            )


def seen_at_cards(
    way: HouseWay,
    role: Role,
    hands: Sequence[int],
    value: Fraction,
    sampling: tuple[int, int],
    showing: Showing = silently,
) -> Iterator[SeenOdds]:
    """The way's own `value`, exactly; then the sampled gain of best play over it with these numbers seen.

    `sampling` is how many hands to deal for each number, and the seed.
    """
    yield SeenOdds("nothing, set by the way", None, value, None)
    strengths = dealer_strengths(way, Wheel.SECOND)
    for others in sorted({*hands}):
        with showing(f"seeing {counted(others, 'other hand')}", sampling[0]) as advance:
            found = gain_of_seeing(strengths, strengths, role, others, *sampling, progress=advance)
        low, high = (float(value) + bound for bound in found.interval)
        name, mean = counted(others, "other hand"), found.mean
        yield SeenOdds(name, others, float(value) + mean, mean, samples=found.samples, interval=(low, high))
