"""Bars as HTML and curves as SVG, drawn from numbers; the page's style sheet has their colors.

Floats are only for drawing; every exact figure is in a table on the same page. Every bar shows its number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import ceil, floor, log10, sqrt
from typing import Final

from paigow.odds.reports.wager_odds import WagerOdds, percent

ROUNDS: Final = 200
"""An evening."""
_SIGNS: Final = {"win": "▲ win", "push": "= push", "lose": "▼ lose"}
_ROOM_FOR_A_LETTER: Final = 1.15
"""Percent of a bar's width, on a wide screen."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A named curve through points."""

    name: str
    points: tuple[tuple[float, float], ...]


def _svg(height: float, label: str, content: Sequence[str], width: float) -> str:
    body = "\n".join(content)
    head = f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label, quote=True)}">'
    return f"{head}\n{body}\n</svg>"


def _text(x: float, y: float, words: str, *, anchor: str = "start", style: str = "") -> str:
    classes = f' class="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{classes}>{escape(words)}</text>'


def _segment(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'


def steps(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high, about this many."""
    span = (high - low) or 1.0
    raw = span / about
    size = 10.0 ** floor(log10(raw))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= raw)
    first = ceil(low / step - 1e-9)
    return [step * n for n in range(first, floor(high / step + 1e-9) + 1)]


def fan_reach(wager: WagerOdds, rounds: int = ROUNDS) -> float:
    """How far up or down a fan goes: two deviations and the drift."""
    return 2.1 * wager.standard_deviation * sqrt(rounds) + abs(float(wager.value)) * rounds


_BANDS: Final = {1.0: "two of three", 2.0: "19 of 20"}
"""How many series of rounds end within this many deviations."""


def fan_of_rounds(wager: WagerOdds, reach: float, rounds: int = ROUNDS) -> str:
    """The result of one unit per round: the mean, and the bands of one and two deviations around it."""
    width, height = 480.0, 240.0
    mean, deviation = float(wager.value), wager.standard_deviation
    bottom, top = -reach, reach
    place = _places(width, height, (0.0, float(rounds)), (bottom, top))
    content = _frame(
        place, [0, rounds / 4, rounds / 2, 3 * rounds / 4, rounds], steps(bottom, top, 4), "rounds", "units"
    )
    for factor in (2.0, 1.0):
        upper = [(n, mean * n + factor * deviation * sqrt(n)) for n in range(0, rounds + 1, 4)]
        lower = [(n, mean * n - factor * deviation * sqrt(n)) for n in range(rounds, -1, -4)]
        shape = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place.at(*point) for point in (*upper, *lower)))
        content.append(f'<polygon points="{shape}" class="{"lose" if mean < 0 else "win"}-band"/>')
        x, y = place.at(rounds, mean * rounds + factor * deviation * sqrt(rounds))
        content.append(_text(x, y - 4, _BANDS[factor], anchor="end", style="small"))
    content.append(_curve(place, [(0.0, 0.0), (float(rounds), mean * rounds)], "lose" if mean < 0 else "win"))
    end = place.at(rounds, mean * rounds)
    content.append(_text(end[0], end[1] - 8, f"{mean * rounds:+.1f}", anchor="end", style="figure"))
    label = f"{wager.title}: after {rounds} rounds of one unit {mean * rounds:+.2f} on average"
    return _svg(height, label, content, width)


@dataclass(frozen=True, slots=True)
class _PlotPlaces:
    """Where numbers are on a plot."""

    left: float
    right: float
    top: float
    bottom: float
    across: tuple[float, float]
    up: tuple[float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        fx = (x - self.across[0]) / (self.across[1] - self.across[0])
        fy = (y - self.up[0]) / (self.up[1] - self.up[0])
        return self.left + fx * (self.right - self.left), self.bottom - fy * (self.bottom - self.top)


def _places(width: float, height: float, across: tuple[float, float], up: tuple[float, float]) -> _PlotPlaces:
    return _PlotPlaces(58.0, width - 14.0, 14.0, height - 40.0, across, up)


def _frame(
    place: _PlotPlaces,
    xs: Sequence[float],
    ys: Sequence[float],
    x_name: str,
    y_name: str,
    x_words: Callable[[float], str] = "{:,.0f}".format,
    y_words: Callable[[float], str] = "{:,.0f}".format,
) -> list[str]:
    content = []
    for y in ys:
        _, height = place.at(place.across[0], y)
        content.append(_segment(place.left, height, place.right, height, "axis" if y == 0 else "grid"))
        content.append(_text(place.left - 8, height + 4, y_words(y), anchor="end", style="small figure"))
    for x in xs:
        width, _ = place.at(x, place.up[0])
        content.append(_text(width, place.bottom + 18, x_words(x), anchor="middle", style="small figure"))
    content.append(_text(place.right, place.bottom + 35, x_name, anchor="end", style="small"))
    content.append(_text(4, place.top - 2, y_name, style="small"))
    return content


def _curve(place: _PlotPlaces, points: Sequence[tuple[float, float]], style: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place.at(*point) for point in points))
    return f'<polyline points="{path}" class="curve" style="stroke: var(--{style})"/>'


_DASHES: Final = ("", "9 4", "3 4", "12 4 3 4")
_INKS: Final = ("brass", "push", "win", "lose")


def lines_plot(
    lines: Sequence[Curve],
    x_name: str,
    label: str,
    x_words: Callable[[float], str] = "{:,.0f}".format,
) -> str:
    """Edges as curves, each with its name at the end and its own dash pattern, and a dot where it is zero."""
    width, height = 480.0, 260.0
    every = [point for line in lines for point in line.points]
    across = min(x for x, _ in every), max(x for x, _ in every)
    low, high = min(0.0, *(y for _, y in every)), max(0.0, *(y for _, y in every))
    margin = (high - low) * 0.06 or 0.01
    place = _places(width - 60, height, across, (low - margin, high + margin))
    content = _frame(
        place, steps(*across), steps(low, high, 4), x_name, "edge", x_words, lambda y: f"{y:.3g}%"
    )
    for number, line in enumerate(lines):
        ink, dash = _INKS[number % len(_INKS)], _DASHES[number % len(_DASHES)]
        curve = _curve(place, line.points, ink)
        content.append(
            curve.replace('class="curve"', f'class="curve" stroke-dasharray="{dash}"') if dash else curve
        )
        content += [_dot(place, (x, 0.0)) for x in crossings(line.points)]
    content += _end_names(place, lines)
    return _svg(height, label, content, width)


def crossings(points: Sequence[tuple[float, float]]) -> list[float]:
    """Where a curve passes through zero."""
    found = []
    for (x1, y1), (x2, y2) in pairwise(points):
        if y1 * y2 < 0:
            found.append(x1 + (x2 - x1) * y1 / (y1 - y2))
    return found


def _dot(place: _PlotPlaces, point: tuple[float, float]) -> str:
    x, y = place.at(*point)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="win"/>'


def _end_names(place: _PlotPlaces, lines: Sequence[Curve]) -> list[str]:
    """The names of curves at their ends, without overlaps."""
    ends = sorted((place.at(*line.points[-1]), line.name) for line in lines)
    ends.sort(key=lambda end: end[0][1])
    content, free = [], 0.0
    for (x, y), name in ends:
        height = max(y + 4, free)
        content.append(_text(x + 8, height, name, style="small"))
        free = height + 13
    return content


def _length(share: float) -> str:
    return f"{max(share, 0.0) * 100:.3f}%"


def _row(label: str, track: str, figure: str = "") -> str:
    after = f'<span class="figure">{figure}</span>' if figure else ""
    return f'<li><span class="name">{escape(label)}</span>{track}{after}</li>'


def _rows(label: str, rows: Sequence[str], style: str = "") -> str:
    inside = "\n".join(rows)
    return f'<ul class="bars {style}" aria-label="{escape(label, quote=True)}">\n{inside}\n</ul>'


def bars_of_edges(wagers: Sequence[WagerOdds]) -> str:
    """What each wager costs, cheapest first; a gain for the player goes to the left."""
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
    """Win, push, and lose side by side, for every wager that has these three."""
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
    """Of one unit staked, what each result returns and, hatched at the end, what is kept."""
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
    """A bar in a table's cell: what one result adds to the value or, to the left, takes from it."""
    half = abs(share) / most / 2 if most else 0.0
    start, style = (0.5, "win") if share > 0 else (0.5 - half, "lose")
    return (
        '<span class="track" aria-hidden="true">'
        f'<i class="{style}" style="margin-left: {_length(start)}; width: {_length(half)}"></i></span>'
    )
