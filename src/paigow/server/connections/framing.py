"""WebSocket frames as RFC 6455 has them, without extensions: bytes to messages and back. No sockets here.

A server's frames carry no mask, so a frame made once can be written to many connections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final

_SHORT: Final = 126
_LONG: Final = 127
_LARGEST_CONTROL: Final = 125
_FINAL: Final = 0x80
_RESERVED: Final = 0x70
_MASKED: Final = 0x80


class Opcode(IntEnum):
    CONTINUATION = 0
    TEXT = 1
    BINARY = 2
    CLOSE = 8
    PING = 9
    PONG = 10


_CONTROL: Final = (Opcode.CLOSE, Opcode.PING, Opcode.PONG)
_KNOWN: Final = frozenset(int(opcode) for opcode in Opcode)


class Fault(Exception):
    """What the other side sent cannot be accepted; `code` is the closing code that says why."""

    def __init__(self, code: int, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        super().__init__(code, sentence)


def frame(opcode: int, payload: bytes) -> bytes:
    """One whole frame, unmasked."""
    size = len(payload)
    if size < _SHORT:
        return bytes((_FINAL | opcode, size)) + payload
    if size < 1 << 16:
        return bytes((_FINAL | opcode, _SHORT)) + size.to_bytes(2, "big") + payload
    return bytes((_FINAL | opcode, _LONG)) + size.to_bytes(8, "big") + payload


def text_frame(payload: bytes) -> bytes:
    return frame(Opcode.TEXT, payload)


def close_frame(code: int, sentence: str = "") -> bytes:
    return frame(Opcode.CLOSE, code.to_bytes(2, "big") + sentence.encode()[: _LARGEST_CONTROL - 2])


class FrameReader:
    """Takes bytes as they come and gives whole messages: an opcode and its payload, unmasked and joined."""

    __slots__ = ("_buffer", "_largest", "_opcode", "_parts", "_size")

    def __init__(self, largest: int) -> None:
        self._buffer = b""
        self._largest = largest
        self._opcode: int | None = None
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        """What is complete now, read as it is asked for; raises Fault.

        Each part of a message that is not yet whole comes as an empty continuation, to be counted.
        """
        if not self._buffer and self._opcode is None and (whole := self._one(data)) is not None:
            return [(Opcode.TEXT, whole)]
        return self._each(self._buffer + data if self._buffer else data)

    def _each(self, buffer: bytes) -> Iterator[tuple[int, bytes]]:
        at = 0
        while (found := self._next(buffer, at)) is not None:
            first, payload, at = found
            message = self._joined(first, payload)
            if message[0] == Opcode.TEXT:
                _require_text(message[1])
            yield message
        self._buffer = buffer[at:]

    def _one(self, data: bytes) -> bytes | None:
        """The text of one short whole frame and nothing else, which is what almost always comes."""
        end = len(data)
        if end < 6 or data[0] != _FINAL | Opcode.TEXT or data[1] != _MASKED | (end - 6) or end >= 6 + _SHORT:
            return None
        payload = _unmasked(data[6:], data[2:6])
        if len(payload) > self._largest:
            return None
        _require_text(payload)
        return payload

    def _next(self, buffer: bytes, at: int) -> tuple[int, bytes, int] | None:
        """The first byte and the payload of the whole frame that begins there, and where it ends."""
        if len(buffer) < at + 2:
            return None
        first, second = buffer[at], buffer[at + 1]
        size, start = second & 0x7F, at + 2
        self._require(first, second, size)
        if size == _SHORT:
            size, start = int.from_bytes(buffer[start : start + 2], "big"), start + 2
        elif size == _LONG:
            size, start = int.from_bytes(buffer[start : start + 8], "big"), start + 8
        if len(buffer) < start:
            return None
        if first & 0x0F not in _CONTROL and self._size + size > self._largest:
            raise Fault(1009, f"a message is at most {self._largest} bytes")
        end = start + 4 + size
        if len(buffer) < end:
            return None
        return first, _unmasked(buffer[start + 4 : end], buffer[start : start + 4]), end

    def _require(self, first: int, second: int, size: int) -> None:
        opcode = first & 0x0F
        if first & _RESERVED or opcode not in _KNOWN:
            raise Fault(1002, "a frame of an unknown kind")
        if not second & _MASKED:
            raise Fault(1002, "a client's frames are masked")
        if opcode in _CONTROL and (size > _LARGEST_CONTROL or not first & _FINAL):
            raise Fault(1002, "a control frame is short and whole")
        if opcode == Opcode.BINARY:
            raise Fault(1003, "messages are text")
        if (opcode == Opcode.CONTINUATION) == (self._opcode is None) and opcode not in _CONTROL:
            raise Fault(1002, "a frame out of order")

    def _joined(self, first: int, payload: bytes) -> tuple[int, bytes]:
        opcode = first & 0x0F
        if opcode in _CONTROL:
            return opcode, payload
        if first & _FINAL and self._opcode is None:
            return opcode, payload
        self._opcode = self._opcode if self._opcode is not None else opcode
        self._parts.append(payload)
        self._size += len(payload)
        if not first & _FINAL:
            return Opcode.CONTINUATION, b""
        whole = (self._opcode, b"".join(self._parts))
        self._opcode, self._parts, self._size = None, [], 0
        return whole


def _require_text(payload: bytes) -> None:
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise Fault(1007, "text is UTF-8") from None


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    pattern = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(pattern, "little")).to_bytes(size, "little")
