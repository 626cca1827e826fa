"""A way laid out as a card to print and hang at the table. The text that can be read back is `str(way)`."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from paigow.houseways.poker import Table
from paigow.houseways.syntax import Rule
from paigow.houseways.tiles import TileSet
from paigow.houseways.way import HouseWay
from paigow.material.game import Game

WIDTH = 100
CLAUSE = 46
"""A condition no wider than this has its action beside it."""
_TITLES = {
    "source": "Source",
    "note": "Notes",
    "reading": "Readings chosen",
    "finding": "Found in the printed original",
}


def card(way: HouseWay) -> str:
    """The whole way: what it rests on, its bands and tables, every rule, and how ties end."""
    head = f"{way.title}, a house way for {way.game.value}"
    lines = [head, "=" * len(head), *_remarks(way, "source"), *_basics(way), ""]
    for table in way.tables:
        lines += [*grid(table), ""]
    own = {row.label for row in way.rows if isinstance(row, Rule)} if way.base is not None else set()
    for rule in way.rules:
        lines += _rule(rule, "*" if rule.label in own else " ")
    lines += ["", *_wrapped(f"Of several settings left: {', then '.join(map(str, way.final))}.", "")]
    for kind in ("note", "reading", "finding"):
        lines += _remarks(way, kind)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _basics(way: HouseWay) -> list[str]:
    lines = ["The first rule that fits the hand and leaves a legal setting speaks."]
    if way.base is not None:
        lines.append(f'As "{way.base}", but for the rows marked * and for rows struck out.')
    if way.game is Game.CARDS:
        counted = (
            "counts as an ace in pairs and larger groups" if way.joker_in_groups else "is left out of groups"
        )
        lines.append(f"The joker {counted}.")
    lines += [
        f'"{name}": {", ".join(band.words) if isinstance(band, TileSet) else band}'
        for name, band in way.bands
    ]
    return [piece for line in lines for piece in _wrapped(line, "")]


def _remarks(way: HouseWay, kind: str) -> list[str]:
    texts = way.texts(kind)
    if not texts:
        return []
    if kind == "source":
        return [piece for text in texts for piece in _wrapped(f"{_TITLES[kind]}: {text}", "        ")]
    pieces = [piece for text in texts for piece in _wrapped(f"- {text}", "  ")]
    return ["", _TITLES[kind], *pieces]


def _rule(rule: Rule, mark: str) -> list[str]:
    label = f"{mark}{rule.label!s:>4}  "
    one_line = f"{label}{rule.clause:<{CLAUSE}}  {rule.action}"
    if len(one_line) <= WIDTH and len(rule.clause) <= CLAUSE:
        lines = [one_line]
    else:
        lines = [
            *_wrapped(f"{label}{rule.clause}", " " * (len(label) + 2)),
            *_wrapped(f"{' ' * len(label)}    {rule.action}", " " * (len(label) + 6)),
        ]
    if rule.silent is not None:
        lines += _wrapped(f"{' ' * len(label)}    (never speaks: {rule.silent})", " " * (len(label) + 6))
    return lines


def grid(table: Table) -> list[str]:
    """A table in rows and columns; an empty cell cannot occur."""
    if len(table.keys) == 1:
        caption = f'"{table.name}": the least low hand, by {table.keys[0]}'
        return [caption, *_aligned([str(span), _cell(entries[0])] for span, entries in table.rows)]
    caption = f'"{table.name}": the least low hand, by {table.keys[0]} (down) and {table.keys[1]} (across)'
    head = ["", *map(str, table.columns)]
    rows = [[str(span), *map(_cell, entries)] for span, entries in table.rows]
    return [caption, *_aligned([head, *rows])]


def _cell(entry: object) -> str:
    if isinstance(entry, bool):
        return "always" if entry else "never"
    return str(entry)


def _aligned(rows: Iterable[list[str]]) -> list[str]:
    cells = list(rows)
    width = max(len(cell) for row in cells for cell in row) + 2
    return ["  " + "".join(f"{cell:<{width}}" for cell in row).rstrip() for row in cells]


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, drop_whitespace=True) or [text]
