"""Posted sentences performed at tables: the files `*.posted` in this folder.

A file holds plays in the language of transcripts (see tests/table/transcripts.py). Each begins with the
submissions at whose tables it is played, one after the other, and says which posted sentences its lines show:

    at commission-tiles-plain, colorado-tiles-plain      shipped examples
    with spots.two-areas = true                          one choice of each of them changed
    says Only players seated at the table may wager.     a sentence that each of them posts, word for word;
    zoe bets 10.00 on 2                                  what follows shows that it is so
      = refused not-seated

`{timers.setting}` in a sentence stands for what the submission chose there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from paigow.faults import BadInput
from paigow.submissions.checking import Submission
from tests.table.tables import submission_with
from tests.table.transcripts import Transcript, parse_transcript

__all__ = ["Performance", "performances"]

HERE = Path(__file__).parent


@dataclass(slots=True)
class Performance:
    """A play: where it is played, what it says is true, and its lines, each with its number in the file."""

    file: str
    line: int
    at: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}"

    def submission(self, example: str) -> Submission:
        return submission_with(example, *self.changes)

    def transcript(self, example: str) -> Transcript:
        """The play at one of its tables, its lines numbered as in the file."""
        before = [""] * (self.line - 1)
        text = "\n".join([*before, f"submission {example}", *self.lines])
        return parse_transcript(text, f"{self.file}.posted at {example}")


@cache
def performances() -> tuple[Performance, ...]:
    return tuple(each for path in sorted(HERE.glob("*.posted")) for each in _read(path))


def _read(path: Path) -> Iterator[Performance]:
    current: Performance | None = None
    told: str | None = None
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = raw.partition("#")[0].strip() if raw.lstrip().startswith("#") else raw.strip()
        word, _, rest = line.partition(" ")
        if word == "at":
            if current is not None:
                yield current
            current = Performance(path.stem, number, [name.strip() for name in rest.split(",")])
            continue
        if current is None:
            continue
        if word == "says":
            current.says.append(rest.strip())
            told = line
        elif word == "with":
            current.changes.append(rest)
        elif line:
            told = None
        current.lines.append("" if word == "says" else raw)
    if current is None or told is not None:
        raise BadInput(f"{path.name} has nothing that shows: {told}")
    yield current
