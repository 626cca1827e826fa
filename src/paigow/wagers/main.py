"""The main wager at 1 to 1 with its vigorish, and what a bank gets or owes when all are settled.

How hands compare, zero rule included, is in `ranks.comparing`; the order of payments is the table's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from paigow.faults import BadInput
from paigow.ranks.comparing import Comparison, Half, Outcome
from paigow.wagers.grids import read_grid
from paigow.wagers.money import Cents
from paigow.wagers.settlement import Settlement, lost, pushed, won
from paigow.wagers.vigorish import Vigorish, vigorish_on

__all__ = [
    "METHODS",
    "MainTerms",
    "ShortfallShares",
    "SurplusShares",
    "main_terms",
    "pay_main",
    "settle_dealers_wager",
    "settle_main",
    "share_shortfall",
    "share_surplus",
    "surrender_main",
]

_CHOICE: Final = (Vigorish.TO_THE_CENT, Vigorish.NEXT_QUARTER)
METHODS: Final[Mapping[str, tuple[Vigorish, ...]]] = {
    "commission-tiles": _CHOICE,
    "colorado-tiles": (*_CHOICE, Vigorish.NONE),
    "maryland-poker": _CHOICE,
    "rock-island-poker": (Vigorish.TO_THE_CENT,),
}
"""What each book allows, the default first (R11, R81); none only with Dragon's Eye (R14)."""
_LEAST_CHARGE: Final = {"rock-island-poker": {Vigorish.TO_THE_CENT: Vigorish.LEAST_QUARTER}}
"""rock-island-poker 3: the least of 25 cents comes with the book, not by choice (R81)."""
_NO_VIGORISH: Final = "colorado-tiles 30-2608(12)(b)"


@dataclass(frozen=True, slots=True)
class MainTerms:
    """How a book has its main wager settled: the vigorish method, and the paragraph of each act."""

    book: str
    method: Vigorish

    def cite(self, act: str) -> str:
        """The paragraph of an act; asking for one that the book does not know is a bug."""
        if self.method is Vigorish.NONE and act.startswith("vigorish"):
            return _NO_VIGORISH
        return _paragraphs()[self.book][act]


@cache
def _paragraphs() -> Mapping[str, Mapping[str, str]]:
    grid = read_grid("main_paragraphs")
    return {book: {cell.row: cell.text for cell in column.cells} for book, column in grid.items()}


def main_terms(book: str, method: Vigorish) -> MainTerms:
    """The terms of a book with one of the methods that it allows."""
    if book not in METHODS:
        raise BadInput(f"no rule book is called {book!r}", allowed=f"one of {', '.join(METHODS)}")
    if method not in METHODS[book]:
        allowed = ", ".join(map(str, METHODS[book]))
        raise BadInput(f"{book} has no vigorish {method}", allowed=f"one of: {allowed}")
    return MainTerms(book, _LEAST_CHARGE.get(book, {}).get(method, method))


def settle_main(
    stake: Cents, comparison: Comparison, terms: MainTerms, *, from_bank: bool = False
) -> Settlement:
    """What a player's main wager wins from the dealer or the bank, loses, or neither."""
    match comparison.outcome:
        case Outcome.LOSE:
            return lost(stake, terms.cite(_loss(comparison)))
        case Outcome.PUSH:
            half = "high" if comparison.high is Half.WIN else "low"
            return pushed(stake, terms.cite(f"push, {half} hand won"))
        case Outcome.WIN:
            return pay_main(stake, terms, from_bank=from_bank)


def _loss(comparison: Comparison) -> str:
    """Which act of the table of paragraphs a loss is."""
    if comparison.fouled:
        return "fouled"
    return "lose, a copy" if Half.COPY in (comparison.low, comparison.high) else "lose"


def pay_main(stake: Cents, terms: MainTerms, *, from_bank: bool = False) -> Settlement:
    """A main wager that has won: even money, five percent of which is the house's."""
    opponent = " from bank" if from_bank else ""
    return Settlement(
        stake,
        Outcome.WIN,
        won=stake,
        cite=terms.cite(f"win{opponent}"),
        vigorish=vigorish_on(stake, terms.method),
        vigorish_cite=terms.cite(f"vigorish{opponent}"),
    )


def surrender_main(stake: Cents, terms: MainTerms) -> Settlement:
    """A main wager given up before its hand is shown: the whole of it (R54)."""
    return lost(stake, terms.cite("surrender"))


def settle_dealers_wager(stake: Cents, comparison: Comparison, terms: MainTerms) -> Settlement:
    """The dealer's own wager against a bank: even money, and no vigorish on it (R11)."""
    match comparison.outcome:
        case Outcome.LOSE:
            return lost(stake, terms.cite("dealer loses"))
        case Outcome.PUSH:
            return pushed(stake, terms.cite("dealer pushes"))
        case Outcome.WIN:
            return won(stake, stake, terms.cite("dealer wins"))


@dataclass(frozen=True, slots=True)
class SurplusShares:
    """What was over in the center: the bank's part, its vigorish, and the house's half if shared."""

    to_bank: Cents
    vigorish: Cents
    to_house: Cents
    cite: str


@dataclass(frozen=True, slots=True)
class ShortfallShares:
    """What the center lacked: the bank's part, and the house's half if shared."""

    from_bank: Cents
    from_house: Cents
    cite: str


def share_surplus(surplus: Cents, terms: MainTerms, *, co_banked: bool) -> SurplusShares:
    """Divide what is left over: a co-bank's half is rounded down (R10), and its part pays vigorish.

    Rounded up, the vigorish still takes no more than there is.
    """
    part = Cents(surplus // 2) if co_banked else surplus
    vigorish = min(vigorish_on(part, terms.method), part)
    cite = terms.cite("shared surplus" if co_banked else "surplus")
    return SurplusShares(Cents(part - vigorish), vigorish, Cents(surplus - part), cite)


def share_shortfall(shortfall: Cents, terms: MainTerms, *, co_banked: bool) -> ShortfallShares:
    """Divide what the winning wagers still need: a co-bank's half is rounded down (R10)."""
    part = Cents(shortfall // 2) if co_banked else shortfall
    cite = terms.cite("shared shortfall" if co_banked else "shortfall")
    return ShortfallShares(part, Cents(shortfall - part), cite)
