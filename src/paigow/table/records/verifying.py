"""Verifying a round file: every rule, sum, draw and fingerprint worked out again. Not reading one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from paigow.faults import BadInput
from paigow.submissions.checking import Submission, read_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.autoplay.chance import Chance, drawn, is_drawn
from paigow.table.deal.sealing import SeedRevealed, mixed
from paigow.table.engine import decide, evolve
from paigow.table.hands.settling import RoundFinished
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.ledger import MAY_OWE
from paigow.table.records.codec import digest
from paigow.table.records.roundfile import (
    Act,
    RoundFile,
    chained,
    ending,
    is_round_file,
    last_chain,
    opening_chain,
    parse_rounds,
)
from paigow.table.refusals import Refused
from paigow.table.state import Table
from paigow.table.text.phrases import command_text, event_text


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, in which round (0 before the first) and at which of its acts (0 for none)."""

    round: int
    act: int
    problem: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What is wrong with a text that says it is a round file, and the file as far as it could be read."""

    file: RoundFile | None
    problems: tuple[Problem, ...]


def verify_text(text: str) -> Verification:
    """Read and verify; raise BadInput only for a text that is no round file at all."""
    try:
        file = parse_rounds(text)
    except BadInput as fault:
        if not is_round_file(text):
            raise
        return Verification(None, (Problem(0, 0, f"{fault.where}: {fault.problem}"),))
    return Verification(file, verify_rounds(file))


def verify_rounds(file: RoundFile) -> tuple[Problem, ...]:
    """Everything that is wrong with a round file; nothing if it is sound."""
    checked = read_submission(file.submission)
    if not isinstance(checked, Submission):
        return tuple(Problem(0, 0, f"{finding.field}: {finding.problem}") for finding in checked)
    opening = tuple(_money(file.opens))
    whole = tuple(Problem(0, 0, problem) for problem in (*opening, *_extent(file)))
    return whole if opening else (*whole, *_rounds(file, checked.rules))


def _extent(file: RoundFile) -> Iterator[str]:
    """Whether all the rounds are there that the file says it has."""
    here = len(file.rounds)
    if file.total is None:
        yield "this file does not say how many rounds it has, so rounds may be missing at its end"
    elif here < file.total:
        yield f"this file is cut: it has {here} of {file.total} rounds"
    elif here > file.total:
        yield f"this file has {here} rounds and says that it has {file.total}"
    elif file.end is None:
        yield "this file is cut: its last line, the end, is missing"
    if not here:
        yield "there is no round in this file"
    if file.total is not None and file.end not in (None, ending(last_chain(file), file.total)):
        yield "the end of the file has another fingerprint"


def _rounds(file: RoundFile, rules: Rules) -> Iterator[Problem]:
    table, chain = file.opens, opening_chain(file.submission, file.opens)
    draws = draws_of(file)
    for number, each in enumerate(file.rounds, start=1):
        for index, act in enumerate(each.acts, start=1):
            problems = list(_act(draws, rules, table, act))
            yield from (Problem(number, index, problem) for problem in problems)
            if problems:
                return
            for event in act.events:
                table = evolve(table, event)
            yield from (Problem(number, index, problem) for problem in _money(table))
        if not any(
            isinstance(event, RoundFinished | RoundVoided) for act in each.acts for event in act.events
        ):
            yield Problem(number, 0, "it is cut: nothing ends this round")
        chain = chained(chain, each.acts)
        if digest(table) != each.state:
            yield Problem(number, 0, "the state at its end has another fingerprint")
        if chain != each.chain:
            yield Problem(number, 0, "the chain of fingerprints is broken")


def _act(draws: Draws, rules: Rules, table: Table, act: Act) -> Iterator[str]:
    said = command_text(act.command)
    try:
        followed = decide(rules, table, act.command)
    except Refused as refusal:
        yield f"{said}: refused, {refusal}"
        return
    if followed != act.events:
        yield f"{said}: {_difference(act.events, followed)}"
    if (problem := _draw_problem(draws, rules, table, act.command)) is not None:
        yield f"{said}: {problem}"


def _difference(written: tuple[Event, ...], followed: tuple[Event, ...]) -> str:
    for one, other in zip(written, followed, strict=False):
        if one != other:
            if event_text(one) != event_text(other):
                return f"{event_text(other)} follows, not {event_text(one)}"
            return f"{event_text(one)} has other money or paragraphs"
    return f"{len(followed)} events follow, not {len(written)}"


def _draw_problem(draws: Draws, rules: Rules, table: Table, command: Command) -> str | None:
    """Whether chance is what was sealed, or what the file says that it was drawn from."""
    if not is_drawn(command):
        return None
    if table.seal.commitment is not None:
        seed = draws.revealed.get(table.seal.commitment)
        if seed is None:
            return "the seed that it was drawn from is not revealed"
        chance = Chance(mixed(seed, table.seal.words))
    elif draws.seed is not None:
        chance = Chance(draws.seed)
    else:
        return "the seed that it was drawn from is not told, so it cannot be checked"
    return None if drawn(rules, table, command, chance) == command else "this is not what the seed gives"


@dataclass(frozen=True, slots=True)
class Draws:
    """What a file's chance came from: its own seed, or seeds that it reveals, by what sealed them."""

    seed: bytes | None
    revealed: Mapping[str, bytes]


def draws_of(file: RoundFile) -> Draws:
    """That revealed seeds fit what sealed them is for `decide` to say."""
    acts = (act for each in file.rounds for act in each.acts)
    events = (event for act in acts for event in act.events)
    shown = (event for event in events if isinstance(event, SeedRevealed))
    return Draws(file.seed, {event.commitment: bytes.fromhex(event.seed) for event in shown})


def _money(table: Table) -> Iterator[str]:
    if total := sum(table.balances.values()):
        yield f"all accounts together sum to {total} cents, not to nothing"
    for account, cents in table.balances.items():
        if cents < 0 and account not in MAY_OWE:
            yield f"{account} is {-cents} cents below nothing"
