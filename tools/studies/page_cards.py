"""The tables of the studies of card ways, from the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from paigow.odds.reports.wager_odds import percent
from tools.studies.figures import value_of
from tools.studies.table import table

DEALER = "foxwoods"


def short_cards(content: Mapping[str, Any]) -> Iterator[str]:
    """The ways found, what they lose, and their rules."""
    rows, lists = [], []
    for role in ("player", "bank"):
        best = value_of(content["best_cards"][f"{DEALER} {role}"])
        for margin in ("0.2", "0.1", "0.05"):
            found = content["short_cards"].get(f"{DEALER} {role} {margin}")
            if found is None:
                continue
            name = f"`{DEALER}`, as {role}, within {margin}"
            if not found["rules"]:
                rows.append([name, "over 30", "", percent(-best), ""])
                continue
            value = value_of(found["counts"])
            figures = [str(len(found["rules"])), percent(-value), percent(-best), percent(best - value)]
            rows.append([name, *figures])
            lists.append((role, margin, found["rules"]))
    yield from table(["against", "rules", "edge", "best play", "gives up"], rows)
    for role, margin, rules in lists:
        yield f"As {role} within {margin} points of best play against `{DEALER}`:"
        yield ""
        yield from ("```text", *(f"{n:<3} {rule}" for n, rule in enumerate(rules, start=1)), "```", "")


def improve_cards(content: Mapping[str, Any]) -> list[str]:
    best = value_of(content["best_cards"][f"{DEALER} player"])
    rows = []
    for way, row in sorted(content["improve_cards"].items()):
        before, after = (best - value_of(row[which]) for which in ("before", "after"))
        share = f"{float(100 * (before - after) / before):.0f}%"
        rows.append([f"`{way}`", percent(before), row["rules"][0], percent(after), share])
    return table(["way", "gives up", "with this rule first", "gives up", "recovered"], rows)


def bounds(content: Mapping[str, Any]) -> list[str]:
    """The bounds on the value of the full card game."""
    player = value_of(content["best_cards"][f"{DEALER} player"])
    dealer = value_of(content["bounds"][f"best dealer against {DEALER}"])
    return table(
        ["who is free", "win", "push", "lose", "player's edge"],
        [
            _row(
                f"the player, against a dealer by `{DEALER}`",
                content["best_cards"][f"{DEALER} player"],
                player,
            ),
            _row(
                f"the dealer, against a player by `{DEALER}`",
                content["bounds"][f"best dealer against {DEALER}"],
                dealer,
            ),
        ],
    )


def _row(name: str, outcomes: Sequence[int], value: Fraction) -> list[str]:
    return [name, *(f"{count:,}" for count in outcomes), percent(-value)]


def queen_high(content: Mapping[str, Any]) -> list[str]:
    """Every way against itself, and one against another, without commission."""
    rows = [_shares(f"`{way}`, both", row) for way, row in sorted(content["queen_high"].items())]
    for name, row in content["queen_high_mixed"].items():
        player, dealer = name.split(" against ")
        rows.append(_shares(f"`{player}`, the dealer by `{dealer}`", row))
    rows.append(["published, ways not named", "27.4597%", "42.6112%", "29.9291%", "2.4694%"])
    return table(["the player by", "win", "push", "lose", "edge"], rows)


def _shares(name: str, row: Sequence[int]) -> list[str]:
    win, _, lose = row
    total = sum(row)
    shares = [percent(Fraction(count, total)) for count in row]
    return [name, *shares, percent(Fraction(lose - win, total))]
