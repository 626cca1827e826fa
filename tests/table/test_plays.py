"""Every transcript in `plays/` is played again, line by line, and shows the rules it names."""

from __future__ import annotations

from pathlib import Path

import pytest

from paigow.faults import BadInput
from tests.rules import rule
from tests.table.claims import unsupported
from tests.table.transcripts import PLAYS, Wrong, parse_transcript, read_transcript, run


def _marked(path: Path) -> object:
    shows = read_transcript(path).shows
    return pytest.param(path, id=path.stem, marks=[rule(*shows)] if shows else [])


@pytest.mark.parametrize("path", [_marked(path) for path in sorted(PLAYS.glob("*.play"))])
def test_the_transcript_comes_true(path: Path) -> None:
    claimed = unsupported(read_transcript(path))
    assert not claimed, f"{path.name} claims to show what nothing in it cites: {', '.join(claimed)}"


HEAD = "submission commission-tiles-plain\ngiven an open table\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("anna sits at 9", "refused: no-such-place"),
        ("anna sits at 1\n= step shuffle", "it is idle, not shuffle"),
        ("anna sits at 1\n= refused not-seated", "it was not refused"),
        ("anna sits at 9\n= refused not-seated", "it was refused for no-such-place"),
        ("anna sits at 1\n= happens sat-down position=2", "no sat-down followed that fits"),
        ("anna buys in for 10.00\n= rack anna 9.00", "it is 10.00, not 9.00"),
        ("anna sits at 9\n= refused no-such-place 9(z)", "not on 9(z)"),
        ("dealer displays the pairs", "refused: wrong-step"),
    ],
)
def test_a_line_that_does_not_come_true_says_what_is_so(line: str, told: str) -> None:
    with pytest.raises(Wrong, match=r"line [34]") as wrong:
        run(parse_transcript(HEAD + line))
    assert told in str(wrong.value)


@pytest.mark.parametrize(
    "line", ["anna flies", "given peace", "anna sits at", "= the end", "= happens flood", "anna sit chair=3"]
)
def test_a_line_that_cannot_be_read_is_told_by_its_number(line: str) -> None:
    with pytest.raises(BadInput, match="line 3"):
        run(parse_transcript(HEAD + line))


@pytest.mark.parametrize(
    ("lines", "claims"),
    [
        ("shows 5(b)\nanna bets 5.00 on 1\n= refused wrong-step", ["commission-tiles 5(b)"]),
        ("shows 5(c), 5(b)\nanna bets 5.00 on 1\n= refused wrong-step", ["commission-tiles 5(b)"]),
        ("shows 4(b)\nanna sits at 1\nanna buys in for 10.00", []),
        ("shows colorado-tiles 30-2605(3)", ["colorado-tiles 30-2605(3)"]),
        ("shows R64, R8", ["R64", "R8"]),
    ],
    ids=["not the refusal's", "the refusal's", "the script's", "another book's", "rulings"],
)
def test_a_claim_that_nothing_in_the_play_cites_is_told(lines: str, claims: list[str]) -> None:
    """Before play begins a wager is refused by 5(c); the dealer waits for the first player with 4(b)."""
    assert unsupported(parse_transcript(HEAD + lines)) == claims
