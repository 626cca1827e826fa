"""Logs as one JSON object a line. Nothing secret is ever given to them: seeds, tokens, hands, passwords.

What an error says may quote what it was about, a database's error a whole row: its kind is logged, and where
it happened, and not its words.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime

__all__ = ["log_as_json"]


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it came from, the last first."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            causes = list(_causes(record.exc_info[1]))
            line["error"] = " from ".join(type(each).__name__ for each in causes)
            line["traceback"] = [
                "Traceback (most recent call last)",
                *(
                    f"{frame.filename}:{frame.lineno} {frame.name}"
                    for each in reversed(causes)
                    for frame in traceback.extract_tb(each.__traceback__)
                ),
            ]
        return json.dumps(line, ensure_ascii=False)


def log_as_json(level: str) -> None:
    """Send all logs to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for chatty in ("uvicorn", "uvicorn.error", "uvicorn.access", "psycopg.pool", "asyncio"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
