"""What an actor may do: a command and the bounds of what is free in it. Finding them is `legal`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paigow.table.acts import Command
from paigow.table.bets.betting import PlaceWager
from paigow.table.bets.limits import room, takes_promotional
from paigow.table.irregularities.correcting import CorrectPayment
from paigow.table.pay.ledger import coupons, promotional
from paigow.table.places import POSITIONS
from paigow.table.refusals import Reason
from paigow.table.state import Result, Wager
from paigow.table.visibility.domains import ActorContext, refusal_of
from paigow.wagers.money import LARGEST


class Free(Struct, frozen=True):
    """A field left to the actor: of which kind, and its bounds or choices; without them, anything."""

    field: str
    kind: str
    least: int | None = None
    most: int | None = None
    choices: tuple[Any, ...] = ()

    def allows(self, value: Any) -> bool:
        """Whether a value is within the bounds; pieces may be named in any order."""
        if self.kind == "pieces" and self.choices:
            return tuple(sorted(value)) in {tuple(sorted(choice)) for choice in self.choices}
        return (
            (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
            and (not self.choices or value in self.choices)
        )


class Sum(Struct, frozen=True):
    """Bounds of several fields together: those of `plus` less those of `minus`."""

    plus: tuple[str, ...]
    minus: tuple[str, ...]
    least: int
    most: int

    def holds(self, command: Command) -> bool:
        total: int = sum(getattr(command, name) for name in self.plus)
        less: int = sum(getattr(command, name) for name in self.minus)
        return self.least <= total - less <= self.most


class Option(Struct, frozen=True):
    """A command that would be accepted now, and what of it may be said otherwise.

    Each free field may take any value within its bounds while the sums hold; everything else is as in
    `command`.
    """

    command: Command
    free: tuple[Free, ...] = ()
    sums: tuple[Sum, ...] = ()


def covers(option: Option, command: Command) -> bool:
    """Whether a command is one that an option allows."""
    if type(option.command) is not type(command):
        return False
    free = {bound.field: bound for bound in option.free}
    as_listed = replace(command, **{name: getattr(option.command, name) for name in free})
    return (
        as_listed == option.command
        and all(bound.allows(getattr(command, name)) for name, bound in free.items())
        and all(each.holds(command) for each in option.sums)
    )


def furthest(near: int, far: int, accepts: Callable[[int], bool]) -> int:
    """The number nearest to `far` that is accepted, where `near` is and there is one border between them.

    >>> furthest(0, 100, lambda number: number * number < 50)
    7
    """
    if accepts(far):
        return far
    if near != far and not accepts(near + (1 if far > near else -1)):
        return near
    while abs(far - near) > 1:
        middle = (near + far) // 2
        near, far = (middle, far) if accepts(middle) else (near, middle)
    return near


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
