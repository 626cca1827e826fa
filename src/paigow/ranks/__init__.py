"""The order of hands: two tiles; two, five and seven cards; settings and how they compare."""

from paigow.ranks.comparing import Comparison, Half, Outcome, compare_cards, compare_tiles
from paigow.ranks.lines import (
    EMPERORS_MATCH,
    FORTUNE_MATCH,
    Line,
    NothingHigh,
    bonus_line,
    nothing_high,
    progressive_line,
)
from paigow.ranks.poker import (
    Category,
    FiveRank,
    TwoRank,
    Wheel,
    best_five,
    card_settings,
    is_fouled,
    rank_five_cards,
    rank_two_cards,
)
from paigow.ranks.tiles import (
    TWO_TILE_RANKS,
    TileCategory,
    TileRank,
    order_tiles,
    rank_two_tiles,
    tile_settings,
)

__all__ = [
    "EMPERORS_MATCH",
    "FORTUNE_MATCH",
    "TWO_TILE_RANKS",
    "Category",
    "Comparison",
    "FiveRank",
    "Half",
    "Line",
    "NothingHigh",
    "Outcome",
    "TileCategory",
    "TileRank",
    "TwoRank",
    "Wheel",
    "best_five",
    "bonus_line",
    "card_settings",
    "compare_cards",
    "compare_tiles",
    "is_fouled",
    "nothing_high",
    "order_tiles",
    "progressive_line",
    "rank_five_cards",
    "rank_two_cards",
    "rank_two_tiles",
    "tile_settings",
]
