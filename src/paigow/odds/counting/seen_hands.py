"""The value of seeing tiles before setting: other hands, one of the dealer's tiles, or all of them.

Counted over the tiles that stay unseen: your own hand is dealt from the rest, and the dealer's from the
unseen ones. Which seen tile belongs to whom doesn't matter to the setting, so friends who show each other
their hands know exactly what is unseen and nothing else.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise, product
from math import comb
from typing import Final

import numpy as np

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.notation import counted
from paigow.material.tiles import KINDS, TILES
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.kernels import seen as kernels
from paigow.odds.counting.known import Known
from paigow.odds.counting.tile_deals import Ints, as_set, tile_hands
from paigow.odds.counting.tile_ways import choices_of, tile_tally
from paigow.odds.runs.shards import Run, Shard, run_shards
from paigow.odds.runs.storage import Arrays

MOST_SEEN: Final = 6
"""Eight hands make a set: six besides your own and the dealer's."""
MERITS: Final = (19, 20)
CODE: Final = (
    "paigow.material",
    "paigow.ranks",
    "paigow.odds.counting.kernels.seen",
    "paigow.odds.counting.kernels.tiles",
    "paigow.odds.counting.seen_hands",
    "paigow.odds.counting.tile_deals",
)
_HALF: Final = 8
_SHARDS: Final = 27


def best_seeing(
    opponent: HouseWay, role: Role, others: int, run: Run | None = None, merits: tuple[int, int] = MERITS
) -> Tally:
    """Best play after seeing this many other hands, against a way; every deal counted.

    A deal is your own hand, the seen tiles as one heap, and the dealer's hand; see `deals_seen`. Seeing all
    six others leaves only the dealer's hand.
    """
    return best_seeing_choices(choices_of(opponent), role, others, run or Run(), merits)


def best_seeing_choices(
    choices: Ints,
    role: Role,
    others: int,
    run: Run,
    merits: tuple[int, int] = MERITS,
    kinds: tuple[str, ...] = KINDS,
) -> Tally:
    """The same against chosen settings for every hand, with a full set or a smaller one."""
    most = min(MOST_SEEN, len(kinds) // 2 - 2)
    if not 0 <= others <= most:
        raise BadInput(f"you can't see {counted(others, 'other hand')}", allowed=f"choose 0 to {most}")
    unseen = 2 * len(kinds) - 4 * (others + 1)
    key = sha256(choices.astype(np.uint8).tobytes()).hexdigest()
    edges = [3**_HALF * n // _SHARDS for n in range(_SHARDS + 1)]
    shards = [
        Shard(
            _shard,
            (choices, role.value, unseen, merits, kinds, start, stop),
            (key, role.value, str(unseen), str(merits), str(kinds), str(start)),
        )
        for start, stop in pairwise(edges)
    ]
    parts = run_shards(f"seeing {counted(others, 'other hand')}", shards, run, code=CODE)
    win, push, lose = (sum(int(part["outcomes"][n]) for part in parts) for n in range(3))
    return Tally(win, push, lose, None, None, None, 0)


def deals_seen(others: int) -> int:
    """How many ways there are to deal your own hand, this many seen ones as one heap, and the dealer's."""
    return comb(32, 4) * comb(28, 4 * others) * comb(28 - 4 * others, 4)


def _shard(
    choices: Ints,
    role: str,
    unseen: int,
    merits: tuple[int, int],
    kinds: tuple[str, ...],
    start: int,
    stop: int,
) -> Arrays:
    hands = tile_hands(kinds)
    against = as_set(hands, choices)
    is_bank = Role(role) is Role.BANK
    # A low hand of value zero wins only for the bank (R2): it beats nothing, or anything beats it.
    below_low = hands.low + 1 if is_bank else np.where(hands.zero, 0, hands.low)
    opponent_low = np.where(against.zero, 0, against.low) if is_bank else against.low
    out = np.zeros(3, dtype=np.int64)
    kernels.best_of_unseen(
        *_halves(kinds),
        unseen,
        hands.once,
        hands.twice,
        hands.counts,
        hands.high + int(is_bank),
        below_low,
        opponent_low,
        against.high,
        *merits,
        start,
        stop,
        out,
    )
    return {"outcomes": out}


def _halves(kinds: tuple[str, ...]) -> tuple[Ints, Ints, Ints, Ints]:
    """All choices of zero, one, or both tiles of eight kinds, as masks, with each half's number of tiles.

    A half that needs a kind which a smaller set lacks has more tiles than any set.
    """
    held = np.array(list(product(range(3), repeat=_HALF)), dtype=np.int64)
    bits = 1 << np.arange(_HALF)
    there = np.array([kind in kinds for kind in KINDS])
    sizes = [
        np.where(held[:, ~part].any(axis=1), len(TILES) + 1, held.sum(axis=1))
        for part in (there[_HALF:], there[:_HALF])
    ]
    return (held == 1) @ bits, (held == 2) @ bits, sizes[0], sizes[1]


def best_seeing_a_tile(opponent: HouseWay, role: Role, merits: tuple[int, int] = MERITS) -> Tally:
    """Best play after seeing one of the opponent's tiles, each of the four equally likely."""
    parts = [tile_tally(None, opponent, role, merits, known=Known((), (tile,))) for tile in TILES]
    win, push, lose = (sum(getattr(part, name) for part in parts) for name in ("win", "push", "lose"))
    return Tally(win, push, lose, None, None, None, 0)
