"""Seeded randomness that makes rare things common: pairs, long runs, hands of nothing, triples."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.deal.card_methods import methods
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.table.state import Table
from tests.table.card_givens import card_order
from tests.table.lucky import Lucky

__all__ = ["Fortune"]

PAIRS = ["6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"]
STACKS = (
    ("2-4", "1-2", "6-6", "6-6"),
    ("2-4", "1-2", "1-1", "1-1"),
    ("2-4", "1-2", "3-4", "1-6"),
    ("3-6", "4-5", "1-4", "2-2"),
    ("2-4", "1-4", "5-6", "1-5"),
    ("1-2", "2-3", "4-6", "5-5"),
    ("5-5", "4-6", "5-6", "3-6"),
)
"""Four tiles each: the best of Pair Fortunes, two pairs, the supreme pair apart, a low hand of nothing."""
CUT = 20
"""Where the campaign's decks are usually cut."""
NOTHING = ("2c 3d 4h 5s 7c 8d 9h", "2c 3d 4h 5s 7c 8d 10h", "2d 3h 4s 6c 8d 9h Js", "2h 4c 5d 7s 8h 10c Qd")
BEST = (
    "Ac Ad Ah As Jo Kc Qd",
    "Ac Ad Ah As Jo 8h 2c",
    "As Ks Qs Js 10s Ad Kd",
    "Ah Kh Qh Jh 10h Kc Qc",
    "2d 3d 4d 5d 6d 7d 8d",
    "8c 9c 10c Jc Qc Kc Ac",
    "Ah 2h 3h 4h 5h 6h 7h",
)
"""Five aces; royals with their match; seven in a row."""
STRAIGHTS = ("Ac 2d 3h 4s 5c 9d Jh", "Ad 2h 3s 4c 5d 10h Qc", "Kc Qd Jh 10s 9c 4d 2h", "6c 5d 4h 3s 2c Kd Jh")
"""Wheels, a king high and a six high."""


@dataclass(frozen=True, slots=True)
class Fortune:
    """Draws for the campaign: often favorable, sometimes plain."""

    random: Random

    def order(self, rules: Rules, table: Table) -> Pieces:
        if rules.is_tiles:
            return self._tiles()
        drawn = self.random.random()
        if drawn > 0.8:
            return tuple(self.random.sample(ALL_CARDS, len(ALL_CARDS)))
        wanted = Lucky(self.random).order(rules, table) if drawn < 0.35 else self._cards(rules, table)
        if methods(rules, table).shuffling != "hand":
            return wanted
        # A deck shuffled by hand is cut: the cards to start with wait below the cut.
        return (*wanted[-CUT:], *wanted[:-CUT])

    def _tiles(self) -> Pieces:
        """Eight stacks, some of them chosen, the others random."""
        left = self.random.sample(ALL_TILES, len(ALL_TILES))
        chosen: list[Pieces] = []
        for _ in range(self.random.randrange(4)):
            stack = self.random.choice(STACKS) if self.random.random() < 0.7 else self._paired()
            if all(left.count(tile) >= stack.count(tile) for tile in stack):
                for tile in stack:
                    left.remove(tile)
                chosen.append(stack)
        stacks = [*chosen, *(tuple(left[start : start + 4]) for start in range(0, len(left), 4))]
        self.random.shuffle(stacks)
        return tuple(tile for stack in stacks for tile in self.random.sample(stack, 4))

    def _paired(self) -> Pieces:
        first, second = self.random.sample(PAIRS, 2)
        return (first, first, second, second)

    def _cards(self, rules: Rules, table: Table) -> Pieces:
        """Hands of nothing, of the best, and straights, at some places."""
        hands: dict[int, Pieces] = {}
        for texts in (BEST, *self.random.sample((NOTHING, STRAIGHTS, STRAIGHTS), 3)):
            hand = tuple(self.random.choice(texts).split())
            if not {card for other in hands.values() for card in other}.intersection(hand):
                hands[self.random.choice([place for place in range(7) if place not in hands])] = hand
        ordered = card_order(self.random.randrange(7), hands, methods(rules, table).dealing)
        named = {card for hand in hands.values() for card in hand}
        others = iter(self.random.sample([card for card in ordered if card not in named], 53 - len(named)))
        return tuple(card if card in named else next(others) for card in ordered)

    def dice(self, table: Table) -> tuple[int, int, int]:
        """Triples often, more so in a series, and for players who shake next with a dice bonus wager."""
        if self.random.random() < (0.6 if table.eye.triples else 0.2):
            kept = [wager.position for wager in table.wagers if wager.kind == "dice-bonus"]
            number = self.random.choice((*range(1, 7), *kept, *kept))
            return number, number, number
        return self.random.randint(1, 6), self.random.randint(1, 6), self.random.randint(1, 6)

    def number(self, _table: Table, label: str, first: int, last: int) -> int:
        """The cut of a deck usually falls where `order` expects it."""
        if label.endswith("cut") and 0 < first <= CUT and self.random.random() < 0.9:
            return CUT
        return self.random.randint(first, last)

    whim = number
