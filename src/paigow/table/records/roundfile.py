"""Round files: played rounds as readable text that can be replayed and verified. See docs/round-files.md.

A file is self-contained: the submission, the opening state, every command with its random values, and its
events. Disk access is elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec

from paigow.faults import BadInput, require_kind, require_text
from paigow.material.notation import counted
from paigow.table.acts import Command, Event
from paigow.table.engine import EVENTS
from paigow.table.ledger import Posting
from paigow.table.records.codec import decode_table, digest, plain
from paigow.table.state import Table
from paigow.table.text.phrases import command_text, event_text, parse_command, parse_fields, tag_of
from paigow.table.text.values import amount
from paigow.wagers.money import parse_money

if TYPE_CHECKING:
    from paigow.table.records.played import PlayedRound

FORMAT: Final = "paigow round file "
BYTE_ORDER_MARK: Final = "\ufeff"
"""Written by some editors before the first line, and read as nothing."""
FIRST_FORMAT, PLAIN_FORMAT, JOURNAL_FORMAT = "1", "2", "3"
"""The first format has neither the number of rounds nor an end line.

The third is the second plus the position of its rounds in a floor's journal.
"""
_POSTING: Final = re.compile(r"(.+?) ([+-][\d.]+)(?:, |$)")
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_DIGITS: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_NO_TEXT: Final = re.compile("[\ud800-\udfff]")
"""Left behind by reading bytes that aren't text; it couldn't be written again."""
Finished = Callable[[int], None]
"""Called with the number of rounds done since the last call, to show progress."""


def quietly(_rounds: int) -> None:
    """Show no progress."""


@dataclass(frozen=True, slots=True)
class Act:
    """A command and its events."""

    command: Command
    events: tuple[Event, ...]
    kept: str | None = None
    """When a floor's journal stored it, as text."""
    signed: str | None = None
    """The checkpoint that the floor signed with it."""


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """A file's position in a floor's journal: the table, and the chain's link before its rounds."""

    table: str
    follows: str


@dataclass(frozen=True, slots=True)
class Round:
    """The commands up to the end of a round, the table's fingerprint then, and that of everything so far."""

    acts: tuple[Act, ...]
    state: str
    chain: str


@dataclass(frozen=True, slots=True, repr=False)
class RoundFile:
    """Rounds played one after the other at one table. `print_rounds` gives all of it as text.

    >>> import paigow
    >>> file = paigow.play_rounds("colorado-tiles", rounds=3, seed="friday")
    >>> file
    <RoundFile: 3 rounds of Ana, Ben>
    >>> len(file.rounds), [each.number for each in file.played()], file.total
    (3, [1, 2, 3], 3)
    """

    submission: str
    seed: bytes | None
    """The seed of all randomness, if it is known."""
    opens: Table
    rounds: tuple[Round, ...]
    total: int | None
    """How many rounds the file says it has; None in a file of the first format."""
    end: str | None
    """The fingerprint in its last line, if there is one."""
    place: JournalPlace | None = None

    def __repr__(self) -> str:
        people = ", ".join(filter(None, self.opens.chairs))
        return f"<RoundFile: {counted(len(self.rounds), 'round')}{' of ' if people else ''}{people}>"

    def played(self) -> tuple[PlayedRound, ...]:
        """The rounds as data: hands, settings, dice, wagers, results, money and events."""
        from paigow.table.records.played import played_rounds

        return tuple(played_rounds(self))

    @property
    def format(self) -> str:
        if self.total is None:
            return FIRST_FORMAT
        return PLAIN_FORMAT if self.place is None else JOURNAL_FORMAT


def whole_file(
    submission: str,
    seed: bytes | None,
    opens: Table,
    rounds: tuple[Round, ...],
    place: JournalPlace | None = None,
) -> RoundFile:
    """A file of these rounds, with its total and its end."""
    open_ended = RoundFile(submission, seed, opens, rounds, len(rounds), None, place)
    return replace(open_ended, end=ending(last_chain(open_ended), len(rounds)))


def last_chain(file: RoundFile) -> str:
    """The fingerprint of a whole file: its last round's, or the opening's without rounds."""
    return file.rounds[-1].chain if file.rounds else opening_chain(file.submission, file.opens)


def ending(chain: str, total: int) -> str:
    """The fingerprint in the last line: of the chain so far and the number of rounds."""
    return sha256(f"{chain}\n{total}".encode()).hexdigest()


def chained(before: str, acts: tuple[Act, ...]) -> str:
    """The fingerprint of everything so far: of the previous one and of these commands."""
    return sha256("\n".join((before, *_acts_lines(acts))).encode()).hexdigest()


def opening_chain(submission: str, opens: Table) -> str:
    return sha256("\n".join((submission, digest(opens))).encode()).hexdigest()


def print_rounds(file: RoundFile) -> str:
    """A round file as text; `parse_rounds` reads it back.

    >>> import paigow
    >>> file = paigow.play_rounds("colorado-tiles", seed="friday")
    >>> parse_rounds(print_rounds(file)) == file
    True
    """
    require_kind(file, RoundFile, "rounds", "give what play_rounds or read_rounds gave")
    first = file.total is None
    lines = [f"{FORMAT}{file.format}"]
    lines += [] if first else ["", f"rounds {file.total}"]
    if file.place is not None:
        lines += ["", f"table {file.place.table}", f"follows {file.place.follows}"]
    lines += ["", "submission", *(f"  | {line}" for line in file.submission.split("\n"))]
    if file.seed is not None:
        lines += ["", f"chance seed {file.seed.hex()}"]
    elif not first:
        lines += ["", "chance revealed"]
    lines += ["", "opens", *(f"  {line}" for line in _state_lines(file.opens))]
    for number, each in enumerate(file.rounds, start=1):
        lines += ["", f"round {number}", *_acts_lines(each.acts)]
        lines += [f"state {each.state}", f"chain {each.chain}"]
    lines += [] if file.end is None else ["", f"end {file.end}"]
    return "\n".join(lines) + "\n"


def _acts_lines(acts: tuple[Act, ...]) -> Iterator[str]:
    for act in acts:
        yield f"  {command_text(act.command)}"
        if act.kept is not None:
            yield f"    kept {act.kept}"
        for event in act.events:
            yield f"    > {event_text(event)}"
            if event.cites:
                yield f"      by {', '.join(event.cites)}"
            if event.postings:
                yield f"      money {', '.join(map(_posting_text, event.postings))}"
        if act.signed is not None:
            yield f"    signed {act.signed}"


def _posting_text(posting: Posting) -> str:
    return f"{posting.account} {'+' if posting.cents >= 0 else ''}{amount(posting.cents)}"


def _state_lines(table: Table) -> Iterator[str]:
    """How it differs from a table that was never opened: accounts as money, everything else by path."""
    for account, cents in sorted(table.balances.items()):
        yield f"account {account} {amount(cents)}"
    empty, held = plain(Table()), plain(table)
    for path, value in _differences("", empty, held):
        if not path.startswith("balances"):
            yield f"{path} = {msgspec.json.encode(value).decode()}"


def _differences(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(one, dict) and isinstance(other, dict) and (not path or one.keys() == other.keys()):
        for name in other:
            yield from _differences(f"{path}.{name}" if path else name, one.get(name), other[name])
    elif one != other:
        yield path, other


_TRUNCATED: Final = "the file is truncated here: "


@dataclass(slots=True)
class _Reader:
    """Lines with their numbers, taken one by one."""

    lines: list[tuple[int, str]]
    at: int = 0

    @property
    def number(self) -> int:
        return self.lines[min(self.at, len(self.lines) - 1)][0]

    @property
    def on_last_line(self) -> bool:
        return self.at >= len(self.lines) - 1

    def peek(self) -> str | None:
        return self.lines[self.at][1] if self.at < len(self.lines) else None

    def take(self, start: str) -> str | None:
        """If the next line starts with this, return the rest and advance."""
        line = self.peek()
        if line is None or not line.startswith(start):
            return None
        self.at += 1
        return line[len(start) :]

    def need(self, start: str, what: str) -> str:
        taken = self.take(start)
        if taken is None:
            problem = f"{what} is missing"
            problem = f"{_TRUNCATED}{problem}" if self.peek() is None else problem
            raise BadInput(problem, allowed=f"write a line that starts with {start.strip()!r}")
        return taken


def is_round_file(text: str) -> bool:
    """Whether a text starts like a round file of some format."""
    return text.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(FORMAT)


def parse_rounds(text: str, finished: Finished = quietly) -> RoundFile:
    """Read a round file, complete or truncated. `BadInput` names the line it can't read.

    Lines can end as on Windows. `finished` is called with 1 for each round read.

    >>> import paigow
    >>> try:
    ...     parse_rounds("not a round file")
    ... except paigow.BadInput as fault:
    ...     print(fault.where)
    line 1
    """
    if _NO_TEXT.search(require_text(text, "a round file")):
        raise BadInput("this is not text", allowed="give a round file in UTF-8")
    lines = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").split("\n")
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    reader = _Reader(numbered or [(1, "")])
    try:
        return _read(reader, finished)
    except BadInput as fault:
        cut = is_round_file(text) and reader.on_last_line and bool(lines[-1])
        problem = f"{_TRUNCATED}{fault.problem.removeprefix(_TRUNCATED)}" if cut else fault.problem
        raise BadInput(problem, where=f"line {reader.number}", allowed=fault.allowed) from None


def _read(reader: _Reader, finished: Finished) -> RoundFile:
    version = _read_format(reader)
    first = version == FIRST_FORMAT
    total = None if first else _count(reader.need("rounds ", "how many rounds there are"))
    place = _read_place(reader) if version == JOURNAL_FORMAT else None
    reader.need("submission", "the submission")
    submission = "\n".join(line.removeprefix(" ") for line in _taken(reader, "  |"))
    seed = reader.take("chance seed ")
    if seed is None and not first:
        reader.need("chance revealed", "what chance was drawn from")
    reader.need("opens", "the state that the rounds open with")
    opens = _parse_state(list(_taken(reader, "  ")))
    rounds: list[Round] = []
    end = None
    while reader.peek() is not None and end is None:
        end = None if first else reader.take("end ")
        if end is None:
            rounds.append(_read_round(reader, len(rounds) + 1))
            finished(1)
    if reader.peek() is not None:
        raise BadInput("something follows the end of the file")
    return RoundFile(
        submission,
        None if seed is None else bytes.fromhex(_hex(seed)),
        opens,
        tuple(rounds),
        total,
        None if end is None else _hex(end),
        place,
    )


def _read_place(reader: _Reader) -> JournalPlace:
    table = reader.need("table ", "the table's name")
    return JournalPlace(table, _hex(reader.need("follows ", "the link of the journal before the rounds")))


def _read_format(reader: _Reader) -> str:
    version = reader.need(FORMAT, "the first line of a round file").strip()
    if version not in (FIRST_FORMAT, PLAIN_FORMAT, JOURNAL_FORMAT):
        raise BadInput(
            f"format {version!r} is not known here", allowed=f"the format is {FORMAT}{JOURNAL_FORMAT}"
        )
    return version


def _count(text: str) -> int:
    if not _DIGITS.fullmatch(text.strip()):
        raise BadInput(f"{text.strip()!r} is not a number of rounds")
    return int(text)


def _hex(text: str) -> str:
    if not _HEX.fullmatch(text.strip()):
        raise BadInput(f"{text.strip()!r} is not 64 digits from 0 to f")
    return text.strip()


def _taken(reader: _Reader, start: str) -> Iterator[str]:
    while (line := reader.take(start)) is not None:
        yield line


def _read_round(reader: _Reader, number: int) -> Round:
    if reader.need("round ", f"round {number}").strip() != str(number):
        raise BadInput(f"round {number} is missing")
    acts = []
    while (said := _command_line(reader)) is not None:
        kept = reader.take("    kept ")
        events = tuple(_read_events(reader))
        acts.append(Act(parse_command(said), events, kept, reader.take("    signed ")))
    state = _hex(reader.need("state ", "the fingerprint of the state"))
    return Round(tuple(acts), state, _hex(reader.need("chain ", "the fingerprint of the chain")))


def _command_line(reader: _Reader) -> str | None:
    line = reader.peek()
    return reader.take("  ") if line is not None and not line.startswith("   ") else None


def _read_events(reader: _Reader) -> Iterator[Event]:
    while (said := reader.take("    > ")) is not None:
        cites = reader.take("      by ")
        money = reader.take("      money ")
        yield _event(said, cites, money)


def _event(said: str, cites: str | None, money: str | None) -> Event:
    tag, _, fields = said.partition(" ")
    kind = next((kind for kind in EVENTS if tag_of(kind) == tag), None)
    if kind is None:
        raise BadInput(f"there is no event {tag!r}")
    values = parse_fields(kind, fields)
    if cites is not None:
        values["cites"] = tuple(cites.split(", "))
    if money is not None:
        values["postings"] = tuple(_postings(money))
    try:
        return kind(**values)
    except TypeError as fault:
        raise BadInput(f"{tag} is not complete: {fault}") from None


def _postings(text: str) -> Iterator[Posting]:
    if _POSTING.sub("", text):
        raise BadInput(f"{text!r} is not money that moved", allowed="write accounts with +1.00 or -1.00")
    for account, cents in _POSTING.findall(text):
        yield Posting(account, parse_money(cents.removeprefix("+")))


def _parse_state(lines: list[str]) -> Table:
    record = plain(Table())
    names = Counter(
        line.rpartition(" ")[0] if line.startswith("account ") else line.partition(" = ")[0] for line in lines
    )
    for name, times in names.items():
        if times > 1:
            raise BadInput(f"{name.strip()!r} is stated {times} times", allowed="state it once")
    for line in lines:
        if line.startswith("account "):
            account, _, cents = line.removeprefix("account ").rpartition(" ")
            record["balances"][account] = int(parse_money(cents))
        else:
            _put(record, line)
    return decode_table(msgspec.json.encode(record))


def _put(record: dict[str, Any], line: str) -> None:
    path, equals, value = line.partition(" = ")
    *outer, last = path.strip().split(".")
    for name in outer:
        within = record.get(name)
        record = within if isinstance(within, dict) else {}
    known = record if outer else Table.__struct_fields__
    if not equals or last not in known:
        raise BadInput(
            f"{line.strip()!r} says nothing about a table", allowed="write a field, ` = `, and a value"
        )
    try:
        record[last] = msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise BadInput(f"{value!r} can't be read: {fault}") from None
