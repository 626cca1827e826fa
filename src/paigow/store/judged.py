"""Re-judging a command: whether the rules still produce what was stored."""

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
    """A command's events, and any problem with them or the command, with the first version affected."""

    events: Sequence[Event]
    problem: str | None = None
    version: int = 0


def judged_again(
    rules: Rules, table: Table, command: CommandRecord, entries: Sequence[Entry]
) -> JudgedCommand:
    """Whether the rules still produce what was stored."""
    again, spoiled, problem = _decided(rules, table, command)
    # Equal bytes are equal events. Skipping the decoding saves a sixth of the time.
    if [encode(event) for event in again] == [each.body for each in entries]:
        return JudgedCommand(again)
    events = list[Event]()
    for entry in entries:
        try:
            events.append(decode_event(entry.body))
        except BadInput:
            return JudgedCommand(events, "the event can't be read", entry.version)
    if spoiled or (problem is None and [*map(encode, again)] == [*map(encode, events)]):
        return JudgedCommand(events, problem, command.first)
    # An older edition may have decided differently from today: its bytes are in the chain.
    if known(rules, table) is KnownEdition.OLDER:
        return JudgedCommand(events)
    other = "other events follow from the command than were kept"
    return JudgedCommand(events, problem or other, command.first)


def _decided(
    rules: Rules, table: Table, command: CommandRecord
) -> tuple[tuple[Event, ...], bool, str | None]:
    """The outcome of a command today; whether it is damaged, and why it has no outcome."""
    try:
        if sha256(command.body).digest() != command.digest:
            return (), True, "a byte of the command was changed"
        read = decode_command(command.body)
        if encode(read) != command.body and not _is_whole(command.body, plain(read)):
            return (), True, "the command has unexpected data"
        if known(rules, table) is KnownEdition.NEWER:
            return (), True, f"edition {edition_at(table)} judged it, which is newer than this program"
        return decide(rules, table, read), False, None
    except BadInput:
        return (), True, "the command can't be read"
    except Refused as refusal:
        return (), False, f"the command would be refused: {refusal.sentence}"
    except Exception as error:  # noqa: BLE001 - what was never judged before may break anything
        return (), False, f"the command can't be judged: {type(error).__name__}"


def _is_whole(body: bytes, record: Any) -> bool:
    """Whether the bytes say what the record says and nothing else; a missing field has its default."""
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
