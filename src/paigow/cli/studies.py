"""`paigow seen`: what it is worth to see tiles before setting. Not how it is counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paigow.cli.arguments import way_argument
from paigow.cli.counting import COMPILING
from paigow.cli.odds import FreshFlag, SideOption, role_of
from paigow.cli.output import JsonFlag, console, emit, note, reporting, text_table
from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.reports.wager_odds import fraction_json, fraction_of, percent, whole_json

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.odds.counting import Tally
    from paigow.odds.runs.shards import Run

QUICK = (0, 5, 6)
"""The numbers of other hands seen that take seconds, not minutes."""


def seen(
    way: Annotated[str, way_argument("W")],
    others: Annotated[
        list[int] | None,
        typer.Option("--hands", metavar="N", min=0, max=6, help="Other hands seen; repeat for several."),
    ] = None,
    side: SideOption = None,
    fresh: FreshFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Count what seeing tiles before you set is worth against a house way.

    Best play by somebody who saw nothing, one of the dealer's tiles, or other hands: five are a whole table
    of friends, six leave only the dealer's own hand. Every deal is counted; 2 to 4 hands take minutes.
    """
    from paigow.houseways.checking import load_sound_way
    from paigow.odds.counting.kernels import seen as kernels
    from paigow.odds.runs.shards import Run
    from paigow.odds.runs.storage import are_compiled

    role = role_of(side) or Role.PLAYER
    house = load_sound_way(way)
    if house.game is not Game.TILES:
        raise BadInput(
            f"{way} is a way for cards", allowed="a way for tiles; for cards, paigow best HAND --seen CARDS"
        )
    if not are_compiled(kernels.best_of_unseen):
        note(COMPILING)
    with reporting() as tell:
        run = Run(fresh=fresh, report=tell)
        rows = list(_rows(house, role, sorted({0, *(others or QUICK)}), run))
    payload = {"way": way, "as": str(role), "rows": rows}
    emit(payload, "paigow/seen/1", as_json, lambda: _print_seen(way, str(role), rows))


def _rows(way: HouseWay, role: Role, hands: list[int], run: Run) -> Iterator[dict[str, Any]]:
    from paigow.odds.counting.seen_hands import best_seeing, best_seeing_a_tile

    blind = best_seeing(way, role, 0, run)
    yield _row("nothing", 0, blind, blind)
    yield _row("one tile of the opponent's hand", None, best_seeing_a_tile(way, role), blind)
    for others in hands[1:]:
        hand = "hand" if others == 1 else "hands"
        name = "the opponent's hand" if others == 6 else f"{others} other {hand}"
        yield _row(name, others, best_seeing(way, role, others, run), blind)


def _row(name: str, others: int | None, tally: Tally, blind: Tally) -> dict[str, Any]:
    return {
        "seen": name,
        "others": others,
        "total": whole_json(tally.total),
        "win": whole_json(tally.win),
        "push": whole_json(tally.push),
        "lose": whole_json(tally.lose),
        "value": fraction_json(tally.value),
        "edge": float(-tally.value),
        "worth": fraction_json(tally.value - blind.value),
    }


def _print_seen(way: str, role: str, rows: list[dict[str, Any]]) -> None:
    out = console()
    out.print(f"[bold]Best play as {role} against {way}, 5% commission[/bold]\n")
    table = text_table("", "seen before setting", "edge", "worth", "deals")
    for row in rows:
        value = fraction_of(row["value"])
        table.add_row(
            row["seen"],
            percent(-value),
            percent(fraction_of(row["worth"])),
            f"{int(row['total']):,}",
            style="green" if value > 0 else "",
        )
    out.print(table)
    out.print("\nAn edge below zero is a gain. Worth is what the tiles seen add to each unit wagered.")
