"""Short ways for cards: the rules tried, on a sample of hands. The cost of the result is counted exactly.

Each setting of a hand is counted against all replies, and a search tries thousands of lists of rules, so it
uses a sample of hands. Then the way it finds sets every hand and is counted over all deals: if it loses more
than allowed, the search restarts with a lower allowance.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.houseways.arrays import Answers, answer
from paigow.houseways.blocks import CardBlock
from paigow.houseways.library import way_of
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.counting.card_shards import count_settings
from paigow.odds.counting.decks import replies_to_one
from paigow.odds.short_ways import (
    MERITS,
    Change,
    Losses,
    ShortWay,
    Step,
    TriedHands,
    first_rules,
    grow,
    parse_rules,
)

SAMPLE: Final = 30_000
SEED: Final = 1
MOST_TRIES: Final = 4
_HIGHS: Final = (
    "a pair",
    "a pair of 10s",
    "a pair of queens",
    "a pair of kings",
    "a pair of aces",
    "a two pair",
    "a three of a kind",
    "a straight",
    "a full house",
    "a four of a kind",
)
_LOWS: Final = (
    *("J-high", "Q-high", "K-high", "K-J", "K-Q", "A-high", "A-10", "A-J", "A-K"),
    *("a pair", "a pair of 4s", "a pair of 7s", "a pair of 10s", "a pair of queens", "a pair of aces"),
)
_PAIRS_HIGH: Final = ("Q-high", "K-high", "A-high", "A-J", "A-Q", "A-K")
"""Low hands with which two pairs can stay together."""


def _patterns() -> Iterator[str]:
    """Rules that people could remember."""
    for high, low in product(_HIGHS, _LOWS):
        wanted = f"high {high} or better, with low {low} or better"
        yield f"always play {wanted}, then the best low"
        yield f"always play {wanted}, then the best high"
    yield from _of_shapes()
    yield from _of_two_pairs()
    yield from _of_nothing()


def _of_nothing() -> Iterator[str]:
    """Where a better second card in the high hand is worth more than in the low hand."""
    lower = "without the second and third cards low, then the best low"
    thirds = ("Q", "J", "10", "9", "8", "J/10", "10/9", "10/9/8", "9/8", "9/8/7", "8/7/6")
    for card, name in (("K", "king"), ("Q", "queen"), ("J", "jack")):
        for play in (f"play a {name} low, {lower}", f"play a {name} low, then the best high"):
            yield f"when no pair and A+{card} outside {play}"
            for third in thirds:
                if card not in third.split("/"):
                    yield f"when no pair and A+{card}+{third} outside {play}"
    for low in ("9-high", "10-high", "J-high", "Q-high", "K-high"):
        yield f"when no pair and the best low is below {low} play the best high"
        yield f"when no pair and the best low is below {low} play any setting, {lower}"


def _of_shapes() -> Iterator[str]:
    yield "when a made hand possible play a made hand high"
    yield "when one pair play a made hand high, with the pair low"
    yield "when one pair play the pair high"
    yield "when no pair play the second and third cards low"
    for shape in ("one pair", "two pairs", "three pairs", "three of a kind", "any full house", "no pair"):
        yield f"when {shape} and a made hand possible play a made hand high"
        for low in _LOWS[:9]:
            yield f"when {shape} play a made hand high, with low {low} or better"
    for rank in ("10 to K", "J to K", "A", "10 or higher"):
        for low in ("K-high", "A-high", "A-J", "A-Q"):
            yield f"when one pair and the pair is {rank} play the pair high, with low {low} or better"
    for rank in ("A", "K or higher", "Q or higher", "9 or lower"):
        yield f"when three of a kind and the three is {rank} play one of the three low"
    yield "when three of a kind play a made hand high, with two of the three low"
    yield "when three of a kind play the three high"
    yield "when three pairs play the higher pair low"
    yield "when any full house play the pair low"
    yield "when any full house play the pair low, or else two of the three low"
    yield "when any four of a kind play the pair low, or else two of the four low"
    for rank, low in product(("6 or lower", "8 or lower", "10 or lower", "K or lower"), _PAIRS_HIGH):
        yield f"when four of a kind and the four is {rank} play the four high, with low {low} or better"


def _of_two_pairs() -> Iterator[str]:
    yield "when two pairs play the lower pair low"
    ranks = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    small = (
        *(f"the higher pair is {rank} or lower" for rank in ranks),
        *(f"both pairs are {rank} or lower" for rank in ranks),
        *(f"the lower pair is {rank} or lower" for rank in ranks[:6]),
        *(f"the pairs add up to {total} or less" for total in range(7, 23)),
    )
    for low in _PAIRS_HIGH:
        kept = f"both pairs high, with low {low} or better"
        yield f"when two pairs play {kept}"
        for condition in small:
            yield f"when two pairs and {condition} play {kept}"


def _conditions() -> Iterator[str]:
    """What is put together by two: groups, their ranks, cards outside them, and what the settings make."""
    shapes = (
        "no pair",
        "one pair",
        "two pairs",
        "three pairs",
        "three of a kind",
        "three of a kind with a pair",
    )
    yield from (
        *shapes,
        "any full house",
        "four of a kind",
        "any four of a kind",
        "the joker",
        "not the joker",
    )
    for kind in ("a made hand", "a straight", "a flush", "a straight flush"):
        yield from (f"{kind} possible", f"not {kind} possible")
    ranks = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    groups = ("the pair", "the higher pair", "the lower pair", "the three", "the four")
    for group in groups:
        for rank in ranks:
            yield from (f"{group} is {rank} or lower", f"{group} is {rank} or higher")
        yield from (f"{group} is A", f"{group} is 2")
    for total in range(6, 24):
        yield from (f"the pairs add up to {total} or less", f"the pairs add up to {total} or more")
    for outside in ("A", "K", "Q", "J", "A+K", "A+Q", "A+J", "K+Q", "A+K+Q", "A/K", "A+J/Q/K", "A/K+Q/J"):
        yield from (f"{outside} outside", f"not {outside} outside")
    for place in ("highest", "second", "third", "fourth"):
        for rank in ranks[3:]:
            yield from (f"the {place} card is {rank} or lower", f"the {place} card is {rank} or higher")
    for low in (*_LOWS, "10-high", "A-Q", "K-10", "Q-J"):
        yield from (f"the best low is {low} or better", f"the best low is below {low}")
    for high in _HIGHS:
        yield from (f"the best high is {high} or better", f"the best high is below {high}")


def _choices() -> Iterator[str]:
    """What a pair of conditions can ask for."""
    yield from ("play the best low", "play the best high", "play the pair high", "play the pair low")
    yield from ("play a made hand high", "play a straight high", "play a flush high")
    yield from ("play a made hand or better high, then the best low", "play both pairs high")
    yield from ("play the lower pair low", "play the higher pair low", "play the second and third cards low")
    yield from ("play the three high", "play one of the three low", "play two of the three low")
    for low in ("a pair", "A-high", "K-high", "Q-high", "A-J", "A-10"):
        yield f"play low {low} or better, then the best high"
    for high in ("a pair", "a pair of queens", "a pair of aces", "a two pair", "a three of a kind"):
        yield f"play high {high} or better, then the best low"
    for pair in ("a pair of 7s", "a pair of 10s", "a pair of kings"):
        yield f"play high {pair} or better, then the best low"


def tried_cards(block: CardBlock) -> TriedHands:
    """Hands of a block; a way that leaves the joker out of groups sees other groups there."""

    def answered(way: HouseWay) -> Answers:
        if way.joker_in_groups:
            return answer(way, block)
        return answer(way, CardBlock(block.cards, block.wheel, joker_in_groups=False))

    return TriedHands(Game.CARDS, answered)


def sampled(
    dealer: HouseWay, role: Role, counting: CardCounting, hands: int = SAMPLE, seed: int = SEED
) -> tuple[TriedHands, Losses]:
    """This many random hands, each counted against all replies; one that comes up twice weighs twice."""
    theirs = counting.dealer(dealer, role)
    chances = theirs.hands.weights / theirs.hands.weights.sum(dtype=np.int64)
    drawn = np.random.default_rng(seed).choice(len(theirs), size=hands, p=chances)
    rows, times = np.unique(drawn, return_counts=True)
    win, lose, fouled = count_settings(theirs, rows.astype(np.int32), role)
    merit = MERITS[0] * win - MERITS[1] * lose
    merit[fouled] = np.iinfo(np.int32).min
    best = merit.max(axis=1)
    losses = Losses(
        (best[:, None] - merit) * times[:, None],
        int(best @ times),
        MERITS[1] * hands * replies_to_one(theirs.deck),
    )
    block = CardBlock(np.ascontiguousarray(theirs.hands.cards[rows]), counting.wheel, joker_in_groups=True)
    return tried_cards(block), losses


def search(
    dealer: HouseWay,
    role: Role,
    within: Fraction,
    counting: CardCounting,
    tell: Step | None = None,
    best: Fraction | None = None,
) -> ShortWay:
    """A short way within this loss of best play over all deals; raise BadInput if none is found.

    `best` is the value of best play, if it is already counted.
    """
    sample, losses = sampled(dealer, role, counting)
    candidates, ends = sample.candidates(_patterns()), sample.ends()
    pairs = sample.pairs(_conditions(), _choices())
    if best is None:
        best = counting.tally(None, dealer, role).value
    allowed = within
    for _ in range(MOST_TRIES):
        rules = grow(losses, candidates, ends, allowed, tell, pairs)
        texts = tuple(rule.text for rule in rules)
        way = parse_rules(Game.CARDS, texts)
        assert way is not None
        found = ShortWay(texts, counting.tally(way, dealer, role).value, best, Game.CARDS)
        if found.cost <= within:
            return found
        # Below what this list loses on the sample, or the search would stop at it again.
        allowed = Fraction(losses.of(rules), losses.unit) - (found.cost - within)
        if allowed <= 0:
            break
    raise BadInput(
        f"no way within {float(100 * within):g} points of best play after {MOST_TRIES} tries",
        allowed="choose a wider margin",
    )


def improve(
    name: str,
    way: HouseWay,
    dealer: HouseWay,
    role: Role,
    most: int,
    counting: CardCounting,
    best: Fraction | None = None,
) -> Change:
    """The few rules that, put before a way's own, recover most of its loss; costs are over all deals."""
    sample, losses = sampled(dealer, role, counting)
    steps = first_rules(losses, sample.candidates(_patterns()), sample.whole(name, way), most)
    if best is None:
        best = counting.tally(None, dealer, role).value
    lists = [tuple(rule.text for rule in rules[:-1]) for rules in steps]
    played = [changed_way(name, texts) if texts else way for texts in lists]
    costs = tuple(best - counting.tally(each, dealer, role).value for each in played)
    return Change(name, lists[-1], costs, Game.CARDS)


def changed_way(name: str, rules: tuple[str, ...]) -> HouseWay:
    """A built-in way with rules before its own."""
    file = f"{name}-improved.way"
    return way_of(file, {file: Change(name, rules, (), Game.CARDS).text()})
