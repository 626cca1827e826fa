"""The archive file: a zip with a signed list of rounds and a pack for each. Not the store's index of it."""

from __future__ import annotations

import os
import re
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from paigow.faults import BadInput
from paigow.store.checkpoints import Signer, is_signed_by
from paigow.store.digests import read_checked
from paigow.store.whole_file import whole_file

FORMAT: Final = "paigow/archive/1"
LIST, NOTE = "rounds.json", "note.txt"
ELSEWHERE: Final = "PAIGOW_ARCHIVES"
"""The environment variable that names a directory to search for archives that have moved."""
_LARGEST: Final = 2**30
"""In bytes: a forged file must not fill memory."""
_LINE: Final = re.compile(
    r"(paigow archive 1 \| floor ([0-9a-f]{64}) \| day ([0-9-]{10}(?:\.[0-9]+)?) \| rounds ([0-9]{1,18})"
    r" \| list ([0-9a-f]{64})) \| ([A-Za-z0-9+/]{85}[AQgw]==)"
)


class ArchiveUnavailable(BadInput):
    """An archive is missing or can't be opened: the operator has to fix it, not whoever asks."""


class ArchivedRound(Struct, frozen=True):
    """A round in an archive; hashes are hexadecimal."""

    table: str
    round: int
    first: int
    last: int
    """Versions."""
    at: int
    """When it ended, in milliseconds."""
    commands: int
    follows: str
    """The chain's link before the round, and at its end."""
    chain: str
    digest: str
    """SHA-256 of the pack."""


class ArchiveList(Struct, frozen=True, forbid_unknown_fields=True):
    """An archive's contents."""

    format: str
    day: str
    rounds: tuple[ArchivedRound, ...]


class ArchiveNote(Struct, frozen=True):
    """What the floor signs about an archive."""

    floor: str
    day: str
    rounds: int
    list_digest: str
    text: str
    is_signed: bool


def parse_note(text: str) -> ArchiveNote:
    """Read a note, signed or not; raise BadInput."""
    found = _LINE.fullmatch(text)
    if found is None:
        raise BadInput(
            f"{text[:60]!r} is not the note of an archive", allowed="give a line that a floor has signed"
        )
    said, floor, day, rounds, digest, signature = found.groups()
    signed = is_signed_by(floor, said, b64decode(signature))
    return ArchiveNote(floor, day, int(rounds), digest, text, signed)


def write_archive(
    path: Path, signer: Signer, day: str, rounds: Sequence[ArchivedRound], bodies: Iterator[bytes]
) -> ArchiveNote:
    """Write a whole archive or nothing; it is on disk when this returns."""
    if path.exists() and not path.is_file():
        raise BadInput(f"{path} is not a file", allowed="move it away, or name another directory")
    listed = msgspec.json.encode(ArchiveList(FORMAT, day, tuple(rounds)))
    said = (
        f"paigow archive 1 | floor {signer.floor} | day {day} | rounds {len(rounds)}"
        f" | list {sha256(listed).hexdigest()}"
    )
    text = f"{said} | {b64encode(signer.sign_text(said)).decode()}"
    with whole_file(path) as part, part.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(NOTE, text)
            archive.writestr(LIST, listed)
            for each, body in zip(rounds, bodies, strict=True):
                archive.writestr(_member(each.table, each.last), body)
        file.flush()
        os.fsync(file.fileno())
    return parse_note(text)


def read_list(path: Path) -> tuple[ArchiveNote, ArchiveList]:
    """The note and the list of an archive; raise BadInput if the note doesn't match the list."""
    text, listed = (_read(path, name) for name in (NOTE, LIST))
    note = parse_note(text.decode(errors="replace"))

    def unreadable(why: str) -> BadInput:
        return BadInput(
            f"the list of {path} can't be read", where=why, allowed="restore the file as it was written"
        )

    decode = msgspec.json.Decoder(ArchiveList).decode
    found = read_checked(listed, bytes.fromhex(note.list_digest), decode, unreadable)
    if (found.format, found.day, len(found.rounds)) != (FORMAT, note.day, note.rounds):
        raise BadInput(
            f"{path} is not the archive that its note tells of", allowed="restore the file as it was written"
        )
    return note, found


def read_body(path: Path, table: str, last: int) -> bytes:
    """A table's pack that ends at a version; raise BadInput if the archive doesn't have it."""
    return _read(path, _member(table, last))


def located(path: Path) -> Path:
    """Where an archive is now; raise ArchiveUnavailable if it can't be found."""
    elsewhere = os.environ.get(ELSEWHERE)
    places = [path] if elsewhere is None else [path, Path(elsewhere) / path.name]
    for place in places:
        try:
            if place.is_file():
                return place
        except PermissionError as error:
            raise _forbidden(place) from error
    allowed = f"put it back, or name its directory with {ELSEWHERE}"
    raise ArchiveUnavailable(f"the archive {path} is missing", allowed=allowed)


def _forbidden(path: Path) -> ArchiveUnavailable:
    return ArchiveUnavailable(
        f"there is no permission to read the archive {path}",
        allowed="give the server's user access to the file and its directory",
    )


def _member(table: str, last: int) -> str:
    return f"{table}/{last}.pack"


def _read(path: Path, name: str) -> bytes:
    try:
        archive = _opened(path, path.stat().st_mtime_ns)
        if archive.getinfo(name).file_size > _LARGEST:
            raise BadInput(f"{path} holds more than an archive can")
        return archive.read(name)
    except KeyError:
        raise BadInput(f"{path} has no {name}", allowed="give an archive that paigow archive wrote") from None
    except PermissionError as error:
        raise _forbidden(path) from error
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise BadInput(f"{path} can't be read as an archive", where=str(error)) from error


@lru_cache(maxsize=8)
def _opened(path: Path, _changed_at: int) -> zipfile.ZipFile:
    """Kept open: reading the directory of a large zip file takes long."""
    return zipfile.ZipFile(path)
