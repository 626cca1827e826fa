"""A few plain sentences on what the numbers mean. Not the numbers themselves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from paigow.odds.counting.tally import Role
from paigow.odds.reports.wager_odds import WagerOdds, percent
from paigow.odds.wagers.main import CO_BANK
from paigow.wagers.kinds import MAIN


def cents_of_a_dollar(edge: Fraction) -> str:
    """An edge in words: who keeps how much of every dollar wagered.

    >>> cents_of_a_dollar(Fraction(-1, 400))
    'gains 0.25 cents on every dollar'
    """
    cents = percent(abs(edge), 2).removesuffix("%")
    if cents == "0.00":
        return "breaks even to a hundredth of a cent"
    return f"{'loses' if edge > 0 else 'gains'} {cents} cents on every dollar"


def conclusions(wagers: Sequence[WagerOdds]) -> tuple[str, ...]:
    """What somebody who reads nothing else should know."""
    main = [wager for wager in wagers if wager.kind == MAIN]
    found = [_main(wager) for wager in main if not _is_repeated(wager, main)]
    optional = [wager for wager in wagers if wager.kind != MAIN]
    if len(optional) > 1:
        best, worst = min(optional, key=_edge), max(optional, key=_edge)
        found.append(
            f"Of the optional wagers {best.title} costs least ({percent(best.edge, 2)}), "
            f"{worst.title} most ({percent(worst.edge, 2)})."
        )
    elif optional:
        found.append(f"{optional[0].title} {cents_of_a_dollar(optional[0].edge)}.")
    return tuple(sentence[:1].upper() + sentence[1:] for sentence in found)


def _is_repeated(wager: WagerOdds, main: Sequence[WagerOdds]) -> bool:
    """Whether this is a co-bank whose half does as well as the whole bank that was told of before."""
    return wager.role == CO_BANK and any(
        other.role == str(Role.BANK) and (other.case, other.edge) == (wager.case, wager.edge)
        for other in main
    )


def _edge(wager: WagerOdds) -> Fraction:
    return wager.edge


def _main(wager: WagerOdds) -> str:
    who = f"as {wager.role}" + (f" {wager.case}" if wager.case else "")
    shares = {
        result.name: percent(Fraction(result.count, wager.total), 2)
        for result in wager.results
        if result.name in ("win", "push", "lose")
    }
    words = ", ".join(f"{name} {share}" for name, share in shares.items())
    return f"{who} the main wager {cents_of_a_dollar(wager.edge)}" + (f" ({words})." if words else ".")
