"""What is due at card tables only, step by step. The rest is in `due`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from paigow.ranks.lines import Line
from paigow.table.acts import DEALER, FLOOR, Command
from paigow.table.bets.betting import is_overdue
from paigow.table.deal.card_cutting import CutCards, PassCut, next_to_cut
from paigow.table.deal.card_dealing import CountStub, DealCards
from paigow.table.deal.card_devices import CoverDevice
from paigow.table.deal.card_methods import methods
from paigow.table.deal.card_shuffling import ShuffleCards, UsePreshuffled, is_preshuffled
from paigow.table.deal.card_start import FollowButton, GenerateStart
from paigow.table.deal.commitments import FEWEST, awaits_mix, is_undrawn
from paigow.table.deal.dice import AnnounceTotal, total_wrong
from paigow.table.hands.card_progress import (
    PROGRESSIVE,
    CountSurrendered,
    countable,
    envy_due,
    next_optional,
)
from paigow.table.house.card_opening import (
    FACE_UP,
    ChangeDecks,
    InspectDecks,
    ReceiveDecks,
    SpreadCards,
    WashCards,
    is_fresh,
    meters_started,
)
from paigow.table.house.equipment import CheckEquipment, is_checked
from paigow.table.house.opening import BeginPlay
from paigow.table.irregularities.card_reports import ReportWrongCount
from paigow.table.irregularities.reports import LIVE_STEPS
from paigow.table.irregularities.voiding import settled_on_pieces
from paigow.table.refusals import CARDS_IN_A_HAND
from paigow.table.sides.optional import PayEnvy, SettleOptional
from paigow.table.sides.progressive import (
    CollectProgressive,
    CompletePapers,
    OpenMeters,
    SettleProgressive,
    SharedMeters,
    ValidateProgressive,
    VerifyProgressive,
    line_at,
    started,
)
from paigow.table.state import Step
from paigow.table.visibility.due_context import DueContext


def misdeal(moment: DueContext) -> Command | None:
    """A hand found to have a wrong number of cards after the count of the rest was right."""
    table = moment.table
    if (
        table.step not in LIVE_STEPS
        or table.step is Step.COUNT_STUB
        or settled_on_pieces(moment.rules, table)
    ):
        return None
    for place, hand in table.hands.items():
        if len(hand.pieces) != CARDS_IN_A_HAND:
            return ReportWrongCount(by=DEALER, place=place)
    return None


def count_due(moment: DueContext) -> Command | None:
    """Surrendered cards are counted as soon as they are collected (R94)."""
    waiting = countable(moment.rules, moment.table)
    return CountSurrendered(by=DEALER, position=waiting[0]) if waiting else None


def overdue_decks(moment: DueContext) -> Command | None:
    """New decks, if those in use are too old to close the bets."""
    now = moment.time
    overdue = not moment.rules.is_tiles and is_overdue(moment.rules, moment.table, now)
    return ChangeDecks(by=DEALER, at=now) if overdue else None


def _open(moment: DueContext) -> Command:
    if not is_checked(moment.rules, moment.table):
        return CheckEquipment(by=DEALER)
    return ReceiveDecks(by=DEALER, at=moment.time)


def _begin(moment: DueContext) -> Command | None:
    table = moment.table
    if not meters_started(moment.rules, table):
        return OpenMeters(by=FLOOR)
    if table.cards.inspection_asked and table.cards.spread != FACE_UP:
        return SpreadCards(by=DEALER)
    return BeginPlay(by=DEALER) if any(table.chairs) else None


def _shuffle(moment: DueContext) -> Command:
    rules, table = moment.rules, moment.table
    for device in table.cards.out_of_order:
        if device not in table.cards.covered:
            return CoverDevice(by=DEALER, device=device)
    if len(table.cards.decks) < len(rules.deck_backs):
        return ChangeDecks(by=DEALER, at=moment.time)
    if is_preshuffled(rules, table):
        return UsePreshuffled(by=DEALER, order=())
    return ShuffleCards(by=DEALER, order=())


def _cut(moment: DueContext) -> Command | None:
    asked = next_to_cut(moment.table)
    if asked == DEALER:
        return CutCards(by=DEALER, depth=0 if is_undrawn(moment.table) else FEWEST)
    because = moment.reason(asked)
    return None if because is None else PassCut(by=DEALER, because=because)


def _collect_progressive(moment: DueContext) -> Command:
    accepted = sum(wager.kind == PROGRESSIVE for wager in moment.table.wagers)
    return CollectProgressive(by=DEALER, chips_counted=accepted)


def _start(moment: DueContext) -> Command | None:
    if methods(moment.rules, moment.table).starting == "flat-button":
        return FollowButton(by=DEALER)
    return None if awaits_mix(moment.table) else GenerateStart(by=DEALER, number=1)


def _deal(moment: DueContext) -> Command | None:
    dice = moment.table.shaker.dice
    if dice is not None and total_wrong(moment.table):
        return AnnounceTotal(by=DEALER, total=sum(dice))
    return None if is_undrawn(moment.table) else DealCards(by=DEALER)


def _settle_optional(moment: DueContext) -> Command:
    table = moment.table
    wager = next_optional(moment.rules, table)
    assert wager is not None
    position = wager.position
    if wager.kind != PROGRESSIVE:
        return SettleOptional(by=DEALER, position=position, kind=wager.kind)
    if line_at(table, position) is Line.NOTHING:
        return SettleProgressive(by=DEALER, position=position)
    if position not in table.cards.lit:
        return VerifyProgressive(by=DEALER, position=position)
    if position not in table.cards.progressive_due:
        return ValidateProgressive(by=FLOOR, position=position)
    return _pay_progressive(moment, position)


def _pay_progressive(moment: DueContext, position: int) -> Command:
    terms = moment.rules.progressive
    if moment.rules.shared_meters is None or terms is None:
        return SettleProgressive(by=DEALER, position=position)
    meters: SharedMeters = moment.meters or started(terms)
    return SettleProgressive(
        by=DEALER, position=position, readings=dict(meters.readings), hit=meters.hits + 1
    )


def _pay_envy(moment: DueContext) -> Command:
    person, position, kind = envy_due(moment.rules, moment.table)[0]
    return PayEnvy(by=DEALER, person=person, position=position, kind=kind)


CARD_ACTS: Final[Mapping[Step, Callable[[DueContext], Command | None]]] = {
    Step.CLOSED: _open,
    Step.INSPECT: lambda _: InspectDecks(by=DEALER),
    Step.DISPLAY: lambda moment: SpreadCards(by=DEALER, face_up=is_fresh(moment.table)),
    Step.IDLE: _begin,
    Step.WASH: lambda _: WashCards(by=DEALER),
    Step.SHUFFLE: _shuffle,
    Step.CUT: _cut,
    Step.PROGRESSIVE: _collect_progressive,
    Step.START: _start,
    Step.DEAL: _deal,
    Step.COUNT_STUB: lambda _: CountStub(by=DEALER),
    Step.OPTIONAL: _settle_optional,
    Step.ENVY: _pay_envy,
    Step.PAPERS: lambda moment: CompletePapers(by=FLOOR, position=moment.table.cards.papers_due[0]),
}
