"""Killed with SIGKILL after any command, a store has every acknowledged command once, and continues."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from paigow.store.audit import audit
from paigow.store.journal import Store
from tests.store.evenings import appends, evening

Opened = Callable[[], Store]
ROOT = Path(__file__).parent.parent.parent
KILLS = 4


def _run_until(address: str, commands: int) -> list[str]:
    """Run the process and kill it as soon as it has acknowledged this many commands."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.killing", address], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        acknowledged = []
        for line in process.stdout:
            acknowledged.append(line.strip())
            if len(acknowledged) >= commands:
                process.kill()
                break
        process.wait()
        return acknowledged


def test_nothing_acknowledged_is_lost_and_nothing_is_there_twice(address: str, opened: Opened) -> None:
    record, rules, happened = evening(rounds=1)
    batches = appends(happened)
    step = max(1, len(batches) // KILLS)
    for commands in range(step, len(batches) + step, step):
        acknowledged = _run_until(address, commands)
        store = opened()
        kept = [command.id for command in store.commands(record.id)]
        assert kept[: len(acknowledged)] == acknowledged
        assert len(set(kept)) == len(kept)
        assert [entry.body for entry in store.events(record.id)] == [
            body for batch in batches[: len(kept)] for body in batch.events
        ]
        assert list(audit(store, lambda _record: rules)) == []
        store.close()
    assert opened().head(record.id).version == batches[-1].last
