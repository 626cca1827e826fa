"""Stores to test: the same suite runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from paigow.store.journal import Store, open_store
from tests.store.servers import PostgresServer, postgres_server

_numbers = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    name = f"floor{next(_numbers)}"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{server.url}&options=-csearch_path%3D{name}"


@pytest.fixture
def opened(address: str) -> Iterator[Callable[[], Store]]:
    """Reopen the store again and again, like a restarted server."""
    stores: list[Store] = []

    def again() -> Store:
        stores.append(open_store(address))
        return stores[-1]

    yield again
    for store in stores:
        store.close()
