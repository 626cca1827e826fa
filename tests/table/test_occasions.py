"""Who can send a command at which step: commands.tsv leaves out nothing that `decide` accepts."""

from __future__ import annotations

from pathlib import Path

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF
from paigow.table.engine import commands_of, conceivable
from paigow.table.state import Table
from paigow.table.visibility.legal import ActorContext, options_of
from tests.table.transcripts import PLAYS, states_of

STRANGER = "zoe"
EVERY = 7
"""Every seventh table of a transcript is searched completely, and each kind of moment once."""


def _left_out(rules: Rules, table: Table, actor: str) -> list[str]:
    tried = conceivable(rules, table, actor)
    moment = ActorContext(rules, table, actor)
    return [
        f"{actor} at {table.step.value}: {option.command}"
        for kind in commands_of(rules)
        if kind not in tried
        for option in options_of(moment, kind)
    ]


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in sorted(PLAYS.glob("*.play"))])
def test_whatever_is_accepted_is_conceivable(path: Path) -> None:
    rules, tables = states_of(path)
    moments = {
        (table.step, bool(table.choosing), bool(table.leaving), table.bank is None): table for table in tables
    }
    for table in (*moments.values(), *tables[::EVERY]):
        seated = {person for person in table.chairs if person}
        for actor in (*STAFF, *seated, STRANGER):
            assert not _left_out(rules, table, actor)
