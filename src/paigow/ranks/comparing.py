"""A player's setting against the bank's: each half wins, copies or loses, and the two together decide.

The bank here is whoever the hand plays against, the dealer or a player bank. Money is not known here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from paigow.material.settings import CardSetting, TileSetting
from paigow.ranks.lines import makes_nothing
from paigow.ranks.poker import FiveRank, TwoRank, Wheel, is_fouled, rank_five_cards, rank_two_cards
from paigow.ranks.tiles import TileRank, order_tiles, rank_two_tiles


class Half(Enum):
    """What became of one half of a hand. A copy goes to the bank."""

    WIN = "win"
    COPY = "copy"
    LOSE = "lose"


class Outcome(Enum):
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What became of a player's two halves, and what decided beside their ranks.

    `zero` marks a low hand of value zero, which never wins even where it ranks higher; `fouled` a hand that
    loses as it lies, both halves of it; `pushed` one that meets a dealer's hand on which its book lets main
    wagers push, whatever became of the halves.
    """

    low: Half
    high: Half
    zero: bool = False
    fouled: bool = False
    pushed: bool = False

    @property
    def outcome(self) -> Outcome:
        if self.fouled:
            return Outcome.LOSE
        if self.pushed:
            return Outcome.PUSH
        low_wins = self.low is Half.WIN and not self.zero
        wins = low_wins + (self.high is Half.WIN)
        return (Outcome.LOSE, Outcome.PUSH, Outcome.WIN)[wins]


def _half(player: TileRank | TwoRank | FiveRank, bank: TileRank | TwoRank | FiveRank) -> Half:
    if player == bank:
        return Half.COPY
    return Half.WIN if player > bank else Half.LOSE  # type: ignore[operator]


def compare_tiles(player: TileSetting, bank: TileSetting) -> Comparison:
    """By commission-tiles 7(h) to (j), colorado-tiles 30-2608(8) to (10); a zero low hand never wins (R2)."""
    mine, theirs = order_tiles(player), order_tiles(bank)
    zero = rank_two_tiles(mine.low).is_zero
    low = _half(rank_two_tiles(mine.low), rank_two_tiles(theirs.low))
    high = _half(rank_two_tiles(mine.high), rank_two_tiles(theirs.high))
    return Comparison(Half.LOSE if zero and low is Half.WIN else low, high, zero=zero)


def compare_cards(
    player: CardSetting, bank: CardSetting, wheel: Wheel = Wheel.SECOND, push: frozenset[int] = frozenset()
) -> Comparison:
    """By maryland-poker 11.F, rock-island-poker 10 to 16. A player's fouled hand loses (R21).

    The bank's is never fouled when compared: it is set again first (R33). `push` are the highest cards of the
    dealer's hands of nothing on which a book lets main wagers push; no book has it of a player's bank.
    """
    if is_fouled(player, wheel):
        return Comparison(Half.LOSE, Half.LOSE, fouled=True)
    return Comparison(
        low=_half(rank_two_cards(player.low), rank_two_cards(bank.low)),
        high=_half(rank_five_cards(player.high, wheel), rank_five_cards(bank.high, wheel)),
        pushed=bool(push) and makes_nothing(bank.pieces) and max(card.rank for card in bank.pieces) in push,
    )
