"""The mark that links tests to paragraphs. Not the paragraphs themselves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules import rule, unknown_rules

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("id_", ["R1", "R43", "commission-tiles 7(d)(2)", "commission-tiles 1:Copy hand"])
def test_paragraphs_and_rulings_are_marked_as_given(id_: str) -> None:
    assert rule(id_, "R2").args == (id_, "R2")


@pytest.mark.parametrize(
    "id_", ["", "R0", "R", "7(d)(2)", "commission-tiles", "commission-tiles ", "R11 7(d)"]
)
def test_other_shapes_are_refused(id_: str) -> None:
    with pytest.raises(ValueError, match="is neither"):
        rule(id_)


def test_a_mark_names_something() -> None:
    with pytest.raises(ValueError, match="at least one"):
        rule()


def test_only_paragraphs_of_a_rule_book_are_known() -> None:
    given = {"R11", "commission-tiles 1:Bank", "commission-tiles 99(z)", "atlantis-tiles 1"}
    assert unknown_rules(given) == ["atlantis-tiles 1", "commission-tiles 99(z)"]


def collect(folder: Path, marked: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Collect one test that carries the mark, with our conftest as a plugin."""
    source = f"from tests.rules import rule\n@rule({marked!r})\ndef test_it() -> None: ...\n"
    (folder / "test_sample.py").write_text(source, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = rule(*ids): shown\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [*command, "--collect-only", *options, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
    )


def test_the_report_lists_the_tests_of_each_rule(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    done = collect(tmp_path, "commission-tiles 1:Bank", "--rules-report", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "schema": "paigow/rules-report/1",
        "rules": {"commission-tiles 1:Bank": ["test_sample.py::test_it"]},
    }


def test_collecting_refuses_a_paragraph_that_no_book_has(tmp_path: Path) -> None:
    done = collect(tmp_path, "commission-tiles 99(z)")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "no rule book has: commission-tiles 99(z)" in done.stdout + done.stderr
