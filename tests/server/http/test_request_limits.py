"""Requests that never end, or whose length is stated in two ways: rejected in time, with a status."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.server.running import Server, running

SECONDS = 2.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory: Path = tmp_path_factory.mktemp("slow")
    with running(directory, "--no-demonstration", "--request-seconds", str(SECONDS)) as running_server:
        yield running_server


def _connected(server: Server) -> socket.socket:
    parts = urlsplit(server.address)
    return socket.create_connection((parts.hostname or "", parts.port or 0), timeout=20)


def _answer(raw: socket.socket) -> bytes:
    data = b""
    while part := raw.recv(65536):
        data += part
    return data


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"G",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTT",
    ],
)
def test_a_head_that_does_not_come_is_not_waited_for(server: Server, beginning: bytes) -> None:
    with _connected(server) as raw:
        start = time.monotonic()
        raw.sendall(beginning)
        answer = _answer(raw)
        assert time.monotonic() - start < SECONDS + 5
        # One whole request and a part: between requests a connection is closed without a message.
        assert not beginning or b"408" in answer or answer.startswith(b"HTTP/1.1 200")


def test_a_head_that_trickles_is_not_waited_for(server: Server) -> None:
    with _connected(server) as raw:
        start = time.monotonic()
        raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        raw.settimeout(0.2)
        while time.monotonic() - start < 30:
            try:
                raw.sendall(b"x")
                if not raw.recv(65536):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert time.monotonic() - start < SECONDS + 5


def test_a_body_that_trickles_is_not_waited_for(server: Server) -> None:
    with _connected(server) as raw:
        start = time.monotonic()
        raw.sendall(b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
        raw.sendall(b"Content-Length: 1000\r\n\r\n{")
        raw.settimeout(0.2)
        heard = b""
        while time.monotonic() - start < 30 and b"HTTP/1.1 408" not in heard:
            try:
                raw.sendall(b" ")
                heard += raw.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                break
        assert b"HTTP/1.1 408" in heard
        assert time.monotonic() - start < SECONDS + 5


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
    ],
)
def test_a_length_told_in_two_ways_is_rejected(server: Server, headers: bytes) -> None:
    with _connected(server) as raw:
        raw.sendall(b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
        raw.sendall(headers + b"\r\n2\r\n{}\r\n0\r\n\r\n")
        answer = _answer(raw)
    assert answer.startswith(b"HTTP/1.1 400"), answer
    assert answer.count(b"HTTP/1.1") == 1


def test_who_is_quick_is_answered_as_ever(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=20) as web:
        for _ in range(3):
            assert web.post("/api/session", json={}).status_code == 200
            time.sleep(SECONDS / 2)


def test_an_origin_is_its_scheme_too(server: Server) -> None:
    host = urlsplit(server.address).netloc
    with httpx.Client(base_url=server.address, timeout=20) as web:
        for headers, status in (
            ({"Origin": f"http://{host}"}, 200),
            ({"Origin": f"https://{host}"}, 403),
            ({"Origin": "null"}, 403),
            # Behind a TLS proxy on this machine it is the other way around.
            ({"Origin": f"https://{host}", "X-Forwarded-Proto": "https"}, 200),
            ({"Origin": f"http://{host}", "X-Forwarded-Proto": "https"}, 403),
        ):
            assert web.post("/api/session", json={}, headers=headers).status_code == status, headers


def test_an_origin_is_its_scheme_too_for_sockets(server: Server) -> None:
    host = urlsplit(server.address).netloc
    web = httpx.Client(base_url=server.address, timeout=20)
    token = web.post("/api/session", json={}).json()["token"]
    made = web.post(
        "/api/tables",
        json={"submission": "commission-tiles-plain"},
        headers={"Authorization": f"Bearer {token}"},
    )
    table = made.json()["id"]
    web.close()
    for origin, proto, status in (
        (f"http://{host}", "", b"101"),
        (f"https://{host}", "", b"403"),
        (f"https://{host}", "X-Forwarded-Proto: https\r\n", b"101"),
        (f"http://{host}", "X-Forwarded-Proto: https\r\n", b"403"),
    ):
        with _connected(server) as raw:
            raw.sendall(
                f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
                f"Origin: {origin}\r\n{proto}Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                f"Authorization: Bearer {token}\r\n\r\n".encode()
            )
            assert raw.recv(64).split()[1] == status, (origin, proto)
