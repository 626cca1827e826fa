"""Transcripts of play: readable text that is re-run line by line. One `.play` file in `plays/` is one test.

    # Any line may be a comment: worked arithmetic belongs here. The first one is the title.
    submission commission-tiles-plain        a shipped example: BOOK-plain or BOOK-full
    with limits.main.minimum = 5             changes one choice of it (TOML, as in the example)
    shows 5(b), 6(a), R5                     the paragraphs and rulings that the transcript shows; repeatable.
                                             An event, a refusal or a script line of it cites each of them

    given an open table                      shorthands for several commands: see givens.py
    given anna at 1 with 1000.00
    anna bets 25.00 on 1                     a command, said as phrases.tsv says it,
    anna place-wager position=1 chips=25.00  or by its tag and fields
    dealer shakes 2+3+4
      = step lid                             what is then so: about the command above it

    dealer calls no more bets                without `at 3600` it is second 1, or what the table was told

    = refused below-minimum [5(a), R58]      refused for this reason [resting on these]. A refusal that is
                                             not expected fails; so does an expected one that does not come
    = happens hand-set place=1 low=6-6 4-5   such an event was among those that followed, with these fields
    = only hand-exposed, wagers-lost         exactly these events followed, in this order
    = cites 7(j), R11                        they rest on (at least) these
    = rests wagers-lost on 7(h)              the last event of that kind rests on exactly these
    = step bets                              where the procedure stands
    = rack anna 975.00                       her chips; likewise `tray`, `center`, `tips`
    = account cover/anna 50.00               any account
    = wager anna 1 [main] 25.00              what she has on a spot; `none` for no wager
    = state shaker.start 3                   any field of the table, by path
    = anna sees 6-6 4-5 2-2 1-3 at 1         what her view shows of the hand at a place; `?` for a back
    = anna may surrender                     whether `legal` lists such a command for her; `may not`

Every event's money is checked to sum to nothing as it is posted; a transcript may add `= rack` lines for the
amounts it works out. Expected values come from the regulation or from arithmetic in the comments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from paigow.faults import BadInput
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bets.betting import CallNoMoreBets
from paigow.table.engine import decide, evolve
from paigow.table.refusals import Refused
from paigow.table.state import Table
from paigow.table.text.phrases import command_text, event_text, parse_command
from tests.table.expectations import Moment, expect
from tests.table.givens import Given, parse_given
from tests.table.tables import rules_with

__all__ = ["PLAYS", "Note", "Transcript", "Wrong", "parse_transcript", "read_transcript", "run", "states_of"]

PLAYS = Path(__file__).parent / "plays"
LONGEST_GIVEN = 200
Note = Callable[[Rules, Table, Command, tuple[Event, ...] | Refused], None]
"""Called with each command: the table before it, and its events or why it was refused."""


class Wrong(AssertionError):
    """A line that wasn't true, with the actual state of the table."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that does or expects something: `do` is a command, a shorthand or an expectation's text."""

    number: int
    text: str
    do: Command | Given | str


@dataclass(slots=True)
class Transcript:
    """A parsed transcript: whose rules, what it shows, and its lines."""

    name: str
    submission: str = ""
    changes: list[str] = field(default_factory=list)
    shows: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    @property
    def book(self) -> str:
        return self.submission.removesuffix("-plain").removesuffix("-full")

    @property
    def rules(self) -> Rules:
        return rules_with(self.submission, *self.changes)


def read_transcript(path: Path) -> Transcript:
    return parse_transcript(path.read_text(encoding="utf-8"), path.stem)


def parse_transcript(text: str, name: str = "transcript") -> Transcript:
    """Parse a transcript; BadInput has the line."""
    transcript = Transcript(name)
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        try:
            if line:
                _take(transcript, number, line)
        except BadInput as fault:
            raise BadInput(fault.problem, where=f"{name}, line {number}", allowed=fault.allowed) from None
    if not transcript.submission:
        raise BadInput("no submission is named", where=name, allowed="submission commission-tiles-plain")
    return transcript


def _take(transcript: Transcript, number: int, line: str) -> None:
    word, _, rest = line.partition(" ")
    match word:
        case "submission":
            transcript.submission = rest.strip()
        case "with":
            transcript.changes.append(rest)
        case "shows":
            ids = [id_.strip() for id_ in rest.split(",")]
            transcript.shows += [_qualified(transcript.book, id_) for id_ in ids if id_]
        case "given":
            transcript.lines.append(Line(number, line, parse_given(rest)))
        case "=":
            transcript.lines.append(Line(number, line, rest.strip()))
        case _:
            transcript.lines.append(Line(number, line, _timed(line, parse_command(line))))


def _timed(line: str, command: Command) -> Command:
    """A "no more bets" without a time is at the first second, or at the table's last recorded time."""
    untold = isinstance(command, CallNoMoreBets) and not (command.at or line.endswith(" at 0"))
    return CallNoMoreBets(by=command.by, at=1) if untold else command


def _qualified(book: str, id_: str) -> str:
    is_ruling = id_[:1] == "R" and id_[1:].isdigit()
    return id_ if is_ruling or " " in id_ else f"{book} {id_}"


def run(transcript: Transcript, note: Note | None = None) -> Table:
    """Play a transcript; raise Wrong at the first line that isn't true."""
    moment = Moment(transcript.rules, Table(), (), None)
    before: Line | None = None
    for line in transcript.lines:
        if isinstance(line.do, str):
            _check(transcript, line, moment)
            if line.do.startswith("refused"):
                moment = replace(moment, refused=None)
            continue
        _require_carried_out(transcript, before, moment)
        before, moment = line, _acted(transcript, line, moment, note)
    _require_carried_out(transcript, before, moment)
    return moment.table


def states_of(path: Path) -> tuple[Rules, list[Table]]:
    """Every table state of a transcript."""
    transcript = read_transcript(path)
    found: list[Table] = []

    def note(_rules: Rules, table: Table, _command: Command, _outcome: tuple[Event, ...] | Refused) -> None:
        if not found or found[-1] is not table:
            found.append(table)

    found.append(run(transcript, note))
    return transcript.rules, found


def _require_carried_out(transcript: Transcript, line: Line | None, moment: Moment) -> None:
    if moment.refused is not None and line is not None:
        raise _wrong(transcript, line, f"refused: {moment.refused.reason.value}: {moment.refused}")


def _acted(transcript: Transcript, line: Line, moment: Moment, note: Note | None) -> Moment:
    """The moment after a line that does something."""
    if isinstance(line.do, Command):
        return _decided(replace(moment, happened=()), line.do, note)
    assert callable(line.do)
    after = replace(moment, happened=())
    for _ in range(LONGEST_GIVEN):
        command = line.do(after.rules, after.table)
        if command is None:
            return after
        after = _decided(after, command, note)
        if after.refused is not None:
            raise _wrong(transcript, line, f"{command_text(command)} is refused: {after.refused}")
    raise _wrong(transcript, line, f"no end after {LONGEST_GIVEN} commands", after.happened)


def _decided(moment: Moment, command: Command, note: Note | None) -> Moment:
    try:
        events = decide(moment.rules, moment.table, command)
    except Refused as refusal:
        if note is not None:
            note(moment.rules, moment.table, command, refusal)
        return replace(moment, refused=refusal)
    if note is not None:
        note(moment.rules, moment.table, command, events)
    table = moment.table
    for event in events:
        table = evolve(table, event)
    return replace(moment, table=table, happened=(*moment.happened, *events), refused=None)


def _check(transcript: Transcript, line: Line, moment: Moment) -> None:
    assert isinstance(line.do, str)
    if moment.refused is not None and not line.do.startswith("refused"):
        raise _wrong(transcript, line, f"refused: {moment.refused.reason.value}: {moment.refused}")
    try:
        problem = expect(line.do, moment)
    except BadInput as fault:
        raise BadInput(
            fault.problem, where=f"{transcript.name}, line {line.number}", allowed=fault.allowed
        ) from None
    if problem:
        raise _wrong(transcript, line, problem, moment.happened)


def _wrong(transcript: Transcript, line: Line, problem: str, happened: tuple[Event, ...] = ()) -> Wrong:
    told = "".join(f"\n    {event_text(event)}" for event in happened)
    return Wrong(f"{transcript.name}, line {line.number}: {line.text}\n  {problem}{told}")
