"""`paigow way readings`, `way short`, and `way improve`: what lines cost. Not the search."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paigow.cli.arguments import DealerOption, shown_source, way_argument
from paigow.cli.counting import card_counting
from paigow.cli.files import ForceFlag, require_new, write_file
from paigow.cli.odds import SideOption, role_of
from paigow.cli.output import JsonFlag, bar, console, emit, note, text_table, working
from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.reports.wager_odds import fraction_json, percent

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.odds.readings import CardPrice, Price
    from paigow.odds.short_ways import Change, ShortWay


READINGS: Final = ("here", "instead")
"""How a line is read here, and the other way to read it."""


def readings(
    way: Annotated[
        str | None, typer.Option("--way", metavar="WAY", help="The lines of one house way for cards.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Compare both readings of every ambiguous line in the built-in house ways for tiles.

    Edges are the player's: with both hands set by the house way, and with best play against it. With --way
    the lines of a house way for cards are compared, against an opponent who sets as the line is read here;
    each takes about a minute.
    """
    from paigow.houseways import load_way
    from paigow.odds.readings import price
    from paigow.odds.readings import readings as known

    if way is not None:
        _card_readings(way, as_json)
        return
    lines = [each for each in known() if load_way(each.way).game is Game.TILES]
    found = []
    with bar("comparing readings", len(lines), "readings") as advance:
        for each in lines:
            found.append(price(each))
            advance(1)
    payload = {"readings": [_price_json(each) for each in found]}
    emit(payload, "paigow/way-readings/1", as_json, lambda: _print_readings(found))


def _card_readings(way: str, as_json: bool) -> None:
    from paigow.houseways import load_way
    from paigow.odds.game_rules import GameRules
    from paigow.odds.readings import card_price
    from paigow.odds.readings import readings as known

    lines = [each for each in known() if each.way == way and load_way(way).game is Game.CARDS]
    if not lines:
        cards = sorted({each.way for each in known() if load_way(each.way).game is Game.CARDS})
        raise BadInput(
            f"no ambiguous lines of {way!r} are known",
            where="--way",
            allowed=f"choose one of {', '.join(cards)}",
        )
    with card_counting(GameRules()) as counting:
        found = [card_price(each, counting) for each in lines]
    emit(
        {"readings": [_card_price_json(each) for each in found]},
        "paigow/way-readings-cards/1",
        as_json,
        lambda: _print_card_readings(found),
    )


def _card_price_json(found: CardPrice) -> dict[str, Any]:
    return {
        "way": found.reading.way,
        "name": found.reading.name,
        "here": found.reading.here,
        "instead": found.reading.instead,
        "hands": found.hands,
        **{
            str(role): {
                "edge_here": float(-found.here[role].value),
                "edge_instead": float(-found.other[role].value),
                "value_here": fraction_json(found.here[role].value),
                "value_instead": fraction_json(found.other[role].value),
                "gain": fraction_json(found.gain(role)),
            }
            for role in Role
        },
    }


def _print_card_readings(found: list[CardPrice]) -> None:
    out = console()
    for each in found:
        out.print(
            f"[bold]{each.reading.way}[/bold]: {each.reading.here} [dim]Or: {each.reading.instead}[/dim]"
        )
        edges = (
            f"as {role} {percent(-each.here[role].value)}, or {percent(-each.other[role].value)}"
            for role in Role
        )
        out.print(f"  {each.hands:,} of 154,143,080 hands; {'; '.join(edges)}")


def _price_json(found: Price) -> dict[str, Any]:
    reading = found.reading
    return {
        "way": reading.way,
        "name": reading.name,
        "here": reading.here,
        "instead": reading.instead,
        "hands": found.hands,
        **{f"same_edge_{name}": float(-value) for name, value in zip(READINGS, found.same, strict=True)},
        **{f"best_edge_{name}": float(-value) for name, value in zip(READINGS, found.best, strict=True)},
        **{
            f"same_value_{name}": fraction_json(value)
            for name, value in zip(READINGS, found.same, strict=True)
        },
        **{
            f"best_value_{name}": fraction_json(value)
            for name, value in zip(READINGS, found.best, strict=True)
        },
        "cost": fraction_json(found.against_best),
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
    dealer: Annotated[str, way_argument("DEALER", "The dealer's house way.")],
    within: Annotated[
        float, typer.Option(metavar="POINTS", help="Maximum distance from best play, in percentage points.")
    ] = 0.2,
    side: SideOption = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write it as a .way file.")] = None,
    force: ForceFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Search for a short house way that is close to best play against a dealer's.

    The search takes minutes and doesn't prove that its result is the shortest; what it gives up is exact. At
    cards it tries its rules on a sample of hands, then counts what it found over all deals.
    """
    from paigow.houseways.library import load_sound_way

    require_new(force, out)
    if not 0 < within < 100:
        raise BadInput(
            f"the margin can't be {within:g} points",
            where="--within",
            allowed="choose one above 0 and below 100",
        )
    role = role_of(side) or Role.PLAYER
    house = load_sound_way(dealer)
    found = _short(house, role, Fraction(str(within)) / 100)
    title = f"Short way as {role} against {dealer}"
    text = found.text(title, f"paigow way short {dealer} --as {role} --within {within:g}")
    if out is not None:
        write_file(out, text, "--out")
        note(f"Wrote {out}")
    payload = {
        "dealer": shown_source(dealer),
        "as": str(role),
        "rules": list(found.rules),
        "text": text,
        "value": fraction_json(found.value),
        "best_value": fraction_json(found.best_value),
        "cost": fraction_json(found.cost),
    }
    emit(payload, "paigow/way-short/1", as_json, lambda: _print_short(text, found))


def _short(dealer: HouseWay, role: Role, within: Fraction) -> ShortWay:
    from paigow.odds import short_cards, short_tiles
    from paigow.odds.game_rules import GameRules

    if dealer.game is Game.TILES:
        with working("searching"):
            return short_tiles.search(dealer, role, within, _tell)
    with card_counting(GameRules()) as counting:
        return short_cards.search(dealer, role, within, counting, _tell)


def _tell(rules: int, gap: Fraction) -> None:
    note(f"{rules} rules: {percent(gap, 3)} from best play")


def _print_short(text: str, found: ShortWay) -> None:
    """The way alone on standard output, so that it can be written to a .way file."""
    print(text, end="", flush=True)
    out = console(sys.stderr)
    table = text_table("", "rules", "edge", "best play", "gives up")
    table.add_row(
        str(len(found.rules)), percent(-found.value), percent(-found.best_value), percent(found.cost)
    )
    out.print(table)


def improve(
    way: Annotated[str, way_argument("WAY")],
    dealer: DealerOption = None,
    side: SideOption = None,
    most: Annotated[int, typer.Option("--rules", min=1, max=10, help="Maximum number of rules to add.")] = 3,
    as_json: JsonFlag = False,
) -> None:
    """Find a few rules that, put first, recover most of what a built-in house way gives up.

    The opponent sets by the same way unless --dealer names another. Each rule is the best of all candidates,
    several hundred for cards and several million for tiles, given the ones before it; costs are counted over
    all deals.
    """
    from paigow.houseways.library import load_sound_way

    role = role_of(side) or Role.PLAYER
    house = load_sound_way(way)
    opponent = load_sound_way(dealer, house.game) if dealer else house
    found = _improved(way, house, opponent, role, most)
    payload = {
        "way": shown_source(way),
        "dealer": shown_source(dealer or way),
        "as": str(role),
        "rules": list(found.rules),
        "costs": [fraction_json(cost) for cost in found.costs],
        "text": found.text(),
    }
    emit(payload, "paigow/way-improve/1", as_json, lambda: _print_change(found))


def _improved(name: str, way: HouseWay, dealer: HouseWay, role: Role, most: int) -> Change:
    from paigow.odds import short_cards, short_tiles
    from paigow.odds.game_rules import GameRules

    if way.game is Game.TILES:
        with working("trying rules"):
            return short_tiles.improve(name, way, dealer, role, most)
    with card_counting(GameRules()) as counting:
        return short_cards.improve(name, way, dealer, role, most, counting)


def _print_change(found: Change) -> None:
    """The way alone on standard output, so that it can be written to a .way file."""
    print(found.text(), end="", flush=True)
    steps = " → ".join(percent(cost) for cost in found.costs)
    note(f"Given up against best play, from no added rule to all of them: {steps}")
