"""Posted rules as one self-contained HTML page, without scripts or other files. Not their wording."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from paigow.books.cited import bare, ids_of
from paigow.material.cards import RANK_SIGNS, SUIT_SIGNS, Card, parse_cards
from paigow.material.drawing import PIPS
from paigow.material.tiles import FACES, Tile, parse_tile
from paigow.posted.document import (
    CardRow,
    Document,
    Gallery,
    Grid,
    GridCell,
    Items,
    PostedBlock,
    PostedSection,
    Text,
    TileRow,
)
from paigow.posted.guides import Guide

_RED: Final = {1, 4}
"""Ones and fours are red; on the twelve, so is the left column of each half."""


def tile_symbols() -> str:
    """The drawings of all faces, once per page, referenced by name."""
    return f'<svg class="symbols" aria-hidden="true">{"".join(_symbol(face) for face in FACES)}</svg>'


def _symbol(face: Tile) -> str:
    upper, lower = _half(face, face.low), _half(face, face.high)
    return (
        f'<symbol id="tile-{face}" viewBox="0 0 100 240"><rect class="body" x="1" y="1" width="98" '
        'height="238" rx="14"/>'
        f'{upper}<g transform="rotate(180 50 120)">{lower}</g></symbol>'
    )


def _half(face: Tile, pips: int) -> str:
    radius = 18 if pips == 1 else 10.5
    heaven = face.pips == 12
    return "".join(
        f'<circle class="{"red" if pips in _RED or (heaven and number < 3) else "bone"}" cx="{x}" cy="{y}" '
        f'r="{radius}"/>'
        for number, (x, y) in enumerate(PIPS[pips])
    )


def tiles_drawn(notation: str) -> str:
    """Tiles as pictures with a name; a comma separates groups."""
    groups = (" ".join(_tile(parse_tile(name)) for name in group.split()) for group in notation.split(", "))
    return "".join(f'<span class="pieces">{group}</span>' for group in groups)


def _tile(face: Tile) -> str:
    return (
        f'<svg class="tile" role="img" aria-label="{face.cantonese}, {face}" viewBox="0 0 100 240">'
        f'<use href="#tile-{face}"/></svg>'
    )


def cards_drawn(notation: str) -> str:
    return f'<span class="pieces">{_cards(parse_cards(notation))}</span>'


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(_card(card) for card in cards)


@cache
def _card(card: Card) -> str:
    """A card as its rank over its suit: enough to read an example."""
    if card.suit is None:
        return '<span class="card joker" role="img" aria-label="joker">★<i>joker</i></span>'
    return (
        f'<span class="card suit-{card.suit}" role="img" aria-label="{card.name}">'
        f"{RANK_SIGNS[card.rank]}<i>{SUIT_SIGNS[card.suit]}</i></span>"
    )


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms that a page explains, and the guide that explains them in another language."""

    texts: Mapping[str, Text]
    guide: Guide | None

    def told(self, lead: str) -> str:
        """The explanation shown where the term is mentioned."""
        return self.in_guide(lead) or self.texts[lead].words

    def in_guide(self, lead: str) -> str:
        return self.guide.terms.get(lead, "") if self.guide else ""


def rules_page(document: Document, sign: str = "", guide: Guide | None = None) -> str:
    """The whole page: light or dark to match the reader's system, with a print style sheet.

    `sign` is a separate part that comes first. A guide adds headings and explanations in another language.
    """
    style = (files("paigow.posted") / "page.css").read_text(encoding="utf-8")
    symbols = tile_symbols() if _has_tiles(document) else ""
    terms = _Terms(_terms(document), guide)
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{document.language}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{_framed(document, 'page-title')}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            sign,
            symbols,
            *_masthead(document, guide),
            '<div class="columns">',
            *_contents(document, guide),
            "<main>",
            *(line for section in document.sections for line in _section(section, terms)),
            "</main>",
            "</div>",
            *_footer(document),
            "</body>",
            "</html>",
            "",
        ]
    )


def _has_tiles(document: Document) -> bool:
    blocks = (block for section in document.sections for block in section.blocks)
    pictures = (each for block in blocks if isinstance(block, Gallery) for each in block.pictures)
    return any(isinstance(picture.pieces, TileRow) for picture in pictures)


def _framed(document: Document, name: str) -> str:
    """Words that stand around the sections."""
    return escape(document.frame[name])


def _masthead(document: Document, guide: Guide | None) -> Iterator[str]:
    yield "<header>"
    yield f'<p class="operator">{escape(document.operator)}</p>'
    yield f"<h1>{escape(document.title)}</h1>"
    yield f'<p class="table">{_framed(document, "page-table")}</p>'
    if guide:
        yield f'<p class="notice"{_language(guide)}><b>{escape(guide.heading)}</b>{escape(guide.notice)}</p>'
    yield "</header>"


def _contents(document: Document, guide: Guide | None) -> Iterator[str]:
    label = escape(guide.contents) if guide else _framed(document, "contents")
    yield f'<nav aria-label="{label}"{_language(guide)}><ol>'
    for section in document.sections:
        title = guide.titles.get(section.title) if guide else None
        language = f' lang="{document.language}"' if guide and title is None else ""
        yield f'<li{language}><a href="#{section.anchor}">{escape(title or section.title)}</a></li>'
    yield "</ol></nav>"


def _language(guide: Guide | None) -> str:
    return f' lang="{guide.language}"' if guide else ""


def _footer(document: Document) -> Iterator[str]:
    yield "<footer>"
    yield f"<p>{_framed(document, 'page-note')}</p>"
    yield "</footer>"


def _terms(document: Document) -> dict[str, Text]:
    """The terms that the page explains, longer ones first: `dice bonus wager` before `bonus`."""
    texts = (
        text
        for section in document.sections
        for block in section.blocks
        for text in (block.items if isinstance(block, Items) else (block,))
    )
    found = {text.lead: text for text in texts if isinstance(text, Text) and text.lead}
    return dict(sorted(found.items(), key=lambda each: -len(each[0])))


def _anchor(term: str) -> str:
    return "term-" + "".join(c if c.isalnum() else "-" for c in term.lower())


def _section(section: PostedSection, terms: _Terms) -> Iterator[str]:
    yield f'<section id="{section.anchor}">'
    yield f"<h2>{_heading(section.title, terms.guide)}</h2>"
    linked: set[str] = set()
    for block in section.blocks:
        yield from _block(block, terms, linked)
    yield "</section>"


def _heading(title: str, guide: Guide | None) -> str:
    translated = guide.titles.get(title) if guide else None
    if guide is None or translated is None:
        return escape(title)
    return f'<span lang="{guide.language}">{escape(translated)}</span> <small>{escape(title)}</small>'


def _block(block: PostedBlock, terms: _Terms, linked: set[str]) -> Iterator[str]:
    match block:
        case Text():
            yield f"<p>{_words(block, terms, linked)}</p>"
        case Items():
            yield from _items(block, terms, linked)
        case Grid():
            yield from _grid(block)
        case Gallery():
            yield from _gallery(block)


def _items(block: Items, terms: _Terms, linked: set[str]) -> Iterator[str]:
    kind = "ol" if block.numbered else "ul"
    yield f"<{kind}>"
    labels = [f'<span class="label">{escape(label)}.</span> ' for label in block.labels]
    for label, item in zip(labels or [""] * len(block.items), block.items, strict=True):
        yield f"<li>{label}{_words(item, terms, linked)}</li>"
    yield f"</{kind}>"


def _words(text: Text, terms: _Terms, linked: set[str]) -> str:
    if text.lead:
        lead = f'<b id="{_anchor(text.lead)}">{escape(text.lead)}.</b> '
        return f"{lead}{escape(text.words)}{_cite(text.cite)}{_gloss(text.lead, terms)}"
    return f"{_with_links(text.words, terms, linked)}{_cite(text.cite)}"


def _gloss(lead: str, terms: _Terms) -> str:
    told = terms.in_guide(lead)
    if terms.guide is None or not told:
        return ""
    return f'<span class="gloss" lang="{terms.guide.language}">{escape(told)}</span>'


def _with_links(words: str, terms: _Terms, linked: set[str]) -> str:
    """The words, with the first mention of each term in a section linked to its explanation."""
    leads = tuple(terms.texts)
    parts, end = [], 0
    for found in _mentions(leads).finditer(words):
        lead = leads[(found.lastindex or 1) - 1]
        if lead in linked:
            continue
        linked.add(lead)
        link = f'<a class="term" href="#{_anchor(lead)}" title="{escape(terms.told(lead))}">'
        parts.append(f"{escape(words[end : found.start()])}{link}{escape(found[0])}</a>")
        end = found.end()
    return "".join(parts) + escape(words[end:])


@cache
def _mentions(leads: tuple[str, ...]) -> re.Pattern[str]:
    """Where a sentence names a term, in the singular or the plural; each term has its own group.

    A printed copy is paper, not a hand of equal rank.
    """
    forms = (
        rf"{re.escape(one[:-1])}(?:y|ies)" if one.endswith("y") else rf"{re.escape(one)}(?:s|es)?"
        for one in (lead.removesuffix("s") for lead in leads)
    )
    return re.compile("|".join(rf"(\b(?<!printed ){form}\b)" for form in forms) or r"(?!)", re.IGNORECASE)


def _cite(cite: str) -> str:
    """Each paragraph in its own element, so that a long citation can break between them."""
    marks = "".join(f'<span class="cite">{escape(bare(id_))}</span>' for id_ in ids_of(cite))
    return f' <span class="cites">{marks}</span>' if marks else ""


def _grid(grid: Grid) -> Iterator[str]:
    yield '<div class="grid"><table>'
    if grid.caption or grid.cite:
        yield f"<caption>{escape(grid.caption)}{_cite(grid.cite)}</caption>"
    yield f"<thead><tr>{''.join(_head(grid, column) for column in range(len(grid.head)))}</tr></thead>"
    yield "<tbody>"
    yield from (f"<tr>{''.join(_data(grid, *each) for each in enumerate(row))}</tr>" for row in grid.rows)
    yield "</tbody></table></div>"


def _gallery(gallery: Gallery) -> Iterator[str]:
    yield '<figure class="gallery">'
    yield f"<figcaption>{escape(gallery.caption)}{_cite(gallery.cite)}</figcaption>"
    yield "<ol>"
    for picture in gallery.pictures:
        words = f"<b>{escape(picture.name)}</b><span>{escape(picture.place)} · {escape(picture.note)}</span>"
        drawn = _drawn(picture.pieces)
        wide = ' class="wide"' if drawn.count('class="pieces"') > 2 else ""
        yield f"<li{wide}>{drawn}{words}</li>"
    yield "</ol></figure>"


def _head(grid: Grid, column: int) -> str:
    return f'<th scope="col"{_figure(grid, column)}>{escape(grid.head[column])}</th>'


def _data(grid: Grid, column: int, cell: GridCell) -> str:
    return f"<td{_figure(grid, column)}>{_drawn(cell)}</td>"


def _drawn(cell: GridCell) -> str:
    match cell:
        case TileRow():
            return tiles_drawn(cell.tiles)
        case CardRow():
            return cards_drawn(cell.cards)
        case _:
            return escape(cell)


def _figure(grid: Grid, column: int) -> str:
    return ' class="figure"' if column in grid.figures else ""
