"""WebSocket frames: what RFC 6455 allows is read however it is cut up, the rest is a fault with its code."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.server.connections.framing import Fault, FrameReader, Opcode, close_frame, frame, text_frame

LARGEST = 8192
MASK = b"\x01\x02\x03\x04"


def masked(opcode: int, payload: bytes, *, final: bool = True, mask: bytes = MASK) -> bytes:
    """A client's frame, written byte by byte as RFC 6455 5.2 lays it out."""
    size = len(payload)
    head = bytes([(0x80 if final else 0) | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


TEXTS = st.text(max_size=150).map(str.encode)


@given(st.lists(TEXTS, max_size=5), st.integers(1, 50), st.binary(min_size=4, max_size=4))
def test_messages_come_out_as_they_went_in_however_the_bytes_are_cut(
    payloads: list[bytes], cut: int, mask: bytes
) -> None:
    data = b"".join(masked(Opcode.TEXT, payload, mask=mask) for payload in payloads)
    reader = FrameReader(LARGEST)
    heard = [message for at in range(0, len(data), cut) for message in reader.feed(data[at : at + cut])]
    assert heard == [(Opcode.TEXT, payload) for payload in payloads]


@given(TEXTS, st.lists(st.integers(0, 150), max_size=5), st.integers(0, 5))
def test_fragments_are_joined_and_a_ping_may_come_between_them(
    text: bytes, cuts: list[int], ping_after: int
) -> None:
    """The cuts may go through the middle of a character."""
    edges = [0, *sorted(cuts), len(text)]
    parts = [text[start:end] for start, end in pairwise(edges)]
    data = b""
    for number, part in enumerate(parts):
        opcode = Opcode.TEXT if number == 0 else Opcode.CONTINUATION
        data += masked(opcode, part, final=number == len(parts) - 1)
        if number == ping_after:
            data += masked(Opcode.PING, b"p")
    heard = list(FrameReader(LARGEST).feed(data))
    assert [payload for opcode, payload in heard if opcode == Opcode.TEXT] == [text]
    assert [payload for opcode, payload in heard if opcode == Opcode.PING] == [b"p"] * (
        ping_after < len(parts)
    )


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(Opcode.TEXT, b"not masked"), 1002),
        (b"\xc1" + masked(Opcode.TEXT, b"a reserved bit")[1:], 1002),
        (masked(3, b"an unknown kind"), 1002),
        (masked(Opcode.CONTINUATION, b"of nothing"), 1002),
        (masked(Opcode.TEXT, b"a", final=False) + masked(Opcode.TEXT, b"b"), 1002),
        (masked(Opcode.PING, b"x" * 126), 1002),
        (masked(Opcode.PING, b"x", final=False), 1002),
        (masked(Opcode.BINARY, b"x"), 1003),
        (masked(Opcode.TEXT, b"x" * (LARGEST + 1)), 1009),
        (masked(Opcode.TEXT, b"x" * (LARGEST + 1))[:4], 1009),
        (b"\x81\xff" + (2**63).to_bytes(8, "big"), 1009),
        (masked(Opcode.TEXT, b"x" * LARGEST, final=False) + masked(Opcode.CONTINUATION, b"x"), 1009),
    ],
)
def test_what_is_not_allowed_is_a_fault_with_its_code(data: bytes, code: int) -> None:
    with pytest.raises(Fault) as fault:
        list(FrameReader(LARGEST).feed(data))
    assert fault.value.code == code


def test_the_largest_message_is_taken() -> None:
    payload = b"x" * LARGEST
    assert list(FrameReader(LARGEST).feed(masked(Opcode.TEXT, payload))) == [(Opcode.TEXT, payload)]


def test_a_ping_takes_no_room_of_the_message_it_comes_between() -> None:
    start, end = b"x" * (LARGEST - 1), b"x"
    data = masked(Opcode.TEXT, start, final=False) + masked(Opcode.PING, b"p" * 125)
    heard = list(FrameReader(LARGEST).feed(data + masked(Opcode.CONTINUATION, end)))
    assert heard == [(Opcode.CONTINUATION, b""), (Opcode.PING, b"p" * 125), (Opcode.TEXT, start + end)]


def test_every_part_of_a_message_can_be_counted() -> None:
    data = masked(Opcode.TEXT, b"", final=False) + 3 * masked(Opcode.CONTINUATION, b"", final=False)
    assert list(FrameReader(LARGEST).feed(data)) == [(Opcode.CONTINUATION, b"")] * 4


@given(st.binary(max_size=300))
def test_nothing_that_is_sent_breaks_the_reader(data: bytes) -> None:
    with suppress(Fault):
        list(FrameReader(LARGEST).feed(data))


@pytest.mark.parametrize(("size", "head"), [(0, 2), (125, 2), (126, 4), (65535, 4), (65536, 10)])
def test_a_frame_of_ours_has_the_shortest_head(size: int, head: int) -> None:
    made = text_frame(b"x" * size)
    assert len(made) == head + size
    assert made[0] == 0x81
    assert made[1] < 0x80, "a server does not mask"


def test_a_closing_frame_holds_its_code_and_is_short() -> None:
    made = close_frame(1008, "x" * 500)
    assert made[0] == 0x88
    assert made[2:4] == (1008).to_bytes(2, "big")
    assert len(made) - 2 <= 125
