"""What people read about a way: cards to hang up, and explanations."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO

import pytest

from paigow.cli.application import run
from paigow.houseways import load_way
from paigow.houseways.way import WIDTH, card
from tests.houseways.pieces import HERE

CARDS = sorted((HERE / "cards").glob("*.card"))


@pytest.mark.parametrize("file", CARDS, ids=lambda file: str(file.stem))
def test_a_card_reads_as_it_should(file: object) -> None:
    from pathlib import Path

    assert isinstance(file, Path)
    assert card(load_way(file.stem)) == file.read_text(encoding="utf-8")


def test_a_card_fits_its_page() -> None:
    for file in CARDS:
        assert all(len(line) <= WIDTH for line in card(load_way(file.stem)).splitlines())


def transcripts() -> Iterator[tuple[str, str]]:
    """Each command of the transcript and what follows it, comments aside."""
    text = (HERE / "explain.play").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for part in "\n".join(lines).split("$ ")[1:]:
        command, _, told = part.partition("\n")
        yield command, told.strip("\n")


@pytest.mark.parametrize(("command", "told"), list(transcripts()), ids=[c for c, _ in transcripts()])
def test_an_explanation_reads_as_it_should(command: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    with redirect_stdout(StringIO()) as out:
        assert run(["way", *shlex.split(command)]) == 0
    assert out.getvalue().strip("\n") == told
