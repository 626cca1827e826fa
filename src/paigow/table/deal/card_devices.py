"""Shufflers and shoes that jam or fail, and what is required before using another method. Not shuffling."""

from __future__ import annotations

from typing import Annotated

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.card_methods import devices, methods
from paigow.table.deal.card_shuffling import unshuffled
from paigow.table.fields import each
from paigow.table.irregularities.voiding import void_round
from paigow.table.refusals import Reason, Refused, require_dealer, require_staff, require_step
from paigow.table.state import Step, Table, changed

WITH_CARDS_READY = (Step.CUT, Step.BETS)


class ReportShufflerJam(Command, frozen=True, tag="report-shuffler-jam"):
    """The shuffler jams, stops, or doesn't finish its cycle: the cards are shuffled again."""


class ShufflerJammed(Event, frozen=True, tag="shuffler-jammed"):
    """During a round, this concerns the deck that the machine holds for the next one."""

    then: Step


class ReportShoeJam(Command, frozen=True, tag="report-shoe-jam"):
    """The automated shoe jams, stops, or doesn't deal all cards: the round is void."""


class ShoeJammed(Event, frozen=True, tag="shoe-jammed"):
    """The cards are taken out of the device and shuffled together with those already dealt."""


class ReportDeviceBroken(Command, frozen=True, tag="report-device-broken"):
    """A shuffler or automated shoe can't be used any more."""

    device: Annotated[str, each("shuffler", "shoe")]


class DeviceBroken(Event, frozen=True, tag="device-broken"):
    device: str
    then: Step


class CoverDevice(Command, frozen=True, tag="cover-device"):
    """The device is covered or marked with a sign; only then can another method be used."""

    device: Annotated[str, each("shuffler", "shoe")]
    sign: bool = False


class DeviceCovered(Event, frozen=True, tag="device-covered"):
    device: str
    sign: bool


class RestoreDevice(Command, frozen=True, tag="restore-device"):
    """A device that was out of order is used again."""

    device: Annotated[str, each("shuffler", "shoe")]


class DeviceRestored(Event, frozen=True, tag="device-restored"):
    device: str
    then: Step


def jam(rules: Rules, table: Table, command: ReportShufflerJam) -> tuple[Event, ...]:
    cites = rules.cite("shuffler jam")
    require_dealer(command.by, "report a jam", cites)
    if methods(rules, table).shuffling == "hand":
        raise Refused(Reason.NOT_OFFERED, "This table has no shuffling device.", cites)
    ready = (Step.SHUFFLE, Step.BETS)
    if table.bets_open or not any(deck.stored for deck in table.cards.decks):
        require_step(table, "report a jam", cites, *ready)
    return (ShufflerJammed(then=Step.SHUFFLE if table.step in ready else table.step, cites=cites),)


def jammed(table: Table, event: ShufflerJammed) -> Table:
    return changed(unshuffled(table), step=event.then) if event.then is Step.SHUFFLE else table


def jam_shoe(rules: Rules, table: Table, command: ReportShoeJam) -> tuple[Event, ...]:
    cites = rules.cite("shoe jam")
    require_dealer(command.by, "report a jam", cites)
    if methods(rules, table).dealing != "automated-shoe":
        raise Refused(Reason.NOT_OFFERED, "This table has no automated dealing shoe.", cites)
    require_step(table, "report a jam", cites, Step.DEAL, Step.COUNT_STUB)
    return (ShoeJammed(cites=cites), void_round(rules, table, "the shoe jammed", "shoe jam"))


def shoe_jammed(table: Table, _event: ShoeJammed) -> Table:
    return changed(table, cards=changed(table.cards, dealt=True))


def _require_between_rounds(table: Table, cites: tuple[str, ...]) -> Step:
    """The next step when the method changes: cards that were ready are shuffled again."""
    if not (table.bets_open or table.step in (Step.CLOSED, Step.IDLE)):
        raise Refused(Reason.WRONG_STEP, "Exchange devices between rounds.", cites)
    return Step.SHUFFLE if table.step in WITH_CARDS_READY else table.step


def break_down(rules: Rules, table: Table, command: ReportDeviceBroken) -> tuple[Event, ...]:
    cites = rules.cite("device out of order")
    require_staff(command.by, "report a device", cites)
    if command.device not in devices(rules):
        raise Refused(Reason.NOT_OFFERED, f"This table has no {command.device}.", cites)
    then = _require_between_rounds(table, cites)
    if command.device in table.cards.out_of_order:
        raise Refused(Reason.NOTHING_THERE, f"The {command.device} is already out of order.", cites)
    return (DeviceBroken(device=command.device, then=then, cites=cites),)


def broken(table: Table, event: DeviceBroken) -> Table:
    """A deck removed from the shuffler has an unknown order: it waits like any deck."""
    after = unshuffled(table)
    gear, decks = after.cards, after.cards.decks
    if event.device == "shuffler":
        decks = tuple(changed(deck, stored=False) for deck in decks)
    out = tuple(sorted({*gear.out_of_order, event.device}))
    return changed(after, cards=changed(gear, decks=decks, out_of_order=out), step=event.then)


def cover(rules: Rules, table: Table, command: CoverDevice) -> tuple[Event, ...]:
    cites = rules.cite("device sign" if command.sign else "device cover")
    require_staff(command.by, "cover a device", cites)
    if command.device not in table.cards.out_of_order or command.device in table.cards.covered:
        raise Refused(Reason.NOTHING_THERE, f"There is no {command.device} to cover.", cites)
    return (DeviceCovered(device=command.device, sign=command.sign, cites=cites),)


def covered(table: Table, event: DeviceCovered) -> Table:
    hidden = tuple(sorted({*table.cards.covered, event.device}))
    return changed(table, cards=changed(table.cards, covered=hidden))


def restore(rules: Rules, table: Table, command: RestoreDevice) -> tuple[Event, ...]:
    cites = rules.cite("device out of order")
    require_staff(command.by, "bring a device back", cites)
    then = _require_between_rounds(table, cites)
    if command.device not in table.cards.out_of_order:
        raise Refused(Reason.NOTHING_THERE, f"No {command.device} is out of order.", cites)
    return (DeviceRestored(device=command.device, then=then, cites=cites),)


def restored(table: Table, event: DeviceRestored) -> Table:
    after = unshuffled(table)
    gear = after.cards
    out = tuple(device for device in gear.out_of_order if device != event.device)
    hidden = tuple(device for device in gear.covered if device != event.device)
    cards = changed(gear, out_of_order=out, covered=hidden)
    return changed(after, cards=cards, step=event.then)
