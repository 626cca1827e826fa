"""What a benchmark reports, and how the report reads. It measures only time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

__all__ = ["Figure", "Report", "best_seconds", "table_lines"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement; if there is a peer's, the ratio must reach the target if there is one.

    If less is better, the goal is in `at_most`.
    """

    what: str
    ours: float
    unit: str
    peer: str | None = None
    theirs: float | None = None
    target_ratio: float | None = None
    at_most: float | None = None

    @property
    def ratio(self) -> float | None:
        """Our figure divided by the peer's."""
        return self.ours / self.theirs if self.theirs else None

    @property
    def met(self) -> bool:
        """Whether the goal is reached; true if there is none."""
        if self.at_most is not None and self.ours > self.at_most:
            return False
        return self.target_ratio is None or (self.ratio is not None and self.ratio >= self.target_ratio)

    @property
    def goal(self) -> str:
        """The goal in words: how many times the peer's figure, or how much at most."""
        if self.at_most is not None:
            return f"at most {self.at_most:,.4g}"
        return "" if self.target_ratio is None else f"{self.target_ratio:g}"


@dataclass(slots=True)
class Report:
    """The figures measured so far, handed to each benchmark's `run`."""

    figures: list[Figure] = field(default_factory=list)
    long: bool = False
    """Whether to measure for as long as certainty takes, rather than for minutes."""

    def measured(self, what: str, ours: float, unit: str, at_most: float | None = None) -> None:
        """Add a figure of our own; with a goal, less is better."""
        self.add(Figure(what, ours, unit, at_most=at_most))

    def compared(
        self, what: str, ours: float, unit: str, peer: str, theirs: float, target_ratio: float | None = None
    ) -> None:
        """Add a figure and a peer's in the same unit; more is better, so the ratio is a speedup."""
        self.add(Figure(what, ours, unit, peer, theirs, target_ratio))

    def say(self, sentence: str) -> None:
        """Add a remark that isn't a figure, such as why a peer is missing."""
        print(sentence, flush=True)

    def add(self, figure: Figure) -> None:
        """Record a figure and print it at once, since the next can take minutes."""
        self.figures.append(figure)
        print(line(figure), flush=True)


def line(figure: Figure) -> str:
    """A figure in words."""
    text = f"{figure.what:<52} {figure.ours:>16,.4g} {figure.unit}"
    if figure.ratio is not None:
        text += f"   {figure.peer} {figure.theirs:,.4g}   ratio {figure.ratio:,.2f}"
    if figure.goal:
        text += f" (target {figure.goal}: {'met' if figure.met else 'MISSED'})"
    return text


def table_lines(figures: Iterable[Figure]) -> Iterator[str]:
    """Figures as a Markdown table, with the peer's next to ours."""
    yield from ("| what | ours | unit | peer | theirs | ratio | target |", "|---|---:|---|---|---:|---:|---|")
    for each in figures:
        theirs = f"{each.theirs:,.4g}" if each.theirs is not None else ""
        ratio = f"{each.ratio:,.2f}" if each.ratio is not None else ""
        met = f"{each.goal}: {'met' if each.met else 'missed'}" if each.goal else ""
        ours = f"{each.ours:,.4g} | {each.unit}"
        yield f"| {each.what} | {ours} | {each.peer or ''} | {theirs} | {ratio} | {met} |"


def best_seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """The least wall time of several runs: the cost of the work when nothing else disturbs it."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)
