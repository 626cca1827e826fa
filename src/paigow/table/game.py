"""The two games as the table sees them: the pieces, which settings are valid, how two compare.

Everything here is a pure function of pieces in notation, which lets one table serve both games.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from paigow.material.cards import CARDS, Card
from paigow.material.hands import CardSetting, Hand, Setting, TileSetting, hand_of
from paigow.material.notation import Pieces
from paigow.material.tiles import FACES, TILES, Tile
from paigow.ranks.comparing import Comparison, compare_ranks, compare_tiles, pushes
from paigow.ranks.poker import CardRanks, Wheel, is_foul, rank_five_cards, rank_two_cards, ranks_of
from paigow.ranks.tiles import rank_two_tiles

ALL_TILES: Pieces = tuple(map(str, TILES))
ALL_CARDS: Pieces = tuple(map(str, CARDS))
_TILE = {str(face): face for face in FACES}
_CARD = {str(card): card for card in CARDS}
_STRENGTH = {tuple(map(str, two)): rank_two_tiles(two).strength for two in permutations(TILES, 2)}


def tile(text: str) -> Tile:
    return _TILE[text]


def card(text: str) -> Card:
    return _CARD[text]


def tile_setting(low: Pieces, high: Pieces) -> TileSetting:
    return Setting(hand_of(map(tile, low)), hand_of(map(tile, high)))


def card_setting(low: Pieces, high: Pieces) -> CardSetting:
    return Setting(hand_of(map(card, low)), hand_of(map(card, high)))


def hand_from(pieces: Pieces) -> Hand[Tile] | Hand[Card]:
    """Pieces in notation, as stored in the table, as a hand."""
    return hand_of(map(tile, pieces)) if pieces and pieces[0] in _TILE else hand_of(map(card, pieces))


def setting_from(low: Pieces, high: Pieces) -> TileSetting | CardSetting:
    """A split in notation as a setting."""
    return tile_setting(low, high) if low and low[0] in _TILE else card_setting(low, high)


def same_pieces(one: Pieces, other: Pieces) -> bool:
    """Whether both hold the same pieces, in any order."""
    return sorted(one) == sorted(other)


def ordered(low: Pieces, high: Pieces) -> tuple[Pieces, Pieces]:
    """A split of four tiles with its higher half as the high hand (R3)."""
    return (high, low) if _STRENGTH[low] > _STRENGTH[high] else (low, high)


def laid(low: Pieces, high: Pieces, wheel: Wheel | None) -> tuple[Pieces, Pieces, bool]:
    """A split as it stands: tiles in order (R3); cards as given, and whether they are fouled (R21)."""
    if wheel is None:
        return (*ordered(low, high), False)
    return low, high, fouled(low, high, wheel)


def compare(
    player: tuple[Pieces, Pieces],
    bank: tuple[Pieces, Pieces],
    wheel: Wheel | None,
    push: frozenset[int] = frozenset(),
) -> Comparison:
    """A player's (low, high) against the bank's; `wheel` is its rank for cards, None for tiles.

    `push` lists the high cards with which a dealer's hand of nothing pushes.
    """
    if wheel is None:
        return _compare_tiles(player, bank)
    pushed = bool(push) and pushes(tuple(map(card, (*bank[0], *bank[1]))), push)
    return compare_ranks(_ranks(*player, wheel), _ranks(*bank, wheel), pushed=pushed)


@lru_cache(maxsize=256)
def _compare_tiles(player: tuple[Pieces, Pieces], bank: tuple[Pieces, Pieces]) -> Comparison:
    return compare_tiles(tile_setting(*player), tile_setting(*bank))


@lru_cache(maxsize=256)
def _ranks(low: Pieces, high: Pieces, wheel: Wheel) -> CardRanks | None:
    """The ranks of a card hand's halves: asked for when it is set, and again when it is compared."""
    return ranks_of([_CARD[piece] for piece in low], [_CARD[piece] for piece in high], wheel)


def fouled(low: Pieces, high: Pieces, wheel: Wheel) -> bool:
    return is_foul(_ranks(low, high, wheel))


def hand_name(pieces: Pieces, wheel: Wheel | None) -> str:
    """The name of one half of a hand."""
    if wheel is None:
        return rank_two_tiles(tuple(map(tile, pieces))).name
    cards = tuple(map(card, pieces))
    return rank_two_cards(cards).name if len(cards) == 2 else rank_five_cards(cards, wheel).name
