"""The extra set of a six-spot table goes, with the unused tiles, left of the chip rack. Not sweeping."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.sweeping import after_sweeping
from paigow.table.hands.progress import looks
from paigow.table.refusals import Reason, Refused, require_dealer, require_step
from paigow.table.state import DEAD_HAND, HandStatus, Step, Table, changed


class PlaceExtraSet(Command, frozen=True, tag="place-extra-set"):
    """The dealer puts the extra set and the unused tiles to the left of the chip rack, unseen."""


class ExtraSetPlaced(Event, frozen=True, tag="extra-set-placed"):
    places: tuple[int, ...]
    """Whose tiles are unused, beside the extra set itself."""
    then: Step


def place(rules: Rules, table: Table, command: PlaceExtraSet) -> tuple[Event, ...]:
    cites = rules.cite("extra set")
    require_dealer(command.by, "place the extra set", cites)
    if not rules.table.six_spots:
        raise Refused(Reason.NOT_OFFERED, "This is not a six-spot table: it has no extra set.", cites)
    require_step(table, "place the extra set", cites, Step.EXTRA_SET)
    unused = tuple(
        place
        for place, hand in sorted(table.hands.items())
        if place != DEAD_HAND and hand.status is HandStatus.DEAD
    )
    event = ExtraSetPlaced(places=unused, then=after_sweeping(rules, table), cites=cites)
    return (event, *looks(rules, placed(table, event)))


def placed(table: Table, event: ExtraSetPlaced) -> Table:
    return changed(table, step=event.then)
