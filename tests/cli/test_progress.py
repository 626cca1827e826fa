"""Long commands report their progress: a bar in a terminal, lines in a pipe."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from paigow.cli import output
from paigow.cli.application import run
from paigow.cli.output import bar, working
from paigow.houseways import HouseWay
from paigow.odds.counting import card_deals
from paigow.odds.runs.shards import Run
from paigow.ranks.poker import Wheel


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every report is recorded."""
    monkeypatch.setattr(output, "SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr(output, "SECONDS_UNTOLD", 0.0)


@pytest.mark.usefixtures("talkative")
def test_a_bar_in_a_pipe_tells_the_share_done_the_rate_and_the_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter((0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 9.0, 9.0))
    monkeypatch.setattr("paigow.cli.output.time.monotonic", lambda: next(clock))
    with bar("dealing", 100) as advance:
        advance(20)
        advance(80)
    # 20 of 100 rounds in 4 seconds are 5 a second, so the other 80 take 16.
    assert capsys.readouterr().err.splitlines() == [
        "dealing: 0.0% after 0 s",
        "dealing: 20.0% after 4 s, 5.0 rounds/s, 16 s left",
    ]


@pytest.mark.usefixtures("talkative")
def test_a_bar_without_a_total_stays_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with bar("auditing", 0, "events") as advance:
        advance(5)
    assert capsys.readouterr().err == ""


def test_work_of_unknown_length_says_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    told, sentences = threading.Event(), list[str]()

    def note(sentence: str) -> None:
        sentences.append(sentence)
        told.set()

    monkeypatch.setattr(output, "SECONDS_UNTOLD", 0.0)
    monkeypatch.setattr(output, "note", note)
    with working("backing up"):
        assert told.wait(60)
    assert sentences[0].startswith("backing up: ")


@pytest.mark.usefixtures("talkative")
def test_rounds_are_counted_while_a_command_works_on_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "four.rounds")
    # Verifying reads four rounds and then plays them again: eight steps.
    for arguments, said in (
        (["deal", "colorado-tiles", "--rounds", "4", "--out", path], "dealing: 25.0% after"),
        (["verify", path], "verifying: 12.5% after"),
        (["export", path], "reading: 25.0% after"),
        (["replay", path, "--round", "1"], "reading: 75.0% after"),
    ):
        assert run(arguments) == 0
        assert said in capsys.readouterr().err


def test_a_terminal_shows_at_once_that_something_goes_on() -> None:
    shown, terminal = pty.openpty()
    program = "from paigow.cli.output import working\nwith working('backing up'): pass"
    subprocess.run([sys.executable, "-c", program], stderr=terminal, check=True)
    os.close(terminal)
    assert b"backing up" in os.read(shown, 10_000)
    os.close(shown)


def test_a_way_is_prepared_before_it_sets_every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(card_deals, "dealer_strengths", lambda *_: heard.append("set"))
    monkeypatch.setattr(card_deals, "check_role", lambda *_: None)
    counting = card_deals.CardCounting(
        Wheel.SECOND, Run(), prepare=lambda _way, _wheel: heard.append("prepared")
    )
    way = HouseWay.parse('way "Any"\ngame cards\n1  otherwise  play the best low\nfinally the best high')
    counting.strengths(way)
    counting.dealer(way)
    assert heard == ["prepared", "set", "prepared", "set"]
