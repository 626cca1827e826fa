"""Setting hands: players, the absent, the dealer; help. Not the order of two areas, nor surrender."""

from __future__ import annotations

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event, Noted
from paigow.table.bets.areas import far_house_way, next_to_set, order_of_setting, setter_of, why_first
from paigow.table.fields import Because, LowHand, Position
from paigow.table.game import laid, same_pieces
from paigow.table.hands.comparing import cite_foul
from paigow.table.hands.progress import (
    HandsLookedAt,
    after_dealer_set,
    after_setting,
    is_played,
    looks,
    unset,
)
from paigow.table.refusals import (
    Reason,
    Refused,
    refuse_reason,
    require_dealer,
    require_hand,
    require_person,
    require_reason,
    require_step,
    require_whole,
)
from paigow.table.state import DEALER_PLACE, DealtHand, HandStatus, Step, Table, changed

HOUSE_WAY = "house-way"
CARDS_IN_A_LOW_HAND = 2


class SetHand(Command, frozen=True, kw_only=True, tag="set-hand"):
    """Set your hand: name the tiles or cards of the low half; the rest is the high half."""

    position: Position
    confirmed: bool = False
    """Lay it down although it was said to be fouled."""
    low: LowHand


class HandSet(Event, frozen=True, tag="hand-set"):
    place: int
    low: Pieces
    high: Pieces
    set_by: str
    then: Step
    fouled: bool = False
    because: str = ""
    """Why the dealer set it for a player: `time-up`, `asked` or `left`."""


class AskHelp(Command, frozen=True, tag="ask-help"):
    """Ask how the house way sets your hand; only you are told."""

    position: Position


class HouseWayTold(Noted, frozen=True, tag="house-way-told"):
    """Sent only to the player who asked."""

    person: str
    position: int
    low: Pieces
    high: Pieces


class SetAbsent(Command, frozen=True, tag="set-absent"):
    """The dealer sets a hand the house way: its player left, is late, or asked; or a far spot (R18)."""

    position: Position
    because: Because = ""
    """Why the dealer sets it for a player who is there: `time-up` or `asked` (R85)."""


class SetDealerHand(Command, frozen=True, tag="set-dealer-hand"):
    """The dealer turns over the dealer's tiles and sets them; any setting but the house way is corrected."""

    low: LowHand


class DealerHandReset(Noted, frozen=True, tag="dealer-hand-reset"):
    """The dealer's setting wasn't the house way of the submission."""

    low: Pieces
    high: Pieces


def split_hand(hand: DealtHand, low: Pieces, cites: tuple[str, ...]) -> tuple[Pieces, Pieces]:
    rest = list(hand.pieces)
    for piece in low:
        if piece not in rest:
            raise Refused(Reason.BAD_PIECES, f"{piece} isn't in this hand.", cites)
        rest.remove(piece)
    return low, tuple(rest)


def _require_not_bank(rules: Rules, table: Table, position: int) -> None:
    """The bank turns its pieces over only after all players have set theirs."""
    if table.bank is not None and table.bank.position == position and table.step is Step.SETTING:
        raise Refused(Reason.NOT_ELIGIBLE, "The banker sets after the players.", rules.cite("bank sets"))


def set_hand(rules: Rules, table: Table, command: SetHand) -> tuple[Event, ...]:
    cites = rules.cite("set hand")
    person = require_person(command.by, "set a player's hand", cites)
    require_step(table, "set a hand", cites, Step.SETTING)
    _require_not_bank(rules, table, command.position)
    if setter_of(table, command.position) != person:
        raise Refused(
            Reason.NOT_ELIGIBLE,
            f"The hand at position {command.position} isn't {person}'s.",
            rules.cite("own hand only"),
        )
    hand = require_hand(table, command.position, cites)
    if hand.status is not HandStatus.DEALT:
        raise Refused(
            Reason.NOTHING_THERE, "This hand is already set. It can't be changed.", rules.cite("not again")
        )
    if not is_played(table, command.position):
        sentence = "This hand has no main bet, so it isn't set."
        raise Refused(Reason.NOTHING_THERE, sentence, rules.cite("pair fortunes shown"))
    _require_turn(rules, table, person, command.position)
    require_whole(rules, hand)
    if rules.is_tiles and len(command.low) != 2:
        raise Refused(Reason.BAD_PIECES, f"Each hand has two tiles, not {len(command.low)}.", cites)
    low, high, fouled = laid(*split_hand(hand, command.low, cites), rules.wheel)
    if fouled and not command.confirmed:
        raise Refused(Reason.NOT_AS_REQUIRED, _foul_said(low), cite_foul(rules, low, high))
    if far_house_way(rules, table, command.position) and not same_pieces(
        low, rules.house_setting(hand.pieces)[0]
    ):
        sentence = "A spot away from your own is set the house way unless your bet there is the larger one."
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite("far spot"))
    then = after_setting(rules, table, command.position)
    event = HandSet(
        place=command.position, low=low, high=high, set_by=person, then=then, fouled=fouled, cites=cites
    )
    return (event, *_looks_next(rules, table, event))


def _foul_said(low: Pieces) -> str:
    problem = (
        "The high hand must rank at least as high as the low hand."
        if len(low) == CARDS_IN_A_LOW_HAND
        else f"The low hand has two cards, not {len(low)}."
    )
    return f"{problem} Set it again, or confirm a fouled hand."


def _require_turn(rules: Rules, table: Table, person: str | None, position: int) -> None:
    """Of two hands, the one with the larger wager is set first; the other isn't looked at before."""
    first = None if person is None else next_to_set(rules, table, person)
    if person is not None and first is not None and first != position:
        sentence = f"Set the hand at position {first} first."
        topic = why_first(table, person, first, position)
        raise Refused(Reason.OUT_OF_ORDER, sentence, rules.cite(topic))


def _looks_next(rules: Rules, table: Table, event: HandSet) -> tuple[HandsLookedAt, ...]:
    """The player continues with a second hand, or the bank with its own. Usually neither, so check first."""
    person = setter_of(table, event.place)
    has_two = person is not None and len(order_of_setting(rules, table, person)) > 1
    if event.then is not Step.BANK_SETTING and not has_two:
        return ()
    return looks(rules, hand_set(table, event))


def hand_set(table: Table, event: HandSet) -> Table:
    hand = changed(
        table.hands[event.place],
        low=event.low,
        high=event.high,
        status=HandStatus.SET,
        set_by=event.set_by,
        fouled=event.fouled,
    )
    return changed(table, hands={**table.hands, event.place: hand}, step=event.then)


def ask_help(rules: Rules, table: Table, command: AskHelp) -> tuple[Event, ...]:
    cites = rules.cite("help")
    person = require_person(command.by, "ask for help", cites)
    if not rules.help.house_way:
        raise Refused(Reason.NOT_OFFERED, "This table doesn't offer house-way help.", cites)
    require_step(table, "ask for help", cites, Step.SETTING, Step.BANK_SETTING)
    _require_not_bank(rules, table, command.position)
    if setter_of(table, command.position) != person:
        raise Refused(Reason.NOT_ELIGIBLE, "You can get help only with your own hand.", cites)
    hand = require_hand(table, command.position, cites)
    banks = table.bank is not None and table.bank.position == command.position
    if hand.status is not HandStatus.DEALT or not (banks or command.position in unset(table)):
        raise Refused(Reason.NOTHING_THERE, "You can get help only with a hand you haven't set yet.", cites)
    _require_turn(rules, table, person, command.position)
    require_whole(rules, hand)
    low, high = rules.house_setting(hand.pieces)
    return (HouseWayTold(person=person, position=command.position, low=low, high=high, cites=cites),)


def set_absent(rules: Rules, table: Table, command: SetAbsent) -> tuple[Event, ...]:
    far = far_house_way(rules, table, command.position)
    cites = rules.cite("far spot" if far else "own hand only")
    require_dealer(command.by, "set a player's hand", cites)
    require_step(table, "set a hand", cites, Step.SETTING)
    hand = require_hand(table, command.position, cites)
    if command.position not in unset(table):
        raise Refused(Reason.NOTHING_THERE, "There is no hand to set there.", cites)
    person = setter_of(table, command.position)
    _require_turn(rules, table, person, command.position)
    because = ""
    if far and person not in table.leaving:
        refuse_reason(command.because, cites)
    else:
        because, on_behalf = require_reason(table, person, command.because, "set this hand", cites)
        cites = (*cites, *on_behalf)
    require_whole(rules, hand)
    low, high = rules.house_setting(hand.pieces)
    event = HandSet(
        place=command.position,
        low=low,
        high=high,
        set_by=HOUSE_WAY,
        then=after_setting(rules, table, command.position),
        because=because,
        cites=cites,
    )
    return (event, *_looks_next(rules, table, event))


def set_dealer_hand(rules: Rules, table: Table, command: SetDealerHand) -> tuple[Event, ...]:
    cites = rules.cite("dealer sets" if table.bank is None else "dealer sets against bank")
    require_dealer(command.by, "set the dealer's hand", cites)
    require_step(table, "set the dealer's hand", cites, Step.DEALER_SETTING)
    hand = require_hand(table, DEALER_PLACE, cites)
    given = split_hand(hand, command.low, cites)
    require_whole(rules, hand)
    if len(command.low) != 2:
        raise Refused(
            Reason.BAD_PIECES, f"The low hand has two tiles or cards, not {len(command.low)}.", cites
        )
    low, high = rules.house_setting(hand.pieces)
    then = after_dealer_set(rules, table)
    right = same_pieces(laid(*given, rules.wheel)[0], low)
    wrong = (
        ()
        if right
        else (DealerHandReset(low=given[0], high=given[1], cites=rules.cite("dealer set wrongly")),)
    )
    return (*wrong, HandSet(place=DEALER_PLACE, low=low, high=high, set_by=DEALER, then=then, cites=cites))
