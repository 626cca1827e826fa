"""The studies page in Markdown: the prose of `studies.md`, with tables from the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from paigow.odds.reports.wager_odds import percent
from tools.studies import page_cards
from tools.studies.figures import bank_edge, surplus, value_of
from tools.studies.table import table


def studies_page(content: Mapping[str, Mapping[str, Any]]) -> str:
    """The whole page."""
    page = Path(__file__).with_name("studies.md").read_text(encoding="utf-8")
    tables = {
        "seen": _seen,
        "seen_cards": _seen_cards,
        "bank": _bank,
        "readings": _readings,
        "card_readings": _card_readings,
        "short": _short,
        "frontier": _frontier,
        "improve": _changes,
    }
    found = {
        study: rows(content if study in ("seen_cards", "bank") else content[study])
        for study, rows in tables.items()
    }
    found |= {
        "short_cards": page_cards.short_cards(content),
        "improve_cards": page_cards.improve_cards(content),
        "bounds": page_cards.bounds(content),
        "queen_high": page_cards.queen_high(content),
    }
    for study, lines in found.items():
        page = page.replace(f"{{{{{study}}}}}", "\n".join(lines).strip())
    return page


def _seen(seen: Mapping[str, Any]) -> Iterator[str]:
    names = {0: "nothing", 6: "the dealer's hand"} | {
        n: f"{n} other hand{'s' * (n > 1)}" for n in range(1, 6)
    }
    rows = []
    blind = value_of(seen["traditional 0"])
    for key, name in [
        ("0", names[0]),
        ("tile", "one tile of the dealer's"),
        *((str(n), names[n]) for n in range(1, 7)),
    ]:
        outcomes = seen.get(f"traditional {key}")
        if outcomes is not None:
            value = value_of(outcomes)
            counts = [f"{count:,}" for count in outcomes]
            rows.append([name, percent(-value), percent(value - blind), *counts])
    yield "Against `traditional`:"
    yield from table(["seen", "edge", "worth", "win", "push", "lose"], rows)
    yield "The edge against every way for tiles, by what best play has seen:"
    ways = sorted({key.rsplit(" ", 1)[0] for key in seen})
    rows = [
        [f"`{way}`", *(percent(-value_of(seen[f"{way} {key}"])) for key in ("0", "tile", "5", "6"))]
        for way in ways
        if f"{way} 5" in seen
    ]
    yield from table(["way", "nothing", "a tile", "five hands", "the dealer's hand"], rows)


def _seen_cards(content: Mapping[str, Any]) -> list[str]:
    """What is left of the way's own edge, which the study of banks has on record for both sides."""
    by_way = content["bank"]["foxwoods 1"]["counts"]
    lose, push, win = (by_way[surplus] for surplus in ("-1", "0", "1"))
    edges = {"bank": -value_of((win, push, lose)), "player": -value_of((lose, push, win))}
    rows = [[f"as {role}, by the house way", percent(edge), "exact", ""] for role, edge in edges.items()]
    for name, row in content["seen_cards"].items():
        _, role, others = name.rsplit(" ", 2)
        low, high = (edges[role] - Fraction(gain) for gain in reversed(row["interval"]))
        edge = percent(edges[role] - Fraction(row["gain"]))
        hands = f"{row['hands']:,}"
        rows.append(
            [f"as {role}, {others} other hands seen", edge, f"{percent(low)} to {percent(high)}", hands]
        )
    return table(["against `foxwoods`", "edge", "95% confidence interval", "hands sampled"], rows)


def _bank(content: Mapping[str, Any]) -> Iterator[str]:
    bank = content["bank"]
    for game, way in (("tiles", "traditional"), ("cards", "foxwoods")):
        knowing = content["knowing_bank"]
        rows = [
            _bank_row(bank[name], opponents, knowing.get(name))
            for opponents, name in ((n, f"{way} {n}") for n in range(1, 7))
        ]
        yield f"For {game}, everyone sets by `{way}`; best play is by a bank that knows how many there are:"
        yield from table(["opponents", "edge", "95% confidence interval", "best play"], rows)
    proven = content["bounds"].get("foxwoods against two")
    if proven:
        low, high = percent(-Fraction(proven["upper"])), percent(-Fraction(proven["lower"]))
        yield f"Against two opponents in the card game, the edge is proven to lie between {low} and {high}."
        yield ""
    yield "Where best play is an interval, the bank sets as is best against two (tiles), or by the short way"
    yield "below that is within 0.05 points of best play against one (cards). A bank that knows the number"
    yield "does no worse."
    yield ""
    yield "A co-bank has half of everything and so the same edge, rounding aside (R10)."
    yield ""


def _bank_row(row: Mapping[str, Any], opponents: int, knowing: Mapping[str, Any] | None) -> list[str]:
    edge = percent(bank_edge(row, opponents))
    best = percent(-surplus(row["best"], opponents).value) if "best" in row else "not counted"
    if knowing is not None:
        best = " to ".join(percent(-Fraction(bound)) for bound in reversed(knowing["interval"])) + ", or less"
    if "counts" in row:
        return [str(opponents), edge, "exact", best]
    low, high = (percent(-Fraction(bound)) for bound in reversed(row["interval"]))
    return [str(opponents), edge, f"{low} to {high}", best]


def _readings(readings: Mapping[str, Any]) -> list[str]:
    rows = []
    for name, row in readings.items():
        here, other = (percent(-Fraction(value)) for value in row["best"])
        way = name.rsplit(" ", 1)[0]
        rows.append([f"`{way}`: {row['here']}", row["instead"], f"{row['hands']:,}", here, other])
    return table(["read here", "or", "hands", "edge", "or"], rows)


def _card_readings(readings: Mapping[str, Any]) -> list[str]:
    rows = []
    for name, row in readings.items():
        way = name.rsplit(" ", 1)[0]
        edges = [
            percent(-value_of(row[f"{role} {which}"]))
            for role in ("player", "bank")
            for which in ("here", "other")
        ]
        rows.append([f"`{way}`: {row['here']}", row["instead"], f"{row['hands']:,}", *edges])
    return table(["read here", "or", "hands", "as player", "or", "as bank", "or"], rows)


def _short(short: Mapping[str, Any]) -> Iterator[str]:
    rows = []
    for name, row in short.items():
        way, role, margin = name.rsplit(" ", 2)
        value, best = Fraction(row["value"]), Fraction(row["best"])
        figures = (str(len(row["rules"])), percent(-value), percent(-best), percent(best - value))
        rows.append([f"`{way}`, as {role}, within {margin}", *figures])
    yield from table(["against", "rules", "edge", "best play", "gives up"], rows)
    for name, row in short.items():
        way, role, margin = name.rsplit(" ", 2)
        yield f"As {role} within {margin} points of best play against `{way}`:"
        yield ""
        yield from ("```text", *(f"{n:<3} {rule}" for n, rule in enumerate(row["rules"], start=1)), "```", "")


def _frontier(frontier: Mapping[str, Any]) -> list[str]:
    lengths = sorted({int(rules) for row in frontier.values() for rules in row})
    names = sorted(frontier)
    shown = [rules for rules in lengths if rules <= 5 or rules % 5 == 0]
    rows = [[str(rules), *(_given_up(frontier[name], rules) for name in names)] for rules in shown]
    return table(["rules", *(f"as {name.rsplit(' ', 1)[1]}" for name in names)], rows)


def _given_up(row: Mapping[str, str], rules: int) -> str:
    return percent(Fraction(row[str(rules)])) if str(rules) in row else ""


def _changes(changes: Mapping[str, Any]) -> list[str]:
    rows = []
    for way, row in changes.items():
        costs = [percent(Fraction(cost)) for cost in row["costs"]]
        first, *more = reversed(row["rules"])
        rows.append([f"`{way}`", costs[0], first, costs[1], *(more or ["none"]), costs[-1]])
    return table(
        ["way", "gives up", "with this rule first", "gives up", "and this one before it", "gives up"], rows
    )
