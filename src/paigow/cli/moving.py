"""`paigow move`: a whole floor from one store to another, SQLite to PostgreSQL or back."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from paigow.cli.output import JsonFlag, note, working
from paigow.cli.store import open_floor_store, report_restored
from paigow.faults import BadInput
from paigow.store.journal import floor_directory


def move(
    source: Annotated[str, typer.Option("--from", metavar="STORE", help="The store to move.")],
    target: Annotated[str, typer.Option("--to", metavar="STORE", help="An empty store to move it to.")],
    as_json: JsonFlag = False,
) -> None:
    """Copy a whole floor, with its key, into an empty store and audit the copy. The old store stays as it is.

    Stop the server first: rounds played during the move would be missing. Exits with 1 if the audit finds
    anything.
    """
    from paigow.server.lifecycle import running_floor
    from paigow.store.backup import back_up, restore

    if source == target:
        raise BadInput("both stores are the same", where="--to", allowed="name another one")
    if (address := running_floor(source)) is not None:
        raise BadInput(f"a server runs on {source} at {address}", allowed="stop it, then move the floor")
    keys = floor_directory(source) / "floor.key", floor_directory(target) / "floor.key"
    takes_key = _takes_key(*keys)
    with TemporaryDirectory(prefix="paigow-move-") as folder:
        file = Path(folder) / "floor.backup"
        with closing(open_floor_store(source)) as store, working("reading the old store"):
            rows = back_up(store, file)
        note(f"{rows:,} rows read from {source}")
        with closing(open_floor_store(target, new=True)) as store, working("writing the new store"):
            if store.tables():
                raise BadInput(
                    f"{target} is not empty", where="--to", allowed="move the floor into a new store"
                )
            restore(file, store)
    if takes_key:
        _copy_key(*keys)
    about = {"from": source, "to": target, "rows": rows, "key_copied": takes_key}
    report_restored(target, about, f"{rows:,} rows moved to {target}", "paigow/move/1", as_json)


def _takes_key(source: Path, target: Path) -> bool:
    """Whether to copy the key that opens sealed seeds: not if it exists there or is in the environment.

    Raise BadInput if it can't be copied, before anything else is.
    """
    if "PAIGOW_KEY" in os.environ or source == target or not source.exists():
        return False
    if target.exists():
        if target.read_bytes() != source.read_bytes():
            from paigow.server.keys import printing

            raise BadInput(
                f"{target} is the key of another floor",
                allowed=f"to use this floor's key instead, set PAIGOW_KEY=$({printing(source)})",
            )
        return False
    source.open("rb").close()
    return True


def _copy_key(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o600)
