"""`paigow ratings`: the strength of each half of a setting among opponents' hands, as percentiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from paigow.cli.arguments import shown_source, way_argument
from paigow.cli.files import ForceFlag, require_new, write_file
from paigow.cli.output import JsonFlag, console, emit, note, text_table, working
from paigow.odds.reports.wager_odds import percent

if TYPE_CHECKING:
    from paigow.odds.counting.ratings import Rating

STEP: Final = 5
"""Text shows one hand per this many percent; JSON and CSV show all."""


def ratings(
    way: Annotated[str, way_argument("WAY")],
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write all ranks as CSV.")] = None,
    force: ForceFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Rate low and high hands by the share of opposing hands they beat.

    The opponent sets every possible hand by the house way. As bank, you also win copies.
    """
    from paigow.houseways.library import load_sound_way
    from paigow.odds.counting.ratings import as_csv
    from paigow.odds.counting.ratings import ratings as ratings_of

    require_new(force, csv)
    house = load_sound_way(way)
    with working(f"setting every hand by {way}"):
        found = ratings_of(house)
    if csv is not None:
        write_file(csv, as_csv(found), "--csv")
        note(f"Wrote {csv}")
    payload = {"way": shown_source(way), "ratings": [rating.as_json() for rating in found]}
    emit(payload, "paigow/ratings/1", as_json, lambda: _print_ratings(way, found))


def _print_ratings(way: str, found: tuple[Rating, ...]) -> None:
    out = console()
    out.print(f"[bold]Hands of an opponent who sets by {way}[/bold]\n")
    for half in ("low", "high"):
        table = text_table(f"{half} hands", "weakest hand that beats that many", "beats", "as bank")
        for rating in _steps([each for each in found if each.half == half]):
            name = f"{rating.name} ({rating.ranks})" if rating.ranks else rating.name
            table.add_row(name, percent(rating.as_player, 2), percent(rating.as_bank, 2))
        out.print(table)
        out.print()


def _steps(ratings: list[Rating]) -> list[Rating]:
    """The first rank at or above every step."""
    found: dict[str, Rating] = {}
    for step in range(0, 100, STEP):
        first = next((each for each in ratings if 100 * each.as_player >= step), ratings[-1])
        found.setdefault(f"{first.name} {first.ranks}", first)
    return list(found.values())
