"""Every card hand as one way sets it: which setting, and the strengths of its two halves. Not their odds.

All arrays follow the rows of `decks.classes`. Two ways differ only in their choice of settings, so only that
is sent to other machines; they recompute the rest.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.material.cards import JOKER
from paigow.odds.counting import Role
from paigow.odds.counting.decks import FULL, HAND, CountedDeck, classes, packed
from paigow.odds.runs.storage import cache_directory, code_version, kept_array
from paigow.ranks.lines import FORTUNE_MATCH, LOWEST_NOTHING
from paigow.ranks.poker import Category, Order, Wheel, is_wild, two_ranks
from paigow.ranks.tables import five_tables

if TYPE_CHECKING:
    from paigow.houseways import HouseWay

CODE: Final = (
    "paigow.material",
    "paigow.ranks",
    "paigow.odds.counting.kernels.numbering",
    "paigow.odds.counting.decks",
    "paigow.odds.counting.strengths",
)
"""What the arrays here depend on."""
_CHUNK: Final = 1 << 18
_LOWEST_HIGH: Final = 0
_HIGHEST_LOW: Final = len(two_ranks()) - 1


@dataclass(frozen=True, slots=True, eq=False)
class DeckHands:
    """All hands of a deck by class: their cards, the same as sets of bits, and how many each represents."""

    cards: npt.NDArray[np.uint8]
    sets: npt.NDArray[np.int64]
    weights: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.sets)


@dataclass(frozen=True, slots=True, eq=False)
class HandStrengths:
    """For each class of hands the chosen setting, 0 to 20, and the strengths of its low and high hand.

    `key` is a hash of the deck, the wheel's rank, the choice, and the hands that push: everything else
    follows from these.
    """

    deck: CountedDeck
    hands: DeckHands
    wheel: Order
    choice: npt.NDArray[np.uint8]
    low: npt.NDArray[np.uint8]
    high: npt.NDArray[np.uint16]
    key: str
    pushes: npt.NDArray[np.bool_] | None = None
    """The dealer hands on which every main wager pushes; see `with_pushes`."""

    def __len__(self) -> int:
        return len(self.choice)

    @property
    def least_high_against(self) -> int:
        """The opponents' high strengths, raised above this dealer's pushing hands.

        No other hand of such a dealer has the lowest strength, so the two lowest lose to the same hands.
        """
        return _LOWEST_HIGH if self.pushes is None else _LOWEST_HIGH + 1


@dataclass(frozen=True, slots=True)
class DealerPushes:
    """The dealer hands on which every main wager pushes, by the rank of their highest card.

    `nothing` are seven cards that make nothing; `low` are low hands as the dealer sets them, pairs left out.
    """

    nothing: frozenset[int] = frozenset()
    low: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.nothing or self.low)


NO_PUSHES: Final = DealerPushes()


@dataclass(frozen=True, slots=True)
class PortableWay:
    """What a shard carries of a way: enough to recompute its strengths anywhere."""

    deck: CountedDeck
    wheel: Order
    choice: bytes
    pushes: bytes
    """One bit for each class of hands; empty if no hand pushes."""
    key: str
    directory: str


@lru_cache(maxsize=4)
def deck_hands(deck: CountedDeck = FULL, directory: Path | None = None) -> DeckHands:
    """The hands of a deck. Those of the full deck are cached, since listing them takes a second."""
    name = f"hands-{code_version(*CODE)}"
    if deck != FULL:
        directory = None
    return DeckHands(
        kept_array(directory, f"{name}-cards", lambda: classes(deck).cards),
        kept_array(directory, f"{name}-sets", lambda: packed(classes(deck).cards)),
        kept_array(directory, f"{name}-weights", lambda: classes(deck).weights),
    )


def hand_strengths(
    choice: npt.ArrayLike,
    wheel: Order = Wheel.SECOND,
    deck: CountedDeck = FULL,
    directory: Path | None = None,
) -> HandStrengths:
    """Every hand set as chosen; raise BadInput if a hand has no setting or a fouled one (R21, R22)."""
    from paigow.ranks.batch import SETTINGS

    chosen = np.ascontiguousarray(choice, dtype=np.uint8)
    hands = deck_hands(deck, directory)
    if chosen.shape != (len(hands),):
        raise BadInput(
            f"there are settings for {len(chosen):,} classes of hands", allowed=f"{len(hands):,} are needed"
        )
    if unset := int(np.count_nonzero(chosen >= len(SETTINGS))):
        raise BadInput(
            f"{unset:,} classes of hands are not set", allowed="use a house way that sets every hand"
        )
    key = _key(deck, wheel, chosen)
    halves = _halves(chosen, wheel, hands.cards)
    if fouled := int(np.count_nonzero(five_tables(wheel).ceiling[halves[1]] < halves[0])):
        raise BadInput(
            f"{fouled:,} classes of hands are fouled (R21)", allowed="use a house way without fouls"
        )
    return HandStrengths(deck, hands, wheel, chosen, *halves, key)


def with_pushes(dealer: HandStrengths, pushes: npt.NDArray[np.bool_]) -> HandStrengths:
    """A dealer against whom main wagers push on these hands, however the halves compare.

    Such a hand gets the lowest high and the highest low strength, so that its opponent wins one half and
    loses the other: their strengths are `raised_against` it. Copies are no longer counted separately, and no
    bank can replace such a dealer.
    """
    assert pushes.shape == (len(dealer),)
    if not pushes.any():
        raise BadInput(
            "the main wager pushes on no hand of the dealer", allowed="name hands that can be dealt"
        )
    if lowest := int(np.count_nonzero(dealer.high[~pushes] == _LOWEST_HIGH)):
        raise BadInput(
            f"{lowest:,} classes of hands have the lowest high hand there is",
            allowed="use a dealer's house way that sets none so low",
        )
    low, high = dealer.low.copy(), dealer.high.copy()
    low[pushes], high[pushes] = _HIGHEST_LOW, _LOWEST_HIGH
    key = sha256(dealer.key.encode() + np.packbits(pushes).tobytes()).hexdigest()[:32]
    return replace(dealer, low=low, high=high, key=key, pushes=pushes)


def check_role(dealer: HandStrengths, role: Role) -> None:
    """Reject a bank in place of a dealer on whose hands wagers push."""
    if dealer.pushes is not None and role is Role.BANK:
        raise BadInput(
            "a player can't bank where the main wager pushes on the dealer's hand",
            allowed="compute the odds as player",
        )


def raised_against(dealer: HandStrengths, high: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """High strengths of the opponents of a dealer."""
    return high if dealer.pushes is None else np.maximum(high, np.uint16(dealer.least_high_against))


def _key(deck: CountedDeck, wheel: Order, choice: npt.NDArray[np.uint8]) -> str:
    return sha256(f"{deck} {wheel.value}\n".encode() + choice.tobytes()).hexdigest()[:32]


def _halves(
    choice: npt.NDArray[np.uint8], wheel: Order, cards: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
    from paigow.ranks.batch import SETTINGS, five_strengths, two_strengths

    low_places = np.array(SETTINGS)
    high_places = np.array([[place for place in range(HAND) if place not in low] for low in SETTINGS])
    low = np.zeros(len(choice), dtype=np.uint8)
    high = np.zeros(len(choice), dtype=np.uint16)
    for start in range(0, len(choice), _CHUNK):
        part = slice(start, start + _CHUNK)
        low[part] = two_strengths(np.take_along_axis(cards[part], low_places[choice[part]], axis=1), wheel)
        high[part] = five_strengths(np.take_along_axis(cards[part], high_places[choice[part]], axis=1), wheel)
    return low, high


def way_strengths(way: HouseWay, wheel: Order = Wheel.SECOND, directory: Path | None = None) -> HandStrengths:
    """Every hand of the full deck set by a house way, cached by the way's content."""
    from paigow.houseways.cache import fingerprint

    directory = directory or cache_directory()
    name = f"way-{fingerprint(way, wheel)}-{code_version(*CODE, 'paigow.houseways')}"

    @lru_cache(maxsize=1)
    def built() -> HandStrengths:
        from paigow.houseways.compiled import compile_way

        return hand_strengths(compile_way(way, wheel).choice, wheel, directory=directory)

    choice = kept_array(directory, f"{name}-choice", lambda: built().choice)
    low = kept_array(directory, f"{name}-low", lambda: built().low)
    high = kept_array(directory, f"{name}-high", lambda: built().high)
    return HandStrengths(
        FULL, deck_hands(FULL, directory), wheel, choice, low, high, _key(FULL, wheel, choice)
    )


@lru_cache(maxsize=4)
def dealer_strengths(
    way: HouseWay, wheel: Order, push: DealerPushes = NO_PUSHES, directory: Path | None = None
) -> HandStrengths:
    """Every hand of a dealer on some of whose hands main wagers push; with a wild joker none is nothing."""
    dealer = way_strengths(way, wheel, directory)
    if not push:
        return dealer
    mask = low_no_pair(dealer, push.low)
    if push.nothing:
        nothing = _nothing_high(push.nothing, directory or cache_directory())
        mask |= nothing & (dealer.hands.cards[:, 0] != JOKER.index) if is_wild(wheel) else nothing
    return with_pushes(dealer, mask)


def low_no_pair(dealer: HandStrengths, highest: frozenset[int]) -> npt.NDArray[np.bool_]:
    """Which hands are set with a low hand that isn't a pair and has one of these as the higher card."""
    pushing = [rank.category is not Category.PAIR and rank.ranks[0] in highest for rank in two_ranks()]
    return np.array(pushing)[dealer.low]


def _nothing_high(ranks: frozenset[int], directory: Path) -> npt.NDArray[np.bool_]:
    """Which hands of the full deck make nothing and have one of these as the highest card; cached."""

    def found() -> npt.NDArray[np.bool_]:
        from paigow.ranks.batch import bonus_lines, nothing_highs

        cards = deck_hands(FULL, directory).cards
        highs = nothing_highs(cards, bonus_lines(cards, FORTUNE_MATCH))
        return np.isin(highs, np.array(sorted(rank - LOWEST_NOTHING for rank in ranks)))

    name = "-".join(map(str, sorted(ranks)))
    return kept_array(directory, f"nothing-high-{name}-{code_version(*CODE)}", found)


def portable(strengths: HandStrengths, directory: Path) -> PortableWay:
    """About two megabytes; `directory` is the cache for workers on this machine."""
    choice = zlib.compress(strengths.choice.tobytes(), level=6)
    pushes = b"" if strengths.pushes is None else zlib.compress(np.packbits(strengths.pushes).tobytes())
    return PortableWay(strengths.deck, strengths.wheel, choice, pushes, strengths.key, str(directory))


@lru_cache(maxsize=4)
def restored(parcel: PortableWay) -> HandStrengths:
    """The strengths again. A worker on another machine recomputes them and caches nothing."""
    choice = np.frombuffer(zlib.decompress(parcel.choice), dtype=np.uint8)
    here = Path(parcel.directory)
    plain = hand_strengths(choice, parcel.wheel, parcel.deck, here if here.is_dir() else None)
    if not parcel.pushes:
        return plain
    bits = np.frombuffer(zlib.decompress(parcel.pushes), dtype=np.uint8)
    return with_pushes(plain, np.unpackbits(bits, count=len(plain)).astype(np.bool_))
