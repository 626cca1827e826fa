"""A command judged once more: whether the rules still make of it what was kept."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from paigow.faults import BadInput
from paigow.store.records import CommandRecord, Entry
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.editions import KnownEdition, edition_at, known
from paigow.table.engine import decide
from paigow.table.records.codec import decode_command, decode_event, encode, plain
from paigow.table.refusals import Refused
from paigow.table.state import Table


class JudgedCommand(NamedTuple):
    """The events of a command, and what is wrong with them or it, from which version on."""

    events: Sequence[Event]
    problem: str | None = None
    version: int = 0


def judged_again(
    rules: Rules, table: Table, command: CommandRecord, entries: Sequence[Entry]
) -> JudgedCommand:
    """Whether the rules still say what was kept."""
    again, spoiled, problem = _decided(rules, table, command)
    # The same bytes are the same events: they need not be read, which takes a sixth of the time.
    if [encode(event) for event in again] == [each.body for each in entries]:
        return JudgedCommand(again)
    events = list[Event]()
    for entry in entries:
        try:
            events.append(decode_event(entry.body))
        except BadInput:
            return JudgedCommand(events, "the event cannot be read", entry.version)
    if spoiled or (problem is None and [*map(encode, again)] == [*map(encode, events)]):
        return JudgedCommand(events, problem, command.first)
    # What an older edition made of a command may be something else than today: its bytes are in the chain.
    if known(rules, table) is KnownEdition.OLDER:
        return JudgedCommand(events)
    other = "other events follow from the command than were kept"
    return JudgedCommand(events, problem or other, command.first)


def _decided(
    rules: Rules, table: Table, command: CommandRecord
) -> tuple[tuple[Event, ...], bool, str | None]:
    """What follows from a command today; whether it was spoiled, and why nothing follows from it."""
    try:
        if sha256(command.body).digest() != command.digest:
            return (), True, "a byte of the command was changed"
        read = decode_command(command.body)
        if encode(read) != command.body and not _is_whole(command.body, plain(read)):
            return (), True, "the command has something in it that it should not have"
        if known(rules, table) is KnownEdition.NEWER:
            return (), True, f"edition {edition_at(table)} judged it, which is newer than this program"
        return decide(rules, table, read), False, None
    except BadInput:
        return (), True, "the command cannot be read"
    except Refused as refusal:
        return (), False, f"the command would be refused: {refusal.sentence}"
    except Exception as error:  # noqa: BLE001 - what was never judged before may break anything
        return (), False, f"the command cannot be judged: {type(error).__name__}"


def _is_whole(body: bytes, record: Any) -> bool:
    """Whether the bytes say what the record says and nothing else; a field they lack has its default."""
    said = msgspec.json.decode(body)
    return msgspec.json.encode(said) == body and _is_within(said, record)


def _is_within(said: Any, record: Any) -> bool:
    if isinstance(said, dict):
        return isinstance(record, dict) and all(
            name in record and _is_within(value, record[name]) for name, value in said.items()
        )
    if isinstance(said, list):
        return (
            isinstance(record, list | tuple)
            and len(said) == len(record)
            and all(map(_is_within, said, record))
        )
    return type(said) is type(record) and said == record
