"""Monitoring for operators: JSON logs, Prometheus metrics, and readiness.

Logs never contain secrets: seeds, tokens, hands, passwords. An error's message can quote its subject, and a
database error a whole row, so only the error's type and traceback are logged.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import sys
import time
import traceback
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

if TYPE_CHECKING:
    from paigow.server.tables.floor import Floor

FRESH: Final = 0.4
"""How long a readiness result is cached, in seconds, so that frequent probes don't load the disk."""
PROBE_SECONDS: Final = 0.6
REPEATED_AFTER: Final = 60.0
"""How long the same warning is held back, in seconds."""
MOST_REMEMBERED: Final = 1_000
BUCKETS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Upper bounds of the histograms, in seconds."""


@dataclass(slots=True)
class Metrics:
    """Counters of connections and messages."""

    opened: int = 0
    closed: int = 0
    rejected: int = 0
    messages: int = 0
    frames: int = 0
    limited: int = 0
    dropped: int = 0


class Durations:
    """A histogram of seconds. The client library's own takes as long as encoding an event: it locks."""

    __slots__ = ("_counts", "_total", "meaning", "name")

    def __init__(self, name: str, meaning: str) -> None:
        self.name = name
        self.meaning = meaning
        self._counts = [0] * (len(BUCKETS) + 1)
        self._total = 0.0

    def observe(self, seconds: float) -> None:
        """Record a duration; on the event loop only."""
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._total += seconds

    def family(self) -> HistogramMetricFamily:
        """The cumulative count for each bound."""
        bounds = (*map(floatToGoString, BUCKETS), "+Inf")
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(self.name, self.meaning, buckets=buckets, sum_value=self._total)


class Timings:
    """How long the stages of a command take, as histograms."""

    def __init__(self) -> None:
        self.command = Durations("paigow_command_seconds", "From a client's command to its answer.")
        self.commit = Durations("paigow_commit_seconds", "From a group of commands to its commit.")
        self.fanout = Durations(
            "paigow_fanout_seconds", "Encoding and writing a change to all viewers of a table."
        )

    def families(self) -> Iterator[HistogramMetricFamily]:
        for each in (self.command, self.commit, self.fanout):
            yield each.family()


def metrics_text(metrics: Metrics, floor: Floor) -> bytes:
    """All metrics with their help, in Prometheus text format."""
    registry = CollectorRegistry()
    registry.register(_Figures(metrics, floor))
    return generate_latest(registry)


class _Figures(Collector):
    """Values counted elsewhere, collected on each scrape."""

    def __init__(self, metrics: Metrics, floor: Floor) -> None:
        self._metrics = metrics
        self._floor = floor

    def collect(self) -> Iterator[Metric]:
        metrics, floor, writer = self._metrics, self._floor, self._floor.writer
        counters: tuple[tuple[str, float, str], ...] = (
            ("connections", metrics.opened, "WebSocket connections opened."),
            ("turned_away", metrics.rejected, "WebSocket requests turned away."),
            ("messages", metrics.messages, "Messages received from clients."),
            ("frames", metrics.frames, "Writes to clients."),
            ("limited", metrics.limited, "Messages over the rate limit."),
            ("dropped", metrics.dropped, "Clients disconnected because they didn't read."),
            ("commands", writer.commands, "Commands written to the store."),
            ("commits", writer.groups, "Transactions committed, each with many commands."),
        )
        gauges: tuple[tuple[str, float, str], ...] = (
            ("connections_open", metrics.opened - metrics.closed, "WebSocket connections that are open."),
            ("writer_waiting", writer.waiting, "Commands waiting to be written."),
            ("tables", len(floor.rooms), "Tables of this floor."),
            ("tables_live", len(floor.live), "Tables at which a round is being played."),
            ("tables_run", floor.runs, "Tables that this process runs; the others it shows, and follows."),
            ("draining", floor.draining, "1 while the floor is closing."),
            ("uptime_seconds", time.time() - floor.started_at, "Seconds since the floor opened."),
            ("resident_bytes", _resident(), "Memory of the process."),
        )
        for name, value, meaning in counters:
            yield CounterMetricFamily(f"paigow_{name}", meaning, value=value)
        for name, value, meaning in gauges:
            yield GaugeMetricFamily(f"paigow_{name}", meaning, value=value)
        yield from floor.timings.families()


def _resident() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes, the last first."""
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
        if repeats := getattr(record, "repeats", 0):
            line["repeats"] = repeats
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
    handler.addFilter(OncePerMinute())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for chatty in ("uvicorn", "websockets", "psycopg.pool", "asyncio"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class OncePerMinute(logging.Filter):
    """Hold back a warning that repeats an earlier one, so that an outage doesn't fill the disk with its log.

    While a database is away, every connection, table, and poll says so, several times a second. A line that
    follows held ones counts them, as `repeats`. Tracebacks are never held back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[tuple[str, str], tuple[float, int]] = {}
        """By logger and sentence, when it was last written, and how often it was held back since."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING or record.exc_info:
            return True
        now, line = self._clock(), (record.name, record.getMessage())
        since, held = self._told.get(line, (-math.inf, 0))
        if now - since < REPEATED_AFTER:
            self._told[line] = (since, held + 1)
            return False
        if len(self._told) >= MOST_REMEMBERED:
            self._told.clear()
        self._told[line] = (now, 0)
        if held:
            record.repeats = held
        return True


class Readiness:
    """Whether the server is open and its store accepts writes; asks the store at most every `FRESH` s."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._probe: asyncio.Task[bool] | None = None
        self._since = 0.0

    async def why_not(self) -> str | None:
        """Why it isn't ready, in a few words; None if it is."""
        if self._floor.draining:
            return "closing"
        now = time.monotonic()
        if self._probe is None or (self._probe.done() and now - self._since > FRESH):
            self._since = now
            self._probe = asyncio.get_running_loop().create_task(self._writable())
        # A hanging probe isn't repeated until it returns.
        await asyncio.wait((self._probe,), timeout=PROBE_SECONDS)
        # A busy store may keep the probe waiting although commands are being committed.
        kept = now - self._floor.writer.kept_at < PROBE_SECONDS
        writable = self._probe.result() if self._probe.done() else kept
        # A probe can succeed where a group doesn't fit.
        writable = writable and not self._floor.writer.retries
        return None if writable else "the store takes no writes"

    async def _writable(self) -> bool:
        try:
            await asyncio.to_thread(self._floor.store.database.probe)
        except Exception:  # noqa: BLE001 - the answer is the same for every database error
            return False
        return True
