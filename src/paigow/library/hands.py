"""Hands in few calls: read, rank, set, compare, and exact values of settings. Text or pieces will do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast

from paigow.faults import BadInput
from paigow.material.cards import Card, cards_text, parse_cards
from paigow.material.hands import CardSetting, TileSetting, parse_hand, parse_setting
from paigow.material.notation import counted
from paigow.material.tiles import Tile, parse_tiles, tiles_text
from paigow.ranks.comparing import Comparison, compare_cards, compare_tiles
from paigow.ranks.poker import Wheel, card_settings, is_fouled, rank_five_cards, rank_two_cards
from paigow.ranks.tiles import rank_two_tiles, tile_settings

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.odds.counting.one_hand import HandOdds

Hand: TypeAlias = str | Sequence[Tile] | Sequence[Card]
"""A hand as text, as tiles or as cards."""


class Rank(Protocol):
    """What a hand is called. Ranks of one kind are ordered: the better hand is the greater."""

    @property
    def name(self) -> str: ...

    def __lt__(self, other: Any, /) -> bool: ...

    def __le__(self, other: Any, /) -> bool: ...

    def __gt__(self, other: Any, /) -> bool: ...

    def __ge__(self, other: Any, /) -> bool: ...


PLAIN_WAYS = {"tiles": "regulation", "cards": "foxwoods"}
"""Whom a hand is held against where nobody is named: what the books' plain submissions play."""


def rank(hand: Hand, *, wheel: Wheel = Wheel.SECOND) -> Rank:
    """The rank of two tiles, or of two or five cards.

    >>> rank("6-6 4-5").name
    'Teen wong'
    >>> rank("As Ah Ad Ac Jo") > rank("Ks Qs Js 10s 9s")
    True
    """
    pieces = _pieces(hand)
    match len(pieces), _are_tiles(pieces):
        case 2, True:
            return rank_two_tiles(cast(tuple[Tile, ...], pieces))
        case 2, False:
            return rank_two_cards(cast(tuple[Card, ...], pieces))
        case 5, False:
            return rank_five_cards(cast(tuple[Card, ...], pieces), wheel)
        case number, tiles:
            what = counted(number, "tile" if tiles else "card")
            raise BadInput(what, allowed="two tiles have a rank, and two or five cards")


def settings(hand: Hand, *, wheel: Wheel = Wheel.SECOND) -> tuple[TileSetting, ...] | tuple[CardSetting, ...]:
    """Every way to part a hand: of four tiles up to three, of seven cards all that are not fouled.

    >>> for setting in settings("6-6 4-5 2-2 1-3"):
    ...     print(setting)
    1-3 2-2 / 6-6 4-5
    1-3 4-5 / 6-6 2-2
    2-2 4-5 / 6-6 1-3
    """
    pieces = _pieces(hand)
    if _are_tiles(pieces):
        return tuple(tile_settings(parse_tiles(tiles_text(cast(tuple[Tile, ...], pieces)), count=4)))
    cards = parse_cards(cards_text(cast(tuple[Card, ...], pieces)), count=7)
    return tuple(setting for setting in card_settings(cards) if not is_fouled(setting, wheel))


def set_hand(hand: Hand, way: str | HouseWay, *, wheel: Wheel = Wheel.SECOND) -> TileSetting | CardSetting:
    """The setting that a house way demands; `load_way(...).explain(hand)` also tells by which rule.

    >>> print(set_hand("As Kd Kh Qc Jh 10s 4d", "foxwoods"))
    As Qc / Kh Kd Jh 10s 4d
    """
    from paigow.houseways import load_way

    found = load_way(way) if isinstance(way, str) else way
    return found.set(_pieces(hand), wheel)


def compare(
    player: str | TileSetting | CardSetting,
    bank: str | TileSetting | CardSetting,
    *,
    wheel: Wheel = Wheel.SECOND,
) -> Comparison:
    """A player's setting, `low / high`, against the dealer's or the bank's.

    >>> compare("2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5").outcome
    <Outcome.WIN: 'win'>
    """
    mine, theirs = (parse_setting(each) if isinstance(each, str) else each for each in (player, bank))
    if len({_are_tiles(mine.pieces), _are_tiles(theirs.pieces)}) == 2:
        raise BadInput("one hand is of tiles and the other of cards", allowed="compare hands of one game")
    if _are_tiles(mine.pieces):
        return _tiles_compared(cast(TileSetting, mine), cast(TileSetting, theirs))
    return _cards_compared(cast(CardSetting, mine), cast(CardSetting, theirs), wheel)


def _tiles_compared(player: TileSetting, bank: TileSetting) -> Comparison:
    parse_tiles(tiles_text(player.pieces + bank.pieces))
    return compare_tiles(player, bank)


def _cards_compared(player: CardSetting, bank: CardSetting, wheel: Wheel) -> Comparison:
    parse_cards(cards_text(player.pieces + bank.pieces))
    if is_fouled(bank, wheel):
        raise BadInput(f"the bank's setting {str(bank)!r} is fouled", allowed="it is set again first")
    return compare_cards(player, bank, wheel)


def best_settings(
    hand: Hand,
    against: str | HouseWay | None = None,
    *,
    role: Literal["player", "bank"] = "player",
    wheel: Wheel = Wheel.SECOND,
    seen: Hand = "",
    dealer_shows: Hand = "",
) -> HandOdds:
    """Every setting of a hand with its exact wins, pushes and losses over all replies, the best first.

    `seen` are pieces known to be out of play, such as other players' hands; `dealer_shows` are pieces of the
    dealer's own hand. The first call for cards sets all hands by the dealer's way, which takes a while and
    is kept on disk.

    >>> found = best_settings("6-6 4-5 2-2 1-3")
    >>> print(found.best.setting, found.best.win + found.best.push + found.best.lose)
    1-3 2-2 / 6-6 4-5 20475
    >>> best_settings("6-6 4-5 2-2 1-3", seen="6-6 5-6 5-6 4-6").best.total
    10626
    """
    from paigow.houseways import load_way
    from paigow.odds.counting import Role
    from paigow.odds.counting.known import known_cards, known_tiles
    from paigow.odds.counting.one_hand import card_hand_odds, tile_hand_odds

    pieces = _pieces(hand)
    named = against or PLAIN_WAYS["tiles" if _are_tiles(pieces) else "cards"]
    way = load_way(named) if isinstance(named, str) else named
    if _are_tiles(pieces):
        tiles = parse_tiles(tiles_text(cast(tuple[Tile, ...], pieces)), count=4)
        return tile_hand_odds(tiles, way, Role(role), known=known_tiles(tiles, seen, dealer_shows))
    cards = parse_cards(cards_text(cast(tuple[Card, ...], pieces)), count=7)
    return card_hand_odds(cards, way, Role(role), wheel, known=known_cards(cards, seen, dealer_shows))


def _pieces(hand: Hand) -> tuple[Tile, ...] | tuple[Card, ...]:
    if isinstance(hand, str):
        return parse_hand(hand)
    pieces = tuple(hand)
    if not pieces or len({isinstance(piece, Tile) for piece in pieces}) != 1:
        raise BadInput("a hand of nothing, or of tiles and cards", allowed="tiles, or cards")
    return cast("tuple[Tile, ...] | tuple[Card, ...]", pieces)


def _are_tiles(pieces: Sequence[Tile] | Sequence[Card]) -> bool:
    return isinstance(pieces[0], Tile)
