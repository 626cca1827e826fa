"""A broken rule breaks its test: every mutant applies, and a test with its paragraph fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from paigow.books.book import ParagraphKind, load_book
from tests.collected import ROOT, TestsByRule
from tests.mutants.catalog import Mutant, NotApplicable, applied, catalog, flaws, sample
from tests.mutants.results import COMMAND, RESULTS, read
from tests.mutants.smoke import BOOKS

OF_EACH_BOOK = 3
"""How many mutants of each book run in `make test`."""
MUTANT = Mutant(
    name="two shakes are enough",
    breaks=("commission-tiles 6(a)",),
    file="table/deal/dice.py",
    old="LEAST_SHAKES = 3",
    new="LEAST_SHAKES = 2",
    listed="dice.toml",
)


def test_every_mutant_applies() -> None:
    assert flaws(catalog()) == []


def test_no_mutant_is_a_slip(tmp_path: Path) -> None:
    """A name that its module lacks would make tests fail for a reason other than a broken rule."""
    for number, mutant in enumerate(catalog()):
        if mutant.file.endswith(".py"):
            (tmp_path / f"mutant_{number}.py").write_text(applied(mutant), encoding="utf-8")
    ruff = Path(sys.executable).with_name("ruff")
    command = [str(ruff), "check", "--isolated", "--target-version", "py311", "--select", "E9,F821,F823"]
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_there_are_at_least_300_mutants_that_a_test_must_kill() -> None:
    assert sum(not mutant.equivalent for mutant in catalog()) >= 300


@pytest.mark.parametrize("book", BOOKS)
def test_every_enforced_or_performed_paragraph_is_broken(book: str) -> None:
    broken = {id_ for mutant in catalog() if not mutant.equivalent for id_ in mutant.breaks}
    paragraphs = load_book(book).paragraphs.values()
    done = [each.id for each in paragraphs if each.kind in (ParagraphKind.ENFORCED, ParagraphKind.PERFORMED)]
    assert done
    assert [id_ for id_ in done if f"{book} {id_}" not in broken] == []


def test_a_mutant_that_no_longer_applies_says_so() -> None:
    with pytest.raises(NotApplicable, match=r"dice.toml: .*occurs 0 times in src/paigow/table/deal/dice.py"):
        applied(replace(MUTANT, old="LEAST_SHAKES = 9"))
    with pytest.raises(NotApplicable, match=r"there is no src/paigow/table/bones.py"):
        applied(replace(MUTANT, file="table/bones.py"))


def test_what_is_wrong_with_a_catalogue_is_told() -> None:
    mutants = [MUTANT, MUTANT, replace(MUTANT, name="none", breaks=("commission-tiles 99",), new=MUTANT.old)]
    assert flaws(mutants) == [
        "commission-tiles 6(a): two shakes are enough: two mutants have this name",
        "commission-tiles 99: none: no rule book has commission-tiles 99",
        "commission-tiles 99: none: the change is empty",
    ]


def test_the_sample_is_spread_over_the_books() -> None:
    chosen = sample(catalog(), OF_EACH_BOOK)
    assert chosen == sample(catalog(), OF_EACH_BOOK)
    assert len(set(chosen)) == 4 * OF_EACH_BOOK
    of_books = Counter(book for mutant in chosen for book in mutant.books)
    assert min(of_books[book] for book in BOOKS) >= OF_EACH_BOOK


def _run(folder: Path, by_rule: TestsByRule, *options: str) -> subprocess.CompletedProcess[str]:
    """The runner in a separate process: this one has imported paigow."""
    report = folder / "rules.json"
    report.write_text(json.dumps({"rules": by_rule}), encoding="utf-8")
    command = [sys.executable, "-m", "tests.mutants", "--by-rule", str(report), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_a_sample_of_the_mutants_is_killed(tmp_path: Path, by_rule: TestsByRule) -> None:
    done = _run(tmp_path, by_rule, "--sample", str(OF_EACH_BOOK))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{4 * OF_EACH_BOOK} mutants, 0 equivalent, 0 unexplained" in done.stdout


@pytest.mark.prove
def test_every_mutant_is_killed(by_rule: TestsByRule, tmp_path: Path) -> None:
    report = tmp_path / "rules.json"
    report.write_text(json.dumps({"rules": by_rule}), encoding="utf-8")
    command = [sys.executable, "-m", "tests.mutants", "--by-rule", str(report), "--write"]
    assert subprocess.run(command, check=False, cwd=ROOT).returncode == 0


def test_the_results_are_those_of_the_catalogue() -> None:
    wanted = [(mutant.id, id_) for mutant in catalog() for id_ in mutant.breaks]
    assert [(row.mutant, row.paragraph) for row in read()] == wanted, f"run {COMMAND}"


def test_every_result_names_a_test_that_carries_the_paragraph(by_rule: TestsByRule) -> None:
    equivalent = {mutant.id for mutant in catalog() if mutant.equivalent}
    rows = read(RESULTS)
    assert [row for row in rows if bool(row.failed) is (row.mutant in equivalent)] == []
    gone = [row for row in rows if row.failed and row.failed not in by_rule.get(row.paragraph, ())]
    assert gone == [], f"run {COMMAND}"
