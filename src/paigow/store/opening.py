"""Opening a store by its address, and where it lies when none is given."""

from __future__ import annotations

import os
from pathlib import Path

from paigow.faults import BadInput
from paigow.store.journal import Store

__all__ = ["data_directory", "open_store"]


def data_directory() -> Path:
    """Where this user's floor keeps its data, unless an address says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "paigow"


def open_store(address: str | None = None) -> Store:
    """Open `sqlite:///path` or `postgresql://...`; without an address, the user's own SQLite file."""
    if address is None:
        address = f"sqlite:///{data_directory() / 'floor.db'}"
    if address.startswith("sqlite:///"):
        from paigow.store.sqlite import SqliteDatabase

        return Store(SqliteDatabase(Path(address.removeprefix("sqlite:///"))))
    if address.startswith(("postgresql://", "postgres://")):
        from paigow.store.postgres import PostgresDatabase

        return Store(PostgresDatabase(address))
    raise BadInput(
        f"{address!r} is not the address of a store",
        allowed="write sqlite:///PATH or postgresql://USER@HOST/DATABASE",
    )
