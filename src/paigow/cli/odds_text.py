"""How the odds read on a terminal: tables and a short conclusion, laid out for people."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from rich.table import Table

from paigow.cli.output import console
from paigow.odds.reports.wager_odds import OddsReport, WagerOdds, fraction_of, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from paigow.odds.counting.one_hand import HandOdds
    from paigow.odds.simulation.sampling import Estimate

FEW: Final = 4
"""So many wagers at once are shown result by result."""
COPIES: Final = "copies:"


def print_report(report: OddsReport) -> None:
    out = console()
    out.print(f"[bold]{report.subject}[/bold]")
    for line in report.assumes:
        out.print(f"  {line}", style="dim")
    out.print()
    out.print(_overview(report.wagers))
    if len(report.wagers) <= FEW:
        for wager in report.wagers:
            _print_wager(out, wager)
    else:
        for wager in report.wagers:
            for line in _remarks(wager):
                if not line.startswith(COPIES):
                    out.print(f"  {wager.title}: {line}")
    out.print()
    for sentence in report.conclusions:
        out.print(sentence)


def text_table(title: str, *columns: str) -> Table:
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 else "right")
    return table


def _overview(wagers: Sequence[WagerOdds]) -> Table:
    table = text_table("", "wager", "edge", "hits", "deviation", "counted")
    for wager in wagers:
        style = "green" if wager.edge < 0 else ""
        table.add_row(
            wager.title,
            percent(wager.edge),
            percent(wager.hit_frequency, 2),
            f"{wager.standard_deviation:,.3f}",
            f"{wager.total:,}",
            style=style,
        )
    return table


def _print_wager(out: Console, wager: WagerOdds) -> None:
    out.print()
    table = text_table(wager.title, "result", "count", "share", "gains", "adds")
    for result in wager.results:
        share = Fraction(result.count, wager.total)
        table.add_row(
            result.name, f"{result.count:,}", percent(share), _gain(result.net), percent(share * result.net)
        )
    table.add_row("together", f"{wager.total:,}", "", "", percent(wager.value), style="bold")
    out.print(table)
    for line in wager.assumes:
        out.print(f"  {line}", style="dim")
    for line in _remarks(wager):
        out.print(f"  {line}")


def _gain(net: Fraction) -> str:
    return f"{net.numerator:,}" if net.denominator == 1 else f"{float(net):,.4f}".rstrip("0")


def _remarks(wager: WagerOdds) -> list[str]:
    """What the details say that a player would ask for."""
    details: Mapping[str, Any] = wager.details
    found = []
    if "envy" in details:
        edges = ", ".join(f"{row['edge']:.2%}" for row in details["envy"])
        found.append(f"with envy for 1 to 5 other players {details['envy_words']}: {edges}")
    if "break_even_cents" in details:
        points = ", ".join(
            f"{meter} ${cents / 100:,.2f}" for meter, cents in details["break_even_cents"].items()
        )
        found.append(f"breaks even, the other meters as they are, at {points}")
    if "long_run_value" in details:
        value = fraction_of(details["long_run_value"])
        found.append(f"over the long run, meters fed and restarted, the edge is {percent(-value)}")
    if "uncut_stake_cents" in details:
        found.append(f"the payout limit cuts nothing up to ${details['uncut_stake_cents'] / 100:,.2f}")
    if details.get("low_copies") is not None:
        copies = f"{COPIES} low {details['low_copies']:,}, high {details['high_copies']:,}"
        found.append(f"{copies}, both {details['both_copies']:,}")
    if "value_without_zero_rule" in details:
        value = fraction_of(details["value_without_zero_rule"])
        zeros = f"{details['zero_lows']:,} low hands of value zero would have won"
        found.append(f"zero rule (R2): {zeros}; without it the edge would be {percent(-value)}")
    return found


def print_hand_odds(way: str, found: HandOdds) -> None:
    out = console()
    total = found.best.total
    out.print(f"[bold]as {found.role}[/bold], against all {total:,} replies of the way {way!r}\n")
    table = text_table("", "low", "high", "win", "push", "lose", "value")
    for place, setting in enumerate(found.settings):
        table.add_row(
            f"{' '.join(map(str, setting.setting.low))}  {setting.low_name}",
            f"{' '.join(map(str, setting.setting.high))}  {setting.high_name}",
            f"{setting.win:,}",
            f"{setting.push:,}",
            f"{setting.lose:,}",
            percent(setting.value),
            style="bold green" if place == 0 else "",
        )
    table.columns[1].justify = "left"
    out.print(table)
    out.print(f"\nBest: {found.best.setting}. {_second_thoughts(found)}")


def _second_thoughts(found: HandOdds) -> str:
    if len(found.settings) == 1:
        return "There is no other way to set it."
    given_up = percent(found.best.value - found.settings[1].value, 2)
    return f"The next best gives up {given_up} of the wager; the dealer's way sets {found.way_setting}."


def print_estimates(title: str, rounds: int, estimates: Sequence[Estimate]) -> None:
    out = console()
    out.print(f"[bold]{title}[/bold], {rounds:,} rounds\n")
    table = text_table("", "wager", "mean", "standard error", "95% confidence interval", "exact")
    for each in estimates:
        low, high = each.interval
        table.add_row(
            each.wager,
            f"{each.mean:.4%}",
            f"{each.standard_error:.4%}",
            f"{low:.4%} to {high:.4%}",
            "" if each.exact is None else percent(each.exact.value),
            style="bold red" if each.disagrees else "",
        )
    out.print(table)
    wrong = [each.wager for each in estimates if each.disagrees]
    if wrong:
        out.print(f"\nThe simulation disagrees with the exact value of: {', '.join(wrong)}.")
    else:
        out.print("\nEvery mean agrees with its exact value.")
