"""The log of a server: one line for each cause, however often it is told."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from typing import Any

from paigow.server.monitoring import REPEATED_AFTER, OncePerMinute, _JsonLines


def lines_of(told: list[tuple[float, str, bool]]) -> list[dict[str, Any]]:
    """What is logged of warnings, each told at a time, with or without a traceback."""
    now = 0.0
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_JsonLines())
    handler.addFilter(OncePerMinute(lambda: now))
    for at, sentence, failed in told:
        now = at
        failure = (OSError, OSError("away"), None) if failed else None
        handler.handle(logging.LogRecord("paigow.peers", logging.WARNING, "", 0, sentence, (), failure))
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_outage_is_logged_once_a_minute() -> None:
    """Told twice a second for two minutes: at the start and after each minute."""
    found = lines_of([(half / 2, "not connected", False) for half in range(4 * int(REPEATED_AFTER) + 1)])
    held = 2 * int(REPEATED_AFTER) - 1
    assert [line.get("repeats") for line in found] == [None, held, held]


def test_other_sentences_and_tracebacks_are_logged_each_time() -> None:
    told = [
        (0.0, "one", False),
        (0.1, "other", False),
        (0.2, "one", True),
        (0.3, "one", True),
        (0.4, "one", False),
    ]
    assert [line["message"] for line in lines_of(told)] == ["one", "other", "one", "one"]


def test_a_server_logs_so() -> None:
    program = (
        "import logging; from paigow.server.monitoring import log_as_json; log_as_json('info');"
        "[logging.getLogger('psycopg.pool').warning('error connecting') for _ in range(9)];"
        "[logging.getLogger('paigow.lifecycle').info('open') for _ in range(2)]"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert [json.loads(line)["message"] for line in done.stderr.splitlines()] == [
        "error connecting",
        "open",
        "open",
    ]
