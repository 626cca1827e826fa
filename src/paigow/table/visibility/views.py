"""What an actor can see of the table and its events, as plain records ready for JSON.

All hiding happens here. Nobody sees the order of the stock, dice under the lid, or a dead hand. Another
player's pieces are backs until they are exposed, the dealer's until they are turned over to be set, and your
own until you look (`hands.progress`). What you have seen stays visible for the whole round (R78). Secrecy
ends with the round, when its seed is revealed (R60): that is done elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.card_state import CardTableState
from paigow.table.deal.card_dealing import CardsDealt
from paigow.table.deal.card_shuffling import CardsShuffled
from paigow.table.deal.commitments import OrderFixed
from paigow.table.deal.delivery import StackDelivered
from paigow.table.deal.dice import DiceShaken
from paigow.table.deal.shuffling import TilesWashed
from paigow.table.hands.setting import HandSet, HouseWayTold
from paigow.table.state import (
    DEALER_PLACE,
    DealtHand,
    HandStatus,
    RoundResults,
    Shaker,
    Step,
    Table,
    WagerResult,
    changed,
)
from paigow.wagers.wager import Kind

Record = dict[str, Any]

OPEN_FIELDS: Final = frozenset(
    (
        "step",
        "version",
        "round",
        "clock",
        "chairs",
        "balances",
        "bets_open",
        "wagers",
        "staked",
        "forfeited",
        "bank",
        "offer",
        "delivery",
        "choosing",
        "asked",
        "leaving",
        "between",
        "eye",
        "seal",
        "tiles",
        "resume",
    )
)
"""Fields of the table that hide nothing; each other field is shown by its own function below."""


HIDDEN: Final = "?"
"""The back of a piece whose face an actor can't see."""
_HIDDEN_DICE: Final = (0, 0, 0)
_HIDDEN_RESULT: Final = WagerResult("", 0, Kind(""), 0)
_OPEN_DEALER: Final = frozenset((HandStatus.SET, HandStatus.COLLECTED))


def view(rules: Rules, table: Table, actor: str) -> Record:
    """Everything an actor can see now."""
    return {
        "schema": "paigow/view/1",
        "actor": actor,
        "book": rules.book.name,
        "table": rules.table.number,
        **{name: msgspec.to_builtins(getattr(table, name), str_keys=True) for name in sorted(OPEN_FIELDS)},
        **{name: shown(getattr(table, name)) for name, shown in PARTLY_OPEN.items()},
        "hands": [_hand(table, hand, actor) for _, hand in sorted(table.hands.items())],
        "discards": [_hand(table, hand, actor) for hand in table.discards],
    }


def _stock(stock: tuple[Pieces, ...]) -> list[int]:
    return [len(stack) for stack in stock]


def _shaker(shaker: Shaker) -> Record:
    return {**msgspec.to_builtins(shaker), "dice": shaker.dice if _dice_shown(shaker) else None}


def _dice_shown(shaker: Shaker) -> bool:
    return shaker.lid_off or shaker.announced is not None


def _cards(gear: CardTableState) -> Record:
    """A card table's equipment, with card counts in place of secret orders or faces."""
    record: Record = msgspec.to_builtins(gear, str_keys=True)
    record["cut"]["uncut"] = len(gear.cut.uncut)
    record["stub"] = len(gear.stub)
    return record


PARTLY_OPEN: Final[Mapping[str, Callable[[Any], Any]]] = {
    "stock": _stock,
    "shaker": _shaker,
    "cards": _cards,
    "record": lambda record: len(record.results),
    "edition": lambda edition: None if edition is msgspec.UNSET else edition,
    "dealt_by": lambda name: None if name is msgspec.UNSET else name,
    "chance": lambda chance: None if chance is msgspec.UNSET else msgspec.to_builtins(chance),
}
"""Fields that look the same to everyone, with parts hidden from all, by how they are shown."""


def _hand(table: Table, hand: DealtHand, actor: str) -> Record:
    return hand_shown(hand, whole=sees(table, hand, actor))


def hand_shown(hand: DealtHand, *, whole: bool) -> Record:
    """A hand as seen by those who see all its pieces, or by all others."""
    return {
        **msgspec.to_builtins(hand),
        "pieces": [
            piece if whole or index in hand.shown else None for index, piece in enumerate(hand.pieces)
        ],
        "low": list(hand.low) if whole else None,
        "high": list(hand.high) if whole else None,
        "fouled": hand.fouled if whole else None,
    }


def sees(table: Table, hand: DealtHand, actor: str) -> bool:
    """Whether an actor sees all pieces of a hand: everybody's once exposed, your own once you looked."""
    if hand.status is HandStatus.EXPOSED or hand.outcome is not None or hand.looked_by == actor:
        return True
    if hand.place == DEALER_PLACE:
        turned = hand.status is HandStatus.DEALT and table.step is Step.DEALER_SETTING
        return turned or hand.status in _OPEN_DEALER
    banks = table.bank is not None and table.bank.position == hand.place
    return banks and hand.status is HandStatus.COLLECTED


def table_seen(table: Table, actor: str) -> Table:
    """The table as an actor sees it, as a record like the table itself, with backs and blanks as needed.

    It has nothing that `view` doesn't show, and it judges the actor's commands like the table itself.
    """
    hidden: dict[str, Any] = {}
    if table.stock:
        hidden["stock"] = _stock_of_backs(*map(len, table.stock))
    if table.hands:
        hidden["hands"] = {place: _hand_seen(table, hand, actor) for place, hand in table.hands.items()}
    if table.discards:
        hidden["discards"] = tuple([_hand_seen(table, hand, actor) for hand in table.discards])
    if table.shaker.dice is not None and not _dice_shown(table.shaker):
        hidden["shaker"] = changed(table.shaker, dice=_HIDDEN_DICE)
    if (cards := table.cards).stub or cards.cut.uncut:
        cut = changed(cards.cut, uncut=_backs(len(cards.cut.uncut)))
        hidden["cards"] = changed(cards, stub=_backs(len(cards.stub)), cut=cut)
    if (record := table.record).results or record.hands:
        hidden["record"] = _record_of_blanks(len(record.results))
    return changed(table, **hidden) if hidden else table


@cache
def _stock_of_backs(*stacks: int) -> tuple[Pieces, ...]:
    return tuple(map(_backs, stacks))


@cache
def _record_of_blanks(results: int) -> RoundResults:
    return RoundResults(results=(_HIDDEN_RESULT,) * results)


def _backs(pieces: int) -> Pieces:
    return (HIDDEN,) * pieces


def _hand_seen(table: Table, hand: DealtHand, actor: str) -> DealtHand:
    if sees(table, hand, actor):
        return hand
    pieces = _backs(len(hand.pieces))
    if hand.shown:
        pieces = tuple([piece if index in hand.shown else HIDDEN for index, piece in enumerate(hand.pieces)])
    if not hand.low:
        return changed(hand, pieces=pieces)
    low, high = _backs(len(hand.low)), _backs(len(hand.high))
    return changed(hand, pieces=pieces, low=low, high=high, fouled=False)


Hides = Callable[[Any, str], tuple[str, ...] | None]
"""The fields of an event that an actor can't see; None if the whole event is hidden."""


def _always(*fields: str) -> Hides:
    return lambda _event, _actor: fields


def _setting(event: HandSet, actor: str) -> tuple[str, ...]:
    return () if event.place == DEALER_PLACE or event.set_by == actor else ("low", "high", "fouled")


def _to_asker(event: HouseWayTold, actor: str) -> tuple[str, ...] | None:
    return () if event.person == actor else None


SECRETS: Final[Mapping[type[Event], Hides]] = {
    CardsShuffled: _always("order"),
    CardsDealt: _always("hands", "stub"),
    TilesWashed: _always("order"),
    OrderFixed: _always("pieces"),
    DiceShaken: _always("dice"),
    StackDelivered: _always("pieces"),
    HandSet: _setting,
    HouseWayTold: _to_asker,
}
"""Events with secrets. Everyone sees all others in full."""


def hides(event: Event, actor: str) -> tuple[str, ...] | None:
    """The fields of an event that an actor can't see; None if the whole event is hidden."""
    secret = SECRETS.get(type(event))
    return () if secret is None else secret(event, actor)


def see(event: Event, actor: str) -> Record | None:
    """An event as an actor can see it, with hidden fields None; None if the whole event is hidden."""
    hidden = hides(event, actor)
    if hidden is None:
        return None
    record: Record = msgspec.to_builtins(event, str_keys=True)
    return {**record, **dict.fromkeys(hidden)} if hidden else record
