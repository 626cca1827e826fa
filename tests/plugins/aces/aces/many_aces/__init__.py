"""Many Aces: pays by the number of aces in the player's seven cards, with the joker as one of them."""

from collections.abc import Sequence
from enum import Enum

from paigow.material.cards import ACE, Card
from paigow.material.game import Game
from paigow.wagers.wager import Kind, LineWager


class Aces(Enum):
    FIVE = "five aces"
    FOUR = "four aces"
    THREE = "three aces"
    TWO = "two aces"
    FEWER = "fewer"


def aces(cards: Sequence[Card]) -> Aces:
    count = sum(card.is_joker or card.rank == ACE for card in cards)
    return tuple(Aces)[5 - max(count, 1)]


WAGER = LineWager(
    kind=Kind("many-aces"),
    game=Game.CARDS,
    package=__name__,
    lines=tuple(Aces),
    line=aces,
)
