"""`paigow seat`: all wagers of a seat together, for one round, an evening, and a bankroll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from paigow.cli.arguments import submission_argument
from paigow.cli.counting import card_counting, setter
from paigow.cli.odds import meters_of
from paigow.cli.output import JsonFlag, console, emit, text_table, working
from paigow.faults import BadInput
from paigow.material.game import Game
from paigow.material.notation import counted
from paigow.odds.reports.wager_odds import fraction_json, fraction_of, whole_json
from paigow.wagers.money import parse_money

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paigow.houseways import HouseWay
    from paigow.odds.simulation.envy import EnvyRound
    from paigow.odds.subject import Subject
    from paigow.odds.wagers.seat import SeatRound
    from paigow.wagers.money import Cents
    from paigow.wagers.paytables import Meter


def seat(
    source: Annotated[str, submission_argument("FILE or BOOK", "A submission, or a rule book's name.")],
    bets: Annotated[
        list[str],
        typer.Option("--bet", metavar="BET=AMOUNT", help="A bet in dollars: main=10. Repeat for each bet."),
    ],
    player: Annotated[
        str | None,
        typer.Option(metavar="WAY or best", help="How the seat sets. Default: the dealer's house way."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, max=10_000, help="Rounds in an evening.")] = 100,
    bankroll: Annotated[str | None, typer.Option(metavar="AMOUNT", help="Your starting bankroll.")] = None,
    goal: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Stop when the bankroll reaches this.")
    ] = None,
    position: Annotated[
        int, typer.Option(min=1, max=6, help="The seat's position; some dice bets depend on it.")
    ] = 1,
    others: Annotated[
        int, typer.Option(min=0, max=5, help="Other players whose hands can pay you envy (cards).")
    ] = 0,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=AMOUNT", help="A progressive meter's value: mega=15000."),
    ] = None,
    risk: Annotated[
        float, typer.Option(metavar="PERCENT", help="Find the bankroll for this risk of ruin.")
    ] = 5,
    seed: Annotated[int, typer.Option(help="The same seed samples the same hands (envy).")] = 1,
    as_json: JsonFlag = False,
) -> None:
    """Compute all bets of a seat together, since they depend on the same cards.

    Covariances and the result of one round are exact. The evening is the convolution of its rounds: how
    likely you are to end behind, go broke, or reach a goal. The main bet can be joined by side bets on your
    own hand, the progressive, and bets on one roll of the dice. With --others, envy is included; how other
    players' hands correlate with yours is sampled.
    """
    from paigow.odds.answering import BEST
    from paigow.odds.seat_study import check_risk, seat_odds
    from paigow.odds.subject import subject_of

    check_risk(risk, "--risk")
    if goal is not None and bankroll is None:
        raise BadInput("a goal needs a bankroll", where="--goal", allowed="add --bankroll")
    subject = subject_of(source)
    chosen = setter(player, subject.game)
    hero = subject.way if chosen is None else chosen.way
    start, stop = (None if each is None else parse_money(each) for each in (bankroll, goal))
    found, envy = _round(subject, dict(map(_bet, bets)), hero, position, others, meters_of(meter or []), seed)
    with working("adding up the evening"):
        odds = seat_odds(found, envy, rounds, risk, start, stop)
    payload: dict[str, Any] = {
        "subject": subject.title,
        "player": BEST.name if hero is None else (player or subject.way_name),
        **_payload(found),
        "evening": {"rounds": rounds, "behind": odds.behind, "even": odds.even, "ahead": odds.ahead},
        "bankroll": {"risk": risk / 100, "bankroll_cents": odds.bankroll},
        "envy": None,
        "course": None,
    }
    if odds.envy is not None and odds.envy_correlation is not None:
        low, high = odds.envy_correlation
        payload["envy"] = {
            "others": others,
            "mean_cents": fraction_json(odds.envy),
            "rounds": odds.envy_rounds,
            "correlation_with_main": {"confidence": 0.95, "low": low, "high": high},
        }
    if start is not None:
        payload["course"] = {
            "bankroll_cents": start,
            "goal_cents": stop,
            "ruined": odds.ruined,
            "reached": odds.reached,
            "playing": odds.playing,
        }
    emit(payload, "paigow/seat/1", as_json, lambda: _print_seat(payload))


def _bet(text: str) -> tuple[str, Cents]:
    name, sign, amount = text.partition("=")
    if not sign or not name.strip():
        raise BadInput(
            f"{text!r} is not a bet", where="--bet", allowed="write a bet and an amount, such as main=10"
        )
    stake = parse_money(amount)
    if stake <= 0:
        raise BadInput(f"a wager can't be {amount}", where="--bet", allowed="it must be more than $0")
    return name.strip(), stake


def _round(
    subject: Subject,
    bets: dict[str, Cents],
    hero: HouseWay | None,
    position: int,
    others: int,
    meters: Mapping[Meter, Cents],
    seed: int,
) -> tuple[SeatRound, EnvyRound | None]:
    from paigow.odds.seats import seat_with_others

    if subject.game is Game.TILES:
        return seat_with_others(subject, bets, hero, None, others, position=position, meters=meters)
    with card_counting(subject.rules) as counting:
        return seat_with_others(subject, bets, hero, counting, others, meters=meters, seed=seed)


def _payload(found: SeatRound) -> dict[str, Any]:
    places = range(len(found.names))
    return {
        "total": whole_json(found.total),
        "wagers": list(found.names),
        "means_cents": [fraction_json(found.mean(n)) for n in places],
        "covariances": [[fraction_json(found.covariance(a, b)) for b in places] for a in places],
        "correlations": [[found.correlation(a, b) for b in places] for a in places],
        "counts": {str(gain): whole_json(count) for gain, count in found.gains.items()},
        "mean_cents": fraction_json(found.value),
        "variance": fraction_json(found.variance),
        "standard_deviation_cents": float(found.variance) ** 0.5,
    }


def _print_seat(payload: dict[str, Any]) -> None:
    out = console()
    out.print(f"[bold]{payload['subject']}[/bold], set by {payload['player']}\n")
    names = payload["wagers"]
    table = text_table("one round", "wager", "mean", "deviation", *(f"with {name}" for name in names))
    for n, name in enumerate(names):
        own = payload["covariances"][n][n]
        deviation = (int(own["numerator"]) / int(own["denominator"])) ** 0.5
        shared = (f"{each:+.4f}" for each in payload["correlations"][n])
        table.add_row(
            name, _dollars(float(fraction_of(payload["means_cents"][n]))), _dollars(deviation), *shared
        )
    out.print(table)
    if envy := payload["envy"]:
        spread = envy["correlation_with_main"]
        mean = _dollars(float(fraction_of(envy["mean_cents"])))
        out.print(
            f"\nEnvy of {envy['others']} others brings {mean} a round, counted. How it goes with the rest is "
            f"sampled ({envy['rounds']:,} rounds): its correlation with main is between {spread['low']:+.4f} "
            f"and {spread['high']:+.4f} (95% confidence)."
        )
    out.print(
        f"\nTogether {_dollars(float(fraction_of(payload['mean_cents'])))} a round, "
        f"standard deviation {_dollars(payload['standard_deviation_cents'])}."
    )
    night = payload["evening"]
    out.print(
        f"After {counted(night['rounds'], 'round')}: behind {night['behind']:.2%}, even {night['even']:.2%}, "
        f"ahead {night['ahead']:.2%}."
    )
    need = payload["bankroll"]
    out.print(
        f"A bankroll of {_dollars(need['bankroll_cents'])} lasts {counted(night['rounds'], 'round')} "
        f"with at most a {100 * need['risk']:g}% risk of ruin."
    )
    if course := payload["course"]:
        ends = f"ruined {course['ruined']:.2%}, still playing {course['playing']:.2%}"
        if course["goal_cents"] is not None:
            ends += f", at {_dollars(course['goal_cents'])} {course['reached']:.2%}"
        out.print(f"From {_dollars(course['bankroll_cents'])}: {ends}.")


def _dollars(cents: float) -> str:
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(cents) / 100:,.2f}"
