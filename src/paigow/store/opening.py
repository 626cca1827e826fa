"""Opening a store by its address, and where it lies when none is given."""

from __future__ import annotations

import os
from pathlib import Path

from paigow.faults import BadInput
from paigow.store.journal import Store

SQLITE = "sqlite:///"


def data_directory() -> Path:
    """Where this user's floor keeps its data, unless an address says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "paigow"


def sqlite_file(address: str | None) -> Path | None:
    """The file behind `sqlite:///path`, or the user's own without an address; None for other stores."""
    if address is None:
        return data_directory() / "floor.db"
    return Path(address.removeprefix(SQLITE)) if address.startswith(SQLITE) else None


def floor_directory(address: str | None) -> Path:
    """Where a floor's key and counted odds lie: beside a SQLite file, else in the user's data directory."""
    file = sqlite_file(address)
    return data_directory() if file is None else file.resolve().parent


def open_store(address: str | None = None, *, damaged: bool = False) -> Store:
    """Open `sqlite:///path` or `postgresql://...`; without an address, the user's own SQLite file.

    `damaged` opens a SQLite file whatever state it is in, for an audit to say.
    """
    file = sqlite_file(address)
    if file is not None:
        from paigow.store.sqlite import SqliteDatabase

        return Store(SqliteDatabase(file, damaged=damaged))
    assert address is not None
    if address.startswith(("postgresql://", "postgres://")):
        from paigow.store.postgres import PostgresDatabase

        return Store(PostgresDatabase(address))
    raise BadInput(
        f"{address!r} is not the address of a store",
        allowed="write sqlite:///PATH or postgresql://USER@HOST/DATABASE",
    )
