"""`paigow odds`, `best`, and `simulate`: exact values, and random rounds to check them. Not the counting."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paigow.cli.arguments import (
    BookOption,
    DealerOption,
    hand_argument,
    odds_argument,
    shown_source,
    submission_argument,
)
from paigow.cli.counting import counting_for, hand_odds, setter
from paigow.cli.files import ForceFlag, require_new, write_file
from paigow.cli.output import JsonFlag, bar, console, emit, note, text_table
from paigow.faults import BadInput
from paigow.material.hands import parse_hand, parse_pieces
from paigow.material.notation import counted
from paigow.odds.counting import Role
from paigow.odds.reports.wager_odds import OddsReport, WagerOdds, fraction_of, percent, whole_json
from paigow.wagers.money import parse_money

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console
    from rich.table import Table

    from paigow.odds.answering import Setter
    from paigow.odds.counting import Role
    from paigow.odds.counting.one_hand import HandOdds
    from paigow.odds.simulation.sampling import Estimate
    from paigow.wagers.money import Cents
    from paigow.wagers.paytables import Meter

FEW: Final = 4
"""Up to this many wagers are shown result by result."""
COPIES: Final = "copies:"
FAR_OFF: Final = "its mean is farther from the exact value than chance explains"


class OddsSide(Enum):
    """The side for `--as`."""

    PLAYER = "player"
    BANK = "bank"


SideOption = Annotated[OddsSide | None, typer.Option("--as", help="Side to compute: player or bank.")]
ClusterOption = Annotated[
    str | None,
    typer.Option("--on", metavar="dask://HOST:PORT", help="Count card deals on a Dask cluster."),
]
FreshFlag = Annotated[bool, typer.Option("--fresh", help="Ignore cached results and recount.")]
SeenOption = Annotated[
    str, typer.Option("--seen", metavar="TILES or CARDS", help="Tiles or cards known to be out of play.")
]
ShownOption = Annotated[
    str,
    typer.Option(
        "--dealer-shows", metavar="TILES or CARDS", help="Tiles or cards known to be in the dealer's hand."
    ),
]


def odds(
    source: Annotated[
        str,
        odds_argument("A submission, .way, or .game file, or the name of a rule book, game, or house way."),
    ],
    wager: Annotated[
        str | None,
        typer.Option(metavar="BET", help="Only bets whose name contains this: main, fortune A, triple."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="WAY or best", help="How the player sets. Default: the dealer's house way."),
    ] = None,
    dealer: DealerOption = None,
    side: SideOption = None,
    bet: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The bet, if rounding, envy, or a limit matters.")
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=AMOUNT", help="A progressive meter's value: mega=15000."),
    ] = None,
    seen: SeenOption = "",
    dealer_shows: ShownOption = "",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write an HTML page with plots.")
    ] = None,
    force: ForceFlag = False,
    on: ClusterOption = None,
    fresh: FreshFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Compute the exact edge of every bet of a submission, a rule book, a game, or a house way.

    Every deal is counted, none sampled: 736,281,000 of two tile hands, 8,250,459,031,214,400 of two card
    hands. A rule book is counted with its defaults and every pay table it allows. A house way is counted for
    the main bet, with both hands set by it and 5% commission to the cent. A .game file defines commission,
    pushes, and the rest; face-up, queen-high-push, and nine-high-push are built in. With --seen or
    --dealer-shows, the main bet is counted over the deals that remain possible; for cards only with --seen
    and a house way on both sides.
    """
    from paigow.odds.answering import Question, answer_knowing, knowing
    from paigow.odds.subject import subject_of

    require_new(force, html)
    subject, known = knowing(subject_of(source), seen, dealer_shows)
    subject = replace(subject, name=shown_source(subject.name), way_name=shown_source(subject.way_name))
    question = Question(
        subject=subject,
        wager=wager,
        player=setter(player, subject.game),
        dealer=_dealer(setter(dealer, subject.game)),
        role=role_of(side),
        bet=_amount(bet),
        meters=meters_of(meter or []),
    )
    with counting_for(subject, on=on, fresh=fresh, known=known) as counting:
        report = answer_knowing(question, counting, known)
    if html is not None:
        from paigow.odds.reports.html import odds_page

        write_file(html, odds_page(report), "--html")
        note(f"Wrote {html}")
    emit(report.as_json(), "paigow/odds/1", as_json, lambda: print_report(report))


def _all_replies(total: int) -> str:
    return "the only reply" if total == 1 else f"all {total:,} replies"


def role_of(side: OddsSide | None) -> Role | None:
    return None if side is None else Role(side.value)


def _dealer(setter: Setter | None) -> Setter | None:
    if setter is not None and setter.way is None:
        raise BadInput("the dealer must follow a house way", allowed="name a house way or a .way file")
    return setter


def _amount(text: str | None) -> Cents | None:
    if text is None:
        return None
    amount = parse_money(text)
    if amount <= 0:
        raise BadInput(f"a wager can't be {text}", where="--bet", allowed="it must be more than $0")
    return amount


def meters_of(given: list[str]) -> Mapping[Meter, Cents]:
    """Meters and their amounts from `--meter`; raise BadInput."""
    from paigow.wagers.paytables import Meter

    known = {meter.value: meter for meter in Meter}
    found = {}
    for text in given:
        name, equals, amount = text.partition("=")
        if not equals or name.strip() not in known:
            raise BadInput(
                f"{text!r} is not a meter with its amount",
                where="--meter",
                allowed=f"write NAME=AMOUNT, where NAME is one of {', '.join(known)}",
            )
        found[known[name.strip()]] = parse_money(amount)
        if found[known[name.strip()]] < 0:
            raise BadInput(
                f"the {name.strip()} can't be {amount}", where="--meter", allowed="it must be $0 or more"
            )
    return found


def best(
    hand: Annotated[str, hand_argument("Four tiles or seven cards.")],
    book: BookOption = None,
    dealer: DealerOption = None,
    side: SideOption = None,
    seen: SeenOption = "",
    dealer_shows: ShownOption = "",
    as_json: JsonFlag = False,
) -> None:
    """Show every setting of one hand with its exact wins, pushes, and losses over all replies.

    --seen and --dealer-shows count only the replies still possible after what you saw.
    """
    role = role_of(side) or Role.PLAYER
    way, found = hand_odds(hand, book, dealer, role, seen, dealer_shows)
    payload = {
        "hand": str(parse_hand(hand)),
        "as": str(role),
        "dealer": shown_source(way),
        "seen": _pieces_text(seen),
        "dealer_shows": _pieces_text(dealer_shows),
        "replies": found.best.total,
        "settings": [setting.as_json() for setting in found.settings],
        "best": found.best.as_json(),
        "dealer_way_sets": str(found.way_setting),
    }
    emit(payload, "paigow/best/1", as_json, lambda: print_hand_odds(way, found))


def _pieces_text(text: str) -> str | None:
    """Known tiles or cards in the notation of hands; None without any."""
    return " ".join(map(str, parse_pieces(text))) if text else None


def simulate(
    source: Annotated[str, submission_argument("FILE or BOOK", "A submission, or a rule book's name.")],
    rounds: Annotated[int, typer.Option(help="How many rounds to deal.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same rounds.")] = 1,
    seats: Annotated[
        int | None,
        typer.Option(help="Number of players. Default: every seat of the table."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="WAY or best", help="How the players set. Default: the dealer's house way."),
    ] = None,
    dealer: DealerOption = None,
    workers: Annotated[int | None, typer.Option(help="Number of threads; doesn't change the result.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Deal whole rounds at random, with every bet at every seat, and compare the means with the exact values.

    Where players can bank, the main bet is also shown from the bank's side, with commission on the net win.
    Each mean has a 95% confidence interval that holds for long shots too. Exits with 1 if a mean is so
    far from its exact value that chance explains it only once in 16,000 runs.
    """
    from paigow.odds.answering import Question
    from paigow.odds.simulation.sampling import simulate as simulate_rounds
    from paigow.odds.simulation.setup import simulation_of
    from paigow.odds.subject import subject_of

    subject = subject_of(source)
    question = Question(
        subject=subject,
        player=setter(player, subject.game),
        dealer=setter(dealer, subject.game),
    )
    with counting_for(subject, fresh=False) as counting:
        prepared = simulation_of(question, counting, subject.chairs if seats is None else seats)
    if not prepared.compiled:
        note("Compiling the dealing loops: a few seconds, once on this machine")
    with bar("dealing", rounds) as advance:
        sums = simulate_rounds(prepared.dealing, rounds, seed, workers=workers, progress=advance)
    estimates = prepared.judge(sums)
    far_off = [each for each in estimates if each.disagrees]
    payload = {
        "subject": subject.title,
        "rounds": rounds,
        "seed": whole_json(seed),
        "seats": prepared.seats,
        "assumes": list(prepared.assumes),
        "wagers": [each.as_json() for each in estimates],
        "ok": not far_off,
        "findings": [{"wager": each.wager, "problem": FAR_OFF} for each in far_off],
    }
    title = f"{subject.title}, {counted(prepared.seats, 'seat')}"
    emit(payload, "paigow/simulate/1", as_json, lambda: print_estimates(title, rounds, estimates))
    if far_off:
        raise typer.Exit(1)


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
    """The details a player would ask for."""
    details: Mapping[str, Any] = wager.details
    found = []
    if "envy" in details:
        edges = ", ".join(f"{row['edge']:.2%}" for row in details["envy"])
        found.append(f"with envy for 1 to 5 other players {details['envy_words']}: {edges}")
    if "break_even_cents" in details:
        points = ", ".join(
            f"{meter} ${cents / 100:,.2f}" for meter, cents in details["break_even_cents"].items()
        )
        found.append(f"breaks even, with the other meters unchanged, at {points}")
    if "long_run_value" in details:
        value = fraction_of(details["long_run_value"])
        found.append(f"in the long run, as meters grow and reset, the edge is {percent(-value)}")
    if "uncut_stake_cents" in details:
        found.append(f"the payout limit has no effect up to ${details['uncut_stake_cents'] / 100:,.2f}")
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
    replies = f"{_all_replies(total)} of the house way {shown_source(way)!r}"
    out.print(f"[bold]as {found.role}[/bold], against {replies}\n")
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
        return "There is no other setting."
    given_up = percent(found.best.value - found.settings[1].value, 2)
    return f"The next best gives up {given_up} of the wager; the dealer's way sets {found.way_setting}."


def print_estimates(title: str, rounds: int, estimates: Sequence[Estimate]) -> None:
    out = console()
    out.print(f"[bold]{title}[/bold], {counted(rounds, 'round')}\n")
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
