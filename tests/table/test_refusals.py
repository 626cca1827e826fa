"""Refusals come in the order of `Reason`: the ladders in plays/refusals-*.play are checked against it."""

from __future__ import annotations

from pathlib import Path

import pytest

from paigow.table.acts import Command
from paigow.table.refusals import Reason
from paigow.table.text.phrases import tag_of
from tests.table.transcripts import PLAYS, Transcript, read_transcript

LADDERS = sorted(PLAYS.glob("refusals-*.play"))
ORDER = list(Reason)


def _rungs(transcript: Transcript) -> dict[str, list[Reason]]:
    """By command, the reasons for which it is refused, in the order of the transcript."""
    rungs: dict[str, list[Reason]] = {}
    tag = ""
    for line in transcript.lines:
        if isinstance(line.do, Command):
            tag = tag_of(type(line.do))
        elif isinstance(line.do, str) and line.do.startswith("refused "):
            rungs.setdefault(tag, []).append(Reason(line.do.split()[1]))
    return rungs


@pytest.mark.parametrize("path", LADDERS, ids=lambda path: path.stem)
def test_each_ladder_climbs_in_the_documented_order(path: Path) -> None:
    for tag, reasons in _rungs(read_transcript(path)).items():
        numbers = [ORDER.index(reason) for reason in reasons]
        assert numbers == sorted(numbers), (tag, reasons)
        assert len(reasons) > 3, tag


def test_every_reason_is_a_rung_of_some_ladder() -> None:
    found = {
        reason for path in LADDERS for reasons in _rungs(read_transcript(path)).values() for reason in reasons
    }
    assert found == set(Reason)
