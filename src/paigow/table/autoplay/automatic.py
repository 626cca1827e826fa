"""The automatic dealer does what is due, with what chance gives. What that is, `visibility.due` says.

It waits, by answering None, for what only a player can do. It makes no mistakes and reports none.
"""

from __future__ import annotations

from paigow.table.acts import Command
from paigow.table.autoplay.acting import DealerContext, Draws
from paigow.table.autoplay.chance import drawn
from paigow.table.visibility.due import due
from paigow.table.visibility.due_context import DueContext

__all__ = ["DealerContext", "Draws", "next_act"]


def next_act(moment: DealerContext) -> Command | None:
    """What dealer or floor does next; None while it is for a player to act."""
    rules, table = moment.rules, moment.table
    act = due(DueContext(rules, table, moment.now, moment.late, moment.meters)).act
    return None if act is None else drawn(rules, table, act, moment.chance)
