"""What processes of one floor tell each other about who is where: notes that PostgreSQL accepts."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

from paigow.server.accounts.identity import guest_name
from paigow.server.tables.peers import PeerProcesses

LONGEST = 8_000
"""PostgreSQL rejects a note this long, and a process that can't announce who is here runs no table."""


def test_names_as_long_as_can_be_fit_into_notes() -> None:
    """Three tables nearly fill a note, and the fourth has seven guests whose letters take 12 bytes each."""
    longest = guest_name("\U00020000" * 24)
    crowds = {f"table-{number}": [longest] * seats for number, seats in enumerate((7, 7, 5, 7, 1, 0))}
    rooms = {name: SimpleNamespace(present=lambda people=people: people) for name, people in crowds.items()}
    peers = PeerProcesses(cast("Any", None), cast("Any", rooms), lambda: None)
    notes = peers._presence_notes(rooms)
    assert max(len(note.encode()) for note in notes) < LONGEST
    told = [each for note in notes for each in json.loads(note)["tables"].items()]
    assert told == [*crowds.items()]
