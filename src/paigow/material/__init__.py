"""The pieces: tiles, cards and dice, their notation both ways, and shuffling from given entropy."""

from paigow.material.cards import CARDS, JOKER, Card, cards_text, parse_card, parse_cards
from paigow.material.dice import Dice, parse_dice
from paigow.material.hands import (
    CardSetting,
    Hand,
    Setting,
    TileSetting,
    parse_card_setting,
    parse_hand,
    parse_setting,
    parse_tile_setting,
)
from paigow.material.tiles import FACES, KINDS, TILES, Tile, parse_tile, parse_tiles, tiles_text

__all__ = [
    "CARDS",
    "FACES",
    "JOKER",
    "KINDS",
    "TILES",
    "Card",
    "CardSetting",
    "Dice",
    "Hand",
    "Setting",
    "Tile",
    "TileSetting",
    "cards_text",
    "parse_card",
    "parse_card_setting",
    "parse_cards",
    "parse_dice",
    "parse_hand",
    "parse_setting",
    "parse_tile",
    "parse_tile_setting",
    "parse_tiles",
    "tiles_text",
]
