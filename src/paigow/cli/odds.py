"""`paigow odds`, `best` and `simulate`: exact values, and random rounds beside them. Not how they count."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.cli.counting import counting_for, setter
from paigow.cli.output import JsonFlag, emit
from paigow.cli.progress import bar, note
from paigow.faults import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paigow.odds.answering import Setter
    from paigow.odds.counting.tally import Role
    from paigow.odds.reports.wager_odds import OddsReport
    from paigow.wagers.money import Cents
    from paigow.wagers.paytables import Meter


class Side(Enum):
    """Whose side `--as` looks from."""

    PLAYER = "player"
    BANK = "bank"


SideOption = Annotated[Side | None, typer.Option("--as", help="Whose side to look from.")]
DealerOption = Annotated[
    str | None,
    typer.Option("--dealer", metavar="WAY", help="The way that the dealer sets by: a name or a .way file."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option("--on", metavar="dask://HOST:PORT", help="Count card deals on a Dask cluster."),
]
FreshFlag = Annotated[
    bool, typer.Option("--fresh", help="Count again what an earlier run left in the cache.")
]


def odds(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE or BOOK", help="A submission, a house way's .way file, or a rule book's name."
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
    html: Annotated[Path | None, typer.Option(metavar="F", help="Also write a page with plots.")] = None,
    on: ClusterOption = None,
    fresh: FreshFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Compute the exact edge of every wager of a submission, a rule book or a house way.

    Nothing is sampled: all 736,281,000 deals of two tile hands, all 8,250,459,031,214,400 of two card hands
    are counted. A book stands for its plain defaults and lists every pay table that it allows. A .way file
    stands for the main wager alone, both hands set by it, with 5% vigorish to the cent.
    """
    from paigow.cli.counting import counting_for, setter
    from paigow.cli.odds_text import print_report
    from paigow.odds.answering import Question, answer
    from paigow.odds.subject import subject_of

    subject = subject_of(source)
    question = Question(
        subject=subject,
        wager=wager,
        player=setter(player, subject.game),
        dealer=_dealer(setter(dealer, subject.game)),
        role=role_of(side),
        bet=_amount(bet),
        meters=_meters(meter or []),
    )
    with counting_for(subject, on=on, fresh=fresh) as counting:
        report = answer(question, counting)
    if html is not None:
        _write_page(html, report)
    emit(report.as_json(), "paigow/odds/1", as_json, lambda: print_report(report))


def role_of(side: Side | None) -> Role | None:
    from paigow.odds.counting.tally import Role

    return None if side is None else Role(side.value)


def _dealer(setter: Setter | None) -> Setter | None:
    if setter is not None and setter.way is None:
        raise BadInput("the dealer cannot play best", allowed="a way that is written down")
    return setter


def _amount(text: str | None) -> Cents | None:
    from paigow.wagers.money import parse_money

    if text is None:
        return None
    amount = parse_money(text)
    if amount <= 0:
        raise BadInput(f"a wager of {text}", where="--bet", allowed="more than nothing")
    return amount


def _meters(given: list[str]) -> Mapping[Meter, Cents]:
    from paigow.wagers.money import parse_money
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
    hand: Annotated[str, typer.Argument(help="Four tiles or seven cards.")],
    book: Annotated[str | None, typer.Option("--book", metavar="BOOK", help="The rule book.")] = None,
    dealer: DealerOption = None,
    side: SideOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show every setting of one hand with its exact wins, pushes and losses over all replies."""
    from paigow.cli.counting import hand_odds
    from paigow.cli.odds_text import print_hand_odds
    from paigow.odds.counting.tally import Role

    role = role_of(side) or Role.PLAYER
    way, found = hand_odds(hand, book, dealer, role)
    payload = {
        "hand": hand,
        "as": str(role),
        "dealer": way,
        "replies": found.best.total,
        "settings": [setting.as_json() for setting in found.settings],
        "best": found.best.as_json(),
        "dealer_way_sets": found.way_setting,
    }
    emit(payload, "paigow/best/1", as_json, lambda: print_hand_odds(way, found))


def simulate(
    source: Annotated[
        str, typer.Argument(metavar="FILE or BOOK", help="A submission, or a rule book's name.")
    ],
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

    The main wager is told from the bank's side too, with vigorish on what is over when all are settled.
    Each mean has a 95% confidence interval that holds for long shots too. Exits with 1 if an exact value is
    farther off than chance goes once in 16,000 times.
    """
    from paigow.cli.odds_text import print_estimates
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
