"""Dealing 49 cards to seven places and counting what is left. Unwagered hands are swept in `delivery`.

The whole deal is one command. Which place each card or stack went to is part of it, and may be wrong:
the rules of misdeals answer then. Positions are counted counterclockwise and dealt clockwise (R28).
"""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.dice import counted_place
from paigow.table.places import CARD_PLACES, round_from
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Hand, Pieces, Step, Table, changed
from paigow.table.voiding import void_round

__all__ = ["APPLIES", "DECIDES", "CountStub", "DealCards", "dealing_order", "right_start"]

HAND_SIZE = 7
STUB_SIZE = 4
CLOCKWISE = CARD_PLACES[::-1]
BY_STACKS = ("automated-shoe", "stacks")


class DealCards(Command, frozen=True):
    """The dealer deals. `places`: where each card (or each stack of seven) went, if not in the right order.

    `face_up`: the numbers, from the top, of cards found face up on the way; they go to the discard rack.
    """

    places: tuple[int, ...] = ()
    face_up: tuple[int, ...] = ()


class CardsDealt(Event, frozen=True):
    hands: dict[int, Pieces]
    stub: Pieces
    found_face_up: Pieces


class CountStub(Command, frozen=True):
    """The dealer spreads what is left, face down, and counts."""


class StubCounted(Event, frozen=True):
    count: int


class DeckRemoved(Event, frozen=True):
    """A sound deal with a wrong number left: the whole deck leaves the table."""

    back: str


def dealing_order(rules: TableRules, table: Table) -> tuple[int, ...]:
    """Where the cards, or the stacks of seven, go from the start that was found."""
    assert table.shaker.start is not None
    method = rules.cards.dealt_from(table.cards.out_of_order)
    if method == "stacks":
        return round_from(table.shaker.start, CARD_PLACES)
    once = round_from(table.shaker.start, CLOCKWISE)
    return once if method in BY_STACKS else once * HAND_SIZE


def right_start(rules: TableRules, table: Table) -> int:
    """The start by the dice themselves, whatever total was called."""
    if table.shaker.dice is None:
        assert table.shaker.start is not None
        return table.shaker.start
    return counted_place(rules, table, sum(table.shaker.dice))


def deal(rules: TableRules, table: Table, command: DealCards) -> tuple[Event, ...]:
    method = rules.cards.dealt_from(table.cards.out_of_order)
    cites = rules.cite(f"deal from {method}")
    require_dealer(command.by, "deal", cites)
    require_step(table, "deal", cites, Step.DEAL)
    order = command.places or dealing_order(rules, table)
    size = HAND_SIZE if method in BY_STACKS else 1
    (stack,) = table.stock
    if not set(order) <= set(CARD_PLACES) or len(order) * size > len(stack) - len(command.face_up):
        raise Refused(
            Reason.NO_SUCH_PLACE,
            "cards can go to the dealer and positions 1 to 6, as far as they last",
            cites,
        )
    if not all(0 <= number < len(stack) for number in command.face_up):
        raise Refused(Reason.BAD_PIECES, "there is no such card in the deck", cites)
    event = _dealt(stack, order, size, command.face_up, cites)
    if order[0] != right_start(rules, table):
        return (
            event,
            void_round(rules, table, "the first card went to the wrong position", "wrong positions"),
        )
    if len(set(command.face_up)) > 1:
        return (event, void_round(rules, table, "two cards were found face up", "two face up"))
    return (event,)


def _dealt(
    stack: Pieces, order: tuple[int, ...], size: int, face_up: tuple[int, ...], cites: tuple[str, ...]
) -> CardsDealt:
    """Hand out the stack from the top, passing over cards found face up before the deal is done."""
    sound = [card for number, card in enumerate(stack) if number not in face_up]
    hands: dict[int, Pieces] = {}
    for turn, place in enumerate(order):
        hands[place] = (*hands.get(place, ()), *sound[turn * size : (turn + 1) * size])
    found = tuple(stack[number] for number in sorted(set(face_up)))
    return CardsDealt(hands=hands, stub=tuple(sound[len(order) * size :]), found_face_up=found, cites=cites)


def dealt(table: Table, event: CardsDealt) -> Table:
    hands = {place: Hand(place, pieces) for place, pieces in event.hands.items()}
    cards = changed(table.cards, stub=event.stub, found_face_up=event.found_face_up)
    return changed(table, hands=hands, cards=cards, step=Step.COUNT_STUB)


def count_stub(rules: TableRules, table: Table, command: CountStub) -> tuple[Event, ...]:
    """Four are right, a card found face up included (R35). Otherwise hands or deck are wrong: all is void."""
    cites = rules.cite("count stub")
    require_dealer(command.by, "count the cards left", cites)
    require_step(table, "count the cards left", cites, Step.COUNT_STUB)
    left = len(table.cards.stub) + len(table.cards.found_face_up)
    counted = StubCounted(count=left, cites=cites)
    sizes = {len(table.hands[place].pieces) if place in table.hands else 0 for place in CARD_PLACES}
    if sizes != {HAND_SIZE}:
        return (counted, void_round(rules, table, "a hand has not seven cards", "misdealt"))
    if left != STUB_SIZE:
        back = table.cards.decks[table.cards.in_use].back
        removed = DeckRemoved(back=back, cites=rules.cite("deck removed"))
        return (counted, void_round(rules, table, f"{left} cards are left", "deck removed"), removed)
    return (counted,)


def stub_counted(table: Table, _event: StubCounted) -> Table:
    return changed(table, step=Step.SWEEP)


def deck_removed(table: Table, event: DeckRemoved) -> Table:
    decks = tuple(deck for deck in table.cards.decks if deck.back != event.back)
    return changed(table, cards=changed(table.cards, decks=decks, in_use=0))


DECIDES: dict[type[Command], Decide] = {DealCards: deal, CountStub: count_stub}
APPLIES: dict[type[Event], Apply] = {CardsDealt: dealt, StubCounted: stub_counted, DeckRemoved: deck_removed}
