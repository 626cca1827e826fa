"""`paigow simulate`: whole rounds with all wagers, beside the exact values. Not how they are dealt."""

from __future__ import annotations

from typing import Annotated

import typer

from paigow.cli.counting import counting_for, setter
from paigow.cli.odds import DealerOption
from paigow.cli.output import JsonFlag, emit
from paigow.cli.progress import bar, note

__all__ = ["simulate"]


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
    from paigow.odds.simulating import simulation_of
    from paigow.odds.simulation import simulate as simulate_rounds
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
