"""How `paigow show` and `paigow compare` read on a terminal: what their JSON says, laid out for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from paigow.cli.output import console
from paigow.material.cards import parse_cards
from paigow.material.tiles import parse_tiles
from paigow.wagers.registry import wager_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

COLOURS: Final = {"win": "green", "copy": "yellow", "push": "yellow", "lose": "red"}
MEANINGS: Final = {
    "pair": "two tiles that belong together",
    "wong": "a twelve or a two with a nine",
    "gong": "a twelve or a two with an eight",
    "value": "the last digit of all pips, and the higher of the two tiles",
}
"""What the sorts of two-tile hands are; card hands have names that all poker has."""
WHOLE: Final = {"win": "The player wins", "push": "A push", "lose": "The player loses"}


def print_hand(payload: Mapping[str, Any]) -> None:
    out = console()
    title = f"four tiles, {payload['name']}" if payload["kind"] == "four tiles" else payload["name"]
    out.print(f"[bold]{title}[/bold]")
    if payload["kind"] == "two tiles":
        out.print(MEANINGS[payload["category"]], style="dim")
    for line in _explained(payload["kind"], payload["hand"]):
        out.print(f"  {line}")
    if payload["rank"] is not None:
        out.print(f"rank {payload['rank']:,} of {payload['of']:,}, counted from the strongest")
    if "best" in payload:
        out.print(f"best five: {payload['best']}")
    if "settings" in payload:
        out.print()
        out.print(_settings_table(payload["settings"]))
    if payload.get("bonus"):
        out.print()
        out.print(_bonus_table(payload["bonus"]))


def _explained(kind: str, hand: str) -> list[str]:
    """Tiles with all their names; cards by name where they are few."""
    if kind.endswith("tiles"):
        return [f"{tile}  {tile.english}, {tile.cantonese} {tile.chinese}" for tile in parse_tiles(hand)]
    cards = parse_cards(hand)
    return [hand] if len(cards) > 2 else [f"{card}  {card.name}" for card in cards]


def _table(*headers: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    return Table(*headers, box=SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _settings_table(settings: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("low hand", "", "high hand", "", *([""] if any(s["fouled"] for s in settings) else []))
    for setting in settings:
        cells = [setting[key] for key in ("low", "low_name", "high", "high_name")]
        if setting["fouled"]:
            table.add_row(*cells, "fouled", style="dim")
        else:
            table.add_row(*cells)
    return table


def _bonus_table(lines: Mapping[str, str | None]) -> Table:
    table = _table("wager", "the seven cards make")
    for wager, line in lines.items():
        table.add_row(wager_of(wager).title, line or "nothing that it pays")
    return table


def print_comparison(payload: Mapping[str, Any]) -> None:
    out = console()
    table = _table("", "player", "", "bank", "", "player's half")
    for half in ("high", "low"):
        result = payload[half]
        cells = [payload[side][key] or "" for side in ("player", "bank") for key in (half, f"{half}_name")]
        table.add_row(f"{half} hand", *cells, f"[{COLOURS[result]}]{result}[/]")
    out.print(table)
    out.print()
    outcome = payload["outcome"]
    out.print(f"[bold {COLOURS[outcome]}]{WHOLE[outcome]}[/]")
    _print_reasons(out, payload["why"])


def _print_reasons(out: Console, reasons: Sequence[Mapping[str, Any]]) -> None:
    names = {"high": "high hand", "low": "low hand", "outcome": "together"}
    for part, name in names.items():
        decisive = [reason for reason in reasons if reason["decides"] == part]
        if decisive:
            words = "; ".join(reason["reason"] for reason in decisive)
            ids = ", ".join(id_ for reason in decisive for id_ in reason["paragraphs"])
            out.print(f"  {name}: {words} ({ids})")
