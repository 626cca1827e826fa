"""Decks at the table: received, inspected, spread, washed, changed in time; idle tables. Not tiles."""

from __future__ import annotations

from typing import Annotated

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.card_state import TableDeck
from paigow.table.deal.card_methods import methods
from paigow.table.fields import Anything, SomeTexts, Time, within
from paigow.table.game import ALL_CARDS, same_pieces
from paigow.table.house.equipment import is_checked
from paigow.table.ledger import meter
from paigow.table.refusals import (
    Reason,
    Refused,
    require_dealer,
    require_person,
    require_seat,
    require_step,
)
from paigow.table.state import Step, Table, changed

FACE_UP, FACE_DOWN = "face-up", "face-down"


class ReceiveDecks(Command, frozen=True, tag="receive-decks"):
    at: Time = 0


class DecksReceived(Event, frozen=True, tag="decks-received"):
    at: int
    backs: tuple[str, ...]
    preshuffled: bool
    then: Step


class InspectDecks(Command, frozen=True, tag="inspect-decks"):
    """The dealer inspects each new deck. A second joker is torn in half and put back in the box."""

    found: Annotated[tuple[Pieces, ...], within(Anything("pieces", ()))] = ()
    """What each deck holds, the spare joker taken out; empty for complete decks."""
    defects: SomeTexts = ()
    spare_joker_torn: bool = True


class DecksInspected(Event, frozen=True, tag="decks-inspected"):
    jokers_torn: int


class DecksUnsuitable(Event, frozen=True, tag="decks-unsuitable"):
    why: tuple[str, ...]
    then: Step


class SpreadCards(Command, frozen=True, tag="spread-cards"):
    """The dealer spreads new decks face up, by suit and in sequence, each with its joker.

    At an idle table the used cards are face down, unless a player asks to see them.
    """

    face_up: bool = True


class CardsSpread(Event, frozen=True, tag="cards-spread"):
    face_up: bool
    then: Step


class AskInspection(Command, frozen=True, tag="ask-inspection"):
    """A player at an idle table asks to see the cards, including those in the shuffler."""


class InspectionAsked(Event, frozen=True, tag="inspection-asked"):
    person: str


class WashCards(Command, frozen=True, tag="wash-cards"):
    """The dealer turns the spread face down, washes it, and stacks it."""


class CardsWashed(Event, frozen=True, tag="cards-washed"):
    pass


class ChangeDecks(Command, frozen=True, tag="change-decks"):
    """The dealer replaces the decks, or one that left the table; between rounds or at an idle table."""

    at: Time


class DecksChanged(Event, frozen=True, tag="decks-changed"):
    at: int
    backs: tuple[str, ...]
    """The decks that are new."""
    preshuffled: bool
    then: Step


def is_fresh(table: Table) -> bool:
    """Whether a deck at the table has just come and isn't ready for play."""
    return any(deck.fresh and not deck.preshuffled for deck in table.cards.decks)


def came_shuffled(table: Table) -> bool:
    """Whether the decks came inspected and shuffled, and no card was dealt: none is displayed first."""
    return any(deck.fresh and deck.preshuffled for deck in table.cards.decks)


def is_played(table: Table) -> bool:
    """Whether a game is in progress, in which new decks replace others."""
    return table.bets_open and any(table.chairs)


def meters_started(rules: Rules, table: Table) -> bool:
    """Whether the table's own meters, if it has any, show at least their starting amounts."""
    terms = rules.progressive
    if terms is None or rules.shared_meters is not None:
        return True
    return all(table.balances.get(meter(each.meter.value), 0) for each in terms.meters)


def receive(rules: Rules, table: Table, command: ReceiveDecks) -> tuple[Event, ...]:
    cites = rules.cite("receive")
    require_dealer(command.by, "receive decks", cites)
    require_step(table, "receive decks", cites, Step.CLOSED)
    if not is_checked(rules, table):
        sentence = "the equipment is gone through before decks come"
        raise Refused(Reason.OUT_OF_ORDER, sentence, rules.cite("equipment"))
    preshuffled = rules.cards.preshuffled
    event = DecksReceived(
        at=max(table.clock, command.at),
        backs=rules.deck_backs,
        preshuffled=preshuffled,
        then=Step.IDLE if preshuffled else Step.INSPECT,
        cites=rules.cite(_decks(rules), _on_receipt(rules)),
    )
    return (event,)


def _decks(rules: Rules) -> str:
    return "two decks at the table" if len(rules.deck_backs) > 1 else "decks"


def _on_receipt(rules: Rules) -> str:
    """Decks are inspected on arrival, unless they come inspected and shuffled."""
    return "preshuffled" if rules.cards.preshuffled else "receive"


def received(table: Table, event: DecksReceived) -> Table:
    decks = tuple(TableDeck(back, event.at, preshuffled=event.preshuffled) for back in event.backs)
    between = changed(table.between, dice_placed_at=event.at, dice_inspected_at=event.at)
    cards = changed(table.cards, decks=decks, in_use=0, dealt=False)
    return changed(table, cards=cards, step=event.then, clock=event.at, between=between)


def inspect(rules: Rules, table: Table, command: InspectDecks) -> tuple[Event, ...]:
    cites = rules.cite("inspect")
    require_dealer(command.by, "inspect the decks", cites)
    require_step(table, "inspect the decks", cites, Step.INSPECT)
    incomplete = tuple(
        f"deck {number} is not complete"
        for number, found in enumerate(command.found, start=1)
        if not same_pieces(found, ALL_CARDS)
    )
    why = (*incomplete, *command.defects)
    if why:
        then = Step.SHUFFLE if is_played(table) else Step.CLOSED
        return (DecksUnsuitable(why=why, then=then, cites=rules.cite("unsuitable")),)
    new = sum(deck.fresh for deck in table.cards.decks)
    spare = (rules.cards.jokers_supplied - 1) * new
    if spare and not command.spare_joker_torn:
        raise Refused(Reason.NOT_AS_REQUIRED, "Tear the second joker in half first.", rules.cite("one joker"))
    return (DecksInspected(jokers_torn=spare, cites=(*cites, *(rules.cite("one joker") if spare else ()))),)


def inspected(table: Table, _event: DecksInspected) -> Table:
    return changed(table, step=Step.VERIFY)


def unsuitable(table: Table, event: DecksUnsuitable) -> Table:
    decks = tuple(deck for deck in table.cards.decks if not deck.fresh)
    return changed(table, step=event.then, cards=changed(table.cards, decks=decks, in_use=0))


def spread(rules: Rules, table: Table, command: SpreadCards) -> tuple[Event, ...]:
    return _spread_new(rules, table, command) if is_fresh(table) else _spread_idle(rules, table, command)


def _spread_new(rules: Rules, table: Table, command: SpreadCards) -> tuple[Event, ...]:
    cites = rules.cite("display")
    require_dealer(command.by, "spread the cards", cites)
    require_step(table, "spread the cards", cites, Step.DISPLAY)
    if not command.face_up:
        raise Refused(Reason.NOT_AS_REQUIRED, "Spread new decks face up.", cites)
    then = Step.WASH if is_played(table) else Step.IDLE
    return (CardsSpread(face_up=True, then=then, cites=cites),)


def _spread_idle(rules: Rules, table: Table, command: SpreadCards) -> tuple[Event, ...]:
    cites = rules.cite("idle spread")
    require_dealer(command.by, "spread the cards", cites)
    turns_up = table.step is Step.IDLE and table.cards.inspection_asked
    if not (table.step is Step.DISPLAY or turns_up):
        raise Refused(Reason.WRONG_STEP, "Cards are spread while the table is idle.", cites)
    if command.face_up is not turns_up:
        asked = "a player asks to see them" if turns_up else "no player has asked to see them"
        raise Refused(Reason.NOT_AS_REQUIRED, f"Spread the cards like this: {asked}.", cites)
    return (CardsSpread(face_up=command.face_up, then=Step.IDLE, cites=cites),)


def was_spread(table: Table, event: CardsSpread) -> Table:
    """The cards leave shoe and discard rack: the deck in use counts as dealt."""
    lying = FACE_UP if event.face_up else FACE_DOWN
    fresh = is_fresh(table)
    cards = changed(table.cards, spread=lying, dealt=table.cards.dealt if fresh else True)
    return changed(table, step=event.then, cards=cards, stock=())


def ask(rules: Rules, table: Table, command: AskInspection) -> tuple[Event, ...]:
    cites = rules.cite("idle asked")
    person = require_person(command.by, "ask to see the cards", cites)
    require_step(table, "ask to see the cards", cites, Step.IDLE)
    require_seat(table, person, cites)
    if table.cards.inspection_asked or table.cards.spread != FACE_DOWN:
        raise Refused(Reason.NOTHING_THERE, "All cards are already shown.", cites)
    kept = any(deck.stored for deck in table.cards.decks)
    kept_too = rules.cite("idle asked of the shuffler") if kept else ()
    return (InspectionAsked(person=person, cites=(*cites, *kept_too)),)


def asked(table: Table, _event: InspectionAsked) -> Table:
    return changed(table, cards=changed(table.cards, inspection_asked=True))


def require_looked_at(rules: Rules, table: Table) -> None:
    """Before play begins: cards a player asked to see are face up, and the meters have started."""
    if table.cards.inspection_asked and table.cards.spread != FACE_UP:
        sentence = "a player has asked to see the cards: they are spread face up first"
        raise Refused(Reason.PENDING, sentence, rules.cite("idle spread"))
    if not meters_started(rules, table):
        sentence = "the floor starts the progressive meters first"
        raise Refused(Reason.PENDING, sentence, rules.cite("meters start"))


def after_begin(rules: Rules, table: Table) -> Step:
    """The step after the first player's look: the wash, unless cards came shuffled or a machine does it.

    After an idle period, a table with a machine stacks the spread cards and loads them (maryland-poker
    5.H(5)).
    """
    if is_fresh(table):
        return Step.WASH
    preshuffled = any(deck.preshuffled for deck in table.cards.decks)
    by_hand = methods(rules, table).shuffling == "hand"
    return Step.WASH if by_hand and not preshuffled else Step.SHUFFLE


def wash(rules: Rules, table: Table, command: WashCards) -> tuple[Event, ...]:
    new = sum(deck.fresh for deck in table.cards.decks)
    topic = "wash cards" if new == 1 else "wash both decks" if new else "wash after idle"
    cites = rules.cite(topic)
    require_dealer(command.by, "wash the cards", cites)
    require_step(table, "wash the cards", cites, Step.WASH)
    return (CardsWashed(cites=cites),)


def washed(table: Table, _event: CardsWashed) -> Table:
    decks = tuple(changed(deck, fresh=False) for deck in table.cards.decks)
    cards = changed(table.cards, decks=decks, spread="", inspection_asked=False)
    return changed(table, step=Step.SHUFFLE, cards=cards)


def change(rules: Rules, table: Table, command: ChangeDecks) -> tuple[Event, ...]:
    """A deck that left the table is replaced alone; in any other case all decks are."""
    cites = rules.cite("new decks")
    require_dealer(command.by, "change the decks", cites)
    require_step(table, "change the decks", cites, Step.IDLE, Step.SHUFFLE, Step.CUT, Step.BETS)
    if table.step is not Step.IDLE and not table.bets_open:
        raise Refused(Reason.WRONG_STEP, "Change decks between rounds.", cites)
    held = {deck.back for deck in table.cards.decks}
    missing = tuple(back for back in rules.deck_backs if back not in held)
    preshuffled = rules.cards.preshuffled
    ready = Step.IDLE if table.step is Step.IDLE else Step.SHUFFLE
    event = DecksChanged(
        at=max(table.clock, command.at),
        backs=missing or rules.deck_backs,
        preshuffled=preshuffled,
        then=ready if preshuffled else Step.INSPECT,
        cites=rules.cite("new decks", _on_receipt(rules)),
    )
    return (event,)


def decks_changed(table: Table, event: DecksChanged) -> Table:
    kept = tuple(deck for deck in table.cards.decks if deck.back not in event.backs)
    new = tuple(TableDeck(back, event.at, preshuffled=event.preshuffled) for back in event.backs)
    cards = changed(table.cards.cleared(), decks=(*kept, *new), in_use=len(kept), dealt=False)
    return changed(table, cards=cards, stock=(), step=event.then, clock=event.at)
