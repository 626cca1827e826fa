"""Verifies a round file: recomputes every rule, sum, draw, and fingerprint. Not parsing one.

Draws are checked in `drawing`, witnesses' notes in `store.testimony`; `report` presents the results.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from paigow.faults import BadInput
from paigow.material.notation import counted
from paigow.submissions.checking import Submission, read_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.deal.commitments import CommitmentPublished
from paigow.table.editions import KnownEdition, edition_at, edition_of, known
from paigow.table.engine import decide, evolve
from paigow.table.hands.settling import RoundFinished
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.ledger import MAY_OWE
from paigow.table.records.codec import digest
from paigow.table.records.drawing import DrawCheck, DrawProblem, draw_check
from paigow.table.records.report import (
    CHAIN,
    CHECKPOINTS,
    FILE,
    MONEY,
    RULES,
    SEED,
    TOPICS,
    Check,
    Problem,
    RoundReport,
    Status,
)
from paigow.table.records.roundfile import (
    Act,
    Finished,
    Round,
    RoundFile,
    chained,
    ending,
    is_round_file,
    last_chain,
    opening_chain,
    parse_rounds,
    quietly,
)
from paigow.table.refusals import Refused
from paigow.table.state import Table, changed
from paigow.table.text.phrases import command_text, event_text

_NO_WITNESS = Check(CHECKPOINTS, Status.NOT_GIVEN, "(--witness FILE)")


def verify_text(text: str, finished: Finished = quietly) -> RoundReport:
    """Read and verify; raise BadInput only for text that isn't a round file at all.

    `finished` is called for every round read, and again for every round verified.
    """
    try:
        file = parse_rounds(text, finished)
    except BadInput as fault:
        if not is_round_file(text):
            raise
        unread = Problem(0, 0, f"{fault.where}: {fault.problem}")
        return _nothing_checked(None, (unread,), "the file can't be read")
    return verify_file(file, finished)


def verify_rounds(file: RoundFile) -> tuple[Problem, ...]:
    """Everything that is wrong with a round file or couldn't be checked; empty if it passes."""
    return unsound(verify_file(file))


def unsound(report: RoundReport) -> tuple[Problem, ...]:
    """Why a file doesn't pass: findings, and what couldn't be checked."""
    missing = (
        Problem(0, 0, f"{each.topic} NOT checked: {each.detail}", each.topic) for each in report.unchecked()
    )
    return report.problems or tuple(missing)


def verify_file(file: RoundFile, finished: Finished = quietly) -> RoundReport:
    """Recompute everything in a file and report what was checked."""
    checked = read_submission(file.submission)
    if not isinstance(checked, Submission):
        problems = tuple(Problem(0, 0, f"{finding.field}: {finding.problem}", RULES) for finding in checked)
        return _nothing_checked(file, problems, "the submission isn't valid")
    opening = tuple(Problem(0, 0, problem, MONEY) for problem in _money(file.opens))
    whole = (*opening, *(Problem(0, 0, problem, FILE) for problem in _extent(file)))
    if opening:
        return _nothing_checked(file, whole, "the accounts don't add up before the first command")
    walk = _Walk(file, checked.rules, draw_check(file), file.opens, list(whole))
    walk.go(finished)
    return walk.report()


def _nothing_checked(file: RoundFile | None, problems: tuple[Problem, ...], why: str) -> RoundReport:
    wrong = {problem.topic for problem in problems}
    checks = (
        Check(topic, Status.WRONG if topic in wrong else Status.NOT_CHECKED, why)
        for topic in TOPICS
        if topic != CHECKPOINTS
    )
    return RoundReport(file, "round file", (*checks, _NO_WITNESS), problems)


def _extent(file: RoundFile) -> Iterator[str]:
    """Whether all the rounds that the file claims are there."""
    here = len(file.rounds)
    if file.total is None:
        yield "this file doesn't say how many rounds it has, so rounds may be missing at its end"
    elif here < file.total:
        yield f"this file is truncated: it has {here} of {file.total} rounds"
    elif here > file.total:
        yield f"this file has {here} rounds and says that it has {file.total}"
    elif file.end is None:
        yield "this file is truncated: its last line, the end, is missing"
    if not here:
        yield "this file has no rounds"
    if file.total is not None and file.end not in (None, ending(last_chain(file), file.total)):
        yield "the fingerprint at the end of the file doesn't match"


@dataclass(slots=True)
class _Walk:
    """A file followed command by command, up to the first wrong one: what follows it is meaningless."""

    file: RoundFile
    rules: Rules
    chance: DrawCheck
    table: Table
    problems: list[Problem]
    judged: int = 0
    """Commands whose written events follow by this program's rules."""
    cited: int = 0
    """Commands of an older edition with the same result today, under other paragraphs."""
    editions: dict[str, KnownEdition] = field(default_factory=dict)
    stopped: str | None = None
    _numbers: list[int] = field(default_factory=list)

    def go(self, finished: Finished) -> None:
        chain = opening_chain(self.file.submission, self.file.opens)
        for number, each in enumerate(self.file.rounds, start=1):
            for index, act in enumerate(each.acts, start=1):
                found = [*self._act(act)]
                self.problems += [Problem(number, index, problem, topic) for topic, problem in found]
                if found:
                    self.stopped = f"stopped at round {number}, act {index}"
                    return
            chain = chained(chain, each.acts)
            self._numbers.append(self.table.round)
            self.problems += [
                Problem(number, 0, problem, topic) for topic, problem in self._ended(each, chain)
            ]
            finished(1)

    def _act(self, act: Act) -> Iterator[DrawProblem]:
        said = command_text(act.command)
        edition = known(self.rules, self.table)
        self.editions[edition_at(self.table)] = edition
        if (problem := self._judge(act)) is None:
            self.judged += 1
        elif edition is KnownEdition.SAME:
            yield RULES, f"{said}: {problem}"
            if problem.startswith(_REFUSED):
                return
        elif problem == _PARAGRAPHS:
            self.cited += 1
        for topic, problem in self.chance.follow(self.rules, self.table, act):
            yield topic, f"{said}: {problem}"
        yield from self._foreign(act)
        yield from self._fold(act)
        yield from ((MONEY, problem) for problem in _money(self.table))

    def _foreign(self, act: Act) -> Iterator[DrawProblem]:
        """A seed committed under another table's name could be that table's, and known too early (R104)."""
        place = self.file.place
        for event in act.events:
            if isinstance(event, CommitmentPublished) and place is not None and event.table != place.table:
                yield SEED, f"the seed is committed for {event.table}, but this is {place.table}"

    def _fold(self, act: Act) -> Iterator[DrawProblem]:
        """Apply a command's recorded events. Today's rules may not lead to them, so they may not fit."""
        for event in act.events:
            if sum(posting.cents for posting in event.postings):
                yield MONEY, f"{event_text(event)}: the money moved doesn't sum to zero"
                return
            try:
                self.table = evolve(self.table, event)
            except Exception as fault:  # noqa: BLE001 - an event that was never judged may break anything
                yield RULES, f"{event_text(event)}: this can't have happened here ({type(fault).__name__})"
                return

    def _judge(self, act: Act) -> str | None:
        try:
            followed = decide(self.rules, self.table, act.command)
        except Refused as refusal:
            return f"{_REFUSED}{refusal}"
        if followed == act.events:
            return None
        same = _without_cites(followed) == _without_cites(act.events)
        return _PARAGRAPHS if same else _difference(act.events, followed)

    def _ended(self, each: Round, chain: str) -> Iterator[DrawProblem]:
        if not any(isinstance(event, RoundFinished | RoundVoided) for event in _events(each)):
            yield FILE, "it is truncated: this round has no end"
        if digest(self.table) != each.state:
            yield CHAIN, "the fingerprint of its final state doesn't match"
        if chain != each.chain:
            yield CHAIN, "the chain of fingerprints is broken"

    def report(self) -> RoundReport:
        rounds, numbers = len(self.file.rounds), self._numbers
        what = f"round {numbers[0]}" if rounds == 1 and numbers else counted(rounds, "round")
        title = (
            f"{what}, {self.rules.book.name}, edition {', '.join(self.editions) or edition_at(self.table)}"
        )
        return RoundReport(self.file, title, tuple(map(self._settled, self._checks())), tuple(self.problems))

    def _checks(self) -> Iterator[Check]:
        yield self._rules()
        yield Check(MONEY, Status.CHECKED, "every account adds up")
        yield Check(CHAIN, Status.CHECKED)
        yield from self.chance.checks()
        yield _NO_WITNESS

    def _rules(self) -> Check:
        acts, judged = sum(len(each.acts) for each in self.file.rounds), self.judged + self.cited
        told = f"judged again, {judged:,} of {acts:,}"
        if {*self.editions.values()} <= {KnownEdition.SAME}:
            return Check(RULES, Status.CHECKED, f"every step {told}")
        told = f"by edition {edition_of(self.rules)} {told}"
        told += f", {self.cited:,} under other paragraphs" if self.cited else ""
        if KnownEdition.NEWER in self.editions.values():
            return Check(RULES, Status.NOT_CHECKED, f"a newer edition than this program's; {told}")
        return Check(RULES, Status.CHECKED if judged == acts else Status.IN_PART, told)

    def _settled(self, check: Check) -> Check:
        """The line of a topic, unless something was wrong there or stopped the check."""
        found = sum(problem.topic == check.topic for problem in self.problems)
        if found:
            return Check(check.topic, Status.WRONG, "see below")
        if self.stopped is not None and check.topic != CHECKPOINTS:
            return Check(check.topic, Status.NOT_CHECKED, self.stopped)
        if not self.file.rounds and check.topic != CHECKPOINTS:
            return Check(check.topic, Status.NOT_CHECKED, "there is no round")
        return check


def _events(each: Round) -> Iterator[Event]:
    return (event for act in each.acts for event in act.events)


_REFUSED: Final = "refused, "
_PARAGRAPHS: Final = "other paragraphs are cited"


def _without_cites(events: tuple[Event, ...]) -> list[Event]:
    return [changed(event, cites=()) for event in events]


def _difference(written: tuple[Event, ...], followed: tuple[Event, ...]) -> str:
    for one, other in zip(written, followed, strict=False):
        if one != other:
            if event_text(one) != event_text(other):
                return f"{event_text(other)} follows, not {event_text(one)}"
            return f"{event_text(one)} moves other amounts"
    return f"{len(followed)} events follow, not {len(written)}"


def _money(table: Table) -> Iterator[str]:
    if total := sum(table.balances.values()):
        yield f"all accounts together sum to {total} cents, not to zero"
    for account, cents in table.balances.items():
        if cents < 0 and account not in MAY_OWE:
            yield f"{account} is overdrawn by {-cents} cents"
