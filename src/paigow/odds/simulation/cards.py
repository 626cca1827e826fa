"""Simulated rounds of the card game: every seat with a main wager and each optional wager that is offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.counting.decks import FULL, numbering
from paigow.odds.counting.strengths import HandStrengths, deck_hands, raised_against
from paigow.odds.reports.wager_odds import WagerOdds
from paigow.odds.runs.storage import cache_directory, code_version, kept_array
from paigow.odds.simulation import kernels
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
from paigow.odds.wagers.lines import QUALIFYING_STAKE
from paigow.odds.wagers.main import MainTerms
from paigow.ranks.line_batch import LINES, bonus_lines, nothing_highs
from paigow.ranks.lines import EMPERORS_MATCH, FORTUNE_MATCH, Line, NothingHigh
from paigow.wagers.envy import qualifies
from paigow.wagers.kinds import Kind
from paigow.wagers.money import Cents
from paigow.wagers.paytables import FixedAmount
from paigow.wagers.registry import line_wager

__all__ = ["MOST_CARD_SEATS", "CardRounds", "card_dealing", "card_estimates"]

MOST_CARD_SEATS: Final = 6
"""Seven places are dealt (R35): six hands may play against the seventh."""
_NARROW_MATCH: Final = len(LINES)
"""The line of a royal flush with king and queen: a match for the Fortune Bonus alone."""
_CODES: Final = 16
_BY_LINE: Final = (Kind("fortune"), Kind("emperors"), Kind("progressive"))
_PROGRESSIVE_LINES: Final = {
    Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER: Line.SEVEN_CARD_STRAIGHT_FLUSH,
    Line.ROYAL_MATCH: Line.ROYAL_FLUSH,
}

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CardRounds:
    """What is dealt: how many seats, how they and the bank set, and the odds of the wagers there.

    A wager's odds hold its pay table at its stake; what a simulated line gains is read from them.
    """

    seats: int
    player: HandStrengths
    bank: HandStrengths
    wagers: tuple[WagerOdds, ...] = ()
    stake: Cents = QUALIFYING_STAKE

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= MOST_CARD_SEATS:
            raise BadInput(f"{self.seats} seats", allowed=f"from 1 to {MOST_CARD_SEATS}")


def line_codes(directory: Path | None = None) -> npt.NDArray[np.uint8]:
    """For each class of hands its bonus line, and its line of insurance four bits higher; kept."""
    name = f"lines-{code_version('paigow.material', 'paigow.ranks')}"
    return kept_array(directory or cache_directory(), name, _worked_out_lines)


def _worked_out_lines() -> npt.NDArray[np.uint8]:
    cards = deck_hands(FULL, cache_directory()).cards
    fortune, emperors = bonus_lines(cards, FORTUNE_MATCH), bonus_lines(cards, EMPERORS_MATCH)
    highs = nothing_highs(cards, fortune)
    lines = np.where(fortune == emperors, fortune, _NARROW_MATCH).astype(np.uint8)
    return np.asarray(lines | highs << 4, dtype=np.uint8)


def _packed(
    high: npt.NDArray[np.uint16], low: npt.NDArray[np.uint8], lines: npt.NDArray[np.uint8]
) -> npt.NDArray[np.uint32]:
    halves = high.astype(np.uint32) << 7 | low
    return np.asarray(halves | lines.astype(np.uint32) << kernels.LINE_SHIFT, dtype=np.uint32)


def _line_of(kind: Kind, code: int) -> Line:
    """What a code of the arrays is to one wager."""
    if code >= _NARROW_MATCH:
        line = Line.ROYAL_FLUSH if kind == Kind("emperors") else Line.ROYAL_MATCH
    else:
        line = LINES[code]
    return _PROGRESSIVE_LINES.get(line, line) if kind == Kind("progressive") else line


def _nets(wager: WagerOdds | None, kind: Kind) -> Floats:
    nets = np.zeros(_CODES)
    if wager is not None:
        gains = {result.name: float(result.net) for result in wager.results}
        for code in range(_NARROW_MATCH + 1):
            nets[code] = gains.get(str(_line_of(kind, code)), -1.0)
    return nets


def _envies(wager: WagerOdds | None, kind: Kind, stake: Cents) -> Floats:
    envies = np.zeros(_CODES)
    if wager is not None and qualifies(line_wager(kind), stake):
        table = line_wager(kind).envy_tables[wager.table]
        for code in range(_NARROW_MATCH + 1):
            row = table.find(_line_of(kind, code))
            if row is not None and isinstance(row.pay, FixedAmount):
                envies[code] = row.pay.amount / stake
    return envies


def _of_kind(setup: CardRounds, kind: Kind) -> WagerOdds | None:
    return next((wager for wager in setup.wagers if wager.kind == kind), None)


def _gains(setup: CardRounds) -> tuple[Floats, Floats, Floats]:
    """What each line gains by each wager, what it brings others, and what each line of insurance gains."""
    wagers = [(kind, _of_kind(setup, kind)) for kind in _BY_LINE]
    insured = _of_kind(setup, Kind("insurance"))
    insurance = np.zeros(8)
    if insured is not None:
        gains = {result.name: float(result.net) for result in insured.results}
        insurance[: len(NothingHigh)] = [gains.get(str(line), -1.0) for line in NothingHigh]
    return (
        np.array([_nets(wager, kind) for kind, wager in wagers]),
        np.array([_envies(wager, kind, setup.stake) for kind, wager in wagers]),
        insurance,
    )


def _deal(
    setup: CardRounds,
    player: npt.NDArray[np.uint32],
    bank: npt.NDArray[np.uint32],
    state: npt.NDArray[np.uint64],
    rounds: int,
) -> Sums:
    nets, envies, insurance = _gains(setup)
    results = np.zeros((setup.seats + 1, setup.seats + 1), dtype=np.int64)
    lines, insured = np.zeros(_CODES, dtype=np.int64), np.zeros(8, dtype=np.int64)
    squares = np.zeros(2 * len(nets) + 1)
    bits = np.array([1 << (52 if card == 52 else 13 * (card & 3) + (card >> 2)) for card in range(53)])
    kernels.card_rounds(
        state,
        rounds,
        setup.seats,
        bits,
        *numbering(FULL),
        player,
        bank,
        nets,
        envies,
        insurance,
        results,
        lines,
        insured,
        squares,
    )
    return results, lines, insured, squares


def card_dealing(setup: CardRounds) -> Dealing:
    """The rounds made ready; the sums of `simulate` go to `card_estimates`."""
    lines = line_codes()
    player = _packed(raised_against(setup.bank, setup.player.high), setup.player.low, lines)
    bank = player if setup.bank is setup.player else _packed(setup.bank.high, setup.bank.low, lines)
    return Dealing("cards", partial(_deal, setup, player, bank))


def card_estimates(
    setup: CardRounds, sums: Sums, terms: MainTerms, exact: Mapping[str, Exact]
) -> tuple[Estimate, ...]:
    """Every wager's mean per unit staked, from whole rounds; with envy where other seats may bring it."""
    results, lines, insured, squares = sums
    found = [*main_estimates(setup.seats, results[np.newaxis], terms, exact)]
    rounds, seats = int(results.sum()), setup.seats
    nets, envies, insurance = _gains(setup)
    for number, kind in enumerate(_BY_LINE):
        wager = _of_kind(setup, kind)
        if wager is None:
            continue
        gained, squared = float(nets[number] @ lines) / seats, float(squares[number]) / seats**2
        within = Range.of(nets[number, : _NARROW_MATCH + 1])
        found.append(estimate(wager.name, Samples(rounds, gained, squared), within, exact.get(wager.name)))
        if envies[number].any() and seats > 1:
            name = f"{wager.name} with envy"
            gained += float(envies[number] @ lines) * (seats - 1) / seats
            squared = float(squares[len(_BY_LINE) + number]) / seats**2
            within = Range(within.least, within.most + (seats - 1) * float(envies[number].max()))
            found.append(estimate(name, Samples(rounds, gained, squared), within, exact.get(name)))
    wager = _of_kind(setup, Kind("insurance"))
    if wager is not None:
        samples = Samples(rounds, float(insurance @ insured) / seats, float(squares[-1]) / seats**2)
        within = Range.of(insurance[: len(NothingHigh)])
        found.append(estimate(wager.name, samples, within, exact.get(wager.name)))
    return tuple(found)
