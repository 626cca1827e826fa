"""Files that commands write: never over another file unasked, and never in place of a device."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from paigow.cli.application import run
from paigow.cli.auditing import audited_before
from paigow.faults import BadInput

WRITERS = (
    ["submission", "new", "commission-tiles", "--out"],
    ["submission", "rules", "commission-tiles", "--html"],
    ["submission", "rules", "commission-tiles", "--pdf"],
    ["deal", "commission-tiles", "--rounds", "1", "--out"],
    ["export", "example", "--out"],
    ["odds", "commission-tiles", "--html"],
    ["ratings", "traditional", "--csv"],
    ["way", "short", "traditional", "--out"],
)


@pytest.mark.parametrize("command", WRITERS, ids=lambda command: " ".join(command[:2]))
def test_an_existing_file_is_not_overwritten(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine", encoding="utf-8")
    assert run([*command, str(file)]) == 3
    assert f"{str(file)!r} already exists. Name a new file" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "mine"


def test_force_replaces_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("mine", encoding="utf-8")
    assert run(["export", "example", "--out", str(file), "--force"]) == 0
    assert "written to" in capsys.readouterr().out
    assert file.read_text(encoding="utf-8").startswith("round,")


def test_what_is_no_file_is_written_through_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.parquet"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        for to, begins in (("csv", b"round,"), ("parquet", b"PAR1")):
            assert run(["export", "example", "--to", to, "--out", str(pipe)]) == 0
            assert os.read(reader, 1 << 16).startswith(begins)
            assert stat.S_ISFIFO(pipe.stat().st_mode)
        with pytest.raises(BadInput, match="is not a file"):
            audited_before(pipe)
    finally:
        os.close(reader)


def test_a_files_name_gives_the_format(tmp_path: Path) -> None:
    file = tmp_path / "rounds.parquet"
    assert run(["export", "example", "--out", str(file)]) == 0
    assert file.read_bytes()[:4] == b"PAR1"
