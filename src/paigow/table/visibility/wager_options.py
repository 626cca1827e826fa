"""The wagers that a person can place now, and the payments that can be corrected. Not other commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from paigow.table.bets.betting import PlaceWager
from paigow.table.bets.limits import room, takes_promotional
from paigow.table.irregularities.correcting import CorrectPayment
from paigow.table.pay.ledger import coupons, promotional
from paigow.table.places import POSITIONS
from paigow.table.refusals import Reason
from paigow.table.state import Result, Wager
from paigow.table.visibility.domains import ActorContext, refusal_of
from paigow.table.visibility.options import Free, Option, Sum, furthest
from paigow.wagers.money import LARGEST


def wager_options(moment: ActorContext) -> Iterator[Option]:
    """One option for each spot and kind on which the actor may put something."""
    rules = moment.rules
    kinds = (*rules.limits, *(("tip",) if rules.tips.wagers else ()))
    for position in POSITIONS[: rules.table.chairs]:
        for kind in kinds:
            option = _room(moment, position, kind)
            if isinstance(option, Option):
                yield option
            elif option in (Reason.NOT_YOURS, Reason.WRONG_STEP, Reason.NOT_SEATED):
                return


def _room(moment: ActorContext, position: int, kind: str) -> Option | Reason:
    """What the actor may put there, in place of what lies there; or why nothing."""
    table, person = moment.table, moment.actor
    held = table.wager(person, position, kind) or Wager(person, position, kind, 0)
    chips = table.rack(person) + held.chips
    given = table.balances.get(promotional(person), 0) + held.promotional
    given = given if takes_promotional(moment.rules, kind) else 0
    bounds = room(moment.rules, table, person, position, kind)
    least, most = bounds.least, min(chips + given, bounds.most)

    def of(total: int) -> PlaceWager:
        own = min(total, chips)
        return PlaceWager(by=person, position=position, kind=kind, chips=own, promotional=total - own)

    reason = refusal_of(moment, of(least))
    if reason is not None:
        return reason
    most = furthest(least, max(least, most), lambda total: refusal_of(moment, of(total)) is None)
    coupon = table.balances.get(coupons(person), 0) + held.coupon
    if not given and not coupon:
        return Option(of(least), (Free("chips", "cents", least, most),))
    free = [Free("chips", "cents", 0, chips)]
    sums = [Sum(("chips", "promotional"), (), least, most)]
    if given:
        free.append(Free("promotional", "cents", 0, given))
    if coupon and kind == "main":
        free.append(Free("coupon", "cents", 0, coupon))
        sums.append(Sum(("chips",), ("coupon",), 0, LARGEST))
    return Option(of(least), tuple(free), tuple(sums))


def correction_options(moment: ActorContext) -> Iterator[Option]:
    """Two options for each wager: a cent and more above what was due, a cent and more below it."""
    for result in moment.table.record.results:
        for step in (1, -1):
            near = result.due + step
            if _accepted(moment, result, near):
                far = furthest(near, step * LARGEST, partial(_accepted, moment, result))
                bounds = Free("handed", "cents", min(near, far), max(near, far))
                yield Option(_command(moment, result, near), (bounds, Free("why", "text")))


def _command(moment: ActorContext, result: Result, handed: int) -> CorrectPayment:
    person, position, kind = result.key
    return CorrectPayment(
        by=moment.actor, person=person, position=position, kind=kind, handed=handed, why="as seen"
    )


def _accepted(moment: ActorContext, result: Result, handed: int) -> bool:
    return refusal_of(moment, _command(moment, result, handed)) is None
