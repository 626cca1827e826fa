"""Short ways: as few rules as possible that come near best play against a dealer's way, in either game.

Candidate rules are written in the house-way language: from patterns, from the built-in ways, and as two
conditions with a choice (`candidate_rules`). A way grows rule by rule, wherever in the list a rule gains
most. After each addition every rule is exchanged for a better one, or dropped if others made it needless.
The search doesn't prove that its result is the shortest. `short_tiles` and `short_cards` have the rules
tried and the hands they are tried on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.houseways.syntax import Play
from paigow.material.game import Game
from paigow.odds.candidate_rules import Candidate, Floats, Ints, PairPool, RulePairs, pairs_of

MOST_RULES: Final = 30
MERITS: Final = (19, 20)
"""A win and a loss in twentieths of the wager: five percent vigorish."""
FINALLY: Final = "finally the best low, then the best high"
LAST: Final = ("otherwise play the best low", "otherwise play the best high")


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


class _Answers(Protocol):
    """The setting a way chooses for every hand, and the rule that chose it."""

    @property
    def choice(self) -> npt.NDArray[np.uint8]: ...
    @property
    def rule(self) -> npt.NDArray[np.uint8]: ...


@dataclass(frozen=True, slots=True, eq=False)
class TriedHands:
    """The hands that rules are tried on, by how a way sets them."""

    game: Game
    answer: Callable[[HouseWay], _Answers]

    def candidate(self, text: str) -> Candidate | None:
        """A rule of the language on these hands, or None if it isn't valid on its own."""
        way = parse_rules(self.game, (text, LAST[0]))
        if way is None:
            return None
        found = self.answer(way)
        return Candidate(text, np.asarray(found.rule == 0), found.choice.astype(np.int64))

    def candidates(self, patterns: Iterable[str]) -> tuple[Candidate, ...]:
        """The patterns and the rules of the built-in ways; of those that set all hands alike, the first."""
        texts = dict.fromkeys([*patterns, *built_in_rules(self.game)])
        found = (self.candidate(text) for text in texts if text not in LAST)
        alike: dict[tuple[bytes, bytes], Candidate] = {}
        for each in found:
            if each is not None and each.answers.any():
                alike.setdefault((each.answers.tobytes(), each.choice[each.answers].tobytes()), each)
        return tuple(alike.values())

    def pairs(self, conditions: Iterable[str], choices: Iterable[str]) -> RulePairs:
        """Conditions by two, with choices; those that the language doesn't take are left out."""
        held = ((text, self.candidate(f"when {text} {LAST[0].partition(' ')[2]}")) for text in conditions)
        played = {text: self.candidate(f"always {text}") for text in choices}
        alike: dict[tuple[bytes, bytes], Candidate] = {}
        for text, found in played.items():
            if found is not None and found.answers.any():
                key = found.answers.tobytes(), found.choice[found.answers].tobytes()
                alike.setdefault(key, Candidate(text, found.answers, found.choice))
        return pairs_of(
            [(text, found.answers) for text, found in held if found is not None], [*alike.values()]
        )

    def ends(self) -> list[Candidate]:
        """What a list can end with."""
        parsed = [(text, parse_rules(self.game, (text,))) for text in LAST]
        return [self.whole(text, way) for text, way in parsed if way is not None]

    def whole(self, text: str, way: HouseWay) -> Candidate:
        """A way as a single rule that answers every hand."""
        choice = self.answer(way).choice.astype(np.int64)
        return Candidate(text, np.ones(len(choice), dtype=np.bool_), choice)


Step = Callable[[int, Fraction], None]


class _Pool:
    """Candidates with what each loses on the hands it answers, as matrices `[rule, hand]`."""

    def __init__(
        self, losses: Losses, candidates: Iterable[Candidate], pairs: RulePairs | None = None
    ) -> None:
        self.losses = losses
        self.rules = tuple(candidates)
        shape = len(self.rules), len(losses.merits)
        self.answers = np.array([rule.answers for rule in self.rules], dtype=np.float64).reshape(shape)
        # Whole numbers below 2**53, so that sums of floats are exact and a matrix times a vector is fast.
        self.lost = np.array(
            [np.where(rule.answers, losses.by_hand(rule.choice), 0) for rule in self.rules], dtype=np.float64
        ).reshape(shape)
        self.pairs = None if pairs is None else PairPool(pairs, losses.by_hand)

    def with_one_more(self, rules: list[Candidate]) -> list[Candidate] | None:
        """The rule and position with the largest gain, or None if none gains."""
        gain, place, rule = self.best_of(rules, len(rules))
        return None if rule is None or gain <= 0 else [*rules[:place], rule, *rules[place:]]

    def best_of(
        self, rules: list[Candidate], places: int, every: bool = False
    ) -> tuple[int, int, Candidate | None]:
        """The largest gain of any rule at one of the first positions, the position, and the rule."""
        open_, rest = self._left_open(rules, places)
        found: tuple[int, int, Candidate | None] = 0, 0, None
        if self.rules:
            gains = (self.answers @ (open_ * rest) - self.lost @ open_).T
            at, best = divmod(int(np.argmax(gains)), len(self.rules))
            found = round(float(gains[at, best])), at, self.rules[best]
        if self.pairs is not None:
            found = max(found, self.pairs.best_of(open_, rest, every), key=lambda one: one[0])
        return found

    def _left_open(self, rules: list[Candidate], places: int) -> tuple[Floats, Floats]:
        """`[hand, position]`: whether no rule before it answers a hand, and what those from it on lose."""
        hands = len(self.losses.merits)
        open_, rest = np.ones((hands, places)), np.empty((hands, places))
        after = self.losses.by_hand(rules[-1].choice)
        for place in range(len(rules) - 1, -1, -1):
            after = np.where(rules[place].answers, self.losses.by_hand(rules[place].choice), after)
            if place < places:
                rest[:, place] = after
        for place in range(1, places):
            open_[:, place] = open_[:, place - 1] * ~rules[place - 1].answers
        return open_, rest

    def exchanged(self, rules: list[Candidate], ends: Sequence[Candidate]) -> list[Candidate]:
        """The list with each rule exchanged or dropped if it then loses less, or no more with fewer rules."""
        rules = min(([*rules[:-1], end] for end in ends), key=self.losses.of)
        for rule in rules[:-1]:
            lost, place = self.losses.of(rules), next(n for n, each in enumerate(rules) if each is rule)
            fewer = [*rules[:place], *rules[place + 1 :]]
            other = fewer if self.losses.of(fewer) <= lost else self.with_one_more(fewer)
            if other is not None and (len(other) < len(rules) or self.losses.of(other) < lost):
                rules = other
        return rules


def grow(
    losses: Losses,
    candidates: Iterable[Candidate],
    ends: Sequence[Candidate],
    within: Fraction,
    tell: Step | None = None,
    pairs: RulePairs | None = None,
) -> list[Candidate]:
    """A short list of rules within this loss of best play; raise BadInput if none is found."""
    pool, allowed = _Pool(losses, candidates, pairs), within * losses.unit
    for end in sorted(ends, key=lambda end: losses.of([end])):
        rules = _grown(pool, [end], ends, allowed, tell)
        if losses.of(rules) <= allowed:
            return _pruned(losses, rules, allowed)
    raise BadInput(
        f"no way of {MOST_RULES} rules or fewer is within {float(100 * within):g} points of best play",
        allowed="choose a wider margin",
    )


def _grown(
    pool: _Pool, rules: list[Candidate], ends: Sequence[Candidate], allowed: Fraction, tell: Step | None
) -> list[Candidate]:
    losses = pool.losses
    while losses.of(rules) > allowed and len(rules) < MOST_RULES:
        better = pool.with_one_more(rules)
        if better is None:
            break
        rules = pool.exchanged(better, ends)
        if tell is not None:
            tell(len(rules), Fraction(losses.of(rules), losses.unit))
    return rules


def _pruned(losses: Losses, rules: list[Candidate], allowed: Fraction) -> list[Candidate]:
    """The list without rules that the margin can do without."""
    for place in range(len(rules) - 2, -1, -1):
        shorter = [*rules[:place], *rules[place + 1 :]]
        if losses.of(shorter) <= allowed:
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
    losses: Losses,
    candidates: Iterable[Candidate],
    whole: Candidate,
    most: int,
    pairs: RulePairs | None = None,
) -> list[list[Candidate]]:
    """A way as a single rule that answers all, then with the rule before it that gains most, and so on."""
    pool = _Pool(losses, candidates, pairs)
    found = [[whole]]
    for _ in range(most):
        gain, _, rule = pool.best_of(found[-1], 1, every=True)
        if rule is None or gain <= 0:
            break
        found.append([rule, *found[-1]])
    return found
