"""Reading the data files of a book: tab-separated rows and TOML. Not what they mean."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

__all__ = ["HERE", "folder_of", "read_rows", "read_toml"]

HERE: Final[Traversable] = files("paigow.books")


def folder_of(book: str) -> Traversable:
    """A book's folder; folders are Python names, books are not."""
    return HERE / book.replace("-", "_")


def read_rows(file: Traversable, *columns: str) -> list[dict[str, str]]:
    """The rows of a tab-separated file, whose header must be the given columns."""
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    assert tuple(header.split("\t")) == columns, f"{file.name} has the columns {header!r}"
    return [
        dict(zip(columns, _cells(file, number, line, len(columns)), strict=True))
        for number, line in enumerate(lines, 2)
    ]


def _cells(file: Traversable, number: int, line: str, wanted: int) -> list[str]:
    cells = line.split("\t")
    assert len(cells) == wanted, f"{file.name}, line {number}: {len(cells)} cells of {wanted}"
    return cells


def read_toml(file: Traversable) -> Mapping[str, Any]:
    """A TOML file, its fractions exact."""
    return tomllib.loads(file.read_text(encoding="utf-8"), parse_float=Decimal)
