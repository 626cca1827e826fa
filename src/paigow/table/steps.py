"""The steps of the dealer's procedure, in the order of a round, for both games. Not what leads to which."""

from __future__ import annotations

from enum import Enum

__all__ = ["Step"]


class Step(Enum):
    """Where the dealer's procedure stands: the next thing to be done, in the order of a round."""

    CLOSED = "closed"
    INSPECT = "inspect"
    SUBSTITUTE = "substitute"
    VERIFY = "verify"
    DISPLAY = "display"
    IDLE = "idle"
    OFFER = "offer"
    WASH = "wash"
    SHUFFLE = "shuffle"
    STACK = "stack"
    CUT = "cut"
    BETS = "bets"
    PROGRESSIVE = "progressive"
    STYLE = "style"
    SHAKE = "shake"
    PLAYER_SHAKE = "player-shake"
    LID = "lid"
    EYE = "eye"
    BUTTON = "button"
    DICE_WAGERS = "dice-wagers"
    TRIPLES = "triples"
    TOTAL = "total"
    START = "start"
    DEAL = "deal"
    COUNT_STUB = "count-stub"
    SWEEP = "sweep"
    EXTRA_SET = "extra-set"
    COVER = "cover"
    SETTING = "setting"
    BANK_SETTING = "bank-setting"
    DEALER_SETTING = "dealer-setting"
    EXPOSE_BANK = "expose-bank"
    EXPOSE = "expose"
    OPTIONAL = "optional"
    PAY = "pay"
    CENTER = "center"
    ENVY = "envy"
    PAPERS = "papers"
    FINISH = "finish"
