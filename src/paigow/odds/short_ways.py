"""Short ways for tiles: as few rules as come near best play against a dealer's way.

Candidate rules are written in the house-way language, from patterns and from the built-in ways. A way grows
rule by rule, wherever in the list a rule gains most, and loses what later rules made needless. The search
proves nothing about the shortest way there is; what a way found gives up is counted over all hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.houseways.compiled import compile_way
from paigow.houseways.syntax import Play
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.counting.tile_deals import SETTINGS, Ints
from paigow.odds.counting.tile_ways import choices_of, replies_to

MOST_RULES: Final = 30
MERITS: Final = (19, 20)
FINALLY: Final = "finally the best low, then the best high"
LAST: Final = ("otherwise play the best low", "otherwise play the best high")

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A rule as text, the hands that it answers, and the setting that it gives them."""

    text: str
    answers: Bools
    choice: Ints


@dataclass(frozen=True, slots=True)
class ShortWay:
    """A way found, with what it and best play gain against the dealer's way."""

    rules: tuple[str, ...]
    value: Fraction
    best_value: Fraction

    @property
    def cost(self) -> Fraction:
        return self.best_value - self.value

    def text(self, title: str, source: str) -> str:
        """A `.way` file."""
        numbered = (f"{number:<3} {rule}" for number, rule in enumerate(self.rules, start=1))
        head = (f'way "{title}"', "game tiles", f'source "{source}"')
        return "\n".join((*head, *numbered, FINALLY)) + "\n"


def _patterns() -> Iterator[str]:
    """Rules that people could remember."""
    yield "when one setting is better in both hands play the only way"
    yield "when two pairs play the pair kept"
    yield "when one pair play the pair kept"
    yield "when a strong hand possible play a strong hand, then the best low"
    yield "when a strong hand possible play the best high"
    tiles = ("Teen/Day", "GJ", "4", "5", "6", "7", "8", "9", "10", "11", "10/11", "4/5/6", "7/8", "7/8/9")
    for tile in tiles:
        yield f"when a pair of {tile} play the pair kept"
        yield f"when a pair of {tile} play the pair split"
        for made in ("6/8", "7/7", "7/8", "7/9", "8/8", "8/9", "9/9"):
            yield f"when a pair of {tile} play the pair split, making {made} or better"
    lows = ("1", "2", "3", "3 with Chong", "4", "4 with H8", "5", "5 with H8", "6")
    for low, high in product(lows, ("6", "7", "8", "9", "a gong", "a wong")):
        yield f"when the best low is below {low} and the best high is {high} or better play the best high"
    for total in range(5, 18):
        for many, play in product(("", " or less", " or more"), ("the best high", "the best low")):
            yield f"when the total is {total}{many} play {play}"
            yield f"when a strong hand possible and the total is {total}{many} play {play}"
    yield from _shapes()
    yield from _trades()


def _trades() -> Iterator[str]:
    """Where a hand can make either of two results, which of them to make."""
    highs = (*map(str, range(4, 10)), "gong", "wong")
    for low, more in product(range(9), range(1, 6)):
        for place, less in product(range(1, len(highs)), range(1, 4)):
            if low + more < 10 and place - less >= max(low + more - 4, 0):
                one, other = f"{low}/{highs[place]}", f"{low + more}/{highs[place - less]}"
                both = f"when some setting making {one} and some setting making {other}"
                yield f"{both} play making {one}, then the best high"
                yield f"{both} play making {other}, then the best high"


def _shapes() -> Iterator[str]:
    for low, high in product(range(2, 9), range(3, 10)):
        if low <= high:
            yield f"when some setting making {low}/{high} play making {low}/{high}, then the best high"
    for first, second in product(("7", "8", "9", "L8", "H8"), ("high", "low")):
        yield f"when holding Teen/Day+{first} play Teen/Day beside {first}, with the best {second}".replace(
            ", with the best", ", then the best"
        )
    for kind in ("a high-nine", "a gong", "a wong"):
        yield f"when some setting with {kind} high play {kind} high, then the best low"
        for low in (1, 2, 3, 4):
            wanted = f"{kind} high, with low {low} or better"
            yield f"when some setting with {wanted} play {wanted}, then the best low"


@cache
def candidates() -> tuple[Candidate, ...]:
    """Every rule of the patterns and of the built-in ways that the language takes by itself."""
    texts = list(_patterns())
    for each in built_in_ways():
        if each.game is Game.TILES:
            way = load_way(each.name)
            texts += [
                str(rule).split(maxsplit=1)[1]
                for rule in way.rules
                if isinstance(rule.action, Play) and '"' not in str(rule)
            ]
    found = (_candidate(text) for text in dict.fromkeys(texts) if text not in LAST)
    return tuple(each for each in found if each is not None and each.answers.any())


def _candidate(text: str) -> Candidate | None:
    try:
        way = HouseWay.parse(_text((text, LAST[0])))
    except BadInput:
        return None
    compiled = compile_way(way)
    return Candidate(text, np.asarray(compiled.rule == 0), np.asarray(compiled.choice, dtype=np.int64))


def _text(rules: tuple[str, ...]) -> str:
    return ShortWay(rules, Fraction(), Fraction()).text("Candidate", "a search")


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """`[hand, setting]`: what a setting gives up against the best one, in merits over all deals."""

    merits: Ints
    best: int
    unit: int

    def of(self, rules: list[Candidate]) -> int:
        """What a list of rules gives up, the first that answers a hand speaking; the last answers all."""
        choice = rules[-1].choice
        for rule in reversed(rules[:-1]):
            choice = np.where(rule.answers, rule.choice, choice)
        return int(self.merits[np.arange(len(choice)), choice].sum())


def losses_against(dealer: HouseWay, role: Role) -> Losses:
    """Against a way for tiles, with five percent vigorish."""
    hands, replies = replies_to(dealer, role)
    lose, _, win = np.moveaxis(replies.outcomes, -1, 0)
    merit = MERITS[0] * win - MERITS[1] * lose
    merit = np.where(np.arange(SETTINGS) < hands.counts[:, None], merit, merit.min())
    best = merit.max(axis=1)
    lost = (best[:, None] - merit) * hands.weights[:, None]
    deals = int(hands.weights.sum()) * int(replies.counts[0, 0].sum())
    return Losses(lost, int(best @ hands.weights), MERITS[1] * deals)


Step = Callable[[int, Fraction], None]


def search(dealer: HouseWay, role: Role, within: Fraction, tell: Step | None = None) -> ShortWay:
    """A short way within so much of best play; raise BadInput if none is found."""
    losses = losses_against(dealer, role)
    allowed = within * losses.unit
    ends = [_candidate_of_all(text) for text in LAST]
    found = [_grown(losses, end, allowed, tell) for end in ends]
    good = [rules for rules in found if losses.of(rules) <= allowed]
    if not good:
        raise BadInput(
            f"no way of {MOST_RULES} rules or fewer is within {float(100 * within):g} points of best play",
            allowed="a wider margin",
        )
    rules = min(good, key=lambda some: (len(some), losses.of(some)))
    best = Fraction(losses.best, losses.unit)
    texts = tuple(rule.text for rule in rules)
    return ShortWay(texts, best - Fraction(losses.of(rules), losses.unit), best)


def _candidate_of_all(text: str) -> Candidate:
    compiled = compile_way(HouseWay.parse(_text((text,))))
    choice = np.asarray(compiled.choice, dtype=np.int64)
    return Candidate(text, np.ones(len(choice), dtype=np.bool_), choice)


def _grown(losses: Losses, end: Candidate, allowed: Fraction, tell: Step | None) -> list[Candidate]:
    rules = [end]
    while losses.of(rules) > allowed and len(rules) < MOST_RULES:
        better = _with_one_more(losses, rules)
        if better is None:
            break
        rules = _pruned(losses, better, allowed)
        if tell is not None:
            tell(len(rules), Fraction(losses.of(rules), losses.unit))
    return rules


def _with_one_more(losses: Losses, rules: list[Candidate]) -> list[Candidate] | None:
    """The rule and the place that gain most."""
    least, found = losses.of(rules), None
    rows, now = np.arange(len(rules[0].choice)), least
    for place in range(len(rules)):
        open_ = (
            ~np.any([rule.answers for rule in rules[:place]], axis=0) if place else np.ones(len(rows), bool)
        )
        below = rules[-1].choice
        for rule in reversed(rules[place:-1]):
            below = np.where(rule.answers, rule.choice, below)
        rest = losses.merits[rows, below]
        for rule in candidates():
            asked = open_ & rule.answers
            gain = int((rest - losses.merits[rows, rule.choice])[asked].sum())
            if gain > 0 and now - gain < least:
                least, found = now - gain, [*rules[:place], rule, *rules[place:]]
    return found


def _pruned(losses: Losses, rules: list[Candidate], allowed: Fraction) -> list[Candidate]:
    """Without the rules that others have made needless: the list gives up no more without them."""
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
    """Rules to put before all others of a way, and what the way gives up before and after, rule by rule."""

    way: str
    rules: tuple[str, ...]
    costs: tuple[Fraction, ...]
    """Without any of them, then with the last one alone, the last two, and so on."""

    def text(self) -> str:
        """A `.way` file that leans on the way."""
        rules = (f"0{letter} {rule}" for letter, rule in zip("abcdefghij", self.rules, strict=False))
        head = (f'way "{self.way}, improved"', "game tiles", f'as "{self.way}", but', f'source "{self.way}"')
        return "\n".join((*head, *rules)) + "\n"


def improve(name: str, way: HouseWay, dealer: HouseWay, role: Role, most: int) -> Change:
    """The few rules that, put before a way's own, take most of what it gives up against a dealer's way."""
    losses = losses_against(dealer, role)
    whole = Candidate(name, np.ones(len(losses.merits), dtype=np.bool_), choices_of(way))
    rules = [whole]
    costs = [Fraction(losses.of(rules), losses.unit)]
    for _ in range(most):
        found = min(candidates(), key=lambda rule: losses.of([rule, *rules]))
        if losses.of([found, *rules]) >= losses.of(rules):
            break
        rules = [found, *rules]
        costs.append(Fraction(losses.of(rules), losses.unit))
    return Change(name, tuple(rule.text for rule in rules[:-1]), tuple(costs))
