"""What `verify` says it checked: each topic on its own, and never more than was checked."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from paigow.cli.application import run
from paigow.table.deal.dice import ShakeDice
from paigow.table.engine import evolve
from paigow.table.records.codec import digest
from paigow.table.records.report import CHECKPOINTS, TOPICS, RoundReport, Status
from paigow.table.records.roundfile import (
    Act,
    Round,
    RoundFile,
    chained,
    opening_chain,
    parse_rounds,
    print_rounds,
    whole_file,
)
from paigow.table.records.verifying import verify_file, verify_rounds
from tests.rules import rule

PLAYED = Path(__file__).parent / "journals/edition-1.1/commission-tiles-sealed.rounds"


@cache
def sealed_round() -> RoundFile:
    """A round as a server played it: a seed committed, words added, the seed revealed at the end."""
    return parse_rounds(PLAYED.read_text(encoding="utf-8"))


def again(file: RoundFile, acts: tuple[Act, ...]) -> RoundFile:
    """The file with other commands in its only round, with every fingerprint recomputed."""
    table = file.opens
    for act in acts:
        for event in act.events:
            table = evolve(table, event)
    chain = chained(opening_chain(file.submission, file.opens), acts)
    return whole_file(file.submission, file.seed, file.opens, (Round(acts, digest(table), chain),))


def statuses(report: RoundReport) -> dict[str, Status]:
    return {check.topic: check.status for check in report.checks}


@rule("R60")
def test_a_sealed_round_is_checked_in_every_topic() -> None:
    report = verify_file(sealed_round())
    assert report.problems == ()
    assert tuple(statuses(report)) == TOPICS
    none = [topic for topic, status in statuses(report).items() if status is not Status.CHECKED]
    # For an older edition, the rules are judged as far as today's agree.
    assert none == ["rules", "beacon", CHECKPOINTS]
    assert report.check("seed").detail == "the one committed to at version 261"
    assert report.check("words").detail == "1 added, by Anna~f6hdamdpktt95"
    assert report.check("draws").detail == "order, dice"
    assert report.verdict == "sound, as far as that edition's rules are known"
    assert next(report.lines()) == "round 7, commission-tiles, edition 1.1"


@rule("R60")
def test_without_the_revealed_seed_the_draws_are_not_checked() -> None:
    file = sealed_round()
    report = verify_file(again(file, file.rounds[0].acts[:-1]))
    assert report.problems == ()
    assert statuses(report)["seed"] is Status.ABSENT
    assert statuses(report)["draws"] is Status.NOT_CHECKED
    assert report.verdict == "rules and money sound, draws NOT checked"
    _, *lines = report.lines()
    details = [
        (line, check.detail) for line, check in zip(lines, report.checks, strict=False) if check.detail
    ]
    assert len({line.index(detail) for line, detail in details}) == 1, lines
    assert not report.is_sound()
    assert report.is_sound(without_draws=True)
    assert [problem.topic for problem in verify_rounds(again(file, file.rounds[0].acts[:-1]))] == [
        "seed",
        "draws",
    ]


@rule("R60")
def test_draws_that_were_not_checked_end_the_command_with_1_unless_that_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, path = sealed_round(), tmp_path / "open.rounds"
    path.write_text(print_rounds(again(file, file.rounds[0].acts[:-1])), encoding="utf-8")
    for options, code in (((), 1), (("--without-draws",), 0)):
        assert run(["verify", str(path), *options]) == code
        assert capsys.readouterr().out.splitlines()[-1] == "rules and money sound, draws NOT checked"


@rule("R60")
def test_other_dice_are_wrong_though_every_fingerprint_fits() -> None:
    file = sealed_round()
    acts = list(file.rounds[0].acts)
    shaken, command = next(
        (n, act.command) for n, act in enumerate(acts) if isinstance(act.command, ShakeDice)
    )
    dice = (6, 6, 6) if command.dice != (6, 6, 6) else (1, 1, 1)
    forged = changed(command, dice=dice)
    event = changed(acts[shaken].events[0], dice=dice)
    acts[shaken] = Act(forged, (event, *acts[shaken].events[1:]))
    report = verify_file(again(file, tuple(acts)))
    assert statuses(report)["draws"] is Status.WRONG
    assert statuses(report)["chain"] is Status.NOT_CHECKED, "the check stopped before the end of the round"
    assert report.verdict == "NOT sound: 1 finding"
    assert not report.is_sound(without_draws=True)


@pytest.mark.parametrize("rounds", [(), None])
def test_no_round_is_checked_in_a_file_without_any(rounds: tuple[Round, ...] | None) -> None:
    file = sealed_round()
    empty = whole_file(file.submission, None, file.opens, ())
    empty = empty if rounds is None else replace(empty, total=1)
    report = verify_file(empty)
    assert {status for topic, status in statuses(report).items() if topic != CHECKPOINTS} == {
        Status.NOT_CHECKED
    }
    assert not report.is_sound(without_draws=True)


def test_the_json_says_what_the_text_says() -> None:
    report = verify_file(sealed_round())
    data = report.as_json()
    lines = list(report.lines())
    assert (data["ok"], data["verdict"]) == (True, lines[-1])
    for line, (topic, check) in zip(lines[1:], data["checks"].items(), strict=False):
        assert line.split() == [topic, *f"{check['status']} {check['detail'] or ''}".split()]
