"""What a server counts, in the text that Prometheus reads."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paigow.server.tables.floor import Floor

__all__ = ["Metrics", "metrics_text"]


@dataclass(slots=True)
class Metrics:
    """Counters of connections and messages."""

    opened: int = 0
    closed: int = 0
    turned_away: int = 0
    messages: int = 0
    frames: int = 0
    limited: int = 0
    dropped: int = 0


def metrics_text(metrics: Metrics, floor: Floor) -> str:
    """All figures, each with what it means."""
    return "".join(
        f"# HELP paigow_{name} {meaning}\n# TYPE paigow_{name} {kind}\npaigow_{name} {value:.15g}\n"
        for name, kind, value, meaning in _figures(metrics, floor)
    )


def _figures(metrics: Metrics, floor: Floor) -> Iterator[tuple[str, str, float, str]]:
    yield "connections", "gauge", metrics.opened - metrics.closed, "WebSocket connections that are open."
    yield "connections_total", "counter", metrics.opened, "WebSocket connections opened."
    yield "turned_away_total", "counter", metrics.turned_away, "WebSocket requests turned away."
    yield "messages_total", "counter", metrics.messages, "Messages received from clients."
    yield "frames_total", "counter", metrics.frames, "Writes to clients."
    yield "limited_total", "counter", metrics.limited, "Messages over the rate limit."
    yield "dropped_total", "counter", metrics.dropped, "Clients dropped because they did not read."
    yield "commands_total", "counter", floor.writer.commands, "Commands written to the store."
    yield "commits_total", "counter", floor.writer.groups, "Transactions committed, each with many commands."
    yield "writer_waiting", "gauge", floor.writer.waiting, "Commands waiting to be written."
    yield "tables", "gauge", len(floor.rooms), "Tables of this floor."
    yield "tables_live", "gauge", len(floor.live), "Tables at which a round is being played."
    yield "draining", "gauge", float(floor.draining), "1 while the floor is closing."
    yield "uptime_seconds", "gauge", time.time() - floor.started_at, "Seconds since the floor opened."
    yield "resident_bytes", "gauge", _resident(), "Memory of the process."


def _resident() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
