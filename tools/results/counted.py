"""The integers for the studies, from the record next to the page: deals by outcome."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

Row = tuple[str, int, int, int]
_SEEN: Final = {
    "0": "nothing",
    "1": "1 other hand",
    "6": "the dealer's hand",
    "tile": "a tile of the dealer's",
}


def counted_rows(file: Path) -> Iterator[Row]:
    """What was counted, and how many deals win, push, and lose; empty if there is no record."""
    if not file.exists():
        return
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    for name, outcomes in content.get("seen", {}).items():
        way, key = name.rsplit(" ", 1)
        seen = _SEEN.get(key, f"{key} other hands")
        yield f"tiles, best play as player against `{way}`, {seen} seen", *_three(outcomes)
    for name, row in content.get("short_cards", {}).items():
        way, role, margin = name.rsplit(" ", 2)
        if row["counts"]:
            yield f"cards, short way as {role} within {margin} against `{way}`", *_three(row["counts"])
    for name, row in content.get("improve_cards", {}).items():
        yield f"cards, `{name}` as player against `foxwoods`", *_three(row["before"])
        yield f"cards, `{name}` with one more rule, against `foxwoods`", *_three(row["after"])
    for name, outcomes in content.get("bounds", {}).items():
        if isinstance(outcomes, list):
            yield f"cards, a player by `foxwoods` against the {name.rsplit(' ', 2)[0]}", *_three(outcomes)
    yield from _queen_high(content)
    for name, row in content.get("card_readings", {}).items():
        yield f"cards, `{name.replace(' ', '`, reading ')} as player", *_three(row["player other"])


def _queen_high(content: dict[str, Any]) -> Iterator[Row]:
    for name, outcomes in content.get("queen_high", {}).items():
        yield f"cards, `{name}` against itself, queen-high push", *_three(outcomes)
    for name, outcomes in content.get("queen_high_mixed", {}).items():
        player, dealer = name.split(" against ")
        yield f"cards, `{player}` against `{dealer}`, queen-high push", *_three(outcomes)


def _three(outcomes: list[int]) -> tuple[int, int, int]:
    win, push, lose = outcomes
    return win, push, lose
