"""The odds as one self-contained page: conclusions, plots, and every exact figure in a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib.resources import files
from typing import Any, Final

from paigow.odds.reports.charts import (
    ROUNDS,
    Curve,
    bars_of_edges,
    bars_of_outcomes,
    bars_of_returns,
    fan_of_rounds,
    fan_reach,
    lines_plot,
    mini_bar,
)
from paigow.odds.reports.wager_odds import OddsReport, WagerOdds, percent
from paigow.odds.wagers.main import CO_BANK
from paigow.odds.wagers.progressive import ProgressiveReturn, progressive_return
from paigow.wagers.money import Cents, money
from paigow.wagers.paytables import Meter
from paigow.wagers.registry import name_of
from paigow.wagers.wager import MAIN


def odds_page(report: OddsReport) -> str:
    """The whole page: no script, nothing loaded from elsewhere."""
    style = files("paigow.odds.reports").joinpath("page.css").read_text(encoding="utf-8")
    body = "\n".join(filter(None, _sections(report)))
    title = f"Odds: {escape(report.subject)}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _sections(report: OddsReport) -> Iterator[str]:
    yield _head(report)
    if len(report.wagers) > 1:
        intro = "Of every hundred units staked, so many stay with the other side."
        yield _section("What each wager costs", intro, bars_of_edges(report.wagers))
    yield _main_section(report)
    yield _returns_section(report)
    yield _envy_section(report)
    yield _meter_section(report)
    yield _tables(report)
    yield (
        "<footer><p>Every deal is counted; nothing is sampled. An edge below zero is a gain. Bands show one "
        "and two standard deviations of the sum of independent rounds: about two of three series end in the "
        "inner one, 19 of 20 in the outer.</p></footer>"
    )


def _head(report: OddsReport) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in report.conclusions)
    words = "; ".join(report.assumes)
    figures = "".join(_headline(title, wager) for title, wager in _first_to_know(report.wagers))
    return (
        f'<header><h1>{escape(report.subject)}</h1>\n<p class="muted">{escape(words)}.</p>\n'
        f'<dl class="headlines">{figures}</dl>\n<ul class="lead">{lines}</ul></header>'
    )


def _first_to_know(wagers: Sequence[WagerOdds]) -> Iterator[tuple[str, WagerOdds]]:
    """The main wager from both sides, and the cheapest and costliest side bets."""
    for wager in wagers:
        if wager.kind == MAIN and not wager.case and wager.role != CO_BANK:
            yield wager.title, wager
    optional = sorted((wager for wager in wagers if wager.kind != MAIN), key=lambda wager: wager.edge)
    if optional:
        yield optional[0].title, optional[0]
    if len(optional) > 1:
        yield f"{optional[-1].title}, the dearest", optional[-1]


def _headline(title: str, wager: WagerOdds) -> str:
    style = "gain" if wager.edge < 0 else "cost"
    kept = "gained of every $100" if wager.edge < 0 else "lost of every $100"
    amount = f"${abs(float(wager.edge)) * 100:,.2f}"
    return (
        f'<div><dt>{escape(title)}</dt><dd class="{style}">{amount}</dd>'
        f'<dd class="muted">{kept}; hits {percent(wager.hit_frequency, 1)}</dd></div>'
    )


def _section(title: str, intro: str, *content: str) -> str:
    inside = "\n".join(content)
    return f'<section>\n<h2>{escape(title)}</h2>\n<p class="muted">{escape(intro)}</p>\n{inside}\n</section>'


def _figure(caption: str, plot: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{plot}</figure>"


def _main_section(report: OddsReport) -> str:
    main = [wager for wager in report.wagers if wager.kind == MAIN]
    three = [wager for wager in main if {"win", "push", "lose"} <= {result.name for result in wager.results}]
    if not three:
        return ""
    shown = [wager for wager in main if wager.role != CO_BANK]
    reach = max(map(fan_reach, shown), default=1.0)
    fans = "\n".join(_figure(wager.title, fan_of_rounds(wager, reach)) for wager in shown)
    return _section(
        "The main wager",
        f"How often it wins, pushes and loses, and where one unit a round leads over {ROUNDS} rounds.",
        bars_of_outcomes(three),
        f'<div class="pair">{fans}</div>',
    )


def _returns_section(report: OddsReport) -> str:
    optional = [wager for wager in report.wagers if wager.kind != MAIN]
    if not optional:
        return ""
    intro = "What each result gives back of one unit, the stake included; what is hatched is kept."
    return _section("Where the money goes", intro, bars_of_returns(optional))


def _envy_section(report: OddsReport) -> str:
    plots = []
    envied = [wager for wager in report.wagers if "envy" in wager.details]
    for kind in dict.fromkeys(wager.kind for wager in envied):
        lines = [_envy_line(wager) for wager in envied if wager.kind == kind]
        label = f"The edge of {name_of(kind)} by the number of other players"
        plot = lines_plot(lines, "other players in the round", label)
        plots.append(_figure(name_of(kind), plot))
    if not plots:
        return ""
    intro = "Each other player's hand may earn an envy bonus: the fuller the table, the smaller the edge."
    return _section("Envy", intro, f'<div class="pair">{"".join(plots)}</div>')


def _envy_line(wager: WagerOdds) -> Curve:
    details: Mapping[str, Any] = wager.details
    later = [(float(row["others"]), 100 * row["edge"]) for row in details["envy"]]
    return Curve(wager.table, ((0.0, 100 * float(wager.edge)), *later))


def _meter_section(report: OddsReport) -> str:
    wagers = [wager for wager in report.wagers if "break_even_cents" in wager.details]
    if not wagers:
        return ""
    plots = [_meter_plot(wager) for wager in wagers]
    intro = (
        "The edge falls as the largest meter grows, the others as they stand; the dot is where it is nothing."
    )
    return _section("The progressive", intro, f'<div class="pair">{"".join(plots)}</div>')


def _meter_plot(wager: WagerOdds) -> str:
    details: Mapping[str, Any] = wager.details
    returns = progressive_return(wager.table)
    stake = Cents(details["stake_cents"])
    meters = {Meter(name): Cents(cents) for name, cents in details["meters_cents"].items()}
    meter = next(iter(meters))
    even = returns.break_even(meter, meters, stake)
    points = _meter_points(returns, meter, meters, stake, int(even))
    plot = lines_plot(
        [Curve(wager.table, points)],
        f"{meter} in thousands of dollars",
        f"The edge of the progressive, table {wager.table}, by its {meter}",
        lambda x: f"{x:,.0f}",
    )
    at = money(Cents(details["break_even_cents"][str(meter)]))
    caption = f"{wager.title}: {money(stake)} staked, even at {at}"
    return _figure(caption, plot)


def _meter_points(
    returns: ProgressiveReturn, meter: Meter, meters: Mapping[Meter, Cents], stake: Cents, even: int
) -> tuple[tuple[float, float], ...]:
    most = max(even, meters[meter]) * 5 // 4
    readings = [Cents(most * part // 20) for part in range(21)]
    values = [returns.value({**meters, meter: reading}, stake) for reading in readings]
    return tuple(
        (reading / 100_000, -100 * float(value)) for reading, value in zip(readings, values, strict=True)
    )


def _tables(report: OddsReport) -> str:
    entries = "\n".join(_entry(wager, opened=place == 0) for place, wager in enumerate(report.wagers))
    return _section("Every result", "Counts are exact; the last column is what a result adds.", entries)


_HEAD: Final = (
    "<thead><tr><th>result</th><th>count</th><th>share</th><th>gains</th><th></th><th>adds</th></tr></thead>"
)


def _entry(wager: WagerOdds, *, opened: bool) -> str:
    adds = [Fraction(result.count, wager.total) * result.net for result in wager.results]
    most = max((abs(float(part)) for part in adds), default=1.0)
    rows = "".join(
        f"<tr><td>{escape(result.name)}</td><td>{result.count:,}</td>"
        f"<td>{percent(Fraction(result.count, wager.total))}</td><td>{_number(result.net)}</td>"
        f'<td class="bar">{mini_bar(float(part), most)}</td><td>{percent(part)}</td></tr>'
        for result, part in zip(wager.results, adds, strict=True)
    )
    words = "; ".join(wager.assumes)
    value = wager.value
    return (
        f"<details{' open' if opened else ''}><summary>{escape(wager.title)}"
        f'<span class="figure {"gain" if value > 0 else "cost"}">edge {percent(wager.edge)}</span></summary>'
        f'<p class="muted">{escape(words)}.</p><div class="scroll"><table>{_HEAD}<tbody>{rows}</tbody>'
        f"<tfoot><tr><td>together</td><td>{wager.total:,}</td><td></td><td></td><td></td>"
        f"<td>{percent(value)}</td></tr></tfoot></table></div>"
        f"<p>Exactly <code>{value.numerator:,} / {value.denominator:,}</code> of a unit; hits "
        f"{percent(wager.hit_frequency, 2)}, deviation {wager.standard_deviation:,.4f}.</p></details>"
    )


def _number(net: Fraction) -> str:
    return f"{net.numerator:,}" if net.denominator == 1 else f"{float(net):,.4f}".rstrip("0")
