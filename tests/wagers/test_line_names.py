"""A line is identified by its value, so that the lines of a plug-in's wager can be a plain enum."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import paigow
from paigow.cli.application import run
from paigow.posted import posted_rules
from paigow.server.tables.catalog import layout_record, table_of
from paigow.submissions.checking import load_submission
from paigow.wagers.registry import line_wagers

FULL = "maryland-poker-full"


def _posted() -> str:
    return str(posted_rules(load_submission(FULL)).sections)


def _layout() -> str:
    table, submission = table_of(FULL), load_submission(FULL)
    return str(layout_record(FULL, submission, submission.rules, table.settings))


def _rounds() -> str:
    return paigow.print_rounds(paigow.play_rounds(FULL, ["bonus", "bonus"], rounds=4, seed="lines"))


@pytest.mark.parametrize("tell", [_posted, _layout, _rounds])
def test_a_plain_enum_of_lines_is_told_the_same(
    tell: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tell()
    kinds = {type(line) for wager in line_wagers().values() for line in wager.lines}
    for kind in kinds:
        monkeypatch.delattr(kind, "__str__")
        assert all("." in str(line) for line in kind)
    assert tell() == before


def test_what_a_hand_makes_is_told_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["show", "Qd 10c 8s 7h 5c 4d 2s", "--book", "maryland-poker", "--json"]
    assert run(command) == 0
    before = capsys.readouterr().out
    assert '"queen-high"' in before
    for kind in {type(line) for wager in line_wagers().values() for line in wager.lines}:
        monkeypatch.delattr(kind, "__str__")
    assert run(command) == 0
    assert capsys.readouterr().out == before
