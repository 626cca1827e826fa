"""Posted sentences about time, seeds, and the house way, checked against the program's values."""

from __future__ import annotations

import re

from paigow.server.tables.catalog import TableSettings, layout_record
from paigow.server.tables.timing import pace_of
from paigow.submissions.checking import Submission
from paigow.submissions.ways import departures
from paigow.table.house.equipment import equipment_of
from paigow.table.state import Step, Table
from tests.table.posted.facts import fact


def _seconds(sentence: str) -> int:
    found = re.search(r"(\d+) seconds", sentence)
    assert found is not None
    return int(found[1])


@fact
def time_to_wager(sentence: str, submission: Submission) -> None:
    pace = pace_of(submission.rules.timers, factor=1, clock=True)
    assert pace.limit(Table(step=Step.BETS)) == _seconds(sentence)


@fact
def time_to_set(sentence: str, submission: Submission) -> None:
    """What happens after that is performed: see `tiles.posted` and `cards.posted`."""
    pace = pace_of(submission.rules.timers, factor=1, clock=True)
    assert pace.limit(Table(step=Step.SETTING)) == _seconds(sentence)


@fact
def who_sees_seeds(sentence: str, submission: Submission) -> None:
    """What the floor sends clients and its API depends on the same choice: tests/server has the refusal."""
    shown = layout_record("t", submission, submission.rules, TableSettings())["reveal"]
    assert (shown == "everyone") is ("everyone" in sentence)


@fact
def the_way(sentence: str, submission: Submission) -> None:
    """The order of the rules is their meaning: tests/houseways proves it over every hand."""
    final = ", then ".join(map(str, submission.rules.way.way.final))
    if "several" in sentence:
        assert sentence == f"If a rule leaves several settings, the dealer plays {final}."


@fact
def exceptions(sentence: str, submission: Submission) -> None:
    """Computed hand by hand in tests/books/test_exceptions.py; here what is posted about it."""
    found = {each.rule: each.overrides for each in departures(submission.book, submission.rules.way.way)}
    assert set(found) == set(submission.rules.house_way.exceptions)
    if sentence.startswith("Rule "):
        number = sentence.split()[1]
        own = ", ".join(
            id_ for each in found[number] for id_ in submission.book.topics[f"dealer's rule {each}"]
        )
        assert sentence == f"Rule {number} departs from {own}."


@fact
def payout_limit(sentence: str, submission: Submission) -> None:
    """13.G(1): the greater of 50,000.00 and what minimum stakes could win, the best line of each table."""
    best = {"fortune": {"A": 8_000, "B": 5_000, "C": 5_000, "D": 2_500}}
    best["emperors"] = best["fortune"]
    offered = submission.rules.choices
    least = sum(
        lines[str(offered[f"{wager}.table"])] * int(str(offered[f"limits.{wager}.minimum"])) // 100
        for wager, lines in best.items()
        if offered[f"{wager}.offered"]
    )
    assert sentence == f"Payout limit: optional wagers pay at most ${max(50_000, least):,}.00 on one hand."


@fact
def where_odds_are(sentence: str, submission: Submission) -> None:
    """maryland-poker 2.B(9): on the layout, or on a sign at each table; the list at opening has the same."""
    on_sign = submission.rules.choices["posting.odds"] == "sign"
    assert ("on a sign at the table" in sentence) is on_sign
    assert ("on the layout" in sentence) is not on_sign
    items = {item.name for item in equipment_of(submission.rules)}
    assert items & {"odds-sign", "odds-on-layout"} == {"odds-sign" if on_sign else "odds-on-layout"}


@fact
def where_the_limit_is(sentence: str, submission: Submission) -> None:
    """maryland-poker 2.B(10): the sum or a generic line on the layout, or a sign."""
    told = {
        "layout": ("written on the layout.", "limit-on-layout"),
        "generic-inscription": ("a line on the layout refers to it.", "limit-inscription"),
        "sign": ("on a sign at the table.", "limit-sign"),
    }
    words, name = told[str(submission.rules.choices["posting.payout-limit"])]
    assert sentence.endswith(words)
    items = {item.name for item in equipment_of(submission.rules)}
    assert items & {item for _, item in told.values()} == {name}
