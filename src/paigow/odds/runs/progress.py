"""The progress of a long task, and the time left. Not how it is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """A task's progress, in its own unit of work; `kept` is the part done by an earlier run."""

    task: str
    unit: str
    done: int
    total: int
    kept: int
    seconds: float

    @property
    def rate(self) -> float | None:
        """Work per second in this run."""
        worked = self.done - self.kept
        return worked / self.seconds if worked and self.seconds else None

    @property
    def seconds_left(self) -> float | None:
        return None if self.rate is None else (self.total - self.done) / self.rate


ReportProgress = Callable[[Progress], None]
