"""The results of the last run in `results.tsv`: for each mutant and paragraph, the test that failed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.mutants.catalog import FOLDER, Mutant
from tests.mutants.running import Judged

__all__ = ["COMMAND", "RESULTS", "Result", "read", "results_of", "written"]

RESULTS: Final = FOLDER / "results.tsv"
COMMAND: Final = ".venv/bin/python -m tests.mutants --write"
HEAD: Final = "mutant\tparagraph\tfailed"


@dataclass(frozen=True, slots=True)
class Result:
    """A paragraph that a mutant breaks, and the test that failed; none for an equivalent mutant."""

    mutant: str
    paragraph: str
    failed: str


def results_of(judged: Judged) -> list[Result]:
    mutant, failed = judged.mutant, judged.verdict.failed
    return [Result(mutant.id, id_, failed.get(id_, "")) for id_ in mutant.breaks]


def written(judged: Iterable[Judged], mutants: Iterable[Mutant], before: Iterable[Result]) -> str:
    """The file's text in the catalog's order: new results, and earlier ones for mutants not run now."""
    failed = {(row.mutant, row.paragraph): row.failed for row in before}
    for each in judged:
        failed |= {(row.mutant, row.paragraph): row.failed for row in results_of(each)}
    ids = ((mutant.id, id_) for mutant in mutants for id_ in mutant.breaks)
    rows = (f"{mutant}\t{id_}\t{failed[mutant, id_]}" for mutant, id_ in ids if (mutant, id_) in failed)
    return "".join(f"{line}\n" for line in (HEAD, *rows))


def read(path: Path = RESULTS) -> list[Result]:
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    assert head == HEAD, path
    return [Result(*line.split("\t")) for line in lines]
