"""The evidence for a transcript's `shows` lines: an event, a refusal, or a script line in it cites each.

Lines that always apply are excluded: they would support a claim about them in every play.
"""

from __future__ import annotations

from collections.abc import Iterable

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.engine import evolve
from paigow.table.refusals import Refused
from paigow.table.state import Table
from paigow.table.text import script
from tests.table.transcripts import Transcript, run

__all__ = ["unsupported"]


class _Cited:
    """Collects what is cited while a transcript is played."""

    def __init__(self) -> None:
        self.ids: set[str] = set()

    def note(
        self, rules: Rules, table: Table, command: Command, outcome: tuple[Event, ...] | Refused
    ) -> None:
        waiting = (line for line in script.next_lines(rules, table) if line.key.startswith("wait"))
        self._take(line.cites for line in waiting)
        if isinstance(outcome, Refused):
            self.ids.update(outcome.cites)
            return
        self._take(event.cites for event in outcome)
        self._take(line.cites for line in script.of(rules, table, command, outcome))
        for event in outcome:
            table = evolve(table, event)
            self._take(line.cites for line in script.after(rules, table, event))

    def _take(self, cites: Iterable[tuple[str, ...]]) -> None:
        self.ids.update(id_ for group in cites for id_ in group)


def unsupported(transcript: Transcript) -> list[str]:
    """Play a transcript; returns the paragraphs and rulings it claims to show that nothing in it cites."""
    cited = _Cited()
    run(transcript, cited.note)
    own = {id_.removeprefix(f"{transcript.book} "): id_ for id_ in transcript.shows}
    return [id_ for short, id_ in own.items() if short not in cited.ids]
