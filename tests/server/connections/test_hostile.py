"""Hostile clients: refused, limited, or disconnected with the right code, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.connections.test_socket import masked
from tests.server.players import Player, at_table, guest, own_table, play_round, socket_address
from tests.server.running import Server, running


@asynccontextmanager
async def with_neighbour(floor: Server) -> AsyncIterator[tuple[str, Player]]:
    """A table with a well-behaved player, who must be able to play a whole round afterward."""
    someone = await guest(floor.address, "Neighbour")
    table = await own_table(floor.address, someone["token"], kind="practice", bots=1)
    async with at_table(floor.address, table, someone["token"]) as player:
        await player.sit(1)
        yield table, player
        await play_round(player)


async def _status(address: str, **headers: str) -> int:
    """The HTTP status with which a connection is rejected; 101 if it isn't."""
    try:
        async with connect(address, additional_headers=headers):
            return 101
    except InvalidStatus as turned:
        return turned.response.status_code


def test_who_may_not_connect_is_turned_away_with_a_status(floor: Server) -> None:
    async def play() -> None:
        async with with_neighbour(floor) as (table, _):
            someone = await guest(floor.address, "Mallory")
            good = {"Authorization": f"Bearer {someone['token']}"}
            address = socket_address(floor.address, table)
            assert await _status(address, **good) == 101
            assert await _status(address) == 401
            assert await _status(address, Authorization="Bearer nonsense") == 401
            body, _, signature = someone["token"].partition(".")
            assert await _status(address, Authorization=f"Bearer {body}x.{signature}") == 401
            assert await _status(address, Cookie="paigow_session=nonsense") == 401
            assert await _status(address, **good, Origin="https://elsewhere.example") == 403
            assert await _status(address, **good, Origin=floor.address.rstrip("/")) == 101
            assert await _status(socket_address(floor.address, table, "dealer"), **good) == 403
            assert await _status(socket_address(floor.address, table, "floor"), **good) == 403
            assert await _status(socket_address(floor.address, table, "queen"), **good) == 400
            assert await _status(socket_address(floor.address, "no-such-table"), **good) == 404
            assert await _status(address.replace("protocol=2", "protocol=1"), **good) == 400

    asyncio.run(play())


def test_nobody_acts_for_another_nor_out_of_turn(floor: Server) -> None:
    async def play() -> None:
        async with with_neighbour(floor) as (table, neighbour):
            someone = await guest(floor.address, "Mallory")
            async with at_table(floor.address, table, someone["token"]) as mallory:
                for command in (
                    {"do": "leave", "by": neighbour.me},
                    {"do": "cash-out", "by": neighbour.me},
                    {"do": "finish-round", "by": "dealer"},
                    {"do": "fill-tray", "by": "floor", "chips": 100},
                    {"do": "finish-round"},
                    {"do": "publish-commitment", "commitment": "0" * 64},
                    {"do": "publish-seed", "seed": "0" * 64},
                ):
                    answer = await mallory.give(**command)
                    assert (answer["type"], answer["reason"]) == ("refusal", "not-yours"), command
                answer = await mallory.give("set-hand", position=1, low=["6-6", "4-5"])
                assert answer["type"] == "refusal"
                answer = await mallory.give("sit", position=1)
                assert (answer["type"], answer["reason"]) == ("refusal", "place-taken")

    asyncio.run(play())


NONSENSE: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    "[" * 4000,
    '{"type":"command","id":"1","command":' + '{"a":' * 1200 + "1" + "}" * 1200 + "}",
    '{"type":"no-such-type"}',
    '{"type":"command"}',
    '{"type":"command","id":"","command":{}}',
    '{"type":"command","id":"' + "x" * 65 + '","command":{"do":"leave"}}',
    '{"type":"command","id":1,"command":{"do":"leave"}}',
    '{"type":"command","id":"a\\u0000b","command":{"do":"leave"}}',
    '{"type":"sit-out","on":"perhaps"}',
]
BAD_COMMANDS: list[dict[str, Any]] = [
    {},
    {"do": "no-such-command"},
    {"do": 7},
    {"do": "place-wager"},
    {"do": "place-wager", "position": "one", "chips": 1},
    {"do": "place-wager", "position": 1, "chips": 10**30},
    {"do": "place-wager", "position": 1, "chips": 1e308},
    {"do": "buy-in", "chips": 2**60},
    {"do": "set-hand", "position": 1, "low": [[[]]]},
    {"do": "open-word", "word": {"a": 1}},
]


def test_messages_that_are_none_are_told_so_and_nothing_else_happens(floor: Server) -> None:
    async def play() -> None:
        async with with_neighbour(floor) as (table, _):
            someone = await guest(floor.address, "Mallory")
            async with at_table(floor.address, table, someone["token"]) as mallory:
                for text in NONSENSE:
                    await mallory.socket.send(text)
                    await mallory.until(lambda: mallory.faults)
                    assert mallory.faults.pop()["code"] == "bad-message", text
                for number, command in enumerate(BAD_COMMANDS):
                    await mallory.say(type="command", id=f"bad-{number}", command=command)
                    await mallory.until(lambda: mallory.answers)
                    answer = mallory.answers.pop(f"bad-{number}")
                    assert (answer["type"], answer["code"]) == ("fault", "bad-message"), command
                assert (await mallory.give("buy-in", chips=100))["type"] == "ack", "still connected"

    asyncio.run(play())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (masked(1, b"x" * 8193), 1009),
        (masked(2, b"binary"), 1003),
        (masked(1, b"\xff\xfe"), 1007),
        (b"\x81\x01x", 1002),
        (masked(11, b"?"), 1002),
    ],
)
def test_what_breaks_the_protocol_is_closed_with_its_code(floor: Server, data: bytes, code: int) -> None:
    async def play() -> None:
        async with with_neighbour(floor) as (table, _):
            someone = await guest(floor.address, "Mallory")
            raw = _raw_socket(floor, table, someone["token"])
            raw.sendall(data)
            assert await asyncio.to_thread(_closing_code, raw) == code
            raw.close()

    asyncio.run(play())


def _raw_socket(floor: Server, table: str, token: str, buffer: int | None = None) -> socket.socket:
    """An upgraded connection without a client library's good manners."""
    parts = urlsplit(floor.address)
    raw = socket.socket()
    raw.settimeout(20)
    if buffer is not None:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    raw.connect((parts.hostname, parts.port))
    raw.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += raw.recv(1)
    # RFC 6455 1.3 gives this answer to this very key.
    assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head
    return raw


def _closing_code(raw: socket.socket) -> int:
    """Read everything until the server closes: the code of its last frame."""
    data = b""
    while part := raw.recv(65536):
        data += part
    at = data.rindex(b"\x88")
    return int.from_bytes(data[at + 2 : at + 4], "big")


def test_frames_that_are_no_messages_are_counted_like_them(floor: Server) -> None:
    """Unsolicited pongs, pings, an endless fragmented message: ten thousand of each at once."""

    async def play() -> None:
        async with with_neighbour(floor) as (table, _):
            someone = await guest(floor.address, "Mallory")
            part = masked(0, b"", final=False)
            for frames in (masked(10, b""), masked(9, b""), part):
                raw = _raw_socket(floor, table, someone["token"])
                with suppress(OSError):
                    raw.sendall((masked(1, b"", final=False) if frames is part else b"") + frames * 10_000)
                assert await asyncio.to_thread(_closing_code, raw) == 1008
                raw.close()

    asyncio.run(play())


async def _flood(floor: Server, table: str, token: str) -> None:
    async with at_table(floor.address, table, token) as mallory:
        message = json.dumps({"type": "options", "more": "x" * 4000})
        # A client disconnected while it sends may find its own transport gone: the library trips over that.
        with suppress(ConnectionClosed, AttributeError):
            for _ in range(3000):
                await mallory.socket.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            await mallory.until(lambda: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert any(fault["code"] == "too-fast" for fault in mallory.faults)


def test_a_flood_is_limited_and_then_dropped(floor: Server) -> None:
    async def play() -> None:
        async with with_neighbour(floor) as (table, _):
            someone = await guest(floor.address, "Mallory")
            await _flood(floor, table, someone["token"])
            before = await metric(floor, "resident_bytes")
            for _ in range(3):
                await _flood(floor, table, someone["token"])
            assert await metric(floor, "resident_bytes") - before < 6_000_000

    asyncio.run(play())


def test_a_reader_that_never_reads_is_dropped_and_memory_stays_flat(floor: Server) -> None:
    """Snapshots are requested and not read, until the server disconnects the client."""

    async def play() -> None:
        async with with_neighbour(floor) as (table, _):
            someone = await guest(floor.address, "Mallory")
            memory, dropped = await metric(floor, "resident_bytes"), await metric(floor, "dropped_total")
            asked, heard = 0, await metric(floor, "messages_total")
            raw = _raw_socket(floor, table, someone["token"], buffer=4096)
            while await metric(floor, "dropped_total") == dropped:
                # Read each answer before asking again: a server that was held up would find the client too
                # fast.
                if await metric(floor, "messages_total") >= heard + asked:
                    with suppress(OSError):
                        raw.sendall(20 * masked(1, b'{"type":"resync"}'))
                    asked += 20
                    assert asked < 10_000, "never dropped"
                await asyncio.sleep(0.5)
            raw.close()
            assert await metric(floor, "resident_bytes") - memory < 20_000_000

    asyncio.run(play())


async def metric(floor: Server, name: str) -> float:
    async with httpx.AsyncClient(base_url=floor.address, timeout=60) as web:
        text = (await web.get("/metrics")).text
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"paigow_{name} "))


def test_connections_that_come_and_go_leave_nothing_behind(floor: Server) -> None:
    async def play() -> None:
        async with with_neighbour(floor) as (table, _):
            someone = await guest(floor.address, "Mallory")
            before = await metric(floor, "connections_open")
            for _ in range(30):
                raw = _raw_socket(floor, table, someone["token"])
                raw.close()
            for _ in range(100):
                if await metric(floor, "connections_open") == before:
                    return
                await asyncio.sleep(0.1)
            raise AssertionError("connections were left behind")

    asyncio.run(play())


def test_one_person_cannot_take_all_connections(floor: Server) -> None:
    async def play() -> None:
        async with with_neighbour(floor) as (table, _):
            someone = await guest(floor.address, "Mallory")
            raws = [_raw_socket(floor, table, someone["token"]) for _ in range(20)]
            address = socket_address(floor.address, table)
            assert await _status(address, Authorization=f"Bearer {someone['token']}") == 429
            for raw in raws:
                raw.close()

    asyncio.run(play())


def test_a_second_server_on_the_same_file_is_told_so(tmp_path: Path) -> None:
    with running(tmp_path, "--no-demonstration"), pytest.raises(AssertionError, match="is already using"):
        running(tmp_path, "--no-demonstration").__enter__()


def test_a_server_that_was_killed_is_started_again_at_once(tmp_path: Path) -> None:
    """The writer process can outlive the server for a moment, and blocks other writers that long."""
    for _ in range(2):
        with running(tmp_path, "--no-demonstration") as server:
            server.process.kill()
