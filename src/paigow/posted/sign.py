"""The sign at a table, on one page: who runs it, its limits, and a drawing of the layout. Not its rules.

If the submission promises so (`posting`), the sign also says what every wager pays, and the payout limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin
from typing import Final

from paigow.submissions.checking import Submission
from paigow.submissions.rules import Rules
from paigow.wagers.money import Cents, Vigorish, money
from paigow.wagers.registry import name_of, wager_of
from paigow.wagers.wager import MAIN

WIDTH, HEIGHT, RADIUS = 800, 430, 340
ODDS: Final = "posting.odds"
SIGN: Final = "sign"
MAIN_RADIUS, SIDE_RADIUS = 30, 13
NAME_AT, SMALLEST, LARGEST = 150, 10, 26
"""How far down the house's name is, and its type sizes."""
NAME_WIDTH: Final = 400
"""The room for the name between the outer positions."""
STYLE: Final = """
.sign { padding: 0 1px; text-align: center; font-family: Georgia, serif; }
.sign { break-after: page; page-break-after: always; }
.sign h1 { font-size: 30pt; margin: 6mm 0 2mm; }
.sign p { font-size: 13pt; margin: 1mm 0; }
.sign table { margin: 6mm auto; border-collapse: collapse; font-size: 13pt; }
.sign th, .sign td { border: 1px solid #555; padding: 2mm 5mm; text-align: left; }
.sign th + th, .sign th ~ td, .sign td + td { text-align: right; }
.sign:has(.pays) table { margin: 3mm auto; font-size: 11pt; }
.sign:has(.pays) th, .sign:has(.pays) td { padding: 0.6mm 4mm; }
.sign .pays { columns: 3; column-gap: 4mm; }
.sign .pays h2 { column-span: all; font-size: 13pt; margin: 2mm 0; }
.sign .pays table { font-size: 8pt; margin: 0 0 3mm; width: 100%; break-inside: avoid; }
.sign .pays th, .sign .pays td { padding: 0.3mm 1.5mm; }
.sign svg { width: 100%; max-height: 110mm; }
.sign .pays td + td { white-space: nowrap; }
.sign .pays ~ svg { max-height: 55mm; }
"""


def table_sign(submission: Submission) -> str:
    """The sign as part of a page, for print."""
    rules = submission.rules
    rows = "".join(
        f"<tr><th>{escape(_name(kind))}{_marked(kind)}</th><td>{money(Cents(limit.least))}</td>"
        f"<td>{money(Cents(limit.most))}</td></tr>"
        for kind, limit in rules.wagers.items()
    )
    return (
        f'<section class="sign"><style>{STYLE}</style><h1>{escape(rules.table.operator)}</h1>'
        f"<p>{escape(submission.book.title)}</p><p>Table {escape(rules.table.number)}</p>"
        f"<table><tr><th>Wager</th><th>Minimum</th><th>Maximum</th></tr>{rows}</table>"
        f"{''.join(_promised(submission))}{layout_drawing(rules)}</section>"
    )


def _promised(submission: Submission) -> Iterator[str]:
    """What the submission posts on the sign, where its book leaves the place open."""
    rules = submission.rules
    if submission.book.options[ODDS].open and rules.posting.odds == SIGN:
        yield '<div class="pays"><h2>What every wager pays</h2>'
        for kind in rules.wagers:
            yield f"<table><tr><th colspan='2'>{escape(_name(kind))}</th></tr>"
            for line, pay in _pays(kind, rules):
                yield f"<tr><td>{escape(line)}</td><td>{escape(pay)}</td></tr>"
            yield "</table>"
        yield "</div>"
    cap = rules.payout_cap
    if cap is not None and rules.posting.payout_limit == SIGN:
        yield f"<p>Payout limit: optional wagers pay at most {money(cap.amount)} on one hand.</p>"


def _pays(kind: str, rules: Rules) -> Iterator[tuple[str, str]]:
    """The lines of a wager and what each pays, strongest first."""
    if kind == MAIN:
        yield "A win", "1 to 1" if rules.charge is Vigorish.NONE else "1 to 1, less vigorish"
    elif kind in rules.optional:
        offered = rules.optional[kind]
        yield from ((str(row.line.value), str(row.pay)) for row in offered.paytable.lines)
        if offered.envy_table is not None:
            envy = offered.envy_table.lines
            yield from ((f"{row.line.value}, envy bonus", str(row.pay)) for row in envy)
    else:
        for pay in wager_of(kind).pays:
            yield "A win", pay


def _name(kind: str) -> str:
    name = "Main wager" if kind == MAIN else name_of(kind)
    return name[:1].upper() + name[1:]


def _marked(kind: str) -> str:
    return "" if kind == MAIN else f" ({escape(_letters(kind))})"


def _letters(kind: str) -> str:
    """The label of a small spot: the initials of two words, or the first letters of one."""
    words = _name(kind).split()
    return "".join(word[0] for word in words[:2]) if len(words) > 1 else words[0][:2]


def layout_drawing(rules: Rules) -> str:
    """The layout from above: the dealer's side, the house's name, and the betting areas at each position."""
    title = f"Layout with {rules.table.chairs} positions"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{title}">'
        f'<path d="M20 40 H{WIDTH - 20} A380 380 0 0 1 {WIDTH // 2} {HEIGHT - 10} A380 380 0 0 1 20 40Z" '
        'fill="#0f5a3c" stroke="#3b2412" stroke-width="10"/>'
        f'<rect x="{WIDTH // 2 - 110}" y="52" width="220" height="46" rx="6" fill="none" stroke="#fff"/>'
        f'<text x="{WIDTH // 2}" y="81" fill="#fff" font-size="18" text-anchor="middle">Dealer</text>'
        f'<text x="{WIDTH // 2}" y="{NAME_AT}" fill="#f3d58c" font-size="{_size(rules.table.operator)}" '
        f'text-anchor="middle">{escape(rules.table.operator)}</text>'
        f"{''.join(_positions(rules))}</svg>"
    )


def _size(name: str) -> int:
    """The type size that fits a house's name between the positions."""
    # A character is about half as wide as it is tall.
    return max(SMALLEST, min(LARGEST, 2 * NAME_WIDTH // max(len(name), 1)))


def _positions(rules: Rules) -> Iterator[str]:
    """Position 1 is on the dealer's right, which is on the left of the drawing."""
    chairs = rules.table.chairs
    sides = [kind for kind in rules.wagers if kind != MAIN]
    for number in range(chairs):
        angle = pi - pi * (number + 1) / (chairs + 1)
        x, y = WIDTH / 2 + RADIUS * 0.86 * cos(angle), 60 + RADIUS * 0.78 * sin(angle)
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{MAIN_RADIUS}" fill="none" stroke="#fff"/>'
        yield f'<text x="{x:.0f}" y="{y + 7:.0f}" fill="#fff" font-size="20" text-anchor="middle">'
        yield f"{number + 1}</text>"
        for place, kind in enumerate(sides):
            turn = pi * 1.5 + (place - (len(sides) - 1) / 2) * 0.62
            cx, cy = x + 50 * cos(turn), y + 50 * sin(turn)
            yield f'<circle cx="{cx:.0f}" cy="{cy:.0f}" r="{SIDE_RADIUS}" fill="none" stroke="#f3d58c"/>'
            yield (
                f'<text x="{cx:.0f}" y="{cy + 4:.0f}" fill="#f3d58c" font-size="11" text-anchor="middle">'
                f"{escape(_letters(kind))}</text>"
            )
