"""Hands in a few calls: read, rank, set, compare, and value settings exactly. Takes text or pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from paigow.faults import BadInput
from paigow.library.reading import (
    HandLike,
    RoleLike,
    SettingLike,
    WayLike,
    hand_given,
    role_given,
    setting_given,
    way_given,
    wheel_given,
    whole_hand,
)
from paigow.material.cards import cards_text, parse_cards
from paigow.material.hands import CardSetting, Hand, Setting, TileSetting
from paigow.material.notation import counted
from paigow.material.tiles import parse_tiles, tiles_text
from paigow.ranks.comparing import Comparison, compare_cards, compare_tiles
from paigow.ranks.poker import Wheel, card_settings, is_fouled, rank_five_cards, rank_two_cards
from paigow.ranks.tiles import rank_two_tiles, tile_settings

if TYPE_CHECKING:
    from paigow.odds.counting.one_hand import HandOdds, SettingOdds


class Rank(Protocol):
    """The rank of a hand. Ranks of the same kind can be compared: the better hand is greater.

    >>> import paigow
    >>> pair: paigow.Rank = paigow.rank("Ks Kd")
    >>> pair.name, pair > paigow.rank("As Kh")
    ('pair of kings', True)
    """

    @property
    def name(self) -> str:
        """The rank in words, such as `Teen wong` or `pair of kings`."""

    def __lt__(self, other: Any, /) -> bool: ...

    def __le__(self, other: Any, /) -> bool: ...

    def __gt__(self, other: Any, /) -> bool: ...

    def __ge__(self, other: Any, /) -> bool: ...


PLAIN_WAYS = {"tiles": "regulation", "cards": "foxwoods"}
"""The default opponent of each game: the way in the books' plain submissions."""


def rank(hand: HandLike, *, wheel: Wheel = Wheel.SECOND) -> Rank:
    """The rank of two tiles, or of two or five cards.

    >>> rank("6-6 4-5").name
    'Teen wong'
    >>> rank("As Ah Ad Ac Jo") > rank("Ks Qs Js 10s 9s")
    True
    """
    pieces, wheel = hand_given(hand), wheel_given(wheel)
    match len(pieces), pieces.is_tiles:
        case 2, True:
            return rank_two_tiles(pieces)
        case 2, False:
            return rank_two_cards(pieces)
        case 5, False:
            return rank_five_cards(pieces, wheel)
        case number, tiles:
            what = counted(number, "tile" if tiles else "card")
            raise BadInput(f"{what} can't be ranked", allowed="give two tiles, or two or five cards")


def settings(hand: HandLike, *, wheel: Wheel = Wheel.SECOND) -> tuple[TileSetting | CardSetting, ...]:
    """Every way to split a hand: up to three for four tiles, all that aren't fouled for seven cards.

    >>> for setting in settings("6-6 4-5 2-2 1-3"):
    ...     print(setting)
    1-3 2-2 / 6-6 4-5
    1-3 4-5 / 6-6 2-2
    2-2 4-5 / 6-6 1-3
    """
    pieces, wheel = whole_hand(hand), wheel_given(wheel)
    if pieces.is_tiles:
        return tile_settings(pieces)
    return tuple(setting for setting in card_settings(pieces) if not is_fouled(setting, wheel))


def set_hand(hand: HandLike, way: WayLike, *, wheel: Wheel = Wheel.SECOND) -> TileSetting | CardSetting:
    """The setting that a house way requires; `load_way(...).explain(hand)` also names the rule.

    >>> print(set_hand("As Kd Kh Qc Jh 10s 4d", "foxwoods"))
    As Qc / Kh Kd Jh 10s 4d
    """
    return way_given(way).set(hand_given(hand), wheel_given(wheel))


def compare(player: SettingLike, bank: SettingLike, *, wheel: Wheel = Wheel.SECOND) -> Comparison:
    """Compare a player's setting, `low / high`, with the dealer's or the bank's.

    >>> compare("2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5").outcome
    Outcome.WIN
    """
    mine, theirs = setting_given(player), setting_given(bank)
    if mine.pieces.is_tiles is not theirs.pieces.is_tiles:
        raise BadInput(
            "one hand is tiles and the other is cards", allowed="compare two hands of the same game"
        )
    if mine.pieces.is_tiles:
        return _tiles_compared(mine, theirs)
    return _cards_compared(mine, theirs, wheel_given(wheel))


def _tiles_compared(player: Setting[Any], bank: Setting[Any]) -> Comparison:
    parse_tiles(tiles_text(player.pieces + bank.pieces))
    for setting in (player, bank):
        if (len(setting.low), len(setting.high)) != (2, 2):
            raise BadInput(f"{setting} is not a setting of four tiles", allowed="put two tiles in each hand")
    return compare_tiles(player, bank)


def _cards_compared(player: Setting[Any], bank: Setting[Any], wheel: Wheel) -> Comparison:
    parse_cards(cards_text(player.pieces + bank.pieces))
    for setting in (player, bank):
        whole_hand(setting.pieces)
    if is_fouled(bank, wheel):
        raise BadInput(
            f"the bank's setting {str(bank)!r} is fouled",
            allowed="give one without a foul: a dealer or banker resets a fouled hand first",
        )
    return compare_cards(player, bank, wheel)


def best_settings(
    hand: HandLike,
    against: WayLike | None = None,
    *,
    role: RoleLike = "player",
    wheel: Wheel = Wheel.SECOND,
    seen: HandLike = (),
    dealer_shows: HandLike = (),
) -> HandOdds:
    """Every setting of a hand, best first, with exact wins, pushes, and losses over all dealer hands.

    `against` is the dealer's way. `seen` are pieces known to be out of play, such as other players' hands;
    `dealer_shows` are pieces of the dealer's own hand. The first call for cards sets all hands by that way.
    That takes a while; the result is cached on disk.

    >>> found = best_settings("6-6 4-5 2-2 1-3")
    >>> print(found.best.setting, found.best.win + found.best.push + found.best.lose)
    1-3 2-2 / 6-6 4-5 20475
    >>> best_settings("6-6 4-5 2-2 1-3", seen="6-6 5-6 5-6 4-6").best.total
    10626
    """
    from paigow.odds.counting.known import known_cards, known_tiles
    from paigow.odds.counting.one_hand import card_hand_odds, tile_hand_odds

    pieces, side, wheel = whole_hand(hand), role_given(role), wheel_given(wheel)
    way = way_given(PLAIN_WAYS["tiles" if pieces.is_tiles else "cards"] if against is None else against)
    if (way.game.value == "tiles") is not pieces.is_tiles:
        raise BadInput(
            f"{way.title!r} is a house way for {way.game.value}",
            allowed="give a house way for the same game as the hand",
        )
    out, shown = (str(Hand(each or ())) for each in (seen, dealer_shows))
    if pieces.is_tiles:
        return tile_hand_odds(pieces, way, side, known=known_tiles(pieces, out, shown))
    return card_hand_odds(pieces, way, side, wheel, known=known_cards(pieces, out, shown))


def best(
    hand: HandLike,
    against: WayLike | None = None,
    *,
    role: RoleLike = "player",
    wheel: Wheel = Wheel.SECOND,
    seen: HandLike = (),
    dealer_shows: HandLike = (),
) -> SettingOdds:
    """The best setting of a hand, with its exact value: the first of `best_settings`.

    >>> print(best("6-6 4-5 2-2 1-3").setting)
    1-3 2-2 / 6-6 4-5
    """
    known = {"seen": seen, "dealer_shows": dealer_shows}
    return best_settings(hand, against, role=role, wheel=wheel, **known).best
