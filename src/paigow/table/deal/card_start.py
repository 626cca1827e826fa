"""Where the first card goes without dice: a generator's number, or the flat button. For dice see `dice`."""

from __future__ import annotations

from msgspec import UNSET

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.card_methods import cite_deal, methods
from paigow.table.deal.commitments import START, Drawn, next_draw, require_mixed
from paigow.table.deal.dice import counted_place, mark_start
from paigow.table.fields import UpToSeven
from paigow.table.refusals import Reason, Refused, require_dealer, require_step
from paigow.table.state import CARD_PLACES, Shaker, Step, Table, changed


class GenerateStart(Command, frozen=True, tag="generate-start"):
    """The random number generator shows a number from 1 to 7."""

    number: UpToSeven


class FollowButton(Command, frozen=True, tag="follow-button"):
    """The flat button shows where the first stack goes."""


class StartFound(Event, frozen=True, tag="start-found"):
    number: int | None
    start: int
    draw: Drawn = UNSET


def start_step(rules: Rules, table: Table) -> Step:
    """How the start is found once bets are closed: by shaking, or at once by generator or button."""
    return Step.SHAKE if methods(rules, table).starting == "shaker" else Step.START


def generate(rules: Rules, table: Table, command: GenerateStart) -> tuple[Event, ...]:
    cites = rules.cite("generator" if table.bank is None else "generator with bank")
    require_dealer(command.by, "use the generator", cites)
    if methods(rules, table).starting != "generator":
        raise Refused(Reason.NOT_OFFERED, "This table has no random number generator for the start.", cites)
    require_step(table, "use the generator", cites, Step.START)
    require_mixed(table)
    if not 1 <= command.number <= len(CARD_PLACES):
        raise Refused(Reason.BAD_PIECES, f"The generator shows 1 to 7, not {command.number}.", cites)
    return _found(rules, table, command.number, counted_place(rules, table, command.number), cites)


def follow(rules: Rules, table: Table, command: FollowButton) -> tuple[Event, ...]:
    cites = rules.cite("flat button")
    require_dealer(command.by, "follow the button", cites)
    if methods(rules, table).starting != "flat-button":
        raise Refused(Reason.NOT_OFFERED, "This table has no button for the start.", cites)
    require_step(table, "follow the button", cites, Step.START)
    now = "flat button at the start" if table.between.start_of_game else "flat button later"
    return _found(rules, table, None, table.cards.button, (*cites, *rules.cite(now)))


def _found(
    rules: Rules, table: Table, number: int | None, start: int, cites: tuple[str, ...]
) -> tuple[Event, ...]:
    draw = UNSET if number is None else next_draw(table, START)
    cites = (*cites, *cite_deal(rules, table, "start"))
    found = StartFound(number=number, start=start, draw=draw, cites=cites)
    return (found, *mark_start(rules, start))


def found(table: Table, event: StartFound) -> Table:
    return changed(table, shaker=Shaker(announced=event.number, start=event.start), step=Step.DEAL)
