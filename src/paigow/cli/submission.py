"""`paigow submission`: write, check, compare, and post an operator's submission. Not its odds."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Final

import typer

from paigow.books.book import RuleBook, load_book
from paigow.books.cited import bare, ids_of
from paigow.cli.arguments import book_argument, shown_source, submission_argument
from paigow.cli.counting import counting_for
from paigow.cli.files import ForceFlag, require_new, write_file
from paigow.cli.output import JsonFlag, console, emit, note, text_table
from paigow.faults import BadInput, sentence
from paigow.odds.reports.wager_odds import fraction_json, percent
from paigow.submissions.checking import (
    FILL_IN,
    MISSING,
    Submission,
    check_source,
    example_names,
    find_submission,
    read_source,
    read_submission,
)
from paigow.submissions.places import line_of
from paigow.submissions.values import FILE, remedy
from paigow.submissions.writing import differences, new_submission, way_for, write_submission

if TYPE_CHECKING:
    from paigow.odds.reports.wager_odds import WagerOdds
    from paigow.submissions.checking import Submission
    from paigow.submissions.values import Finding
    from paigow.submissions.ways import ChosenWay
    from paigow.submissions.writing import Difference


FINDING: Final = 1
UNKNOWN_WIDTH: Final = 80
"""For a terminal that doesn't say how wide it is."""

submission = typer.Typer()

Source = Annotated[str, submission_argument("FILE", "A submission's file, or the name of an example.")]


@submission.command()
def new(
    name: Annotated[str, book_argument("The rule book to write one for.")],
    way: Annotated[
        str | None,
        typer.Option("--way", metavar="WAY", help="A house way by name or file; its exceptions are noted."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write it to this file instead of printing it.")] = None,
    force: ForceFlag = False,
    draft: Annotated[bool, typer.Option("--draft", help="Skip the interview and write a draft.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Write a submission: every option explained, with its paragraph.

    In a terminal it asks for each choice the rule book leaves to you; otherwise it writes a draft to fill in.
    """
    require_new(force, out)
    book = load_book(name)
    asks = not draft and not as_json and sys.stdin.isatty() and sys.stderr.isatty()
    given = None if way is None else way_for(book, way)
    if way is not None and given is not None and given.is_file and out is not None:
        _require_beside(Path(way), out)
    text = _interviewed(book, given, _folder(out)) if asks else new_submission(book, way)
    if out is not None:
        write_file(out, text, "--out")
    emit(
        {"book": book.name, "text": text},
        "paigow/submission-new/1",
        as_json,
        lambda: print(f"Wrote {out}") if out else print(text, end=""),
    )


def _folder(out: Path | None) -> Path:
    """Where a submission will be, as far as is known."""
    return Path() if out is None else out.parent


def _require_beside(way: Path, out: Path) -> None:
    """A submission names the file of its house way without a path."""
    if way.resolve().parent != _folder(out).resolve():
        raise BadInput(
            f"{way} isn't in the same folder as {out}",
            where="--way",
            allowed=f"copy it to {_folder(out) / way.name}, and name that copy",
        )


def _interviewed(book: RuleBook, way: ChosenWay | None, folder: Path) -> str:
    """A submission from the person's answers at the terminal."""
    from paigow.cli.interview import interview

    _say(f"{book.title}. Enter keeps what is in brackets; Ctrl-C stops without writing.")
    chosen = interview(
        book,
        way,
        lambda prompt: str(typer.prompt(prompt, "", prompt_suffix="", show_default=False, err=True)),
        _say,
        folder,
    )
    text = write_submission(book, chosen)
    checked = read_submission(text, folder=folder)
    left = checked.to_fill_in if isinstance(checked, Submission) else checked
    if left:
        note("")
    for each in left:
        if not _is_to_fill_in(each):
            _say(f"To change: {each.field}. {sentence(each.problem)} {sentence(remedy(each.allowed))}")
    if later := [each.field for each in left if _is_to_fill_in(each)]:
        _say(f"Still to fill in: {', '.join(later)}.")
    return text


def _say(line: str) -> None:
    """A line of the interview, wrapped between words."""
    columns = os.get_terminal_size(sys.stderr.fileno()).columns or UNKNOWN_WIDTH
    note(fill(line, columns - 1, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def _is_to_fill_in(finding: Finding) -> bool:
    return finding.problem == MISSING or finding.problem.startswith(FILL_IN)


@submission.command()
def check(source: Source, as_json: JsonFlag = False) -> None:
    """Check a submission against its rule book, and list findings with their lines and the values allowed."""
    checked = check_source(source)
    findings = () if isinstance(checked, Submission) else checked
    emit(
        {"ok": not findings, "source": shown_source(source), "findings": _placed(source, findings)},
        "paigow/submission-check/1",
        as_json,
        lambda: _print_findings(source, findings),
    )
    if findings:
        raise typer.Exit(FINDING)


@submission.command()
def rules(
    source: Source,
    html: Annotated[
        Path | None,
        typer.Option(help="Write one self-contained printable page; - for standard output."),
    ] = None,
    pdf: Annotated[
        Path | None,
        typer.Option(help="Write a PDF: the table's sign with its layout, then the rules. Needs Chromium."),
    ] = None,
    force: ForceFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Print the house rules to post for players."""
    from paigow.posted import posted_rules, rules_page, rules_text

    require_new(force, html, pdf)
    submission = _sound(source, as_json)
    document = posted_rules(submission)
    text = rules_text(document)
    if html is not None:
        write_file(html, rules_page(document), "--html")
    if pdf is not None:
        from paigow.cli.printing import write_pdf
        from paigow.posted.sign import table_sign

        write_pdf(rules_page(document, table_sign(submission)), pdf)
    payload = {
        "operator": document.operator,
        "title": document.title,
        "table": document.table,
        "sections": [section.title for section in document.sections],
        "text": text,
    }
    written = [str(path) for path in (html, pdf) if path is not None and str(path) != "-"]
    shown = f"Wrote {', '.join(written)}\n" if written else ("" if html else text)
    emit(payload, "paigow/submission-rules/1", as_json, lambda: print(shown, end=""))


@submission.command()
def compare(
    one: Source,
    other: Annotated[str, submission_argument("OTHER", "The submission to compare it with.")],
    edges: Annotated[bool, typer.Option(help="Show both edges of every bet; takes long for cards.")] = True,
    as_json: JsonFlag = False,
) -> None:
    """Compare two submissions: different choices, the paragraphs they affect, and both exact edges."""
    from paigow.cli.submission import compare_edges, print_edges

    first, second = _sound(one, as_json), _sound(other, as_json)
    found = differences(first, second)
    pairs = compare_edges(first, second) if edges else ()
    rows = [
        {"field": each.field, "one": each.one, "other": each.other, "paragraphs": list(each.paragraphs)}
        for each in found
    ]
    payload = {"differences": rows, "edges": [pair.as_json() for pair in pairs]}

    def text() -> None:
        _print_differences(found)
        if pairs:
            print_edges(pairs)

    emit(payload, "paigow/submission-compare/1", as_json, text)


@submission.command()
def examples(as_json: JsonFlag = False) -> None:
    """List the built-in submissions. Use their names wherever a file is expected."""
    abouts = {name: _about(find_submission(name).text) for name in example_names()}
    rows = [{"name": name, "about": about} for name, about in abouts.items()]
    emit({"examples": rows}, "paigow/submission-examples/1", as_json, lambda: _print_examples(abouts))


def _about(text: str) -> str:
    """The comment at the top of a file."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").strip())
    return " ".join(lines)


def _print_examples(abouts: dict[str, str]) -> None:
    out = console()
    for name, about in abouts.items():
        out.print(f"[bold]{name}[/bold]  {about}")


def _sound(source: str, as_json: bool) -> Submission:
    """A valid submission or a draft; otherwise print the findings and exit."""
    checked = read_source(source)
    if isinstance(checked, Submission):
        return checked
    findings = checked
    emit(
        {"ok": False, "source": shown_source(source), "findings": _placed(source, findings)},
        "paigow/submission-check/1",
        as_json,
        lambda: _print_findings(source, findings),
    )
    raise typer.Exit(FINDING)


def _placed(source: str, findings: Sequence[Finding]) -> list[dict[str, object]]:
    """Findings as data, each with its line in the text; None if the text has no such place."""
    text = find_submission(source).text if findings else ""
    return [{**finding.as_json(), "line": _line(text, finding)} for finding in findings]


def _line(text: str, finding: Finding) -> int | None:
    """The line of a finding's field, or the one that makes the whole file unreadable."""
    if finding.field != FILE:
        return line_of(text, finding.field)
    told = re.search(r"\bline (\d+)\b", finding.problem)
    return int(told[1]) if told else None


def _print_findings(source: str, findings: Sequence[Finding]) -> None:
    out = console()
    name = shown_source(source)
    if not findings:
        out.print(f"{name} is in order.", markup=False)
        return
    text = find_submission(source).text
    count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
    out.print(f"{name}: {count}", style="bold", markup=False)
    for finding in findings:
        line = _line(text, finding)
        place = f", line {line}" if line is not None else ""
        cited = f"  {bare(finding.paragraph)}" if finding.paragraph else ""
        out.print()
        out.print(f"{finding.field}{place}{cited}", style="bold", markup=False)
        out.print(f"  {finding.problem}", markup=False)
        label = "fill in" if _is_to_fill_in(finding) else "allowed"
        out.print(f"  {remedy(finding.allowed, label)}", style="cyan", markup=False)


def _print_differences(found: Sequence[Difference]) -> None:
    out = console()
    if not found:
        out.print("They choose the same.")
    for each in found:
        out.print(f"{each.field}", style="bold", markup=False)
        out.print(f"  {each.says}", style="dim", markup=False)
        out.print(f"  {each.one or 'not available'}  ->  {each.other or 'not available'}", markup=False)
        if each.cite:
            out.print(f"  {each.cite}{_further(each)}", style="cyan", markup=False)


def _further(difference: Difference) -> str:
    """How many more paragraphs depend on an option, besides those that state it."""
    more = len(difference.paragraphs) - len(ids_of(difference.cite))
    return f", and {more} more that depend on it" if more else ""


@dataclass(frozen=True, slots=True)
class EdgePair:
    """One wager under two submissions; None if one of them doesn't offer it."""

    title: str
    one: Fraction | None
    other: Fraction | None

    @property
    def change(self) -> Fraction | None:
        return None if self.one is None or self.other is None else self.other - self.one

    def as_json(self) -> dict[str, object]:
        edges = {"one": self.one, "other": self.other}
        return {
            "wager": self.title,
            **{name: None if edge is None else float(edge) for name, edge in edges.items()},
            **{f"{name}_exact": _exactly(edge) for name, edge in edges.items()},
        }


def _exactly(edge: Fraction | None) -> dict[str, int | str] | None:
    return None if edge is None else fraction_json(edge)


def compare_edges(one: Submission, other: Submission) -> tuple[EdgePair, ...]:
    """Every wager that either one offers, with everyone setting the house way."""
    first, second = ({wager.title: wager.edge for wager in _wagers(each)} for each in (one, other))
    titles = dict.fromkeys([*first, *second])
    return tuple(EdgePair(title, first.get(title), second.get(title)) for title in titles)


def _wagers(submission: Submission) -> Sequence[WagerOdds]:
    from paigow.odds.answering import Question, answer
    from paigow.odds.subject import subject_of_submission

    subject = subject_of_submission("the submission", submission)
    with counting_for(subject) as counting:
        return answer(Question(subject), counting).wagers


def print_edges(pairs: Sequence[EdgePair]) -> None:
    title = "edges, everyone setting the house way"
    table = text_table(title, "wager", "first", "second", "change", "exactly")
    for pair in pairs:
        words = ("not offered" if edge is None else percent(edge) for edge in (pair.one, pair.other))
        change = f"{float(pair.change):+.4%}" if pair.change else ""
        edges = dict.fromkeys(edge for edge in (pair.one, pair.other) if edge is not None)
        style = "" if pair.one == pair.other else "bold"
        table.add_row(pair.title, *words, change, " or ".join(map(str, edges)), style=style)
    out = console()
    out.print()
    out.print(table)
