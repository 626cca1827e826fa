"""Shuffling a deck by hand or by a device, two decks in turn. Not the cut, nor failing devices."""

from __future__ import annotations

from msgspec import UNSET

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.card_state import DeckCut
from paigow.table.deal.card_cutting import AFTER_THE_CUT, CutOffered, offer_cut, resumed_at
from paigow.table.deal.card_methods import MACHINES, is_cut, methods
from paigow.table.deal.commitments import ORDER, CardsInOrder, Drawn, next_draw, places, require_pieces
from paigow.table.fields import Why
from paigow.table.game import ALL_CARDS
from paigow.table.refusals import Reason, Refused, require_dealer, require_floor, require_step
from paigow.table.state import Step, Table, changed

PRESHUFFLED = "preshuffled"


class ShuffleCards(Command, frozen=True, tag="shuffle-cards"):
    """Shuffle the deck that is next; `order` is the random result, top card first.

    The order of a deck inside the shuffler is recorded now, when the deck comes out (R70).
    """

    order: CardsInOrder


class UsePreshuffled(Command, frozen=True, tag="use-preshuffled"):
    """The dealer uses a preshuffled deck for the first time, in the order in which it came (R71)."""

    order: CardsInOrder


class CardsShuffled(Event, frozen=True, tag="cards-shuffled"):
    order: Pieces
    method: str
    deck: int
    then: Step
    draw: Drawn = UNSET


class DeckStored(Event, frozen=True, tag="deck-stored"):
    """The other deck is collected from table and discard rack, shuffled in the device, and kept there."""

    back: str


class OrderShuffle(Command, frozen=True, tag="order-shuffle"):
    """The floor orders another shuffle before any card is dealt; what is already settled stays (R75)."""

    why: Why


class ShuffleOrdered(Event, frozen=True, tag="shuffle-ordered"):
    why: str
    resume: Step | None
    """The step at which the round resumes with the new stack; as usual while bets are open."""


def next_deck(rules: Rules, table: Table) -> int:
    """The deck to shuffle and deal: the one the machine held, once the other has been dealt."""
    gear = table.cards
    turns = methods(rules, table).shuffling in MACHINES and gear.dealt
    stored = [number for number, deck in enumerate(gear.decks) if deck.stored]
    return stored[0] if turns and stored else gear.in_use


def is_preshuffled(rules: Rules, table: Table) -> bool:
    decks = table.cards.decks
    return bool(decks) and decks[next_deck(rules, table)].preshuffled


def shuffle(rules: Rules, table: Table, command: ShuffleCards) -> tuple[Event, ...]:
    cites = rules.cite("shuffle cards", _when(table))
    require_dealer(command.by, "shuffle", cites)
    _require_ready(rules, table, command.order, "shuffle", cites)
    return _shuffled(rules, table, command.order, methods(rules, table).shuffling, cites)


def _when(table: Table) -> str:
    """The occasion for the shuffle: a stack with no card dealt is only reshuffled."""
    if table.between.start_of_game:
        return "first shuffle"
    return "shuffle after a round" if table.cards.dealt else "shuffle again"


def use_preshuffled(rules: Rules, table: Table, command: UsePreshuffled) -> tuple[Event, ...]:
    cites = rules.cite("preshuffled")
    require_dealer(command.by, "use a preshuffled deck", cites)
    if not rules.cards.preshuffled:
        raise Refused(Reason.NOT_OFFERED, "Decks don't come preshuffled to this table.", cites)
    _require_ready(rules, table, command.order, "use a preshuffled deck", cites)
    if not is_preshuffled(rules, table):
        raise Refused(Reason.NOT_AS_REQUIRED, "This deck has been dealt. Shuffle it first.", cites)
    return _shuffled(rules, table, command.order, PRESHUFFLED, ())


def _require_ready(rules: Rules, table: Table, order: Pieces, act: str, cites: tuple[str, ...]) -> None:
    require_step(table, act, cites, Step.SHUFFLE)
    for device in table.cards.out_of_order:
        if device not in table.cards.covered:
            sentence = f"the {device} is out of order and must first be covered or marked with a sign"
            raise Refused(Reason.PENDING, sentence, rules.cite("device out of order"))
    require_decks(rules, table)
    require_pieces(table, order, ALL_CARDS, "these are not the 52 cards and the joker", cites)


def require_decks(rules: Rules, table: Table) -> None:
    """All decks of the submission are at the table: one that was removed is replaced first."""
    if len(table.cards.decks) < len(rules.deck_backs):
        raise Refused(Reason.PENDING, "A deck has left the table. Open a new one.", rules.cite("decks"))


def _shuffled(
    rules: Rules, table: Table, order: Pieces, method: str, cites: tuple[str, ...]
) -> tuple[Event, ...]:
    """The deck comes to the table, the other one goes into the machine, and a hand-shuffled one is cut."""
    gear, deck = table.cards, next_deck(rules, table)
    now = methods(rules, table).shuffling
    cut = is_cut(rules, table)
    kept = _kept_topic(rules, table, deck)
    event = CardsShuffled(
        order=order,
        method=method,
        deck=deck,
        then=Step.CUT if cut else table.resume or Step.BETS,
        draw=next_draw(table, ORDER) if order else UNSET,
        cites=(*cites, *rules.cite(f"shuffled by {method}"), *(rules.cite(kept) if kept else ())),
    )
    others = tuple(other for number, other in enumerate(gear.decks) if number != deck)
    stored = tuple(
        DeckStored(back=other.back, cites=rules.cite("two decks"))
        for other in others
        if now in MACHINES and not other.stored
    )
    offered: tuple[CutOffered, ...] = offer_cut(rules, table) if cut else ()
    return (event, *stored, *offered)


def _kept_topic(rules: Rules, table: Table, deck: int) -> str | None:
    """After an idle period, a deck held in the shuffler is dealt as it is, unless a player asked (5.H(5))."""
    gear = table.cards
    if not gear.spread or methods(rules, table).shuffling not in MACHINES:
        return None
    if not gear.decks[deck].stored:
        return "idle deck"
    return "kept deck asked" if gear.inspection_asked else "kept deck"


def shuffled(table: Table, event: CardsShuffled) -> Table:
    gear, order = table.cards, event.order or places(len(ALL_CARDS))
    decks = tuple(
        changed(deck, fresh=False, preshuffled=False, stored=False) if number == event.deck else deck
        for number, deck in enumerate(gear.decks)
    )
    after = changed(
        gear,
        decks=decks,
        in_use=event.deck,
        dealt=False,
        spread="",
        inspection_asked=False,
        cut=DeckCut(uncut=order),
    )
    resume = table.resume if event.then is Step.CUT else None
    return changed(table, stock=(order,), cards=after, step=event.then, resume=resume)


def stored(table: Table, event: DeckStored) -> Table:
    decks = tuple(
        changed(deck, fresh=False, preshuffled=False, stored=True) if deck.back == event.back else deck
        for deck in table.cards.decks
    )
    return changed(table, cards=changed(table.cards, decks=decks))


def order_shuffle(rules: Rules, table: Table, command: OrderShuffle) -> tuple[Event, ...]:
    cites = rules.cite("shuffle ordered")
    require_floor(command.by, "order a shuffle", cites)
    require_step(table, "order a shuffle", cites, Step.CUT, *AFTER_THE_CUT)
    return (ShuffleOrdered(why=command.why, resume=resumed_at(table), cites=cites),)


def shuffle_ordered(table: Table, event: ShuffleOrdered) -> Table:
    return changed(unshuffled(table), step=Step.SHUFFLE, resume=event.resume)


def unshuffled(table: Table) -> Table:
    """The table without the shuffled stack and its cut."""
    return changed(table, stock=(), cards=changed(table.cards, cut=DeckCut()))
