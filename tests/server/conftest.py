"""A floor to play on: one server for each test process, and a table of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Server, running
from tests.store.conftest import address, opened, postgres

__all__ = ["address", "opened", "postgres"]


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dealer and bots do not pause."""
    directory: Path = tmp_path_factory.mktemp("floor")
    with running(directory, "--pace", "0") as server:
        yield server
        assert "Traceback" not in server.log, server.log
