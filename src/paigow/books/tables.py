"""Reads a book's data files: tab-separated rows and TOML. Not what they mean.

Rows shared by all wagers are written once: `{wager}` expands to each kind, `{name}` to its name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from paigow.books.layers import Layered, merged_rows, merged_tables
from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.wagers.registry import line_wagers
from paigow.wagers.wager import Kind, LineWager, Settled

HERE: Final[Traversable] = files("paigow.books")
"""Files that all books share."""


class Row(dict[str, str]):
    """A row by column, with its file and line for messages."""

    def __init__(self, cells: Mapping[str, str], where: str) -> None:
        super().__init__(cells)
        self.where = where


def read_rows(file: Traversable, *columns: str) -> list[Row]:
    """The rows of a tab-separated file. The header must be the given columns; lines with # are comments."""
    if isinstance(file, Layered):
        if file.both:
            return merged_rows(read_rows(file.base, *columns), read_rows(file.own, *columns), columns[0])
        return read_rows(file.only, *columns)
    text = read_text(file).splitlines()
    lines = [(number, line) for number, line in enumerate(text, 1) if line and not line.startswith("#")]
    header = lines[0][1].split("\t") if lines else []
    if header != list(columns):
        lacking = [column for column in columns if column not in header]
        problem = f"the column {lacking[0]!r} is missing" if lacking else f"the columns are {header}"
        raise BadInput(problem, where=where_of(file), allowed=f"the columns are {', '.join(columns)}")
    return [
        Row(
            dict(zip(columns, _cells(file, number, line, len(columns)), strict=True)),
            f"{where_of(file)} line {number}",
        )
        for number, line in lines[1:]
    ]


def _cells(file: Traversable, number: int, line: str, wanted: int) -> list[str]:
    cells = line.split("\t")
    if len(cells) != wanted:
        problem = f"line {number} has {len(cells)} cells"
        raise BadInput(problem, where=where_of(file), allowed=f"a row has {wanted}, separated by tabs")
    return cells


def read_toml(file: Traversable, depth: int = 2) -> Mapping[str, Any]:
    """A TOML file, with exact fractions. A based book's is merged with the other's down to this depth."""
    if isinstance(file, Layered):
        if file.both:
            return merged_tables(read_toml(file.base, depth), read_toml(file.own, depth), depth)
        return read_toml(file.only, depth)
    try:
        return tomllib.loads(read_text(file), parse_float=Decimal)
    except tomllib.TOMLDecodeError as wrong:
        raise BadInput(f"this is not TOML: {wrong}", where=where_of(file)) from wrong


def read_text(file: Traversable) -> str:
    """A required file of a book."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError as missing:
        raise BadInput("the rule book is missing this file", where=where_of(file)) from missing
    except UnicodeDecodeError as wrong:
        raise BadInput("this file is not text", where=where_of(file), allowed="save it as UTF-8") from wrong


def where_of(file: Traversable) -> str:
    """A file's folder and name, for messages."""
    return "/".join(str(file).replace("\\", "/").split("/")[-2:])


KIND: Final = "{wager}"


def line_wagers_by_game(first: Iterable[str] = ()) -> tuple[LineWager[Any], ...]:
    """All line wagers, tiles before cards; in each game the named ones first, then by kind."""
    known, games = line_wagers(), list(Game)
    kinds = [Kind(kind) for kind in dict.fromkeys((*first, *sorted(known))) if kind in known]
    return tuple(known[kind] for kind in sorted(kinds, key=lambda kind: games.index(known[kind].game)))


def wagers_of_rows(first: Iterable[str] = ()) -> tuple[LineWager[Any], ...]:
    """The line wagers settled after the hand: the script and the equipment repeat rows for these."""
    return tuple(each for each in line_wagers_by_game(first) if each.settled is Settled.AFTER_HAND)


def filled(value: Any, wager: LineWager[Any]) -> Any:
    """A row with the wager's kind and name filled in, at any depth."""
    if isinstance(value, str):
        for blank, words in _blanks(wager):
            value = value.replace(blank, words)
        return value
    if isinstance(value, list):
        return [filled(each, wager) for each in value]
    if isinstance(value, Mapping):
        return {filled(key, wager): filled(each, wager) for key, each in value.items()}
    return value


def _blanks(wager: LineWager[Any]) -> tuple[tuple[str, str], ...]:
    return (
        (KIND, wager.kind),
        ("{name}", wager.name),
        ("{area}", wager.area),
        ("{settle}", wager.settle_line),
        ("{pay-envy}", wager.envy_line),
    )
