"""Every command that an actor may give now, with the bounds of what is free in it. Not who decides: `decide`.

Rules stand in one place: a command is listed because `decide` accepts it. What is written here and in
`domains` is only what to try, and which fields are left for the actor to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, replace
from msgspec.structs import fields as fields_of

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.bank.cutting import Cut
from paigow.table.bets.betting import PlaceWager
from paigow.table.engine import COMMANDS, commands_of
from paigow.table.irregularities.correcting import CorrectPayment
from paigow.table.refusals import Reason
from paigow.table.state import Table
from paigow.table.visibility.domains import (
    ActorContext,
    Choices,
    Domain,
    Numbers,
    Only,
    alternatives,
    refusal_of,
)
from paigow.table.visibility.options import (
    Free,
    Option,
    Sum,
    correction_options,
    covers,
    furthest,
    wager_options,
)

__all__ = ["Free", "Option", "Sum", "covers", "legal", "legal_in_steps"]

_WHATEVER_IS_SAID: Final = (Reason.NOT_YOURS, Reason.WRONG_STEP, Reason.PENDING)
"""Refusals that hang on the actor and the moment alone: no other value of a field would help."""
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
    kind: {field.name: _NOTHING.get(field.type, ()) for field in fields if field.default is NODEFAULT}
    for kind, fields in _FIELDS.items()
}
"""Values to find out with whether the actor and the moment alone stand against a command."""
_BY_NAME: Final = frozenset(
    kind for kind, fields in _FIELDS.items() if any(field.type is str for field in fields)
)
"""Commands that name something of which a table may offer one and not another."""


_OWN_WAYS: Final[Mapping[type[Command], Callable[[ActorContext], Iterator[Option]]]] = {
    PlaceWager: wager_options,
    CorrectPayment: correction_options,
}
"""Commands whose options are found otherwise than by trying the values of each field."""


def legal(rules: Rules, table: Table, actor: str) -> tuple[Option, ...]:
    """Everything that an actor may do now."""
    return tuple(option for found in legal_in_steps(rules, table, actor) for option in found)


def legal_in_steps(rules: Rules, table: Table, actor: str) -> Iterator[tuple[Option, ...]]:
    """The same, one kind of command after the other: together they take long to find."""
    moment = ActorContext(rules, table, actor)
    for kind in commands_of(rules):
        yield tuple(_options(moment, kind))


def _options(moment: ActorContext, kind: type[Command]) -> Iterator[Option]:
    reason = refusal_of(moment, kind(by=moment.actor, **_WITHOUT_SENSE[kind]))
    if reason in _WHATEVER_IS_SAID or (reason is Reason.NOT_OFFERED and kind not in _BY_NAME):
        return
    if kind in _OWN_WAYS:
        yield from _OWN_WAYS[kind](moment)
        return
    for domains in _combined(moment, kind, _FIELDS[kind], {}):
        found = _option(moment, kind, domains)
        if isinstance(found, Option):
            yield found
        elif found in _WHATEVER_IS_SAID:
            return


def _combined(
    moment: ActorContext, kind: type[Command], fields: list[FieldInfo], before: Mapping[str, Domain]
) -> Iterator[Mapping[str, Domain]]:
    """Every choice of one domain for each field; those of a field may hang on the values before it."""
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
        case Numbers(tries=tries):
            return tries
        case Choices(values=values):
            return values[:1]
        case _:
            return (domain.example,)


def _option(
    moment: ActorContext, kind: type[Command], domains: Mapping[str, Domain]
) -> Option | Reason | None:
    """The option with these domains, or the reason why there is none."""
    reason: Reason | None = None
    for values in product(*map(_examples, domains.values())):
        command = kind(by=moment.actor, **dict(zip(domains, values, strict=True)))
        reason = refusal_of(moment, command)
        if reason is None:
            free = (_bounds(moment, command, name, domain) for name, domain in domains.items())
            return Option(command, tuple(bound for bound in free if bound is not None))
        if reason in _WHATEVER_IS_SAID:
            break
    return reason


def _bounds(moment: ActorContext, command: Command, name: str, domain: Domain) -> Free | None:
    match domain:
        case Only():
            return None
        case Choices(kind, values):
            return Free(name, kind, choices=values)
        case Numbers(kind, _, far):
            near = getattr(command, name)
            end = furthest(
                near, far, lambda value: refusal_of(moment, replace(command, **{name: value})) is None
            )
            least, most = min(near, end), max(near, end)
            return Free(name, kind, None if kind == "time" else least, most)
        case _:
            return Free(name, domain.kind)
