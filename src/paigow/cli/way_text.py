"""How house ways read on a terminal. Not how they are written in files, or what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paigow.cli.output import console
from paigow.houseways.syntax import Play
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.tiles import parse_tiles

if TYPE_CHECKING:
    from paigow.houseways import BuiltIn, Explanation, HouseWay, Rule
    from paigow.houseways.checking import Check, Disagreement, Tally
    from paigow.ranks.poker import Wheel


def print_list(ways: Sequence[tuple[BuiltIn, HouseWay]]) -> None:
    out = console()
    for game in Game:
        out.print(f"[bold]{game.value}[/bold]")
        for built_in, found in ways:
            if built_in.game is game:
                out.print(f"  {built_in.name:<18}{found.title}", markup=False)


def print_check(result: Check) -> None:
    out = console()
    out.print(f"[bold]{result.way.title}[/bold]: every one of {result.hands:,} hands tried\n")
    for rule, hands in result.by_rule:
        count = f"{hands:,}" if isinstance(rule.action, Play) else "narrows"
        out.print(f"{rule.label!s:>5} {count:>14}  {_spoken(rule)}", markup=False)
    out.print()
    for sentence in _findings(result):
        out.print(sentence, markup=False)
    if result.clean:
        out.print(
            "Clean: every hand is answered, none is fouled, no rule is idle, none of one level disagree."
        )


def _findings(result: Check) -> list[str]:
    found = []
    if result.unanswered:
        found.append(f"{result.unanswered:,} hands are answered by no rule.")
    if result.fouled:
        found.append(f"{result.fouled:,} hands are fouled.")
    found += [
        f"Rule {rule.label} never speaks and gives no reason why it stands." for rule in result.unreachable
    ]
    found += [
        f"Rule {rule.label} says that it is silent, but it speaks." for rule in result.speaking_though_silent
    ]
    for conflict in result.conflicts:
        found.append(
            f"Rules {conflict.first.label} and {conflict.second.label} disagree on {conflict.hands:,} hands, "
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
        out.print(f"\nRule {near.rule.label} nearly spoke: {_spoken(near.rule)}", markup=False)
        out.print(f"  {near.reason}", markup=False)


def _spoken(rule: Rule) -> str:
    return f"{rule.clause}: {rule.action}"


def _pieces(pieces: Sequence[object]) -> str:
    return " ".join(map(str, pieces))


def print_tally(result: Tally) -> None:
    out = console()
    out.print(f"[bold]{result.way.title}[/bold]: {result.hands:,} hands")
    for title, counts in (("low hand", result.low), ("high hand", result.high)):
        out.print(f"\n{title}")
        for name, count in counts.items():
            out.print(f"{count:>14,}  {100 * count / result.hands:7.3f}%  {name}", markup=False)


def print_differences(one: HouseWay, other: HouseWay, result: Sequence[Disagreement], wheel: Wheel) -> None:
    out = console()
    hands = sum(difference.hands for difference in result)
    out.print(f"[bold]{one.title}[/bold] and [bold]{other.title}[/bold] set {hands:,} hands differently")
    for difference in result:
        out.print(f"\n{difference.hands:,} hands", style="bold")
        out.print(f"  {one.title}, rule {difference.first.label}: {_spoken(difference.first)}", markup=False)
        out.print(
            f"  {other.title}, rule {difference.second.label}: {_spoken(difference.second)}", markup=False
        )
        for hand in difference.examples:
            out.print(
                f"    {hand}:  {set_text(one, hand, wheel)}  or  {set_text(other, hand, wheel)}", markup=False
            )


def set_text(found: HouseWay, hand: str, wheel: Wheel) -> str:
    """A hand as a way sets it, written `low / high`."""
    return str(found.set(parse_tiles(hand) if found.game is Game.TILES else parse_cards(hand), wheel))
