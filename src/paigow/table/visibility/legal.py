"""Every command that an actor can send now, with the bounds of its free fields. `decide` is the judge.

The rules aren't repeated here: a command is listed because `decide` accepts it. This module and `fields` only
say what to try, and which fields the actor can choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, Final

from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import FieldInfo, replace
from msgspec.structs import fields as fields_of

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.bank.stacks import Cut
from paigow.table.bets.areas import require_spot
from paigow.table.bets.betting import PlaceWager
from paigow.table.bets.limits import room, takes_promotional
from paigow.table.engine import COMMANDS, conceivable, decide
from paigow.table.fields import (
    Domain,
    OneOf,
    Only,
    WholeNumbers,
    alternatives,
    kinds_offered,
    plain_type,
)
from paigow.table.irregularities.correcting import TWO_NAMES, CorrectPayment
from paigow.table.ledger import coupons, promotional
from paigow.table.refusals import Reason, Refused
from paigow.table.state import POSITIONS, DealtHand, Table, Wager, WagerResult
from paigow.table.visibility.views import sees
from paigow.wagers.money import LARGEST
from paigow.wagers.wager import Kind


@dataclass(frozen=True, slots=True)
class ActorContext:
    """A table and who asks."""

    rules: Rules
    table: Table
    actor: str

    def hand_seen(self, place: int) -> DealtHand | None:
        """The hand at a place, if the actor can see its pieces."""
        hand = self.table.hands.get(place)
        return hand if hand is not None and sees(self.table, hand, self.actor) else None


def refusal_of(moment: ActorContext, command: Command) -> Reason | None:
    """Why a command would be refused; None if it would be accepted."""
    try:
        decide(moment.rules, moment.table, command)
    except Refused as refusal:
        return refusal.reason
    return None


class Free(Struct, frozen=True):
    """A field that you choose, with its bounds or its choices; without either, any value will do."""

    field: str
    """The field's name."""
    kind: str
    """What its values are, such as `cents`, `text`, or `pieces`."""
    least: int | None = None
    """The smallest value."""
    most: int | None = None
    """The largest value."""
    choices: tuple[Any, ...] = ()
    """All values, if they can be listed."""

    def allows(self, value: Any) -> bool:
        """Whether a value is within the bounds; a value left out is, and pieces can be in any order."""
        if value is UNSET:
            return True
        if self.kind == "pieces" and self.choices:
            return tuple(sorted(value)) in {tuple(sorted(choice)) for choice in self.choices}
        return (
            (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
            and (not self.choices or value in self.choices)
        )


class Sum(Struct, frozen=True):
    """A bound on several fields: the sum of those in `plus` minus the sum of those in `minus`."""

    plus: tuple[str, ...]
    """Fields that are added."""
    minus: tuple[str, ...]
    """Fields that are subtracted."""
    least: int
    """The smallest total."""
    most: int
    """The largest total."""

    def holds(self, command: Command) -> bool:
        total: int = sum(getattr(command, name) for name in self.plus)
        less: int = sum(getattr(command, name) for name in self.minus)
        return self.least <= total - less <= self.most


class LegalOption(Struct, frozen=True):
    """A command that would be accepted now, and the fields of it that you can change.

    A free field can have any value within its bounds as long as the sums hold; send all others as they are.
    """

    command: Command
    free: tuple[Free, ...] = ()
    """The fields that you can change."""
    sums: tuple[Sum, ...] = ()
    """Bounds on several of them together."""


def covers(option: LegalOption, command: Command) -> bool:
    """Whether an option allows a command."""
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
    """The accepted number nearest to `far`, given that `near` is accepted and there is a single boundary.

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


def wager_options(moment: ActorContext) -> Iterator[LegalOption]:
    """One option for each spot and kind that the actor can bet on."""
    rules, table = moment.rules, moment.table
    if not table.bets_open or table.position_of(moment.actor) is None:
        return
    for position in POSITIONS[: rules.table.chairs]:
        for kind in kinds_offered(rules):
            if _on_spot(moment, position, kind) and (option := _room(moment, position, kind)) is not None:
                yield option


def _on_spot(moment: ActorContext, position: int, kind: Kind) -> bool:
    """Whether the actor can bet on a spot at all: most are somebody else's, whatever the amount."""
    try:
        require_spot(moment.rules, moment.table, Wager(moment.actor, position, kind, 1))
    except Refused:
        return False
    return True


def _room(moment: ActorContext, position: int, kind: Kind) -> LegalOption | None:
    """What the actor can bet there, replacing what is there."""
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

    if refusal_of(moment, of(least)) is not None:
        return None
    most = furthest(least, max(least, most), lambda total: refusal_of(moment, of(total)) is None)
    coupon = table.balances.get(coupons(person), 0) + held.coupon
    if not given and not coupon:
        return LegalOption(of(least), (Free("chips", "cents", least, most),))
    free = [Free("chips", "cents", 0, chips)]
    sums = [Sum(("chips", "promotional"), (), least, most)]
    if given:
        free.append(Free("promotional", "cents", 0, given))
    if coupon and kind == "main":
        free.append(Free("coupon", "cents", 0, coupon))
        sums.append(Sum(("chips",), ("coupon",), 0, LARGEST))
    return LegalOption(of(least), tuple(free), tuple(sums))


def correction_options(moment: ActorContext) -> Iterator[LegalOption]:
    """Two options for each wager: at least a cent above what was due, and at least a cent below.

    If large differences need signatures, the names are a field like any other (R111).
    """
    signs = (Free("signed", "texts"),) if moment.rules.records.second_signature else ()
    for result in moment.table.record.results:
        for step in (1, -1):
            near = result.due + step
            if _accepted(moment, result, near):
                far = furthest(near, step * LARGEST, partial(_accepted, moment, result))
                bounds = Free("handed", "cents", min(near, far), max(near, far))
                yield LegalOption(_command(moment, result, near), (bounds, Free("why", "text"), *signs))


def _command(moment: ActorContext, result: WagerResult, handed: int) -> CorrectPayment:
    person, position, kind = result.key
    found = CorrectPayment(
        by=moment.actor, person=person, position=position, kind=kind, handed=handed, why="as seen"
    )
    return replace(found, signed=TWO_NAMES) if moment.rules.records.second_signature else found


def _accepted(moment: ActorContext, result: WagerResult, handed: int) -> bool:
    return refusal_of(moment, _command(moment, result, handed)) is None


_WHATEVER_IS_SAID: Final = (Reason.NOT_YOURS, Reason.WRONG_STEP, Reason.PENDING)
"""Refusals that depend on the actor and the moment alone: no other field value would help."""
_FIELDS: Final = {kind: [field for field in fields_of(kind) if field.name != "by"] for kind in COMMANDS}
_NOTHING: Final[Mapping[Any, Any]] = {
    int: 1,
    str: "",
    bool: False,
    tuple[int, int, int]: (1, 1, 1),
    dict[str, int]: {},
    Cut: Cut(1, 1, "right"),
}
_WITHOUT_SENSE: Final = {
    kind: {
        field.name: _NOTHING.get(plain_type(field.type), ()) for field in fields if field.default is NODEFAULT
    }
    for kind, fields in _FIELDS.items()
}
"""Values for testing whether the actor and the moment alone block a command."""
_BY_NAME: Final = frozenset(
    kind for kind, fields in _FIELDS.items() if any(plain_type(field.type) is str for field in fields)
)
"""Commands that name something a table may or may not offer."""


_OWN_WAYS: Final[Mapping[type[Command], Callable[[ActorContext], Iterator[LegalOption]]]] = {
    PlaceWager: wager_options,
    CorrectPayment: correction_options,
}
"""Commands whose options aren't found by trying the values of each field."""


def legal(rules: Rules, table: Table, actor: str) -> tuple[LegalOption, ...]:
    """Everything an actor can do now."""
    return tuple(option for found in legal_in_steps(rules, table, actor) for option in found)


def legal_in_steps(rules: Rules, table: Table, actor: str) -> Iterator[tuple[LegalOption, ...]]:
    """The same, one kind of command at a time: finding all of them takes long."""
    moment = ActorContext(rules, table, actor)
    for kind in conceivable(rules, table, actor):
        yield tuple(options_of(moment, kind))


def options_of(moment: ActorContext, kind: type[Command]) -> Iterator[LegalOption]:
    """What the actor can do with one kind of command now."""
    command = kind(by=moment.actor, **_WITHOUT_SENSE[kind])
    reason = refusal_of(moment, command)
    if not _FIELDS[kind]:
        if reason is None:
            yield LegalOption(command)
        return
    if reason in _WHATEVER_IS_SAID or (reason is Reason.NOT_OFFERED and kind not in _BY_NAME):
        return
    if kind in _OWN_WAYS:
        yield from _OWN_WAYS[kind](moment)
        return
    for domains in _combined(moment, kind, _FIELDS[kind], {}):
        found = _option(moment, kind, domains)
        if isinstance(found, LegalOption):
            yield found
        elif found in _WHATEVER_IS_SAID:
            return


def _combined(
    moment: ActorContext, kind: type[Command], fields: list[FieldInfo], before: Mapping[str, Domain]
) -> Iterator[Mapping[str, Domain]]:
    """Every choice of one domain per field; a field's domains can depend on the values before it."""
    if not fields:
        yield before
        return
    fixed = {name: domain.value for name, domain in before.items() if isinstance(domain, Only)}
    for domain in alternatives(moment, fields[0], fixed):
        yield from _combined(moment, kind, fields[1:], {**before, fields[0].name: domain})


def _examples(domain: Domain) -> tuple[Any, ...]:
    match domain:
        case Only(value):
            return (value,)
        case WholeNumbers(tries=tries):
            return tries
        case OneOf(values=values):
            return values[:1]
        case _:
            return (domain.example,)


def _option(
    moment: ActorContext, kind: type[Command], domains: Mapping[str, Domain]
) -> LegalOption | Reason | None:
    """The option with these domains, or the reason there is none."""
    reason: Reason | None = None
    for values in product(*map(_examples, domains.values())):
        command = kind(by=moment.actor, **dict(zip(domains, values, strict=True)))
        reason = refusal_of(moment, command)
        if reason is None:
            found = (_bounds(moment, command, name, domain) for name, domain in domains.items())
            free = tuple(bound for bound in found if bound is not None)
            return LegalOption(replace(command, **_usual(free, domains)), free)
        if reason in _WHATEVER_IS_SAID:
            break
    return reason


def _usual(free: Iterable[Free], domains: Mapping[str, Domain]) -> dict[str, int]:
    """The usual values of the free fields, as far as they are allowed now."""
    found = {}
    for bound in free:
        domain = domains[bound.field]
        if isinstance(domain, WholeNumbers) and domain.usual is not None and bound.allows(domain.usual):
            found[bound.field] = domain.usual
    return found


def _bounds(moment: ActorContext, command: Command, name: str, domain: Domain) -> Free | None:
    match domain:
        case Only():
            return None
        case OneOf(kind, values):
            return Free(name, kind, choices=values)
        case WholeNumbers(kind, _, far):
            near = getattr(command, name)
            end = furthest(
                near, far, lambda value: refusal_of(moment, replace(command, **{name: value})) is None
            )
            least, most = min(near, end), max(near, end)
            return Free(name, kind, None if kind == "time" else least, most)
        case _:
            return Free(name, domain.kind)
