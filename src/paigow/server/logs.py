"""Logs as one JSON object a line. Nothing secret is ever given to them: seeds, tokens, hands, passwords."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

__all__ = ["log_as_json"]


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_as_json(level: str) -> None:
    """Send all logs to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for chatty in ("uvicorn", "uvicorn.error", "uvicorn.access", "psycopg.pool", "asyncio"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
