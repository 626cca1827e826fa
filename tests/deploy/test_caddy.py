"""The Caddy configuration in front of a real server, and of servers that only identify themselves."""

from __future__ import annotations

import asyncio
import os
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.deploy.test_nginx import PATIENCE, ROOT, free_ports, wait_for
from tests.server.players import socket_address
from tests.server.running import running

GLOBAL = """{
	admin off
	skip_install_trust
	default_sni 127.0.0.1
	auto_https disable_redirects
}
"""
"""Differences from a public floor: this Caddy isn't announced, and it signs its own certificate."""


@dataclass(frozen=True)
class Caddy:
    address: str
    trusted: ssl.SSLContext

    def web(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, verify=self.trusted, timeout=PATIENCE)


@contextmanager
def caddy(folder: Path, servers: str, spectators: str) -> Iterator[Caddy]:
    """Run `deploy/caddy/Caddyfile` with a port of this machine and servers in it."""
    [port] = free_ports(1)
    settings = folder / "Caddyfile"
    settings.write_text(f"{GLOBAL}import {ROOT / 'deploy/caddy/Caddyfile'}\n", encoding="utf-8")
    environment = {
        **os.environ,
        "FLOOR_NAME": f"https://127.0.0.1:{port}",
        "FLOOR_SERVERS": servers,
        "FLOOR_SPECTATORS": spectators,
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = ["caddy", "run", "--config", str(settings), "--adapter", "caddyfile"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        yield _certified(f"https://127.0.0.1:{port}/", folder / "caddy/pki/authorities/local/root.crt")
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _certified(address: str, root: Path) -> Caddy:
    """Wait until Caddy has signed its own certificate: it listens before that."""
    while True:
        try:
            found = Caddy(address, ssl.create_default_context(cafile=str(root)))
            with found.web() as web:
                web.get("/metrics")
        except (OSError, httpx.ConnectError):
            time.sleep(0.01)
        else:
            return found


class _Named(BaseHTTPRequestHandler):
    """Answers every request with its own port."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        _, port = self.request.getsockname()
        body = str(port).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


def _named() -> ThreadingHTTPServer:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Named)
    Thread(target=server.serve_forever, daemon=True).start()
    return server


def _end(server: ThreadingHTTPServer) -> None:
    server.shutdown()
    server.server_close()


def test_a_floor_is_played_at_through_caddy(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0") as server:
        netloc = httpx.URL(server.address).netloc.decode()
        with caddy(tmp_path, netloc, netloc) as proxy, proxy.web() as web:
            answer = web.post("/api/session", json={"name": "Anna"})
            assert answer.status_code == 200, answer.text
            assert "secure" in answer.headers["set-cookie"].lower()
            assert web.get("/metrics").status_code == 404
            table = web.get("/api/lobby").json()["tables"][0]["id"]
            token = answer.json()["token"]

            async def first_frames(role: str) -> list[str]:
                async with connect(
                    socket_address(proxy.address, table, role),
                    ssl=proxy.trusted,
                    origin=Origin(proxy.address.rstrip("/")),
                    additional_headers={"Authorization": f"Bearer {token}"},
                ) as client:
                    return [str(await asyncio.wait_for(client.recv(), PATIENCE)) for _ in range(2)]

            for role in ("player", "observer"):
                hello, snapshot = asyncio.run(first_frames(role))
                assert '"type":"hello"' in hello
                assert '"type":"snapshot"' in snapshot


def test_requests_of_a_table_go_to_one_server_and_to_another_when_that_is_gone(tmp_path: Path) -> None:
    players, watchers = [_named(), _named()], _named()
    ports = [str(server.server_address[1]) for server in players]
    upstreams = " ".join(f"127.0.0.1:{port}" for port in ports)
    spectators = f"127.0.0.1:{watchers.server_address[1]}"
    with caddy(tmp_path, upstreams, spectators) as proxy, proxy.web() as web:
        tables = [f"table-{number}" for number in range(12)]
        asked = [f"/{kind}/tables/{table}" for table in tables for kind in ("api", "ws")]
        served = {path: {web.get(path).text for _ in range(3)} for path in asked}
        assert all(len(servers) == 1 for servers in served.values()), served
        assert all(served[f"/api/tables/{each}"] == served[f"/ws/tables/{each}"] for each in tables)
        assert set().union(*served.values()) == set(ports), "all tables go to the same server"
        watched = web.get("/ws/tables/table-0?as=observer")
        assert watched.text == spectators.rpartition(":")[2]
        _end(players[0])
        again = {path: web.get(path).text for path in asked}
        assert set(again.values()) == {ports[1]}
    for server in (players[1], watchers):
        _end(server)
