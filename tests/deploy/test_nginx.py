"""The nginx configuration in front of real servers: TLS, WebSockets, addresses, one server per table."""

from __future__ import annotations

import asyncio
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect
from websockets.typing import Origin

from paigow.server.accounts.rate_limits import ACCOUNT_BURST
from tests.server.players import socket_address
from tests.server.running import running
from tests.store.servers import PostgresServer

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
DEFAULT = "server 127.0.0.1:8480;"


def _netloc(address: str) -> str:
    return httpx.URL(address).netloc.decode()


def _upstream(servers: Sequence[str]) -> str:
    return "\n".join(f"server {_netloc(server)};" for server in servers)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "floor.pem", folder / "floor-tls.key"
    public.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return public, private


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


@dataclass(frozen=True)
class Proxy:
    """nginx in front of a floor."""

    address: str
    plain: str
    trusted: ssl.SSLContext
    access_log: Path
    servers: tuple[str, ...]

    def web(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, verify=self.trusted, timeout=PATIENCE)


@contextmanager
def nginx(folder: Path, *servers: str, spectators: Sequence[str] = ()) -> Iterator[Proxy]:
    """Run `deploy/nginx/paigow.conf` with this machine's ports, certificate and servers in it."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    public, private = certificate(folder)
    plain, tls = free_ports(2)
    text = (ROOT / "deploy/nginx/paigow.conf").read_text(encoding="utf-8")
    players, watchers = _upstream(servers), _upstream(spectators or servers)
    before, name, after = text.partition("upstream paigow_spectators {")
    text = before + name + after.replace(DEFAULT, watchers, 1)
    for wanted, found in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{tls} ssl http2;"),
        ("server_name floor.example.org;", "server_name 127.0.0.1;"),
        ("/etc/ssl/certs/floor.pem", str(public)),
        ("/etc/ssl/private/floor.key", str(private)),
        (DEFAULT, players),
    ):
        assert wanted in text
        text = text.replace(wanted, found)
    log = folder / "access.log"
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"""
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 256; }}
http {{
{temporary}
log_format who '$uri $upstream_addr $arg_as';
access_log {log} who;
{text}
}}
"""
    settings = folder / "nginx.conf"
    settings.write_text(main, encoding="utf-8")
    process = subprocess.Popen([program, "-e", "stderr", "-c", str(settings)], cwd=folder)
    try:
        trusted = ssl.create_default_context(cafile=str(public))
        proxy = Proxy(
            f"https://127.0.0.1:{tls}/",
            f"http://127.0.0.1:{plain}/",
            trusted,
            log,
            servers,
        )
        wait_for(tls, process)
        yield proxy
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until nginx answers, or has ended."""
    while process.poll() is None:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError("nginx did not start")


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("nginx")
    with running(folder, "--pace", "0") as server, nginx(folder, server.address) as found:
        yield found


def test_plain_http_is_sent_on_to_tls(proxy: Proxy) -> None:
    answer = httpx.get(proxy.plain)
    assert answer.status_code == 301
    assert answer.headers["location"].startswith("https://")


def test_the_session_cookie_is_for_tls_alone(proxy: Proxy) -> None:
    with proxy.web() as web:
        answer = web.post("/api/session", json={"name": "Anna"})
        assert answer.status_code == 200, answer.text
        assert "secure" in answer.headers["set-cookie"].lower()


def test_metrics_stay_inside(proxy: Proxy) -> None:
    with proxy.web() as web:
        assert web.get("/healthz").status_code == 200
        assert web.get("/metrics").status_code == 404


def test_a_table_is_watched_through_the_proxy(proxy: Proxy) -> None:
    with proxy.web() as web:
        token = web.post("/api/session", json={"name": "Ben"}).json()["token"]
        table = web.get("/api/lobby").json()["tables"][0]["id"]
    origin = proxy.address.rstrip("/")

    async def first_frames() -> list[str]:
        address = socket_address(proxy.address, table)
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(
            address,
            ssl=proxy.trusted,
            origin=Origin(origin),
            additional_headers=headers,
        ) as client:
            return [str(await asyncio.wait_for(client.recv(), PATIENCE)) for _ in range(2)]

    hello, snapshot = asyncio.run(first_frames())
    assert '"type":"hello"' in hello
    assert '"type":"snapshot"' in snapshot


def test_a_client_cannot_choose_the_address_that_limits_go_by(proxy: Proxy) -> None:
    """Wrong passwords from the owner's address and from others count separately: each count shows whose."""
    guess = {"name": "Petra", "password": "wrong guess"}
    claims = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(ACCOUNT_BURST + 3)]
    with proxy.web() as web:
        known = {"name": "Petra", "password": "cobalt harbor 41 lanterns"}
        assert web.post("/api/accounts", json=known).status_code == 201
        codes = [web.post("/api/login", json=guess, headers=claim).status_code for claim in claims]
    assert codes[-1] == 429
    beside = httpx.post(f"{proxy.servers[0]}api/login", json=guess, headers=claims[0], timeout=PATIENCE)
    assert beside.status_code == 401, "the claims were counted as other addresses"


def served_by(proxy: Proxy) -> list[tuple[str, str, str]]:
    """What nginx answered: the path, the last server it asked, and the client's role."""
    lines = proxy.access_log.read_text(encoding="utf-8").splitlines()
    return [
        (path, servers.split(",")[-1], role)
        for path, servers, role in (each.rsplit(" ", 2) for each in lines)
    ]


async def _watch(proxy: Proxy, table: str, token: str) -> None:
    """Connect through the proxy, until the table appears."""
    async with connect(
        socket_address(proxy.address, table, "observer"),
        ssl=proxy.trusted,
        origin=Origin(proxy.address.rstrip("/")),
        additional_headers={"Authorization": f"Bearer {token}"},
    ) as client:
        while '"type":"snapshot"' not in str(await asyncio.wait_for(client.recv(), PATIENCE)):
            pass


def test_all_requests_of_a_table_go_to_one_worker_and_spectators_to_servers_that_only_read(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    """A table's requests go to one worker, not all tables to the same one; to another if that one is gone."""
    with (
        running(postgres.url, "--pace", "0", "--workers", "2") as floor,
        running(postgres.url, "--pace", "0") as beside,
        running(postgres.url, "--read-only") as reader,
        nginx(tmp_path, floor.told["workers"][0], beside.address, spectators=[reader.address]) as proxy,
        proxy.web() as web,
    ):
        tables = [table["id"] for table in web.get("/api/lobby").json()["tables"]]
        token = web.post("/api/session", json={"name": "Anna"}).json()["token"]
        assert len(tables) >= 4
        for table in 5 * tables:
            assert web.get(f"/api/tables/{table}").status_code == 200
        asyncio.run(_watch(proxy, tables[0], token))
        asked = served_by(proxy)
        beside.kill()
        for table in tables:
            assert web.get(f"/api/tables/{table}").status_code == 200, "any server serves any client"
    served = {path: {server for other, server, _ in asked if other == path} for path, _, _ in asked}
    of_tables = {path: servers for path, servers in served.items() if path.startswith("/api/tables/")}
    assert len(of_tables) == len(tables)
    assert all(len(servers) == 1 for servers in of_tables.values()), of_tables
    assert [server for _, server, role in asked if role == "observer"] == [_netloc(reader.address)]
