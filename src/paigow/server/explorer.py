"""A table's complete odds: every wager with its lines, vigorish by stake. Runs in a worker.

The main wager of cards takes minutes to count. If a shipped count has the same house way, it is used; if not,
the main wager is left out here and counted by `Edges`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from paigow.books.book import load_book
from paigow.material.game import Game
from paigow.server.background import counted_tally
from paigow.submissions.checking import Submission, require_submission
from paigow.wagers.money import Cents, Vigorish, vigorish_on
from paigow.wagers.wager import MAIN

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.odds.answering import Counting, Question
    from paigow.odds.counting import Role, Tally
    from paigow.odds.subject import Subject

Meters = tuple[tuple[str, int], ...]
_STAKES: Final = tuple(Fraction(tenths, 10) for tenths in (10, 12, 15, 17, 20, 22, 25, 50))
"""Multiples of the minimum: round amounts, and some that vigorish rounds unfavorably."""
_DOLLAR: Final = 100


def explore(text: str, meters: Meters = ()) -> dict[str, Any]:
    """Every wager of a submission at the current meters, as in `paigow odds --json`, and more.

    `main` says whether the main wager is included. `others` has the same side wagers under the pay tables
    that the book allows and this table didn't choose. `least` is the table's minimum for each wager.
    """
    from paigow.odds.answering import Question, answer, side_jobs
    from paigow.odds.subject import subject_of_submission
    from paigow.wagers.paytables import Meter

    submission = require_submission(text, "the table")
    subject = subject_of_submission(submission.rules.table.operator, submission)
    readings = {Meter(name): Cents(cents) for name, cents in meters}
    question, counting = Question(subject, meters=readings), _counting(submission)
    if counting is None:
        wagers = tuple(work() for _, work in side_jobs(subject, None, readings))
    else:
        wagers = answer(question, counting).wagers
    return {
        "subject": subject.title,
        "game": subject.game.value,
        "way": subject.way.title,
        "main": counting is not None,
        "wagers": [wager.as_json() for wager in wagers],
        "others": [work().as_json() for _, work in side_jobs(_with_other_tables(subject), None, readings)],
        "least": {kind: limit.least for kind, limit in submission.rules.wagers.items()},
        "vigorish": _vigorish(submission, question, counting),
    }


def _with_other_tables(subject: Subject) -> Subject:
    """The same table with the book's other pay tables for side wagers; a progressive at its minimum start."""
    from paigow.odds.subject import OfferedWager

    chosen = {offer.kind: offer for offer in subject.offers}
    others = (table for table in load_book(subject.book or "").tables if table.kind in chosen)
    offers = (
        OfferedWager(table.kind, table.id, chosen[table.kind].least)
        for table in others
        if table.id != chosen[table.kind].table
    )
    return replace(subject, offers=tuple(offers), progressive=None)


def _counting(submission: Submission) -> Counting | None:
    """How to count the main wager's deals, or None if that would take minutes."""
    from paigow.odds.answering import Counting
    from paigow.odds.counting import Role
    from paigow.odds.counting.tile_ways import tile_surplus, tile_tally

    if submission.game.value == Game.TILES.value:
        return Counting(tile_tally, count_two=tile_surplus)
    kept = counted_tally(submission)
    if kept is None:
        return None

    def count(_hero: HouseWay | None, _house: HouseWay, role: Role, _merits: tuple[int, int]) -> Tally:
        return kept if role is Role.PLAYER else kept.mirrored()

    return Counting(count)


def _vigorish(submission: Submission, question: Question, counting: Counting | None) -> dict[str, Any]:
    """The vigorish on a win at several stakes, and the resulting edge of the player."""
    rules, method = submission.rules, question.subject.methods[0]
    limit = rules.wagers[MAIN]
    stakes = [Cents(int(limit.least * part) // _DOLLAR * _DOLLAR) for part in _STAKES]
    fitting = [stake for stake in dict.fromkeys(stakes) if limit.least <= stake <= limit.most]
    taken = [] if method is Vigorish.NONE else [_taken(question.subject, counting, each) for each in fitting]
    return {"method": method.value, "stakes": taken}


def _taken(subject: Subject, counting: Counting | None, stake: Cents) -> dict[str, Any]:
    from paigow.odds.counting import Role
    from paigow.odds.wagers.main import main_odds

    method = subject.methods[0]
    terms = subject.main_terms(method, stake)
    found = {"stake": stake, "vigorish": vigorish_on(stake, method, subject.rules.rate)}
    if counting is None:
        return {**found, "edge": None}
    tally = counting.count(subject.way, subject.way, Role.PLAYER, terms.merits())
    return {**found, "edge": float(main_odds(tally, Role.PLAYER, terms).edge)}
