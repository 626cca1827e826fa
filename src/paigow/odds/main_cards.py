"""The main wager at the card table: ways in, tallies out. How deals are counted is in `cards`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from paigow.houseways import HouseWay
from paigow.odds.best_cards import BestPlay, best_play
from paigow.odds.cards import Relations, count_relations
from paigow.odds.roles import Role, Tally
from paigow.odds.runs import Run
from paigow.odds.strengths import HandStrengths, hand_strengths, way_strengths
from paigow.ranks.poker import Wheel

__all__ = ["CardCounting"]


@dataclass(frozen=True, slots=True, eq=False)
class CardCounting:
    """Counting at a card table with one place of the wheel; `run` says where it is done."""

    wheel: Wheel
    run: Run

    def strengths(self, way: HouseWay) -> HandStrengths:
        return _strengths(way, self.wheel)

    def tally(
        self, hero: HouseWay | None, opponent: HouseWay, role: Role, merits: tuple[int, int] = (19, 20)
    ) -> Tally:
        """All deals of a way, or of best play where none is given, against a way."""
        if hero is not None:
            return self.relations(hero, opponent).tally(role)
        best = self.best(opponent, role, merits)
        return Tally(best.win, best.push, best.lose, None, None, None, 0)

    def relations(self, hero: HouseWay, opponent: HouseWay) -> Relations:
        return count_relations(self.strengths(hero), self.strengths(opponent), self.run)

    def best(self, opponent: HouseWay, role: Role, merits: tuple[int, int] = (19, 20)) -> BestPlay:
        return best_play(self.strengths(opponent), role, self.run, merits)

    def best_strengths(self, opponent: HouseWay, role: Role, merits: tuple[int, int]) -> HandStrengths:
        """Every hand set as best play does."""
        return hand_strengths(np.asarray(self.best(opponent, role, merits).choice), self.wheel)


@lru_cache(maxsize=8)
def _strengths(way: HouseWay, wheel: Wheel) -> HandStrengths:
    return way_strengths(way, wheel)
