"""How commands print: text for people, JSON for programs, progress on stderr. Not what they print."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import IO, TYPE_CHECKING, Annotated, Final

import typer

from paigow.faults import BadInput

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bars
    from rich.table import Table

    from paigow.odds.runs.progress import Progress

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON with stable keys instead of text.")]
# Wide enough that none of our tables wraps when the output goes to a file or a pipe.
UNFOLDED_COLUMNS = 200
SECONDS_BETWEEN_LINES: Final = 15.0
SECONDS_UNTOLD: Final = 2.0
"""Work that finishes before this needs no message."""


def emit(payload: Mapping[str, object], schema: str, as_json: bool, text: Callable[[], None]) -> None:
    """Print a result: as one JSON object that starts with its schema, or through `text`."""
    if as_json:
        _print_json({"schema": schema, **payload})
    else:
        text()


def emit_fault(fault: BadInput, as_json: bool) -> None:
    """Print an input error: a sentence on stderr, or JSON on stdout."""
    if as_json:
        _print_json(
            {
                "schema": "paigow/fault/1",
                "problem": fault.problem,
                "where": fault.where,
                "allowed": fault.allowed,
            }
        )
    else:
        print(f"paigow: {fault.sentences}", file=sys.stderr)


def console(stream: IO[str] | None = None) -> Console:
    """A Rich console for text; plain under NO_COLOR and when not on a terminal (a pipe, a file)."""
    from rich.console import Console

    stream = stream or sys.stdout
    fits_terminal = stream.isatty() or "COLUMNS" in os.environ
    return Console(file=stream, highlight=False, width=None if fits_terminal else UNFOLDED_COLUMNS)


def text_table(title: str, *columns: str) -> Table:
    """A borderless table: first column left-aligned, figures right-aligned, and never cut short."""
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right", overflow="fold")
    return table


def _print_json(value: Mapping[str, object]) -> None:
    from msgspec.json import format as laid_out

    # With an indent, `json` encodes in pure Python, which took a third of the time to deal a thousand rounds.
    print(laid_out(json.dumps(value, ensure_ascii=False), indent=2))


def note(sentence: str) -> None:
    """Say what the command is waiting for."""
    print(sentence, file=sys.stderr, flush=True)


def _bars() -> Bars:
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        TextColumn("{task.fields[outlook]}"),
        TimeElapsedColumn(),
        console=console(sys.stderr),
        transient=True,
    )


@contextmanager
def bar(what: str, total: int, unit: str = "rounds") -> Iterator[Callable[[int], None]]:
    """A progress bar with rate and time left, or lines in a pipe. Call it with the amount of work done."""
    from paigow.odds.runs.progress import Progress

    start, done = time.monotonic(), 0
    with reporting() as tell:

        def advance(more: int) -> None:
            nonlocal done
            done += more
            tell(Progress(what, unit, done, total, 0, time.monotonic() - start))

        advance(0)
        yield advance


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show that work of unknown length is under way: a spinner with the time, or lines in a pipe."""
    if sys.stderr.isatty():
        with _bars() as bars:
            bars.add_task(what, total=None, outlook="")
            yield
        return
    start, ended = time.monotonic(), threading.Event()

    def tell() -> None:
        wait = SECONDS_UNTOLD
        while not ended.wait(wait):
            note(f"{what}: {time.monotonic() - start:,.0f} s so far")
            wait = SECONDS_BETWEEN_LINES

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()


@contextmanager
def searching(what: str) -> Iterator[Callable[[int, Fraction], None]]:
    """Report a search's progress: the number of iterations and the remaining gap, in percent."""
    last = time.monotonic()
    with console(sys.stderr).status(what) as status:

        def tell(iterations: int, gap: Fraction) -> None:
            nonlocal last
            sentence = f"{what}: known to within {float(100 * gap):.6f}% after {iterations:,} iterations"
            status.update(sentence)
            if not sys.stderr.isatty() and time.monotonic() - last > SECONDS_BETWEEN_LINES:
                last = time.monotonic()
                note(sentence)

        yield tell


@contextmanager
def reporting() -> Iterator[Callable[[Progress], None]]:
    """How a sharded run reports its progress: a bar for each task, or lines when not on a terminal."""
    if not sys.stderr.isatty():
        yield _SpokenLines().tell
        return
    with _bars() as bars:
        tasks = {}
        preparing = bars.add_task("preparing", total=None, outlook="")

        def tell(progress: Progress) -> None:
            bars.update(preparing, visible=progress.done >= progress.total)
            if progress.task not in tasks:
                tasks[progress.task] = bars.add_task(progress.task, total=progress.total, outlook="")
            bars.update(tasks[progress.task], completed=progress.done, outlook=_outlook(progress))

        yield tell


def _outlook(progress: Progress) -> str:
    """Work per second, with an extra digit for slow work, and the time left."""
    if progress.rate is None or progress.seconds_left is None:
        return ""
    rate = f"{progress.rate:,.{0 if progress.rate >= 10 else 1}f} {progress.unit}/s"
    return f"{rate}, {progress.seconds_left:,.0f} s left"


class _SpokenLines:
    """Remembers when it last printed."""

    def __init__(self) -> None:
        self.last = time.monotonic() - SECONDS_BETWEEN_LINES + SECONDS_UNTOLD

    def tell(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.done >= progress.total or now - self.last < SECONDS_BETWEEN_LINES:
            return
        self.last = now
        outlook = _outlook(progress)
        told = f"{progress.task}: {progress.done / progress.total:.1%} after {progress.seconds:,.0f} s"
        note(f"{told}, {outlook}" if outlook else told)
