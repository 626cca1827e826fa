"""Tables and events that differ only in what an actor may not know, by the rulings on secrecy.

What is secret is said here once more, from R53 to R56, R60 and R64, so that `views` is checked, not copied.
"""

from __future__ import annotations

from random import Random

from paigow.table.acts import Event
from paigow.table.bets.areas import order_of_setting
from paigow.table.deal.card_dealing import CardsDealt
from paigow.table.deal.card_shuffling import CardsShuffled
from paigow.table.deal.delivery import StackDelivered
from paigow.table.deal.dice import DiceShaken
from paigow.table.deal.shuffling import TilesWashed
from paigow.table.hands.setting import HandSet, HouseWayTold
from paigow.table.rules import TableRules
from paigow.table.state import Hand, HandStatus, Step, Table, changed

__all__ = ["retold", "twin"]

_DEALING = (Step.DEAL, Step.COUNT_STUB, Step.SWEEP, Step.EXTRA_SET, Step.COVER)
_FACE_DOWN_FOR_GOOD = (
    HandStatus.SURRENDERED,
    HandStatus.KEPT,
    HandStatus.VOID,
    HandStatus.DEAD,
    HandStatus.KILLED,
)


def knows(rules: TableRules, table: Table, hand: Hand, actor: str) -> bool:
    """Whether an actor knows a hand's pieces, apart from those turned up by accident."""
    if hand.status is HandStatus.EXPOSED or hand.outcome is not None:
        return True
    if hand.status in _FACE_DOWN_FOR_GOOD or table.step in _DEALING or hand.place in table.choosing:
        return False
    if hand.place == 0:
        return hand.status is HandStatus.SET or table.step is Step.DEALER_SETTING
    return _holds(table, hand, actor) and _has_looked(rules, table, hand, actor)


def _holds(table: Table, hand: Hand, actor: str) -> bool:
    seated = table.seated(hand.place)
    if seated is not None:
        return seated == actor
    return any(wager.position == hand.place and wager.person == actor for wager in table.wagers)


def _has_looked(rules: TableRules, table: Table, hand: Hand, actor: str) -> bool:
    """A bank looks after all have set (R53); a second hand waits until the first is set (R56)."""
    if table.bank is not None and table.bank.position == hand.place:
        return table.step is not Step.SETTING
    order = order_of_setting(rules, table, actor)
    if hand.place not in order or hand.status is not HandStatus.DEALT:
        return True
    earlier = order[: order.index(hand.place)]
    return all(table.hands[place].status is not HandStatus.DEALT for place in earlier if place in table.hands)


def twin(rules: TableRules, table: Table, actor: str, random: Random) -> Table:
    """The same table with everything changed that this actor may not know."""
    hidden = [
        (place, index)
        for place, hand in table.hands.items()
        if not knows(rules, table, hand, actor)
        for index in range(len(hand.pieces))
        if index not in hand.shown
    ]
    pieces = [*(table.hands[place].pieces[index] for place, index in hidden), *table.cards.stub]
    random.shuffle(pieces)
    stub = tuple(pieces[len(hidden) :])
    dealt = {place: list(hand.pieces) for place, hand in table.hands.items()}
    for (place, index), piece in zip(hidden, pieces[: len(hidden)], strict=True):
        dealt[place][index] = piece
    hands = {
        place: hand if knows(rules, table, hand, actor) else _with_pieces(hand, tuple(dealt[place]))
        for place, hand in table.hands.items()
    }
    shaker = table.shaker
    if shaker.dice is not None and not shaker.lid_off and shaker.announced is None:
        shaker = changed(shaker, dice=(random.randint(1, 6), random.randint(1, 6), random.randint(1, 6)))
    discards = tuple(hands.get(hand.place, hand) if hand.outcome is None else hand for hand in table.discards)
    stock = tuple(tuple(random.sample(stack, len(stack))) for stack in table.stock)
    uncut = table.cards.cut.uncut
    cut = changed(table.cards.cut, uncut=tuple(random.sample(uncut, len(uncut))))
    cards = changed(table.cards, stub=stub, cut=cut)
    return changed(table, hands=hands, shaker=shaker, stock=stock, discards=discards, cards=cards)


def _with_pieces(hand: Hand, pieces: tuple[str, ...]) -> Hand:
    if not hand.low:
        return changed(hand, pieces=pieces)
    low, high = pieces[: len(hand.low)], pieces[len(hand.low) :]
    return changed(hand, pieces=pieces, low=low, high=high, fouled=hand.fouled ^ (len(pieces) == 7))


def retold(event: Event, actor: str, random: Random) -> Event:
    """The same event with other secrets in it; what an actor is not told at all becomes another's."""
    match event:
        case TilesWashed():
            return changed(event, order=tuple(random.sample(event.order, len(event.order))))
        case DiceShaken():
            return changed(event, dice=(random.randint(1, 6), random.randint(1, 6), random.randint(1, 6)))
        case StackDelivered():
            return changed(event, pieces=tuple(random.sample(("6-6", "5-5", "1-2", "2-4"), 4)))
        case CardsShuffled():
            return changed(event, order=tuple(random.sample(event.order, len(event.order))))
        case CardsDealt():
            hands = {place: cards[::-1] for place, cards in event.hands.items()}
            return changed(event, hands=hands, stub=("As", "Kd", "2c", "Jo"))
        case HandSet() if event.place != 0 and event.set_by != actor:
            return changed(event, low=("6-6", "1-1"), high=("5-5", "4-4"), fouled=not event.fouled)
        case HouseWayTold() if event.person != actor:
            return changed(event, low=("6-6", "1-1"), high=("5-5", "4-4"), position=6)
        case _:
            return event
