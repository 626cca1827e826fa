"""The words that a submission may choose from, as types. Which book allows which is in its options.toml."""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "BankCounts",
    "BankSets",
    "Button",
    "DealerWager",
    "Dealing",
    "Delivery",
    "FirstDeal",
    "Idle",
    "OddsShown",
    "PayoutLimitShown",
    "Reveal",
    "Shuffling",
    "SpareCoverCard",
    "Starting",
    "StartingMarker",
    "TipBox",
    "TipRestriction",
]


class Idle(StrEnum):
    PAIRS_FACE_UP = "pairs-face-up"
    STACKS_FACE_DOWN = "stacks-face-down"
    AS_WRITTEN = "as-written"


class Button(StrEnum):
    DEALER = "dealer"
    ACTION = "action"
    BANKER = "banker"


class TipBox(StrEnum):
    OPPOSITE_THE_DROP_BOX = "opposite-the-drop-box"
    ELSEWHERE = "elsewhere"


class OddsShown(StrEnum):
    LAYOUT = "layout"
    SIGN = "sign"


class PayoutLimitShown(StrEnum):
    LAYOUT = "layout"
    GENERIC_INSCRIPTION = "generic-inscription"
    SIGN = "sign"


class DealerWager(StrEnum):
    LAST_WAGER = "last-wager"
    SHARE_OF_LAST_WAGER = "share-of-last-wager"
    FIXED = "fixed"


class BankSets(StrEnum):
    FREELY = "freely"
    HOUSE_WAY = "house-way"


class Delivery(StrEnum):
    """The ten styles, in the regulations' order (commission-tiles 8(k), colorado-tiles 30-2609(11))."""

    HOUSE_WAY_RIGHT = "house-way-right"
    HOUSE_WAY_LEFT = "house-way-left"
    CUP_SAY_RIGHT = "cup-say-right"
    CUP_SAY_LEFT = "cup-say-left"
    JUNG_QUAT = "jung-quat"
    CHEE_YEE = "chee-yee"
    PIN_SAY_RIGHT = "pin-say-right"
    PIN_SAY_LEFT = "pin-say-left"
    DRAGON_HEAD_RIGHT = "dragon-head-right"
    DRAGON_HEAD_LEFT = "dragon-head-left"


class BankCounts(StrEnum):
    SEATED_PLAYER = "seated-player"
    WHOLE_SPOT = "whole-spot"


class TipRestriction(StrEnum):
    """What a house posts about tip wagers besides their largest amount; the table enforces it (R84)."""

    NO_LARGER_THAN_MAIN = "no-larger-than-main"
    CHIPS_ONLY = "chips-only"


class Shuffling(StrEnum):
    HAND = "hand"
    SHUFFLER = "shuffler"
    SHUFFLER_INTO_SHOE = "shuffler-into-shoe"
    RESHUFFLING_DEVICE = "reshuffling-device"


class SpareCoverCard(StrEnum):
    DISCARD_RACK = "discard-rack"
    FOUR_FROM_THE_BOTTOM = "four-from-the-bottom"


class Dealing(StrEnum):
    MANUAL_SHOE = "manual-shoe"
    HAND = "hand"
    AUTOMATED_SHOE = "automated-shoe"
    STACKS = "stacks"


class Starting(StrEnum):
    SHAKER = "shaker"
    GENERATOR = "generator"
    FLAT_BUTTON = "flat-button"


class StartingMarker(StrEnum):
    NONE = "none"
    COVER_CARD = "cover-card"
    OTHER_OBJECT = "other-object"


class FirstDeal(StrEnum):
    """Where a Dragon's Eye deal begins."""

    BUTTON = "button"
    COUNT = "count"


class Reveal(StrEnum):
    EVERYONE = "everyone"
    AUDITORS = "auditors"
