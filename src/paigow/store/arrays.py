"""Columns of rows as arrays in PostgreSQL's binary format.

psycopg inspects every value in Python to find an array's type. That took a third of the writer's time for a
small group of commands. Here a column's first value determines the type.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any, ClassVar, Final

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

from paigow.store.database import Row

__all__ = ["array_type", "columns_of"]

_HEAD: Final = Struct("!iiIii")
"""The array header: dimensions, a null flag, the element type, the length, and the lower bound."""
_SIZE: Final = Struct("!i")
_BIG: Final = Struct("!iq")


class _Column:
    """The values of one column, all of one type."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values


class _TextColumn(_Column):
    __slots__ = ()


class _BytesColumn(_Column):
    __slots__ = ()


class _BigColumn(_Column):
    __slots__ = ()


class _BytesDumper(Dumper):
    format = Format.BINARY
    oid = psycopg.postgres.types["bytea"].array_oid
    element: ClassVar[int] = psycopg.postgres.types["bytea"].oid

    def dump(self, obj: _Column) -> bytes:
        return self._joined([_SIZE.pack(len(value)) + value for value in obj.values])

    def _joined(self, values: list[bytes]) -> bytes:
        return _HEAD.pack(1, 0, self.element, len(values), 1) + b"".join(values)


class _TextDumper(_BytesDumper):
    oid = psycopg.postgres.types["text"].array_oid
    element = psycopg.postgres.types["text"].oid

    def dump(self, obj: _Column) -> bytes:
        texts = [value.encode() for value in obj.values]
        return self._joined([_SIZE.pack(len(text)) + text for text in texts])


class _BigDumper(_BytesDumper):
    oid = psycopg.postgres.types["int8"].array_oid
    element = psycopg.postgres.types["int8"].oid

    def dump(self, obj: _Column) -> bytes:
        return self._joined([_BIG.pack(8, value) for value in obj.values])


_COLUMNS: Final = {str: _TextColumn, int: _BigColumn, bytes: _BytesColumn}
_TYPES: Final = {str: "text[]", int: "bigint[]", bytes: "bytea[]"}
for _kind, _dumper in ((_TextColumn, _TextDumper), (_BytesColumn, _BytesDumper), (_BigColumn, _BigDumper)):
    psycopg.adapters.register_dumper(_kind, _dumper)


def array_type(value: object) -> str:
    """The array type for a column of such values."""
    return _TYPES[type(value)]


def columns_of(rows: Sequence[Row]) -> list[_Column]:
    """Rows, at least one, as one parameter per column."""
    return [_COLUMNS[type(column[0])](column) for column in zip(*rows, strict=True)]
