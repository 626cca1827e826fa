"""What rulings that change money come to: the edge as ruled, and as it would be otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from paigow.odds.counting import Role
from paigow.odds.readings import price, readings
from paigow.odds.reports.wager_odds import percent
from paigow.odds.wagers.lines import envy_per_other, line_counts, line_odds
from paigow.odds.wagers.main import MainTerms, main_odds
from paigow.odds.wagers.progressive import progressive_odds
from paigow.ranks.lines import Line
from paigow.wagers.money import Vigorish, dollars
from paigow.wagers.paytables import ForOne
from paigow.wagers.registry import wager_of
from paigow.wagers.wager import LineWager
from tools.results.page import WayResults

THREES_BY_POKER_RANK: Final = 7_470_676
"""Seven cards of 53 whose best five are three of a kind (Alspach, Simon Fraser University)."""
HANDS: Final = 154_143_080
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
    for way in cards:
        if way.name == "foxwoods":
            yield from _roundings(way)
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
