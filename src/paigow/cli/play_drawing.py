"""Tiles, cards, and seats in color for the full-screen table. `table_text` has plain letters."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from paigow.material.cards import RANK_SIGNS, SUIT_SIGNS, parse_card
from paigow.submissions.rules import Rules
from paigow.table.game import tile
from paigow.table.state import HandStatus, Step, Table
from paigow.wagers.money import Cents, money
from paigow.wagers.wager import MAIN

TILE: Final = "on #181412"
PIP: Final = f"#f3ead6 {TILE}"
RED_PIP: Final = f"bold #ff5a45 {TILE}"
EDGE: Final = f"#c9b79a {TILE}"
BACK: Final = "#c9a85f on #23403b"
PAPER: Final = "on #f6f1e4"
SUIT_COLORS: Final = {"s": "#1c1c1c", "h": "#c3271b", "d": "#1c56b8", "c": "#1f7a36"}
"""Four colors, so suits are distinct at a glance; the suit sign says the same."""
_PIPS: Final = {
    1: ("     ", "  R  ", "     "),
    2: ("W   W", "     ", "     "),
    3: ("W    ", "  W  ", "    W"),
    4: ("R   R", "     ", "R   R"),
    5: ("W   W", "  W  ", "W   W"),
    6: ("W   W", "W   W", "W   W"),
}
"""The upper end of a tile in three lines: white and red pips. The lower end is the same, rotated."""
_TEEN: Final = ("R   W", "R   W", "R   W")
TILE_ROWS: Final = 8
CARD_ROWS: Final = 4


def _colored() -> bool:
    """Whether the terminal allows color; see no-color.org."""
    return not os.environ.get("NO_COLOR")


def in_groups(pieces: Sequence[str], rules: Rules) -> tuple[str, ...]:
    """Cards in reading order: groups first, then by rank. Tiles stay in their order."""
    if rules.is_tiles:
        return tuple(pieces)
    cards = [parse_card(piece) for piece in pieces]
    alike = Counter(card.rank for card in cards)
    return tuple(str(card) for card in sorted(cards, key=lambda card: (-alike[card.rank], -card.index)))


def drawn_side_by_side(pieces: Sequence[str | None], rules: Rules) -> Text:
    """Tiles or cards in a row; None is a back."""
    faces = [list(_tile(piece) if rules.is_tiles else _card(piece)) for piece in pieces]
    rows = (Text(" ").join(row) for row in zip(*faces, strict=True))
    return Text("\n").join(rows)


def _tile(piece: str | None) -> Iterator[Text]:
    if piece is None:
        yield from (Text("▒▒▒▒▒▒▒", BACK) for _ in range(TILE_ROWS))
        return
    face = tile(piece)
    teen = face.low == face.high == 6
    upper = _TEEN if teen else _PIPS[face.low]
    lower = _TEEN if teen else _PIPS[face.high]
    yield Text("╭─────╮", EDGE)
    for line in (*upper, *(row[::-1] for row in reversed(lower))):
        row = Text("│", EDGE)
        for mark in line:
            red = mark == "R"
            sign = " " if mark == " " else "○" if red and not _colored() else "●"
            row.append(sign, RED_PIP if red else PIP)
        yield row.append("│", EDGE)
    yield Text("╰─────╯", EDGE)


def _card(piece: str | None) -> Iterator[Text]:
    if piece is None:
        yield from (Text("▒▒▒▒▒", BACK) for _ in range(CARD_ROWS))
        return
    card = parse_card(piece)
    rank = "★" if card.suit is None else RANK_SIGNS[card.rank]
    sign = "J" if card.suit is None else SUIT_SIGNS[card.suit]
    color = "#8a2be2" if card.suit is None else SUIT_COLORS[card.suit]
    style = f"bold {color} {PAPER}"
    yield Text("     ", style)
    yield Text(f" {rank:<2}{sign} ", style)
    yield Text(f" {sign}{rank:>2} ", style)
    yield Text("     ", style)


def seat_lines(rules: Rules, table: Table, person: str) -> Iterator[tuple[Text, Text, Text]]:
    """Each seat's number and player, main bet, and current action."""
    for position in range(1, rules.table.chairs + 1):
        seated = table.seated(position)
        if seated is None:
            yield Text(f"{position} open", "dim"), Text(""), Text("")
            continue
        you = seated == person
        label = f"{position} {'You' if you else seated}"
        name = Text.assemble((label, "bold #15201d on #e3bd73" if you else "bold"))
        wager = table.wager(seated, position, MAIN)
        banks = table.bank is not None and table.bank.person == seated
        bet = Text("bank", "bold #e3bd73") if banks else Text(_bet(wager.playing if wager else 0))
        yield name, bet, _doing(table, position)


def _bet(cents: int) -> str:
    return money(Cents(cents)) if cents else "no bet"


def _doing(table: Table, position: int) -> Text:
    hand = table.hands.get(position)
    if hand is None:
        return Text("")
    if hand.outcome is not None:
        return Text(hand.outcome, "bold")
    if hand.status is HandStatus.DEALT:
        return Text("setting" if table.step is Step.SETTING else "dealt", "#e3bd73")
    return Text("set ✓" if hand.status is HandStatus.SET else hand.status.value, "#8ee3c1")
