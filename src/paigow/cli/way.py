"""`paigow way`: house ways listed, shown, checked, explained, tallied, and compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.cli.arguments import hand_argument, shown_source, way_argument
from paigow.cli.best_play import cost
from paigow.cli.commands import examples
from paigow.cli.output import JsonFlag, bar, console, emit, note
from paigow.cli.way_studies import improve, readings, short
from paigow.faults import BadInput
from paigow.houseways import built_in_ways, load_way
from paigow.houseways.syntax import Play
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.notation import counted
from paigow.material.tiles import parse_tiles
from paigow.ranks.poker import Order, Wheel, with_wild_joker

if TYPE_CHECKING:
    from paigow.houseways import BuiltIn, Explanation, HouseWay, Rule
    from paigow.houseways.checking import Disagreement, SettingTally, WayCheck
    from paigow.houseways.compiled import ClassesDone

A_FINDING = 1
way = typer.Typer(add_completion=False, rich_markup_mode="rich")
WayArgument = Annotated[str, way_argument("WAY")]
WheelOption = Annotated[Wheel, typer.Option(help="For cards: rank of A-2-3-4-5 among straights.")]


class Joker(Enum):
    """What the joker can be, as in a `.game` file."""

    BUG = "bug"
    WILD = "wild"


JokerOption = Annotated[
    Joker, typer.Option(help="For cards: bug is an ace or in a straight or flush; wild is any card.")
]


@way.command("list", epilog=examples("paigow way list", "paigow way list --json"))
def list_ways(as_json: JsonFlag = False) -> None:
    """List the built-in house ways."""
    ways = [(built_in, load_way(built_in.name)) for built_in in built_in_ways()]
    payload = {
        "ways": [
            {"name": b.name, "title": w.title, "game": b.game.value, "sources": list(w.texts("source"))}
            for b, w in ways
        ]
    }
    emit(payload, "paigow/way-list/1", as_json, lambda: print_list(ways))


@way.command(epilog=examples("paigow way show trump-plaza", "paigow way show canberra --source"))
def show(
    name: WayArgument,
    source: Annotated[bool, typer.Option("--source", help="Print the .way file.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Print a house way as a numbered list of rules."""
    from paigow.houseways.way import card

    found = load_way(name)
    payload = {
        "way": shown_source(name),
        "title": found.title,
        "game": found.game.value,
        "base": found.base,
        **{f"{kind}s": list(found.texts(kind)) for kind in ("source", "note", "reading")},
        "noted_findings": list(found.texts("finding")),
        "rules": [_numbered(rule) for rule in found.rules],
        "final": [str(step) for step in found.final],
        "text": str(found),
    }
    emit(payload, "paigow/way-show/1", as_json, lambda: print(str(found) if source else card(found), end=""))


@way.command(epilog=examples("paigow way check traditional", "paigow way check my.way --json"))
def check(
    name: WayArgument,
    wheel: WheelOption = Wheel.SECOND,
    joker: JokerOption = Joker.BUG,
    as_json: JsonFlag = False,
) -> None:
    """Check a house way over every hand.

    Every hand must be set and none fouled; an unreachable rule must say why it is there;
    rules of one number (2a, 2b, ...) must agree. Exits with 1 if any of this fails.
    """
    from paigow.houseways.checking import check_way

    found = load_way(name)
    order = _order(found, wheel, joker)
    with _progress(found, 2) as progress:
        result = check_way(found, order, progress)
    payload = {
        "ok": result.clean,
        "hands": result.hands,
        "rules": [
            {**_numbered(rule), "hands": hands, "guard": not isinstance(rule.action, Play)}
            for rule, hands in result.by_rule
        ],
        "unanswered": result.unanswered,
        "fouled": result.fouled,
        "unreachable": [str(rule.label) for rule in result.unreachable],
        "used_but_marked_unused": [str(rule.label) for rule in result.speaking_though_silent],
        "conflicts": [
            {
                "rules": [str(conflict.first.label), str(conflict.second.label)],
                "hands": conflict.hands,
                "examples": conflict.examples,
            }
            for conflict in result.conflicts
        ],
        "findings": [{"problem": sentence} for sentence in _findings(result)],
    }
    emit(payload, "paigow/way-check/1", as_json, lambda: print_check(result))
    if not result.clean:
        raise typer.Exit(A_FINDING)


@way.command(
    epilog=examples(
        'paigow way explain traditional "6-6 4-5 2-2 3-5"',
        'paigow way explain foxwoods "As Kd Kh Qc Jh 10s 4d" --json',
    )
)
def explain(
    name: WayArgument,
    hand: Annotated[str, hand_argument("Four tiles or seven cards.")],
    wheel: WheelOption = Wheel.SECOND,
    joker: JokerOption = Joker.BUG,
    as_json: JsonFlag = False,
) -> None:
    """Set a hand, quote the rule that applied, and say why earlier rules that nearly applied didn't."""
    found = load_way(name)
    order = _order(found, wheel, joker)
    if found.game is Game.TILES:
        told = found.explain(parse_tiles(hand, count=4), order)
    else:
        told = found.explain(parse_cards(hand, count=7), order)
    decision = told.decision
    payload = {
        "way": shown_source(name),
        "title": found.title,
        "low": " ".join(map(str, decision.setting.low)),
        "high": " ".join(map(str, decision.setting.high)),
        "low_name": decision.low_name,
        "high_name": decision.high_name,
        "rule": str(decision.rule.label),
        "text": decision.rule.text,
        "guards": [_numbered(rule) for rule in told.guards],
        "near_misses": [{**_numbered(near.rule), "reason": near.reason} for near in told.near_misses],
    }
    emit(payload, "paigow/way-explain/1", as_json, lambda: print_explanation(found, told))


@way.command(epilog=examples("paigow way tally regulation", "paigow way tally foxwoods --json"))
def tally(
    name: WayArgument,
    wheel: WheelOption = Wheel.SECOND,
    joker: JokerOption = Joker.BUG,
    as_json: JsonFlag = False,
) -> None:
    """Count the low and high hands a house way makes, over all hands."""
    from paigow.houseways.checking import tally_way

    found = load_way(name)
    order = _order(found, wheel, joker)
    with _progress(found, 2) as progress:
        result = tally_way(found, order, progress)
    payload = {"hands": result.hands, "low": result.low, "high": result.high}
    emit(payload, "paigow/way-tally/1", as_json, lambda: print_tally(result))


@way.command(epilog=examples("paigow way diff traditional canberra", "paigow way diff trump-plaza claridge"))
def diff(
    first: Annotated[str, way_argument("W1")],
    second: Annotated[str, way_argument("W2", "Another house way for the same game.")],
    wheel: WheelOption = Wheel.SECOND,
    joker: JokerOption = Joker.BUG,
    as_json: JsonFlag = False,
) -> None:
    """List the hands two house ways set differently, by rule, with examples."""
    from paigow.houseways.checking import compare_ways

    one, other = load_way(first), load_way(second)
    order = _order(one, wheel, joker)
    with _progress(one, 3) as progress:
        result = compare_ways(one, other, order, progress)
    payload = {
        "hands": sum(difference.hands for difference in result),
        "differences": [
            {
                "first": _numbered(difference.first),
                "second": _numbered(difference.second),
                "hands": difference.hands,
                "examples": [
                    {
                        "hand": hand,
                        "first": set_text(one, hand, order),
                        "second": set_text(other, hand, order),
                    }
                    for hand in difference.examples
                ],
            }
            for difference in result
        ],
    }
    emit(payload, "paigow/way-diff/1", as_json, lambda: print_differences(one, other, result, order))


way.command(epilog=examples("paigow way cost traditional", "paigow way cost canberra --dealer regulation"))(
    cost
)
way.command(epilog=examples("paigow way readings"))(readings)
way.command(epilog=examples("paigow way short traditional --within 0.5"))(short)
way.command(epilog=examples("paigow way improve traditional --rules 1"))(improve)


def _order(found: HouseWay, wheel: Wheel, joker: Joker) -> Order:
    """How hands rank, by the options; raise BadInput."""
    if joker is Joker.BUG:
        return wheel
    if found.game is Game.TILES:
        raise BadInput("there is no joker among tiles", where="--joker", allowed="leave it out")
    return with_wild_joker(wheel)


def _numbered(rule: Rule) -> dict[str, object]:
    return {"number": str(rule.label), "text": rule.text}


@contextmanager
def _progress(found: HouseWay, passes: int) -> Iterator[ClassesDone | None]:
    """A bar over all passes through the card hands. Tiles finish before it could be drawn."""
    from paigow.houseways.compiled import is_compiled
    from paigow.ranks.classes import CARD_CLASSES

    if found.game is Game.TILES:
        yield None
        return
    if not is_compiled():
        note("Compiling the house-way loops: a few seconds, once on this machine")
    with bar(f"setting every hand by {found.title}", passes * CARD_CLASSES, "hands") as advance:
        last = 0

        def progress(done: int, _total: int) -> None:
            nonlocal last
            advance(done - last if done >= last else done)
            last = done

        yield progress


def print_list(ways: Sequence[tuple[BuiltIn, HouseWay]]) -> None:
    out = console()
    for game in Game:
        out.print(f"[bold]{game.value}[/bold]")
        for built_in, found in ways:
            if built_in.game is game:
                out.print(f"  {built_in.name:<18}{found.title}", markup=False)


def print_check(result: WayCheck) -> None:
    out = console()
    out.print(f"[bold]{result.way.title}[/bold]: all {result.hands:,} hands checked\n")
    for rule, hands in result.by_rule:
        count = f"{hands:,}" if isinstance(rule.action, Play) else "narrows"
        out.print(f"{rule.label!s:>5} {count:>14}  {_spoken(rule)}", markup=False)
    out.print()
    for sentence in _findings(result):
        out.print(sentence, markup=False)
    if result.clean:
        out.print(
            "Clean: every hand is set, none is fouled, every rule is used, and rules of one number agree."
        )


def _findings(result: WayCheck) -> list[str]:
    found = []
    if result.unanswered:
        found.append(f"No rule applies to {counted(result.unanswered, 'hand')}.")
    if result.fouled:
        found.append(f"It fouls {counted(result.fouled, 'hand')}.")
    found += [f"Rule {rule.label} is never used, and gives no reason." for rule in result.unreachable]
    found += [
        f"Rule {rule.label} is marked as unused, but it is used." for rule in result.speaking_though_silent
    ]
    for conflict in result.conflicts:
        found.append(
            f"Rules {conflict.first.label} and {conflict.second.label} disagree on "
            f"{counted(conflict.hands, 'hand')}, "
            f"such as {'; '.join(conflict.examples)}."
        )
    return found


def print_explanation(found: HouseWay, told: Explanation) -> None:
    out = console()
    decision = told.decision
    out.print(f"low   {_pieces(decision.setting.low):<16} {decision.low_name}", markup=False)
    out.print(f"high  {_pieces(decision.setting.high):<16} {decision.high_name}", markup=False)
    out.print(f"\n{found.title}, rule {decision.rule.label}: {_spoken(decision.rule)}", markup=False)
    for rule in told.guards:
        out.print(f"\nBefore it, rule {rule.label} narrowed the settings: {_spoken(rule)}", markup=False)
    for near in told.near_misses:
        out.print(f"\nRule {near.rule.label} nearly applied: {_spoken(near.rule)}", markup=False)
        out.print(f"  {near.reason}", markup=False)


def _spoken(rule: Rule) -> str:
    return f"{rule.clause}: {rule.action}"


def _pieces(pieces: Sequence[object]) -> str:
    return " ".join(map(str, pieces))


def print_tally(result: SettingTally) -> None:
    out = console()
    out.print(f"[bold]{result.way.title}[/bold]: {result.hands:,} hands")
    for title, counts in (("low hand", result.low), ("high hand", result.high)):
        out.print(f"\n{title}")
        for name, count in counts.items():
            out.print(f"{count:>14,}  {100 * count / result.hands:7.3f}%  {name}", markup=False)


def print_differences(one: HouseWay, other: HouseWay, result: Sequence[Disagreement], order: Order) -> None:
    out = console()
    hands = sum(difference.hands for difference in result)
    out.print(
        f"[bold]{one.title}[/bold] and [bold]{other.title}[/bold] set {counted(hands, 'hand')} differently"
    )
    for difference in result:
        out.print(f"\n{counted(difference.hands, 'hand')}", style="bold")
        out.print(f"  {one.title}, rule {difference.first.label}: {_spoken(difference.first)}", markup=False)
        out.print(
            f"  {other.title}, rule {difference.second.label}: {_spoken(difference.second)}", markup=False
        )
        for hand in difference.examples:
            out.print(
                f"    {hand}:  {set_text(one, hand, order)}  or  {set_text(other, hand, order)}", markup=False
            )


def set_text(found: HouseWay, hand: str, order: Order) -> str:
    """A hand as a way sets it, written `low / high`."""
    return str(found.set(parse_tiles(hand) if found.game is Game.TILES else parse_cards(hand), order))
