"""Curves as SVG text, drawn here from numbers; the page's style sheet gives them their colours. Not bars.

Floats are made here, to be looked at; every exact figure stands in a table beside its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, log10, sqrt
from typing import Final

from paigow.odds.report import WagerOdds

__all__ = ["ROUNDS", "Line", "fan_of_rounds", "fan_reach", "lines_plot"]

ROUNDS: Final = 200
"""An evening."""


@dataclass(frozen=True, slots=True)
class Line:
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
    """Round numbers from low to high, about so many."""
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
"""How many series of rounds end within so many deviations."""


def fan_of_rounds(wager: WagerOdds, reach: float, rounds: int = ROUNDS) -> str:
    """Where one unit a round leads: the mean, and the bands of one and two deviations around it."""
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
class _Places:
    """Where numbers lie on a plot."""

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


def _places(width: float, height: float, across: tuple[float, float], up: tuple[float, float]) -> _Places:
    return _Places(58.0, width - 14.0, 14.0, height - 40.0, across, up)


def _frame(
    place: _Places,
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


def _curve(place: _Places, points: Sequence[tuple[float, float]], style: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place.at(*point) for point in points))
    return f'<polyline points="{path}" class="curve" style="stroke: var(--{style})"/>'


_DASHES: Final = ("", "9 4", "3 4", "12 4 3 4")
_INKS: Final = ("brass", "push", "win", "lose")


def lines_plot(
    lines: Sequence[Line],
    x_name: str,
    label: str,
    x_words: Callable[[float], str] = "{:,.0f}".format,
) -> str:
    """Edges as curves, each with its name at the end and a dash of its own, a dot where it is zero."""
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


def _dot(place: _Places, point: tuple[float, float]) -> str:
    x, y = place.at(*point)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="win"/>'


def _end_names(place: _Places, lines: Sequence[Line]) -> list[str]:
    """The names of curves where they end, none over another."""
    ends = sorted((place.at(*line.points[-1]), line.name) for line in lines)
    ends.sort(key=lambda end: end[0][1])
    content, free = [], 0.0
    for (x, y), name in ends:
        height = max(y + 4, free)
        content.append(_text(x + 8, height, name, style="small"))
        free = height + 13
    return content
