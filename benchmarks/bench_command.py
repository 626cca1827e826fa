"""A command from socket to socket: the server's CPU time for each stage, at three paces.

50 tables of six on SQLite. Code that runs rarely runs cold: the same work costs more at a lower load.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.live.processes import driven, floor_command
from benchmarks.live.stages import STAGES, WRITTEN_EVERY
from benchmarks.report import Report

__all__ = ["PACES", "REST", "WRITER", "run"]

TABLES: Final = 50
PACES: Final[dict[str, tuple[str, float]]] = {
    "saturated": ("table", 0.0),
    "1,000 a second": ("paced", 1_000.0),
    "50 a second": ("paced", 50.0),
}
REST: Final = "the loop itself, pipe to the writer"
WRITER: Final = "writing process"


def run(report: Report) -> None:
    """Each stage at each pace, then the rest of the loop's time, and the writer process."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "stages.json"
        command = [*floor_command(f"sqlite:///{folder}/floor.db", TABLES), "--stages", str(kept)]
        with driven(command) as server:
            server.ask(open=TABLES)
            for pace, (pattern, rate) in PACES.items():
                before = _sums(kept)
                found = server.run(pattern, 10.0 if report.long else 4.0, rate=rate)
                after, commands = _sums(kept), found["commands"]
                spent = {stage: after[stage] - before[stage] for stage in STAGES}
                spent[REST] = max(0.0, found["loop_seconds"] - sum(spent.values()))
                spent[WRITER] = found["server_seconds"] - found["loop_seconds"]
                for stage, seconds in spent.items():
                    report.measured(f"{pace}: {stage}", 1e6 * seconds / commands, "us a command")


def _sums(path: Path) -> dict[str, float]:
    """The current sums: the file is rewritten within a moment."""
    time.sleep(3 * WRITTEN_EVERY)
    found: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))
    return found
