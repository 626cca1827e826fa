"""Plots of the studies as SVG: one picture each, with its numbers in text too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any, Final

from tools.studies.figures import bank_edge, value_of

WIDTH: Final = 640
HEIGHT: Final = 300
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 28, 44
MARGINS: Final = (0.05, 0.1, 0.2)
MOST_GIVEN_UP: Final = 0.45
STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#333;stroke:#fff;stroke-width:3px;paint-order:stroke}"
    ".axis{stroke:#888}.zero{stroke:#c33;stroke-dasharray:4 3}"
    ".dot{fill:#1565c0}.line{fill:none;stroke:#1565c0;stroke-width:2}"
    ".line.player{stroke:#2e7d32}.dot.player{fill:#2e7d32}"
)


def _head(title: str, figures: str) -> list[str]:
    """How a picture begins; whoever does not see it is told the figures."""
    label = escape(f"{title}: {figures}", quote=True)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18" font-weight="bold">{escape(title)}</text>',
    ]


def _picture(title: str, points: Sequence[tuple[str, float]], unit: str) -> str:
    """Dots joined by a line, each with its name below and its figure above."""
    values = [value for _, value in points]
    low, high = min(0.0, *values), max(0.0, *values)
    room = (high - low) * 0.12
    low, high = low - room, high + room
    step = (WIDTH - LEFT - RIGHT) / len(points)

    def at(place: int, value: float) -> tuple[float, float]:
        x = LEFT + step * (place + 0.5)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    parts = _head(title, ", ".join(f"{name} {value:.4f}{unit}" for name, value in points))
    zero = at(0, 0.0)[1]
    parts.append(f'<line class="zero" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{zero:.1f}" y2="{zero:.1f}"/>')
    parts.append(f'<text x="{LEFT - 8}" y="{zero + 4:.1f}" text-anchor="end">0{unit}</text>')
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(n, value) for n, (_, value) in enumerate(points)))
    parts.append(f'<polyline class="line" points="{line}"/>')
    for n, (name, value) in enumerate(points):
        x, y = at(n, value)
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
        parts.append(f'<text x="{x:.1f}" y="{y - 9:.1f}" text-anchor="middle">{value:.2f}{unit}</text>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 16}" text-anchor="middle">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def seen_plot(seen: Mapping[str, Any]) -> str:
    """Best play's gain by how many other hands it has seen."""
    names = {others: f"{others} seen" for others in range(1, 6)} | {0: "none", 6: "dealer's"}
    points = [
        (names[others], float(100 * value_of(seen[f"traditional {others}"])))
        for others in range(7)
        if f"traditional {others}" in seen
    ]
    return _picture("Best play against the traditional way, gain per wager", points, "%")


def bank_plot(bank: Mapping[str, Any], way: str, game: str) -> str:
    """The bank's edge by number of opponents, everyone setting by a way."""
    points = [(f"{n}", float(100 * Fraction(bank_edge(bank[f"{way} {n}"], n)))) for n in range(1, 7)]
    return _picture(f"Edge against the bank by its number of opponents, {game}", points, "%")


def short_plot(frontier: Mapping[str, Any]) -> str:
    """What lists of rules give up by their length, for both roles, down from half a point."""
    lines = {
        name.rsplit(" ", 1)[1]: [
            (int(rules), float(100 * Fraction(cost)))
            for rules, cost in sorted(row.items(), key=lambda each: int(each[0]))
            if float(100 * Fraction(cost)) <= MOST_GIVEN_UP
        ]
        for name, row in frontier.items()
    }
    title = "Given up against best play in the tile game by the number of rules"
    told = (
        f"{role} {', '.join(f'{rules}: {cost:.3f}%' for rules, cost in row)}" for role, row in lines.items()
    )
    last = max(rules for row in lines.values() for rules, _ in row)

    def at(rules: float, cost: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * rules / (last + 1)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - cost / MOST_GIVEN_UP)

    parts = _head(title, "; ".join(told))
    for cost in (0.0, *MARGINS):
        y = at(0, cost)[1]
        kind = "axis" if cost == 0 else "zero"
        parts.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{cost:g}%</text>')
    for rules in range(5, last + 1, 5):
        x = at(rules, 0)[0]
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 16}" text-anchor="middle">{rules} rules</text>')
    for place, (role, row) in enumerate(lines.items()):
        points = [at(*point) for point in row]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline class="line {role}" points="{path}"/>')
        parts += (f'<circle class="dot {role}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)
        x, y = WIDTH - RIGHT - 90, TOP + 20 + 20 * place
        parts.append(f'<circle class="dot {role}" cx="{x}" cy="{y}" r="4"/>')
        parts.append(f'<text x="{x + 10}" y="{y + 4}">as {role}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
