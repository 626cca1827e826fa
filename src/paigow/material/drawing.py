"""Tiles and cards as SVG for notebooks: the browser client's shapes, without its colors for states.

A tile is drawn in 100 by 240 units, a card in 100 by 140. The shapes are those of
`web/static/pieces/drawings.js`; a test compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

HEIGHT: Final = 96
"""How tall a piece is in a notebook, in pixels."""
TILE: Final = (100, 240)
CARD: Final = (100, 140)
GAP: Final = 12
HALVES_GAP: Final = 60
MARGIN: Final = 8

PAINT: Final = """<defs>
<radialGradient id="paigow-white" cx=".42" cy=".36" r=".75"><stop offset="0" stop-color="#fffdf7"/>
<stop offset=".7" stop-color="#f3ead6"/><stop offset="1" stop-color="#cfc3a8"/></radialGradient>
<radialGradient id="paigow-red" cx=".42" cy=".36" r=".75"><stop offset="0" stop-color="#ff6d52"/>
<stop offset=".65" stop-color="#e8452d"/><stop offset="1" stop-color="#b52a17"/></radialGradient>
<linearGradient id="paigow-face" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#34302d"/>
<stop offset=".32" stop-color="#1c1917"/><stop offset="1" stop-color="#110f0e"/></linearGradient>
</defs>"""

PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((50, 42),),
    2: ((29, 34), (71, 34)),
    3: ((27, 28), (50, 60), (73, 92)),
    4: ((29, 34), (71, 34), (29, 80), (71, 80)),
    5: ((28, 28), (72, 28), (50, 60), (28, 92), (72, 92)),
    6: ((29, 28), (29, 60), (29, 92), (71, 28), (71, 60), (71, 92)),
}
"""The upper half of a tile. The lower half is the same, rotated: a tile reads the same from both ends."""
ONE_RADIUS: Final = 18
PIP_RADIUS: Final = 10.5
RED_ENDS: Final = (1, 4)
TEEN: Final = "6-6"

SUITS: Final = {
    "h": "M0 44C-15 29-46 9-46-16-46-34-33-45-20-45-10-45-3-39 0-29 "
    "3-39 10-45 20-45 33-45 46-34 46-16 46 9 15 29 0 44Z",
    "d": "M0-49C10-28 22-12 38 0 22 12 10 28 0 49-10 28-22 12-38 0-22-12-10-28 0-49Z",
    "s": "M0-49C14-30 45-12 45 14 45 30 33 39 21 39 13 39 6 35 3 27 4 37 8 45 15 49"
    "H-15C-8 45-4 37-3 27-6 35-13 39-21 39-33 39-45 30-45 14-45-12-14-30 0-49Z",
    "c": "M0-48a21 21 0 0 1 15 35.500q-2 2-4 3.500a22 22 0 1 1-8 33Q5 40 14 48"
    "H-14Q-5 40-3 24a22 22 0 1 1-8-33q-2-1.5-4-3.500A21 21 0 0 1 0-48Z",
}
INK: Final = {"s": "#1b1a1f", "h": "#c2240f", "d": "#0d5fa8", "c": "#1a6b34"}
COLUMNS: Final = {"l": 35, "m": 50, "r": 65}
SPOTS: Final = {
    "2": "m30 m110",
    "3": "m30 m70 m110",
    "4": "l30 r30 l110 r110",
    "5": "l30 r30 m70 l110 r110",
    "6": "l30 r30 l70 r70 l110 r110",
    "7": "l30 r30 m50 l70 r70 l110 r110",
    "8": "l30 r30 m50 l70 r70 m90 l110 r110",
    "9": "l30 r30 l57 r57 m70 l83 r83 l110 r110",
    "10": "l30 r30 m43 l57 r57 l83 r83 m97 l110 r110",
}
CROWN: Final = (
    '<path d="M-19 0 L-22 -23 L-11 -13 L0 -29 L11 -13 L22 -23 L19 0Z"/>'
    '<circle cx="-22" cy="-26" r="3"/><circle cx="0" cy="-32" r="3.4"/><circle cx="22" cy="-26" r="3"/>'
)
LOTUS: Final = (
    '<path d="M0 0C-9-8-9-22 0-32 9-22 9-8 0 0Z M-4 0C-16-3-22-14-20-25-10-22-3-12-4 0Z '
    "M4 0C16-3 22-14 20-25 10-22 3-12 4 0Z M-7 1C-17 3-26-2-28-10-18-13-9-8-7 1Z "
    'M7 1C17 3 26-2 28-10 18-13 9-8 7 1Z"/>'
)
HALBERD: Final = (
    '<path d="M-2.5 0V-20C-14-17-20-24-18-33-13-27-8-26-2.5-27 '
    'L0-38 2.5-27C8-26 13-27 18-33 20-24 14-17 2.5-20V0Z"/>'
)
EMBLEMS: Final = {"K": CROWN, "Q": LOTUS, "J": HALBERD}
STAR: Final = "M14.5 9L17 16.6 25 16.6 18.6 21.3 21 29 14.5 24.3 8 29 10.4 21.3 4 16.6 12 16.600Z"
TURNED_CARD: Final = ' transform="rotate(180 50 70)"'


def drawing(groups: Sequence[Sequence[str]]) -> str:
    """Groups of pieces, given in notation, side by side with a wider gap between groups."""
    tiles = any("-" in piece for group in groups for piece in group)
    width, height = TILE if tiles else CARD
    parts = []
    x = MARGIN
    for group in groups:
        for piece in group:
            parts.append(
                f'<g transform="translate({x} {MARGIN})">{_tile(piece) if tiles else _card(piece)}</g>'
            )
            x += width + GAP
        x += HALVES_GAP - GAP if group else 0
    wide = max(x - HALVES_GAP + MARGIN, 2 * MARGIN)
    tall = height + 2 * MARGIN
    size = f'viewBox="0 0 {wide} {tall}" width="{round(wide * HEIGHT / tall)}" height="{HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{PAINT}{"".join(parts)}</svg>'


def _tile(face: str) -> str:
    first, second = (int(pips) for pips in face.split("-"))
    teen = face == TEEN
    return (
        '<rect width="100" height="240" rx="14" fill="#0b0a09" stroke="#85786c" stroke-width="1.2"/>'
        '<rect x="1.5" y="1.5" width="97" height="233" rx="12.5" fill="url(#paigow-face)"/>'
        f'<g transform="translate(0 -2)">{_half(first, teen)}'
        f'<g transform="rotate(180 50 120)">{_half(second, teen)}</g></g>'
    )


def _half(pips: int, teen: bool) -> str:
    radius = ONE_RADIUS if pips == 1 else PIP_RADIUS
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius + 1.4}" fill="#000" fill-opacity=".55"/>'
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#paigow-{_color(pips, number, teen)})"/>'
        for number, (x, y) in enumerate(PIPS[pips])
    )


def _color(pips: int, number: int, teen: bool) -> str:
    """Ones and fours are red, and so is half of a Teen."""
    return "red" if pips in RED_ENDS or (teen and number < 3) else "white"


def _card(name: str) -> str:
    face = _joker() if name == "Jo" else _natural(name[:-1], name[-1])
    paper = '<rect width="100" height="140" rx="8.5" fill="#fffdf8" stroke="#9a917f" stroke-width="1"/>'
    return f'<g font-family="Georgia, serif" font-weight="700" text-anchor="middle">{paper}{face}</g>'


def _natural(rank: str, suit: str) -> str:
    ink = INK[suit]
    size, spacing = (21, -2.4) if rank == "10" else (25, 0)
    index = (
        f'<text x="14.5" y="27" font-size="{size}" letter-spacing="{spacing}" fill="{ink}">{rank}</text>'
        f"{_suit(suit, 14.5, 40, 17)}"
    )
    return f"{index}<g{TURNED_CARD}>{index}</g>{_middle(rank, suit)}"


def _middle(rank: str, suit: str) -> str:
    if rank == "A":
        return _suit(suit, 50, 72, 50)
    if rank in EMBLEMS:
        return _court(EMBLEMS[rank], suit)
    size = 16 if int(rank) > 6 else 18.5
    places = ((COLUMNS[spot[0]], int(spot[1:])) for spot in SPOTS[rank].split())
    return "".join(_suit(suit, x, y, size, " rotate(180)" if y > 70 else "") for x, y in places)


def _court(emblem: str, suit: str) -> str:
    ink = INK[suit]
    return (
        f'<rect x="28" y="17" width="44" height="106" rx="5" fill="{ink}" fill-opacity=".07" stroke="{ink}"'
        f' stroke-opacity=".5" stroke-width="1.2"/><g fill="{ink}">'
        f'<g transform="translate(50 64) scale(.84)">{emblem}</g>'
        f'<g transform="translate(50 76) rotate(180) scale(.84)">{emblem}</g>'
        f'<path d="M30 70h40" stroke="{ink}" stroke-width="1.4"/></g>'
        f"{_suit(suit, 36, 25.5, 10)}{_suit(suit, 64, 114.5, 10, ' rotate(180)')}"
    )


def _suit(suit: str, x: float, y: float, size: float, turn: str = "") -> str:
    place = f"translate({x} {y}) scale({size / 100}){turn}"
    return f'<path d="{SUITS[suit]}" transform="{place}" fill="{INK[suit]}"/>'


def _joker() -> str:
    rays = "".join(
        f'<path d="M50 38L47.4 27H52.600Z" transform="rotate({number * 22.5} 50 66)"'
        f' fill="{"#b07a1c" if number % 2 else "#c2240f"}"/>'
        for number in range(16)
    )
    letters = "".join(
        f'<text x="14.5" y="{42 + number * 11.5}" font-size="11">{letter}</text>'
        for number, letter in enumerate("JOKER")
    )
    corner = f'<path d="{STAR}"/>{letters}'
    return (
        f'<g transform="translate(9.5 13.3) scale(.81)">{rays}<circle cx="50" cy="70" r="17" fill="#c2240f"/>'
        '<circle cx="50" cy="70" r="14" fill="none" stroke="#f3d58c" stroke-width="1.5"/>'
        '<rect x="45" y="65" width="10" height="10" rx="1.2" fill="#fffdf8" transform="rotate(45 50 70)"/>'
        f'</g><g fill="#8e1a0a">{corner}</g><g fill="#8e1a0a"{TURNED_CARD}>{corner}</g>'
    )
