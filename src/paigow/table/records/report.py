"""A verification report: what was checked topic by topic, the findings, and a last line. Not the checking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from paigow.table.records.roundfile import RoundFile

FILE, RULES, MONEY, CHAIN = "file", "rules", "money", "chain"
SEED, WORDS, BEACON, DRAWS, CHECKPOINTS = "seed", "words", "beacon", "draws", "checkpoints"
TOPICS: Final = (RULES, MONEY, CHAIN, SEED, WORDS, BEACON, DRAWS, CHECKPOINTS)
CHANCE: Final = (SEED, WORDS, BEACON, DRAWS)
"""Without these, nobody can tell whether the draws were fair."""


class Status(Enum):
    """How far a topic was checked."""

    CHECKED = "checked"
    WRONG = "WRONG"
    IN_PART = "in part"
    NOT_CHECKED = "NOT checked"
    ABSENT = "not in the file"
    NOT_GIVEN = "not given"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, in which round (0 before the first), and at which of its commands (0 for none).

    >>> import paigow
    >>> file = paigow.play_rounds("colorado-tiles", seed="disk")
    >>> changed = paigow.print_rounds(file).replace("Ana bets 1", "Ana bets 2", 1)
    >>> paigow.verify(paigow.parse_rounds(changed))[0].round
    1
    """

    round: int
    act: int
    problem: str
    topic: str = FILE

    @property
    def where(self) -> str:
        act = f", act {self.act}" if self.act else ""
        return f"round {self.round}{act}" if self.round else "file"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report."""

    topic: str
    status: Status
    detail: str = ""


@dataclass(frozen=True, slots=True)
class RoundReport:
    """Everything that verification found about a text that claims to be a round file."""

    file: RoundFile | None
    """The part of the file that could be read."""
    title: str
    checks: tuple[Check, ...]
    problems: tuple[Problem, ...]

    def check(self, topic: str) -> Check:
        return next(check for check in self.checks if check.topic == topic)

    def with_check(self, check: Check, problems: tuple[Problem, ...] = ()) -> RoundReport:
        """The same report with another line for a topic, and its findings."""
        checks = tuple(check if each.topic == check.topic else each for each in self.checks)
        return replace(self, checks=checks, problems=(*self.problems, *problems))

    def unchecked(self, *, without_draws: bool = False) -> tuple[Check, ...]:
        """What should have been checked and couldn't be."""
        missing = (Status.NOT_CHECKED, Status.ABSENT)
        excused = CHANCE if without_draws else ()
        return tuple(each for each in self.checks if each.status in missing and each.topic not in excused)

    def is_sound(self, *, without_draws: bool = False) -> bool:
        return not self.problems and not self.unchecked(without_draws=without_draws)

    @property
    def verdict(self) -> str:
        """The last line."""
        if self.problems:
            count = len(self.problems)
            return f"NOT sound: {count} {'finding' if count == 1 else 'findings'}"
        topics = [check.topic for check in self.unchecked()]
        others = [topic for topic in topics if topic not in CHANCE]
        parts = [*(["draws"] if len(others) < len(topics) else []), *others]
        if parts:
            return f"rules and money sound, {' and '.join(parts)} NOT checked"
        in_part = next((check for check in self.checks if check.status is Status.IN_PART), None)
        return "sound" if in_part is None else "sound, as far as that edition's rules are known"

    def lines(self) -> Iterator[str]:
        """The report as text."""
        yield self.title
        wide = max(len(each.value) for each in (Status.NOT_GIVEN, *(check.status for check in self.checks)))
        for check in self.checks:
            yield f"  {check.topic:<12} {check.status.value:<{wide}} {check.detail}".rstrip()
        for problem in self.problems:
            yield f"{problem.where}: {problem.problem}"
        yield self.verdict

    def as_json(self, *, without_draws: bool = False) -> dict[str, Any]:
        """The same as data."""
        rounds = self.file.rounds if self.file is not None else ()
        return {
            "ok": self.is_sound(without_draws=without_draws),
            "verdict": self.verdict,
            "rounds": len(rounds),
            "acts": sum(len(each.acts) for each in rounds),
            "checks": {
                check.topic: {"status": check.status.value, "detail": check.detail or None}
                for check in self.checks
            },
            "findings": [
                {"round": each.round, "act": each.act, "topic": each.topic, "problem": each.problem}
                for each in self.problems
            ],
        }
