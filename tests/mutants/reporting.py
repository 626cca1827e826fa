"""The section of the conformance page about mutants."""

from __future__ import annotations

from collections.abc import Iterator

from paigow.books.book import ParagraphKind, RuleBook, books
from tests.mutants.catalog import catalog
from tests.mutants.results import COMMAND, Result, read

__all__ = ["mutant_lines"]


def mutant_lines() -> Iterator[str]:
    """How many rules were broken in each book, and which mutants are equivalent."""
    rows = read()
    found = [row for row in rows if row.failed]
    equivalent = [mutant for mutant in catalog() if mutant.equivalent]
    caught, known = len({row.mutant for row in found}), len({row.mutant for row in rows})
    yield from (
        "",
        "## Mutants",
        "",
        f"`tests/mutants` has {known} mutants: small changes of the program, each of which breaks a rule.",
        f"{caught} are killed: for each paragraph that they break, a test that carries it fails.",
        "`tests/mutants/results.tsv` names that test.",
        f"Equivalent: {len(equivalent)}, with the reason below.",
        f"Unexplained survivors: {known - caught - len(equivalent)}. `{COMMAND}` runs them all.",
        "",
        "| book | mutants | paragraphs broken | enforced and performed paragraphs broken |",
        "|---|---:|---:|---:|",
    )
    yield from (_book_line(book, found) for book in books())
    yield from ("", "| equivalent mutant | why no test can fail |", "|---|---|")
    yield from (f"| {mutant.id} | {mutant.equivalent} |" for mutant in equivalent)


def _book_line(book: RuleBook, found: list[Result]) -> str:
    own = [row for row in found if row.paragraph.startswith(f"{book.name} ")]
    broken = {row.paragraph.removeprefix(f"{book.name} ") for row in own}
    done = {
        each.id
        for each in book.paragraphs.values()
        if each.kind in (ParagraphKind.ENFORCED, ParagraphKind.PERFORMED)
    }
    changes = len({row.mutant for row in own})
    return f"| {book.name} | {changes} | {len(broken)} | {len(broken & done)} of {len(done)} |"
