"""`paigow archive`: move finished rounds into a signed file per day, and check such files."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.cli.commands import examples
from paigow.cli.output import JsonFlag, bar, console, emit
from paigow.cli.store import StoreOption, floor_key, open_floor_store
from paigow.faults import BadInput

if TYPE_CHECKING:
    from paigow.store.archiving import Archive

archive = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Move finished rounds into a signed file for each day; check such files.",
)


@archive.command(
    "write",
    epilog=examples(
        "paigow archive write /srv/archives --store sqlite:///floor.db",
        "paigow archive write /srv/archives --before 2026-11-01 --json",
    ),
)
def write(
    directory: Annotated[Path, typer.Argument(help="Where to write the files; it is created if needed.")],
    before: Annotated[
        str | None, typer.Option(metavar="DATE", help="Archive days before this one, UTC; today if left out.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Move the finished rounds of past days into one file a day, while the floor is in use.

    The last two rounds of each table stay. Archived rounds are still listed, replayed and audited, as long as
    their files are where they were written or in the directory that PAIGOW_ARCHIVES names.
    """
    from paigow.server.keys import derived_key, require_key
    from paigow.store.archiving import archive_rounds
    from paigow.store.checkpoints import Signer

    until = _day(before)
    if directory.exists() and not directory.is_dir():
        raise BadInput(f"{directory} is a file", allowed="name a directory for the archives")
    key = floor_key(store)
    if key is None:
        raise BadInput(
            "the floor's key is not here", allowed="put floor.key beside the store, or set PAIGOW_KEY"
        )
    with closing(open_floor_store(store)) as opened:
        require_key(opened.database, key)
        signer = Signer(derived_key(key, "checkpoints"))
        total = opened.database.rows("SELECT count(*) FROM rounds")[0][0]
        with bar("archiving", total) as advance:
            found = archive_rounds(opened, signer, directory, until, advance)
    none = f"there are no rounds to archive from before {_date(until)}; each table keeps its last two"
    _show(found, "archive-write", as_json, none)


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()


def _day(text: str | None) -> int:
    """The start of a day, in milliseconds."""
    try:
        day = datetime.now(UTC).date() if text is None else date.fromisoformat(text)
    except ValueError:
        raise BadInput(
            f"{text!r} is not a day", where="--before", allowed="write it like 2026-11-01"
        ) from None
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


@archive.command("list", epilog=examples("paigow archive list --store sqlite:///floor.db"))
def list_archives(store: StoreOption = None, as_json: JsonFlag = False) -> None:
    """List the archives that a floor knows, and where they are."""
    from paigow.store.archiving import archives

    with closing(open_floor_store(store)) as opened:
        found = archives(opened.database)
    _show(found, "archive-list", as_json, "no rounds have been archived yet")


@archive.command(
    "verify",
    epilog=examples("paigow archive verify /srv/archives/paigow-2026-11-16.zip"),
)
def verify(
    file: Annotated[Path, typer.Argument(help="An archive.")],
    key: Annotated[
        str | None, typer.Option(help="The floor's public key, if you have it from elsewhere.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Check an archive by itself: the floor's signature, and the hashes and chains of its rounds.

    Exit with 1 if something is wrong. paigow audit also re-judges archived rounds.
    """
    from paigow.store.archive_file import read_list
    from paigow.store.archiving import archive_problems

    if not file.is_file():
        raise BadInput(f"there is no file {str(file)!r}", allowed="give an archive that paigow archive wrote")
    note, listed = read_list(file)
    with bar("verifying", note.rounds) as advance:
        problems = list(archive_problems(file, advance))
    if key is not None and key != note.floor:
        problems.append(f"it is signed by {note.floor}")
    tables = {each.table for each in listed.rounds}
    about = {"file": str(file), "day": note.day, "floor": note.floor, "rounds": note.rounds}
    findings = [{"problem": each} for each in problems]
    payload = {**about, "tables": sorted(tables), "ok": not problems, "findings": findings}

    def text() -> None:
        for each in problems:
            console().print(each, highlight=False)
        said = f"findings: {len(problems)}" if problems else "nothing wrong"
        where = f"{note.day}: {_count(note.rounds, 'round')} of {_count(len(tables), 'table')}"
        console().print(f"{where}, signed by {note.floor[:16]}…: {said}", highlight=False)

    emit(payload, "paigow/archive-verify/1", as_json, text)
    if problems:
        raise typer.Exit(1)


def _show(found: list[Archive], schema: str, as_json: bool, none: str) -> None:
    from paigow.store.archive_file import parse_note

    rows = [
        {"day": each.day, "file": each.file, "rounds": parse_note(each.note).rounds, "note": each.note}
        for each in found
    ]

    def text() -> None:
        for each in found:
            console().print(
                f"{each.day}  {_count(parse_note(each.note).rounds, 'round')}  {each.file}", highlight=False
            )
        if not rows:
            console().print(none, highlight=False)

    emit({"archives": rows}, f"paigow/{schema}/1", as_json, text)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
