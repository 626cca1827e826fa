"""What one shard of the card odds counts, from what it carries alone. Which shards there are: `cards`.

With h and l the strengths of a hand's high and low half as set, F(h, l) is the number of replies, disjoint
from the hand, that are below in both halves: the sum over the hand's subsets S of (-1)**|S| times the number
of such hands that contain S. H(h) are those below in the high half, L(l) those below in the low half.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.odds.decks import HAND, Deck, classes, numbering, packed, replies_to_one
from paigow.odds.keeping import Arrays
from paigow.odds.kernels import choosing, sweeping
from paigow.odds.kernels import numbering as number_kernels
from paigow.odds.roles import Role
from paigow.odds.shared_cards import SUIT_ORDERS, Rows, empty_rows, suit_codes
from paigow.odds.strengths import Carried, HandStrengths, restored
from paigow.ranks.batch import setting_strengths
from paigow.ranks.tables import five_tables

__all__ = ["NEAREST", "SUMS", "best_shard", "hands_shard", "relations_shard"]

NEAREST: Final = (6, 7)
"""Numbers of shared cards that are counted through the hands one card apart."""
SUMS: Final = ("F(h,l)", "F(h,l+1)", "H(h)", "F(h+1,l)", "F(h+1,l+1)", "H(h+1)", "L(l)", "L(l+1)")
"""What `relations_shard` adds up over all hands, in this order."""

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Questions(NamedTuple):
    """Hands by row, each with the strengths below which replies are to be counted.

    Answers are weighted and added up by target.
    """

    rows: npt.NDArray[np.int32]
    high: npt.NDArray[np.uint16]
    low: Bytes
    weights: Bytes
    targets: npt.NDArray[np.int32]

    def taking(self, order: Ints) -> Questions:
        rows, high, low, weights, targets = self
        return Questions(rows[order], high[order], low[order], weights[order], targets[order])


def relations_shard(player: Carried, dealer: Carried, sizes: tuple[int, ...]) -> Arrays:
    """The part of all sums, 24 times, that hands sharing sets of the given sizes contribute."""
    mine, theirs = restored(player), restored(dealer)
    sums = _nearest_sums(mine, theirs) if sizes == NEAREST else _row_sums(mine, theirs, sizes)
    return {"sums": sums}


def _row_sums(player: HandStrengths, dealer: HandStrengths, sizes: tuple[int, ...]) -> Ints:
    every = np.arange(len(player), dtype=np.int32)
    asked = Questions(every, player.high, player.low, player.hands.weights, np.zeros_like(every))
    rows = empty_rows(player.deck, sizes)
    out = np.zeros((2, 5), dtype=np.int64)
    _sweep(dealer, rows, asked, out, level_too=True)
    _sum_lows(player, rows, asked, out, level_too=True)
    return np.concatenate([out[0, :3], out[1, :3], out[0, 3:]])


def _nearest_sums(player: HandStrengths, dealer: HandStrengths) -> Ints:
    sums = np.zeros(len(SUMS), dtype=np.int64)
    number_kernels.sum_nearest(
        player.hands.sets,
        player.hands.weights,
        player.high,
        player.low,
        *numbering(dealer.deck, HAND - 1),
        _points(dealer),
        _near(dealer),
        sums,
    )
    return SUIT_ORDERS * sums


def hands_shard(player: Carried, dealer: Carried, role: str, start: int, stop: int) -> Arrays:
    """For each row of a stretch, how many replies it beats and loses to as the player's way sets it."""
    mine = restored(player)
    rows = np.arange(start, stop, dtype=np.int32)
    win, lose = _win_and_lose(restored(dealer), rows, mine.high[start:stop], mine.low[start:stop], Role(role))
    return {"win": win.astype(np.int32), "lose": lose.astype(np.int32)}


def best_shard(dealer: Carried, role: str, merits: tuple[int, int], start: int, stop: int) -> Arrays:
    """For each row of a stretch its best setting, and how many replies that beats and loses to."""
    theirs = restored(dealer)
    settings = setting_strengths(theirs.hands.cards[start:stop], theirs.wheel)
    candidates = np.zeros(settings.fouled.shape, dtype=np.bool_)
    choosing.mark_candidates(settings.low, settings.high, settings.fouled, candidates)
    rows, choices = np.nonzero(candidates)
    low, high = settings.low[candidates], settings.high[candidates]
    del settings, candidates
    win, lose = _win_and_lose(theirs, (rows + start).astype(np.int32), high, low, Role(role))
    best = np.full(stop - start, -1, dtype=np.int64)
    choosing.pick_best(rows, high, win, lose, *merits, best)
    return {
        "choice": choices[best].astype(np.uint8),
        "win": win[best].astype(np.int32),
        "lose": lose[best].astype(np.int32),
    }


def _win_and_lose(
    dealer: HandStrengths,
    rows: npt.NDArray[np.int32],
    high: npt.NDArray[np.uint16],
    low: Bytes,
    role: Role,
) -> tuple[Ints, Ints]:
    """Replies beaten and lost to by hands of the given strengths.

    A player wins against the replies below in both halves and loses to those below in neither. A bank also
    beats the level ones: the same counts, asked one strength higher.
    """
    asked = Questions(
        rows,
        high + np.uint16(role is Role.BANK),
        low + np.uint8(role is Role.BANK),
        np.ones(len(rows), dtype=np.uint8),
        np.arange(len(rows), dtype=np.int32),
    )
    table = empty_rows(dealer.deck)
    out = np.zeros((len(rows), 5), dtype=np.int64)
    _sweep(dealer, table, asked, out, level_too=False)
    _sum_lows(dealer, table, asked, out, level_too=False)
    assert not (out % SUIT_ORDERS).any()
    both, below_high, below_low = np.moveaxis(
        out[:, [0, 2, 3]] // SUIT_ORDERS + _nearest(dealer, asked.rows, asked.high, asked.low), 1, 0
    )
    return both, replies_to_one(dealer.deck) - below_high - below_low + both


def _levels(high: npt.NDArray[np.uint16], low: Bytes, levels: int) -> tuple[Ints, Ints]:
    """An order by high half, and where each level starts in it.

    Within a level by low half, then as before: neighbours then touch the same counters.
    """
    order = np.argsort(low, kind="stable")
    order = order[np.argsort(high[order], kind="stable")]
    first = np.searchsorted(high[order], np.arange(levels + 1, dtype=np.uint16))
    return order, first.astype(np.int64)


def _sweep(dealer: HandStrengths, rows: Rows, asked: Questions, out: Ints, *, level_too: bool) -> None:
    """Sweep the dealer's hands through the rows, answering questions for F and H; then sum up the rows."""
    levels = len(five_tables(dealer.wheel).ranks)
    order, first = _levels(dealer.high, dealer.low, levels)
    asked_order, asked_first = _levels(asked.high, asked.low, levels + 1)
    inquiry = asked.taking(asked_order)
    sweeping.sweep(
        dealer.hands.sets[order],
        dealer.hands.weights[order],
        dealer.low[order],
        first,
        dealer.hands.sets[inquiry.rows],
        inquiry.low,
        inquiry.weights,
        asked_first,
        inquiry.targets,
        level_too,
        suit_codes(),
        rows.few,
        rows.few_counters,
        rows.five,
        rows.five_counters,
        out,
    )
    for counters in (rows.few_counters, rows.five_counters):
        sweeping.accumulate(counters, len(counters) // sweeping.LANES)


def _sum_lows(strengths: HandStrengths, rows: Rows, asked: Questions, out: Ints, *, level_too: bool) -> None:
    """Answer the questions for L once all hands are swept."""
    sweeping.sum_lows(
        strengths.hands.sets[asked.rows],
        asked.low,
        asked.weights,
        asked.targets,
        level_too,
        suit_codes(),
        rows.few,
        rows.few_counters,
        rows.five,
        rows.five_counters,
        out,
    )


def _nearest(
    dealer: HandStrengths, rows: npt.NDArray[np.int32], high: npt.NDArray[np.uint16], low: Bytes
) -> Ints:
    """The terms of six and seven shared cards, as columns for F, H and L."""
    points = _points(dealer)
    out = np.zeros((len(rows), 3), dtype=np.int64)
    number_kernels.count_nearest(
        dealer.hands.sets, rows, high, low, *numbering(dealer.deck, HAND - 1), points, _near(dealer), out
    )
    return out


def _points(strengths: HandStrengths) -> npt.NDArray[np.uint32]:
    return strengths.high.astype(np.uint32) << np.uint32(7) | strengths.low


@lru_cache(maxsize=1)
def _near(dealer: HandStrengths) -> npt.NDArray[np.uint32]:
    """For each class of six cards the points of all hands one card larger: 206 MB for the full deck."""
    sixes = packed(classes(dealer.deck, HAND - 1).cards)
    out = np.zeros((len(sixes), len(dealer.deck) - HAND + 1), dtype=np.uint32)
    number_kernels.extend_sixes(
        sixes, _single_cards(dealer.deck), *numbering(dealer.deck), _points(dealer), out
    )
    return out


def _single_cards(deck: Deck) -> Ints:
    return packed(np.array([[index] for index in deck.card_indexes], dtype=np.uint8))
