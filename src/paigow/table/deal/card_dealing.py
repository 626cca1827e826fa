"""Dealing 49 cards to seven places and counting what is left. Unwagered hands are swept in `delivery`.

The whole deal is one command. It includes which place each card or stack went to, which may be wrong: then
the misdeal rules apply. Positions are counted counterclockwise and dealt clockwise (R28).
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.deal.card_methods import cite_deal, methods
from paigow.table.deal.commitments import require_order
from paigow.table.deal.dice import right_start
from paigow.table.fields import Anything, SomeNumbers, WholeNumbers, within
from paigow.table.irregularities.voiding import void_round
from paigow.table.refusals import CARDS_IN_A_HAND, Reason, Refused, require_dealer, require_step
from paigow.table.state import CARD_PLACES, DealtHand, Step, Table, changed, round_from

STUB_SIZE = 4
CLOCKWISE = CARD_PLACES[::-1]
BY_STACKS = ("automated-shoe", "stacks")
MOST_EXTRA = 9
MOST_FACE_UP = 1
"""More than one card face up voids the round."""


class DealCards(Command, frozen=True, tag="deal-cards"):
    """The dealer deals. `places`: where each card (or stack of seven) went, if not in the right order.

    `found_face_up`: the numbers, from the top, of cards found face up. One is discarded; with two or more the
    round is void, no matter how many there are, even if too few are left to deal (R91).
    `drawn_in_error`: the numbers of cards drawn too early but not seen; they are dealt as the next cards.
    """

    places: Annotated[tuple[int, ...], within(Anything("places", ()))] = ()
    found_face_up: SomeNumbers = ()
    drawn_in_error: SomeNumbers = ()


class CardsDealt(Event, frozen=True, tag="cards-dealt"):
    hands: dict[int, Pieces]
    stub: Pieces
    found_face_up: Pieces


class CardDrawnInError(Noted, frozen=True, tag="card-drawn-in-error"):
    """A card left the shoe too early, unseen: it was dealt as the next card."""

    number: int


class CountStub(Command, frozen=True, tag="count-stub"):
    """The dealer spreads the leftover cards face down and counts them.

    `extra`: how many more cards there are than a whole deck leaves; negative if there are fewer.
    """

    extra: Annotated[int, within(WholeNumbers("number", (0,), 9), WholeNumbers("number", (-1,), -53))] = 0


class StubCounted(Event, frozen=True, tag="stub-counted"):
    """The leftover cards go to the discard rack unseen."""

    count: int


class DeckRemoved(Event, frozen=True, tag="deck-removed"):
    """The deal was correct, but the wrong number of cards is left: the whole deck leaves the table."""

    back: str


def dealing_order(rules: Rules, table: Table, start: int) -> tuple[int, ...]:
    """Where the cards, or the stacks of seven, go from a given start."""
    method = methods(rules, table).dealing
    if method == "stacks":
        return round_from(start, CARD_PLACES)
    once = round_from(start, CLOCKWISE)
    return once if method in BY_STACKS else once * CARDS_IN_A_HAND


def _right_start(rules: Rules, table: Table) -> int:
    """The start by the dice themselves, no matter what total was called; without dice, the one found."""
    if table.shaker.dice is not None:
        return right_start(rules, table)
    assert table.shaker.start is not None
    return table.shaker.start


def deal(rules: Rules, table: Table, command: DealCards) -> tuple[Event, ...]:
    cites = cite_deal(rules, table, "deal")
    require_dealer(command.by, "deal", cites)
    require_step(table, "deal", cites, Step.DEAL)
    require_order(table)
    assert table.shaker.start is not None
    order = command.places or dealing_order(rules, table, table.shaker.start)
    size = CARDS_IN_A_HAND if methods(rules, table).dealing in BY_STACKS else 1
    (stack,) = table.stock
    face_up = len(set(command.found_face_up))
    lasts = len(stack) - (face_up if face_up <= MOST_FACE_UP else 0)
    if not set(order) <= set(CARD_PLACES) or len(order) * size > lasts:
        sentence = "cards can go to the dealer and positions 1 to 6, as far as they last"
        raise Refused(Reason.NO_SUCH_PLACE, sentence, cites)
    if not all(0 <= number < len(stack) for number in (*command.found_face_up, *command.drawn_in_error)):
        raise Refused(Reason.BAD_PIECES, f"Cards are numbered 1 to {len(stack)} in dealing order.", cites)
    if command.found_face_up:
        cites = (*cites, *rules.cite("face up"))
    drawn = tuple(
        CardDrawnInError(number=number, cites=rules.cite("drawn in error"))
        for number in sorted(set(command.drawn_in_error))
    )
    event = _dealt(stack, order, size, command.found_face_up, cites)
    return (event, *drawn, *_void(rules, table, order, size, command.found_face_up))


def _void(
    rules: Rules, table: Table, order: tuple[int, ...], size: int, face_up: tuple[int, ...]
) -> tuple[Event, ...]:
    """The irregularities that void a deal at once. A wrong number of cards is found by counting them."""
    right = dealing_order(rules, table, _right_start(rules, table))
    if order[0] != right[0]:
        return (void_round(rules, table, "the first card went to a wrong position", "wrong positions"),)
    if len(set(face_up)) > MOST_FACE_UP:
        return (void_round(rules, table, "several cards were found face up", "two face up"),)
    sizes = {count * size for count in Counter(order).values()}
    if order != right and sizes == {CARDS_IN_A_HAND} and len(order) == len(right):
        return (void_round(rules, table, "cards were dealt out of turn", "dealt out of turn"),)
    return ()


def _dealt(
    stack: Pieces, order: tuple[int, ...], size: int, face_up: tuple[int, ...], cites: tuple[str, ...]
) -> CardsDealt:
    """Hand out the stack from the top, skipping cards found face up before the deal is done."""
    sound = [card for number, card in enumerate(stack) if number not in face_up]
    hands: dict[int, list[str]] = {place: [] for place in CARD_PLACES}
    for turn, place in enumerate(order):
        hands[place] += sound[turn * size : (turn + 1) * size]
    found = tuple(stack[number] for number in sorted(set(face_up)))
    return CardsDealt(
        hands={place: tuple(cards) for place, cards in hands.items()},
        stub=tuple(sound[len(order) * size :]),
        found_face_up=found,
        cites=cites,
    )


def dealt(table: Table, event: CardsDealt) -> Table:
    hands = {place: DealtHand(place, pieces) for place, pieces in event.hands.items()}
    cards = changed(table.cards, stub=event.stub, found_face_up=event.found_face_up, dealt=True)
    return changed(table, hands=hands, cards=cards, stock=(), step=Step.COUNT_STUB)


def count_stub(rules: Rules, table: Table, command: CountStub) -> tuple[Event, ...]:
    """Four is right, including a card found face up (R35). If not, a hand or the deck is wrong: void."""
    cites = cite_deal(rules, table, "count stub")
    require_dealer(command.by, "count the cards left", cites)
    require_step(table, "count the cards left", cites, Step.COUNT_STUB)
    left = len(table.cards.stub) + len(table.cards.found_face_up) + command.extra
    if left < 0 or command.extra > MOST_EXTRA:
        raise Refused(Reason.BAD_PIECES, f"{left} cards can't be left.", cites)
    counted = StubCounted(count=left, cites=cites)
    if left == STUB_SIZE:
        return (counted,)
    if any(len(hand.pieces) != CARDS_IN_A_HAND for hand in table.hands.values()):
        topic = f"misdealt from {methods(rules, table).dealing}"
        return (counted, void_round(rules, table, "a hand has not seven cards", topic))
    topic = f"deck removed from {methods(rules, table).dealing}"
    back = table.cards.decks[table.cards.in_use].back
    removed = DeckRemoved(back=back, cites=rules.cite(topic))
    return (counted, void_round(rules, table, f"{left} cards are left", topic), removed)


def stub_counted(table: Table, _event: StubCounted) -> Table:
    return changed(table, step=Step.SWEEP)


def deck_removed(table: Table, event: DeckRemoved) -> Table:
    decks = tuple(deck for deck in table.cards.decks if deck.back != event.back)
    return changed(table, cards=changed(table.cards, decks=decks, in_use=0))
