"""What one shard of the card odds counts, from its own arguments alone. `card_deals` makes the shards.

With h and l the strengths of a hand's high and low half as set, F(h, l) is the number of replies, disjoint
from the hand, that are below in both halves: the sum over the hand's subsets S of (-1)**|S| times the number
of such hands that contain S. H(h) are those below in the high half, L(l) those below in the low half.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.odds.counting import Role
from paigow.odds.counting.decks import (
    HAND,
    SUIT_ORDERS,
    CountedDeck,
    SetCounters,
    classes,
    empty_rows,
    numbering,
    packed,
    replies_to_one,
    suit_codes,
)
from paigow.odds.counting.kernels import numbering as number_kernels
from paigow.odds.counting.kernels import sweeping
from paigow.odds.counting.strengths import HandStrengths, PortableWay, raised_against, restored
from paigow.odds.runs.progress import tell_share
from paigow.odds.runs.storage import Arrays
from paigow.ranks.batch import setting_strengths
from paigow.ranks.tables import five_tables

BY_ROWS: Final = ((0, 1, 2), (3,), (4,), (5,))
"""How many shared cards each set of counter rows covers; six and seven use neighbors."""
_PIECES: Final = 16
"""Each sweep is cut into this many, of under a second on an idle core, so that a shard tells its progress."""

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Questions(NamedTuple):
    """Hands by row, each with the strengths below which replies are counted.

    Answers are weighted and summed by target.
    """

    rows: npt.NDArray[np.int32]
    high: npt.NDArray[np.uint16]
    low: Bytes
    weights: Bytes
    targets: npt.NDArray[np.int32]

    def taking(self, order: Ints) -> Questions:
        rows, high, low, weights, targets = self
        return Questions(rows[order], high[order], low[order], weights[order], targets[order])


def hands_shard(player: PortableWay, dealer: PortableWay, role: str, start: int, stop: int) -> Arrays:
    """For each row of a range, how many replies it beats and loses to as the player's way sets it."""
    mine, theirs = restored(player), restored(dealer)
    rows = np.arange(start, stop, dtype=np.int32)
    high = raised_against(theirs, mine.high[start:stop])
    asked = _asked(rows, high, mine.low[start:stop], Role(role))
    counts = np.zeros((len(rows), 3), dtype=np.int64)
    for sizes in BY_ROWS:
        _count_by_rows(theirs, asked, sizes, counts)
    win, lose = _win_and_lose(theirs, asked, counts)
    return {"win": win.astype(np.int32), "lose": lose.astype(np.int32)}


class CandidateSettings(NamedTuple):
    """Settings that could be the best of their hand, each with the strengths below which replies are beaten.

    Those of one hand and role are adjacent and share a group number: hands of the range as player, then again
    as bank.
    """

    groups: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int32]
    choices: Bytes
    high: npt.NDArray[np.uint16]
    low: Bytes

    def taking(self, kept: npt.NDArray[np.bool_]) -> CandidateSettings:
        groups, rows, choices, high, low = self
        return CandidateSettings(groups[kept], rows[kept], choices[kept], high[kept], low[kept])

    def asked(self) -> Questions:
        weights, targets = _each_its_own(len(self.rows))
        return Questions(self.rows, self.high, self.low, weights, targets)


def best_shard(dealer: PortableWay, merits: tuple[int, int], start: int, stop: int) -> Arrays:
    """For each row of a range, its best setting, and how many replies that beats and loses to.

    Both as player and as bank, one line of each array for each role in the order of `Role`: they share the
    sweeps. The terms of each number of shared cards bound what the rest can add (Bonferroni), so most
    settings are eliminated before the expensive terms.
    """
    theirs = restored(dealer)
    found = _candidates(theirs, start, stop, tuple(Role))
    counts = np.zeros((len(found.rows), 3), dtype=np.int64)
    for sizes in BY_ROWS:
        _count_by_rows(theirs, found.asked(), sizes, counts)
        kept = _in_the_running(theirs.deck, found.groups, counts, sizes[-1], merits)
        found, counts = found.taking(kept), counts[kept]
    win, lose = _win_and_lose(theirs, found.asked(), counts)
    best = np.full((len(Role), stop - start), -1, dtype=np.int64)
    sweeping.pick_best(found.groups, found.high, win, lose, *merits, best.reshape(-1))
    return {
        "choice": found.choices[best],
        "win": win[best].astype(np.int32),
        "lose": lose[best].astype(np.int32),
    }


def face_up_shard(dealer: PortableWay, start: int, stop: int) -> Arrays:
    """For each row of a range, how many replies some setting beats, and to how many every setting loses.

    For a player who sees the dealer's hand. From the highest high hand down, each candidate has a higher low
    hand than the one before, so the replies that both it and any earlier one beat are those that it and its
    neighbor beat: wins are the sum of F over candidates less the sum of F over neighbors' lower halves. A
    reply that no half of any setting beats is neither below the highest high nor below the highest low hand.
    """
    theirs = restored(dealer)
    asked, places, signs = _staircases(_candidates(theirs, start, stop, (Role.PLAYER,)))
    counts = np.zeros((len(asked.rows), 3), dtype=np.int64)
    for sizes in BY_ROWS:
        _count_by_rows(theirs, asked, sizes, counts)
    below, above = _win_and_lose(theirs, asked, counts)
    win = np.zeros(stop - start, dtype=np.int64)
    np.add.at(win, places, signs * below)
    lose = np.zeros(stop - start, dtype=np.int64)
    corners = signs == 0
    lose[places[corners]] = above[corners]
    return {"win": win.astype(np.int32), "lose": lose.astype(np.int32)}


def _staircases(found: CandidateSettings) -> tuple[Questions, Ints, Ints]:
    """The questions for each hand's candidates: the hand's index and the sign of each answer in its wins.

    The last question of a hand, whose sign is zero, is its corner: the highest high and low hand at once.
    """
    order = np.lexsort((found.low, -found.high.astype(np.int64), found.groups))
    groups, rows, high, low = (each[order] for each in (found.groups, found.rows, found.high, found.low))
    with_next = np.flatnonzero(groups[:-1] == groups[1:])
    first = np.flatnonzero(np.diff(groups, prepend=-1))
    last = np.append(first[1:], len(groups)) - 1
    places = np.concatenate([groups, groups[with_next], groups[first]]).astype(np.int64)
    signs = np.repeat([1, -1, 0], [len(groups), len(with_next), len(first)])
    weights, targets = _each_its_own(len(places))
    asked = Questions(
        np.concatenate([rows, rows[with_next], rows[first]]),
        np.concatenate([high, high[with_next + 1], high[first]]),
        np.concatenate([low, low[with_next], low[last]]),
        weights,
        targets,
    )
    return asked, places, signs


def count_settings(
    dealer: HandStrengths, rows: npt.NDArray[np.int32], role: Role
) -> tuple[Ints, Ints, npt.NDArray[np.bool_]]:
    """How many replies each setting of some hands beats and loses to, by hand and setting; which are fouled.

    A sweep costs the same for one hand as for a hundred thousand. Fouled settings count zero.
    """
    settings = setting_strengths(dealer.hands.cards[rows], dealer.wheel)
    legal = ~settings.fouled
    places, choices = np.nonzero(legal)
    high, low = raised_against(dealer, settings.high[legal]), settings.low[legal]
    asked = _asked(rows[places].astype(np.int32), high, low, role)
    counts = np.zeros((len(places), 3), dtype=np.int64)
    for sizes in BY_ROWS:
        _count_by_rows(dealer, asked, sizes, counts)
    found = np.zeros((2, *legal.shape), dtype=np.int64)
    found[0][places, choices], found[1][places, choices] = _win_and_lose(dealer, asked, counts)
    return found[0], found[1], settings.fouled


def _candidates(dealer: HandStrengths, start: int, stop: int, roles: tuple[Role, ...]) -> CandidateSettings:
    """Every setting that no other of its hand dominates, in each role."""
    settings = setting_strengths(dealer.hands.cards[start:stop], dealer.wheel)
    marked = np.zeros(settings.fouled.shape, dtype=np.bool_)
    sweeping.mark_candidates(settings.low, settings.high, settings.fouled, marked)
    places, choices = np.nonzero(marked)
    high, low = raised_against(dealer, settings.high[marked]), settings.low[marked]
    halves = [_beaten_below(high, low, role) for role in roles]
    return CandidateSettings(
        np.concatenate([places + n * (stop - start) for n in range(len(roles))]).astype(np.int32),
        np.tile((places + start).astype(np.int32), len(roles)),
        np.tile(choices.astype(np.uint8), len(roles)),
        np.concatenate([high for high, _ in halves]),
        np.concatenate([low for _, low in halves]),
    )


def _in_the_running(
    deck: CountedDeck, groups: npt.NDArray[np.int32], counts: Ints, shared: int, merits: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    """Which candidates can still be the best of their group, after the terms of up to `shared` cards.

    The merit is gain * F - cost * (N - H - L + F). Cut off after an even number of shared cards each count is
    too large, after an odd one too small, by at most the next term, which no hand has more of than subsets
    of that size times the hands that contain one.
    """
    gain, cost = merits
    slack = SUIT_ORDERS * comb(HAND, shared + 1) * comb(len(deck) - shared - 1, HAND - shared - 1)
    below, above = (slack, 0) if shared % 2 == 0 else (0, slack)
    both, high, low = counts[:, 0], counts[:, 1], counts[:, 2]
    more, less = max(gain - cost, 0), max(cost - gain, 0)
    merit = cost * (high + low) + (more - less) * both
    least = merit - (2 * cost + more) * below - less * above
    most = merit + (2 * cost + more) * above + less * below
    first = np.flatnonzero(np.diff(groups, prepend=groups[0] - 1))
    best_least = np.maximum.reduceat(least, first)
    return np.asarray(most >= np.repeat(best_least, np.diff(first, append=len(groups))))


def _beaten_below(
    high: npt.NDArray[np.uint16], low: Bytes, role: Role
) -> tuple[npt.NDArray[np.uint16], Bytes]:
    """A player wins against the replies below in both halves and loses to those below in neither.

    A bank also beats equal ones: the same counts, asked one strength higher.
    """
    level = role is Role.BANK
    return high + np.uint16(level), low + np.uint8(level)


def _each_its_own(questions: int) -> tuple[Bytes, npt.NDArray[np.int32]]:
    """Weights and targets if answers aren't summed."""
    return np.ones(questions, dtype=np.uint8), np.arange(questions, dtype=np.int32)


def _asked(rows: npt.NDArray[np.int32], high: npt.NDArray[np.uint16], low: Bytes, role: Role) -> Questions:
    return Questions(rows, *_beaten_below(high, low, role), *_each_its_own(len(rows)))


def _count_by_rows(dealer: HandStrengths, asked: Questions, sizes: tuple[int, ...], counts: Ints) -> None:
    """Add 24 times the terms of these sizes to F, H and L of each question."""
    table = empty_rows(dealer.deck, sizes)
    _sweep(dealer, table, asked, counts, BY_ROWS.index(sizes))
    _sum_lows(dealer, table, asked, counts)


def _win_and_lose(dealer: HandStrengths, asked: Questions, counts: Ints) -> tuple[Ints, Ints]:
    """Finish the counts of each question in place, and return how many replies win and lose."""
    assert not (counts % SUIT_ORDERS).any()
    counts //= SUIT_ORDERS
    numbers, points, near = numbering(dealer.deck, HAND - 1), _points(dealer), _near(dealer)
    edges = sorted({len(counts) * n // _PIECES for n in range(_PIECES + 1)})
    for piece, (start, stop) in enumerate(pairwise(edges), start=1):
        number_kernels.count_nearest(
            dealer.hands.sets,
            asked.rows[start:stop],
            asked.high[start:stop],
            asked.low[start:stop],
            *numbers,
            points,
            near,
            counts[start:stop],
        )
        _tell(len(BY_ROWS), piece, len(edges) - 1)
    both, high, low = counts[:, 0], counts[:, 1], counts[:, 2]
    return both, replies_to_one(dealer.deck) - high - low + both


def _levels(high: npt.NDArray[np.uint16], low: Bytes, levels: int) -> tuple[Ints, Ints]:
    """An order by high half, and where each level starts in it.

    Within a level by low half, then as before: neighbors then touch the same counters.
    """
    order = np.argsort(low, kind="stable")
    order = order[np.argsort(high[order], kind="stable")]
    first = np.searchsorted(high[order], np.arange(levels + 1, dtype=np.uint16))
    return order, first.astype(np.int64)


def _by_level(asked: Questions, levels: int) -> tuple[Questions, Ints]:
    """Questions in the order of `_levels`; the order itself, eight bytes each, is freed."""
    order, first = _levels(asked.high, asked.low, levels)
    return asked.taking(order), first


class _InOrder(NamedTuple):
    """A way's hands by level of their high half: sets, weights, low strengths, and where levels start."""

    sets: Ints
    weights: Bytes
    low: Bytes
    first: Ints


@lru_cache(maxsize=1)
def _in_order(dealer: HandStrengths) -> _InOrder:
    order, first = _levels(dealer.high, dealer.low, len(five_tables(dealer.wheel).ranks))
    return _InOrder(dealer.hands.sets[order], dealer.hands.weights[order], dealer.low[order], first)


def _sweep(dealer: HandStrengths, rows: SetCounters, asked: Questions, out: Ints, part: int) -> None:
    """Sweep the dealer's hands through the rows, answering questions for F and H; then sum the rows."""
    swept = _in_order(dealer)
    inquiry, first = _by_level(asked, len(swept.first))
    hands, suits = dealer.hands.sets[inquiry.rows], suit_codes()
    edges = _edges(swept.first, first)
    for piece, (start, stop) in enumerate(pairwise(edges), start=1):
        sweeping.sweep(
            *swept._replace(first=swept.first[start : stop + 1]),
            hands,
            inquiry.low,
            inquiry.weights,
            first[start : stop + 1],
            inquiry.targets,
            suits,
            rows.few,
            rows.few_counters,
            rows.five,
            rows.five_counters,
            out,
        )
        _tell(part, piece, len(edges) - 1)
    for counters in (rows.few_counters, rows.five_counters):
        sweeping.accumulate(counters, len(counters) // sweeping.LANES)


def _sum_lows(strengths: HandStrengths, rows: SetCounters, asked: Questions, out: Ints) -> None:
    """Answer the questions for L once all hands are swept."""
    sweeping.sum_lows(
        strengths.hands.sets[asked.rows],
        asked.low,
        asked.weights,
        asked.targets,
        suit_codes(),
        rows.few,
        rows.few_counters,
        rows.five,
        rows.five_counters,
        out,
    )


def _edges(hands: Ints, questions: Ints) -> list[int]:
    """Levels at which pieces of a sweep start, of about as many hands and questions each, and the last end.

    There is one level of questions more than of hands.
    """
    work = questions + np.append(hands, hands[-1])
    wanted = work[0] + np.arange(1, _PIECES) * (work[-1] - work[0]) // _PIECES
    inside = np.searchsorted(work, wanted)
    return sorted({0, *inside.tolist(), len(work) - 1})


def _tell(part: int, done: int, pieces: int) -> None:
    """A shard's sweeps take about as long as each other, and as the nearest replies that follow."""
    share = (part + done / pieces) / (len(BY_ROWS) + 1)
    if share < 1:
        tell_share(share)


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


def _single_cards(deck: CountedDeck) -> Ints:
    return packed(np.array([[index] for index in deck.card_indexes], dtype=np.uint8))
