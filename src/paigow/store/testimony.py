"""Checks a round file against checkpoints a witness saved: whether the floor's history has changed.

A saved line is the time the note was seen and the note itself. Times from different clocks are never
compared: what counts is the order in which one witness saw things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from paigow.faults import BadInput
from paigow.store.checkpoints import ENDS, SEED, WORDS, Note, fixed, parse_moment, parse_note
from paigow.store.records import link
from paigow.table.acts import Event
from paigow.table.engine import evolve
from paigow.table.records.codec import encode
from paigow.table.records.report import CHECKPOINTS, Check, Problem, RoundReport, Status
from paigow.table.records.roundfile import RoundFile
from paigow.table.sides.pair_fortunes import PairFortunesLost, PairFortunesPaid

_SECONDS: Final = len("2026-11-16T23:12:43")


@dataclass(frozen=True, slots=True)
class Seen:
    """A note that a witness saved, and when it was seen."""

    at: int
    when: str
    note: Note


def parse_testimony(text: str) -> tuple[Seen, ...]:
    """Read a witness's file; BadInput has the line number."""
    seen = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            when, _, note = line.partition(" ")
            try:
                seen.append(Seen(parse_moment(when), when, parse_note(note)))
            except BadInput as fault:
                raise BadInput(fault.problem, where=f"line {number}", allowed=fault.allowed) from None
    return tuple(seen)


def testify(report: RoundReport, testimony: Sequence[Seen]) -> RoundReport:
    """The report with its line about checkpoints, from a witness's notes."""
    file = report.file
    if file is None or file.place is None:
        return report.with_check(Check(CHECKPOINTS, Status.ABSENT, "the file has no place in a journal"))
    kept = [each for each in testimony if each.note.table == file.place.table]
    problems = [*_unsigned(kept), *_contradictions(kept), *_numbers(kept)]
    if report.problems and not problems:
        return report.with_check(Check(CHECKPOINTS, Status.NOT_CHECKED, "the file itself isn't sound"))
    claimed = [] if report.problems else _claims(file)
    problems += _rewritten(file, claimed, kept)
    if problems:
        found = tuple(Problem(0, 0, problem, CHECKPOINTS) for problem in problems)
        return report.with_check(Check(CHECKPOINTS, Status.WRONG, "see below"), found)
    return report.with_check(_proof(file, claimed, kept))


def own_notes(report: RoundReport) -> RoundReport:
    """The report with what the file's own checkpoints say, without a witness.

    They prove little, since a forger can remove them; but one that doesn't match the file shows a forgery.
    """
    file = report.file
    if file is None or file.place is None or report.problems:
        return report
    claimed = [claim for claim in _claims(file) if claim.signed is not None]
    problems = tuple(
        Problem(0, 0, f"the file's own checkpoint doesn't match it: {claim.signed}", CHECKPOINTS)
        for claim in claimed
        if not _fits(file, claim)
    )
    if problems:
        return report.with_check(Check(CHECKPOINTS, Status.WRONG, "see below"), problems)
    detail = f"(--witness FILE); the file's own {len(claimed)} fit it"
    return report.with_check(Check(CHECKPOINTS, Status.NOT_GIVEN, detail)) if claimed else report


@dataclass(frozen=True, slots=True)
class _Claim:
    """A file's chain link after one of its commands, what is committed there, and the file's own note."""

    version: int
    chain: bytes
    fixes: tuple[int, str] | None = None
    signed: str | None = None


def _claims(file: RoundFile) -> list[_Claim]:
    """What a file says of the journal: with the bytes that floors write, or if none fit, those they wrote."""
    for written in (encode, _with_kind):
        claimed = list(_claimed(file, written))
        if all(_fits(file, claim) for claim in claimed if claim.signed is not None):
            return claimed
    return list(_claimed(file, encode))


def _with_kind(event: Event) -> bytes:
    """An event as floors stored it that named Pair Fortunes in each event of it; round files never did."""
    written = encode(event)
    if isinstance(event, PairFortunesPaid | PairFortunesLost) and b'"kind":' not in written:
        return written.replace(b',"cites":', b',"kind":"%b","cites":' % event.kind.encode(), 1)
    return written


def _claimed(file: RoundFile, written: Callable[[Event], bytes]) -> Iterator[_Claim]:
    """The journal's chain recomputed from a file's events, command by command."""
    assert file.place is not None
    table, chain = file.opens, bytes.fromhex(file.place.follows)
    yield _Claim(table.version, chain)
    for act in (act for each in file.rounds for act in each.acts):
        try:
            at = parse_moment(act.kept or "")
        except BadInput:
            return
        for event in act.events:
            table = evolve(table, event)
            chain = link(chain, file.place.table, table.version, at, written(event))
        yield _Claim(table.version, chain, fixed(table, act.events), act.signed)


def _unsigned(kept: Sequence[Seen]) -> Iterator[str]:
    for each in kept:
        if not each.note.is_signed:
            yield f"this saved checkpoint isn't signed by its floor: {each.note.text}"


def _contradictions(kept: Sequence[Seen]) -> Iterator[str]:
    """Two histories signed with one key."""
    first: dict[tuple[str, int], Note] = {}
    for each in kept:
        other = first.setdefault((each.note.floor, each.note.version), each.note)
        if other.chain != each.note.chain:
            yield _both(other.text, each.note.text)


def _both(one: str, other: str) -> str:
    return f"the floor contradicts itself:\n  {one}\n  {other}"


def _numbers(kept: Sequence[Seen]) -> Iterator[str]:
    """Rounds of one table are numbered consecutively, and so are its versions."""
    ends = sorted((each.note.floor, each.note.version, each.note.round) for each in _ends(kept))
    for (floor, version, number), (other, later, following) in pairwise(ends):
        if floor == other and version < later and following <= number:
            yield f"round {following} ended at version {later}, after round {number} at version {version}"


def _ends(kept: Sequence[Seen]) -> Iterator[Seen]:
    return (each for each in kept if each.note.fixes in ENDS)


def _rewritten(file: RoundFile, claimed: Sequence[_Claim], kept: Sequence[Seen]) -> Iterator[str]:
    """Saved notes about versions of the file that don't match the file's own chain."""
    links = {claim.version: claim for claim in claimed}
    for each in kept:
        note = each.note
        claim = links.get(note.version)
        if claim is not None and claim.chain != note.chain:
            # The file's next own note is signed over its whole chain up to there, including this version.
            signed = (other.signed for other in claimed if other.version >= note.version and other.signed)
            other_chain = f"the file's chain at version {claim.version} is {claim.chain.hex()}"
            yield _both(note.text, next(signed, other_chain))
        elif claim is None and claimed[0].version < note.version < claimed[-1].version:
            yield f"nothing of this file ends where the floor signed: {note.text}"
    for claim in claimed:
        if claim.signed is not None and not _fits(file, claim):
            yield f"the file's own checkpoint doesn't match it: {claim.signed}"


def _fits(file: RoundFile, claim: _Claim) -> bool:
    assert file.place is not None and claim.signed is not None
    try:
        note = parse_note(claim.signed)
    except BadInput:
        return False
    said = (note.table, note.version, note.chain)
    return said == (file.place.table, claim.version, claim.chain) and note.is_signed


def _proof(file: RoundFile, claimed: Sequence[_Claim], kept: Sequence[Seen]) -> Check:
    """How much of a file the saved notes prove, given that they all match it."""
    seen: dict[int, Seen] = {}
    for each in kept:
        seen.setdefault(each.note.version, each)
    made = [claim for claim in claimed if claim.fixes is not None]
    ends = [claim for claim in made if claim.fixes is not None and claim.fixes[1] in ENDS]
    lacking = [*_missing_ends(ends, seen), *_missing_seeds(made, seen)]
    if file.opens.round and file.opens.version not in seen:
        lacking.append(f"that it follows directly on round {file.opens.round}")
    if lacking or not ends:
        return Check(CHECKPOINTS, Status.NOT_CHECKED, f"not seen: {'; '.join(lacking) or 'any round end'}")
    last = seen[ends[-1].version]
    told = f"round {last.note.round} ends in the one seen at {last.when[:_SECONDS]}, its seed before its bets"
    after = f", right after round {file.opens.round}" if file.opens.round else ""
    return Check(CHECKPOINTS, Status.CHECKED, f"{told}{after}")


def _missing_ends(ends: Sequence[_Claim], seen: Mapping[int, Seen]) -> Iterator[str]:
    for claim in ends:
        if claim.version not in seen:
            yield f"the end at version {claim.version:,}"


def _missing_seeds(made: Sequence[_Claim], seen: Mapping[int, Seen]) -> Iterator[str]:
    """Seeds whose commitment wasn't seen before their words were fixed."""
    seed: _Claim | None = None
    for claim in made:
        assert claim.fixes is not None
        match claim.fixes[1]:
            case what if what == SEED:
                seed = claim
            case what if what == WORDS:
                if seed is None or seed.version not in seen:
                    yield f"the seed commitment of round {claim.fixes[0]}"
                elif claim.version in seen and seen[seed.version].at >= seen[claim.version].at:
                    yield f"the seed commitment of round {claim.fixes[0]} before its bets"
                elif claim.version not in seen:
                    yield f"that bets closed after the seed commitment of round {claim.fixes[0]}"
            case _:
                pass
