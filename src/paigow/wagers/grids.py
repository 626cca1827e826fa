"""The data files of this layer: tab-separated grids, one column for each table, one row for each line.

What the cells mean is left to those who read them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from paigow.faults import BadInput

EMPTY = "-"


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry, the row it stands in and where that is in the file."""

    row: str
    text: str
    where: str


@dataclass(frozen=True, slots=True)
class Column:
    """One table: its cells from the top down, and its paragraph if there is a row of that name."""

    name: str
    paragraph: str
    cells: tuple[Cell, ...]


def read_grid(package: str, file: str) -> Mapping[str, Column]:
    """The grid in a file of a package."""
    path = files(package).joinpath(file)
    return parse_grid(path.read_text(encoding="utf-8"), f"{package.rpartition('.')[2]}/{file}")


def parse_grid(text: str, source: str) -> Mapping[str, Column]:
    """Read a grid: a head row of column names, then rows; `#` starts a remark and `-` an empty cell."""
    rows = [
        (f"{source} line {number}", line.split("\t"))
        for number, line in enumerate(text.splitlines(), start=1)
        if line and not line.startswith("#")
    ]
    if not rows:
        raise BadInput(
            "the grid is empty", where=source, allowed="a head row and at least one more are wanted"
        )
    names = rows[0][1][1:]
    for where, cells in rows:
        if len(cells) != len(names) + 1:
            raise BadInput(
                f"{len(cells)} cells in a row", where=where, allowed=f"{len(names) + 1} are wanted"
            )
    _require_distinct(names, "column", source)
    _require_distinct([cells[0] for _, cells in rows], "row", source)
    return {name: _column(name, place, rows[1:]) for place, name in enumerate(names, start=1)}


def _column(name: str, place: int, rows: list[tuple[str, list[str]]]) -> Column:
    cells = [Cell(row[0], row[place], where) for where, row in rows if row[place] != EMPTY]
    paragraph = next((cell.text for cell in cells if cell.row == "paragraph"), "")
    return Column(name, paragraph, tuple(cell for cell in cells if cell.row != "paragraph"))


def _require_distinct(names: list[str], what: str, source: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BadInput(
                f"two {what}s are called {name!r}", where=source, allowed="each needs a name of its own"
            )
