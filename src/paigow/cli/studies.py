"""`paigow seen` and `bank`: the value of seen hands, the bank by number of opponents. Not the counting."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paigow.cli.arguments import shown_source, way_argument
from paigow.cli.counting import COMPILING, card_counting
from paigow.cli.odds import FreshFlag, SideOption, role_of
from paigow.cli.output import JsonFlag, bar, console, emit, note, reporting, text_table
from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.reports.wager_odds import fraction_json, fraction_of, percent, whole_json

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.odds.counting import Tally
    from paigow.odds.counting.bank import BankCounts
    from paigow.odds.counting.tile_deals import Ints
    from paigow.odds.runs.shards import Run
    from paigow.odds.simulation.bank import BankEstimate

QUICK = (0, 5, 6)
"""The numbers of other hands seen that take seconds, not minutes."""
MOST_AT_CARDS = 5
"""Seven hands are dealt at cards: five besides yours and the dealer's."""


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

    At tiles, compares best play after seeing nothing, one of the dealer's tiles, or other hands: five are a
    whole table of friends, six leave only the dealer's hand. Every deal is counted; 2 to 4 hands take
    minutes. At cards, your hand and up to five seen hands are sampled, every hand that the dealer can still
    hold is counted, and the result has a 95% confidence interval.
    """
    from paigow.houseways.library import load_sound_way
    from paigow.odds.counting.kernels import seen as kernels
    from paigow.odds.runs.shards import Run
    from paigow.odds.runs.storage import are_compiled

    role = role_of(side) or Role.PLAYER
    house, name = load_sound_way(way), shown_source(way)
    if house.game is Game.CARDS:
        card_rows = list(
            _card_rows(house, role, sorted({*(others or [MOST_AT_CARDS])}), (rounds, seed), fresh)
        )
        payload = {"way": name, "as": str(role), "rows": card_rows}
        emit(payload, "paigow/seen-cards/1", as_json, lambda: _print_seen_cards(name, str(role), card_rows))
        return
    if not are_compiled(kernels.best_of_unseen):
        note(COMPILING)
    with reporting() as tell:
        run = Run(fresh=fresh, report=tell)
        rows = list(_rows(house, role, sorted({0, *(others or QUICK)}), run))
    payload = {"way": name, "as": str(role), "rows": rows}
    emit(payload, "paigow/seen/1", as_json, lambda: _print_seen(name, str(role), rows))


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
    out.print("\nAn edge below zero is a gain. Worth is what the seen tiles add per unit bet.")


def _card_rows(
    way: HouseWay, role: Role, hands: list[int], sampling: tuple[int, int], fresh: bool
) -> Iterator[dict[str, Any]]:
    """The way itself, exactly; then, with this many hands seen, the sampled gain of best play over it."""
    from paigow.odds.counting.strengths import dealer_strengths
    from paigow.odds.game_rules import GameRules
    from paigow.odds.simulation.sampling import check_rounds
    from paigow.odds.simulation.seen_cards import gain_of_seeing
    from paigow.ranks.poker import Wheel

    check_rounds(sampling[0])
    if hands[-1] > MOST_AT_CARDS:
        raise BadInput(
            f"you can't see {hands[-1]} other hands of cards",
            where="--hands",
            allowed=f"choose 0 to {MOST_AT_CARDS}",
        )
    with card_counting(GameRules(), fresh=fresh) as counting:
        value = counting.tally(way, way, role).value
    yield {
        "seen": "nothing, set by the way",
        "others": None,
        "sampled": False,
        "hands": None,
        "value": fraction_json(value),
        "edge": float(-value),
        "interval": None,
        "mean_worth": None,
    }
    strengths = dealer_strengths(way, Wheel.SECOND)
    for others in hands:
        with bar(f"seeing {others} other hands", sampling[0]) as advance:
            found = gain_of_seeing(strengths, strengths, role, others, *sampling, progress=advance)
        low, high = found.interval
        edge = float(-value)
        yield {
            "seen": f"{others} other hand" if others == 1 else f"{others} other hands",
            "others": others,
            "sampled": True,
            "hands": found.samples,
            "value": None,
            "edge": edge - found.mean,
            "interval": {"confidence": 0.95, "low": edge - high, "high": edge - low},
            "mean_worth": found.mean,
        }


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
        int, typer.Option(min=1, max=3, help="Count up to this many opponents exactly (tiles).")
    ] = 2,
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
    with a 95% confidence interval. Three opponents at tiles take the better part of an hour.
    """
    from paigow.houseways.library import load_sound_way
    from paigow.odds.runs.shards import Run
    from paigow.odds.simulation.sampling import check_rounds

    house = load_sound_way(way)
    check_rounds(rounds)
    if bounds:
        _require_bounds(house, most)
    if house.game is Game.TILES:
        with reporting() as tell:
            gross, counted = _counted_tiles(house, min(exact, most), Run(fresh=fresh, report=tell))
    else:
        gross, counted = _counted_cards(house, fresh)
    more = range(len(counted) + 1, most + 1)
    rows = [*counted, *(_sampled(house, opponents, gross, rounds, seed) for opponents in more)]
    if bounds:
        _add_bounds(house, rows, fresh)
    name = shown_source(way)
    payload = {"way": name, "game": house.game.value, "gross": fraction_json(gross), "rows": rows}
    emit(payload, "paigow/bank/1", as_json, lambda: _print_bank(name, gross, rows))


def _require_bounds(way: HouseWay, most: int) -> None:
    """Raise BadInput where no sampled row of two opponents is there to be bounded."""
    if way.game is Game.TILES:
        problem, allowed = "two opponents are counted exactly at tiles", "leave it out"
    elif most == 1:
        problem, allowed = "bounds are for two opponents", "choose --opponents 2 or more"
    else:
        return
    raise BadInput(problem, where="--bounds", allowed=allowed)


def _counted_tiles(way: HouseWay, most: int, run: Run) -> tuple[Fraction, list[dict[str, Any]]]:
    from paigow.odds.counting.bank import bank_counts
    from paigow.odds.counting.tile_ways import choices_of, tile_tally
    from paigow.odds.simulation.bank import gross_of

    alone: Ints | None = None
    rows = []
    for opponents in range(1, most + 1):
        found = bank_counts(way, opponents, run)
        best = found.best_choices()
        alone = best if alone is None else alone
        rows.append(_exact_row(found, choices_of(way), best, alone))
    return gross_of(tile_tally(way, way, Role.BANK)), rows


_BANK_ROW: Final = {
    "opponents": None,
    "sampled": False,
    "value": None,
    "edge": None,
    "counts": None,
    "best_value": None,
    "best_edge": None,
    "set_differently": None,
    "interval": None,
    "rounds": None,
    "proven": None,
}
"""A row before it is known: what isn't counted or sampled stays null."""


def _exact_row(found: BankCounts, by_way: Ints, best: Ints, alone: Ints) -> dict[str, Any]:
    """`alone` is the bank's best play against one: how many hands it sets differently against more."""
    tally, at_best = found.tally(by_way), found.tally(best)
    changed = int(found.hands.weights[best != alone].sum())
    return {
        **_BANK_ROW,
        "opponents": found.opponents,
        "value": fraction_json(tally.value),
        "edge": float(-tally.value),
        "counts": {str(surplus): whole_json(count) for surplus, count in tally.counts.items()},
        "best_value": fraction_json(at_best.value),
        "best_edge": float(-at_best.value),
        "set_differently": changed,
    }


def _counted_cards(way: HouseWay, fresh: bool) -> tuple[Fraction, list[dict[str, Any]]]:
    from paigow.odds.game_rules import GameRules
    from paigow.odds.simulation.bank import gross_of

    with card_counting(GameRules(), fresh=fresh) as counting:
        tally = counting.tally(way, way, Role.BANK)
    counts = {"-1": tally.lose, "0": tally.push, "1": tally.win}
    row = {
        **_BANK_ROW,
        "opponents": 1,
        "value": fraction_json(tally.value),
        "edge": float(-tally.value),
        "counts": {surplus: whole_json(count) for surplus, count in counts.items()},
    }
    return gross_of(tally), [row]


def _sampled(way: HouseWay, opponents: int, gross: Fraction, rounds: int, seed: int) -> dict[str, Any]:
    from paigow.odds.counting.strengths import dealer_strengths
    from paigow.odds.counting.tile_deals import as_set, tile_hands
    from paigow.odds.counting.tile_ways import choices_of
    from paigow.odds.simulation.bank import card_bank, tile_bank
    from paigow.ranks.poker import Wheel

    with bar(f"dealing to {opponents} opponents", rounds) as advance:
        if way.game is Game.TILES:
            every = as_set(tile_hands(), choices_of(way))
            found = tile_bank(tile_hands(), every, (every, opponents), gross, rounds, seed, advance)
        else:
            strengths = dealer_strengths(way, Wheel.SECOND)
            found = card_bank(strengths, (strengths, opponents), gross, rounds, seed, advance)
    return _sampled_row(found)


def _sampled_row(found: BankEstimate) -> dict[str, Any]:
    low, high = found.interval
    return {
        **_BANK_ROW,
        "opponents": found.opponents,
        "sampled": True,
        "edge": -found.value,
        "interval": {"confidence": 0.95, "low": -high, "high": -low},
        "rounds": found.over.samples,
    }


def _add_bounds(way: HouseWay, rows: list[dict[str, Any]], fresh: bool) -> None:
    """What is proven, next to the sampled row of two opponents."""
    from paigow.odds.counting.two_opponents import two_card_opponents
    from paigow.odds.game_rules import GameRules

    for row in rows:
        if row["opponents"] == 2 and row["sampled"]:
            with card_counting(GameRules(), fresh=fresh) as counting:
                strengths = counting.strengths(way)
                found = two_card_opponents(strengths, strengths, counting.run)
            row["proven"] = {"low": -found.upper, "high": -found.lower}


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
