"""Commands that somebody waits for at a terminal: wall time in seconds, from the call to the prompt."""

from __future__ import annotations

import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.report import Report, best_seconds

__all__ = ["run"]

AT_ONCE: Final = 0.3
COMMANDS: Final[dict[str, tuple[tuple[str, ...], float]]] = {
    "`paigow --help`": (("--help",), AT_ONCE),
    "`paigow show` of seven cards": (("show", "As Kd Jo 10h 9c 9d 2s"), AT_ONCE),
    "`paigow compare` of two settings": (
        ("compare", "Kd Qs / As Jo 9c 9d 2s", "Ah Qh / Kc Ks 8c 8d 3h"),
        AT_ONCE,
    ),
    "`paigow odds` of cards, kept from before": (("odds", "maryland-poker"), 1.0),
    **{
        f"a thousand rounds of {game} to JSON": (("deal", book, "--rounds", "1000", "--json"), 3.0)
        for game, book in (("tiles", "commission-tiles"), ("cards", "maryland-poker"))
    },
}
"""What is waited for, the words after `paigow`, and the target in seconds."""


def run(report: Report) -> None:
    """The best of three runs of each command, after a warm-up run that fills the caches."""
    with TemporaryDirectory() as folder:
        # An installed program has its modules compiled; here only the first call compiles them.
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONDONTWRITEBYTECODE": ""}
        for what, (words, at_most) in COMMANDS.items():
            command = [sys.executable, "-m", "paigow", *words]

            def once(command: list[str] = command) -> None:
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)

            once()
            report.measured(what, best_seconds(once), "s", at_most)
