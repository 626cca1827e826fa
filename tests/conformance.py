"""`python -m tests.conformance` writes docs/conformance.md: each paragraph, how it is covered, its tests.

The page is generated from the rule books' records and the tests' marks. A test added later appears when the
page is regenerated; one that is removed, renamed, or no longer proves its paragraph makes the page wrong.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from paigow.books.book import ParagraphKind, RuleBook, books
from tests.collected import ROOT, TestsByRule, collected_apart
from tests.mutants.reporting import mutant_lines

__all__ = ["COMMAND", "PAGE", "page", "short", "untrue"]

PAGE: Final = ROOT / "docs" / "conformance.md"
COMMAND: Final = ".venv/bin/python -m tests.conformance"
RULINGS: Final = ROOT / "docs" / "rulings.md"
RECKONED: Final = ROOT / "tests" / "reckoning" / "results.tsv"
MEANING: Final = {
    ParagraphKind.ENFORCED: "what is against it is refused",
    ParagraphKind.PERFORMED: "the table does it, step by step",
    ParagraphKind.CONFIGURED: "the operator's submission chooses",
    ParagraphKind.SHOWN: "it is told to those at the table",
}
PLAY: Final = re.compile(r"tests/table/test_plays\.py::test_the_transcript_comes_true\[(.+)\]")
ROW: Final = re.compile(r"^\| `(?P<id>[^`]+)` \|.*\| (?P<tests>[^|]*) \|$", re.MULTILINE)


def short(node: str) -> str:
    """A test as the page names it: file and function, or the transcript played."""
    if play := PLAY.fullmatch(node):
        return f"plays/{play[1]}.play"
    file, _, name = node.partition("::")
    name = name.partition("[")[0].replace("::", ".")
    return f"{file.removeprefix('tests/').removesuffix('.py')}:{name}"


def shown_by(by_rule: TestsByRule, id_: str) -> list[str]:
    return sorted({short(node) for node in by_rule.get(id_, [])})


def page(by_rule: TestsByRule) -> str:
    return "\n".join(_lines(by_rule)) + "\n"


def _lines(by_rule: TestsByRule) -> Iterator[str]:
    total = sum(len(book.paragraphs) for book in books())
    yield from (
        "# Conformance",
        "",
        f"All {total} paragraphs of the four regulations: what each means here in our words,",
        "what is done about it, where, and the tests that show it. A test is named by its file below",
        "`tests/` and its function, a transcript by its file in `tests/table/plays`. The command",
        f"`{COMMAND}` writes this page; a test holds it true and complete.",
        "",
        "| kind | what is done | paragraphs |",
        "|---|---|---:|",
    )
    kinds = [paragraph.kind for book in books() for paragraph in book.paragraphs.values()]
    yield from (f"| {kind.value} | {meaning} | {kinds.count(kind)} |" for kind, meaning in MEANING.items())
    for book in books():
        yield from _book_lines(book, by_rule)
    yield from _ruling_lines(by_rule)
    yield from mutant_lines()
    yield from _reckoning_lines()


def _book_lines(book: RuleBook, by_rule: TestsByRule) -> Iterator[str]:
    yield from ("", f"## {book.name}", "", f"{book.title}: {len(book.paragraphs)} paragraphs.", "")
    yield from ("| paragraph | what it means | kind | where | shown by |", "|---|---|---|---|---|")
    for each in book.paragraphs.values():
        tests = _cell(shown_by(by_rule, f"{book.name} {each.id}"))
        gist = each.gist.replace("|", "\\|")
        yield f"| `{each.id}` | {gist} | {each.kind.value} | `{each.where}` | {tests} |"


def _ruling_lines(by_rule: TestsByRule) -> Iterator[str]:
    titles = re.findall(
        r"^\*\*(R\d+)\. (.+?)\.?\*\*", RULINGS.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    yield from (
        "",
        "## Rulings",
        "",
        f"{len(titles)} [rulings](rulings.md) where a text is silent or unclear.",
        "",
    )
    yield from ("| ruling | about | shown by |", "|---|---|---|")
    for number, title in titles:
        yield f"| `{number}` | {title} | {_cell(shown_by(by_rule, number))} |"


def _reckoning_lines() -> Iterator[str]:
    """The result of the last whole campaign; `make prove` plays it again."""
    with RECKONED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    yield from (
        "",
        "## Money computed twice",
        "",
        "`tests/reckoning` works out every account of random rounds from the regulations alone, without the",
        "engine's code, and compares after each round: banks, second areas, riding, coupons, accidents,",
        "surrender, abandonment and leaving. `python -m tests.reckoning` runs it.",
        "",
        "| book | commands | finished rounds | void rounds | differences |",
        "|---|---:|---:|---:|---:|",
    )
    for row in rows:
        figures = (f"{int(row[name]):,}" for name in ("commands", "rounds", "void", "differences"))
        yield f"| {row['book']} | {' | '.join(figures)} |"


def _cell(tests: list[str]) -> str:
    return ", ".join(f"`{test}`" for test in tests)


def untrue(text: str, by_rule: TestsByRule) -> Iterator[str]:
    """What a page gets wrong, and paragraphs for which it names no test."""
    without = ROW.sub(lambda row: row[0].replace(f" {row['tests']} |", " |"), text)
    now = page(by_rule)
    if without != ROW.sub(lambda row: row[0].replace(f" {row['tests']} |", " |"), now):
        yield "paragraphs, gists, kinds or places are not those of the rule books"
        return
    for written, found in zip(ROW.finditer(text), ROW.finditer(now), strict=True):
        named, known = (set(re.findall("`([^`]+)`", row["tests"])) for row in (written, found))
        yield from (f"{written['id']}: {test} does not show it" for test in sorted(named - known))
        if not named:
            yield f"{written['id']}: no test is named"


def main() -> None:
    Path(PAGE).write_text(page(collected_apart()), encoding="utf-8")


if __name__ == "__main__":
    main()
