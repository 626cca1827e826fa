"""Short ways for tiles: the rules tried, and what they lose, counted over all deals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Final

import numpy as np

from paigow.houseways import HouseWay
from paigow.houseways.compiled import compile_way
from paigow.material.game import Game
from paigow.odds.candidate_rules import Candidate, RulePairs
from paigow.odds.counting import Role
from paigow.odds.counting.tile_deals import SETTINGS
from paigow.odds.counting.tile_ways import replies_to
from paigow.odds.short_ways import (
    MERITS,
    Change,
    Losses,
    ShortWay,
    Step,
    TriedHands,
    first_rules,
    grow,
)

_LOWS: Final = (
    "1",
    "2",
    "3",
    "3 with H6",
    "4",
    "4 with H8",
    "5",
    "5 with H8",
    "6",
    "6 with H8",
    "7",
    "8",
    "9",
)
_HIGHS: Final = (
    "4",
    "5",
    "6",
    "6 with H8",
    "7",
    "7 with H8",
    "8",
    "8 with Teen",
    "9",
    "9 with Teen",
    "a gong",
    "a wong",
    "a pair",
)
_HELD: Final = ("Teen/Day", "H8", "H8/H10", "H10", "H4/H6/H8", "H6", "9", "GJ")
"""Tiles that decide close cases: those that rank highest of their points."""


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
    shapes, trades = [*_shapes()], [*_trades()]
    yield from (*shapes, *trades, *_bands())
    for held, text in product(_HELD, (*shapes, *trades)):
        if text.startswith("when some setting making"):
            yield text.replace("when", f"when holding {held} and", 1)


def _bands() -> Iterator[str]:
    """Both hands at least so good."""
    for low, high in product(_LOWS, _HIGHS):
        wanted = f"low {low} or better, with high {high} or better"
        yield f"always play {wanted}, then the best low"
        for condition in (
            "always",
            "when no pair",
            "when one pair",
            *(f"when holding {one}" for one in _HELD),
        ):
            yield f"{condition} play {wanted}, then the best high"
    for low, high, tiles in product(_LOWS[:9], _HIGHS[2:], _HELD):
        short = f"when holding {tiles} and the best low is"
        yield f"{short} below {low} and the best high is {high} or better play the best high"
        yield f"{short} {low} or better and the best high is below {high} play the best low"


def _trades() -> Iterator[str]:
    """If a hand can make either of two results, which one to make."""
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


_KINDS: Final = (
    *("Teen", "Day", "H8", "H4", "H10", "H6", "L4", "11", "L10", "H7", "L6", "9", "L8", "L7", "5", "GJ"),
)
_SETS: Final = (
    *("Teen/Day", "H8/H10", "H4/H6/H8", "H6/H8", "10", "8", "7", "6", "4", "7/8/9", "7/8", "10/11"),
    *("8/9", "4/5/6", "Teen/Day/H8", "5/GJ", "7/L8/9"),
)
_NEXT_TO: Final = ("Teen/Day", "10/11", "7/8/9", "4/6/8", "7/8", "4/6", "H8/H10", "7/9", "8/9")


def _conditions() -> Iterator[str]:
    """What is put together by two."""
    yield from _of_tiles()
    yield from _of_points()


def _of_tiles() -> Iterator[str]:
    yield from ("no pair", "one pair", "a strong hand possible", "not a strong hand possible")
    for tiles in (*_KINDS, *_SETS):
        yield from (f"holding {tiles}", f"not holding {tiles}", f"a pair of {tiles}")
    for one, other in (*combinations(_KINDS, 2), *product(_NEXT_TO, (*_KINDS, *_SETS))):
        yield f"holding {one}+{other}"


def _of_points() -> Iterator[str]:
    for total, many in product(range(4, 20), ("", " or less", " or more")):
        yield f"the total is {total}{many}"
    for low in (*_LOWS, "3 with H4", "5 with H10", "7 with H8", "8 with Teen", "9 with Teen"):
        yield from (f"the best low is {low} or better", f"the best low is below {low}")
    for high in (*_HIGHS, "6 with H6", "8 with H8", "9 with H8"):
        yield from (f"the best high is {high} or better", f"the best high is below {high}")
    for points in range(9):
        yield f"the best low is {points}"
        for high in (*map(str, range(max(points, 3), 10)), "gong", "wong"):
            yield f"some setting making {points}/{high}"
    for high in ("6", "7", "8", "9", "a gong", "a wong"):
        yield f"the best high is {high}"
    for points, more in product(range(1, 8), range(5, 10)):
        if points < more:
            yield f"some setting with low {points} or better, with high {more} or better"
    yield "one setting is better in both hands"


def _choices() -> Iterator[str]:
    """What a pair of conditions can ask for."""
    yield from ("play the best low", "play the best high", "play the worst low, then the best high")
    yield "play the most points, then the pair kept, or else the most points"
    yield from ("play the most points, then the best high", "play the most points, then the best low")
    yield from ("play the pair kept", "play the pair split, then the best low")
    yield from ("play a strong hand, then the best low", "play a strong hand, then the best high")
    yield (
        "play a strong hand, then preferably a high-nine high, then preferably a gong high,"
        " then preferably Teen high, then the best low, then low 3 with H6 or better, or else the best high"
    )
    for low in _LOWS[:-1]:
        yield f"play low {low} or better, then the best high"
    for high in ("5", "6", "7", "7 with H8", "8", "8 with Teen", "9", "9 with Teen", "a gong"):
        yield f"play high {high} or better, then the best low"
    yield "play the two best tiles apart, then the best high"
    yield "play the best tile beside the worst, then the best high"
    yield "play Teen/Day high, then the best low"


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


ALL_HANDS: Final = TriedHands(Game.TILES, compile_way)


@cache
def candidates() -> tuple[Candidate, ...]:
    """Every rule that is tried."""
    return ALL_HANDS.candidates(_patterns())


@cache
def pairs() -> RulePairs:
    """Every two conditions with every choice."""
    return ALL_HANDS.pairs(_conditions(), _choices())


def search(dealer: HouseWay, role: Role, within: Fraction, tell: Step | None = None) -> ShortWay:
    """A short way within this loss of best play; raise BadInput if none is found."""
    losses = losses_against(dealer, role)
    rules = grow(losses, candidates(), ALL_HANDS.ends(), within, tell, pairs())
    best = Fraction(losses.best, losses.unit)
    texts = tuple(rule.text for rule in rules)
    return ShortWay(texts, best - Fraction(losses.of(rules), losses.unit), best)


def improve(name: str, way: HouseWay, dealer: HouseWay, role: Role, most: int) -> Change:
    """The few rules that, put before a way's own, recover most of its loss against a dealer's way."""
    losses = losses_against(dealer, role)
    steps = first_rules(losses, candidates(), ALL_HANDS.whole(name, way), most, pairs())
    costs = tuple(Fraction(losses.of(rules), losses.unit) for rules in steps)
    return Change(name, tuple(rule.text for rule in steps[-1][:-1]), costs)
