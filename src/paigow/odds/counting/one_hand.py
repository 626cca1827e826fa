"""Every setting of one hand against all replies of a way, and the best of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.cards import Card, cards_text
from paigow.material.hands import CardSetting, TileSetting
from paigow.material.tiles import Tile
from paigow.odds.counting import NET_OF_A_WIN, Role
from paigow.odds.counting.decks import HAND, SUIT_ORDERS
from paigow.odds.counting.known import NOTHING_KNOWN, Known
from paigow.odds.counting.strengths import (
    NO_PUSHES,
    DealerPushes,
    DeckHands,
    HandStrengths,
    check_role,
    dealer_strengths,
)
from paigow.odds.reports.wager_odds import fraction_json
from paigow.ranks.poker import (
    Order,
    card_settings,
    five_ranks,
    is_fouled,
    rank_five_cards,
    rank_two_cards,
    two_ranks,
)
from paigow.ranks.tiles import rank_two_tiles, tile_settings

if TYPE_CHECKING:
    from paigow.odds.counting.tile_deals import Replies

_SUIT: Final = (1 << 13) - 1
_STRETCH: Final = 1 << 19
"""How many classes of hands are processed together: few enough for the processor's cache."""


@dataclass(frozen=True, slots=True)
class SettingOdds:
    """One setting with its exact counts over all replies, and the gain per unit on a win and a push.

    A reply is four of the 28 other tiles, or seven of the 46 other cards.

    >>> import paigow
    >>> top = paigow.best("6-6 4-5 2-2 1-3")
    >>> top.total == 28 * 27 * 26 * 25 // 24, float(top.value) > 0
    (True, True)
    """

    setting: TileSetting | CardSetting
    low_name: str
    high_name: str
    win: int
    push: int
    lose: int
    net_of_a_win: Fraction = NET_OF_A_WIN
    net_of_a_push: Fraction = Fraction(0)
    low_beats: int = 0
    """How many replies the low hand alone beats; a bank also wins copies."""
    high_beats: int = 0

    @property
    def total(self) -> int:
        return self.win + self.push + self.lose

    @property
    def value(self) -> Fraction:
        back = (self.push + self.lose) * self.net_of_a_push
        return (self.win * self.net_of_a_win + back - self.lose) / self.total

    def as_json(self) -> dict[str, object]:
        return {
            "low": " ".join(map(str, self.setting.low)),
            "high": " ".join(map(str, self.setting.high)),
            "low_name": self.low_name,
            "high_name": self.high_name,
            "win": self.win,
            "push": self.push,
            "lose": self.lose,
            "low_beats": self.low_beats,
            "high_beats": self.high_beats,
            "value": float(self.value),
            "exact": fraction_json(self.value),
        }


@dataclass(frozen=True, slots=True)
class HandOdds:
    """All settings of one hand, the best first.

    >>> import paigow
    >>> found = paigow.best_settings("6-6 4-5 2-2 1-3")
    >>> [str(each.setting) for each in found.settings][0], len(found.settings), found.best.value
    ('1-3 2-2 / 6-6 4-5', 3, Fraction(209, 315))
    """

    role: Role
    settings: tuple[SettingOdds, ...]
    way_setting: TileSetting | CardSetting | None = None
    """How the dealer's way would set the same hand."""

    @property
    def best(self) -> SettingOdds:
        return self.settings[0]


def by_value(settings: Sequence[SettingOdds]) -> tuple[SettingOdds, ...]:
    """The best first; ties go to the one listed first, which has the highest high hand."""
    return tuple(sorted(settings, key=lambda setting: setting.value, reverse=True))


def tile_hand_odds(
    tiles: Sequence[Tile],
    dealer: HouseWay,
    role: Role,
    net_of_a_win: Fraction = NET_OF_A_WIN,
    net_of_a_push: Fraction = Fraction(0),
    *,
    zero_rule: bool = True,
    copies: Role = Role.BANK,
    known: Known[Tile] = NOTHING_KNOWN,
) -> HandOdds:
    """Four tiles against all 20,475 replies, or those still possible given what is known."""
    if len(tiles) != 4:
        raise BadInput(f"{len(tiles)} tiles are not a hand", allowed="four are needed")
    from paigow.odds.counting.tile_deals import as_set, count_replies, hand_number, tile_hands
    from paigow.odds.counting.tile_ways import choices_of

    hands = tile_hands()
    number = hand_number(hands, tiles)
    against = as_set(hands, choices_of(dealer))
    replies = count_replies(
        hands, against, role, zero_rule=zero_rule, copies=copies, only=number, known=known
    )
    found = []
    for setting in tile_settings(tiles):
        low, high = rank_two_tiles(setting.low), rank_two_tiles(setting.high)
        place = _place_of(number, low.strength, high.strength)
        lose, push, win = (int(count) for count in replies.outcomes[0, place])
        beats = _beats(replies, place)
        nets = net_of_a_win, net_of_a_push
        found.append(SettingOdds(setting, low.name, high.name, win, push, lose, *nets, *beats))
    return HandOdds(role, by_value(found), dealer.set(tiles))


def _beats(replies: Replies, place: int) -> tuple[int, int]:
    """How many replies the low and the high hand of a setting beat, each on its own."""
    low_wins = high_wins = 0
    for low, high, zero in np.ndindex(3, 3, 2):
        count = int(replies.counts[0, place, low, high, zero])
        low_won, high_won = replies.halves(low, high, bool(zero))
        low_wins += low_won * count
        high_wins += high_won * count
    return low_wins, high_wins


def card_hand_odds(
    cards: Sequence[Card],
    dealer: HouseWay,
    role: Role,
    wheel: Order,
    push: DealerPushes = NO_PUSHES,
    net_of_a_win: Fraction = NET_OF_A_WIN,
    net_of_a_push: Fraction = Fraction(0),
    copies: Role = Role.BANK,
    known: Known[Card] = NOTHING_KNOWN,
) -> HandOdds:
    """Seven cards against all 53,524,680 replies, or those still possible; no fouled settings.

    `push` are the dealer's hands on which the wager pushes.
    """
    against = dealer_strengths(dealer, wheel, push)
    found = best_settings(cards, against, role, net_of_a_win, net_of_a_push, copies, known)
    return HandOdds(role, tuple(found), dealer.set(cards, wheel))


def _place_of(number: int, low: int, high: int) -> int:
    """The index of a setting with these strengths in the hand's class."""
    from paigow.odds.counting.tile_deals import tile_hands

    hands = tile_hands()
    places = range(int(hands.counts[number]))
    return next(s for s in places if (hands.low[number, s], hands.high[number, s]) == (low, high))


@cache
def _matchings() -> npt.NDArray[np.uint8]:
    """For each 4 by 4 table of allowed places, as 16 bits, the number of perfect matchings."""
    tables = np.arange(1 << 16)
    found = np.zeros(1 << 16, dtype=np.uint8)
    for order in permutations(range(4)):
        need = sum(1 << 4 * thing + place for thing, place in enumerate(order))
        found += (tables & need) == need
    return found


def best_settings(
    hand: Sequence[Card],
    dealer: HandStrengths,
    role: Role,
    net_of_a_win: Fraction = NET_OF_A_WIN,
    net_of_a_push: Fraction = Fraction(0),
    copies: Role = Role.BANK,
    known: Known[Card] = NOTHING_KNOWN,
) -> list[SettingOdds]:
    """Every setting of seven cards that is not fouled, against all C(46,7) = 53,524,680 replies; best first.

    Ties go to the highest high hand, then the highest low hand. This counts reply by reply, not by shared
    cards.
    """
    if len({*hand}) != HAND or not {card.index for card in hand} <= {*dealer.deck.card_indexes}:
        raise BadInput(
            f"{cards_text(hand)!r} is not a hand of seven cards", allowed="seven different cards are needed"
        )
    check_role(dealer, role)
    below = _replies_below((*hand, *known.out), known.opponent, dealer)
    level = int(role.beats_level(copies))
    found = []
    for setting in card_settings(sorted(hand, key=lambda card: card.index, reverse=True)):
        if is_fouled(setting, dealer.wheel):
            continue
        low, high = rank_two_cards(setting.low, dealer.wheel), rank_five_cards(setting.high, dealer.wheel)
        # By the plain ranks: the tables for millions of hands aren't worth loading for a single one.
        strengths = bisect_left(five_ranks(dealer.wheel), high), bisect_left(two_ranks(), low)
        places = max(strengths[0], dealer.least_high_against) + level, strengths[1] + level
        beats = int(below[-1, places[1]]), int(below[places[0], -1])
        counts = *_counts(below, *places), net_of_a_win, net_of_a_push
        odds = SettingOdds(setting, low.name, high.name, *counts, *beats)
        found.append((odds, strengths))
    found.sort(key=lambda entry: (entry[0].value, *entry[1]), reverse=True)
    return [odds for odds, _ in found]


def _bits(cards: Sequence[Card]) -> int:
    return sum(1 << (52 if card.is_joker else 13 * (card.index % 4) + card.index // 4) for card in cards)


def _suits_that_fit(x: int, k: int) -> list[npt.NDArray[np.uint16]]:
    """For each of the four masks of a class: the suits it can be assigned to, as four bits in place.

    On a suit it must have no card of x and every card of k. The last mask has the joker's bit too, and no
    place at all where that joker is gone or a shown one is missing.
    """
    masks = np.arange(1 << 13)
    free = np.zeros(len(masks), dtype=np.uint16)
    for suit in range(4):
        clash = masks & (x >> 13 * suit) | ~masks & (k >> 13 * suit)
        free |= (clash & _SUIT == 0).astype(np.uint16) << np.uint16(suit)
    without, with_joker = (free * np.uint16(not clash) for clash in (k >> 52, x >> 52))
    found = [free << np.uint16(4 * place) for place in range(3)]
    return [*found, np.concatenate([without, with_joker]) << np.uint16(12)]


def ways_to_deal(hands: DeckHands, gone: Sequence[Card]) -> npt.NDArray[np.uint8]:
    """In each class of hands, how many hold no card that is gone."""
    fits = _suits_that_fit(_bits(gone), 0)
    found = np.zeros(len(hands), dtype=np.uint8)
    for start in range(0, len(hands), _STRETCH):
        part = slice(start, start + _STRETCH)
        found[part] = _dealt(hands, part, fits)
    return found


def _dealt(hands: DeckHands, part: slice, fits: list[npt.NDArray[np.uint16]]) -> npt.NDArray[np.uint16]:
    """How many hands of each class of a range can be assigned to the suits where its masks fit."""
    first, second, third, fourth = fits
    sets = hands.sets[part]
    places = first[sets & _SUIT] | second[sets >> 13 & _SUIT] | third[sets >> 26 & _SUIT]
    orders = _matchings()[places | fourth[sets >> 39]]
    return np.asarray(orders.astype(np.uint16) * hands.weights[part] // SUIT_ORDERS, dtype=np.uint16)


def _replies_below(
    gone: Sequence[Card], shown: Sequence[Card], dealer: HandStrengths
) -> npt.NDArray[np.int64]:
    """`[h, l]`: how many replies are below h in the high and below l in the low half.

    No reply holds a card that is gone, and every reply holds those shown. A class is dealt by assigning its
    four suit masks to the four suits in any of 24 orders. Those that fit are the perfect matchings, of which
    `24 / weight` make the same hand. NumPy takes a tenth of a second, less than Numba takes to load.
    """
    hands = dealer.hands
    fits = _suits_that_fit(_bits(gone), _bits(shown))
    sums = np.zeros(1 << 20)
    for start in range(0, len(hands), _STRETCH):
        part = slice(start, start + _STRETCH)
        points = dealer.high[part].astype(np.int64) << 7 | dealer.low[part]
        # Whole numbers below 2**53: the sums are exact.
        sums += np.bincount(points, _dealt(hands, part, fits), len(sums))
    table = sums.astype(np.int64).reshape(1 << 13, 1 << 7)
    below = np.zeros((table.shape[0] + 1, table.shape[1] + 1), dtype=np.int64)
    below[1:, 1:] = table.cumsum(axis=0).cumsum(axis=1)
    return below


def _counts(below: npt.NDArray[np.int64], high: int, low: int) -> tuple[int, int, int]:
    """Wins against the replies below in both halves, pushes, and losses to those below in neither."""
    total, win = int(below[-1, -1]), int(below[high, low])
    lose = total - int(below[high, -1]) - int(below[-1, low]) + win
    return win, total - win - lose, lose
