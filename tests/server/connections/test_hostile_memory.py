"""Every kind of attack, again and again: the right code each time, neighbors play on, memory stays flat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from tests.server.connections.test_hostile import metric, with_neighbour
from tests.server.players import UNLIMITED, Player, at_table, guest, socket_address
from tests.server.running import Server, running

ROUNDS = 4
"""After the first, which can load and cache what is needed from then on, this many more."""
MESSAGES, CONNECTIONS = 400, 60
"""At 8 KiB each, leaking all of them would exceed the allowed growth."""
ADDED = 6_000_000
LARGEST = 8192


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a message limit, so that everything is processed."""
    directory: Path = tmp_path_factory.mktemp("hostile")
    with running(directory, "--pace", "0", "--rate", "1000000") as server:
        yield server
        assert "Traceback" not in server.log, server.log


async def _turned(address: str, status: int, **headers: str) -> None:
    with pytest.raises(InvalidStatus) as turned:
        async with connect(address, additional_headers=headers):
            pass
    assert turned.value.response.status_code == status


async def _connections(server: Server, table: str, status: int, *, token: str, origin: str) -> None:
    address = socket_address(server.address, table)
    for _ in range(CONNECTIONS):
        await _turned(address, status, Authorization=f"Bearer {token}", Origin=origin)


async def _said(server: Server, table: str, token: str, texts: list[str], expected: set[str]) -> None:
    """Everything is answered, and with nothing else."""
    async with at_table(server.address, table, token) as mallory:
        for text in texts:
            await mallory.socket.send(text)
        told: set[str] = set()
        heard = 0
        while heard < len(texts):
            frame = await mallory.hear()
            if frame["type"] in ("fault", "refusal", "ack"):
                heard += 1
                told.add(frame.get("code") or frame.get("reason") or "done")
        assert told == expected


def _command(number: int, **command: object) -> str:
    return json.dumps({"type": "command", "id": f"{number}", "command": command})


async def _too_long(server: Server, table: str, token: str, _neighbour: Player) -> None:
    address = socket_address(server.address, table)
    for _ in range(CONNECTIONS):
        async with connect(
            address, additional_headers={"Authorization": f"Bearer {token}"}, **UNLIMITED
        ) as raw:
            await raw.send("x" * (LARGEST + 1))
            with suppress(ConnectionClosedError):
                async for _message in raw:
                    pass
            assert raw.close_code == 1009


async def _wrong_origin(server: Server, table: str, token: str, _neighbour: Player) -> None:
    await _connections(server, table, 403, token=token, origin="https://elsewhere.example")


async def _no_session(server: Server, table: str, _token: str, _neighbour: Player) -> None:
    await _connections(server, table, 401, token="x" * 2000, origin=server.address.rstrip("/"))


async def _anothers_session(server: Server, table: str, token: str, _neighbour: Player) -> None:
    body, _, signature = token.partition(".")
    await _connections(
        server, table, 401, token=f"{body[:-8]}AAAAAAAA.{signature}", origin=server.address.rstrip("/")
    )


async def _anothers_seat(server: Server, table: str, token: str, neighbour: Player) -> None:
    texts = [_command(n, do="leave", by=neighbour.me, why="x" * 8000) for n in range(MESSAGES)]
    await _said(server, table, token, texts, {"not-yours"})


async def _out_of_turn(server: Server, table: str, token: str, _neighbour: Player) -> None:
    texts = [
        _command(n, do="set-hand", position=1, low=["6-6", "4-5"], why="x" * 8000) for n in range(MESSAGES)
    ]
    await _said(server, table, token, texts, {"wrong-step", "too-fast"})


async def _malformed(server: Server, table: str, token: str, _neighbour: Player) -> None:
    await _said(server, table, token, ['{"type":' + '"' * 8000] * MESSAGES, {"bad-message"})


async def _deeply_nested(server: Server, table: str, token: str, _neighbour: Player) -> None:
    nested = '{"type":"command","id":"1","command":' + '{"a":' * 1300 + "1" + "}" * 1300 + "}"
    await _said(server, table, token, [nested, "[" * LARGEST] * (MESSAGES // 2), {"bad-message"})


async def _huge_numbers(server: Server, table: str, token: str, _neighbour: Player) -> None:
    texts = [
        '{"type":"command","id":"%d","command":{"do":"buy-in","chips":%s}}' % (n, "9" * 4000)  # noqa: UP031
        for n in range(MESSAGES)
    ]
    await _said(server, table, token, texts, {"bad-message"})


Hostile = Callable[[Server, str, str, Player], Awaitable[None]]
KINDS: tuple[Hostile, ...] = (
    _wrong_origin,
    _no_session,
    _anothers_session,
    _anothers_seat,
    _out_of_turn,
    _too_long,
    _malformed,
    _deeply_nested,
    _huge_numbers,
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_memory_stays_flat_however_long_it_goes_on(server: Server, kind: Hostile) -> None:
    async def play() -> None:
        async with with_neighbour(server) as (table, neighbour):
            token = (await guest(server.address, "Mallory"))["token"]
            await kind(server, table, token, neighbour)
            before = await metric(server, "resident_bytes")
            for _ in range(ROUNDS):
                await kind(server, table, token, neighbour)
            assert await metric(server, "resident_bytes") - before < ADDED

    asyncio.run(play())
