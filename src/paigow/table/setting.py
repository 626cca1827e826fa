"""Setting hands: players, the absent, the dealer; help. Not the order of two areas, nor surrender."""

from __future__ import annotations

from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.game import ordered, same_pieces
from paigow.table.places import DEALER, POSITIONS
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_hand, require_person, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Hand, HandStatus, Pieces, Step, Table, changed

__all__ = [
    "APPLIES",
    "DECIDES",
    "AskHelp",
    "SetAbsent",
    "SetDealerHand",
    "SetHand",
    "opponent_place",
    "split_hand",
    "unset",
]

HOUSE_WAY = "house-way"


class SetHand(Command, frozen=True):
    """A player lays the hand down in two: the tiles of one half; the rest is the other."""

    position: int
    low: Pieces


class HandSet(Event, frozen=True):
    place: int
    low: Pieces
    high: Pieces
    set_by: str
    then: Step


class AskHelp(Command, frozen=True):
    position: int


class HouseWayTold(Event, frozen=True):
    """Told to the one who asked and to nobody else."""

    person: str
    position: int
    low: Pieces
    high: Pieces


class SetAbsent(Command, frozen=True):
    """The dealer sets the hand of a player who left or let the time run out, the house way."""

    position: int


class SetDealerHand(Command, frozen=True):
    """The dealer turns his tiles over and sets them. Another way than the house's is set right at once."""

    low: Pieces


class DealerHandReset(Event, frozen=True):
    """The dealer had set the hand otherwise than the submission says."""

    low: Pieces
    high: Pieces


def opponent_place(table: Table) -> int:
    """The place against which hands are compared: the bank's, otherwise the dealer's."""
    return DEALER if table.bank is None else table.bank.position


def unset(table: Table) -> tuple[int, ...]:
    """The positions whose hands are still to be set, the bank's excepted."""
    bank = None if table.bank is None else table.bank.position
    hands = table.hands
    return tuple(
        place
        for place in POSITIONS
        if place in hands and place != bank and hands[place].status is HandStatus.DEALT
    )


def after_setting(table: Table, place: int) -> Step:
    """Where the procedure goes once this hand lies: to bank and dealer after the last player (R53)."""
    if unset(table) not in ((place,), ()):
        return Step.SETTING
    if table.bank is not None:
        return Step.BANK_SETTING
    return Step.DEALER_SETTING


def split_hand(hand: Hand, low: Pieces, cites: tuple[str, ...]) -> tuple[Pieces, Pieces]:
    rest = list(hand.pieces)
    for piece in low:
        if piece not in rest:
            raise Refused(Reason.BAD_PIECES, f"{piece} is not among the pieces of this hand", cites)
        rest.remove(piece)
    return low, tuple(rest)


def _require_not_bank(rules: TableRules, table: Table, position: int) -> None:
    """The bank turns its pieces over only after all players have set theirs."""
    if table.bank is not None and table.bank.position == position and table.step is Step.SETTING:
        raise Refused(
            Reason.NOT_ELIGIBLE, "the bank sets its hand after the players", rules.cite("bank sets")
        )


def set_hand(rules: TableRules, table: Table, command: SetHand) -> tuple[Event, ...]:
    cites = rules.cite("set hand")
    person = require_person(command.by, "set a player's hand", cites)
    require_step(table, "set a hand", cites, Step.SETTING)
    hand = require_hand(table, command.position, cites)
    _require_not_bank(rules, table, command.position)
    if table.seated(command.position) != person:
        raise Refused(
            Reason.NOT_ELIGIBLE,
            f"the hand at position {command.position} is not {person}'s",
            rules.cite("own hand only"),
        )
    if hand.status is not HandStatus.DEALT:
        raise Refused(
            Reason.NOTHING_THERE, "that hand lies already and is not touched again", rules.cite("not again")
        )
    if len(command.low) != 2:
        raise Refused(Reason.BAD_PIECES, f"each half has two tiles, not {len(command.low)}", cites)
    low, high = ordered(*split_hand(hand, command.low, cites))
    then = after_setting(table, command.position)
    return (HandSet(place=command.position, low=low, high=high, set_by=person, then=then, cites=cites),)


def hand_set(table: Table, event: HandSet) -> Table:
    hand = changed(
        table.hands[event.place], low=event.low, high=event.high, status=HandStatus.SET, set_by=event.set_by
    )
    return changed(table, hands={**table.hands, event.place: hand}, step=event.then)


def ask_help(rules: TableRules, table: Table, command: AskHelp) -> tuple[Event, ...]:
    cites = rules.cite("help")
    person = require_person(command.by, "ask for help", cites)
    if not rules.help_told:
        raise Refused(Reason.NOT_OFFERED, "this house does not tell its way", cites)
    require_step(table, "ask for help", cites, Step.SETTING, Step.BANK_SETTING)
    hand = require_hand(table, command.position, cites)
    _require_not_bank(rules, table, command.position)
    if table.seated(command.position) != person or hand.status is not HandStatus.DEALT:
        raise Refused(Reason.NOT_ELIGIBLE, "help is for one's own hand, before it is set", cites)
    low, high = rules.house_way(hand.pieces)
    return (HouseWayTold(person=person, position=command.position, low=low, high=high, cites=cites),)


def told(table: Table, _event: HouseWayTold) -> Table:
    return table


def set_absent(rules: TableRules, table: Table, command: SetAbsent) -> tuple[Event, ...]:
    cites = rules.cite("absent")
    require_dealer(command.by, "set a player's hand", cites)
    require_step(table, "set a hand", cites, Step.SETTING)
    hand = require_hand(table, command.position, cites)
    if command.position not in unset(table):
        raise Refused(Reason.NOTHING_THERE, "there is no hand to be set there", cites)
    low, high = rules.house_way(hand.pieces)
    then = after_setting(table, command.position)
    return (HandSet(place=command.position, low=low, high=high, set_by=HOUSE_WAY, then=then, cites=cites),)


def set_dealer_hand(rules: TableRules, table: Table, command: SetDealerHand) -> tuple[Event, ...]:
    cites = rules.cite("dealer sets" if table.bank is None else "dealer sets against bank")
    require_dealer(command.by, "set the dealer's hand", cites)
    require_step(table, "set the dealer's hand", cites, Step.DEALER_SETTING)
    hand = require_hand(table, DEALER, cites)
    given = split_hand(hand, command.low, cites)
    if len(command.low) != 2:
        raise Refused(Reason.BAD_PIECES, f"each half has two tiles, not {len(command.low)}", cites)
    low, high = rules.house_way(hand.pieces)
    then = Step.EXPOSE if table.bank is None else Step.EXPOSE_BANK
    right = same_pieces(ordered(*given)[0], low)
    wrong = (
        ()
        if right
        else (DealerHandReset(low=given[0], high=given[1], cites=rules.cite("dealer set wrongly")),)
    )
    return (*wrong, HandSet(place=DEALER, low=low, high=high, set_by=THE_DEALER, then=then, cites=cites))


def reset(table: Table, _event: DealerHandReset) -> Table:
    return table


DECIDES: dict[type[Command], Decide] = {
    SetHand: set_hand,
    AskHelp: ask_help,
    SetAbsent: set_absent,
    SetDealerHand: set_dealer_hand,
}
APPLIES: dict[type[Event], Apply] = {HandSet: hand_set, HouseWayTold: told, DealerHandReset: reset}
