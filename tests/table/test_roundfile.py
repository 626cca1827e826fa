"""Round files: they read as they are written, and nothing in them can be changed unnoticed."""

from __future__ import annotations

import re
from functools import cache

import pytest

from paigow.faults import BadInput
from paigow.table.autoplay.chance import seed_from
from paigow.table.autoplay.self_play import record
from paigow.table.engine import evolve
from paigow.table.records.codec import digest
from paigow.table.records.roundfile import (
    Round,
    RoundFile,
    chained,
    parse_rounds,
    print_rounds,
    whole_file,
)
from paigow.table.records.verifying import verify_rounds, verify_text
from tests.rules import rule
from tests.table.tables import rules_with, submission_with

PLAYERS = ("house-way", "banker", "random", "banker", "bonus", "random")
BOOKS = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")
TABLES = tuple(f"{book}-{kind}" for book in BOOKS for kind in ("plain", "full"))


@cache
def recorded(table: str) -> RoundFile:
    submission = submission_with(table)
    return record(rules_with(table), submission.text, seed_from("round files"), PLAYERS, 6)


@pytest.mark.parametrize("table", TABLES)
def test_a_round_file_reads_as_it_is_written_and_is_sound(table: str) -> None:
    file = recorded(table)
    assert len(file.rounds) == 6
    read = parse_rounds(print_rounds(file))
    assert read == file
    assert verify_rounds(read) == ()


@pytest.mark.parametrize("table", TABLES)
def test_the_same_seed_plays_the_same_rounds(table: str) -> None:
    submission = submission_with(table)
    again = record(rules_with(table), submission.text, seed_from("round files"), PLAYERS, 6)
    assert again == recorded(table)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("account rack/Ana 400.00", "account rack/Ana 401.00", "sum to 100 cents"),
        ("dealer announces", "floor announces", "Only the dealer"),
        ("main.maximum = 1000", "main.maximum = 5", "minimum"),
        ("chance seed ", None, "doesn't match the seed"),
        ("    > no-more-bets at=", "    > no-more-bets at=1", "follows, not"),
        ("      by 6(b), 6(c), R5", "      by 6(b), 6(c)", "other paragraphs are cited"),
        ("state ", None, "fingerprint"),
        ("chain ", None, "chain"),
    ],
)
def test_a_change_is_noticed(old: str, new: str | None, told: str) -> None:
    text = print_rounds(recorded("commission-tiles-plain")).replace(
        "main.maximum = 1000.00", "main.maximum = 1000"
    )
    assert old in text
    if new is None:
        start = text.index(old) + len(old)
        text = text[:start] + ("0" if text[start] != "0" else "1") + text[start + 1 :]
    else:
        text = text.replace(old, new, 1)
    problems = verify_rounds(parse_rounds(text))
    assert any(told in problem.problem for problem in problems), problems


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("collects 1 progressive chips", "collects 2 progressive chips", "Both must be the same"),
        ("dealer shuffles ", None, "doesn't match the seed"),
        ("stub-counted count=4", "stub-counted count=5", "follows, not"),
        ('fed={"mega":20', 'fed={"mega":21', "follows, not"),
        ("      by 1.B(7), 10.A(2)(a), R25", "      by 10.A(2)(a), R25", "other paragraphs are cited"),
        ("progressive.rates = [20, 10, 10]", "progressive.rates = [30, 10, 10]", "follows, not"),
    ],
)
def test_a_change_of_cards_or_bonus_is_noticed(old: str, new: str | None, told: str) -> None:
    text = print_rounds(recorded("maryland-poker-full"))
    assert old in text
    if new is None:
        start = text.index(old) + len(old)
        first, second, rest = text[start:].split(" ", 2)
        text = f"{text[:start]}{second} {first} {rest}"
    else:
        text = text.replace(old, new, 1)
    problems = verify_rounds(parse_rounds(text))
    assert any(told in problem.problem for problem in problems), problems


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (0, "first line"),
        (2, "how many rounds"),
        ("submission", "submission"),
        ("round 1", "round 1 is missing"),
        ("  dealer begins play", "nobody can be said"),
        ("opens", "open with"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(line: int | str, told: str) -> None:
    lines = print_rounds(recorded("commission-tiles-plain")).split("\n")
    at = lines.index(line) if isinstance(line, str) else line
    lines[at] = "  dealer dances" if lines[at].startswith("  dealer") else "nonsense"
    with pytest.raises(BadInput, match=told) as fault:
        parse_rounds("\n".join(lines))
    assert fault.value.where is not None


def test_an_empty_file_is_no_round_file() -> None:
    with pytest.raises(BadInput, match="first line"):
        parse_rounds("")


SHORT = 3
"""Rounds in a file that is cut at many points."""


@cache
def short_file() -> str:
    table = "commission-tiles-plain"
    players = ("house-way", "random")
    return print_rounds(
        record(rules_with(table), submission_with(table).text, seed_from("cut"), players, SHORT)
    )


def told(text: str) -> list[str]:
    return [problem.problem for problem in verify_text(text).problems]


@pytest.mark.parametrize("left", range(SHORT))
def test_a_file_cut_at_a_round_boundary_is_cut(left: int) -> None:
    """Everything before the cut is valid; only the number of rounds shows that something is missing."""
    text = short_file()
    cut = text[: text.index(f"\nround {left + 1}\n")]
    problems = told(cut)
    assert problems[0] == f"this file is truncated: it has {left} of {SHORT} rounds"
    assert problems[1:] == ([] if left else ["this file has no rounds"])


def test_a_cut_file_whose_number_is_changed_has_another_end() -> None:
    text = short_file()
    start, end = text.index(f"\nround {SHORT}\n"), text.index("\nend ")
    cut = (text[:start] + text[end:]).replace(f"rounds {SHORT}\n", f"rounds {SHORT - 1}\n")
    assert told(cut) == ["the fingerprint at the end of the file doesn't match"]


def test_more_rounds_than_a_file_says_it_has_are_told() -> None:
    text = short_file().replace(f"rounds {SHORT}\n", f"rounds {SHORT - 1}\n")
    assert told(text)[0] == f"this file has {SHORT} rounds and says that it has {SHORT - 1}"


def test_no_line_can_be_left_out_unnoticed() -> None:
    """Empty lines aren't part of a file; without its first line a text isn't a round file at all."""
    lines = short_file().split("\n")
    assert told(short_file()) == []
    for number, line in enumerate(lines[1:], start=1):
        if line:
            assert told("\n".join(lines[:number] + lines[number + 1 :])), (number + 1, line)
    with pytest.raises(BadInput, match="first line"):
        verify_text("\n".join(lines[1:]))


@rule("R103")
def test_no_line_but_an_empty_one_can_be_doubled_unnoticed() -> None:
    lines = short_file().splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.strip() and not line.startswith("  | "):
            assert told("".join((*lines[:number], line, *lines[number:]))), line


def test_a_file_cut_anywhere_is_noticed() -> None:
    """At each line break, so in the middle of rounds, of the opening table and of the submission too."""
    lines = short_file().rstrip("\n").split("\n")
    for number in range(1, len(lines)):
        assert told("\n".join(lines[:number])), number


def test_a_round_that_nothing_ends_is_cut() -> None:
    """With its fingerprints recomputed, a round without its last command would look valid."""
    file = recorded("commission-tiles-plain")
    before, last = file.rounds[:-1], file.rounds[-1]
    acts = last.acts[:-1]
    table = file.opens
    for act in (*(act for each in before for act in each.acts), *acts):
        for event in act.events:
            table = evolve(table, event)
    cut = Round(acts, digest(table), chained(before[-1].chain, acts))
    problems = verify_rounds(whole_file(file.submission, file.seed, file.opens, (*before, cut)))
    assert [problem.problem for problem in problems] == ["it is truncated: this round has no end"]


def test_a_file_without_a_round_is_a_finding() -> None:
    file = recorded("commission-tiles-plain")
    empty = whole_file(file.submission, file.seed, file.opens, ())
    assert told(print_rounds(empty)) == ["this file has no rounds"]


def test_a_file_of_the_first_format_is_read_and_says_not_how_many_rounds_it_has() -> None:
    lines = short_file().split("\n")
    assert lines[0] == "paigow round file 2"
    old = "\n".join(
        ["paigow round file 1", *(line for line in lines[1:] if not line.startswith(("rounds ", "end ")))]
    )
    file = parse_rounds(old)
    assert len(file.rounds) == SHORT
    assert file.total is None
    assert parse_rounds(print_rounds(file)) == file
    assert told(old) == ["this file doesn't say how many rounds it has, so rounds may be missing at its end"]


def test_a_later_format_is_not_guessed_at() -> None:
    with pytest.raises(BadInput, match="format '4' is not known"):
        parse_rounds(short_file().replace("round file 2", "round file 4", 1))


def test_draws_that_nobody_committed_to_are_a_finding() -> None:
    """A file that says its rounds reveal their seeds must have them commit to some."""
    text = re.sub(r"chance seed .*", "chance revealed", short_file())
    assert "nobody committed to a seed before this draw" in told(text)[0]
