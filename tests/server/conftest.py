"""A floor to play on: one server for each test process, and a table of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.server.running import Server, running
from tests.store.conftest import address, opened, postgres
from tests.store.servers import PostgresServer

__all__ = ["address", "opened", "postgres"]

_databases = count()


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dealer and bots do not pause."""
    directory: Path = tmp_path_factory.mktemp("floor")
    with running(directory, "--pace", "0") as server:
        yield server
        assert "Traceback" not in server.log, server.log


@pytest.fixture
def shared(postgres: PostgresServer) -> str:
    """The address of an empty database of its own: locks and notes are those of a database."""
    name = f"shared{next(_databases)}"
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return postgres.url.replace("/postgres?", f"/{name}?")
