"""`paigow witness`: saves a floor's signed checkpoints elsewhere. `paigow verify --witness` uses them."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, TextIO
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec
import typer

from paigow.cli.output import JsonFlag, emit
from paigow.faults import BadInput
from paigow.material.notation import counted
from paigow.store.checkpoints import Note, moment, parse_note
from paigow.store.testimony import parse_testimony

WAIT: Final = 20.0
AGAIN_AFTER: Final = 1.0
PATIENCE: Final = 10.0
LARGEST: Final = 2**22
"""The longest answer a floor can send, in bytes."""


def witness(
    url: Annotated[str, typer.Argument(help="The floor's address: http://127.0.0.1:8480.")],
    table: Annotated[
        list[str] | None, typer.Option(help="Follow this table; repeat for several. Default: all.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Append checkpoints to this file.")] = Path("kept.checkpoints"),
    key: Annotated[str | None, typer.Option(help="The floor's public key, if you got it separately.")] = None,
    once: Annotated[bool, typer.Option("--once", help="Save the existing checkpoints and exit.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Follow a floor and save its signed checkpoints. Stop with Ctrl-C.

    Exits with 1 if the floor contradicts an earlier checkpoint.
    """
    floor = _WitnessedFloor(url.rstrip("/"))
    signed_with, tables = floor.key_and_tables()
    if key is not None and key != signed_with:
        raise BadInput(
            f"this floor signs with {signed_with}",
            where="--key",
            allowed="give that key, if it is the one the operator published",
        )
    keeper = _Keeper(out, signed_with, tells=sys.stderr if as_json else sys.stdout)
    followed = [_Follower(floor, keeper, name) for name in table or tables]
    for each in followed:
        each.catch_up()
    if not once:
        keeper.tell(
            f"Following {counted(len(followed), 'table')} of {url}; appending to {out} (Ctrl-C to stop)"
        )
        _follow(followed)
    payload = {
        "floor": signed_with,
        "tables": [each.table for each in followed],
        "file": str(out),
        "kept": keeper.added,
        "ok": not keeper.contradictions,
        "findings": [{"problem": each} for each in keeper.contradictions],
    }
    said = f"{counted(keeper.added, 'checkpoint')} added to {out}"
    emit(payload, "paigow/witness/1", as_json, lambda: print(said))
    if keeper.contradictions:
        raise typer.Exit(1)


def _follow(followed: list[_Follower]) -> None:
    """One thread per table, until Ctrl-C: they spend most of their time waiting for the floor."""
    threads = [threading.Thread(target=each.follow, daemon=True) for each in followed]
    for thread in threads:
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads):
            time.sleep(AGAIN_AFTER)
    except KeyboardInterrupt:
        pass


class _AboutFloor(msgspec.Struct):
    """What a floor says about itself."""

    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    tables: list[Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,64}$")]]


@dataclass(frozen=True, slots=True)
class _WitnessedFloor:
    url: str

    def key_and_tables(self) -> tuple[str, list[str]]:
        try:
            about = msgspec.json.decode(self._get("/api/floor", PATIENCE), type=_AboutFloor)
        except msgspec.DecodeError:
            raise BadInput(
                f"{self.url} is not a floor that signs checkpoints",
                allowed="give the address that paigow serve prints",
            ) from None
        return about.key, about.tables

    def checkpoints(self, table: str, after: int, wait: float) -> list[str]:
        path = f"/api/tables/{quote(table, safe='')}/checkpoints?after={after}&wait={wait:g}"
        return self._get(path, wait + PATIENCE).decode("utf-8", "replace").splitlines()

    def _get(self, path: str, seconds: float) -> bytes:
        if not self.url.startswith(("http://", "https://")):
            raise BadInput(f"{self.url!r} is not an address", allowed="write it like http://HOST:PORT")
        try:
            with urlopen(Request(f"{self.url}{path}"), timeout=seconds) as answer:  # noqa: S310 - http alone
                read: bytes = answer.read(LARGEST)
                return read
        except HTTPError as fault:
            raise BadInput(f"{self.url}{path} answers {fault.code}") from None
        except (URLError, OSError) as fault:
            reason = getattr(fault, "reason", fault)
            why = getattr(reason, "strerror", None) or reason
            raise BadInput(
                f"{self.url} can't be reached: {why}", allowed="check that the floor is running"
            ) from None


@dataclass(slots=True)
class _Keeper:
    """The file and its contents."""

    path: Path
    floor: str
    tells: TextIO
    added: int = 0
    contradictions: list[str] = field(default_factory=list)
    notes: dict[tuple[str, int], Note] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        for seen in parse_testimony(self._text()):
            self._known.add(seen.note.text)
            if seen.note.floor == self.floor:
                self.notes.setdefault((seen.note.table, seen.note.version), seen.note)

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as fault:
            why = getattr(fault, "strerror", None) or fault
            raise BadInput(f"{str(self.path)!r} can't be read: {why}") from None

    def last(self, table: str) -> Note | None:
        """The newest note of a table."""
        own = [note for (name, _), note in self.notes.items() if name == table]
        return max(own, key=lambda note: note.version, default=None)

    def keep(self, table: str, lines: list[str]) -> int:
        """Append the new notes of one answer, all seen at the same time; return the last version."""
        seen, last = moment(int(time.time() * 1000)), 0
        with self._lock, self.path.open("a", encoding="utf-8") as file:
            for note in self._sound(table, lines):
                last = note.version
                if note.text not in self._known:
                    file.write(f"{seen} {note.text}\n")
                    self._known.add(note.text)
                    self.added += 1
                    self.tell(f"{table}  version {note.version}  round {note.round}, {note.fixes}")
                kept = self.notes.setdefault((table, note.version), note)
                if kept.chain != note.chain:
                    self.contradict(f"{kept.text}\n  {note.text}")
        return last

    def _sound(self, table: str, lines: list[str]) -> Iterator[Note]:
        for line in lines:
            try:
                note = parse_note(line)
            except BadInput as fault:
                self.contradict(f"{table}: {fault}")
                continue
            if (note.table, note.floor) != (table, self.floor) or not note.is_signed:
                self.contradict(f"{table}: not signed with {self.floor}: {line}")
                continue
            yield note

    def contradict(self, what: str) -> None:
        self.contradictions.append(what)
        self.tell(f"the floor contradicts itself:\n  {what}")

    def tell(self, what: str) -> None:
        print(what, file=self.tells, flush=True)


@dataclass(slots=True)
class _Follower:
    """One table."""

    floor: _WitnessedFloor
    keeper: _Keeper
    table: str
    after: int = 0

    def catch_up(self) -> None:
        """Save all existing notes. The newest note saved before must still be there, unchanged."""
        last = self.keeper.last(self.table)
        self.after = 0 if last is None else last.version - 1
        lines = self.floor.checkpoints(self.table, self.after, 0)
        if last is not None and last.text not in lines:
            self.keeper.contradict(f"{last.text}\n  {self.table} no longer has this checkpoint")
            self.after = 0
            lines = self.floor.checkpoints(self.table, 0, 0)
        while lines and self._keep(lines):
            lines = self.floor.checkpoints(self.table, self.after, 0)

    def _keep(self, lines: list[str]) -> bool:
        """Save an answer; False without a new note, since a floor that repeats itself would loop forever."""
        last = self.keeper.keep(self.table, lines)
        if last <= self.after:
            self.keeper.contradict(f"{self.table}: nothing of its answer follows version {self.after}")
            return False
        self.after = last
        return True

    def follow(self) -> None:
        """Long-poll for notes, one answer after another; catch up with a floor that was away."""
        while True:
            try:
                lines = self.floor.checkpoints(self.table, self.after, WAIT)
                if lines and not self._keep(lines):
                    time.sleep(AGAIN_AFTER)
            except BadInput as fault:
                self.keeper.tell(f"{self.table}: {fault}")
                self._come_back()

    def _come_back(self) -> None:
        while True:
            time.sleep(AGAIN_AFTER)
            try:
                self.catch_up()
            except BadInput:
                continue
            return
