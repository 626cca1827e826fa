"""`paigow books` and `paigow book`: rule books, their options, what a paragraph means. Not submissions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Final

import typer

from paigow.books.book import load_book
from paigow.cli.arguments import book_argument
from paigow.cli.output import JsonFlag, console, emit, note
from paigow.faults import BadInput

_RULING: Final = re.compile(r"R[1-9]\d*", re.IGNORECASE)

if TYPE_CHECKING:
    from paigow.books.book import Paragraph, RuleBook
    from paigow.books.options import Option


def books(as_json: JsonFlag = False) -> None:
    """List the rule books."""
    from paigow.books.book import books as all_books
    from paigow.books.registry import broken_books
    from paigow.wagers.registry import broken_wagers

    found = all_books()
    for name, wrong in broken_wagers().items():
        note(f"Skipped the wager {name}. {wrong.sentences}")
    for name, wrong in broken_books().items():
        note(f"Skipped the rule book {name}. {wrong.sentences}")
    payload = {
        "books": [_summary(each) for each in found],
        "left_out": {name: str(wrong) for name, wrong in broken_books().items()},
        "wagers_left_out": {name: str(wrong) for name, wrong in broken_wagers().items()},
        "accounted": _accounted(found),
    }
    emit(payload, "paigow/books/1", as_json, lambda: _print_books(found))


def book(
    name: Annotated[str, book_argument("A rule book, such as colorado-tiles, or a ruling, such as R34.")],
    paragraph: Annotated[
        str | None,
        typer.Argument(
            metavar="[PARAGRAPH]",
            help=(
                "A paragraph, such as 30-2609(7), 7, or 11.F, with everything under it; "
                "a ruling, such as R34; or a word to search for."
            ),
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--paragraphs", help="List every paragraph with its meaning.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Show what a rule book lets the operator choose, or what a paragraph or ruling means for the table."""
    if paragraph is None and _RULING.fullmatch(name):
        _show_ruling(name, as_json)
        return
    chosen = load_book(name)
    if paragraph is not None and _RULING.fullmatch(paragraph):
        _show_ruling(paragraph, as_json)
        return
    if paragraph is None:
        shown = tuple(chosen.paragraphs.values())
        options = [option for option in chosen.options.values() if option.given]
    else:
        shown = _with_those_below(chosen, paragraph)
        options = _resting_on(chosen, {each.id for each in shown})
    payload = {
        **_summary(chosen),
        "options": [_option(option) for option in options],
        "paragraphs": [_paragraph(each) for each in shown],
    }
    emit(
        payload,
        "paigow/book/1",
        as_json,
        lambda: _print_book(chosen, options, shown, every or paragraph is not None),
    )


def _show_ruling(id_: str, as_json: bool) -> None:
    """Rulings are numbered across all books, so a book's name beside one changes nothing."""
    from paigow.books.rulings import rulings

    found = rulings().get(id_.upper())
    if found is None:
        last = max(int(number.removeprefix("R")) for number in rulings())
        raise BadInput(
            f"there is no ruling {id_!r}",
            allowed=f"rulings have numbers from R1 to R{last}, some of which are not used",
        )

    def text() -> None:
        out = console()
        out.print(f"[bold]{found.id}[/bold]  {found.title}")
        out.print(f"  {found.text}", markup=False)

    payload = {"id": found.id, "title": found.title, "text": found.text}
    emit(payload, "paigow/book-ruling/1", as_json, text)


def _with_those_below(chosen: RuleBook, id_: str) -> tuple[Paragraph, ...]:
    """A paragraph and its parts. `11` has no text of its own but 11.A; 30-2607.01 is no part of 30-2607."""
    asked = id_.strip().removeprefix(f"{chosen.name} ")
    part = re.compile(rf"{re.escape(asked)}(\(|\.[A-Z]|$)")
    found = tuple(filter(lambda each: part.match(each.id), chosen.paragraphs.values()))
    if found:
        return found
    return _about(chosen, asked) if re.match(r"[^\W\d]{2}", asked) else (chosen.paragraph(asked),)


def _about(chosen: RuleBook, word: str) -> tuple[Paragraph, ...]:
    """The paragraphs whose gist has a word or phrase, such as `exposed`."""
    has = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    found = tuple(each for each in chosen.paragraphs.values() if has.search(each.gist))
    if not found:
        raise BadInput(
            f"no paragraph of {chosen.name} mentions {word!r}",
            allowed=f"paigow book {chosen.name} --paragraphs lists them",
        )
    return found


def _resting_on(chosen: RuleBook, ids: set[str]) -> list[Option]:
    """The options based on one of the paragraphs."""
    return [option for option in chosen.options.values() if option.given and ids & set(option.cites)]


def _summary(chosen: RuleBook) -> dict[str, object]:
    kinds = Counter(paragraph.kind.value for paragraph in chosen.paragraphs.values())
    return {
        "name": chosen.name,
        "title": chosen.title,
        "game": chosen.game.value,
        "based_on": chosen.based_on or None,
        "choices": sum(option.open for option in chosen.options.values()),
        "paragraph_counts": {"all": len(chosen.paragraphs), **dict(sorted(kinds.items()))},
        "accounted": _accounted([chosen]),
        "outstanding": _outstanding(chosen),
    }


def _outstanding(chosen: RuleBook) -> list[str]:
    return [paragraph.id for paragraph in chosen.paragraphs.values() if not _kept(paragraph.where)]


def _accounted(chosen: Sequence[RuleBook]) -> dict[str, int]:
    """How many paragraphs are implemented: enforced, performed, configured, or shown by the program."""
    every = sum(len(each.paragraphs) for each in chosen)
    return {"for": every - sum(len(_outstanding(each)) for each in chosen), "of": every}


def _kept(where: str) -> bool:
    """Whether the part of the program that a paragraph names exists."""
    try:
        return find_spec(f"paigow.{where}") is not None
    except ModuleNotFoundError:
        return False


def _option(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "type": option.type.value,
        "says": option.says,
        "fixed": option.fixed,
        "required": option.required is not None,
        "default": option.default
        if isinstance(option.default, bool | int | str | list)
        else str(option.default),
        "allowed": list(option.words) or _bounds(option),
        "paragraphs": list(option.cites),
    }


def _bounds(option: Option) -> list[int] | None:
    return [option.least, option.most] if option.type == "whole" else None


def _paragraph(paragraph: Paragraph) -> dict[str, str]:
    return {
        "id": paragraph.id,
        "kind": paragraph.kind.value,
        "gist": paragraph.gist,
        "where": paragraph.where,
    }


def _print_books(found: Sequence[RuleBook]) -> None:
    out = console()
    for each in found:
        out.print(f"[bold]{each.name}[/bold]  {each.title}")
        out.print(f"  {_counts_line(each)}", style="dim")
    total = _accounted(found)
    out.print(f"\n{total['for']} of {total['of']} paragraphs are covered.")
    out.print("paigow book NAME shows what one leaves to the operator.")


def _counts_line(chosen: RuleBook) -> str:
    kinds = Counter(paragraph.kind.value for paragraph in chosen.paragraphs.values())
    parts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    total = _accounted([chosen])
    return f"{total['for']} of {total['of']} paragraphs covered: {parts}"


def _print_book(
    chosen: RuleBook, options: Sequence[Option], shown: Sequence[Paragraph], with_paragraphs: bool
) -> None:
    from paigow.books.book import books as all_books

    out = console()
    every = all_books()
    total = _accounted(every)
    out.print(f"[bold]{chosen.name}[/bold]  {chosen.title}")
    out.print(_counts_line(chosen), style="dim")
    out.print(f"{total['for']} of {total['of']} in all {len(every)} books", style="dim")
    if with_paragraphs:
        out.print()
        for paragraph in shown:
            out.print(f"[bold]{paragraph.id}[/bold]  [dim]{paragraph.kind.value}, {paragraph.where}[/dim]")
            out.print(f"  {paragraph.gist}", markup=False)
    if options:
        out.print("\nWhat the operator can choose" if not with_paragraphs else "\nOptions that depend on it")
    for option in options:
        settled = "  [dim]fixed by the book[/dim]" if option.fixed else ""
        out.print(f"[bold]{option.name}[/bold]  [dim]{', '.join(option.cites)}[/dim]{settled}")
        out.print(f"  {option.says}", markup=False)
        out.print(f"  {_answers(option)}", style="cyan", markup=False)
    if not with_paragraphs:
        out.print("\npaigow book NAME PARAGRAPH explains a paragraph; --paragraphs lists them all.")


_SORTS: Final = {
    "flag": "true or false",
    "money": "dollars",
    "moneys": "a list of dollars",
    "percents": "a list of percentages",
    "texts": "a list of words",
    "way": "a house way",
}


def _answers(option: Option) -> str:
    """The values allowed, and the default."""
    from paigow.submissions.writing import raw_text

    default = raw_text(option.default)
    if option.fixed:
        return default
    bounds = f"{option.least} to {option.most}" if option.type == "whole" else ""
    allowed = ", ".join(option.words) or bounds or _SORTS.get(option.type.value, option.type.value)
    start = "starting with" if option.required is not None else "by default"
    return f"{allowed}; {start} {default}"
