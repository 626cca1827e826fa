"""Randomness that favors bonus wagers: decks full of straight flushes, four of a kind, and pairs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from paigow.material.cards import SUITS
from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.deal.card_methods import methods
from paigow.table.game import ALL_CARDS
from paigow.table.state import Table
from tests.table.card_givens import card_order

__all__ = ["Lucky"]

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PLACES = 7
SIZE = 7


@dataclass(frozen=True, slots=True)
class Lucky:
    """Draws from a seed; some hands in every deck are runs of a suit and some are sets of a rank."""

    random: Random

    def order(self, rules: Rules, table: Table) -> Pieces:
        runs = self._runs()
        hands = [*runs, self._same(runs)]
        taken = {card for hand in hands for card in hand}
        rest = self.random.sample(
            [card for card in ALL_CARDS if card not in taken], len(ALL_CARDS) - len(taken)
        )
        hands += [()] * (PLACES - len(hands))
        whole = [(*hand, *(rest.pop() for _ in range(SIZE - len(hand)))) for hand in hands]
        places = self.random.sample(range(PLACES), PLACES)
        dealt = dict(zip(places, whole, strict=True))
        return card_order(self.random.randrange(PLACES), dealt, methods(rules, table).dealing)

    def _runs(self) -> list[Pieces]:
        """In two suits, five to seven cards in a row; one of them may get the joker."""
        runs: list[Pieces] = []
        for suit in self.random.sample(SUITS, 2):
            length = self.random.choice((5, 6, 7, 7))
            first = self.random.choice((0, 5, len(RANKS) - length))
            runs.append(tuple(f"{rank}{suit}" for rank in RANKS[first : first + length]))
        if self.random.random() < 0.5:
            runs[0] = ("Jo", *runs[0][1:])
        return runs

    def _same(self, runs: list[Pieces]) -> Pieces:
        """Four of a rank if the runs have left four, or five aces; if not, three."""
        taken = {card for run in runs for card in run}
        left = [tuple(f"{rank}{suit}" for suit in SUITS if f"{rank}{suit}" not in taken) for rank in RANKS]
        most = max(map(len, left))
        chosen = self.random.choice([cards for cards in left if len(cards) == most])
        return (*chosen, "Jo") if len(chosen) == 4 and chosen[0] == "Ac" and "Jo" not in taken else chosen

    def dice(self, _table: Table) -> tuple[int, int, int]:
        return self.random.randint(1, 6), self.random.randint(1, 6), self.random.randint(1, 6)

    def number(self, _table: Table, _label: str, first: int, last: int) -> int:
        return self.random.randint(first, last)

    whim = number
