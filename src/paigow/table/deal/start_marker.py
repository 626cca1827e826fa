"""A cover card or another object at the place where the deal starts, where a card table uses one."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.state import Table, changed


class StartMarked(Event, frozen=True, tag="start-marked"):
    place: int
    marker: str


def mark_start(rules: Rules, place: int) -> tuple[StartMarked, ...]:
    """The start that was found, marked as the submission says; nothing where it has no marker."""
    marker = rules.starting.marker
    if rules.is_tiles or marker == "none":
        return ()
    return (StartMarked(place=place, marker=marker, cites=rules.cite("start marker")),)


def marked(table: Table, event: StartMarked) -> Table:
    return changed(table, cards=changed(table.cards, marker=event.place))
