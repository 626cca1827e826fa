"""Simulated rounds of both games: every seat with a main wager, line wagers, and dice wagers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import permutations, product
from statistics import fmean
from typing import Any

import numpy as np
import numpy.typing as npt

from paigow.material.dice import FACES_OF_A_DIE, Dice
from paigow.material.game import Game
from paigow.material.tiles import KINDS, TILES
from paigow.odds.counting.decks import FULL, numbering
from paigow.odds.counting.strengths import HandStrengths, raised_against
from paigow.odds.counting.tile_deals import AsSet, TileHands
from paigow.odds.game_rules import check_seats
from paigow.odds.reports.wager_odds import WagerOdds
from paigow.odds.simulation import kernels
from paigow.odds.simulation.lines import LineSums, combine, line_sums
from paigow.odds.simulation.sampling import (
    Dealing,
    Estimate,
    Exact,
    Range,
    Samples,
    Sums,
    estimate,
    main_estimates,
)
from paigow.odds.wagers.main import MainTerms
from paigow.odds.wagers.numbering import line_numbers
from paigow.wagers.dragons_eye import DICE_BONUS, TripleLine
from paigow.wagers.money import Cents
from paigow.wagers.paytables import ToOne
from paigow.wagers.registry import wagers
from paigow.wagers.wager import LineWager, RollWager


@dataclass(frozen=True, slots=True)
class TileRounds:
    """What is dealt: how many seats, how they and the bank set, and the odds of their wagers."""

    hands: TileHands
    seats: int
    player: AsSet
    bank: AsSet
    wagers: tuple[WagerOdds, ...] = ()

    def __post_init__(self) -> None:
        check_seats(self.seats, Game.TILES)

    @property
    def dice_seats(self) -> int:
        """How many have dice wagers: there are six positions for the button."""
        return min(self.seats, FACES_OF_A_DIE) if self.rolls else 0

    @property
    def rolls(self) -> list[RollWager]:
        known = wagers()
        there = [known[each.kind] for each in self.wagers]
        return [wager for wager in there if isinstance(wager, RollWager)]

    @property
    def hand_count(self) -> int:
        return len(self.hands)

    def line_numbers(self, wager: LineWager[Any]) -> npt.NDArray[np.uint8]:
        return line_numbers(wager)


def _numbers(hands: TileHands) -> npt.NDArray[np.int16]:
    """The number of a hand by the kinds of its four tiles in any order."""
    table = np.full((16, 16, 16, 16), -1, dtype=np.int16)
    for number, tiles in enumerate(hands.tiles):
        for kinds in permutations([KINDS.index(tile.kind) for tile in tiles]):
            table[kinds] = number
    return table


def _bonus_pays(table_id: str) -> npt.NDArray[np.int64]:
    rungs = (TripleLine.FIRST, TripleLine.SECOND, TripleLine.THIRD)
    pays = [row.pay for rung in rungs if (row := DICE_BONUS.tables[table_id].find(rung))]
    return np.array([pay.odds for pay in pays if isinstance(pay, ToOne)], dtype=np.int64)


def _combined(
    setup: TileRounds | CardRounds,
) -> tuple[LineSums, npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    lines = line_sums(setup.wagers, setup.seats)
    return lines, *combine([setup.line_numbers(wager) for wager in lines.wagers], setup.hand_count)


def _deal_tiles(
    setup: TileRounds,
    numbers: npt.NDArray[np.int16],
    codes: npt.NDArray[np.uint16],
    gains: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    state: npt.NDArray[np.uint64],
    rounds: int,
) -> Sums:
    combinations, sums = gains[0].shape
    results = np.zeros((2, setup.seats + 1, setup.seats + 1), dtype=np.int64)
    made, dealt = np.zeros(combinations, dtype=np.int64), np.zeros(combinations, dtype=np.int64)
    squares = np.zeros(sums)
    throws, bonus = np.zeros((6, 6, 6), dtype=np.int64), np.zeros(3, dtype=np.int64)
    kinds = np.array([KINDS.index(tile.kind) for tile in TILES], dtype=np.uint8)
    kernels.tile_rounds(
        state,
        rounds,
        setup.seats,
        kinds,
        numbers,
        setup.player.low,
        setup.player.high,
        setup.player.zero,
        setup.bank.low,
        setup.bank.high,
        codes,
        *gains,
        setup.dice_seats,
        _bonus_pays("shaker"),
        _bonus_pays("other"),
        results,
        made,
        dealt,
        squares,
        throws,
        bonus,
    )
    return results, made, dealt, squares, throws, bonus


def tile_dealing(setup: TileRounds) -> Dealing:
    """The rounds, ready to run; the sums of `simulate` go to `tile_estimates`."""
    lines, codes, parts = _combined(setup)
    gains = lines.gains(parts, dealt=False), lines.gains(parts, dealt=True)
    return Dealing("tiles", partial(_deal_tiles, setup, _numbers(setup.hands), codes, gains))


def tile_estimates(
    setup: TileRounds, sums: Sums, terms: MainTerms, exact: Mapping[str, Exact]
) -> tuple[Estimate, ...]:
    """Every wager's mean per unit staked, from whole rounds, since the seats of one are not independent.

    `exact` has the exact values by wager name; the bank's is called `main as bank`.
    """
    results, *by_line, throws, bonus = sums
    lines, _, parts = _combined(setup)
    found = [*main_estimates(setup.seats, results, terms, exact)]
    found += lines.estimates(parts, int(results.sum()), tuple(by_line), exact)
    if setup.dice_seats:
        found += _roll_estimates(setup, throws, exact)
        count, gained, squared = (int(number) for number in bonus)
        if count:
            name, seats = str(DICE_BONUS.kind), setup.dice_seats
            samples = Samples(count, gained / seats, squared / seats**2)
            found.append(estimate(name, samples, _bonus_range(), exact.get(name)))
    return tuple(found)


def _bonus_range() -> Range:
    """A series of dice bonus wagers loses the stake at the first roll, or is paid at most all three rungs."""
    return Range(-1.0, float(max(_bonus_pays("shaker").sum(), _bonus_pays("other").sum())))


def _roll_estimates(
    setup: TileRounds, throws: npt.NDArray[np.generic], exact: Mapping[str, Exact]
) -> list[Estimate]:
    """Wagers that one roll decides. Seats with different faces of the same dice aren't independent."""
    dice = [Dice(*(face + 1 for face in faces)) for faces in product(range(6), repeat=3)]
    counts = [int(count) for count in throws.ravel()]
    found = []
    for wager in setup.rolls:
        seats = range(1, setup.dice_seats + 1)
        nets = [sum(wager.settle(Cents(1), d, s).net for s in seats) / len(seats) for d in dice]
        known = exact.get(str(wager.kind))
        if known is not None:
            known = Exact(known.value, fmean(net * net for net in nets) - fmean(nets) ** 2)
        found.append(estimate(str(wager.kind), Samples.weighed(nets, counts), Range.of(nets), known))
    return found


PackedLines = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class CardRounds:
    """What is dealt: how many seats, how they and the bank set, and the odds of their wagers.

    A wager's odds include its pay table at its stake; simulated lines use these gains.
    """

    seats: int
    player: HandStrengths
    bank: HandStrengths
    wagers: tuple[WagerOdds, ...] = ()

    def __post_init__(self) -> None:
        check_seats(self.seats, Game.CARDS)

    @property
    def hand_count(self) -> int:
        return len(self.player)

    def line_numbers(self, wager: LineWager[Any]) -> npt.NDArray[np.uint8]:
        return line_numbers(wager)


def _packed(
    high: npt.NDArray[np.uint16], low: npt.NDArray[np.uint8], codes: npt.NDArray[np.uint16]
) -> PackedLines:
    halves = high.astype(np.uint32) << kernels.HIGH_SHIFT | low
    return np.asarray(halves | codes.astype(np.uint32) << kernels.LINES_SHIFT, dtype=np.uint32)


def _deal_cards(
    setup: CardRounds,
    hands: tuple[PackedLines, PackedLines],
    gains: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    state: npt.NDArray[np.uint64],
    rounds: int,
) -> Sums:
    combinations, sums = gains[0].shape
    results = np.zeros((setup.seats + 1, setup.seats + 1), dtype=np.int64)
    made, dealt = np.zeros(combinations, dtype=np.int64), np.zeros(combinations, dtype=np.int64)
    squares = np.zeros(sums)
    bits = np.array([1 << (52 if card == 52 else 13 * (card & 3) + (card >> 2)) for card in range(53)])
    kernels.card_rounds(
        state, rounds, setup.seats, bits, *numbering(FULL), *hands, *gains, results, made, dealt, squares
    )
    return results, made, dealt, squares


def card_dealing(setup: CardRounds) -> Dealing:
    """The rounds, ready to run; the sums of `simulate` go to `card_estimates`."""
    lines, codes, parts = _combined(setup)
    player = _packed(raised_against(setup.bank, setup.player.high), setup.player.low, codes)
    bank = player if setup.bank is setup.player else _packed(setup.bank.high, setup.bank.low, codes)
    gains = lines.gains(parts, dealt=False), lines.gains(parts, dealt=True)
    return Dealing("cards", partial(_deal_cards, setup, (player, bank), gains))


def card_estimates(
    setup: CardRounds, sums: Sums, terms: MainTerms, exact: Mapping[str, Exact]
) -> tuple[Estimate, ...]:
    """Every wager's mean per unit staked, from whole rounds; with envy if other seats can bring it."""
    results, *by_line = sums
    lines, _, parts = _combined(setup)
    found = lines.estimates(parts, int(results.sum()), tuple(by_line), exact)
    return (*main_estimates(setup.seats, results[np.newaxis], terms, exact), *found)
