"""Dragon's Eye once the lid is off: the eye die, the button, dice wagers settled, triples counted (R17).

Who shakes is in `eye_wagers`; what a dice wager pays is in `wagers.dragons_eye`.
"""

from __future__ import annotations

from typing import Annotated

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bank.covering import DEALER_STAKE
from paigow.table.deal.dice import from_button
from paigow.table.fields import Position, UpToSeven, each
from paigow.table.hands.progress import is_contested
from paigow.table.ledger import INVENTORY, Posting, move, rack, return_wager, take_wager, without_wagers
from paigow.table.refusals import Reason, Refused, require_dealer, require_step
from paigow.table.sides.eye_wagers import (
    Decided,
    decided,
    paid_as_shaker,
    rolled,
    takes_mains,
    to_pay_dice,
    to_take_dice,
)
from paigow.table.state import Step, Table, WagerKey, changed, place_name, place_title
from paigow.wagers.dragons_eye import DICE_BONUS, DICE_KINDS, LAST_TRIPLE, ROLL_WAGERS, triples_after
from paigow.wagers.wager import Kind

_ORDER: dict[str, int] = {kind: turn for turn, kind in enumerate((*ROLL_WAGERS, DICE_BONUS.kind))}


class AnnounceEye(Command, frozen=True, tag="announce-eye"):
    """The dealer calls the number on the Dragon's Eye die and the dice wagers that won."""

    number: UpToSeven


class EyeAnnounced(Event, frozen=True, tag="eye-announced"):
    number: int
    winning: tuple[str, ...]
    """The kinds among the wagers on the layout that this roll pays."""
    shaker: str | None
    """Who is paid as the shaker."""


class PlaceEyeButton(Command, frozen=True, tag="place-eye-button"):
    """The dealer puts the Dragon's Eye button at the position on the die."""

    position: Position


class EyeButtonPlaced(Event, frozen=True, tag="eye-button-placed"):
    position: int
    start: int | None
    """Where the deal will start, unless that is left to the count."""
    then: Step


class TakeDiceWagers(Command, frozen=True, tag="take-dice-wagers"):
    """The dealer collects the losing dice wagers at a position."""

    position: Position


class DiceWagersLost(Event, frozen=True, tag="dice-wagers-lost"):
    position: int
    keys: tuple[WagerKey, ...]


class MainWagersLostToTriple(Event, frozen=True, tag="main-wagers-lost-to-triple"):
    """Without vigorish, a triple sends the main wagers and tips to the tray, in a banked round too (R14)."""

    position: int
    keys: tuple[WagerKey, ...]


class PayDiceWagers(Command, frozen=True, tag="pay-dice-wagers"):
    """The dealer pays the winning dice wagers at a position."""

    position: Position


class DiceWagerPaid(Event, frozen=True, tag="dice-wager-paid"):
    person: str
    position: int
    kind: Kind
    line: str
    won: int
    stays: bool
    """A dice bonus wager stays up for the next roll, until its third triple (R13)."""


class DealerWagerReturned(Event, frozen=True, tag="dealer-wager-returned"):
    """The dealer's wager against a bank whose round a triple has ended (R14)."""

    amount: int


class DiceWagersSettled(Event, frozen=True, tag="dice-wagers-settled"):
    """All dice wagers are collected and paid; `triple` says whether the series continues."""

    triple: bool
    then: Step


class PlaceTriplesMarker(Command, frozen=True, tag="place-triples-marker"):
    """The dealer shows the number of triples in a row on the second button, by the dice bonus wagers."""

    count: Annotated[int, each(1, 2, 3)]


class TriplesMarked(Event, frozen=True, tag="triples-marked"):
    count: int
    triples: int
    """The count at the start of the next roll: zero after the third."""
    then: Step


def _require(rules: Rules, table: Table, by: str, act: str, topic: str, step: Step) -> None:
    cites = rules.cite(topic)
    require_dealer(by, act, cites)
    if not rules.dragons_eye.offered:
        raise Refused(Reason.NOT_OFFERED, "This table doesn't offer Dragon's Eye.", cites)
    require_step(table, act, cites, step)


def announce_eye(rules: Rules, table: Table, command: AnnounceEye) -> tuple[Event, ...]:
    """A wrong number is corrected at once, while the lid is off."""
    _require(rules, table, command.by, "announce the Dragon's Eye die", "eye die", Step.EYE)
    cites = rules.cite("eye die")
    eye = rolled(table).eye
    if command.number != eye:
        raise Refused(Reason.NOT_AS_REQUIRED, f"The Dragon's Eye die shows {eye}.", cites)
    winning, shaker = winning_kinds(rules, table), paid_as_shaker(table)
    return (EyeAnnounced(number=eye, winning=winning, shaker=shaker, cites=cites),)


def winning_kinds(rules: Rules, table: Table) -> tuple[Kind, ...]:
    """The kinds among the dice wagers on the layout that the roll pays, in the order they are called."""
    kinds = {each.wager.kind for each in decided(rules, table, paid_as_shaker(table)) if each.won}
    return tuple(sorted(kinds, key=_ORDER.__getitem__))


def eye_announced(table: Table, event: EyeAnnounced) -> Table:
    return changed(table, eye=changed(table.eye, shaker=event.shaker, paid=0), step=Step.BUTTON)


def place_button(rules: Rules, table: Table, command: PlaceEyeButton) -> tuple[Event, ...]:
    _require(rules, table, command.by, "place the Dragon's Eye button", "eye button", Step.BUTTON)
    cites = rules.cite("eye button")
    eye = rolled(table).eye
    if command.position != eye:
        raise Refused(Reason.NOT_AS_REQUIRED, f"The button belongs at position {eye}.", cites)
    start = eye if from_button(rules, table) else None
    placed = EyeButtonPlaced(position=eye, start=start, then=Step.DICE_WAGERS, cites=cites)
    any_decided = bool(decided(rules, table, table.eye.shaker))
    return (placed,) if any_decided else (placed, *_all_settled(rules, table))


def button_placed(table: Table, event: EyeButtonPlaced) -> Table:
    shaker = table.shaker if event.start is None else changed(table.shaker, start=event.start)
    return changed(table, eye=changed(table.eye, button=event.position), shaker=shaker, step=event.then)


def take(rules: Rules, table: Table, command: TakeDiceWagers) -> tuple[Event, ...]:
    topic = "dice wagers taken"
    _require(rules, table, command.by, "collect dice wagers", topic, Step.DICE_WAGERS)
    waiting = to_take_dice(rules, table)
    _require_turn(command.position, waiting, "collect from", rules.cite(topic))
    lost = tuple(
        each
        for each in decided(rules, table, table.eye.shaker)
        if each.wager.position == command.position and not each.won
    )
    dice = tuple(each for each in lost if each.wager.kind in DICE_KINDS)
    mains = tuple(each for each in lost if each.wager.kind not in DICE_KINDS)
    events: list[Event] = []
    if dice:
        events.append(
            DiceWagersLost(
                position=command.position,
                keys=tuple(each.wager.key for each in dice),
                cites=_cites(rules.cite(topic), dice),
                postings=_taken(dice),
            )
        )
    if mains:
        events.append(
            MainWagersLostToTriple(
                position=command.position,
                keys=tuple(each.wager.key for each in mains),
                cites=rules.cite("triple takes mains"),
                postings=_taken(mains),
            )
        )
    if waiting == (command.position,) and not to_pay_dice(rules, table):
        events += _all_settled(rules, table)
    return tuple(events)


def _taken(lost: tuple[Decided, ...]) -> tuple[Posting, ...]:
    return tuple(posting for each in lost for posting in take_wager(each.wager, INVENTORY))


def _cites(common: tuple[str, ...], settled: tuple[Decided, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*common, *(cite for each in settled for cite in each.cites))))


def _require_turn(position: int, waiting: tuple[int, ...], act: str, cites: tuple[str, ...]) -> None:
    if position not in waiting:
        raise Refused(Reason.NOTHING_THERE, f"There is nothing to {act} at {place_name(position)}.", cites)
    if position != waiting[0]:
        raise Refused(Reason.OUT_OF_ORDER, f"{place_title(waiting[0])} comes first.", cites)


def wagers_gone(table: Table, event: DiceWagersLost | MainWagersLostToTriple) -> Table:
    return without_wagers(table, event.keys)


def pay(rules: Rules, table: Table, command: PayDiceWagers) -> tuple[Event, ...]:
    topic = "dice wagers paid"
    cites = rules.cite(topic)
    _require(rules, table, command.by, "pay dice wagers", topic, Step.DICE_WAGERS)
    waiting = to_pay_dice(rules, table)
    if command.position not in waiting:
        raise Refused(Reason.NOTHING_THERE, f"{place_title(command.position)} has no dice bet to pay.", cites)
    if losers := to_take_dice(rules, table):
        raise Refused(
            Reason.OUT_OF_ORDER, f"Collect the losing bets at {place_name(losers[0])} first.", cites
        )
    _require_turn(command.position, waiting, "pay", cites)
    paid: list[Event] = [
        _paid(each, cites)
        for each in decided(rules, table, table.eye.shaker)
        if each.wager.position == command.position and each.won
    ]
    if waiting == (command.position,):
        paid += _all_settled(rules, table)
    return tuple(paid)


def _paid(each: Decided, cites: tuple[str, ...]) -> DiceWagerPaid:
    wager = each.wager
    stake = () if each.stays else return_wager(wager)
    return DiceWagerPaid(
        person=wager.person,
        position=wager.position,
        kind=wager.kind,
        line=each.line,
        won=each.won,
        stays=each.stays,
        cites=_cites(cites, (each,)),
        postings=(*stake, *move(INVENTORY, rack(wager.person), each.won)),
    )


def wager_paid(table: Table, event: DiceWagerPaid) -> Table:
    gone = () if event.stays else ((event.person, event.position, event.kind),)
    return changed(without_wagers(table, gone), eye=changed(table.eye, paid=event.position))


def _all_settled(rules: Rules, table: Table) -> tuple[Event, ...]:
    """After the dice: what a triple changes, and the next step."""
    triple = rolled(table).is_triple
    then = Step.TRIPLES if triple else _onward(rules, table)
    settled = DiceWagersSettled(triple=triple, then=then, cites=rules.cite("dice wagers paid"))
    dealers = 0 if table.bank is None else table.bank.dealer_wager
    if not (takes_mains(rules, rolled(table)) and dealers):
        return (settled,)
    returned = DealerWagerReturned(
        amount=dealers,
        cites=rules.cite("triple takes mains"),
        postings=move(DEALER_STAKE, INVENTORY, dealers),
    )
    return (returned, settled)


def _onward(rules: Rules, table: Table) -> Step:
    """On to the deal, by the button or the count; a round with only dice wagers is over (R17)."""
    tiles = is_contested(table) or any(wager.kind not in DICE_KINDS for wager in table.wagers)
    if not tiles:
        return Step.FINISH
    return Step.DEAL if from_button(rules, table) else Step.TOTAL


def dealer_wager_returned(table: Table, _event: DealerWagerReturned) -> Table:
    assert table.bank is not None
    return changed(table, bank=changed(table.bank, dealer_wager=0))


def all_settled(table: Table, event: DiceWagersSettled) -> Table:
    eye = table.eye if event.triple else changed(table.eye, triples=0, marker=0)
    return changed(table, eye=eye, step=event.then)


def mark(rules: Rules, table: Table, command: PlaceTriplesMarker) -> tuple[Event, ...]:
    topic = "triples marker"
    _require(rules, table, command.by, "mark the triples", topic, Step.TRIPLES)
    cites = rules.cite(topic)
    count = table.eye.triples + 1
    if command.count != count:
        raise Refused(Reason.NOT_AS_REQUIRED, f"The marker shows {count} of {LAST_TRIPLE} triples.", cites)
    triples = triples_after(table.eye.triples, rolled(table))
    return (TriplesMarked(count=count, triples=triples, then=_onward(rules, table), cites=cites),)


def marked(table: Table, event: TriplesMarked) -> Table:
    eye = changed(table.eye, triples=event.triples, marker=event.count)
    return changed(table, eye=eye, step=event.then)
