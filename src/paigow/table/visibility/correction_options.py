"""The payments that the floor may correct now: each wager of the round, more or less than it was due."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from paigow.table.irregularities.correcting import CorrectPayment
from paigow.table.state import Result
from paigow.table.visibility.domains import Moment, refusal_of
from paigow.table.visibility.options import Free, Option, furthest
from paigow.wagers.money import LARGEST

__all__ = ["correction_options"]


def correction_options(moment: Moment) -> Iterator[Option]:
    """Two options for each wager: a cent and more above what was due, a cent and more below it."""
    for result in moment.table.record.results:
        for step in (1, -1):
            near = result.due + step
            if _accepted(moment, result, near):
                far = furthest(near, step * LARGEST, partial(_accepted, moment, result))
                bounds = Free("handed", "cents", min(near, far), max(near, far))
                yield Option(_command(moment, result, near), (bounds, Free("why", "text")))


def _command(moment: Moment, result: Result, handed: int) -> CorrectPayment:
    person, position, kind = result.key
    return CorrectPayment(
        by=moment.actor, person=person, position=position, kind=kind, handed=handed, why="as seen"
    )


def _accepted(moment: Moment, result: Result, handed: int) -> bool:
    return refusal_of(moment, _command(moment, result, handed)) is None
