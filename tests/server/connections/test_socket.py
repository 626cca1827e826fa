"""One connection without a network: what RFC 6455 allows is accepted however it is split, the rest isn't."""

from __future__ import annotations

import asyncio
import gc
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from weakref import ReferenceType, ref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from paigow.server.accounts.rate_limits import Limits
from paigow.server.connections.protocol import text_frame
from paigow.server.connections.socket import Socket
from paigow.server.monitoring import Metrics

LARGEST = 8192
MASK = b"\x01\x02\x03\x04"


def masked(opcode: int, payload: bytes, *, final: bool = True, mask: bytes = MASK) -> bytes:
    """A client's frame, written byte by byte per RFC 6455 5.2."""
    size = len(payload)
    head = bytes([(0x80 if final else 0) | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


class Wire(asyncio.Transport):
    """A transport that records what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.ended = False

    def write(self, data: Any) -> None:
        assert not self.ended, "nothing follows the end"
        self.written += bytes(data)

    def write_eof(self) -> None:
        self.ended = True

    def abort(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


class Heard:
    """What a connection got from one client, and what it answered."""

    def __init__(self, *pieces: bytes, **limits: float) -> None:
        self.messages: list[bytes] = []
        wire, metrics = Wire(), Metrics()
        asyncio.run(self._feed(wire, metrics, pieces, limits))
        self.ended, self.metrics = wire.ended, metrics
        client = ClientProtocol(parse_uri("ws://example.test/"), state=State.OPEN)
        client.receive_data(wire.written)
        frames = [event for event in client.events_received() if isinstance(event, Frame)]
        self.pongs = [bytes(each.data) for each in frames if each.opcode is Opcode.PONG]
        self.told = [bytes(each.data) for each in frames if each.opcode is Opcode.TEXT]
        self.code = None if client.close_rcvd is None else client.close_rcvd.code

    async def _feed(
        self, wire: Wire, metrics: Metrics, pieces: tuple[bytes, ...], limits: dict[str, Any]
    ) -> None:
        limited = Limits(message_bytes=LARGEST, **{"message_rate": 1e6, "message_burst": 1e6, **limits})
        lobby: Any = SimpleNamespace(limits=limited, metrics=metrics)
        socket: Any = Socket(lobby)
        socket.connection_made(wire)
        socket._websocket = ServerProtocol(state=State.OPEN, max_size=LARGEST)
        socket._client = SimpleNamespace(role="player", receive=self.messages.append)
        for piece in pieces:
            socket.data_received(piece)


TEXTS = st.text(max_size=150).map(str.encode)


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@given(st.lists(TEXTS, max_size=5), st.integers(1, 50), st.binary(min_size=4, max_size=4))
def test_messages_come_out_as_they_went_in_however_the_bytes_are_cut(
    payloads: list[bytes], size: int, mask: bytes
) -> None:
    data = b"".join(masked(Opcode.TEXT, payload, mask=mask) for payload in payloads)
    heard = Heard(*cut(data, size))
    assert heard.messages == payloads
    assert heard.metrics.messages == len(payloads)


@given(TEXTS, st.lists(st.integers(0, 150), max_size=5), st.integers(0, 5))
def test_fragments_are_joined_and_a_ping_may_come_between_them(
    text: bytes, cuts: list[int], ping_after: int
) -> None:
    """The splits can go through the middle of a character."""
    edges = [0, *sorted(cuts), len(text)]
    parts = [text[start:end] for start, end in pairwise(edges)]
    data = b""
    for number, part in enumerate(parts):
        opcode = Opcode.TEXT if number == 0 else Opcode.CONT
        data += masked(opcode, part, final=number == len(parts) - 1)
        if number == ping_after:
            data += masked(Opcode.PING, b"p")
    heard = Heard(data)
    assert heard.messages == [text]
    assert heard.pongs == [b"p"] * (ping_after < len(parts))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (text_frame(b"not masked"), 1002),
        (b"\xc1" + masked(Opcode.TEXT, b"a reserved bit")[1:], 1002),
        (masked(3, b"an unknown kind"), 1002),
        (masked(Opcode.CONT, b"of nothing"), 1002),
        (masked(Opcode.TEXT, b"a", final=False) + masked(Opcode.TEXT, b"b"), 1002),
        (masked(Opcode.PING, b"x" * 126), 1002),
        (masked(Opcode.PING, b"x", final=False), 1002),
        (masked(Opcode.BINARY, b"x"), 1003),
        (masked(Opcode.TEXT, b"\xff\xfe"), 1007),
        (masked(Opcode.TEXT, "é".encode()[:1], final=False) + masked(Opcode.CONT, b"e"), 1007),
        (masked(Opcode.TEXT, b"x" * (LARGEST + 1)), 1009),
        (masked(Opcode.TEXT, b"x" * (LARGEST + 1))[:4], 1009),
        (b"\x81\xff" + (2**63).to_bytes(8, "big"), 1009),
        (masked(Opcode.TEXT, b"x" * LARGEST, final=False) + masked(Opcode.CONT, b"x"), 1009),
        (masked(Opcode.CLOSE, (1001).to_bytes(2, "big")), 1001),
    ],
)
def test_what_is_not_allowed_is_closed_with_its_code(data: bytes, code: int) -> None:
    heard = Heard(data, masked(Opcode.TEXT, b"too late"))
    assert (heard.messages, heard.code, heard.ended) == ([], code, True)


def test_the_largest_message_is_taken() -> None:
    payload = b"x" * LARGEST
    assert Heard(masked(Opcode.TEXT, payload)).messages == [payload]


def test_a_ping_takes_no_room_of_the_message_it_comes_between() -> None:
    start, end = b"x" * (LARGEST - 125), b"x" * 125
    data = masked(Opcode.TEXT, start, final=False) + masked(Opcode.PING, b"p" * 125)
    heard = Heard(data + masked(Opcode.CONT, end))
    assert (heard.messages, heard.pongs) == ([start + end], [b"p" * 125])


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT])
def test_frames_of_every_kind_count_against_the_rate(opcode: Opcode) -> None:
    """Ten at once are allowed, fifty more are refused one by one, and the next closes the connection."""
    opens = masked(Opcode.TEXT, b"", final=False) if opcode is Opcode.CONT else b""
    few = 9 if opens else 10
    tiny = masked(opcode, b"", final=opcode is not Opcode.CONT)
    fine = Heard(opens + tiny * few, message_rate=1e-9, message_burst=10)
    assert (fine.told, fine.code) == ([], None)
    warned = Heard(opens + tiny * (few + 50), message_rate=1e-9, message_burst=10)
    assert (len(warned.told), warned.code) == (50, None)
    closed = Heard(opens + tiny * (few + 51), message_rate=1e-9, message_burst=10)
    assert (len(closed.told), closed.code) == (50, 1008)


def test_a_flood_of_pings_is_read_no_further_than_the_limit_needs() -> None:
    """One read's data is parsed 2 KiB at a time: few pongs are built once the client is beyond its limit."""
    flood = Heard(masked(Opcode.PING, b"") * 40_000, message_rate=1e-9, message_burst=10)
    assert flood.code == 1008
    assert len(flood.pongs) < 61 + 2048 // 6


@given(st.binary(max_size=300))
def test_nothing_that_is_sent_breaks_the_connection(data: bytes) -> None:
    assert Heard(data).code != 1011


@pytest.mark.parametrize(("size", "head"), [(0, 2), (125, 2), (126, 4), (65535, 4), (65536, 10)])
def test_a_frame_of_ours_has_the_shortest_head(size: int, head: int) -> None:
    made = text_frame(b"x" * size)
    assert made == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False), "as the library frames it"
    assert len(made) == head + size
    assert made[0] == 0x81
    assert made[1] < 0x80, "a server does not mask"


def test_a_connection_that_is_over_leaves_nothing_to_the_garbage_collector() -> None:
    """The garbage collector rarely looks at old objects: thousands of connections would wait for it."""

    async def connect_and_drop(data: bytes) -> ReferenceType[ServerProtocol]:
        lobby: Any = SimpleNamespace(limits=Limits(), metrics=Metrics())
        socket = Socket(lobby)
        socket.connection_made(Wire())
        socket._websocket = ServerProtocol(state=State.OPEN)
        socket.data_received(data)
        socket.connection_lost(None)
        return ref(socket._websocket)

    gc.disable()
    try:
        for data in (b"", masked(Opcode.PING, b"p"), masked(Opcode.CLOSE, b""), masked(3, b"unknown")):
            assert asyncio.run(connect_and_drop(data))() is None
    finally:
        gc.enable()
