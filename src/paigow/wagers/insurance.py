"""Pai Gow Insurance, which pays when seven cards make nothing at all. Not about how they are set (R24)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from paigow.material.cards import Card
from paigow.ranks.lines import insurance_high
from paigow.wagers.money import Cents
from paigow.wagers.paytables import load_paytables
from paigow.wagers.settlement import Settlement
from paigow.wagers.standard import settle_line

__all__ = ["INSURANCE", "InsuranceLine", "insurance_line", "settle_insurance"]


class InsuranceLine(Enum):
    """The lines of the tables, the rarest first, and a hand that makes something."""

    NINE_HIGH = "nine-high"
    TEN_HIGH = "ten-high"
    JACK_HIGH = "jack-high"
    QUEEN_HIGH = "queen-high"
    KING_HIGH = "king-high"
    ACE_HIGH = "ace-high"
    SOMETHING = "a pair or better"

    def __str__(self) -> str:
        return self.value


INSURANCE: Final = load_paytables("insurance", InsuranceLine)
_BY_RANK: Final = dict(zip(range(9, 15), InsuranceLine, strict=False))
_LOSES: Final = "maryland-poker 11.H(5)(a)"


def insurance_line(cards: Sequence[Card]) -> InsuranceLine:
    """What seven cards are to this wager; seven that make nothing have a nine at least."""
    high = insurance_high(cards)
    return InsuranceLine.SOMETHING if high is None else _BY_RANK[high]


def settle_insurance(stake: Cents, line: InsuranceLine, table_id: str) -> Settlement:
    return settle_line(stake, line, INSURANCE[table_id], loses=_LOSES)
