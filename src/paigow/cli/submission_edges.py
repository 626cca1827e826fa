"""The exact edges of two submissions side by side, for `paigow submission compare`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from paigow.cli.counting import counting_for

if TYPE_CHECKING:
    from paigow.odds.reports.wager_odds import WagerOdds
    from paigow.submissions.submission import Submission

__all__ = ["EdgePair", "compare_edges", "print_edges"]


@dataclass(frozen=True, slots=True)
class EdgePair:
    """One wager under two submissions; None where one does not offer it."""

    title: str
    one: Fraction | None
    other: Fraction | None

    @property
    def change(self) -> Fraction | None:
        return None if self.one is None or self.other is None else self.other - self.one

    def as_json(self) -> dict[str, object]:
        edges = {"one": self.one, "other": self.other}
        return {
            "wager": self.title,
            **{name: None if edge is None else float(edge) for name, edge in edges.items()},
            **{f"{name}_exact": _exactly(edge) for name, edge in edges.items()},
        }


def _exactly(edge: Fraction | None) -> dict[str, int] | None:
    return None if edge is None else {"numerator": edge.numerator, "denominator": edge.denominator}


def compare_edges(one: Submission, other: Submission) -> tuple[EdgePair, ...]:
    """Every wager that either offers, everyone setting the house way."""
    first, second = ({wager.title: wager.edge for wager in _wagers(each)} for each in (one, other))
    titles = dict.fromkeys([*first, *second])
    return tuple(EdgePair(title, first.get(title), second.get(title)) for title in titles)


def _wagers(submission: Submission) -> Sequence[WagerOdds]:
    from paigow.odds.answering import Question, answer
    from paigow.odds.subject import subject_of_submission

    subject = subject_of_submission("the submission", submission)
    with counting_for(subject) as counting:
        return answer(Question(subject), counting).wagers


def print_edges(pairs: Sequence[EdgePair]) -> None:
    from paigow.cli.odds_text import text_table
    from paigow.cli.output import console
    from paigow.odds.reports.wager_odds import percent

    table = text_table("edges, everyone setting the house way", "wager", "one", "other", "change", "exactly")
    for pair in pairs:
        words = ("not offered" if edge is None else percent(edge) for edge in (pair.one, pair.other))
        change = f"{float(pair.change):+.4%}" if pair.change else ""
        edges = dict.fromkeys(edge for edge in (pair.one, pair.other) if edge is not None)
        style = "" if pair.one == pair.other else "bold"
        table.add_row(pair.title, *words, change, " or ".join(map(str, edges)), style=style)
    out = console()
    out.print()
    out.print(table)
