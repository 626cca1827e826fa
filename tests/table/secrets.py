"""Tables and events that differ only in what an actor can't know, by the rulings on secrecy.

What is secret is restated here from R53 to R56, R60, R64, and R78: `views` is checked, not copied.
"""

from __future__ import annotations

from random import Random

from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.bets.areas import order_of_setting
from paigow.table.deal.card_dealing import CardsDealt
from paigow.table.deal.card_shuffling import CardsShuffled
from paigow.table.deal.delivery import StackDelivered
from paigow.table.deal.dice import DiceShaken
from paigow.table.deal.shuffling import TilesWashed
from paigow.table.hands.setting import HandSet, HouseWayTold
from paigow.table.state import DealtHand, HandStatus, Step, Table, changed

__all__ = ["retold", "should_have_looked", "twin"]

_DEALING = (Step.DEAL, Step.COUNT_STUB, Step.SWEEP, Step.EXTRA_SET, Step.COVER)


def knows(table: Table, hand: DealtHand, actor: str) -> bool:
    """Whether an actor knows a hand's pieces, apart from those turned up by accident."""
    if hand.status is HandStatus.EXPOSED or hand.outcome is not None:
        return True
    if hand.place == 0:
        turned = hand.status is HandStatus.DEALT and table.step is Step.DEALER_SETTING
        return turned or hand.status in (HandStatus.SET, HandStatus.COLLECTED)
    if hand.status is HandStatus.COLLECTED and table.bank is not None and table.bank.position == hand.place:
        return True
    return hand.looked_by == actor


def should_have_looked(rules: Rules, table: Table, hand: DealtHand) -> bool:
    """Whether a hand that is still to be set has been shown to its player by now, with no choice pending.

    Not while it is dealt (R55); the bank after all others (R53); of two hands the second once the first is
    set (R56); never one without a main wager (R16).
    """
    if table.step in _DEALING:
        return False
    if table.bank is not None and table.bank.position == hand.place:
        return table.step is not Step.SETTING
    seated = table.seated(hand.place)
    mains = [wager.person for wager in table.wagers if (wager.position, wager.kind) == (hand.place, "main")]
    holder = seated or next(iter(mains), "")
    order = order_of_setting(rules, table, holder)
    if holder not in mains or hand.place not in order:
        return False
    earlier = order[: order.index(hand.place)]
    return all(table.hands[place].status is not HandStatus.DEALT for place in earlier if place in table.hands)


def twin(table: Table, actor: str, random: Random) -> Table:
    """The same table with everything changed that this actor can't know."""
    hidden = [
        (place, index)
        for place, hand in table.hands.items()
        if not knows(table, hand, actor)
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
        place: hand if knows(table, hand, actor) else _with_pieces(hand, tuple(dealt[place]))
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


def _with_pieces(hand: DealtHand, pieces: tuple[str, ...]) -> DealtHand:
    if not hand.low:
        return changed(hand, pieces=pieces)
    low, high = pieces[: len(hand.low)], pieces[len(hand.low) :]
    return changed(hand, pieces=pieces, low=low, high=high, fouled=hand.fouled ^ (len(pieces) == 7))


def retold(event: Event, actor: str, random: Random) -> Event:
    """The same event with other secrets in it; an event hidden from the actor becomes a different one."""
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
