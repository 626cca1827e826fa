"""Writing a submission, every option with its words and its paragraph; and comparing two submissions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from textwrap import wrap
from typing import Final

from paigow.books.book import RuleBook
from paigow.books.cited import SEPARATOR, ids_of, is_ruling, together
from paigow.books.options import Option, Type
from paigow.faults import BadInput
from paigow.ranks.poker import Wheel
from paigow.submissions.checking import Submission
from paigow.submissions.values import value_text
from paigow.submissions.ways import EXCEPTIONS, WAY, ChosenWay, choose_way, departures

WIDTH: Final = 108


def new_submission(book: RuleBook, way: str | None = None) -> str:
    """A draft with the book's defaults and every option explained. The operator fills in the rest.

    `way` is another house way, by name or file. Its rules that depart from the book's own are noted (R83).
    Raise BadInput if there is no such way for the book's game.
    """
    return write_submission(book, {} if way is None else way_noted(book, way_for(book, way)))


def way_for(book: RuleBook, way: str) -> ChosenWay:
    """A house way for the book's game, by name or file; raise BadInput if there is none."""
    chosen = choose_way(Path(way).name, book.game, Wheel.SECOND, {}, Path(way).parent)
    if not isinstance(chosen, ChosenWay):
        problem = chosen[0].problem
        raise BadInput(problem, where=None if way in problem else way, allowed=chosen[0].allowed)
    return chosen


def way_noted(book: RuleBook, chosen: ChosenWay) -> dict[str, object]:
    """The raw values that name a house way and note its rules that depart from the book's own (R83)."""
    if not book.options[EXCEPTIONS].open:
        return {WAY: chosen.name}
    return {WAY: chosen.name, EXCEPTIONS: [each.rule for each in departures(book, chosen.way)]}


def write_submission(
    book: RuleBook, chosen: Mapping[str, object], *, about: str = "", explain: bool = True
) -> str:
    """A submission with some non-default options, given as raw TOML values by name."""
    unknown = chosen.keys() - book.options.keys()
    assert not unknown, f"no such options: {sorted(unknown)}"
    lines = list(_opening(book, about, explain))
    for section, options in _sections(book).items():
        lines += ["", f"[{section}]"]
        for option in options:
            lines += _explained(option) if explain else ()
            key = option.name.removeprefix(f"{section}.")
            lines.append(f"{key} = {raw_text(chosen.get(option.name, option.default))}")
    if explain:
        lines += _settled(book)
    return "\n".join(lines) + "\n"


def _opening(book: RuleBook, about: str, explain: bool) -> Iterator[str]:
    yield from _comment(about or f"A rules submission for {book.title}.")
    if explain:
        yield from _comment(
            "Each choice comes after its meaning, the values allowed, and its paragraph. "
            "If you leave a line out, the value shown here applies, except for required choices."
        )
    yield ""
    yield f"rulebook = {raw_text(book.name)}"


def _sections(book: RuleBook) -> Mapping[str, list[Option]]:
    """The options open to choice, by section; TOML requires a section to be contiguous."""
    sections: dict[str, list[Option]] = {}
    for option in book.options.values():
        if option.open:
            sections.setdefault(option.section, []).append(option)
    return sections


def _explained(option: Option) -> Iterator[str]:
    yield ""
    yield from _comment(option.says)
    longest = max(map(len, option.words), default=0)
    for word, meaning in option.words.items():
        yield f"#   {word.ljust(longest)}  {meaning}".rstrip()
    bounds = f"{option.least} to {option.most}; " if option.type is Type.WHOLE else ""
    needed = "required; " if option.required is not None else ""
    yield from _comment(f"{bounds}{needed}{_matters_if(option)}{SEPARATOR.join(option.cites)}")


def _matters_if(option: Option) -> str:
    if not option.when:
        return ""
    parts = (
        f"{name} is {' or '.join(raw_text(value) for value in values)}"
        for name, values in option.when.items()
    )
    return f"applies if {' and '.join(parts)}; "


def _settled(book: RuleBook) -> Iterator[str]:
    fixed = [option for option in book.options.values() if option.given and option.fixed]
    yield ""
    yield "# Not open to choice:"
    for option in fixed:
        yield f"#   {option.name} = {raw_text(option.default)}  {SEPARATOR.join(option.cites)}"


def _comment(text: str) -> Iterator[str]:
    yield from (f"# {line}" for line in wrap(text, WIDTH))


def raw_text(raw: object) -> str:
    """A raw value as TOML writes it."""
    match raw:
        case bool():
            return "true" if raw else "false"
        case int() | Decimal():
            return str(raw)
        case str():
            return json.dumps(raw, ensure_ascii=False)
        case list() | tuple():
            return _list_text([raw_text(each) for each in raw])
        case _:
            raise AssertionError(f"{raw!r} has no place in a submission")


def _list_text(items: list[str]) -> str:
    line = f"[{', '.join(items)}]"
    if len(line) <= 80:
        return line
    return "\n".join(["[", *(f"  {item}," for item in items), "]"])


@dataclass(frozen=True, slots=True)
class Difference:
    """An option that two submissions answer differently, in words; `None` if it doesn't apply to a book.

    `cite` has the option; `paragraphs` are those cited, everything below them, and everything that depends on
    it.
    """

    field: str
    says: str
    one: str | None
    other: str | None
    cite: str
    paragraphs: tuple[str, ...]


def differences(one: Submission, other: Submission) -> tuple[Difference, ...]:
    """Every option with two answers, in the order of the options; the rule book comes first if it differs."""
    found = [_difference(one, other, name) for name in one.book.options if _differs(one, other, name)]
    if one.book == other.book:
        return tuple(found)
    books = Difference(
        "rulebook", "The regulation that is played by.", one.book.name, other.book.name, "", ()
    )
    return (books, *found)


def _differs(one: Submission, other: Submission, name: str) -> bool:
    """Whether it matters to either one, and the values differ; two files with one name can hold two ways."""
    if name == "house-way.way":
        return one.rules.way != other.rules.way
    return one.rules.choices[name] != other.rules.choices[name]


def _difference(one: Submission, other: Submission, name: str) -> Difference:
    books = dict.fromkeys((one.book, other.book))
    known = [(book, book.options[name]) for book in books if book.options[name].given]
    touched = dict.fromkeys(id_ for book, option in known for id_ in _touched(book, option))
    cite = together(*(book.written(option.cites) for book, option in known))
    return Difference(
        name, one.book.options[name].says, _answer(one, name), _answer(other, name), cite, tuple(touched)
    )


def _answer(submission: Submission, name: str) -> str | None:
    value = submission.rules.choices[name]
    return None if value is None else value_text(submission.book.options[name], value)


def _touched(book: RuleBook, option: Option) -> Iterator[str]:
    yield from ids_of(book.written(option.cites))
    own = (id_ for id_ in option.cites if not is_ruling(id_))
    beginnings = (*(f"{id_}(" for id_ in own), *option.governs)
    yield from (f"{book.name} {id_}" for id_ in book.paragraphs if id_.startswith(beginnings))
