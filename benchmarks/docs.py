"""`python -m benchmarks.docs` writes the figures of `measured.json` into the pages that quote them.

A page marks these places with `<!-- figures: NAME -->` and `<!-- end of figures -->`; a test compares the
pages with the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Final

from benchmarks.__main__ import figures_in
from benchmarks.bench_command import PACES, REST, WRITER
from benchmarks.bench_processes import PROCESSES, SPECTATORS, driven_at
from benchmarks.cluster_shards import print_cluster
from benchmarks.live.stages import STAGES
from benchmarks.report import Figure
from benchmarks.scaling import MEASURED, costs_from, print_floor

__all__ = ["BLOCKS", "PAGES", "SLOW", "rewritten"]

DOCS: Final = Path(__file__).parents[1] / "docs"
PAGES: Final = (DOCS / "running.md", DOCS / "scaling.md")
_START, _END = "<!-- figures: {} -->\n", "<!-- end of figures -->\n"
_JOURNAL: Final = "a journal of 400 rounds"
_TABLE: Final = "50 tables, one in flight per table, SQLite: processor of the server"
_COSTS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "a command told to six seats, of the server's processor": ("µs", (_TABLE,)),
    "the same when six come together": ("µs", (_TABLE.replace("per table", "per client"),)),
    "one spectator more": ("µs a command", ("a spectator: processor",)),
    "a commit of 1 and of 200 commands, SQLite": ("ms", ("SQLite, a commit of 1", "SQLite, a commit of 200")),
    "a commit of 1 and of 200 commands, PostgreSQL": (
        "ms",
        ("PostgreSQL, a commit of 1", "PostgreSQL, a commit of 200"),
    ),
    "commits of 8 writers, each with its own tables": ("a second", ("PostgreSQL, 8 writers: commits",)),
    "the same, all feeding one meter": ("a second", ("PostgreSQL, 8 writers that share a meter: commits",)),
    "a note heard": ("µs", ("PostgreSQL, a note heard: processor",)),
    "an idle table, an idle client": ("KB", ("memory of an idle table", "memory of an idle client")),
    "a server with one table, and with a thousand, its writing process included": (
        "MB",
        tuple(f"{tables} tables of one client, 50 commands a second: memory" for tables in ("1", "1,000")),
    ),
    "commands and events of a round of six": ("", (f"{_JOURNAL}: commands", f"{_JOURNAL}: events")),
    **{
        f"a packed round of {game} on disk, SQLite and PostgreSQL": (
            "KB",
            tuple(f"a round of six, {game}, {store}" for store in ("SQLite", "PostgreSQL")),
        )
        for game in ("tiles", "cards")
    },
    "a table of 400 rounds taken up, from the last round and from the first": (
        "ms",
        (f"{_JOURNAL}: taken up from the last round", f"{_JOURNAL}: taken up from its beginning"),
    ),
}
"""What the scaling page calls its costs, and the figures behind them."""
Figures = Mapping[str, Figure]


def _throughput(known: Figures) -> Iterator[str]:
    yield from ("| | SQLite | PostgreSQL | boardgame.io |", "|---|---:|---:|---:|")
    for tables, flight in product((50, 200), ("table", "client")):
        ours, theirs = (
            known[f"{tables} tables, one in flight per {flight}, {store}: durable commands"]
            for store in ("SQLite", "PostgreSQL")
        )
        each = (
            "one command at a time from each table" if flight == "table" else "one at a time from each client"
        )
        yield f"| {tables} tables, {each} | {ours.ours:,.0f} | {theirs.ours:,.0f} | {ours.theirs:,.0f} |"


def _costs(known: Figures) -> Iterator[str]:
    yield from ("| what | | |", "|---|---:|---|")
    for what, (unit, names) in _COSTS.items():
        yield f"| {what} | {' and '.join(f'{known[name].ours:.3g}' for name in names)} | {unit} |"


def _growth(known: Figures) -> Iterator[str]:
    yield from (
        "| tables | p50, ms | p99, ms | processor, µs a command | memory, MB |",
        "|---:|---:|---:|---:|---:|",
    )
    for tables in ("1", "10", "100", "1,000", "2,000"):
        what = f"{tables} tables of one client, 50 commands a second"
        if f"{what}: p50" in known:
            cells = (f"{known[f'{what}: {of}'].ours:.3g}" for of in ("p50", "p99", "memory"))
            p50, p99, memory = cells
            yield f"| {tables} | {p50} | {p99} | {known[f'{what}: processor'].ours:,.0f} | {memory} |"


def _goals(known: Figures) -> Iterator[str]:
    yield from ("| what | measured | goal | |", "|---|---:|---:|---|")
    for figure in known.values():
        if figure.goal:
            measured = (
                f"{figure.ours:,.4g} {figure.unit}" if figure.ratio is None else f"{figure.ratio:.2f} times"
            )
            goal = figure.goal if figure.at_most is not None else f"{figure.goal} times {figure.peer}"
            yield f"| {figure.what} | {measured} | {goal} | {'met' if figure.met else 'missed'} |"


def _model(known: Figures) -> Iterator[str]:
    yield from (
        "| commands a second | p50, ms | model | p99, ms | model |",
        "|---:|---:|---:|---:|---:|",
    )
    for rate in ("50", "200", "400", "1,000"):
        what = f"50 tables, {rate} commands a second, SQLite"
        both = [known[f"{what}: {of}"] for of in ("p50", "p99") if f"{what}: {of}" in known]
        if both:
            yield f"| {rate} | {' | '.join(f'{each.ours:.2g} | {each.theirs:.2g}' for each in both)} |"


def _breakdown(known: Figures) -> Iterator[str]:
    if not known:
        yield "Not measured yet."
        return
    yield f"| µs a command | {' | '.join(PACES)} |"
    yield f"|---|{'---:|' * len(PACES)}"
    for stage in (*STAGES, REST, WRITER):
        cells = [known[f"{pace}: {stage}"] for pace in PACES if f"{pace}: {stage}" in known]
        yield f"| {stage} | {' | '.join(f'{each.ours:,.0f}' for each in cells)} |"
    sums = [sum(each.ours for name, each in known.items() if name.startswith(f"{pace}:")) for pace in PACES]
    yield f"| together | {' | '.join(f'{total:,.0f}' for total in sums)} |"


def _processes(known: Figures) -> Iterator[str]:
    if not known:
        yield "Not measured yet."
        return
    yield "| processes | servers, µs a command | database, µs a command | p50, ms | model | p99, ms | model |"
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    for number in PROCESSES:
        what = driven_at(number)
        spent = (f"{known[f'{what}: processor of the {who}'].ours:,.0f}" for who in ("servers", "database"))
        both = (known[f"{what}: {of}"] for of in ("p50", "p99"))
        late = (f"{each.ours:.2g} | {each.theirs:.2g}" for each in both)
        yield f"| {number} | {' | '.join((*spent, *late))} |"


def _spectators(known: Figures) -> Iterator[str]:
    if not known:
        yield "Not measured yet."
        return
    yield from ("| | | |", "|---|---:|---|")
    for name, figure in known.items():
        head, _, what = name.partition(": ")
        if head == f"{SPECTATORS:,} spectators of one table":
            yield f"| {what} | {figure.ours:,.3g} | {figure.unit.replace('us ', 'µs ')} |"


def _printed(work: Callable[[], None]) -> Iterator[str]:
    with redirect_stdout(StringIO()) as text:
        work()
    yield from ("```text", *text.getvalue().splitlines(), "```")


BLOCKS: Final[Mapping[str, tuple[str, Callable[[Figures], Iterable[str]]]]] = {
    "throughput": ("server", _throughput),
    "costs": ("server", _costs),
    "growth": ("server", _growth),
    "breakdown": ("command", _breakdown),
    "goals": ("server", _goals),
    "model": ("scaling", _model),
    "processes": ("processes", _processes),
    "spectators": ("processes", _spectators),
    "limits": ("server", lambda _: _printed(lambda: print_floor(costs_from(MEASURED)))),
    "cluster": ("cluster", lambda _: _printed(lambda: print_cluster(MEASURED))),
}
"""What pages quote: from which part of the benchmarks, and the lines with it."""
SLOW: Final = frozenset(("limits",))
"""Simulated again, which takes half a minute."""


def rewritten(page: str, *, without: frozenset[str] = frozenset()) -> str:
    """A page with the measured figures in its marked places."""
    parts = figures_in(MEASURED)
    for name in BLOCKS.keys() - without:
        head, start, rest = page.partition(_START.format(name))
        if start:
            part, lines = BLOCKS[name]
            # The model's figures appear twice, by the loop's CPU time and by the server's: use the first.
            known: dict[str, Figure] = {}
            for figure in parts.get(part, []):
                known.setdefault(figure.what, figure)
            _, end, tail = rest.partition(_END)
            assert end, f"the figures of {name} have no end"
            page = f"{head}{start}\n" + "\n".join(lines(known)) + f"\n\n{end}{tail}"
    return page


def main() -> None:
    for path in PAGES:
        before = path.read_text(encoding="utf-8")
        after = rewritten(before)
        path.write_text(after, encoding="utf-8")
        print(f"{path.relative_to(DOCS.parent)}: {'as it was' if after == before else 'written'}")


if __name__ == "__main__":
    main()
