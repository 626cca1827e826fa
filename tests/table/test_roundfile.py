"""Round files: they read as they are written, and nothing in them can be changed unnoticed."""

from __future__ import annotations

from functools import cache

import pytest

from paigow.faults import BadInput
from paigow.table.alone.chance import seed_from
from paigow.table.alone.recording import record
from paigow.table.said.roundfile import RoundFile, parse_rounds, print_rounds
from paigow.table.said.verifying import verify_rounds
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
        ("dealer announces", "floor announces", "only the dealer"),
        ("main.maximum = 1000", "main.maximum = 5", "minimum"),
        ("chance seed ", None, "not what the seed gives"),
        ("    > no-more-bets at=0", "    > no-more-bets at=1", "follows, not"),
        ("      by 6(b), 6(c), R5", "      by 6(b), 6(c)", "other money or paragraphs"),
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
        ("collects 1 progressive chips", "collects 2 progressive chips", "must agree"),
        ("dealer shuffles ", None, "not what the seed gives"),
        ("stub-counted count=4", "stub-counted count=5", "follows, not"),
        ('fed={"mega":20', 'fed={"mega":21', "follows, not"),
        ("      by 1.B(7), 10.A(2)(a), R25", "      by 10.A(2)(a), R25", "other money or paragraphs"),
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
        (2, "submission"),
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
