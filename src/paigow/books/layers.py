"""The folder of a book that is based on another: its own files over the other's. Not what the files mean.

Where both have a file, the tables of a TOML file and the rows of a tab-separated one are merged: what the
book has itself replaces what it is based on, and the rest is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import IO, Any, Final, TypeVar

R = TypeVar("R", bound=Mapping[str, str])
NOT_SHARED: Final = frozenset(("texts.toml",))
"""What each book says of itself: another book's name would be wrong."""


class Layered(Traversable):
    """A file or a folder over another. Reading it as text reads one of them."""

    def __init__(self, own: Traversable, base: Traversable) -> None:
        self.own = own
        self.base = base

    def __str__(self) -> str:
        return str(self.only)

    @property
    def only(self) -> Traversable:
        """The file to read where it isn't merged: its own if it exists."""
        return self.own if _exists(self.own) or not _exists(self.base) else self.base

    @property
    def both(self) -> bool:
        """Whether both files exist."""
        return self.own.is_file() and self.base.is_file()

    @property
    def name(self) -> str:
        return self.own.name

    def joinpath(self, *descendants: Any) -> Traversable:
        own = self.own.joinpath(*descendants)
        return own if own.name in NOT_SHARED else Layered(own, self.base.joinpath(*descendants))

    def __truediv__(self, child: Any) -> Traversable:
        return self.joinpath(child)

    def iterdir(self) -> Iterator[Traversable]:
        return self.only.iterdir()

    def is_dir(self) -> bool:
        return self.only.is_dir()

    def is_file(self) -> bool:
        return self.only.is_file()

    def open(self, *arguments: Any, **named: Any) -> IO[Any]:
        return self.only.open(*arguments, **named)

    def read_bytes(self) -> bytes:
        return self.only.read_bytes()

    def read_text(self, encoding: str | None = None) -> str:
        return self.only.read_text(encoding)


def _exists(file: Traversable) -> bool:
    return file.is_file() or file.is_dir()


def merged_tables(base: Mapping[str, Any], own: Mapping[str, Any], depth: int) -> dict[str, Any]:
    """Two TOML files as one. Tables are merged down to this depth; lists of tables are joined.

    >>> merged_tables({"main": {"a": 1, "b": 2}}, {"main": {"b": 3}}, 2)
    {'main': {'a': 1, 'b': 3}}
    >>> merged_tables({"main": {"a": 1, "b": 2}}, {"main": {"b": 3}}, 1)
    {'main': {'b': 3}}
    """
    found = dict(base)
    for key, value in own.items():
        other = base.get(key)
        if depth > 1 and isinstance(value, Mapping) and isinstance(other, Mapping):
            found[key] = merged_tables(other, value, depth - 1)
        elif isinstance(value, list) and isinstance(other, list):
            found[key] = [*other, *value]
        else:
            found[key] = value
    return found


def merged_rows(base: Sequence[R], own: Sequence[R], key: str) -> list[R]:
    """Two tab-separated files as one: own rows replace those with the same first cell, in their place."""
    mine = {row[key] for row in own}
    kept = {row[key] for row in base}
    found: list[R] = []
    placed: set[str] = set()
    for row in base:
        if row[key] not in mine:
            found.append(row)
        elif row[key] not in placed:
            placed.add(row[key])
            found += [each for each in own if each[key] == row[key]]
    return [*found, *(row for row in own if row[key] not in kept)]
