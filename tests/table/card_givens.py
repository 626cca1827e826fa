"""What a transcript takes as given of cards: a shuffle that deals the hands it needs. Not tiles.

given cards for 9: dealer As Kd Qc Jh 9s 8d 7c | 1 2c 2d 2h 2s 5d 6h 8c
                                        shuffle so that, if dice or generator then give 9, the dealer and
                                        position 1 get these; counted from the bank if there is one. All other
                                        cards fall in the order of the deck; `stub` names those left over.
                                        A deck that must be cut is cut by the dealer after 20 cards, everybody
                                        else having passed.
given cards for 9 to be cut after 15: ...   shuffle only, so that a cut there gives these hands
given cards for the button: ...         the same where the flat button says who is first
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from paigow.faults import BadInput
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command
from paigow.table.deal.card_cutting import CutCards, PassCut, next_to_cut
from paigow.table.deal.card_methods import methods
from paigow.table.deal.card_shuffling import ShuffleCards, UsePreshuffled, is_preshuffled
from paigow.table.deal.commitments import FixOrder, is_committed, is_cut_undrawn, is_order_due, is_undrawn
from paigow.table.game import ALL_CARDS
from paigow.table.state import DEALER_PLACE, Step, Table

__all__ = ["CARD_FORMS", "card_order", "counted"]

Act = Callable[[Rules, Table], Command | None]
Hands = Mapping[int, tuple[str, ...]]
STUB: Final = -1
HAND_SIZE: Final = 7
DEPTH: Final = 20
COUNTERCLOCKWISE: Final = (0, 1, 2, 3, 4, 5, 6)
"""From the dealer to the right: the direction of every count, and of Rock Island's stacks (R28, R29)."""


def counted(total: int, first: int = DEALER_PLACE) -> int:
    """The place a total leads to among seven, if the first place is number one."""
    return (first + total - 1) % len(COUNTERCLOCKWISE)


def card_order(start: int, hands: Hands, dealing: str) -> tuple[str, ...]:
    """An order of the 53 cards that deals these cards to these places from a given start."""
    named = [card for cards in hands.values() for card in cards]
    for card in named:
        if card not in ALL_CARDS or named.count(card) > 1:
            raise BadInput(f"{card} is not in the deck, or is given twice", allowed="As, 10d, Jo")
    rest = iter([card for card in ALL_CARDS if card not in named])
    waiting = {place: iter(cards) for place, cards in hands.items()}
    step = 1 if dealing == "stacks" else -1
    places = [(start + step * turn) % HAND_SIZE for turn in COUNTERCLOCKWISE]
    by_stacks = dealing in ("stacks", "automated-shoe")
    order = [place for place in places for _ in range(HAND_SIZE)] if by_stacks else places * HAND_SIZE
    dealt = [_next(waiting.get(place), rest) for place in order]
    return (*dealt, *waiting.get(STUB, ()), *rest)


def _next(given: Iterator[str] | None, rest: Iterator[str]) -> str:
    return next(rest) if given is None else next(given)


def _hands(text: str) -> Hands:
    hands: dict[int, tuple[str, ...]] = {}
    for part in text.split("|"):
        place, *cards = part.split()
        number = {"dealer": DEALER_PLACE, "stub": STUB}.get(place)
        hands[int(place) if number is None else number] = tuple(cards)
        if number != STUB and len(cards) != HAND_SIZE:
            raise BadInput(f"{len(cards)} cards for {place}", allowed="a hand has seven")
    return hands


def _start(table: Table, said: str) -> int:
    first = DEALER_PLACE if table.bank is None else table.bank.position
    return table.cards.button if said == "the button" else counted(int(said), first)


def _cards(found: re.Match[str]) -> Act:
    hands = _hands(found["hands"])
    shuffles_only = found["depth"] is not None
    depth = int(found["depth"] or DEPTH)

    def act(rules: Rules, table: Table) -> Command | None:
        if table.step is Step.CUT and not shuffles_only:
            if next_to_cut(table) != DEALER:
                return PassCut(by=DEALER, because="time-up")
            return CutCards(by=DEALER, depth=0 if is_undrawn(table) else depth)
        fixes = is_order_due(table)
        if table.step is not Step.SHUFFLE and not fixes:
            return None
        order = card_order(_start(table, found["start"]), hands, methods(rules, table).dealing)
        if methods(rules, table).shuffling == "hand" and rules.cite("card cut"):
            order = (*order[-depth:], *order[:-depth])
        if fixes:
            return FixOrder(by=DEALER, pieces=order, cut_at=depth if is_cut_undrawn(table) else 0)
        if is_committed(table):
            order = ()
        kind = UsePreshuffled if is_preshuffled(rules, table) else ShuffleCards
        return kind(by=DEALER, order=order)

    return act


CARD_FORMS: Final[tuple[tuple[str, Callable[[re.Match[str]], Act]], ...]] = (
    (
        r"cards for (?P<start>\d+|the button)(?: to be cut after (?P<depth>\d+))?: (?P<hands>.+)",
        _cards,
    ),
)
