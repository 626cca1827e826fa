"""Wagers decided by the line of a hand or a roll of dice: how often, and what a pay table pays.

The hand can be the player's own or the dealer's: all hands are equally likely for either, so the same counts
apply to both, and to the envy for others' hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, TypeVar

import numpy as np

from paigow.books.registry import envy_tables, pay_tables
from paigow.material.dice import FACES_OF_A_DIE, Dice
from paigow.material.game import Game
from paigow.odds.counting.decks import FULL
from paigow.odds.counting.strengths import deck_hands
from paigow.odds.reports.wager_odds import PricedResult, WagerOdds, fraction_json
from paigow.odds.runs.storage import cache_directory
from paigow.odds.wagers.numbering import Numbers, line_numbers
from paigow.ranks.classes import tile_hand_classes
from paigow.wagers.dragons_eye import DICE_BONUS, LAST_TRIPLE, triples_after
from paigow.wagers.money import NOTHING, Cents, money
from paigow.wagers.payout_limit import PayoutLimit, under_limit
from paigow.wagers.paytables import FixedAmount, Pay, Paytable, ToOne
from paigow.wagers.wager import LineWager, RollWager

MOST_OTHERS: Final = 5
"""Six chairs, including your own (R35)."""

L = TypeVar("L", bound=Enum)


@cache
def line_counts(wager: LineWager[L]) -> Mapping[L, int]:
    """How many of all hands, 154,143,080 of seven cards or 35,960 of four tiles, make each line."""
    if wager.game is Game.TILES:
        weights = np.array([weight for _, weight in tile_hand_classes()], dtype=np.uint8)
    else:
        weights = deck_hands(FULL, cache_directory()).weights
    return dict(zip(wager.lines, _weighed(line_numbers(wager), weights, len(wager.lines)), strict=True))


def _weighed(numbers: Numbers, weights: Numbers, size: int) -> list[int]:
    """How many hands have each number. Classes of one weight are counted separately, which avoids floats."""
    total = np.zeros(size, dtype=np.int64)
    for weight in np.unique(weights):
        total += int(weight) * np.bincount(numbers[weights == weight], minlength=size)
    return [int(count) for count in total]


@dataclass(frozen=True, slots=True)
class Terms:
    """The stake, if it matters, and the payout limit, if the house has one; the limit needs the stake."""

    stake: Cents | None = None
    limit: PayoutLimit | None = None

    def paid(self, pay: Pay) -> Fraction:
        """What a line pays per unit staked, with the limit applied to this wager alone."""
        assert isinstance(pay, ToOne), pay
        if self.limit is None or self.stake is None:
            return Fraction(pay.odds)
        return Fraction(under_limit(self.limit, NOTHING, pay.on(self.stake)).paid, self.stake)

    def words(self) -> tuple[str, ...]:
        if self.limit is None or self.stake is None:
            return ()
        amount = money(self.limit.amount)
        return (
            f"{money(self.stake)} staked on this alone; a hand is paid at most {amount} ({self.limit.cite})",
        )

    def details(self, table: Paytable[L]) -> dict[str, object]:
        """The largest whole stake, in cents, that the limit doesn't affect."""
        top = table.lines[0].pay
        if self.limit is None or not isinstance(top, ToOne):
            return {}
        return {"payout_limit_cents": self.limit.amount, "uncut_stake_cents": self.limit.amount // top.odds}


def line_odds(
    wager: LineWager[Any],
    table_id: str,
    terms: Terms | None = None,
    book: str | None = None,
    own: Paytable[Any] | None = None,
) -> WagerOdds:
    """One pay table of a wager, your own or the book's own if there is one; with envy for one to five others.

    Envy belongs to the pay tables of books, so a table of your own has none.
    """
    terms = terms or Terms()
    if not wager.limited:
        terms = Terms(terms.stake)
    table = own or pay_tables(book, wager.kind)[table_id]
    envy = envy_tables(book, wager.kind)[table_id] if wager.envy and own is None else None
    results = line_results(line_counts(wager), table, terms)
    plain = WagerOdds(wager.kind, results, table=table_id)
    return WagerOdds(
        wager.kind,
        results,
        table=table_id,
        assumes=(f"pay table {table_id} ({table.cite})", *_words(wager), *terms.words()),
        details={**terms.details(table), **_envy_details(plain.value, wager, envy, terms.stake)},
    )


def _words(wager: LineWager[Any]) -> tuple[str, ...]:
    """The wager's own remarks about its lines."""
    assumed = wager.texts["en"].get("assumes")
    return (assumed,) if assumed else ()


def line_results(counts: Mapping[L, int], table: Paytable[L], terms: Terms) -> tuple[PricedResult, ...]:
    """Every line of a table with its count; all other hands, which lose, are combined at the end."""
    results = [
        PricedResult(str(row.line.value), counts[row.line], terms.paid(row.pay)) for row in table.lines
    ]
    lost = sum(counts.values()) - sum(result.count for result in results)
    return (*results, PricedResult("lose", lost, Fraction(-1)))


def envy_per_other(wager: LineWager[Any], envy: Paytable[Any], stake: Cents) -> Fraction:
    """What envy for one other player's hand adds per unit staked; zero below the qualifying stake.

    Another player's hand makes each line as often as your own, and the expected envy of several players
    simply adds up.
    """
    if wager.envy is None or stake < wager.envy.qualifying:
        return Fraction(0)
    counts, paid = line_counts(wager), 0
    for line, amount in envy_pays(envy).items():
        paid += counts[line] * amount
    return Fraction(paid, sum(counts.values()) * stake)


def envy_pays(envy: Paytable[Any]) -> Mapping[Any, Cents]:
    """What each line of somebody else's hand pays."""
    return {row.line: row.pay.amount for row in envy.lines if isinstance(row.pay, FixedAmount)}


def _envy_details(
    plain: Fraction, wager: LineWager[Any], envy: Paytable[Any] | None, stake: Cents | None
) -> dict[str, object]:
    if wager.envy is None or envy is None:
        return {}
    stake = wager.envy.qualifying if stake is None else stake
    each = envy_per_other(wager, envy, stake)
    return {
        "envy_stake_cents": stake,
        "envy_pays_cents": {str(line.value): amount for line, amount in envy_pays(envy).items()},
        "envy_words": f"at {money(stake)} ({envy.cite}, R25)",
        "envy_per_other": fraction_json(each),
        "envy": [
            {
                "others": others,
                "value": fraction_json(plain + others * each),
                "edge": float(-(plain + others * each)),
            }
            for others in range(1, MOST_OTHERS + 1)
        ],
    }


THROWS: Final = tuple(Dice(*faces) for faces in product(range(1, FACES_OF_A_DIE + 1), repeat=3))
_UNIT: Final = Cents(1)
_SEAT: Final = 1
"""All positions are equivalent, so the first represents them."""


def roll_odds(wager: RollWager) -> WagerOdds:
    """One of the wagers that a single roll decides."""
    counts: Counter[int] = Counter()
    for dice in THROWS:
        counts[wager.settle(_UNIT, dice, _SEAT).net] += 1
    paid = sum(net > 0 for net in counts)
    results = tuple(
        PricedResult(_result_name(net, paid), count, Fraction(net))
        for net, count in sorted(counts.items())[::-1]
    )
    return WagerOdds(wager.kind, results, assumes=(f"{len(THROWS)} throws of three dice (R15)",))


def _result_name(net: int, paid: int) -> str:
    """If a wager pays once for each die that shows its number, the number of dice names the result."""
    if net < 0:
        return "lose"
    return "win" if paid == 1 else ("one die", "two dice", "three dice")[net - 1]


def dice_bonus_odds(first_shaker: bool | None = None) -> WagerOdds:
    """A dice bonus wager left up until it is lost or the third triple pays it (R13), in unbanked rounds.

    After every roll, the button goes to the number on the Dragon's Eye die, and the player there, if they
    have a dice bonus wager, shakes next. So a player who isn't the shaker now can be it for the second rung.
    Given None, the first roll's shaker too comes from an unknown roll before it.
    """
    starts = {None: (True, *(5 * [False])), True: (True,), False: (False,)}[first_shaker]
    counts: Counter[tuple[int, int]] = Counter()
    for shaker in starts:
        _follow(counts, triples=0, shaker=shaker, won=0, weight=1)
    results = tuple(
        PricedResult(_path_name(rungs, net), count, Fraction(net))
        for (rungs, net), count in sorted(counts.items(), reverse=True)
    )
    first = {None: "the player at the button", True: "the wager's owner", False: "somebody else"}[
        first_shaker
    ]
    assumes = (
        f"{first} shakes the first roll, the button decides the next (R13)",
        "left up until lost or paid a third time; no round is banked",
    )
    case = {None: "", True: "placed as shaker", False: "placed as other"}[first_shaker]
    return WagerOdds(DICE_BONUS.kind, results, case=case, assumes=assumes)


def _path_name(rungs: int, net: int) -> str:
    if rungs == 0:
        return "lose"
    times = ("one triple", "two triples", "three triples")[rungs - 1]
    return f"{times}, {net:,} up"


def _follow(counts: Counter[tuple[int, int]], triples: int, shaker: bool, won: int, weight: int) -> None:
    """Enumerate every run of rolls, with each path weighted so that all sum to 216 cubed."""
    later = len(THROWS) ** (LAST_TRIPLE - 1 - triples)
    for dice in THROWS:
        result = DICE_BONUS.settle(_UNIT, triples, dice, shaker=shaker)
        net = won + result.settlement.net
        if result.stays:
            _follow(counts, triples_after(triples, dice), dice.eye == _SEAT, net, weight)
        else:
            counts[(LAST_TRIPLE if dice.is_triple else triples), net] += weight * later
