"""Commands, events, and tables as JSON and back, for journals and the network. Not sentences.

A command has its tag in `do`, an event in `event`; decoding returns an equal record.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any, Final, Union

import msgspec

from paigow.faults import BadInput
from paigow.table.acts import Command, Event
from paigow.table.engine import COMMANDS, EVENTS
from paigow.table.state import Table

_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


@cache
def _decoder(what: str) -> msgspec.json.Decoder[Any]:
    kinds: dict[str, Any] = {"command": Union[COMMANDS], "event": Union[EVENTS], "table": Table}  # noqa: UP007 - a union of a tuple cannot be written with bars
    return msgspec.json.Decoder(kinds[what])


def _decoded(what: str, data: bytes | str) -> Any:
    try:
        return _decoder(what).decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise BadInput(f"this is not a stored {what}: {fault}") from None


def encode(record: Command | Event | Table) -> bytes:
    """One record as JSON, the same bytes for equal records."""
    try:
        return _ENCODER.encode(record)
    except TypeError:
        # The encoder sorts text keys only, so number keys are converted to text first.
        return _ENCODER.encode(plain(record))


def plain(record: Any) -> Any:
    """A record as dicts, lists, and plain values."""
    return msgspec.to_builtins(record, str_keys=True, order="deterministic")


def decode_command(data: bytes | str) -> Command:
    """Read a command; raise BadInput."""
    command: Command = _decoded("command", data)
    return command


def decode_event(data: bytes | str) -> Event:
    """Read an event; raise BadInput."""
    event: Event = _decoded("event", data)
    return event


def decode_table(data: bytes | str) -> Table:
    """Read a table; raise BadInput."""
    table: Table = _decoded("table", data)
    return table


def digest(record: Command | Event | Table) -> str:
    """A fingerprint of a record: equal records have equal fingerprints."""
    return sha256(encode(record)).hexdigest()
