"""`paigow way readings`, `way short` and `way improve`: what lines cost. Not how that is found."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paigow.cli.arguments import DealerOption, way_argument
from paigow.cli.odds import SideOption, role_of
from paigow.cli.output import JsonFlag, console, emit, note, text_table
from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.reports.wager_odds import fraction_json, percent

if TYPE_CHECKING:
    from paigow.odds.readings import Price
    from paigow.odds.short_ways import Change, ShortWay


def readings(as_json: JsonFlag = False) -> None:
    """Count both readings of every line that a built-in way for tiles reads in one of two ways.

    Edges are the player's: with both hands by the way, and with best play against it.
    """
    from paigow.houseways import load_way
    from paigow.odds.readings import price
    from paigow.odds.readings import readings as known

    found = [price(each) for each in known() if load_way(each.way).game is Game.TILES]
    payload = {"readings": [_price_json(each) for each in found]}
    emit(payload, "paigow/readings/1", as_json, lambda: _print_readings(found))


def _price_json(found: Price) -> dict[str, Any]:
    reading = found.reading
    return {
        "way": reading.way,
        "name": reading.name,
        "here": reading.here,
        "instead": reading.instead,
        "hands": found.hands,
        "same_edges": [float(-value) for value in found.same],
        "best_edges": [float(-value) for value in found.best],
        "price": fraction_json(found.against_best),
    }


def _print_readings(found: list[Price]) -> None:
    out = console()
    for each in found:
        here, other = (percent(-value) for value in each.best)
        same_here, same_other = (percent(-value) for value in each.same)
        out.print(
            f"[bold]{each.reading.way}[/bold]: {each.reading.here} [dim]Or: {each.reading.instead}[/dim]"
        )
        out.print(
            f"  {each.hands:,} of 35,960 hands; best play {here}, or {other}; both by the way {same_here}, "
            f"or {same_other}"
        )


def short(
    dealer: Annotated[str, way_argument("DEALER", "The dealer's way.")],
    within: Annotated[
        float, typer.Option(metavar="POINTS", help="How far from best play, in percentage points.")
    ] = 0.2,
    side: SideOption = None,
    out: Annotated[Path | None, typer.Option(metavar="F", help="Also write it as a .way file.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Search for a short way for tiles that comes near best play against a dealer's way.

    The search takes minutes and proves no way to be the shortest; what the way found gives up is exact.
    """
    from paigow.houseways.checking import load_sound_way
    from paigow.odds.short_ways import search

    if not 0 < within < 100:
        raise BadInput(f"{within:g} points", where="--within", allowed="more than 0 and less than 100")
    role = role_of(side) or Role.PLAYER
    house = load_sound_way(dealer, Game.TILES)
    found = search(house, role, Fraction(str(within)) / 100, _tell)
    title = f"Short way as {role} against {dealer}"
    text = found.text(title, f"paigow way short {dealer} --as {role} --within {within:g}")
    if out is not None:
        _write(out, text)
    payload = {
        "dealer": dealer,
        "as": str(role),
        "rules": list(found.rules),
        "way": text,
        "value": fraction_json(found.value),
        "best": fraction_json(found.best_value),
        "cost": fraction_json(found.cost),
    }
    emit(payload, "paigow/short-way/1", as_json, lambda: _print_short(text, found))


def _tell(rules: int, gap: Fraction) -> None:
    note(f"{rules} rules: {percent(gap, 3)} from best play")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise BadInput(
            f"{str(path)!r} cannot be written: {fault.strerror}", where="--out", allowed="a place to write to"
        ) from None
    note(f"wrote {path}")


def _print_short(text: str, found: ShortWay) -> None:
    out = console()
    out.print(text, markup=False)
    table = text_table("", "rules", "edge", "best play", "gives up")
    table.add_row(
        str(len(found.rules)), percent(-found.value), percent(-found.best_value), percent(found.cost)
    )
    out.print(table)


def improve(
    way: Annotated[str, way_argument("W")],
    dealer: DealerOption = None,
    side: SideOption = None,
    most: Annotated[int, typer.Option("--rules", min=1, max=10, help="How many rules to add at most.")] = 3,
    as_json: JsonFlag = False,
) -> None:
    """Find the few rules that take most of what a way for tiles gives up, put before its own.

    The opponent sets by the same way unless --dealer names another. Each rule is the best single one of some
    hundreds of candidates, given those before; costs are counted over all deals.
    """
    from paigow.houseways.checking import load_sound_way
    from paigow.odds.short_ways import improve as improved

    role = role_of(side) or Role.PLAYER
    house = load_sound_way(way, Game.TILES)
    opponent = load_sound_way(dealer, Game.TILES) if dealer else house
    note("compiling some hundreds of rules: for half a minute")
    found = improved(way, house, opponent, role, most)
    payload = {
        "way": way,
        "dealer": dealer or way,
        "as": str(role),
        "rules": list(found.rules),
        "costs": [fraction_json(cost) for cost in found.costs],
        "delta": found.text(),
    }
    emit(payload, "paigow/way-improved/1", as_json, lambda: _print_change(found))


def _print_change(found: Change) -> None:
    out = console()
    out.print(found.text(), markup=False)
    steps = " → ".join(percent(cost) for cost in found.costs)
    out.print(f"Given up against best play, with none of the rules to all: {steps}")
