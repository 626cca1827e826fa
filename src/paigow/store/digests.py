"""Checksums: of bodies stored apart from them, and of rows that nothing else protects (R106)."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final, TypeVar

import msgspec

from paigow.faults import BadInput
from paigow.store.database import Transaction

_T = TypeVar("_T")
DIGESTED: Final[Mapping[str, tuple[str, ...]]] = {
    "marks": ("person", "task", "at", "book", "kind", "correct"),
    "assignments": ("person", "book", "kind", "given_by", "at"),
    "training": ("person", "body", "at"),
}
"""The columns of each table whose rows have a checksum, in order; the last one is the checksum itself."""


def read_checked(
    body: bytes, digest: bytes, decode: Callable[[bytes], _T], fault: Callable[[str], BadInput]
) -> _T:
    """A body's contents; raise the fault, with the reason, if the checksum differs or it can't be read."""
    if sha256(body).digest() != digest:
        raise fault("a byte was changed")
    try:
        return decode(body)
    except (ValueError, zlib.error, msgspec.MsgspecError) as error:
        raise fault(str(error)) from error


def row_digest(row: Sequence[object]) -> bytes:
    """The checksum of a row."""
    return sha256(msgspec.json.encode(row)).digest()


def digested(row: Sequence[object]) -> tuple[object, ...]:
    """A row with its checksum, as stored."""
    return (*row, row_digest(row))


def complete_digests(transaction: Transaction) -> None:
    """Add checksums to the rows of an older schema."""
    for name, columns in DIGESTED.items():
        rows = transaction.rows(f"SELECT {', '.join(columns)} FROM {name}")  # noqa: S608 - our own names
        transaction.rows(f"DELETE FROM {name}")  # noqa: S608 - our own names
        if rows:
            transaction.insert(name, [digested(row) for row in rows])
