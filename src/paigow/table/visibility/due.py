"""What dealer or floor has to do now, and who the table waits for. What they can do is in `legal`.

One answer for everybody: the script, the console, the school, and the automatic dealer all ask here. Random
values are left blank in the command. If time is up (`late`), it returns what the rulings prescribe for
silence (R61). It never returns a command that leaves the table unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command
from paigow.table.bank.bank_setting import ExposeBank, SetBankHouseWay
from paigow.table.bank.banking import OfferBank, PassBank
from paigow.table.bank.center import CloseCenter, CollectShortfall, PayFromCenter, due_to, unpaid
from paigow.table.bank.covering import PlaceDealerWager, is_due
from paigow.table.bank.stacks import DeclineCut, IndicateDelivery, next_indication
from paigow.table.bets.areas import far_house_way, next_to_set, setter_of
from paigow.table.bets.betting import CallNoMoreBets, shakes_dice
from paigow.table.deal.commitments import awaits_mix, is_undrawn
from paigow.table.deal.delivery import DeliverStack, PlaceExtraSet, next_place
from paigow.table.deal.dice import (
    LEAST_SHAKES,
    SHAKES_BEFORE_PASSING,
    AnnounceTotal,
    LiftLid,
    ShakeDice,
    shaker_of,
    total_wrong,
)
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.deal.sweeping import CoverShaker, SweepUnwagered
from paigow.table.engine import foresee
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.progress import to_expose, unset
from paigow.table.hands.setting import SetAbsent, SetDealerHand
from paigow.table.hands.settling import FinishRound, PayWinner, to_pay
from paigow.table.house.asking import awaited
from paigow.table.house.equipment import CheckEquipment, InspectDice, PlaceDice, dice_due, is_checked
from paigow.table.house.opening import BeginPlay, VerifyInspection
from paigow.table.house.seating import FillTray
from paigow.table.house.tile_opening import (
    BringSubstitute,
    DisplayPairs,
    InspectTiles,
    ReceiveTiles,
    SealTiles,
    SignEnvelope,
)
from paigow.table.irregularities.card_reports import ReportWrongCount
from paigow.table.irregularities.reports import PlayOnInSilence
from paigow.table.ledger import CENTER
from paigow.table.refusals import TIME_UP, Reason, Refused
from paigow.table.sides.dragons_eye import (
    AnnounceEye,
    PayDiceWagers,
    PlaceEyeButton,
    PlaceTriplesMarker,
    TakeDiceWagers,
)
from paigow.table.sides.eye_wagers import rolled, to_pay_dice, to_take_dice
from paigow.table.state import DEALER_PLACE, Step, Table
from paigow.table.visibility.card_due import CARD_ACTS, count_due, misdeal, overdue_decks
from paigow.table.visibility.due_context import DueContext

NO_DICE: Final = (1, 1, 1)
"""Dice that are still to be drawn."""
FILL: Final = 10
"""A fill is this many times the maximum main bet."""


class Due(Struct, frozen=True):
    """A command of dealer or floor, players who are waited for, both, or neither if the table is at rest."""

    act: Command | None
    waiting: tuple[str, ...] = ()


def due(moment: DueContext) -> Due:
    """What has to happen now."""
    waiting = awaited(moment.rules, moment.table)
    act = _act(moment, waiting)
    return Due(None if act is None else _payable(moment, act), waiting)


def _act(moment: DueContext, waiting: tuple[str, ...]) -> Command | None:
    if moment.table.choosing:
        return _play_on(moment, moment.table.choosing[0])
    if moment.table.step is Step.BETS:
        return None if waiting and not moment.late else _close_bets(moment)
    if moment.rules.is_tiles:
        return _ACTS[moment.table.step](moment)
    first = misdeal(moment) or count_due(moment)
    return first or CARD_ACTS.get(moment.table.step, _ACTS.get(moment.table.step, _nothing))(moment)


def _payable(moment: DueContext, act: Command) -> Command:
    if moment.table.step in _PAYING or isinstance(act, ReportWrongCount):
        return payable(moment.rules, moment.table, act)
    return act


def payable(rules: Rules, table: Table, act: Command) -> Command:
    """The same command, or a fill by the floor if the table inventory couldn't pay it."""
    try:
        foresee(rules, table, act)
    except Refused as refusal:
        if refusal.reason is Reason.NOT_ENOUGH:
            return FillTray(by=FLOOR, chips=rules.wagers["main"].most * FILL)
    return act


def _play_on(moment: DueContext, position: int) -> Command | None:
    """Only the clock ends a player's choice (R55): nobody can be asked to make it."""
    gone = setter_of(moment.table, position) in (None, *moment.table.leaving)
    if not (gone or moment.late):
        return None
    return PlayOnInSilence(by=DEALER, position=position, because="" if gone else TIME_UP)


def _nothing(_moment: DueContext) -> None:
    return None


def _open(moment: DueContext) -> Command:
    if not is_checked(moment.rules, moment.table):
        return CheckEquipment(by=DEALER)
    return ReceiveTiles(by=DEALER, at=moment.time)


def _replace_set(moment: DueContext) -> Command:
    rejected = moment.table.tiles.rejected
    assert rejected is not None
    if not rejected.label:
        return SealTiles(by=DEALER, name="the dealer", at=moment.time)
    return BringSubstitute(by=FLOOR) if rejected.supervisor else SignEnvelope(by=FLOOR, name="the floor")


def _display(moment: DueContext) -> Command | None:
    """If the tiles of an idle table stay face down, they are displayed for the next arrival."""
    waits = moment.table.between.opened and moment.rules.table.idle == "stacks-face-down"
    return None if waits and not any(moment.table.chairs) else DisplayPairs(by=DEALER)


def _begin(moment: DueContext) -> Command | None:
    return BeginPlay(by=DEALER) if any(moment.table.chairs) else None


def _close_bets(moment: DueContext) -> Command | None:
    table, rules = moment.table, moment.rules
    if not (table.wagers or table.bank):
        return None
    if is_due(table):
        return PlaceDealerWager(by=DEALER)
    now = moment.time
    match dice_due(rules, table, now) if shakes_dice(rules, table) else None:
        case "change":
            return PlaceDice(by=DEALER, at=moment.time)
        case "inspect":
            return InspectDice(by=DEALER, at=moment.time)
        case _:
            return overdue_decks(moment) or CallNoMoreBets(by=DEALER, at=moment.time)


def _shake(moment: DueContext) -> Command | None:
    shaker = shaker_of(moment.rules, moment.table)
    because = "" if shaker == DEALER else moment.reason(shaker)
    if because is None:
        return None
    if awaits_mix(moment.table):
        return None
    five = moment.rules.dragons_eye.offered and moment.table.step is Step.SHAKE
    shakes = SHAKES_BEFORE_PASSING if five else LEAST_SHAKES
    return ShakeDice(by=DEALER, dice=NO_DICE, shakes=shakes, because=because)


def _announce(moment: DueContext) -> Command:
    dice = moment.table.shaker.dice
    assert dice is not None
    return AnnounceTotal(by=DEALER, total=sum(dice))


def _deliver(moment: DueContext) -> Command | None:
    wrong = total_wrong(moment.table)
    if is_undrawn(moment.table) and not wrong:
        return None
    return (
        _announce(moment) if wrong else DeliverStack(by=DEALER, place=next_place(moment.rules, moment.table))
    )


def _settle_dice(moment: DueContext) -> Command:
    if losing := to_take_dice(moment.rules, moment.table):
        return TakeDiceWagers(by=DEALER, position=losing[0])
    return PayDiceWagers(by=DEALER, position=to_pay_dice(moment.rules, moment.table)[0])


def _set_absent(moment: DueContext) -> Command | None:
    """Those who have left are never waited for (R30), nor is anybody for a far spot (R18)."""
    rules, table = moment.rules, moment.table
    for place in unset(table):
        person = setter_of(table, place)
        if person is not None and next_to_set(rules, table, person) != place:
            continue
        if far_house_way(rules, table, place):
            return SetAbsent(by=DEALER, position=place)
        if (because := moment.reason(person)) is not None:
            return SetAbsent(by=DEALER, position=place, because=because)
    return None


def _set_dealer(moment: DueContext) -> Command:
    low, _ = moment.rules.house_setting(moment.table.hands[DEALER_PLACE].pieces)
    return SetDealerHand(by=DEALER, low=low)


def _offer(moment: DueContext) -> Command | None:
    offer = moment.table.offer
    if offer is None or not offer.pending:
        return OfferBank(by=DEALER)
    because = moment.reason(offer.person)
    return None if because is None else PassBank(by=DEALER, because=because)


def _cut(moment: DueContext) -> Command | None:
    because = moment.reason(None if moment.table.bank is None else moment.table.bank.person)
    return None if because is None else DeclineCut(by=DEALER, because=because)


def _style(moment: DueContext) -> Command | None:
    """The bank gets time to name a style; once it is named, or the time is over, the dealer indicates it."""
    table = moment.table
    assert table.bank is not None
    because = "" if table.delivery is not None else moment.reason(table.bank.person)
    if because is None:
        return None
    return IndicateDelivery(by=DEALER, how=next_indication(table), because=because)


def _set_bank(moment: DueContext) -> Command | None:
    bank = moment.table.bank
    assert bank is not None
    because = "" if bank.co_banked else moment.reason(bank.person)
    return None if because is None else SetBankHouseWay(by=DEALER, because=because)


def _settle_center(moment: DueContext) -> Command:
    table = moment.table
    waiting = unpaid(table)
    if not waiting:
        return CloseCenter(by=DEALER)
    if due_to(table, waiting[0]) > table.balances.get(CENTER, 0):
        return CollectShortfall(by=DEALER)
    return PayFromCenter(by=DEALER, place=waiting[0])


_ACTS: Final[Mapping[Step, Callable[[DueContext], Command | None]]] = {
    Step.CLOSED: _open,
    Step.SUBSTITUTE: _replace_set,
    Step.INSPECT: lambda _: InspectTiles(by=DEALER),
    Step.VERIFY: lambda _: VerifyInspection(by=FLOOR),
    Step.DISPLAY: _display,
    Step.IDLE: _begin,
    Step.SHUFFLE: lambda _: WashTiles(by=DEALER, order=()),
    Step.STACK: lambda _: StackTiles(by=DEALER),
    Step.OFFER: _offer,
    Step.CUT: _cut,
    Step.STYLE: _style,
    Step.BANK_SETTING: _set_bank,
    Step.EXPOSE_BANK: lambda _: ExposeBank(by=DEALER),
    Step.CENTER: _settle_center,
    Step.SHAKE: _shake,
    Step.PLAYER_SHAKE: _shake,
    Step.EYE: lambda moment: AnnounceEye(by=DEALER, number=rolled(moment.table).eye),
    Step.BUTTON: lambda moment: PlaceEyeButton(by=DEALER, position=rolled(moment.table).eye),
    Step.DICE_WAGERS: _settle_dice,
    Step.TRIPLES: lambda moment: PlaceTriplesMarker(by=DEALER, count=moment.table.eye.triples + 1),
    Step.LID: lambda _: LiftLid(by=DEALER),
    Step.TOTAL: _announce,
    Step.DEAL: _deliver,
    Step.SWEEP: lambda _: SweepUnwagered(by=DEALER),
    Step.EXTRA_SET: lambda _: PlaceExtraSet(by=DEALER),
    Step.COVER: lambda _: CoverShaker(by=DEALER),
    Step.SETTING: _set_absent,
    Step.DEALER_SETTING: _set_dealer,
    Step.EXPOSE: lambda moment: ExposeHand(by=DEALER, position=to_expose(moment.rules, moment.table)[0]),
    Step.PAY: lambda moment: PayWinner(by=DEALER, position=to_pay(moment.table)[0]),
    Step.FINISH: lambda _: FinishRound(by=DEALER),
}
_PAYING: Final = frozenset(
    (
        Step.DICE_WAGERS,
        Step.TRIPLES,
        Step.EXPOSE_BANK,
        Step.EXPOSE,
        Step.PAY,
        Step.CENTER,
        Step.OPTIONAL,
        Step.ENVY,
        Step.PAPERS,
        Step.FINISH,
    )
)
"""Steps at which the table inventory may have to pay."""
