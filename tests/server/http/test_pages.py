"""A server's files are readable by their owner only; a requested path stays within the browser's files."""

from __future__ import annotations

import stat
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from paigow.faults import BadInput
from paigow.server.keys import load_key
from tests.server.running import running

ODD_PATHS = (
    "/%00",
    "/a%00.js",
    "/..%2f..%2fpyproject.toml",
    "/%2e%2e/%2e%2e/__init__.py",
    "/static/../../store/schema.py",
    "//etc/passwd",
    "/" + "a" * 5_000 + ".js",
    "/" + "a/" * 3_000,
    "/%ff%fe.css",
    "/%ed%a0%80.js",
    "/index.html%20",
    "/.",
    "/con.js:stream.js",
)


def test_files_are_the_owners_alone_and_odd_paths_find_nothing(tmp_path: Path) -> None:
    with running(tmp_path, "--no-demonstration") as server:
        httpx.post(f"{server.address}api/session", json={"name": "Anna"}).raise_for_status()
        made = {path: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
        assert "floor.db" in {path.name for path in made}
        assert {path.name: oct(mode) for path, mode in made.items() if mode & 0o077} == {}
        for path in ODD_PATHS:
            status, body = asked(server.address, path)
            assert status in {200, 400, 404, 414}, (path, status)
            assert b"[build-system]" not in body
            assert b"CREATE TABLE" not in body
            assert b"root:" not in body
        # A table's modules are preloaded only where a table is drawn or one click away.
        for path in ("/", "/table/a", "/round/a/1", "/learn/tiles"):
            assert b'modulepreload" href="/table/table.js"' in asked(server.address, path)[1], path
        for path in ("/analyze", "/odds", "/learn", "/learn/how/tiles", "/workshop", "/history"):
            page = asked(server.address, path)[1]
            assert b'modulepreload" href="/shared/texts.js"' in page, path
            assert b'href="/table/' not in page, path
        assert "Traceback" not in server.log


def asked(address: str, path: str) -> tuple[int, bytes]:
    """Request a path exactly as written: a client would normalize it first."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=30)
    try:
        connection.putrequest("GET", path, skip_accept_encoding=True)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "floor.key"
    load_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    with pytest.raises(BadInput, match="other users can read"):
        load_key(path)
