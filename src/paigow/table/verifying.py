"""Verifying a round file: every rule, sum, draw and fingerprint worked out again. Not reading one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paigow.rulebooks.checking import check_submission
from paigow.rulebooks.submission import Submission
from paigow.table.acts import Command, Event
from paigow.table.chance import Chance
from paigow.table.codec import digest
from paigow.table.dice import ShakeDice
from paigow.table.engine import decide, evolve
from paigow.table.from_submission import rules_of
from paigow.table.ledger import MAY_OWE
from paigow.table.phrases import command_text, event_text
from paigow.table.refusals import Refused
from paigow.table.roundfile import Act, RoundFile, chained, opening_chain
from paigow.table.rules import TableRules
from paigow.table.shuffling import WashTiles
from paigow.table.state import Table

__all__ = ["Problem", "verify_rounds"]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, in which round (0 before the first) and at which of its acts (0 for none)."""

    round: int
    act: int
    problem: str


def verify_rounds(file: RoundFile, folder: Path | None = None) -> tuple[Problem, ...]:
    """Everything that is wrong with a round file; nothing if it is sound.

    `folder` is where a house way of the submission's own is looked for.
    """
    checked = check_submission(file.submission, folder=folder)
    if not isinstance(checked, Submission):
        return tuple(Problem(0, 0, f"{finding.field}: {finding.problem}") for finding in checked)
    opening = tuple(Problem(0, 0, problem) for problem in _money(file.opens))
    return opening or tuple(_rounds(file, rules_of(checked)))


def _rounds(file: RoundFile, rules: TableRules) -> Iterator[Problem]:
    table, chain = file.opens, opening_chain(file.submission, file.opens)
    for number, each in enumerate(file.rounds, start=1):
        for index, act in enumerate(each.acts, start=1):
            problems = list(_act(file, rules, table, act))
            yield from (Problem(number, index, problem) for problem in problems)
            if problems:
                return
            for event in act.events:
                table = evolve(table, event)
            yield from (Problem(number, index, problem) for problem in _money(table))
        chain = chained(chain, each.acts)
        if digest(table) != each.state:
            yield Problem(number, 0, "the state at its end has another fingerprint")
        if chain != each.chain:
            yield Problem(number, 0, "the chain of fingerprints is broken")


def _act(file: RoundFile, rules: TableRules, table: Table, act: Act) -> Iterator[str]:
    said = command_text(act.command)
    try:
        followed = decide(rules, table, act.command)
    except Refused as refusal:
        yield f"{said}: refused, {refusal}"
        return
    if followed != act.events:
        yield f"{said}: {_difference(act.events, followed)}"
    if file.seed is not None and not _drawn(Chance(file.seed), rules, table, act.command):
        yield f"{said}: this is not what the seed gives"


def _difference(written: tuple[Event, ...], followed: tuple[Event, ...]) -> str:
    for one, other in zip(written, followed, strict=False):
        if one != other:
            if event_text(one) != event_text(other):
                return f"{event_text(other)} follows, not {event_text(one)}"
            return f"{event_text(one)} has other money or paragraphs"
    return f"{len(followed)} events follow, not {len(written)}"


def _drawn(chance: Chance, rules: TableRules, table: Table, command: Command) -> bool:
    match command:
        case WashTiles():
            return command.order == chance.order(rules, table)
        case ShakeDice():
            return command.dice == chance.dice(table)
        case _:
            return True


def _money(table: Table) -> Iterator[str]:
    if total := sum(table.balances.values()):
        yield f"all accounts together sum to {total} cents, not to nothing"
    for account, cents in table.balances.items():
        if cents < 0 and account not in MAY_OWE:
            yield f"{account} is {-cents} cents below nothing"
