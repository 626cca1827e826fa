"""What posted rules are made of: sections of text, lists and grids. Not their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or more, and the paragraphs it comes from; `lead` is the word that it explains."""

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


Cell = str | TileRow | CardRow


@dataclass(frozen=True, slots=True)
class Items:
    """A list; numbered where the order is the point, with labels of its own where they are not 1, 2, 3."""

    items: tuple[Text, ...]
    numbered: bool = False
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a head; `figures` names the columns whose cells are amounts."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    cite: str = ""
    figures: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Picture:
    """Pieces with their place in an order, their name and a word about them."""

    place: str
    name: str
    note: str
    pieces: TileRow | CardRow


@dataclass(frozen=True, slots=True)
class Gallery:
    """Pictures in order, to be seen at one look."""

    pictures: tuple[Picture, ...]
    caption: str = ""
    cite: str = ""


Block = Text | Items | Grid | Gallery


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    blocks: tuple[Block, ...]

    @property
    def anchor(self) -> str:
        """The section's name in a link."""
        return "".join(c if c.isalnum() else "-" for c in self.title.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Document:
    """Sections, and by name the words around them: heading, notes. A draft's heading says so (R82)."""

    operator: str
    title: str
    table: str
    sections: tuple[Section, ...]
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
