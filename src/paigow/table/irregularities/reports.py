"""Accidents with dealt pieces: exposed, or off the table. For those before the deal see `shuffling`.

If an accident voids a hand or a round, `voiding` says what is returned. Void rules end at the first
settlement by the pieces; the floor corrects what is found later with money (R63).
"""

from __future__ import annotations

from typing import Annotated

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event, Noted
from paigow.table.bank.covering import lose_wagers
from paigow.table.bets.areas import setter_of
from paigow.table.deal.card_methods import methods
from paigow.table.deal.sweeping import wagered_places
from paigow.table.fields import Because, Domain, Domains, Fixed, Moment, Place, Position, WholeNumbers
from paigow.table.hands.progress import looks, opponent_place
from paigow.table.irregularities.voiding import (
    hand_voided,
    next_step_without,
    settled_on_pieces,
    stays_up,
    void_hand,
    void_round,
    without_hand,
)
from paigow.table.refusals import (
    TIME_UP,
    Reason,
    Refused,
    require_hand,
    require_person,
    require_place,
    require_reason,
    require_staff,
)
from paigow.table.state import DEALER_PLACE, DealtHand, HandStatus, Step, Table, WagerKey, changed, place_name

LIVE_STEPS = (
    Step.DEAL,
    Step.COUNT_STUB,
    Step.SWEEP,
    Step.EXTRA_SET,
    Step.COVER,
    Step.SETTING,
    Step.BANK_SETTING,
    Step.DEALER_SETTING,
    Step.EXPOSE_BANK,
    Step.EXPOSE,
    Step.OPTIONAL,
)
"""From the first piece dealt to the last hand exposed."""
FACE_DOWN = (HandStatus.DEALT, HandStatus.SET, HandStatus.DEAD)
DEALING_STEPS = (Step.DEAL, Step.COUNT_STUB, Step.SWEEP, Step.EXTRA_SET, Step.COVER)
"""Until the players look."""
VOIDING = ("exposed of bank", "exposed from hand")


def _pieces_there(moment: Moment, before: Fixed) -> tuple[Domain, ...]:
    hand = moment.table.hands.get(before["place"])
    return (WholeNumbers("number", (0,), len(hand.pieces) - 1 if hand else 0),)


class ReportExposed(Command, frozen=True, tag="report-exposed"):
    """The dealer or the floor reports a tile or card exposed by accident: its place and its index."""

    place: Place
    index: Annotated[int, Domains(_pieces_there)]
    by_player: bool = False
    """Whether the player whose hand it is showed it: a player then plays on (R19), a bank's voids (R79)."""


class PieceExposed(Event, frozen=True, tag="piece-exposed"):
    place: int
    index: int
    piece: str
    asks: bool
    """Whether the player must now choose to void the hand or play on."""
    by_player: bool = False
    exposed_by: str = DEALER
    """Who turned it up: the dealer, or the player whose hand it is (R79)."""
    looked: bool = False
    """Whether there is no choice because its player has looked at the hand (R78)."""


class ChooseAfterExposure(Command, frozen=True, tag="choose-after-exposure"):
    """Your tile or card was exposed: void the hand or play on, before you look at the rest."""

    position: Position
    play_on: bool


class PlayOnInSilence(Command, frozen=True, tag="play-on-in-silence"):
    """The player gave no answer in time: the hand is played (R55, R61, R85)."""

    position: Position
    because: Because = ""
    """`time-up`, unless the player has left: the choice is nobody else's."""


class PlayedOn(Event, frozen=True, tag="played-on"):
    position: int
    by: str
    because: str = ""


class ReportOffTable(Command, frozen=True, tag="report-off-table"):
    """A tile or card left the table, for any reason."""

    place: Place


class HandDead(Event, frozen=True, tag="hand-dead"):
    """The hand is dead and all its wagers are lost."""

    position: int
    keys: tuple[WagerKey, ...]
    then: Step


class OffTableNoted(Noted, frozen=True, tag="off-table-noted"):
    """A piece of the dealer, the bank, or nobody left the table too late to void the round (R63)."""

    place: int


def require_live(table: Table, act: str, cites: tuple[str, ...]) -> None:
    if table.step not in LIVE_STEPS:
        raise Refused(Reason.WRONG_STEP, f"You can't {act} now: no hands are in play.", cites)


def _is_everybodys(table: Table, place: int) -> bool:
    """Whether an accident here affects everybody: the dealer's, the bank's, a dead or unwagered hand."""
    return place in (DEALER_PLACE, opponent_place(table)) or place not in wagered_places(table)


def _exposed_topic(rules: Rules, table: Table, place: int) -> str:
    """Which rule applies to a piece exposed here.

    For cards, one at an unwagered place doesn't matter, but while cards are dealt from the hand any voids
    (R34).
    """
    if not rules.is_tiles:
        if table.step in DEALING_STEPS and methods(rules, table).dealing == "hand":
            return "exposed from hand"
        if place not in wagered_places(table):
            return "exposed unwagered"
    return "exposed of bank" if _is_everybodys(table, place) else "exposed of player"


def _lies_open(table: Table, hand: DealtHand) -> bool:
    """Whether the procedure has turned a hand up: shown, or the dealer's once it is to be set (R68)."""
    if hand.place == DEALER_PLACE and hand.status is not HandStatus.DEAD:
        return hand.status is not HandStatus.DEALT or table.step is Step.DEALER_SETTING
    return hand.status is HandStatus.EXPOSED


def report_exposed(rules: Rules, table: Table, command: ReportExposed) -> tuple[Event, ...]:
    topic = _exposed_topic(rules, table, command.place)
    cites = rules.cite(topic)
    require_staff(command.by, "report an exposed piece", cites)
    require_live(table, "report an exposed piece", cites)
    require_place(rules, command.place, cites)
    hand = require_hand(table, command.place, cites)
    if hand.status not in FACE_DOWN or _lies_open(table, hand):
        turned_up = (*cites, "R68") if _lies_open(table, hand) else cites
        sentence = f"the hand of {place_name(command.place)} is open or gone"
        raise Refused(Reason.NOTHING_THERE, sentence, turned_up)
    if command.by_player and (command.place == DEALER_PLACE or command.place not in wagered_places(table)):
        raise Refused(Reason.NOTHING_THERE, f"No player holds a hand at {place_name(command.place)}.", cites)
    if not 0 <= command.index < len(hand.pieces):
        raise Refused(Reason.BAD_PIECES, f"A hand has no tile or card number {command.index}.", cites)
    late = settled_on_pieces(rules, table)
    rests_on = _exposure_cites(rules, table, command, topic, late=late)
    shown = _shown(table, hand, command, topic, rests_on, late=late)
    if topic not in VOIDING or late:
        return (shown,)
    return (shown, void_round(rules, table, f"a piece of {place_name(command.place)} was exposed", topic))


def _exposure_cites(
    rules: Rules, table: Table, command: ReportExposed, topic: str, *, late: bool
) -> tuple[str, ...]:
    """The basis for an exposed piece: the paragraph for its place, and the ruling that decides."""
    if topic == "exposed of player" and command.by_player:
        return ("R19", "R68")
    if late:
        return (*rules.cite(topic), "R63")
    if topic == "exposed of player" and table.hands[command.place].looked_by is not None:
        return rules.cite("exposed after looking")
    of_bank = table.bank is not None and table.bank.position == command.place
    return (*rules.cite(topic), *(("R79",) if of_bank else ()))


def _shown(
    table: Table, hand: DealtHand, command: ReportExposed, topic: str, cites: tuple[str, ...], *, late: bool
) -> PieceExposed:
    """The exposure, and whether the player has a choice: only a player who hasn't looked does (R78)."""
    open_to_choice = topic == "exposed of player" and not (command.by_player or late)
    looked = open_to_choice and hand.looked_by is not None
    holder = (hand.looked_by or setter_of(table, hand.place)) if command.by_player else None
    return PieceExposed(
        place=hand.place,
        index=command.index,
        piece=hand.pieces[command.index],
        asks=open_to_choice and not looked,
        by_player=command.by_player,
        exposed_by=holder or DEALER,
        looked=looked,
        cites=cites,
    )


def piece_exposed(table: Table, event: PieceExposed) -> Table:
    hand = table.hands[event.place]
    shown = changed(hand, shown=tuple(sorted({*hand.shown, event.index})))
    asked = (event.place,) if event.asks and event.place not in table.choosing else ()
    return changed(
        table, hands={**table.hands, event.place: shown}, choosing=tuple(sorted((*table.choosing, *asked)))
    )


def choose(rules: Rules, table: Table, command: ChooseAfterExposure) -> tuple[Event, ...]:
    cites = rules.cite("exposed of player")
    person = require_person(command.by, "choose", cites)
    setter = setter_of(table, command.position)
    if command.position in table.choosing and setter != person:
        sentence = f"the choice at position {command.position} is not {person}'s"
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)
    _require_choosing(table, command.position, cites)
    if command.play_on:
        return _played_on(rules, table, PlayedOn(position=command.position, by=person, cites=cites))
    voided = void_hand(rules, table, command.position, "exposed of player")
    return (voided, *looks(rules, hand_voided(table, voided)))


def _played_on(rules: Rules, table: Table, event: PlayedOn) -> tuple[Event, ...]:
    return (event, *looks(rules, played_on(table, event)))


def _require_choosing(table: Table, position: int, cites: tuple[str, ...]) -> None:
    if position not in table.choosing:
        raise Refused(Reason.NOTHING_THERE, "There is nothing to choose at that position.", cites)


def play_on(rules: Rules, table: Table, command: PlayOnInSilence) -> tuple[Event, ...]:
    cites = rules.cite("exposed of player")
    require_staff(command.by, "go on without an answer", cites)
    _require_choosing(table, command.position, cites)
    player = setter_of(table, command.position)
    if command.because != TIME_UP and player not in (None, *table.leaving):
        sentence = f"{player} has still to choose. Only {player} can, until the time is up."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, (*cites, "R85"))
    why = require_reason(table, player, command.because, "play on", cites)
    cites = (*cites, *why.cites)
    played = PlayedOn(position=command.position, by=command.by, because=why.because, cites=cites)
    return _played_on(rules, table, played)


def _without_choice(table: Table, position: int) -> tuple[int, ...]:
    return tuple(place for place in table.choosing if place != position)


def played_on(table: Table, event: PlayedOn) -> Table:
    return changed(table, choosing=_without_choice(table, event.position))


def report_off_table(rules: Rules, table: Table, command: ReportOffTable) -> tuple[Event, ...]:
    cites = rules.cite("off the table")
    require_staff(command.by, "report a piece off the table", cites)
    if not rules.book.procedure.off_the_table:
        raise Refused(
            Reason.NOT_OFFERED, "This rule book has no rule for a tile or card off the table.", ("R19",)
        )
    require_live(table, "report a piece off the table", cites)
    require_place(rules, command.place, cites)
    hand = require_hand(table, command.place, cites)
    everybody = _is_everybodys(table, command.place)
    decided = hand.status is HandStatus.EXPOSED and not everybody
    if decided or hand.status not in (*FACE_DOWN, HandStatus.EXPOSED):
        sentence = f"the hand of {place_name(command.place)} is decided or gone"
        raise Refused(Reason.NOTHING_THERE, sentence, cites)
    if not everybody:
        dead = _killed(rules, table, command.place, cites)
        return (dead, *looks(rules, hand_dead(table, dead)))
    if settled_on_pieces(rules, table):
        return (OffTableNoted(place=command.place, cites=(*cites, "R63")),)
    why = f"a piece of {place_name(command.place)} left the table"
    return (void_round(rules, table, why, "off the table"),)


def _killed(rules: Rules, table: Table, position: int, cites: tuple[str, ...]) -> HandDead:
    lost = tuple(wager for wager in table.wagers_on(position) if not stays_up(table, wager))
    keys = tuple(wager.key for wager in lost)
    return HandDead(
        position=position,
        keys=keys,
        then=next_step_without(rules, table, position, keys, HandStatus.KILLED),
        cites=cites,
        postings=lose_wagers(table, lost),
    )


def hand_dead(table: Table, event: HandDead) -> Table:
    return changed(without_hand(table, event.position, event.keys, HandStatus.KILLED), step=event.then)
