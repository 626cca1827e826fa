"""Posted rules as text for a terminal or a text file. Not their words: a document comes in."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from paigow.books.cited import bare
from paigow.posted.document import (
    Block,
    CardRow,
    Cell,
    Document,
    Gallery,
    Grid,
    Items,
    Section,
    Text,
    TileRow,
)

WIDTH: Final = 96


def rules_text(document: Document) -> str:
    """The whole document, paragraphs in brackets after what they say."""
    lines = [
        document.operator.upper(),
        document.frame["plain-table"],
        document.frame["heading"],
        document.frame["plain-note"],
    ]
    for section in document.sections:
        lines += ["", *_section(section)]
    return "\n".join(lines) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield section.title.upper()
    yield "-" * len(section.title)
    for number, block in enumerate(section.blocks):
        if number:
            yield ""
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Text():
            yield from wrap(_with_cite(block), WIDTH)
        case Items():
            labels = block.labels or [str(number) for number in range(1, len(block.items) + 1)]
            for label, item in zip(labels, block.items, strict=True):
                mark = f"{label:>2}. " if block.numbered else " -  "
                yield from wrap(_with_cite(item), WIDTH, initial_indent=mark, subsequent_indent="    ")
        case Grid():
            yield from _grid(block)
        case Gallery():
            rows = tuple((each.place, each.name, each.note, each.pieces) for each in block.pictures)
            yield from _grid(Grid(("Rank", "", "", ""), rows, block.caption, block.cite))


def _with_cite(text: Text) -> str:
    words = f"{text.lead}: {text.words}" if text.lead else text.words
    return f"{words} [{bare(text.cite)}]" if text.cite else words


def _grid(grid: Grid) -> Iterator[str]:
    if grid.caption or grid.cite:
        yield _with_cite(Text(grid.caption, grid.cite)).strip()
    rows = [grid.head, *(tuple(_cell(cell) for cell in row) for row in grid.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(grid.head))]
    for row in rows:
        cells = (
            cell.rjust(width) if column in grid.figures else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"  {'   '.join(cells)}".rstrip()


def _cell(cell: Cell) -> str:
    match cell:
        case TileRow():
            return cell.tiles
        case CardRow():
            return cell.cards
        case _:
            return cell
