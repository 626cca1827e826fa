"""`paigow odds`, `best` and `simulate`: exact values, and random rounds beside them. Not how they count."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paigow.cli.arguments import BookOption, DealerOption, hand_argument, submission_argument
from paigow.cli.counting import counting_for, hand_odds, setter
from paigow.cli.output import JsonFlag, bar, console, emit, note, text_table
from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.material.tiles import tiles_text
from paigow.odds.counting import Role
from paigow.odds.counting.known import NOTHING_KNOWN, Known, known_tiles
from paigow.odds.reports.wager_odds import OddsReport, WagerOdds, fraction_of, percent
from paigow.wagers.money import parse_money

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console
    from rich.table import Table

    from paigow.material.tiles import Tile
    from paigow.odds.answering import Setter
    from paigow.odds.counting import Role
    from paigow.odds.counting.one_hand import HandOdds
    from paigow.odds.simulation.sampling import Estimate
    from paigow.odds.subject import Subject
    from paigow.wagers.money import Cents
    from paigow.wagers.paytables import Meter

FEW: Final = 4
"""So many wagers at once are shown result by result."""
COPIES: Final = "copies:"


class OddsSide(Enum):
    """Whose side `--as` looks from."""

    PLAYER = "player"
    BANK = "bank"


SideOption = Annotated[OddsSide | None, typer.Option("--as", help="Whose side to look from.")]
ClusterOption = Annotated[
    str | None,
    typer.Option("--on", metavar="dask://HOST:PORT", help="Count card deals on a Dask cluster."),
]
FreshFlag = Annotated[
    bool, typer.Option("--fresh", help="Count again what an earlier run left in the cache.")
]
SeenOption = Annotated[
    str, typer.Option("--seen", metavar="PIECES", help="Tiles or cards known to be out of play.")
]
ShownOption = Annotated[
    str,
    typer.Option("--dealer-shows", metavar="PIECES", help="Tiles or cards known to be in the dealer's hand."),
]


def odds(
    source: Annotated[
        str,
        submission_argument(
            "FILE or NAME",
            "A submission, a .way or .game file, or the name of a rule book or a game such as face-up.",
        ),
    ],
    wager: Annotated[
        str | None,
        typer.Option(metavar="W", help="Only the wagers with this in their name: main, fortune A, triple."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="WAY or best", help="How the player sets: as the dealer, unless you say otherwise."
        ),
    ] = None,
    dealer: DealerOption = None,
    side: SideOption = None,
    bet: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="The stake, where rounding, envy or a limit counts.")
    ] = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=AMOUNT", help="What a progressive meter shows: mega=15000."),
    ] = None,
    seen: SeenOption = "",
    dealer_shows: ShownOption = "",
    html: Annotated[Path | None, typer.Option(metavar="F", help="Also write a page with plots.")] = None,
    on: ClusterOption = None,
    fresh: FreshFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Compute the exact edge of every wager of a submission, a rule book, a game or a house way.

    Nothing is sampled: all 736,281,000 deals of two tile hands, all 8,250,459,031,214,400 of two card hands
    are counted. A book stands for its plain defaults and lists every pay table that it allows. A .way file
    stands for the main wager alone, both hands set by it, with 5% vigorish to the cent. A .game file sets
    commission, pushes and the rest; face-up, queen-high-push and nine-high-push are built in. With --seen or
    --dealer-shows the main wager of tiles is counted over the deals that are left.
    """
    from paigow.odds.answering import Question, answer
    from paigow.odds.subject import subject_of

    subject, known = _knowing(subject_of(source), seen, dealer_shows)
    question = Question(
        subject=subject,
        wager=wager,
        player=setter(player, subject.game),
        dealer=_dealer(setter(dealer, subject.game)),
        role=role_of(side),
        bet=_amount(bet),
        meters=_meters(meter or []),
    )
    with counting_for(subject, on=on, fresh=fresh, known=known) as counting:
        report = answer(question, counting)
    if known:
        report = replace(report, assumes=(*report.assumes, *_known_words(known)))
    if html is not None:
        _write_page(html, report)
    emit(report.as_json(), "paigow/odds/1", as_json, lambda: print_report(report))


def _knowing(subject: Subject, seen: str, dealer_shows: str) -> tuple[Subject, Known[Tile]]:
    """What is known, and the subject with the main wager alone if anything is: the rest is not counted so."""
    if not (seen or dealer_shows):
        return subject, NOTHING_KNOWN
    if subject.game is not Game.TILES:
        raise BadInput(
            "the odds of cards with some of them seen",
            where="--seen",
            allowed="tiles; for one hand of cards, paigow best HAND --seen CARDS",
        )
    return replace(subject, offers=()), known_tiles((), seen, dealer_shows)


def _known_words(known: Known[Tile]) -> Iterator[str]:
    if known.out:
        yield f"out of play: {tiles_text(known.out)}"
    if known.opponent:
        yield f"in the opponent's hand: {tiles_text(known.opponent)}"


def role_of(side: OddsSide | None) -> Role | None:
    return None if side is None else Role(side.value)


def _dealer(setter: Setter | None) -> Setter | None:
    if setter is not None and setter.way is None:
        raise BadInput("the dealer cannot play best", allowed="a way that is written down")
    return setter


def _amount(text: str | None) -> Cents | None:
    if text is None:
        return None
    amount = parse_money(text)
    if amount <= 0:
        raise BadInput(f"a wager of {text}", where="--bet", allowed="more than nothing")
    return amount


def _meters(given: list[str]) -> Mapping[Meter, Cents]:
    from paigow.wagers.paytables import Meter

    known = {meter.value: meter for meter in Meter}
    found = {}
    for text in given:
        name, equals, amount = text.partition("=")
        if not equals or name.strip() not in known:
            raise BadInput(
                f"{text!r} names no meter",
                where="--meter",
                allowed=f"NAME=AMOUNT, NAME one of {', '.join(known)}",
            )
        found[known[name.strip()]] = parse_money(amount)
        if found[known[name.strip()]] < 0:
            raise BadInput(f"the {name.strip()} shows {amount}", where="--meter", allowed="nothing or more")
    return found


def _write_page(path: Path, report: OddsReport) -> None:
    from paigow.odds.reports.html import odds_page

    try:
        path.write_text(odds_page(report), encoding="utf-8")
    except OSError as fault:
        raise BadInput(
            f"{str(path)!r} cannot be written: {fault.strerror}",
            where="--html",
            allowed="a place to write to",
        ) from None
    note(f"wrote {path}")


def best(
    hand: Annotated[str, hand_argument("Four tiles or seven cards.")],
    book: BookOption = None,
    dealer: DealerOption = None,
    side: SideOption = None,
    seen: SeenOption = "",
    dealer_shows: ShownOption = "",
    as_json: JsonFlag = False,
) -> None:
    """Show every setting of one hand with its exact wins, pushes and losses over all replies.

    --seen and --dealer-shows leave only the replies that what you saw allows.
    """
    role = role_of(side) or Role.PLAYER
    way, found = hand_odds(hand, book, dealer, role, seen, dealer_shows)
    payload = {
        "hand": hand,
        "as": str(role),
        "dealer": way,
        "seen": seen,
        "dealer_shows": dealer_shows,
        "replies": found.best.total,
        "settings": [setting.as_json() for setting in found.settings],
        "best": found.best.as_json(),
        "dealer_way_sets": str(found.way_setting),
    }
    emit(payload, "paigow/best/1", as_json, lambda: print_hand_odds(way, found))


def simulate(
    source: Annotated[str, submission_argument("FILE or BOOK", "A submission, or a rule book's name.")],
    rounds: Annotated[int, typer.Option(help="How many rounds to deal.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same rounds.")] = 1,
    seats: Annotated[
        int | None,
        typer.Option(help="Hands that play against the dealer's; the table's chairs unless given."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="WAY or best", help="How the seats set: as the dealer, unless given."),
    ] = None,
    dealer: DealerOption = None,
    workers: Annotated[
        int | None, typer.Option(help="Threads to use; the result does not depend on it.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Deal whole rounds at random, every seat with every wager, and set the means beside the exact values.

    Where players may bank, the main wager is told from the bank's side too, with vigorish on what is over
    when all are settled.
    Each mean has a 95% confidence interval that holds for long shots too. Exits with 1 if an exact value is
    farther off than chance goes once in 16,000 times.
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
        note("compiling the dealing loops: once on this machine, for some seconds")
    with bar("dealing", rounds) as advance:
        sums = simulate_rounds(prepared.dealing, rounds, seed, workers=workers, progress=advance)
    estimates = prepared.judge(sums)
    payload = {
        "subject": subject.title,
        "rounds": rounds,
        "seed": seed,
        "seats": prepared.seats,
        "assumes": list(prepared.assumes),
        "wagers": [each.as_json() for each in estimates],
    }
    title = f"{subject.title}, {prepared.seats} seats"
    emit(payload, "paigow/simulation/2", as_json, lambda: print_estimates(title, rounds, estimates))
    if any(each.disagrees for each in estimates):
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
