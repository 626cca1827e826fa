"""Stored journals and snapshots stay readable forever: no renamed class, field, or value changes them.

`journals/` was made once by playing: commands, events and tables, one to a line, as a store writes them.
For a new kind, a new field or a new value, add a line. Never edit or remove one: somebody's journal holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.inspect import EnumType, StructType, multi_type_info

from paigow.faults import BadInput
from paigow.table.acts import Command, Event
from paigow.table.engine import COMMANDS, EVENTS
from paigow.table.records.codec import decode_command, decode_event, decode_table, encode
from paigow.table.state import Table

JOURNALS = Path(__file__).parent / "journals"
Decode = Callable[[bytes], Command | Event | Table]
FILES: dict[str, Decode] = {"commands": decode_command, "events": decode_event, "tables": decode_table}
files = pytest.mark.parametrize("name", FILES)


def _lines(name: str) -> list[bytes]:
    return (JOURNALS / f"{name}.jsonl").read_bytes().splitlines()


@files
def test_every_stored_line_is_read_and_written_as_it_was(name: str) -> None:
    for line in _lines(name):
        assert encode(FILES[name](line)) == line


@pytest.mark.parametrize(
    ("name", "field", "kinds"), [("commands", "do", COMMANDS), ("events", "event", EVENTS)]
)
def test_every_kind_is_stored_under_its_name(
    name: str, field: str, kinds: tuple[type[Command | Event], ...]
) -> None:
    stored = {msgspec.json.decode(line)[field] for line in _lines(name)}
    assert stored == {str(kind.__struct_config__.tag) for kind in kinds}


def test_every_field_and_value_is_stored_at_least_once() -> None:
    met = {fact for name, decode in FILES.items() for line in _lines(name) for fact in _met(decode(line))}
    assert set(_declared()) - met == set()


@pytest.mark.parametrize(("name", "tag"), [("commands", "do"), ("events", "event")])
def test_what_no_version_wrote_is_rejected(name: str, tag: str) -> None:
    for line in _lines(name):
        record = msgspec.json.decode(line)
        with pytest.raises(BadInput, match="unknown field `unheard_of`"):
            FILES[name](msgspec.json.encode({**record, "unheard_of": 1}))
        with pytest.raises(BadInput, match="Invalid value 'unheard-of'"):
            FILES[name](msgspec.json.encode({**record, tag: "unheard-of"}))


@pytest.mark.parametrize("base", [Command, Event])
def test_a_kind_without_a_stored_name_of_its_own_cannot_be_declared(base: type[Command | Event]) -> None:
    with pytest.raises(TypeError, match="Nameless needs the name that journals store it by"):
        msgspec.defstruct("Nameless", [], bases=(base,), frozen=True)


Fact = tuple[str, str]
"""A record and one of its fields, or an enumeration and one of its values."""


def _declared() -> Iterator[Fact]:
    """All fields and values of what can be stored."""
    waiting: list[Any] = list(multi_type_info((*COMMANDS, *EVENTS, Table)))
    seen = set[type]()
    while waiting:
        kind = waiting.pop()
        cls = getattr(kind, "cls", None)
        if cls in seen:
            continue
        if isinstance(kind, StructType):
            seen.add(kind.cls)
            yield from ((kind.cls.__name__, field.encode_name) for field in kind.fields)
            waiting += [field.type for field in kind.fields]
        elif isinstance(kind, EnumType):
            seen.add(kind.cls)
            yield from ((kind.cls.__name__, value.value) for value in kind.cls)
        else:
            parts = (getattr(kind, part, ()) for part in ("types", "item_types"))
            waiting += [each for group in parts for each in group]
            waiting += [
                part
                for name in ("item_type", "key_type", "value_type")
                if (part := getattr(kind, name, None))
            ]


def _met(record: object) -> Iterator[Fact]:
    match record:
        case msgspec.Struct():
            for field in record.__struct_fields__:
                yield type(record).__name__, field
                yield from _met(getattr(record, field))
        case Enum():
            yield type(record).__name__, record.value
        case tuple():
            for each in record:
                yield from _met(each)
        case dict():
            for each in record.values():
                yield from _met(each)
        case _:
            pass
