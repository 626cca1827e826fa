"""A player's setting against the bank's: the result of each half, what decides, and why.

Here the bank is the opponent, either the dealer or a player bank. A reason is a rule that the regulations
share; a book's `deciding.tsv` says where that book states it. Money isn't handled here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from paigow.material.cards import Card
from paigow.material.game import Named
from paigow.material.hands import CardSetting, TileSetting
from paigow.material.tiles import Tile
from paigow.ranks.lines import makes_nothing
from paigow.ranks.poker import (
    CardRanks,
    Category,
    FiveRank,
    TwoRank,
    Wheel,
    is_foul,
    rank_five_cards,
    rank_two_cards,
    ranks_of,
)
from paigow.ranks.tiles import TileRank, order_tiles, rank_two_tiles


class Half(Named):
    """How one half of a hand did against the other side's. The dealer or the bank wins a copy.

    >>> import paigow
    >>> paigow.compare("2-2 1-3 / 6-6 4-5", "2-2 1-3 / 6-6 3-5").low
    Half.COPY
    """

    WIN = "win"
    COPY = "copy"
    LOSE = "lose"


class Outcome(Named):
    """The result of a main wager.

    >>> import paigow
    >>> paigow.compare("2-2 1-3 / 6-6 4-5", "1-1 3-4 / 6-6 3-5").outcome
    Outcome.PUSH
    """

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a player's low and high hand did, and what else decided the result.

    `zero` marks a low hand of value zero, which never wins even if it ranks higher. `fouled` marks a hand
    that loses with both halves. `pushed` marks a main wager that pushes whatever the halves did, because of
    the dealer's hand.

    >>> import paigow
    >>> result = paigow.compare("2-2 1-3 / 6-6 4-5", "1-1 3-4 / 1-2 2-4")
    >>> result.low, result.high, result.outcome
    (Half.LOSE, Half.LOSE, Outcome.LOSE)
    """

    low: Half
    high: Half
    zero: bool = False
    fouled: bool = False
    pushed: bool = False
    outcome: Outcome = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "outcome", self._outcome())

    def _outcome(self) -> Outcome:
        if self.fouled:
            return Outcome.LOSE
        if self.pushed:
            return Outcome.PUSH
        low_wins = self.low is Half.WIN and not self.zero
        wins = low_wins + (self.high is Half.WIN)
        return (Outcome.LOSE, Outcome.PUSH, Outcome.WIN)[wins]


FOULED: Final = Comparison(Half.LOSE, Half.LOSE, fouled=True)


def _half(player: TileRank | TwoRank | FiveRank, bank: TileRank | TwoRank | FiveRank) -> Half:
    mine, theirs = player.strength, bank.strength
    if mine == theirs:
        return Half.COPY
    return Half.WIN if mine > theirs else Half.LOSE  # type: ignore[operator]


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

    The bank's hand is never fouled when compared: it is reset first (R33). `push` lists the high cards with
    which a dealer's hand of nothing pushes main wagers; no book has this rule for a player bank.
    """
    return compare_ranks(
        ranks_of(player.low, player.high, wheel),
        ranks_of(bank.low, bank.high, wheel),
        pushed=bool(push) and pushes(bank.pieces, push),
    )


def pushes(bank: Sequence[Card], push: frozenset[int]) -> bool:
    """Whether the dealer's seven cards make nothing, with a highest card on which main wagers push."""
    return makes_nothing(bank) and max(card.rank for card in bank) in push


def compare_ranks(player: CardRanks | None, bank: CardRanks | None, *, pushed: bool) -> Comparison:
    """A card hand against the bank's, which is never fouled, by the ranks of their halves."""
    if player is None or is_foul(player):
        return FOULED
    assert bank is not None, "the bank's hand is set again before it is compared (R33)"
    return _compared(_half(player[0], bank[0]), _half(player[1], bank[1]), pushed)


@cache
def _compared(low: Half, high: Half, pushed: bool) -> Comparison:
    """One of eighteen records, each made once."""
    return Comparison(low, high, pushed=pushed)


class DecidedBy(Named):
    """What can decide half of a hand, or a whole one, worded as in an explanation."""

    PAIR_RANK = "the rank of the pair, wong or gong"
    PAIR_COPY = "the same pair, wong or gong"
    VALUE = "the higher value"
    SUPREME_APART = "the 1-2 or the 2-4 apart counts 3 or 6"
    TOP_TILE = "equal values, the higher tile"
    VALUE_COPY = "equal values by equal tiles"
    ZERO = "a low hand worth zero never wins"

    KIND = "the higher kind of hand"
    PAIR = "the higher pair"
    TWO_PAIR = "the higher two pair"
    THREE_OF_A_KIND = "the higher three of a kind"
    STRAIGHT = "the higher straight"
    FLUSH = "the higher flush"
    FULL_HOUSE = "the higher full house"
    FOUR_OF_A_KIND = "the higher four of a kind"
    STRAIGHT_FLUSH = "the higher straight flush"
    WHEEL = "where A-2-3-4-5 stands"
    CARD = "the highest card that the other lacks"
    CARD_COPY = "equal cards"
    JOKER = "the joker"
    FOULED_ORDER = "a foul, the low hand ranks above the high hand"
    FOULED_SPLIT = "a foul, not two and five cards"

    WIN = "both halves win"
    PUSH_HIGH = "only the high hand wins"
    PUSH_LOW = "only the low hand wins"
    LOSE_LOWER = "neither half wins"
    LOSE_COPY = "neither half wins, and a copy goes to the bank"
    PUSH_DEALER = "the dealer's hand of nothing pushes"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Reasons:
    """How two settings compare, and what decided each half and the whole."""

    comparison: Comparison
    low: tuple[DecidedBy, ...]
    high: tuple[DecidedBy, ...]
    whole: tuple[DecidedBy, ...]

    @property
    def all(self) -> tuple[DecidedBy, ...]:
        return tuple(dict.fromkeys((*self.low, *self.high, *self.whole)))


def reasons_of_tiles(player: TileSetting, bank: TileSetting) -> Reasons:
    mine, theirs = order_tiles(player), order_tiles(bank)
    comparison = compare_tiles(player, bank)
    return Reasons(
        comparison,
        low=(*_tile_half(mine.low, theirs.low), *((DecidedBy.ZERO,) if comparison.zero else ())),
        high=tuple(_tile_half(mine.high, theirs.high)),
        whole=(reason_of_whole(comparison),),
    )


def _tile_half(mine: tuple[Tile, ...], theirs: tuple[Tile, ...]) -> Iterable[DecidedBy]:
    one, other = rank_two_tiles(mine), rank_two_tiles(theirs)
    yield _tile_reason(one, other)
    if one.place is None and other.place is None and any(tile.kind == "GJ" for tile in (*mine, *theirs)):
        yield DecidedBy.SUPREME_APART


def _tile_reason(one: TileRank, other: TileRank) -> DecidedBy:
    if one.place is not None or other.place is not None:
        return DecidedBy.PAIR_COPY if one == other else DecidedBy.PAIR_RANK
    if one.value != other.value:
        return DecidedBy.VALUE
    return DecidedBy.VALUE_COPY if one == other else DecidedBy.TOP_TILE


def reasons_of_cards(
    player: CardSetting, bank: CardSetting, wheel: Wheel = Wheel.SECOND, push: frozenset[int] = frozenset()
) -> Reasons:
    comparison = compare_cards(player, bank, wheel, push)
    if comparison.fouled:
        return Reasons(comparison, (), (), (reason_of_foul(len(player.low), len(player.high)),))
    low = rank_two_cards(player.low), rank_two_cards(bank.low)
    high = rank_five_cards(player.high, wheel), rank_five_cards(bank.high, wheel)
    return Reasons(
        comparison,
        low=(_low_reason(*low), *_joker((*player.low, *bank.low))),
        high=(*_high_reasons(*high), *_joker((*player.high, *bank.high))),
        whole=(reason_of_whole(comparison),),
    )


def _joker(cards: tuple[Card, ...]) -> tuple[DecidedBy, ...]:
    return (DecidedBy.JOKER,) if any(card.is_joker for card in cards) else ()


def _low_reason(one: TwoRank, other: TwoRank) -> DecidedBy:
    if one == other:
        return DecidedBy.CARD_COPY
    if one.category != other.category:
        return DecidedBy.KIND
    return DecidedBy.PAIR if one.category is Category.PAIR else DecidedBy.CARD


_MADE: Final = {
    Category.PAIR: (DecidedBy.PAIR, 1),
    Category.TWO_PAIR: (DecidedBy.TWO_PAIR, 2),
    Category.THREE_OF_A_KIND: (DecidedBy.THREE_OF_A_KIND, 1),
    Category.STRAIGHT: (DecidedBy.STRAIGHT, 1),
    Category.FLUSH: (DecidedBy.FLUSH, 5),
    Category.FULL_HOUSE: (DecidedBy.FULL_HOUSE, 2),
    Category.FOUR_OF_A_KIND: (DecidedBy.FOUR_OF_A_KIND, 1),
    Category.STRAIGHT_FLUSH: (DecidedBy.STRAIGHT_FLUSH, 1),
}
"""For each kind of hand, what compares first when two of that kind meet, and how many ranks that takes."""


def _high_reasons(one: FiveRank, other: FiveRank) -> tuple[DecidedBy, ...]:
    if one == other:
        return (DecidedBy.CARD_COPY,)
    if one.category != other.category:
        return (DecidedBy.KIND,)
    reason, size = _MADE.get(one.category, (DecidedBy.CARD, 0))
    if one.deciding[:size] == other.deciding[:size]:
        return (DecidedBy.CARD,)
    return (reason, *((DecidedBy.WHEEL,) if one.is_wheel or other.is_wheel else ()))


def reason_of_foul(low: int, high: int) -> DecidedBy:
    """Why a hand with these numbers of cards is fouled: a wrong split, or the low half outranks the high."""
    return DecidedBy.FOULED_ORDER if (low, high) == (2, 5) else DecidedBy.FOULED_SPLIT


def reason_of_whole(comparison: Comparison) -> DecidedBy:
    """The result of the two halves of a hand that isn't fouled."""
    match comparison.outcome:
        case Outcome.WIN:
            return DecidedBy.WIN
        case Outcome.PUSH if comparison.pushed:
            return DecidedBy.PUSH_DEALER
        case Outcome.PUSH:
            return DecidedBy.PUSH_HIGH if comparison.high is Half.WIN else DecidedBy.PUSH_LOW
        case Outcome.LOSE:
            copies = Half.COPY in (comparison.low, comparison.high)
            return DecidedBy.LOSE_COPY if copies else DecidedBy.LOSE_LOWER
