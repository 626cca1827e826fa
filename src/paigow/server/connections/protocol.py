"""The messages between a browser and a table, version 2. docs/protocol.md says what they mean."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

import msgspec
from msgspec import Raw, Struct
from websockets.frames import Opcode

from paigow.server.accounts.identity import as_displayed
from paigow.server.connections.decoding_faults import plain_fault
from paigow.table.refusals import Reason, Refused

PROTOCOL: Final = 2
LONGEST_ID: Final = 64
_TEXT: Final = 0x80 | Opcode.TEXT
"""The first byte of a frame with a whole text message."""

encode = msgspec.json.Encoder().encode


def text_frame(message: bytes) -> bytes:
    """A message as a frame, reusable for any number of clients.

    The library's `Frame` takes five times as long for the same bytes, twice per command.
    """
    size = len(message)
    if size < 126:
        return bytes((_TEXT, size)) + message
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + message
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + message


class SubmitCommand(Struct, frozen=True, tag_field="type", tag="command"):
    """A command: `command` holds `do` and its fields, without the sender. `id` makes retries idempotent."""

    id: str
    command: dict[str, Any]
    until: int = 0
    """The server's clock, in milliseconds, by which the command must arrive; 0: whenever it arrives."""


class Resync(Struct, frozen=True, tag_field="type", tag="resync"):
    """The client has missed something and needs a snapshot."""


class SitOut(Struct, frozen=True, tag_field="type", tag="sit-out"):
    """The table shouldn't wait for this player's bets, or should again."""

    on: bool


class AskOptions(Struct, frozen=True, tag_field="type", tag="options"):
    """What may I do now?"""


class Ready(Struct, frozen=True, tag_field="type", tag="ready"):
    """This player needs no more time for the current question, or hasn't finished betting."""

    on: bool = True
    until: int = 0
    """As in a command; if it is late, it is ignored."""


Phrase = Literal["hello", "luck", "nice", "thanks", "sorry", "moment", "ready", "bye"]
"""What players can say to one another. Each client shows it in its own language."""


class SayRemark(Struct, frozen=True, tag_field="type", tag="remark"):
    """A seated player says one of a few phrases to the table. It isn't part of the game and isn't stored."""

    phrase: Phrase


Message = SubmitCommand | Resync | SitOut | AskOptions | Ready | SayRemark


class BadMessage(Exception):
    """A message that isn't part of the protocol."""


_DECODER: Final = msgspec.json.Decoder(Message)


def _plainly(error: Exception) -> str:
    """A sentence about a message that can't be decoded."""
    said = str(error)
    if said.endswith("at `$.type`") or "field `type`" in said:
        kinds = [str(kind.__struct_config__.tag) for kind in get_args(Message)]
        return f"`type` must be {', '.join(kinds[:-1])}, or {kinds[-1]}."
    return plain_fault(error)


def decode_message(data: bytes) -> Message:
    try:
        message: Message = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(_plainly(error)) from None
    if isinstance(message, SubmitCommand) and not (
        0 < len(message.id) <= LONGEST_ID and message.id.isprintable()
    ):
        raise BadMessage(f"`id` must have 1 to {LONGEST_ID} printable characters.")
    return message


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message: the protocol version, who you are here, and the table's layout."""

    protocol: int
    table: str
    me: str
    role: str
    now: int
    layout: Raw


class Snapshot(Struct, frozen=True, tag_field="type", tag="snapshot"):
    """Everything the viewer can see, and the events of the current round."""

    version: int
    me: str
    role: str
    layout: Raw
    view: Raw
    events: list[Raw]
    options: Raw
    awaited: tuple[str, ...]
    left: float | None
    of: float | None
    names: dict[str, str]
    bots: tuple[str, ...]
    away: tuple[str, ...]
    wallet: int | None
    meters: dict[str, int]


class Update(Struct, frozen=True, tag_field="type", tag="update", omit_defaults=True):
    """What happened after version `after`, and the parts of the view that changed.

    Of the view's `balances`, which every guest can add to, only the changes: None for one that is gone. `ask`
    is set if only the amounts of wagers changed: then players get their options again only if they ask.
    """

    after: int
    version: int
    events: list[Raw]
    view: dict[str, Raw]
    lines: list[Raw] = []
    balances: dict[str, int | None] | None = None
    awaited: tuple[str, ...] | None = None
    left: float | None = None
    of: float | None = None
    names: dict[str, str] | None = None
    bots: tuple[str, ...] | None = None
    away: tuple[str, ...] | None = None
    ask: bool = False


class MetersShown(Struct, frozen=True, tag_field="type", tag="meters"):
    """The amounts of the meters this table shares with others; another table may have moved them."""

    meters: dict[str, int]


class RemarkShown(Struct, frozen=True, tag_field="type", tag="remarked"):
    """What a seated player said to the table."""

    person: str
    phrase: Phrase


class CheckpointShown(Struct, frozen=True, tag_field="type", tag="checkpoint"):
    """A note the floor signed: the position of the table's journal, and what it commits to."""

    note: str


class Options(Struct, frozen=True, tag_field="type", tag="options"):
    """What the viewer can do at this version."""

    version: int
    options: Raw
    awaited: tuple[str, ...]
    left: float | None
    of: float | None


class DueShown(Struct, frozen=True, tag_field="type", tag="due"):
    """The next step of the dealer or the floor at this version, sent only to them."""

    version: int
    act: Raw
    """The command, with random values left blank; null while the table waits for players."""
    lines: Raw
    waiting: tuple[str, ...]
    late: bool
    money: dict[str, int]
    follow_up: Raw
    """What the result of the last step asks for before this one: a marker to place, a wager to take."""
    dealer: str = ""
    """Who was handed the table or deals at its console; other dealers are refused (R110)."""


class Acknowledgement(Struct, frozen=True, tag_field="type", tag="ack", omit_defaults=True):
    """A command is stored, as this version; `repeated` if it had been stored before."""

    id: str
    version: int
    repeated: bool = False


def acknowledgement(command_id: str, version: int, *, repeated: bool) -> bytes:
    return encode(Acknowledgement(command_id, version, repeated))


class Refusal(Struct, frozen=True, tag_field="type", tag="refusal"):
    """A command is refused and nothing has changed: a stable reason, a sentence, paragraphs or rulings."""

    id: str
    reason: Reason
    sentence: str
    cites: tuple[str, ...]


def refusal(command_id: str, refused: Refused) -> bytes:
    return encode(Refusal(command_id, refused.reason, as_displayed(refused.sentence), refused.cites))


FaultCode = Literal["bad-message", "too-fast", "unavailable", "failed", "read-only", "late"]


class Fault(Struct, frozen=True, tag_field="type", tag="fault"):
    """A problem outside the game: an unreadable message, too many messages, an unavailable store."""

    code: FaultCode
    sentence: str
    id: str | None = None


def fault(code: FaultCode, sentence: str, command_id: str | None = None) -> bytes:
    return encode(Fault(code, sentence, command_id))
