"""`paigow seen` and `bank`: the value of seen hands, the bank by number of opponents. Not the counting."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paigow.cli.arguments import shown_source, way_argument
from paigow.cli.counting import COMPILING, card_counting
from paigow.cli.odds import FreshFlag, SideOption, role_of
from paigow.cli.output import JsonFlag, bar, console, emit, note, reporting, text_table
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.reports.wager_odds import fraction_json, fraction_of, percent

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.odds.bank_study import BankOdds


def seen(
    way: Annotated[str, way_argument("WAY")],
    others: Annotated[
        list[int] | None,
        typer.Option("--hands", metavar="N", min=0, max=6, help="Other hands seen; repeat for several."),
    ] = None,
    side: SideOption = None,
    rounds: Annotated[int, typer.Option(help="Hands to sample for each row (cards).")] = 200_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same hands (cards).")] = 1,
    fresh: FreshFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Compute what it is worth to see other hands before you set, against a house way.

    For tiles, compares best play after seeing nothing, one of the dealer's tiles, or other hands: five are a
    whole table of friends, six leave only the dealer's hand. Every deal is counted; 2 to 4 hands take
    minutes. For cards, your hand and up to five seen hands are sampled, every hand that the dealer can still
    hold is counted, and the result has a 95% confidence interval.
    """
    from paigow.houseways.library import load_sound_way
    from paigow.odds.counting.kernels import seen as kernels
    from paigow.odds.runs.shards import Run
    from paigow.odds.runs.storage import are_compiled
    from paigow.odds.seen_study import QUICK, seen_at_tiles
    from paigow.odds.simulation.seen_cards import MOST_SEEN

    role = role_of(side) or Role.PLAYER
    house, name = load_sound_way(way), shown_source(way)
    if house.game is Game.CARDS:
        card_rows = _card_rows(house, role, others or [MOST_SEEN], (rounds, seed), fresh)
        payload = {"way": name, "as": str(role), "rows": card_rows}
        emit(payload, "paigow/seen-cards/1", as_json, lambda: _print_seen_cards(name, str(role), card_rows))
        return
    if not are_compiled(kernels.best_of_unseen):
        note(COMPILING)
    with reporting() as tell:
        run = Run(fresh=fresh, report=tell)
        rows = [row.as_json() for row in seen_at_tiles(house, role, others or QUICK, run)]
    payload = {"way": name, "as": str(role), "rows": rows}
    emit(payload, "paigow/seen/1", as_json, lambda: _print_seen(name, str(role), rows))


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
    out.print("\nAn edge below zero is a gain. Worth is what the seen tiles add per unit bet.")


def _card_rows(
    way: HouseWay, role: Role, hands: list[int], sampling: tuple[int, int], fresh: bool
) -> list[dict[str, Any]]:
    """The way itself, exactly; then, with this many hands seen, the sampled gain of best play over it."""
    from paigow.odds.game_rules import GameRules
    from paigow.odds.seen_study import check_seen_cards, seen_at_cards

    check_seen_cards(hands, sampling[0], "--hands")
    with card_counting(GameRules(), fresh=fresh) as counting:
        value = counting.tally(way, way, role).value
    return [row.as_json() for row in seen_at_cards(way, role, hands, value, sampling, bar)]


def _print_seen_cards(way: str, role: str, rows: list[dict[str, Any]]) -> None:
    out = console()
    out.print(f"[bold]As {role} against {way}, 5% commission[/bold]\n")
    table = text_table("", "seen before setting", "edge", "95% confidence interval", "gains")
    for row in rows:
        interval, worth = row["interval"], row["mean_worth"]
        table.add_row(
            row["seen"],
            f"{row['edge']:.4%}",
            f"{interval['low']:.4%} to {interval['high']:.4%}" if interval else "exact",
            "" if worth is None else f"{worth:.4%}",
            style="green" if row["edge"] < 0 else "",
        )
    out.print(table)
    out.print("\nAn edge below zero is a gain. The last column is what best play gains over the house way.")


def bank(
    way: Annotated[str, way_argument("WAY")],
    most: Annotated[
        int, typer.Option("--opponents", min=1, max=6, help="The largest number of opponents.")
    ] = 6,
    exact: Annotated[
        int | None,
        typer.Option(min=1, max=3, help="Count up to this many opponents exactly (tiles; 2 by default)."),
    ] = None,
    bounds: Annotated[
        bool, typer.Option("--bounds", help="Prove bounds for two opponents (cards); takes minutes.")
    ] = False,
    rounds: Annotated[
        int, typer.Option(help="Rounds to deal for each larger number of opponents.")
    ] = 10_000_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same rounds.")] = 1,
    fresh: FreshFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Compute the bank's edge against one to six equal bets, with commission on the net win (R11).

    Everyone sets by the house way; "best" is the bank's best play against them, knowing how many there are.
    Before commission every figure is exact. Where the net win is not counted, its mean is sampled and shown
    with a 95% confidence interval. Three opponents in the tile game take minutes.
    """
    from paigow.houseways.library import load_sound_way
    from paigow.odds.bank_study import bank_sampled, check_bounds, exactly_counted
    from paigow.odds.simulation.sampling import check_rounds

    house, name = load_sound_way(way), shown_source(way)
    check_rounds(rounds)
    if bounds:
        check_bounds(house, most, "--bounds")
    found = _counted(house, min(exactly_counted(house, exact, "--exact"), most), fresh)
    gross = found[0].gross
    for opponents in range(len(found) + 1, most + 1):
        found.append(bank_sampled(house, opponents, gross, (rounds, seed), bar))
    if bounds:
        found = _with_bounds(house, found, fresh)
    rows = [row.as_json() for row in found]
    payload = {"way": name, "game": house.game.value, "gross": fraction_json(gross), "rows": rows}
    emit(payload, "paigow/bank/1", as_json, lambda: _print_bank(name, gross, rows))


def _counted(way: HouseWay, most: int, fresh: bool) -> list[BankOdds]:
    from paigow.odds.bank_study import bank_at_cards, bank_at_tiles
    from paigow.odds.game_rules import GameRules
    from paigow.odds.runs.shards import Run

    if way.game is Game.TILES:
        with reporting() as tell:
            return bank_at_tiles(way, most, Run(fresh=fresh, report=tell))
    with card_counting(GameRules(), fresh=fresh) as counting:
        return [bank_at_cards(way, counting)]


def _with_bounds(way: HouseWay, rows: list[BankOdds], fresh: bool) -> list[BankOdds]:
    from paigow.odds.bank_study import with_bounds
    from paigow.odds.game_rules import GameRules

    with card_counting(GameRules(), fresh=fresh) as counting:
        return [with_bounds(row, way, counting) for row in rows]


def _print_bank(way: str, gross: Fraction, rows: list[dict[str, Any]]) -> None:
    out = console()
    out.print(f"[bold]The bank by {way}, against equal wagers set by the same way[/bold]\n")
    table = text_table(
        "", "opponents", "edge", "95% confidence interval", "best play", "hands set differently"
    )
    for row in rows:
        interval, best, changed = (row[key] for key in ("interval", "best_edge", "set_differently"))
        table.add_row(
            str(row["opponents"]),
            f"{row['edge']:.4%}",
            f"{interval['low']:.4%} to {interval['high']:.4%}" if interval else "exact",
            "" if best is None else f"{best:.4%}",
            "" if changed is None else f"{changed:,}",
        )
    out.print(table)
    for row in rows:
        if row["proven"]:
            low, high = row["proven"]["low"], row["proven"]["high"]
            out.print(f"\nAgainst two opponents the edge is proven to be between {low:.4%} and {high:.4%}.")
    out.print(f"\nWithout vigorish the bank's edge is {percent(-gross)} against any number.")
    out.print(
        "A co-bank shares everything half and half, so it has the same edge (R10), apart from rounding."
    )
