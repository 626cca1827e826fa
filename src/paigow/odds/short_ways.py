"""Short ways: as few rules as possible that come near best play against a dealer's way, in either game.

Candidate rules are written in the house-way language, from patterns and from the built-in ways. A way grows
rule by rule, wherever in the list a rule gains most, and drops what later rules made needless. The search
doesn't prove that its result is the shortest. `short_tiles` and `short_cards` have the rules tried and what
they lose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.houseways.syntax import Play
from paigow.material.game import Game

MOST_RULES: Final = 30
MERITS: Final = (19, 20)
"""A win and a loss in twentieths of the wager: five percent vigorish."""
FINALLY: Final = "finally the best low, then the best high"
LAST: Final = ("otherwise play the best low", "otherwise play the best high")

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A rule as text, the hands it answers, and its setting for each."""

    text: str
    answers: Bools
    choice: Ints


@dataclass(frozen=True, slots=True)
class ShortWay:
    """A way found, with its value and that of best play against the dealer's way."""

    rules: tuple[str, ...]
    value: Fraction
    best_value: Fraction
    game: Game = Game.TILES

    @property
    def cost(self) -> Fraction:
        return self.best_value - self.value

    def text(self, title: str, source: str) -> str:
        """A `.way` file."""
        return way_text(self.game, self.rules, title, source)


def way_text(game: Game, rules: Sequence[str], title: str = "Candidate", source: str = "a search") -> str:
    """A `.way` file of these rules."""
    numbered = (f"{number:<3} {rule}" for number, rule in enumerate(rules, start=1))
    head = (f'way "{title}"', f"game {game.value}", f'source "{source}"')
    return "\n".join((*head, *numbered, FINALLY)) + "\n"


def parse_rules(game: Game, rules: Sequence[str]) -> HouseWay | None:
    """A way of these rules, or None if they aren't valid on their own."""
    try:
        return HouseWay.parse(way_text(game, rules))
    except BadInput:
        return None


def built_in_rules(game: Game) -> list[str]:
    """The rules of a game's built-in ways that are valid on their own: without tables and bands."""
    return [
        str(rule).split(maxsplit=1)[1]
        for each in built_in_ways()
        if each.game is game
        for rule in load_way(each.name).rules
        if isinstance(rule.action, Play) and '"' not in str(rule)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """`[hand, setting]`: what a setting loses against the best one, in merits over all deals."""

    merits: Ints
    best: int
    unit: int

    def choose(self, rules: Sequence[Candidate]) -> Ints:
        """The settings by a list of rules: the first that answers a hand applies; the last answers all."""
        choice = rules[-1].choice
        for rule in reversed(rules[:-1]):
            choice = np.where(rule.answers, rule.choice, choice)
        return choice

    def by_hand(self, choice: Ints) -> Ints:
        return np.asarray(self.merits[np.arange(len(choice)), choice])

    def of(self, rules: Sequence[Candidate]) -> int:
        """What a list of rules loses."""
        return int(self.by_hand(self.choose(rules)).sum())


Step = Callable[[int, Fraction], None]


class _Pool:
    """Candidates with what each loses on the hands it answers."""

    def __init__(self, losses: Losses, candidates: Iterable[Candidate]) -> None:
        self.losses = losses
        self.rules = tuple(candidates)
        self.hands = [np.flatnonzero(rule.answers) for rule in self.rules]
        self.lost = [
            losses.merits[hands, rule.choice[hands]]
            for hands, rule in zip(self.hands, self.rules, strict=True)
        ]

    def with_one_more(self, rules: list[Candidate]) -> list[Candidate] | None:
        """The rule and position with the largest gain, or None if none gains."""
        most, found = 0, None
        for place in range(len(rules) if self.rules else 0):
            gain, rule = self.best_at(rules, place)
            if gain > most:
                most, found = gain, [*rules[:place], rule, *rules[place:]]
        return found

    def best_at(self, rules: list[Candidate], place: int) -> tuple[int, Candidate]:
        """The rule with the largest gain before the one at this position, and the gain."""
        open_ = np.ones(len(self.losses.merits), dtype=np.bool_)
        for rule in rules[:place]:
            open_ &= ~rule.answers
        rest = np.where(open_, self.losses.by_hand(self.losses.choose(rules[place:])), 0)
        gains = [
            int(rest[hands].sum() - lost[open_[hands]].sum())
            for hands, lost in zip(self.hands, self.lost, strict=True)
        ]
        best = int(np.argmax(gains))
        return gains[best], self.rules[best]


def grow(
    losses: Losses,
    candidates: Iterable[Candidate],
    ends: Sequence[Candidate],
    within: Fraction,
    tell: Step | None = None,
) -> list[Candidate]:
    """A short list of rules within this loss of best play; raise BadInput if none is found."""
    pool = _Pool(losses, candidates)
    allowed = within * losses.unit
    found = [_grown(pool, end, allowed, tell) for end in ends]
    good = [rules for rules in found if losses.of(rules) <= allowed]
    if not good:
        raise BadInput(
            f"no way of {MOST_RULES} rules or fewer is within {float(100 * within):g} points of best play",
            allowed="choose a wider margin",
        )
    return min(good, key=lambda some: (len(some), losses.of(some)))


def _grown(pool: _Pool, end: Candidate, allowed: Fraction, tell: Step | None) -> list[Candidate]:
    losses, rules = pool.losses, [end]
    while losses.of(rules) > allowed and len(rules) < MOST_RULES:
        better = pool.with_one_more(rules)
        if better is None:
            break
        rules = _pruned(losses, better, allowed)
        if tell is not None:
            tell(len(rules), Fraction(losses.of(rules), losses.unit))
    return rules


def _pruned(losses: Losses, rules: list[Candidate], allowed: Fraction) -> list[Candidate]:
    """The list without rules that others made needless: it loses no more without them."""
    limit = max(losses.of(rules), int(allowed))
    for place in range(len(rules) - 2, -1, -1):
        shorter = [*rules[:place], *rules[place + 1 :]]
        if losses.of(shorter) <= limit and (
            losses.of(shorter) <= losses.of(rules) or losses.of(rules) <= allowed
        ):
            rules = shorter
    return rules


@dataclass(frozen=True, slots=True)
class Change:
    """Rules to put before all others of a way, and the way's loss before and after, rule by rule."""

    way: str
    rules: tuple[str, ...]
    costs: tuple[Fraction, ...]
    """Without any of them, then with the last one alone, the last two, and so on."""
    game: Game = Game.TILES

    def text(self) -> str:
        """A `.way` file that uses the way as its base."""
        rules = (f"0{letter} {rule}" for letter, rule in zip("abcdefghij", self.rules, strict=False))
        head = (
            f'way "{self.way}, improved"',
            f"game {self.game.value}",
            f'as "{self.way}", but',
            f'source "{self.way}"',
        )
        return "\n".join((*head, *rules)) + "\n"


def first_rules(
    losses: Losses, candidates: Iterable[Candidate], whole: Candidate, most: int
) -> list[list[Candidate]]:
    """A way as a single rule that answers all, then with the rule before it that gains most, and so on."""
    pool = _Pool(losses, candidates)
    found = [[whole]]
    for _ in range(most):
        gain, rule = pool.best_at(found[-1], 0)
        if gain <= 0:
            break
        found.append([rule, *found[-1]])
    return found
