"""`paigow way cost`: what each rule of a way gives up against best play. Not how that is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from paigow.cli.counting import way_cost
from paigow.cli.odds import DealerOption, SideOption, role_of
from paigow.cli.output import JsonFlag, console, emit

if TYPE_CHECKING:
    from paigow.odds.counting.way_cost import Part, WayCost


def cost(
    way: Annotated[str, typer.Argument(metavar="W", help="A built-in way's name, or a .way file.")],
    dealer: DealerOption = None,
    side: SideOption = None,
    most: Annotated[int, typer.Option("--hands", min=0, max=1000, help="How many hands to list.")] = 12,
    as_json: JsonFlag = False,
) -> None:
    """Show what each rule of a way gives up against best play, and the hands that cost most.

    The opponent sets by the same way unless --dealer names another; --as bank looks from the bank's side.
    """
    from paigow.houseways.checking import load_sound_way
    from paigow.odds.counting.tally import Role

    role = role_of(side) or Role.PLAYER
    house = load_sound_way(way)
    opponent = load_sound_way(dealer, house.game) if dealer else house
    found = way_cost(house, opponent, role, most)
    payload = {
        "way": way,
        "dealer": dealer or way,
        "as": str(role),
        "edge": float(-found.value),
        "best_edge": float(-found.best_value),
        "cost_percent": float(100 * found.cost),
        "rules": [part.as_json() for part in found.rules],
        "sorts": [part.as_json() for part in found.sorts],
        "hands": [hand.as_json() for hand in found.hands],
    }
    emit(payload, "paigow/way-cost/1", as_json, lambda: _print(way, dealer or way, str(role), found))


def _print(way: str, dealer: str, role: str, found: WayCost) -> None:
    from paigow.cli.odds_text import text_table
    from paigow.odds.reports.wager_odds import percent

    out = console()
    out.print(f"[bold]{way}[/bold] as {role}, against the way {dealer!r}\n")
    for title, parts in (("by rule", found.rules), ("by sort of hand", found.sorts)):
        out.print(_parts_table(title, parts))
        out.print()
    table = text_table(
        "the hands that cost most", "hand", "sets", "better", "rule", "hands", "each loses", "cost"
    )
    for hand in found.hands:
        table.add_row(
            hand.hand,
            hand.way_sets,
            hand.best,
            hand.rule.split("  ")[0],
            f"{hand.hands:,}",
            percent(hand.loss, 2),
            percent(hand.cost, 5),
        )
    for column in table.columns[1:4]:
        column.justify = "left"
    out.print(table)
    out.print(
        f"\nThe way gives up {percent(found.cost)} of every wager: its edge is {percent(-found.value)}, "
        f"best play's {percent(-found.best_value)}."
    )


def _parts_table(title: str, parts: tuple[Part, ...]) -> object:
    from paigow.cli.odds_text import text_table
    from paigow.odds.reports.wager_odds import percent

    table = text_table(title, "part", "hands", "not best", "cost")
    for part in parts:
        table.add_row(part.name, f"{part.hands:,}", f"{part.not_best:,}", percent(part.cost, 5))
    return table
