"""Shuffling a deck by hand or by a device, and devices that fail. Not the cut."""

from __future__ import annotations

from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.acts import FLOOR, Apply, Command, Decide, Event
from paigow.table.card_state import Cut
from paigow.table.game import ALL_CARDS, same_pieces
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Pieces, Step, Table, changed

__all__ = ["APPLIES", "DECIDES", "CoverDevice", "ReportDeviceBroken", "ReportShufflerJam", "ShuffleCards"]

DEVICES = ("shuffler", "shoe")


class ShuffleCards(Command, frozen=True):
    """The deck in use is shuffled; `order` is what chance made of it, top card first."""

    order: Pieces


class CardsShuffled(Event, frozen=True):
    order: Pieces
    method: str
    then: Step


class ReportShufflerJam(Command, frozen=True):
    """The shuffler jams, stops, or does not complete its cycle: the cards are shuffled again."""


class ShufflerJammed(Event, frozen=True):
    pass


class ReportDeviceBroken(Command, frozen=True):
    """A shuffler or automated shoe cannot be used any longer."""

    device: str


class DeviceBroken(Event, frozen=True):
    device: str


class CoverDevice(Command, frozen=True):
    """It is covered or marked with a sign; only then may another method be used."""

    device: str
    sign: bool = False


class DeviceCovered(Event, frozen=True):
    device: str
    sign: bool


def shuffle(rules: TableRules, table: Table, command: ShuffleCards) -> tuple[Event, ...]:
    cites = rules.cite("shuffle cards")
    require_dealer(command.by, "shuffle", cites)
    require_step(table, "shuffle", cites, Step.SHUFFLE)
    _require_covered(rules, table)
    if not table.cards.decks:
        raise Refused(Reason.NOTHING_THERE, "there is no deck at the table", cites)
    if not same_pieces(command.order, ALL_CARDS):
        raise Refused(Reason.BAD_PIECES, "these are not the 52 cards and the joker", cites)
    method = rules.cards.shuffled_by(table.cards.out_of_order)
    then = Step.CUT if method == "hand" and rules.cite("card cut") else Step.BETS
    return (CardsShuffled(order=command.order, method=method, then=then, cites=cites),)


def _require_covered(rules: TableRules, table: Table) -> None:
    for device in table.cards.out_of_order:
        if device not in table.cards.covered:
            raise Refused(
                Reason.PENDING,
                f"the {device} is out of order and must first be covered or marked with a sign",
                rules.cite("device out of order"),
            )


def shuffled(table: Table, event: CardsShuffled) -> Table:
    cut = Cut(uncut=event.order)
    return changed(table, stock=(event.order,), cards=changed(table.cards, cut=cut), step=event.then)


def jam(rules: TableRules, table: Table, command: ReportShufflerJam) -> tuple[Event, ...]:
    cites = rules.cite("shuffler jam")
    require_dealer(command.by, "report a jam", cites)
    if rules.cards.shuffled_by(table.cards.out_of_order) == "hand":
        raise Refused(Reason.NOT_OFFERED, "no device shuffles at this table", cites)
    require_step(table, "report a jam", cites, Step.SHUFFLE, Step.BETS)
    return (ShufflerJammed(cites=cites),)


def jammed(table: Table, _event: ShufflerJammed) -> Table:
    return changed(table, stock=(), step=Step.SHUFFLE, cards=changed(table.cards, cut=Cut()))


def broken(rules: TableRules, table: Table, command: ReportDeviceBroken) -> tuple[Event, ...]:
    cites = rules.cite("device out of order")
    if command.by not in (THE_DEALER, FLOOR):
        raise Refused(Reason.NOT_YOURS, "the dealer or the floor reports a device", cites)
    if command.device not in devices_of(rules):
        raise Refused(Reason.NOT_OFFERED, f"this table has no {command.device}", cites)
    if table.bets_open or table.step in (Step.CLOSED, Step.IDLE):
        return (DeviceBroken(device=command.device, cites=cites),)
    raise Refused(Reason.WRONG_STEP, "a device is taken out of use between rounds", cites)


def devices_of(rules: TableRules) -> tuple[str, ...]:
    """The devices that the submission uses and that may fail."""
    shuffler = rules.cards.shuffling in ("shuffler", "shuffler-into-shoe", "reshuffling-device")
    shoe = rules.cards.dealing == "automated-shoe"
    return tuple(device for device, used in zip(DEVICES, (shuffler, shoe), strict=True) if used)


def was_broken(table: Table, event: DeviceBroken) -> Table:
    out = tuple(sorted({*table.cards.out_of_order, event.device}))
    step = Step.SHUFFLE if table.step in (Step.BETS, Step.CUT) else table.step
    return changed(table, cards=changed(table.cards, out_of_order=out), step=step, stock=())


def cover(rules: TableRules, table: Table, command: CoverDevice) -> tuple[Event, ...]:
    cites = rules.cite("device sign" if command.sign else "device cover")
    if command.by not in (THE_DEALER, FLOOR):
        raise Refused(Reason.NOT_YOURS, "the dealer or the floor covers a device", cites)
    if command.device not in table.cards.out_of_order:
        raise Refused(Reason.NOTHING_THERE, f"no {command.device} is out of order", cites)
    return (DeviceCovered(device=command.device, sign=command.sign, cites=cites),)


def covered(table: Table, event: DeviceCovered) -> Table:
    hidden = tuple(sorted({*table.cards.covered, event.device}))
    return changed(table, cards=changed(table.cards, covered=hidden))


DECIDES: dict[type[Command], Decide] = {
    ShuffleCards: shuffle,
    ReportShufflerJam: jam,
    ReportDeviceBroken: broken,
    CoverDevice: cover,
}
APPLIES: dict[type[Event], Apply] = {
    CardsShuffled: shuffled,
    ShufflerJammed: jammed,
    DeviceBroken: was_broken,
    DeviceCovered: covered,
}
