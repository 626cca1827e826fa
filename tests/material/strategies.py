"""Hypothesis strategies for pieces, hands, and settings, for every test that needs some."""

from __future__ import annotations

from hypothesis import strategies as st

from paigow.material import CARDS, JOKER, TILES, Card, CardSetting, Dice, Setting, Tile, TileSetting

__all__ = [
    "card_hands",
    "card_settings",
    "cards",
    "dice",
    "joker_hands",
    "natural_hands",
    "seeds",
    "tile_hands",
    "tile_settings",
    "tiles",
]

tiles: st.SearchStrategy[Tile] = st.sampled_from(TILES)
cards: st.SearchStrategy[Card] = st.sampled_from(CARDS)
dice: st.SearchStrategy[Dice] = st.builds(Dice, *[st.integers(1, 6)] * 3)
seeds: st.SearchStrategy[bytes] = st.binary(min_size=32, max_size=32)


def tile_hands(size: int) -> st.SearchStrategy[tuple[Tile, ...]]:
    """Tiles of one set, in any order; a face that exists twice can come twice."""
    places = st.lists(st.integers(0, 31), min_size=size, max_size=size, unique=True)
    return places.map(lambda chosen: tuple(TILES[place] for place in chosen))


def card_hands(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Cards of one deck, in any order; the joker as likely as any."""
    return st.lists(cards, min_size=size, max_size=size, unique=True).map(tuple)


def natural_hands(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.lists(st.sampled_from(CARDS[:52]), min_size=size, max_size=size, unique=True).map(tuple)


def joker_hands(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Hands that hold the joker, which comes last."""
    return natural_hands(size - 1).map(lambda naturals: (*naturals, JOKER))


def tile_settings() -> st.SearchStrategy[TileSetting]:
    return tile_hands(4).map(lambda hand: Setting(hand[:2], hand[2:]))


def card_settings() -> st.SearchStrategy[CardSetting]:
    """Two and five cards of one deck, fouled or not."""
    return card_hands(7).map(lambda hand: Setting(hand[:2], hand[2:]))
