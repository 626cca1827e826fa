"""Pay tables: tab-separated grids, one column per table, one row per line, and what a cell pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Generic, TypeVar

from paigow.faults import BadInput, suggestion
from paigow.wagers.money import Cents, money, parse_money

EMPTY = "-"


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry, its row, and its location in the file."""

    row: str
    text: str
    where: str


@dataclass(frozen=True, slots=True)
class Column:
    """One table: its cells from top to bottom, and its paragraph if there is a row of that name."""

    name: str
    paragraph: str
    cells: tuple[Cell, ...]


def read_grid(package: str, file: str) -> Mapping[str, Column]:
    """The grid in a file of a package."""
    path = files(package).joinpath(file)
    return parse_grid(path.read_text(encoding="utf-8"), f"{package.rpartition('.')[2]}/{file}")


def parse_grid(text: str, source: str) -> Mapping[str, Column]:
    """Read a grid: a header row of column names, then rows; `#` starts a comment and `-` is an empty cell."""
    rows = [
        (f"{source} line {number}", line.split("\t"))
        for number, line in enumerate(text.splitlines(), start=1)
        if line and not line.startswith("#")
    ]
    if not rows:
        raise BadInput(
            "the grid is empty", where=source, allowed="a head row and at least one more are needed"
        )
    names = rows[0][1][1:]
    for where, cells in rows:
        if len(cells) != len(names) + 1:
            raise BadInput(
                f"the row has {len(cells)} cells", where=where, allowed=f"{len(names) + 1} are needed"
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
                f"two {what}s are called {name!r}", where=source, allowed="give each a different name"
            )


class Meter(Enum):
    """The progressive meters, largest first. A table with only one calls it the meter."""

    SINGLE = "meter"
    MEGA = "mega"
    MAJOR = "major"
    MINOR = "minor"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class ToOne:
    """This many times the stake, and the stake is returned too."""

    odds: int

    def on(self, stake: Cents) -> Cents:
        return Cents(self.odds * stake)

    def __str__(self) -> str:
        return f"{self.odds:,} to 1"


@dataclass(frozen=True, slots=True)
class ForOne:
    """This many times the stake in total: the stake is included (R26)."""

    odds: int

    def on(self, stake: Cents) -> Cents:
        return Cents(self.odds * stake)

    def __str__(self) -> str:
        return f"{self.odds:,} for 1"


@dataclass(frozen=True, slots=True)
class FixedAmount:
    """An amount that doesn't depend on the stake."""

    amount: Cents

    def __str__(self) -> str:
        return money(self.amount)


@dataclass(frozen=True, slots=True)
class ShareOfMeter:
    """A percentage of the meter's amount at payment."""

    percent: int
    meter: Meter

    @property
    def whole(self) -> bool:
        return self.percent == 100

    def __str__(self) -> str:
        return f"{self.percent}% of {self.meter}"


Pay = ToOne | ForOne | FixedAmount | ShareOfMeter
L = TypeVar("L", bound=Enum)


@dataclass(frozen=True, slots=True)
class PayLine(Generic[L]):
    line: L
    pay: Pay
    cite: str


@dataclass(frozen=True, slots=True)
class Paytable(Generic[L]):
    """One table of a family: Fortune A, for example. Lines are strongest first; an unlisted line loses."""

    family: str
    id: str
    lines: tuple[PayLine[L], ...]
    cite: str

    @property
    def name(self) -> str:
        return f"{self.family} {self.id}"

    def find(self, line: Enum) -> PayLine[L] | None:
        for row in self.lines:
            if row.line is line:
                return row
        return None


def parse_pay(text: str, where: str | None = None) -> Pay:
    """Read what a line pays: `8,000 to 1`, `500 for 1`, `$5,000`, `10% of meter`.

    >>> str(parse_pay("8,000 to 1"))
    '8,000 to 1'
    """
    if text.startswith("$"):
        return FixedAmount(parse_money(text))
    for ending, kind in ((" to 1", ToOne), (" for 1", ForOne)):
        if text.endswith(ending):
            return kind(_whole(text.removesuffix(ending), text, where))
    percent, found, meter = text.partition("% of ")
    if found and meter in {known.value for known in Meter}:
        return ShareOfMeter(_whole(percent, text, where), Meter(meter))
    raise BadInput(
        f"{text!r} is not a payout",
        where=where,
        allowed="write it like 8,000 to 1, 500 for 1, $5,000, or 10% of meter",
    )


def _whole(digits: str, text: str, where: str | None) -> int:
    plain = digits.replace(",", "")
    if not (plain.isascii() and plain.isdigit() and len(plain) < 10 and int(plain) > 0):
        raise BadInput(
            f"{text!r} is not a payout", where=where, allowed="a whole number of at least 1 is needed"
        )
    return int(plain)


def load_paytables(
    package: str, family: str, lines: Sequence[L], file: str = "paytables.tsv"
) -> Mapping[str, Paytable[L]]:
    """A family's tables by id, from a file next to the wager's module."""
    return _tables(read_grid(package, file), family, lines)


def parse_paytables(text: str, family: str, lines: Sequence[L]) -> Mapping[str, Paytable[L]]:
    return _tables(parse_grid(text, family), family, lines)


def read_own_paytables(file: Path, family: str, lines: Sequence[L]) -> Mapping[str, Paytable[L]]:
    """The tables of your own file, which need no paragraph; raise BadInput."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{file.name!r} can't be read: {why}", allowed="give a file of pay tables") from None
    found = _tables(parse_grid(text, file.name), family, lines, file.name)
    if not found:
        hint = "write the head row as line, a tab, and a name for each table"
        raise BadInput("the file has no pay table", where=file.name, allowed=hint)
    for table in found.values():
        for row in table.lines:
            if not isinstance(row.pay, ToOne):
                problem = f"{row.line.value} can't pay {row.pay} in {table.name}"
                raise BadInput(problem, where=file.name, allowed="write it like 8 to 1")
    return found


def _tables(
    columns: Mapping[str, Column], family: str, lines: Sequence[L], cite: str = ""
) -> Mapping[str, Paytable[L]]:
    return {name: _table(column, family, lines, cite) for name, column in columns.items()}


def _table(column: Column, family: str, lines: Sequence[L], cite: str) -> Paytable[L]:
    table, paragraph = f"{family} {column.name}", column.paragraph or cite
    if not paragraph:
        raise BadInput(f"table {table} has no paragraph", allowed="add a row called paragraph")
    by_name = {str(line.value): line for line in lines}
    for cell in column.cells:
        if cell.row not in by_name:
            hint = suggestion(cell.row, by_name)
            raise BadInput(f"{cell.row!r} is not a line of {table}", where=cell.where, allowed=hint)
    rows = tuple(PayLine(by_name[c.row], parse_pay(c.text, c.where), paragraph) for c in column.cells)
    _require_strongest_first(rows, table, lines)
    return Paytable(family, column.name, rows, paragraph)


def _require_strongest_first(rows: tuple[PayLine[L], ...], table: str, lines: Sequence[L]) -> None:
    if not rows:
        raise BadInput(f"table {table} has no lines", allowed="at least one is needed")
    order = list(lines)
    for above, below in pairwise(rows):
        if order.index(above.line) >= order.index(below.line):
            raise BadInput(
                f"{below.line.value} is listed below {above.line.value} in {table}",
                allowed="list the strongest first",
            )
        if _size(below.pay) > _size(above.pay):
            raise BadInput(
                f"{below.line.value} pays more than {above.line.value} in {table}",
                allowed="a stronger line pays at least as much as a weaker one",
            )


def _size(pay: Pay) -> tuple[int, int]:
    """Orders payouts of one table: shares of a meter come first, those of larger meters before smaller."""
    match pay:
        case ShareOfMeter():
            return (len(Meter) - list(Meter).index(pay.meter), pay.percent)
        case FixedAmount():
            return (0, pay.amount)
        case ToOne() | ForOne():
            return (0, pay.odds)
