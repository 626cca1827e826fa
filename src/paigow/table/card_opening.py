"""Decks at the table: received, inspected, spread for the first player, changed in time. Not tiles."""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.card_state import Deck
from paigow.table.game import ALL_CARDS, same_pieces
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Pieces, Step, Table, changed

__all__ = ["APPLIES", "DECIDES", "ChangeDecks", "InspectDecks", "ReceiveDecks", "SpreadCards"]

BETWEEN_ROUNDS = (Step.CLOSED, Step.DISPLAY, Step.IDLE, Step.OFFER, Step.SHUFFLE)


class ReceiveDecks(Command, frozen=True):
    at: int = 0


class DecksReceived(Event, frozen=True):
    at: int
    backs: tuple[str, ...]
    then: Step


class InspectDecks(Command, frozen=True):
    """The dealer inspects each deck for defects. A second joker is torn in half, back into its box."""

    found: tuple[Pieces, ...] = ()
    """What each deck holds, the spare joker taken out; empty for complete decks."""
    defects: tuple[str, ...] = ()
    spare_joker_torn: bool = True


class DecksInspected(Event, frozen=True):
    jokers_torn: int


class DecksUnsuitable(Event, frozen=True):
    why: tuple[str, ...]


class SpreadCards(Command, frozen=True):
    """Each deck is fanned out face up, by suit and in sequence, with its joker."""


class CardsSpread(Event, frozen=True):
    pass


class ChangeDecks(Command, frozen=True):
    """New decks for old ones, between rounds: they grew too old, or one had a wrong number of cards."""

    at: int


class DecksChanged(Event, frozen=True):
    at: int
    backs: tuple[str, ...]


def receive(rules: TableRules, table: Table, command: ReceiveDecks) -> tuple[Event, ...]:
    cites = rules.cite("decks")
    require_dealer(command.by, "receive decks", cites)
    require_step(table, "receive decks", cites, Step.CLOSED)
    preshuffled = rules.cards.preshuffled
    then = Step.DISPLAY if preshuffled else Step.INSPECT
    cites = (*cites, *(rules.cite("preshuffled") if preshuffled else ()))
    return (DecksReceived(at=command.at, backs=rules.cards.backs, then=then, cites=cites),)


def received(table: Table, event: DecksReceived) -> Table:
    decks = tuple(Deck(back, event.at) for back in event.backs)
    between = changed(table.between, dice_placed_at=event.at, dice_inspected_at=event.at)
    return changed(
        table, cards=changed(table.cards, decks=decks), step=event.then, clock=event.at, between=between
    )


def inspect(rules: TableRules, table: Table, command: InspectDecks) -> tuple[Event, ...]:
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
        return (DecksUnsuitable(why=why, cites=cites),)
    spare = (rules.cards.jokers_supplied - 1) * rules.cards.decks
    if spare and not command.spare_joker_torn:
        raise Refused(
            Reason.NOT_AS_REQUIRED, "the second joker is torn in half first", rules.cite("one joker")
        )
    return (DecksInspected(jokers_torn=spare, cites=(*cites, *(rules.cite("one joker") if spare else ()))),)


def inspected(table: Table, _event: DecksInspected) -> Table:
    return changed(table, step=Step.VERIFY)


def unsuitable(table: Table, _event: DecksUnsuitable) -> Table:
    return changed(table, step=Step.CLOSED, cards=changed(table.cards, decks=()))


def spread(rules: TableRules, table: Table, command: SpreadCards) -> tuple[Event, ...]:
    cites = rules.cite("display")
    require_dealer(command.by, "spread the cards", cites)
    require_step(table, "spread the cards", cites, Step.DISPLAY)
    return (CardsSpread(cites=cites),)


def was_spread(table: Table, _event: CardsSpread) -> Table:
    return changed(table, step=Step.IDLE, bets_open=False)


def change(rules: TableRules, table: Table, command: ChangeDecks) -> tuple[Event, ...]:
    cites = rules.cite("deck age")
    require_dealer(command.by, "change the decks", cites)
    require_step(table, "change the decks", cites, *BETWEEN_ROUNDS)
    return (DecksChanged(at=command.at, backs=rules.cards.backs, cites=cites),)


def decks_changed(table: Table, event: DecksChanged) -> Table:
    decks = tuple(Deck(back, event.at) for back in event.backs)
    return changed(table, cards=changed(table.cards, decks=decks, in_use=0), clock=max(table.clock, event.at))


DECIDES: dict[type[Command], Decide] = {
    ReceiveDecks: receive,
    InspectDecks: inspect,
    SpreadCards: spread,
    ChangeDecks: change,
}
APPLIES: dict[type[Event], Apply] = {
    DecksReceived: received,
    DecksInspected: inspected,
    DecksUnsuitable: unsuitable,
    CardsSpread: was_spread,
    DecksChanged: decks_changed,
}
