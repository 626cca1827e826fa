"""Progressive meters that several tables feed: what they show and how many times they were hit (R74).

The keeper of the meters folds the events of all tables, in the order in which they happen, and tells each
command that pays a share. A table's own meters are accounts of its own: see `progressive`.
"""

from __future__ import annotations

from msgspec import Struct

from paigow.table.acts import Event
from paigow.table.sides.progressive import ProgressiveCollected, ProgressiveSettled
from paigow.wagers.progressive import ProgressiveTerms


class SharedMeters(Struct, frozen=True):
    """What each meter shows, in cents, and the number of hits so far."""

    readings: dict[str, int]
    hits: int = 0


def started(terms: ProgressiveTerms) -> SharedMeters:
    return SharedMeters({each.meter.value: each.start for each in terms.meters})


def after(meters: SharedMeters, event: Event) -> SharedMeters:
    """What the meters show after something that happened at one of their tables."""
    match event:
        case ProgressiveCollected():
            fed = {name: cents + event.fed.get(name, 0) for name, cents in meters.readings.items()}
            return SharedMeters(fed, meters.hits)
        case ProgressiveSettled() if event.meter is not None:
            left = meters.readings[event.meter] - event.won + event.restart
            return SharedMeters({**meters.readings, event.meter: left}, meters.hits + 1)
        case _:
            return meters
