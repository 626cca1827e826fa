"""Counts every deal of two card hands, set by ways or optimally: 8,250,459,031,214,400 of them.

The counts run in shards, by the cards both hands could share or by ranges of hands: `card_relations` and
`card_shards` have the methods, and `runs` says where they run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.cards import Card, cards_text
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.card_relations import Parcel, pairings, ranges, relations_shard, total_sums
from paigow.odds.counting.card_shards import best_shard, face_up_shard, hands_shard
from paigow.odds.counting.decks import HAND, CountedDeck, replies_to_one
from paigow.odds.counting.kernels.relations import BY_CARDS, BY_RANKS, BY_SUIT_CLASS
from paigow.odds.counting.known import NOTHING_KNOWN, Known
from paigow.odds.counting.strengths import (
    CODE,
    NO_PUSHES,
    DealerPushes,
    HandStrengths,
    check_role,
    dealer_strengths,
    hand_strengths,
    portable,
)
from paigow.odds.runs.shards import Run, Shard, run_shards
from paigow.odds.runs.storage import Arrays, code_version, load_arrays, save_arrays
from paigow.ranks.poker import Order

CARD_DEALS: Final = 8_250_459_031_214_400
"""C(53,7) * C(46,7)."""
COUNTING_CODE: Final = (
    *CODE,
    "paigow.odds.counting",
)
PIECES: Final = {BY_RANKS: 32, BY_SUIT_CLASS: 192, BY_CARDS: 48}
"""The number of shards for pairs of hands by ranks, and for those with suits: some 20 ms each."""
STRETCHES: Final = 12
MERITS: Final = (19, 20)
"""Whole numbers in the ratio of what a win gains, after five percent (R11), and a loss costs."""
_LOSE, _COPY, _WIN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Relations:
    """All deals of a hand and a reply, by how the hand's halves compare.

    `counts[low][high]`: 0 if the hand's half is below, 1 if equal (a copy), 2 if above.
    """

    counts: tuple[tuple[int, int, int], ...]

    @property
    def total(self) -> int:
        return sum(map(sum, self.counts))

    def mirrored(self) -> Relations:
        """The same deals from the reply's side."""
        return Relations(tuple((row[2], row[1], row[0]) for row in reversed(self.counts)))

    def tally(self, role: Role, copies: Role = Role.BANK) -> Tally:
        """Win, push, and lose for the hand as a player, or as the bank, which wins copies."""
        beats = (_COPY, _WIN) if role.beats_level(copies) else (_WIN,)
        outcomes = [0, 0, 0]
        for low in range(3):
            for high in range(3):
                outcomes[(low in beats) + (high in beats)] += self.counts[low][high]
        lose, push, win = outcomes
        return Tally(
            win,
            push,
            lose,
            low_copies=sum(self.counts[_COPY]),
            high_copies=sum(row[_COPY] for row in self.counts),
            both_copies=self.counts[_COPY][_COPY],
            zero_lows=0,
        )


@dataclass(frozen=True, slots=True, eq=False)
class HandCounts:
    """For each class of hands, how many of all replies it wins, pushes, and loses against."""

    deck: CountedDeck
    win: npt.NDArray[np.int32]
    lose: npt.NDArray[np.int32]

    @property
    def push(self) -> npt.NDArray[np.int32]:
        return np.int32(replies_to_one(self.deck)) - self.win - self.lose


def deals(deck: CountedDeck, out: int = 0) -> int:
    """All ordered pairs of disjoint hands that avoid this many cards out of play."""
    return comb(len(deck) - out, HAND) * comb(len(deck) - out - HAND, HAND)


def check_same_game(one: HandStrengths, other: HandStrengths) -> None:
    """Strengths are comparable only within one deck and one rank of the wheel."""
    if one.deck != other.deck or one.wheel != other.wheel:
        raise BadInput(
            f"one side ranks the wheel {one.wheel.value}, the other {other.wheel.value}",
            allowed="use the same rule book for both sides",
        )


def count_relations(
    player: HandStrengths, dealer: HandStrengths, run: Run | None = None, out: Sequence[Card] = ()
) -> Relations:
    """Every deal of a player's hand and a dealer's, by how the player's halves compare to the dealer's.

    Neither holds a card that is `out` of play.
    """
    check_same_game(player, dealer)
    run = run or Run()
    out = sorted(out, key=lambda card: card.index)
    depends_on = f"{code_version(*COUNTING_CODE)} {player.key} {dealer.key} {cards_text(out)}"
    name = sha256(depends_on.encode()).hexdigest()[:32]
    file = run.kept_in / f"relations-{name}.npz"
    kept = None if run.fresh else load_arrays(file)
    if kept is None:
        kept = {"sums": np.array(_counted_sums(player, dealer, run, out), dtype=np.int64)}
        save_arrays(file, kept)
    return _relations(deals(player.deck, len(out)), kept["sums"].tolist())


def _counted_sums(player: HandStrengths, dealer: HandStrengths, run: Run, out: Sequence[Card]) -> list[int]:
    pairs = pairings(player, dealer, out)
    pieces = [(which, *piece) for which, pair in enumerate(pairs) for piece in ranges(pair, PIECES[pair.by])]
    of_both = player.key, dealer.key, cards_text(out)
    shards = [
        Shard(relations_shard, (which, start, stop), (*of_both, f"{which} {start}-{stop}"), size)
        for which, start, stop, size in pieces
    ]
    parts = run_shards(
        "way against way",
        shards,
        run,
        unit="subsets of hands",
        code=COUNTING_CODE,
        shared=lambda: (tuple(Parcel.of(pair) for pair in pairs),),
    )
    return total_sums(
        [(pairs[which].by, part["sums"]) for (which, *_), part in zip(pieces, parts, strict=True)]
    )


def _relations(total: int, sums: list[int]) -> Relations:
    f, f_low, h, f_high, f_both, h_high, lows, lows_level = sums
    above = (f, f_low - f, h - f_low)
    level = (f_high - f, f_both - f_low - f_high + f, h_high - h - f_both + f_low)
    below = (
        lows - f_high,
        lows_level - lows - f_both + f_high,
        total - h_high - lows_level + f_both,
    )
    # Columns of `counts` run from below to above, its rows likewise.
    counts = tuple((below[n], level[n], above[n]) for n in (2, 1, 0))
    assert all(count >= 0 for row in counts for count in row)
    return Relations(counts)


def stretches(hands: int) -> list[tuple[int, int]]:
    """Rows in ranges of about the same length, as (start, stop)."""
    edges = [hands * n // STRETCHES for n in range(STRETCHES + 1)]
    return [(start, stop) for start, stop in pairwise(edges) if start < stop]


def _by_stretches(
    what: str,
    work: Callable[..., Arrays],
    sides: tuple[HandStrengths, ...],
    run: Run | None,
    *given: object,
) -> list[Arrays]:
    """The results of a count over all classes of hands, range by range; `given` comes before the two ends."""
    used = run or Run()
    shards = [
        Shard(
            work,
            (*given, start, stop),
            (*(side.key for side in sides), *map(str, given), f"{start}-{stop}"),
            stop - start,
        )
        for start, stop in stretches(len(sides[0]))
    ]
    return run_shards(
        what,
        shards,
        used,
        unit="classes of hands",
        code=COUNTING_CODE,
        shared=lambda: tuple(portable(side, used.kept_in) for side in sides),
    )


def count_hands(
    player: HandStrengths, dealer: HandStrengths, role: Role, run: Run | None = None
) -> HandCounts:
    """For each class of hands, set by the player's way, its results against all replies of the dealer's.

    As bank, the player's hand is the bank's, and the dealer's way is its opponent's.
    """
    check_same_game(player, dealer)
    check_role(dealer, role)
    parts = _by_stretches("every hand of a way", hands_shard, (player, dealer), run, role.value)
    win, lose = (np.concatenate([part[name] for part in parts]) for name in ("win", "lose"))
    return HandCounts(player.deck, win, lose)


@dataclass(frozen=True, slots=True, eq=False)
class BestPlay:
    """The best setting of every class of hands against one way, and its total over all deals."""

    role: Role
    merits: tuple[int, int]
    choice: npt.NDArray[np.uint8]
    hands: HandCounts
    win: int
    push: int
    lose: int

    @property
    def total(self) -> int:
        return self.win + self.push + self.lose

    @property
    def value(self) -> Fraction:
        """The value of one unit staked, by the gain and the cost that were weighed."""
        gain, cost = self.merits
        return Fraction(gain * self.win - cost * self.lose, cost * self.total)


def best_play(
    dealer: HandStrengths, role: Role, run: Run | None = None, merits: tuple[int, int] = MERITS
) -> BestPlay:
    """For every hand, the setting with the greatest gain * win - cost * lose.

    Ties go to the highest high hand, then the highest low hand. As bank, `dealer` is the bank's opponent, and
    the bank wins copies. The choice is a way like any other: `hand_strengths(best.choice)`. Both roles are
    counted at once and cached, so the other one is then free.
    """
    check_role(dealer, role)
    parts = _by_stretches("best play", best_shard, (dealer,), run, merits)
    line = [*Role].index(role)
    choice, win, lose = (
        np.concatenate([part[name][line] for part in parts]) for name in ("choice", "win", "lose")
    )
    hands = HandCounts(dealer.deck, win, lose)
    wins, pushes, loses = (_over_all_hands(dealer, counts) for counts in (hands.win, hands.push, hands.lose))
    return BestPlay(role, merits, choice, hands, wins, pushes, loses)


def count_face_up(dealer: HandStrengths, run: Run | None = None) -> HandCounts:
    """For each class of hands, its results when it is set with the dealer's hand face up.

    It wins if any of its settings does, and loses if every setting does; the rest are pushes.
    """
    parts = _by_stretches("face up", face_up_shard, (dealer,), run)
    win, lose = (np.concatenate([part[name] for part in parts]) for name in ("win", "lose"))
    return HandCounts(dealer.deck, win, lose)


def _over_all_hands(dealer: HandStrengths, counts: npt.NDArray[np.int32]) -> int:
    """The sum stays below C(53,7) * C(46,7) < 2**53."""
    return int(counts.astype(np.int64) @ dealer.hands.weights.astype(np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class CardCounting:
    """Counting for a card table with one rank of the wheel; `run` says where it runs.

    If the main wager pushes on some dealer hands, copies aren't counted separately and nobody banks. With
    `face_up`, a player sees the dealer's hand and plays optimally against each one.
    """

    wheel: Order
    run: Run
    push: DealerPushes = NO_PUSHES
    face_up: bool = False
    copies: Role = Role.BANK
    """Who wins a half of equal rank; the bank if wagers push or the dealer's hand is seen."""
    prepare: Callable[[HouseWay, Order], None] = lambda _way, _wheel: None
    """Called before a way has to set every hand, to show progress."""
    known: Known[Card] = NOTHING_KNOWN
    """Cards out of play. With any, ways can be counted, but not best play or a dealer who shows cards."""

    def tally(
        self, hero: HouseWay | None, opponent: HouseWay, role: Role, merits: tuple[int, int] = MERITS
    ) -> Tally:
        """All deals of a way, or of best play if none is given, against a way."""
        if self.known.opponent or (self.known and hero is None):
            raise BadInput(
                "odds can't be counted with a card of the dealer's seen"
                if self.known.opponent
                else "best play can't be counted with cards out of play",
                allowed="give both sides a house way and hide the dealer's cards, or count one hand",
            )
        if hero is None and self.face_up:
            dealer = self.dealer(opponent, role)
            hands = count_face_up(dealer, self.run)
            win, push, lose = (
                _over_all_hands(dealer, counts) for counts in (hands.win, hands.push, hands.lose)
            )
            return Tally(win, push, lose, None, None, None, 0)
        if hero is None:
            best = self.best(opponent, role, merits)
            return Tally(best.win, best.push, best.lose, None, None, None, 0)
        dealer = self.dealer(opponent, role)
        relations = count_relations(self.strengths(hero), dealer, self.run, self.known.out)
        tally = relations.tally(role, self.copies)
        return tally if dealer.pushes is None else tally.without_copies()

    def strengths(self, way: HouseWay) -> HandStrengths:
        self.prepare(way, self.wheel)
        return dealer_strengths(way, self.wheel)

    def dealer(self, way: HouseWay, role: Role = Role.PLAYER) -> HandStrengths:
        """The hands a role plays against."""
        self.prepare(way, self.wheel)
        dealer = dealer_strengths(way, self.wheel, self.push)
        check_role(dealer, role)
        return dealer

    def best(self, opponent: HouseWay, role: Role, merits: tuple[int, int] = MERITS) -> BestPlay:
        # With the copies, a player is in the bank's place.
        side = Role.BANK if role.beats_level(self.copies) else Role.PLAYER
        return best_play(self.dealer(opponent, role), side, self.run, merits)

    def best_strengths(self, opponent: HouseWay, role: Role, merits: tuple[int, int]) -> HandStrengths:
        """Every hand set by best play."""
        return hand_strengths(np.asarray(self.best(opponent, role, merits).choice), self.wheel)
