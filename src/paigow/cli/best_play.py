"""`paigow way cost` and `paigow equilibrium`: what house ways lose. Counting it is elsewhere."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paigow.cli.arguments import DealerOption, shown_source, way_argument
from paigow.cli.counting import COMPILING, way_cost
from paigow.cli.odds import SideOption, role_of
from paigow.cli.output import JsonFlag, console, emit, note, searching, text_table
from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.material.tiles import tiles_text
from paigow.odds.counting import Role
from paigow.odds.reports.wager_odds import fraction_json, fraction_of, percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paigow.odds.counting import Role
    from paigow.odds.counting.equilibrium import Equilibrium, HandLoss
    from paigow.odds.counting.way_cost import Part, WayCost


def cost(
    way: Annotated[str, way_argument("WAY")],
    dealer: DealerOption = None,
    side: SideOption = None,
    most: Annotated[int, typer.Option("--hands", min=0, max=1000, help="How many hands to list.")] = 12,
    as_json: JsonFlag = False,
) -> None:
    """Show what each rule of a house way gives up against best play, and the most expensive hands.

    The opponent sets by the same way unless --dealer names another; --as bank takes the bank's side.
    """
    from paigow.houseways.library import load_sound_way

    role = role_of(side) or Role.PLAYER
    house = load_sound_way(way)
    opponent = load_sound_way(dealer, house.game) if dealer else house
    found = way_cost(house, opponent, role, most)
    payload = {
        "way": shown_source(way),
        "dealer": shown_source(dealer or way),
        "as": str(role),
        "edge": float(-found.value),
        "best_edge": float(-found.best_value),
        "value": fraction_json(found.value),
        "best_value": fraction_json(found.best_value),
        "cost": fraction_json(found.cost),
        "rules": [part.as_json() for part in found.rules],
        "sorts": [part.as_json() for part in found.sorts],
        "hands": [hand.as_json() for hand in found.hands],
    }
    emit(payload, "paigow/way-cost/1", as_json, lambda: _print_cost(payload, found))


def _print_cost(payload: Mapping[str, Any], found: WayCost) -> None:
    out = console()
    way, role, dealer = (payload[key] for key in ("way", "as", "dealer"))
    out.print(f"[bold]{way}[/bold] as {role}, against the house way {dealer!r}\n")
    for title, parts in (("by rule", found.rules), ("by kind of hand", found.sorts)):
        out.print(_parts_table(title, parts))
        out.print()
    table = text_table(
        "the hands that cost most", "hand", "sets", "better", "rule", "hands", "each loses", "cost"
    )
    for hand in found.hands:
        table.add_row(
            str(hand.hand),
            str(hand.way_sets),
            str(hand.best),
            hand.rule.split("  ")[0],
            f"{hand.hands:,}",
            percent(hand.loss, 2),
            percent(hand.cost, 5),
        )
    for column in table.columns[1:4]:
        column.justify = "left"
    out.print(table)
    out.print(
        f"\nThe house way gives up {percent(found.cost)} of each bet: its edge is {percent(-found.value)}, "
        f"best play's {percent(-found.best_value)}."
    )


def _parts_table(title: str, parts: tuple[Part, ...]) -> object:
    table = text_table(title, "part", "hands", "not best", "cost")
    for part in parts:
        table.add_row(part.name, f"{part.hands:,}", f"{part.not_best:,}", percent(part.cost, 5))
    return table


def equilibrium(
    gap: Annotated[
        float,
        typer.Option(metavar="PERCENT", help="How precise the value must be, in percent of the bet."),
    ] = 0.001,
    way: Annotated[
        str | None,
        typer.Option("--way", metavar="WAY", help="List the hands that cost this house way the most."),
    ] = None,
    most: Annotated[int, typer.Option("--hands", min=0, max=3620, help="How many hands to list.")] = 12,
    deck: Annotated[
        str | None,
        typer.Option(metavar="RANKS", help='Solve the card game on a small deck instead: "2 3 K A Jo".'),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Solve the tile game: its exact value, and what each house way gives up to a perfect opponent.

    Both sides can set any hand any way and know how often the other uses each setting. The value comes with
    proven bounds. Covers the main bet against the house, with 5% commission. With --deck, solves
    the card game instead, with four cards of each rank you name, and the joker if you name it.
    """
    from paigow.houseways import built_in_ways
    from paigow.houseways.library import load_sound_way
    from paigow.odds.counting.equilibrium import solve_tiles

    if not 0 < gap < 100:
        raise BadInput(
            f"the gap can't be {gap:g}%", where="--gap", allowed="choose one above 0% and below 100%"
        )
    if deck is not None:
        _solve_deck(deck, Fraction(gap) / 100, as_json)
        return
    chosen = None if way is None else load_sound_way(way, Game.TILES)
    found = _solved(solve_tiles, Fraction(gap) / 100)
    names = [each.name for each in built_in_ways() if each.game is Game.TILES]
    ways = [_way_record(found, name, load_sound_way(name)) for name in (*names, *([way] if way else []))]
    payload: dict[str, Any] = {
        "game": "tiles",
        "lower": fraction_json(found.lower),
        "upper": fraction_json(found.upper),
        "mixed_hands": _mixed(found),
        "ways": list({each["way"]: each for each in ways}.values()),
        "losses": None if chosen is None else _losses(found, chosen, most),
    }
    emit(payload, "paigow/equilibrium/1", as_json, lambda: _print_equilibrium(payload, way))


def _solve_deck(ranks: str, gap: Fraction, as_json: bool) -> None:
    from paigow.odds.counting.card_deals import deals
    from paigow.odds.counting.card_equilibrium import solve_cards
    from paigow.odds.counting.decks import parse_deck

    deck = parse_deck(ranks)
    with searching("solving the card game") as tell:
        found = solve_cards(deck, gap, progress=tell)
    payload: dict[str, Any] = {
        "game": "cards",
        "deck": ranks,
        "cards": len(deck),
        "deals": deals(deck),
        "classes": len(found.game.first),
        "lower": fraction_json(found.lower),
        "upper": fraction_json(found.upper),
        "mixed_classes": {str(role): found.mixed_classes(role) for role in Role},
    }

    def show() -> None:
        out = console()
        classes = f"{payload['classes']:,} classes of hands"
        out.print(f"[bold]{len(deck)} cards[/bold]: {payload['deals']:,} deals, {classes}")
        out.print(
            "With best play on both sides the player's edge is between "
            f"{percent(-found.upper)} and {percent(-found.lower)}."
        )
        player, dealer = payload["mixed_classes"].values()
        out.print(f"The player mixes settings for {player:,} classes of hands, the dealer for {dealer:,}.")

    emit(payload, "paigow/equilibrium-cards/1", as_json, show)


def _solved(solve: Any, gap: Fraction) -> Equilibrium:
    from paigow.odds.counting.kernels import tiles as kernels
    from paigow.odds.runs.storage import are_compiled

    if not are_compiled(kernels.gains_against, kernels.find_dominated):
        note(COMPILING)
    with searching("solving the tile game") as tell:
        found: Equilibrium = solve(gap, progress=tell)
    return found


def _way_record(found: Equilibrium, name: str, way: Any) -> dict[str, Any]:
    """What a perfect opponent gets from a way, as dealer and as player; the way's loss is a bound too."""
    from paigow.odds.counting.equilibrium import pure, sure_value
    from paigow.odds.counting.tile_ways import choices_of

    choices = pure(choices_of(way))
    as_dealer = -sure_value(found.hands, choices, Role.BANK)
    as_player = sure_value(found.hands, choices, Role.PLAYER)
    return {
        "way": name,
        "as_dealer": fraction_json(as_dealer),
        "dealer_gives_up": fraction_json(max(as_dealer - found.upper, Fraction(0))),
        "as_player": fraction_json(as_player),
        "player_gives_up": fraction_json(max(found.lower - as_player, Fraction(0))),
    }


def _mixed(found: Equilibrium) -> dict[str, list[dict[str, Any]]]:
    from paigow.odds.counting.equilibrium import SHARES

    def record(hand: int, role: Role) -> dict[str, Any]:
        shares = found.mixture(role)[hand]
        settings = found.hands.settings[hand]
        return {
            "hand": tiles_text(found.hands.tiles[hand]),
            "shares": {str(settings[s]): shares[s] / SHARES for s in range(len(settings)) if shares[s]},
        }

    names = {Role.PLAYER: "player", Role.BANK: "dealer"}
    return {name: [record(hand, role) for hand in found.mixed_hands(role)] for role, name in names.items()}


def _losses(found: Equilibrium, way: Any, most: int) -> dict[str, list[dict[str, Any]]]:
    from paigow.odds.counting.equilibrium import hand_losses
    from paigow.odds.counting.tile_ways import choices_of

    choices = choices_of(way)
    return {
        name: [_loss(found, each) for each in hand_losses(found, choices, role)[:most]]
        for role, name in ((Role.PLAYER, "player"), (Role.BANK, "dealer"))
    }


def _loss(found: Equilibrium, loss: HandLoss) -> dict[str, Any]:
    settings = found.hands.settings[loss.hand]
    return {
        "hand": tiles_text(found.hands.tiles[loss.hand]),
        "way_sets": str(settings[loss.setting]),
        "best": str(settings[loss.best]),
        "cost": fraction_json(loss.loss),
    }


def _print_equilibrium(payload: dict[str, Any], way: str | None) -> None:
    out = console()
    lower, upper = (fraction_of(payload[bound]) for bound in ("lower", "upper"))
    out.print("[bold]Tiles, both sides free to set[/bold]\n")
    out.print(f"The player loses between {percent(-upper, 6)} and {percent(-lower, 6)} of each wager.")
    mixed = payload["mixed_hands"]
    player, dealer = len(mixed["player"]), len(mixed["dealer"])
    out.print(f"Of 3,620 hands the player sets {player} in more than one way, and the dealer {dealer}.\n")
    table = text_table(
        "against a perfect opponent", "house way", "as dealer", "gives up", "as player", "gives up"
    )
    for each in payload["ways"]:
        figures = (each[key] for key in ("as_dealer", "dealer_gives_up", "as_player", "player_gives_up"))
        table.add_row(each["way"], *(percent(fraction_of(figure)) for figure in figures))
    out.print(table)
    out.print('\nBoth columns show what the player gets. "Gives up" is the least that the house way loses.')
    for side, losses in (payload["losses"] or {}).items():
        table = text_table(f"where {way} loses as {side}", "hand", "sets", "better", "cost")
        for each in losses:
            table.add_row(each["hand"], each["way_sets"], each["best"], percent(fraction_of(each["cost"]), 5))
        out.print()
        out.print(table)
