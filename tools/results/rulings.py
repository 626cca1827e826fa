"""The effect of rulings that change money: the edge as ruled, and the alternative."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

from paigow.material.dice import Dice
from paigow.odds.counting import Role
from paigow.odds.readings import price, readings
from paigow.odds.reports.wager_odds import percent
from paigow.odds.wagers.lines import envy_per_other, line_counts, line_odds
from paigow.odds.wagers.main import MainTerms, main_odds
from paigow.odds.wagers.progressive import progressive_odds
from paigow.ranks.lines import Line
from paigow.wagers.dragons_eye import DOUBLE, MATCH
from paigow.wagers.money import RATE, Vigorish, dollars
from paigow.wagers.pair_fortunes import PairLine
from paigow.wagers.paytables import ForOne, ToOne
from paigow.wagers.registry import wager_of
from paigow.wagers.wager import LineWager, RollWager
from tools.results.page import WayResults

THREES_BY_POKER_RANK: Final = 7_470_676
"""Seven cards of 53 whose best five are three of a kind (Alspach, Simon Fraser University)."""
HANDS: Final = 154_143_080
TILE_HANDS: Final = 35_960
Price = tuple[str, str, str]


def ruling_prices(tiles: Sequence[WayResults], cards: Sequence[WayResults]) -> Iterator[Price]:
    """The rulings by game and number; R2, R14 and R20 have their own rows."""
    for way in tiles:
        if way.name == "traditional":
            yield from _banks(way)
    for each in (each for each in readings() if each.way == "regulation"):
        here, other = price(each).best
        text = (
            "tiles, best play against `regulation`: of what a rule allows the highest high hand (R4), or low"
        )
        yield text, percent(-here), percent(-other)
    yield from _dice()
    yield from _pairs()
    for way in cards:
        if way.name == "foxwoods":
            yield from _roundings(way)
            yield from _house_ways(way)
    yield from _lines()


def _banks(way: WayResults) -> Iterator[Price]:
    assert way.two is not None
    yield (
        f"tiles, bank against two by `{way.name}`: vigorish on what is over (R11), or on each wager won",
        percent(-way.two.value),
        percent(way.edge(Role.BANK)),
    )


def _roundings(way: WayResults) -> Iterator[Price]:
    for bet, method, ruling in (
        (7, Vigorish.NEXT_QUARTER, "or up to the next 25 cents (R11)"),
        (2, Vigorish.LEAST_QUARTER, "or at least 25 cents (R81)"),
    ):
        exact, rounded = (
            main_odds(way.same, Role.PLAYER, MainTerms(each, dollars(bet))).edge
            for each in (Vigorish.TO_THE_CENT, method)
        )
        text = f"cards, `{way.name}` as player at ${bet}: vigorish to the cent, {ruling}"
        yield text, percent(exact), percent(rounded)


def _house_ways(way: WayResults) -> Iterator[Price]:
    best = way.best_edge(Role.BANK)
    if best is not None:
        yield (
            f"cards, bank against `{way.name}`: sets as it likes (R33), at its best, or by the house way",
            percent(best),
            percent(way.edge(Role.BANK)),
        )
    # A push leaves the coupon where it is, so it is won or lost in the end; a lost one costs nothing.
    won = Fraction(way.same.win, way.same.win + way.same.lose)
    yield (
        f"cards, a player by `{way.name}`, a coupon per unit of its face: vigorish on it too (R57), or not",
        percent(-won * (1 - RATE)),
        percent(-won),
    )


def _rolled(wager: RollWager, times: Callable[[Dice], int]) -> str:
    """The edge over all 216 rolls."""
    rolls = [Dice(*values) for values in product(range(1, 7), repeat=3)]
    gains = (times(dice) * wager.pay.odds if times(dice) else -1 for dice in rolls)
    return percent(-Fraction(sum(gains), len(rolls)))


def _dice() -> Iterator[Price]:
    """Of position 1, as the odds of all others are the same."""
    yield (
        "double: wins on a triple too (R15), or does not",
        _rolled(DOUBLE, lambda dice: DOUBLE.times(dice, 1)),
        _rolled(DOUBLE, lambda dice: 0 if dice.is_triple else DOUBLE.times(dice, 1)),
    )
    yield (
        "match: paid for each die (R15), or once",
        _rolled(MATCH, lambda dice: MATCH.times(dice, 1)),
        _rolled(MATCH, lambda dice: min(MATCH.times(dice, 1), 1)),
    )


def _pairs() -> Iterator[Price]:
    """Gee Joon beside each of the 14 pairs that are neither it nor heaven."""
    wager = _line_wager("pair-fortunes")
    paid = {row.line: row.pay.odds for row in wager.tables["1"].lines if isinstance(row.pay, ToOne)}
    ruled = line_odds(wager, "1").edge
    less = paid[PairLine.TWO_PAIR] - paid[PairLine.GEE_JOON]
    yield (
        "Pair Fortunes 1: Gee Joon with another pair is two pair (R16), or a Gee Joon pair",
        percent(ruled),
        percent(ruled + Fraction(14 * less, TILE_HANDS)),
    )


def _line_wager(kind: str) -> LineWager[Any]:
    wager = wager_of(kind)
    assert isinstance(wager, LineWager)
    return wager


def _lines() -> Iterator[Price]:
    fortune, emperors = _line_wager("fortune"), _line_wager("emperors")
    ruled = line_odds(fortune, "A").edge
    yield (
        "Fortune Bonus A: ace-king and king-queen make the royal match (R24), or one of them",
        percent(ruled),
        percent(line_odds(emperors, "A").edge),
    )
    # Each hand with both is paid 3 to 1 instead of 2 to 1.
    more = line_counts(fortune)[Line.THREE_OF_A_KIND] - THREES_BY_POKER_RANK
    yield (
        "Fortune Bonus A: three of a kind above a straight, as paid (R24), or by poker rank",
        percent(ruled),
        percent(ruled + Fraction(more, HANDS)),
    )
    paid = {row.line: row.pay.odds for row in fortune.tables["A"].lines if isinstance(row.pay, ToOne)}
    # Ace to seven of a suit, and with the joker in place of any but the ace: then two to eight is one anyway.
    natural = paid[Line.SEVEN_CARD_STRAIGHT_FLUSH] - paid[Line.STRAIGHT_FLUSH]
    with_joker = paid[Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER] - paid[Line.STRAIGHT_FLUSH]
    yield (
        "Fortune Bonus A: ace to seven is a seven-card straight flush (R24), or a straight flush",
        percent(ruled),
        percent(ruled + Fraction(4 * natural + 4 * 6 * with_joker, HANDS)),
    )
    each = envy_per_other(emperors, emperors.envy_tables["B"], dollars(5))
    plain = line_odds(emperors, "B").edge
    yield (
        "Emperor's Treasure B with envy of five others: not of the dealer's hand (R25), or of it too",
        percent(plain - 5 * each),
        percent(plain - 6 * each),
    )
    progressive = _line_wager("progressive")
    counts, table = line_counts(progressive), progressive.tables["A"]
    fixed = sum(counts[row.line] for row in table.lines if isinstance(row.pay, ForOne))
    at_start = progressive_odds("A", dollars(1)).edge
    yield (
        'progressive A at its least meter: "for 1" includes the stake (R26), or comes on top of it',
        percent(at_start),
        percent(at_start - Fraction(fixed, HANDS)),
    )
