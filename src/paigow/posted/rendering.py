"""Builds the posted rules of a submission from their sentences: sections, lists, and grids in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paigow.books.cited import bare, together
from paigow.posted.document import (
    CardRow,
    Document,
    Gallery,
    Grid,
    GridCell,
    Items,
    Picture,
    PostedBlock,
    PostedSection,
    Text,
    TileRow,
)
from paigow.posted.figures import Facts, about_wager, gist, repeated
from paigow.posted.templates import (
    PostedLine,
    PostedTexts,
    SectionText,
    load_texts,
    read_lines,
    with_book,
    with_lines,
)
from paigow.submissions.checking import Submission
from paigow.wagers.wager import Kind


def posted_rules(submission: Submission, texts: PostedTexts | None = None) -> Document:
    """Everything a player should know about this table before betting, in English or another language."""
    texts = with_book(texts or load_texts(), submission.book)
    facts = Facts(submission, texts)
    about = facts.about({"operator": submission.rules.table.operator, "table": submission.rules.table.number})
    about = about.about({name: about.say(texts.frame[name]) for name in ("title", "heading")})
    return Document(
        operator=submission.rules.table.operator,
        title=about.scope["title"],
        table=submission.rules.table.number,
        sections=tuple(_sections(facts)),
        frame={name: about.say(words) for name, words in texts.frame.items()},
        language=texts.language,
    )


def _sections(facts: Facts) -> Iterator[PostedSection]:
    for key in facts.texts.order:
        if key == "side wagers":
            yield from _of_wagers(facts)
        else:
            yield from _section(facts, facts.texts.sections[key])


def _of_wagers(facts: Facts) -> Iterator[PostedSection]:
    """The sections that the offered wagers bring, each once; `wager` is one of each wager's own."""
    sections, done = facts.texts.sections, set()
    for kind in map(Kind, facts.rules.wagers):
        text = facts.texts.wagers[kind]
        for key in text.sections:
            if key == "wager":
                own = with_lines(sections[key], read_lines(text.lines, kind), before="table")
                yield from _section(facts.about(about_wager(facts, kind)), own)
            elif key not in done:
                done.add(key)
                yield from _section(facts, sections[key])


def _section(facts: Facts, section: SectionText) -> Iterator[PostedSection]:
    """A section, unless none of its lines applies."""
    if not facts.holds(section.when):
        return
    phrases: dict[str, tuple[PostedLine, ...]] = {}
    for line in section.lines:
        if line.shape == "phrase":
            phrases[line.of] = (*phrases.get(line.of, ()), line)
    facts = replace(facts, phrases=phrases)
    blocks: list[PostedBlock] = []
    for line in section.lines:
        if line.shape != "phrase" and facts.holds(line.when):
            _add(blocks, line, facts)
    if blocks:
        yield PostedSection(facts.say(section.title), tuple(blocks))


def _add(blocks: list[PostedBlock], line: PostedLine, facts: Facts) -> None:
    """Append a line."""
    scopes = [facts.about(scope) for scope in repeated(facts, line.each)]
    match line.shape:
        case "grid" if line.row or line.rows:
            blocks.extend(_grid(line, facts, scopes))
        case "grid":
            blocks += [Grid(each.scope["head"], each.scope["rows"], each.say(line.words)) for each in scopes]
        case "gallery":
            blocks.append(
                Gallery(tuple(_pictures(line, scopes)), facts.say(line.words), facts.cite(line) or "")
            )
        case _:
            texts = [(each, text) for each in scopes if (text := _text(line, each)) is not None]
            for number, (each, text) in enumerate(texts):
                _add_text(blocks, line, text, label=each.say(line.label), apart=line.apart and not number)


def _add_text(blocks: list[PostedBlock], line: PostedLine, text: Text, *, label: str, apart: bool) -> None:
    last = blocks[-1] if blocks else None
    numbered = line.shape == "step"
    match line.shape:
        case "text":
            blocks.append(text)
        case "then":
            assert isinstance(last, Text | Items), line.key
            blocks[-1] = (
                _continued(last, text)
                if isinstance(last, Text)
                else replace(last, items=(*last.items[:-1], _continued(last.items[-1], text)))
            )
        case _ if isinstance(last, Items) and last.numbered is numbered and not apart:
            labels = (*last.labels, label) if label else last.labels
            blocks[-1] = replace(last, items=(*last.items, text), labels=labels)
        case _:
            blocks.append(Items((text,), numbered, (label,) if label else ()))


def _continued(text: Text, more: Text) -> Text:
    return replace(text, words=f"{text.words} {more.words}", cite=together(text.cite, more.cite))


def _text(line: PostedLine, facts: Facts) -> Text | None:
    """What a line says; None if the book lacks its topic."""
    cite = facts.cite(line)
    if cite is None:
        return None
    if "{gist}" in str(line.words):
        words, cite = gist(facts.book, bare(cite))
        facts = facts.about({"gist": words})
    return Text(facts.say(line.words), cite, facts.say(line.lead))


def _grid(line: PostedLine, facts: Facts, scopes: list[Facts]) -> Iterator[Grid]:
    cite = facts.cite(line)
    if cite is None:
        return
    rows: list[tuple[GridCell, ...]] = [
        tuple(CardRow(cell) if column in line.drawn else cell for column, cell in enumerate(row))
        for row in line.rows
    ]
    if line.row:
        rows += [tuple(each.say(cell) for cell in line.row) for each in scopes]
    head = tuple(facts.say(cell) for cell in line.head)
    yield Grid(head, tuple(rows), facts.say(line.words), cite, line.figures)


def _pictures(line: PostedLine, scopes: list[Facts]) -> Iterator[Picture]:
    for each in scopes:
        place, name, note = (each.say(line.picture[part]) for part in ("place", "name", "note"))
        yield Picture(place, name, note, TileRow(each.scope["tiles"]))
