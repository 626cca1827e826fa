"""Bars as HTML text: labels stand above them on a small screen, and every bar says its number. Not curves.

Floats are made here, to be looked at; every exact figure stands in a table of the same page.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Final

from paigow.odds.report import WagerOdds, percent

__all__ = ["bars_of_edges", "bars_of_outcomes", "bars_of_returns", "mini_bar"]

_SIGNS: Final = {"win": "▲ win", "push": "= push", "lose": "▼ lose"}
_ROOM_FOR_A_LETTER: Final = 1.15
"""Percent of a bar's width, on a wide screen."""


def _length(share: float) -> str:
    return f"{max(share, 0.0) * 100:.3f}%"


def _row(label: str, track: str, figure: str = "") -> str:
    after = f'<span class="figure">{figure}</span>' if figure else ""
    return f'<li><span class="name">{escape(label)}</span>{track}{after}</li>'


def _rows(label: str, rows: Sequence[str], style: str = "") -> str:
    inside = "\n".join(rows)
    return f'<ul class="bars {style}" aria-label="{escape(label, quote=True)}">\n{inside}\n</ul>'


def bars_of_edges(wagers: Sequence[WagerOdds]) -> str:
    """What each wager costs, the cheapest first; what gains for the player goes to the left."""
    rows = sorted(wagers, key=lambda wager: wager.edge)
    edges = [float(wager.edge) for wager in rows]
    least, most = min(0.0, *edges), max(0.0, *edges) or 0.01
    scale = 1 / (most - least)
    zero = -least * scale
    content = []
    for wager, edge in zip(rows, edges, strict=True):
        start = zero + min(edge, 0.0) * scale
        style = "lose" if edge >= 0 else "win"
        lengths = f"margin-left: {_length(start)}; width: {_length(abs(edge) * scale)}"
        bar = f'<i class="{style}" style="{lengths}"></i>'
        content.append(_row(wager.title, f'<span class="track">{bar}</span>', percent(wager.edge, 2)))
    return _rows("The edge of each wager, cheapest first", content, "edges")


def bars_of_outcomes(wagers: Sequence[WagerOdds]) -> str:
    """Win, push and lose side by side, for every wager that knows these three."""
    content = []
    for wager in wagers:
        parts = []
        for result in wager.results:
            share = Fraction(result.count, wager.total)
            style = "push" if result.net == 0 else "win" if result.net > 0 else "lose"
            words = f"{_SIGNS.get(result.name, result.name)} {percent(share, 2)}"
            shown = words if share > Fraction(1, 10) else ""
            parts.append(_part(style, float(share), f"{words}, {result.count:,} deals", shown))
        content.append(_row(wager.title, f'<span class="track whole">{"".join(parts)}</span>'))
    return _rows("How often the main wager wins, pushes and loses", content)


def bars_of_returns(wagers: Sequence[WagerOdds]) -> str:
    """Of one unit staked, what each result gives back, and at the end, hatched, what is kept."""
    returns = [[(r.name, Fraction(r.count, w.total) * (r.net + 1)) for r in w.results] for w in wagers]
    scale = 1 / max(1.0, *(float(sum(part for _, part in parts)) for parts in returns))
    content = []
    for wager, parts in zip(wagers, returns, strict=True):
        paid = [(name, part) for name, part in parts if part]
        shown = []
        for place, (name, part) in enumerate(paid):
            width = float(part) * scale
            fits = width * 100 > _ROOM_FOR_A_LETTER * len(name) + 2
            title = f"{wager.title}: {name} gives back {percent(part)}"
            shade = round(100 * place / max(len(paid) - 1, 1))
            shown.append(_part("shade", width, title, name if fits else "", f"--place: {shade}%; "))
        if wager.edge > 0:
            title = f"{wager.title}: {percent(wager.edge)} kept"
            shown.append(_part("kept", float(wager.edge) * scale, title))
        track = f'<span class="track whole">{"".join(shown)}</span>'
        content.append(_row(wager.title, track, percent(1 - wager.edge, 1)))
    return _rows("What each wager gives back of one unit, result by result", content)


def _part(style: str, share: float, title: str, words: str = "", more: str = "") -> str:
    said = escape(title, quote=True)
    return (
        f'<i class="{style}" style="{more}width: {_length(share)}" title="{said}"><b>{escape(words)}</b></i>'
    )


def mini_bar(share: float, most: float) -> str:
    """A bar in a table's cell: what one result adds to the value, or takes from it to the left."""
    half = abs(share) / most / 2 if most else 0.0
    start, style = (0.5, "win") if share > 0 else (0.5 - half, "lose")
    return (
        '<span class="track" aria-hidden="true">'
        f'<i class="{style}" style="margin-left: {_length(start)}; width: {_length(half)}"></i></span>'
    )
