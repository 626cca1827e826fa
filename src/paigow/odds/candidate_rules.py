"""Candidate rules of a search: one by one, or as pairs of conditions with a choice, too many to list.

A rule is what it says, the hands it answers, and its setting for each. Not which rules are tried on which
hands (`short_tiles`, `short_cards`) and not the search (`short_ways`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

ACTIVE_BYTES: Final = 350_000_000
"""What the conditions that are tried at every step may take as a matrix of floats."""
SWEPT_AT_ONCE: Final = 50_000_000
"""Entries of the matrix of conditions that are unpacked at once."""
FEWEST_HANDS: Final = 3
"""Kinds of hands that a pair of conditions must share, or it is an exception and no rule."""

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A rule as text, the hands it answers, and its setting for each."""

    text: str
    answers: Bools
    choice: Ints


@dataclass(frozen=True, slots=True, eq=False)
class RulePairs:
    """Every condition, and every two of them together, with every choice."""

    conditions: tuple[str, ...]
    """`always`, `when A`, and `when A and B`; of those that hold for the same hands, the first."""
    holds: npt.NDArray[np.uint8]
    """`[condition]`: the hands it holds for, as bits."""
    choices: tuple[Candidate, ...]

    def rule(self, condition: int, choice: int) -> Candidate:
        play = self.choices[choice]
        answers = np.unpackbits(self.holds[condition], count=len(play.answers)).astype(bool) & play.answers
        return Candidate(f"{self.conditions[condition]} {play.text}", answers, play.choice)


def pairs_of(conditions: Iterable[tuple[str, Bools]], choices: Sequence[Candidate]) -> RulePairs:
    """Put conditions together by two, with choices: the texts of these start with `play`."""
    every = np.ones(len(choices[0].answers), dtype=np.bool_)
    holds = {np.packbits(every).tobytes(): "always"}
    alone: list[tuple[str, Bools]] = []
    for text, hands in conditions:
        bits = np.packbits(hands).tobytes()
        if hands.any() and bits not in holds:
            holds[bits] = f"when {text}"
            alone.append((text, hands))
    for place, (text, hands) in enumerate(alone):
        for other, others in alone[place + 1 :]:
            both = hands & others
            if np.count_nonzero(both) >= FEWEST_HANDS:
                holds.setdefault(np.packbits(both).tobytes(), f"when {text} and {other}")
    together = np.frombuffer(b"".join(holds), dtype=np.uint8).reshape(len(holds), -1)
    return RulePairs(tuple(holds.values()), together, tuple(choices))


class PairPool:
    """Pairs with what their choices lose. Each step tries those that gained most when last all were tried."""

    def __init__(self, pairs: RulePairs, lost: Callable[[Ints], Ints]) -> None:
        self.pairs = pairs
        self.fits = np.array([choice.answers for choice in pairs.choices], dtype=np.float64)
        self.lost = np.array([lost(choice.choice) for choice in pairs.choices], dtype=np.float64)
        self.active = np.zeros(0, dtype=np.int64)
        self.matrix = np.zeros((0, self.fits.shape[1]))
        self.places = 0

    def best_of(self, open_: Floats, rest: Floats, every: bool = False) -> tuple[int, int, Candidate]:
        """The largest gain of any of them, its position, and the rule.

        `[hand, position]`: whether no rule before it answers a hand, and what the rules from it on lose.
        They are chosen again after lists have grown by half; `every` tries all of them now.
        """
        places = open_.shape[1]
        # [hand, position, choice]: what a choice gains on a hand. Whole numbers, so that the sums are exact.
        gains = open_[:, :, None] * self.fits.T[:, None] * (rest[:, :, None] - self.lost.T[:, None])
        by_hand = gains.reshape(len(open_), -1)
        if every or 2 * places > 3 * self.places or places < self.places:
            self._choose_again(by_hand, places)
        found = self.matrix @ by_hand
        condition, which = divmod(int(np.argmax(found)), found.shape[1])
        place, choice = divmod(which, len(self.pairs.choices))
        return (
            round(float(found[condition, which])),
            place,
            self.pairs.rule(int(self.active[condition]), choice),
        )

    def _choose_again(self, by_hand: Floats, places: int) -> None:
        best = np.concatenate([(hands @ by_hand).max(axis=1) for hands in self._swept()])
        most = max(1, ACTIVE_BYTES // (8 * by_hand.shape[0]))
        self.active = np.sort(np.argsort(-best, kind="stable")[:most])
        self.matrix = self._unpacked(self.pairs.holds[self.active])
        self.places = places

    def _swept(self) -> Iterator[Floats]:
        step = max(1, SWEPT_AT_ONCE // self.fits.shape[1])
        for start in range(0, len(self.pairs.holds), step):
            yield self._unpacked(self.pairs.holds[start : start + step])

    def _unpacked(self, bits: npt.NDArray[np.uint8]) -> Floats:
        return np.unpackbits(bits, axis=1, count=self.fits.shape[1]).astype(np.float64)
