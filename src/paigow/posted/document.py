"""The parts of posted rules: sections of text, lists, and grids; and their rendering as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from paigow.books.cited import bare


@dataclass(frozen=True, slots=True)
class Text:
    """One or more sentences and the paragraphs they come from; `lead` is the term explained."""

    words: str
    cite: str = ""
    lead: str = ""


@dataclass(frozen=True, slots=True)
class TileRow:
    """Tiles to be drawn, as notation: `2-4 1-2`."""

    tiles: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards to be drawn, as notation: `As Ks`."""

    cards: str


GridCell = str | TileRow | CardRow


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered if the order matters, with custom labels unless they are 1, 2, 3."""

    items: tuple[Text, ...]
    numbered: bool = False
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a header; `figures` names the columns that hold amounts."""

    head: tuple[str, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    caption: str = ""
    cite: str = ""
    figures: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Picture:
    """Pieces with their position in an order, their name, and a short note."""

    place: str
    name: str
    note: str
    pieces: TileRow | CardRow


@dataclass(frozen=True, slots=True)
class Gallery:
    """Pictures in order, meant to be seen at a glance."""

    pictures: tuple[Picture, ...]
    caption: str = ""
    cite: str = ""


PostedBlock = Text | Items | Grid | Gallery


@dataclass(frozen=True, slots=True)
class PostedSection:
    title: str
    blocks: tuple[PostedBlock, ...]

    @property
    def anchor(self) -> str:
        """The section's anchor in a link."""
        return "".join(c if c.isalnum() else "-" for c in self.title.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Document:
    """Sections, and the named texts around them: heading, notes. A draft's heading says so (R82)."""

    operator: str
    title: str
    table: str
    sections: tuple[PostedSection, ...]
    frame: Mapping[str, str]
    language: str = "en"


def cites_of(document: Document) -> tuple[str, ...]:
    """Every citation of a document, in order."""
    found: list[str] = []
    for section in document.sections:
        for block in section.blocks:
            texts = block.items if isinstance(block, Items) else (block,)
            found += [text.cite for text in texts if text.cite]
    return tuple(found)


WIDTH: Final = 96


def rules_text(document: Document) -> str:
    """The whole document, with paragraphs in brackets after the text they support."""
    lines = [
        document.operator.upper(),
        document.frame["plain-table"],
        document.frame["heading"],
        document.frame["plain-note"],
    ]
    for section in document.sections:
        lines += ["", *_section(section)]
    return "\n".join(lines) + "\n"


def _section(section: PostedSection) -> Iterator[str]:
    yield section.title.upper()
    yield "-" * len(section.title)
    for number, block in enumerate(section.blocks):
        if number:
            yield ""
        yield from _block(block)


def _block(block: PostedBlock) -> Iterator[str]:
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


def _cell(cell: GridCell) -> str:
    match cell:
        case TileRow():
            return cell.tiles
        case CardRow():
            return cell.cards
        case _:
            return cell
