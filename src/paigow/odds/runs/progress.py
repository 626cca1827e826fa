"""The progress of a long task, and the time left. Not how it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


class _Listener:
    """Who hears how much of the shard at work in this process is done."""

    hear: Callable[[float], None] = staticmethod(lambda _share: None)


def tell_share(share: float) -> None:
    """Called by a shard's work, to say which share of it is done: above 0, below 1, and rising."""
    assert 0 < share < 1
    _Listener.hear(share)


@contextmanager
def listening(hear: Callable[[float], None]) -> Iterator[None]:
    """Hear the shares that work in this process tells meanwhile."""
    before = _Listener.hear
    _Listener.hear = staticmethod(hear)
    try:
        yield
    finally:
        _Listener.hear = staticmethod(before)
