"""The automatic dealer: the next thing that dealer or floor does, given a source of chance. Pure policy.

It waits, by answering None, for what only a player can do; told that the time is up (`late`), it does what
the rulings prescribe for silence (R61). It makes no mistakes and reports none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.acts import FLOOR, Command
from paigow.table.autoplay.acting import DealerContext, Draws
from paigow.table.autoplay.card_automatic import CARD_ACTS, count_due, misdeal, overdue_decks
from paigow.table.bank.bank_setting import ExposeBank, SetBankHouseWay
from paigow.table.bank.bank_wager import PlaceDealerWager, is_due
from paigow.table.bank.banking import OfferBank, PassBank
from paigow.table.bank.center import CloseCenter, CollectShortfall, PayFromCenter, due_to, unpaid
from paigow.table.bank.cutting import DeclineCut
from paigow.table.bank.delivery_style import IndicateDelivery, next_indication
from paigow.table.bets.areas import far_house_way, next_to_set, setter_of
from paigow.table.bets.betting import CallNoMoreBets, shakes_dice
from paigow.table.deal.delivery import DeliverStack, next_place
from paigow.table.deal.dice import (
    LEAST_SHAKES,
    SHAKES_BEFORE_PASSING,
    AnnounceTotal,
    LiftLid,
    ShakeDice,
    shaker_of,
)
from paigow.table.deal.extra_set import PlaceExtraSet
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.deal.sweeping import CoverShaker, SweepUnwagered
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.progress import to_expose, unset
from paigow.table.hands.setting import SetAbsent, SetDealerHand
from paigow.table.house.equipment import CheckEquipment, InspectDice, PlaceDice, dice_due, is_checked
from paigow.table.house.opening import BeginPlay, VerifyInspection
from paigow.table.house.tile_opening import (
    BringSubstitute,
    DisplayPairs,
    InspectTiles,
    ReceiveTiles,
    SealTiles,
    SignEnvelope,
)
from paigow.table.irregularities.reports import PlayOnInSilence
from paigow.table.on_behalf import TIME_UP
from paigow.table.pay.ledger import CENTER
from paigow.table.pay.settling import FinishRound, PayWinner, to_pay
from paigow.table.places import DEALER
from paigow.table.sides.dragons_eye import (
    AnnounceEye,
    PayDiceWagers,
    PlaceEyeButton,
    PlaceTriplesMarker,
    TakeDiceWagers,
)
from paigow.table.sides.eye_wagers import rolled, to_pay_dice, to_take_dice
from paigow.table.state import Step

__all__ = ["DealerContext", "Draws", "next_act"]


def next_act(moment: DealerContext) -> Command | None:
    """What dealer or floor does next; None while it is for a player to act."""
    if moment.table.choosing:
        return _play_on(moment, moment.table.choosing[0])
    if moment.rules.is_tiles:
        return _ACTS[moment.table.step](moment)
    due = misdeal(moment) or count_due(moment)
    return due or CARD_ACTS.get(moment.table.step, _ACTS.get(moment.table.step, _nothing))(moment)


def _play_on(moment: DealerContext, position: int) -> Command | None:
    """Only the time ends a player's choice (R55): nobody can be asked to make it."""
    gone = setter_of(moment.table, position) in (None, *moment.table.leaving)
    if not (gone or moment.late):
        return None
    return PlayOnInSilence(by=THE_DEALER, position=position, because="" if gone else TIME_UP)


def _nothing(_moment: DealerContext) -> None:
    return None


def _open(moment: DealerContext) -> Command:
    if not is_checked(moment.rules, moment.table):
        return CheckEquipment(by=THE_DEALER)
    return ReceiveTiles(by=THE_DEALER, at=moment.time)


def _replace_set(moment: DealerContext) -> Command:
    rejected = moment.table.tiles.rejected
    assert rejected is not None
    if not rejected.label:
        return SealTiles(by=THE_DEALER, name="the dealer", at=moment.time)
    return BringSubstitute(by=FLOOR) if rejected.supervisor else SignEnvelope(by=FLOOR, name="the floor")


def _display(moment: DealerContext) -> Command | None:
    """Where the tiles of an idle table stay face down, they are displayed for the next who comes."""
    waits = moment.table.between.opened and moment.rules.table.idle == "stacks-face-down"
    return None if waits and not any(moment.table.chairs) else DisplayPairs(by=THE_DEALER)


def _begin(moment: DealerContext) -> Command | None:
    return BeginPlay(by=THE_DEALER) if any(moment.table.chairs) else None


def _close_bets(moment: DealerContext) -> Command | None:
    table, rules = moment.table, moment.rules
    if not moment.late or not (table.wagers or table.bank):
        return None
    if is_due(table):
        return PlaceDealerWager(by=THE_DEALER)
    now = moment.time
    match dice_due(rules, table, now) if shakes_dice(rules, table) else None:
        case "change":
            return PlaceDice(by=THE_DEALER, at=moment.time)
        case "inspect":
            return InspectDice(by=THE_DEALER, at=moment.time)
        case _:
            return overdue_decks(moment) or CallNoMoreBets(by=THE_DEALER, at=moment.time)


def _shake(moment: DealerContext) -> Command | None:
    shaker = shaker_of(moment.rules, moment.table)
    because = "" if shaker == THE_DEALER else moment.reason(shaker)
    if because is None:
        return None
    five = moment.rules.dragons_eye.offered and moment.table.step is Step.SHAKE
    shakes = SHAKES_BEFORE_PASSING if five else LEAST_SHAKES
    dice = moment.chance.dice(moment.table)
    return ShakeDice(by=THE_DEALER, dice=dice, shakes=shakes, because=because)


def _announce(moment: DealerContext) -> Command:
    dice = moment.table.shaker.dice
    assert dice is not None
    return AnnounceTotal(by=THE_DEALER, total=sum(dice))


def _settle_dice(moment: DealerContext) -> Command:
    if losing := to_take_dice(moment.rules, moment.table):
        return TakeDiceWagers(by=THE_DEALER, position=losing[0])
    return PayDiceWagers(by=THE_DEALER, position=to_pay_dice(moment.rules, moment.table)[0])


def _set_absent(moment: DealerContext) -> Command | None:
    """Those who have left are never waited for (R30), nor is anybody for a far spot (R18)."""
    rules, table = moment.rules, moment.table
    for place in unset(table):
        person = setter_of(table, place)
        if person is not None and next_to_set(rules, table, person) != place:
            continue
        if far_house_way(rules, table, place):
            return SetAbsent(by=THE_DEALER, position=place)
        if (because := moment.reason(person)) is not None:
            return SetAbsent(by=THE_DEALER, position=place, because=because)
    return None


def _set_dealer(moment: DealerContext) -> Command:
    low, _ = moment.rules.house_setting(moment.table.hands[DEALER].pieces)
    return SetDealerHand(by=THE_DEALER, low=low)


def _offer(moment: DealerContext) -> Command | None:
    offer = moment.table.offer
    if offer is None or not offer.pending:
        return OfferBank(by=THE_DEALER)
    because = moment.reason(offer.person)
    return None if because is None else PassBank(by=THE_DEALER, because=because)


def _cut(moment: DealerContext) -> Command | None:
    because = moment.reason(None if moment.table.bank is None else moment.table.bank.person)
    return None if because is None else DeclineCut(by=THE_DEALER, because=because)


def _style(moment: DealerContext) -> Command | None:
    """The bank is given time to name a style; once it is named, or the time is over, it is indicated."""
    table = moment.table
    assert table.bank is not None
    because = "" if table.delivery is not None else moment.reason(table.bank.person)
    if because is None:
        return None
    return IndicateDelivery(by=THE_DEALER, how=next_indication(table), because=because)


def _set_bank(moment: DealerContext) -> Command | None:
    bank = moment.table.bank
    assert bank is not None
    because = "" if bank.co_banked else moment.reason(bank.person)
    return None if because is None else SetBankHouseWay(by=THE_DEALER, because=because)


def _settle_center(moment: DealerContext) -> Command:
    table = moment.table
    waiting = unpaid(table)
    if not waiting:
        return CloseCenter(by=THE_DEALER)
    if due_to(table, waiting[0]) > table.balances.get(CENTER, 0):
        return CollectShortfall(by=THE_DEALER)
    return PayFromCenter(by=THE_DEALER, place=waiting[0])


_ACTS: Final[Mapping[Step, Callable[[DealerContext], Command | None]]] = {
    Step.CLOSED: _open,
    Step.SUBSTITUTE: _replace_set,
    Step.INSPECT: lambda _: InspectTiles(by=THE_DEALER),
    Step.VERIFY: lambda _: VerifyInspection(by=FLOOR),
    Step.DISPLAY: _display,
    Step.IDLE: _begin,
    Step.SHUFFLE: lambda moment: WashTiles(
        by=THE_DEALER, order=moment.chance.order(moment.rules, moment.table)
    ),
    Step.STACK: lambda _: StackTiles(by=THE_DEALER),
    Step.OFFER: _offer,
    Step.CUT: _cut,
    Step.STYLE: _style,
    Step.BANK_SETTING: _set_bank,
    Step.EXPOSE_BANK: lambda _: ExposeBank(by=THE_DEALER),
    Step.CENTER: _settle_center,
    Step.BETS: _close_bets,
    Step.SHAKE: _shake,
    Step.PLAYER_SHAKE: _shake,
    Step.EYE: lambda moment: AnnounceEye(by=THE_DEALER, number=rolled(moment.table).eye),
    Step.BUTTON: lambda moment: PlaceEyeButton(by=THE_DEALER, position=rolled(moment.table).eye),
    Step.DICE_WAGERS: _settle_dice,
    Step.TRIPLES: lambda moment: PlaceTriplesMarker(by=THE_DEALER, count=moment.table.eye.triples + 1),
    Step.LID: lambda _: LiftLid(by=THE_DEALER),
    Step.TOTAL: _announce,
    Step.DEAL: lambda moment: DeliverStack(by=THE_DEALER, place=next_place(moment.rules, moment.table)),
    Step.SWEEP: lambda _: SweepUnwagered(by=THE_DEALER),
    Step.EXTRA_SET: lambda _: PlaceExtraSet(by=THE_DEALER),
    Step.COVER: lambda _: CoverShaker(by=THE_DEALER),
    Step.SETTING: _set_absent,
    Step.DEALER_SETTING: _set_dealer,
    Step.EXPOSE: lambda moment: ExposeHand(by=THE_DEALER, position=to_expose(moment.rules, moment.table)[0]),
    Step.PAY: lambda moment: PayWinner(by=THE_DEALER, position=to_pay(moment.table)[0]),
    Step.FINISH: lambda _: FinishRound(by=THE_DEALER),
}
