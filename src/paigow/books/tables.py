"""Reading the data files of a book: tab-separated rows and TOML. Not what they mean."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from paigow.faults import BadInput

HERE: Final[Traversable] = files("paigow.books")
"""What all books share."""


def read_rows(file: Traversable, *columns: str) -> list[dict[str, str]]:
    """The rows of a tab-separated file, whose header must be the given columns; lines with # are comments."""
    text = read_text(file).splitlines()
    lines = [(number, line) for number, line in enumerate(text, 1) if line and not line.startswith("#")]
    header = lines[0][1].split("\t") if lines else []
    if header != list(columns):
        lacking = [column for column in columns if column not in header]
        problem = f"the column {lacking[0]!r} is missing" if lacking else f"the columns are {header}"
        raise BadInput(problem, where=where_of(file), allowed=f"the columns are {', '.join(columns)}")
    return [
        dict(zip(columns, _cells(file, number, line, len(columns)), strict=True))
        for number, line in lines[1:]
    ]


def _cells(file: Traversable, number: int, line: str, wanted: int) -> list[str]:
    cells = line.split("\t")
    if len(cells) != wanted:
        problem = f"line {number} has {len(cells)} cells"
        raise BadInput(problem, where=where_of(file), allowed=f"a row has {wanted}, separated by tabs")
    return cells


def read_toml(file: Traversable) -> Mapping[str, Any]:
    """A TOML file, its fractions exact."""
    try:
        return tomllib.loads(read_text(file), parse_float=Decimal)
    except tomllib.TOMLDecodeError as wrong:
        raise BadInput(f"this is not TOML: {wrong}", where=where_of(file)) from wrong


def read_text(file: Traversable) -> str:
    """A file that a book must have."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError as missing:
        raise BadInput("this file of the rule book is missing", where=where_of(file)) from missing


def where_of(file: Traversable) -> str:
    """A file as a person finds it: by its folder and name."""
    return "/".join(str(file).replace("\\", "/").split("/")[-2:])
