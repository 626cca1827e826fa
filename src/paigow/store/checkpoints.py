"""Checkpoints: a table's journal position, signed by its floor, one line of text each (R100).

A note commits to everything up to its version, since it contains the chain's hash. Notes saved elsewhere
prove that history wasn't rewritten: see `testimony`. The same events give the same note in any process.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct
from msgspec.structs import replace

from paigow.faults import BadInput
from paigow.store.database import Database, advanced
from paigow.table.acts import Event
from paigow.table.state import Table

SEED, WORDS, CLOSED, OVER, VOID = (
    "seed committed",
    "words fixed",
    "words closed",
    "round over",
    "round void",
)
_FIXES: Final = {
    "seed-committed": SEED,
    "commitment-published": SEED,
    "no-more-bets": WORDS,
    "words-closed": CLOSED,
    "round-finished": OVER,
    "round-voided": VOID,
}
"""What each event commits to, by its stored name."""
ENDS: Final = (OVER, VOID)
_LINE: Final = re.compile(
    r"paigow checkpoint 1 \| floor ([0-9a-f]{64}) \| table (\S+) \| version ([1-9][0-9]{0,17})"
    r" \| chain ([0-9a-f]{64}) \| round ([0-9]{1,18}), ([a-z ]+) \| (\S+)Z \| ([A-Za-z0-9+/]{86}==)"
)
_START: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Note(Struct, frozen=True):
    """A signed note: the chain hash of this table's journal at this version."""

    floor: str
    """The floor's public key, in hexadecimal."""
    table: str
    version: int
    chain: bytes
    round: int
    fixes: str
    at: int
    """When the floor stored it, in milliseconds."""
    signature: bytes = b""

    @property
    def said(self) -> str:
        """The text that is signed."""
        return (
            f"paigow checkpoint 1 | floor {self.floor} | table {self.table} | version {self.version}"
            f" | chain {self.chain.hex()} | round {self.round}, {self.fixes} | {moment(self.at)}"
        )

    @property
    def text(self) -> str:
        return f"{self.said} | {b64encode(self.signature).decode()}"

    @property
    def is_signed(self) -> bool:
        """Whether the floor it names signed it."""
        return is_signed_by(self.floor, self.said, self.signature)


def is_signed_by(floor: str, said: str, signature: bytes) -> bool:
    """Whether the floor with a public key, in hexadecimal, signed a text."""
    try:
        _public_key(floor).verify(signature, said.encode())
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=16)
def _public_key(floor: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(floor))


def moment(at: int) -> str:
    """A time in milliseconds as text: 2026-11-16T23:12:43.123Z."""
    told = (_START + timedelta(milliseconds=at)).isoformat(timespec="milliseconds")
    return told.replace("+00:00", "Z")


def parse_moment(text: str) -> int:
    """Read a time; raise BadInput."""
    try:
        at = (datetime.fromisoformat(text) - _START) // timedelta(milliseconds=1)
    except (ValueError, TypeError):
        at = -1
    if at < 0 or moment(at) != text:
        raise BadInput(f"{text[:40]!r} is not a time", allowed="write it like 2026-11-16T23:12:43.123Z")
    return at


def parse_note(text: str) -> Note:
    """Read a note, signed or not; raise BadInput."""
    found = _LINE.fullmatch(text)
    if found is None:
        raise BadInput(f"{text[:60]!r} is not a checkpoint", allowed="give a line that a floor has signed")
    floor, table, version, chain, number, fixes, at, signature = found.groups()
    note = Note(
        floor,
        table,
        int(version),
        bytes.fromhex(chain),
        int(number),
        fixes,
        parse_moment(f"{at}Z"),
        b64decode(signature),
    )
    # Leading zeros, or the unused bits of base64, would allow two spellings of the same note.
    if note.text != text:
        raise BadInput(f"{text[:60]!r} is not in the format a floor writes", allowed=f"it writes {note.text}")
    return note


def fixed(table: Table, events: Sequence[Event]) -> tuple[int, str] | None:
    """The round, and what a command's events commit to, if anything; `table` is the table after them."""
    found = [what for event in events if (what := _FIXES.get(str(event.__struct_config__.tag))) is not None]
    if not found:
        return None
    # A seed is committed while the previous round is still the last one; "No more bets" starts its own.
    return (table.round + 1 if found[-1] == SEED else table.round), found[-1]


class Signer:
    """Signs for a floor."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.floor = self._key.public_key().public_bytes_raw().hex()

    def sign(self, name: str, table: Table, chain: bytes, at: int, events: Sequence[Event]) -> str | None:
        """The note for a command's events, if they commit to anything; `table` is the table after them."""
        what = fixed(table, events)
        if what is None:
            return None
        return self.signed(Note(self.floor, name, table.version, chain, *what, at)).text

    def signed(self, note: Note) -> Note:
        """The same note with this floor's signature."""
        return replace(note, signature=self.sign_text(note.said))

    def sign_text(self, said: str) -> bytes:
        return self._key.sign(said.encode())


def notes_of(database: Database, table: str, after: int = 0, limit: int = 1000) -> list[tuple[int, str]]:
    """A table's stored notes after a version, oldest first, each with its version."""
    sql = "SELECT version, note FROM checkpoints WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?"
    return [(version, str(note)) for version, note in database.rows(sql, table, after, limit)]


class _Signed(Struct, frozen=True):
    signed_by: str = ""


def signed_by(settings: bytes) -> str | None:
    """The floor that signs a table from its first event on; None for tables older than checkpoints."""
    return msgspec.json.decode(settings or b"{}", type=_Signed).signed_by or None


class KeptNotes:
    """The notes of one table, checked against its journal as an audit reads it."""

    def __init__(self, database: Database, table: str, floor: str | None, after: int = 0) -> None:
        self._database = database
        self._table = table
        sql = "SELECT 1 FROM checkpoints WHERE table_id = ? AND version <= ? LIMIT 1"
        self._begun = floor is not None or bool(database.rows(sql, table, after))
        """Whether the floor has started to sign: what it stored before that has no notes."""
        self._rows = self._each(after)
        self._next = next(self._rows, None)
        self.floor = floor
        """The floor's key, once it is known: from the table's settings, or from its first note."""
        self._last = (0, "")

    def begin(self, text: str, chain: bytes) -> str | None:
        """Why an audit can't resume at this note; None if it can: signed, of this table, and still stored."""
        try:
            note = parse_note(text)
        except BadInput:
            return "the checkpoint that the last audit ended at can't be read"
        floor = self.floor or note.floor
        if not note.is_signed or (note.floor, note.table, note.chain) != (floor, self._table, chain):
            return "the checkpoint that the last audit ended at isn't signed by its floor for this table"
        if notes_of(self._database, self._table, note.version - 1, 1) != [(note.version, text)]:
            return "the checkpoint that the last audit ended at was changed"
        self.floor = floor
        return None

    def last_at(self, version: int) -> str:
        """The note of a version that was just processed, if it has one."""
        return self._last[1] if self._last[0] == version else ""

    def resume(self, floor: str) -> None:
        """Continue after pruned rounds, whose notes are gone: the floor signed for them."""
        self._begun, self.floor = True, floor

    def _each(self, after: int) -> Iterator[tuple[int, str]]:
        while page := notes_of(self._database, self._table, after):
            yield from page
            after = advanced(after, page[-1][0])

    def follow(self, table: Table, chain: bytes, at: int, events: Sequence[Event]) -> Iterator[str]:
        """What is wrong with the note of a command; `table` is the table after its events."""
        while self._next is not None and self._next[0] < table.version:
            yield f"a checkpoint of version {self._next[0]} is stored, but nothing was committed there"
            self._next = next(self._rows, None)
        what = fixed(table, events)
        if self._next is None or self._next[0] != table.version:
            if what is not None and self._begun:
                yield "its checkpoint is missing"
            return
        self._last, self._next, self._begun = self._next, next(self._rows, None), True
        text = self._last[1]
        yield from self._problems(text, table, chain, at, what)

    def _problems(
        self, text: str, table: Table, chain: bytes, at: int, what: tuple[int, str] | None
    ) -> Iterator[str]:
        try:
            note = parse_note(text)
        except BadInput:
            yield "its checkpoint can't be read"
            return
        self.floor = self.floor or note.floor
        said = (note.floor, note.table, note.version, note.chain, (note.round, note.fixes), note.at)
        if said != (self.floor, self._table, table.version, chain, what, at):
            yield f"the floor signed something else: {text}"
        elif not note.is_signed:
            yield "its checkpoint isn't signed by the floor"

    def left(self) -> Iterator[int]:
        """Versions of notes after the journal's end."""
        while self._next is not None:
            yield self._next[0]
            self._next = next(self._rows, None)
