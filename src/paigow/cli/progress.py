"""What a long command says while it works, on stderr: a bar where somebody looks, a sentence elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from paigow.cli.output import console

__all__ = ["bar", "note"]


def note(sentence: str) -> None:
    """Say what is being waited for."""
    print(sentence, file=sys.stderr, flush=True)


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar with rate and time left; the function given is told how much more is done."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(show_speed=True),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(sys.stderr), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda more: progress.advance(task, more)
