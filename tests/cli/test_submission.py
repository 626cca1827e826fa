"""Writing and checking submissions at the command line: an interview in a terminal, lines of findings."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import struct
import subprocess
import sys
import termios
import tomllib
from pathlib import Path

import pytest

from paigow.books.book import load_book
from paigow.books.registry import book_names
from paigow.cli.application import run
from paigow.cli.interview import interview
from paigow.posted.sign import table_sign
from paigow.submissions.checking import (
    Submission,
    check_submission,
    find_submission,
    load_submission,
    read_submission,
)
from paigow.submissions.places import line_of
from paigow.submissions.writing import way_for, write_submission
from paigow.wagers.money import Cents, money
from tests.rules import rule

SPOILT = """rulebook = "maryland-poker"

[table]
operator = "Harbor"
"number" = "PGP 1"
chairs = 7   # too many
colour = "red"

[limits]
main.minimum = -1
"""


def test_findings_have_their_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "spoilt.toml"
    path.write_text(SPOILT, encoding="utf-8")
    assert run(["submission", "check", str(path)]) == 1
    said = capsys.readouterr().out
    assert "table.chairs, line 6" in said
    assert "table.colour, line 7" in said
    assert "limits.main.minimum, line 10" in said
    assert "-1 is not above zero" in said
    assert "limits.main.maximum, line 9" in said, "what is missing belongs under its heading"
    assert run(["submission", "check", str(path), "--json"]) == 1
    found = {each["field"]: each["line"] for each in json.loads(capsys.readouterr().out)["findings"]}
    assert (found["table.chairs"], found["house-way.way"]) == (6, None)
    assert line_of(SPOILT, "table.number") == 5


def test_a_file_that_is_not_toml_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("chairs = = 6\n", encoding="utf-8")
    assert run(["odds", str(path)]) == 3
    said = " ".join(capsys.readouterr().err.split())
    assert said.startswith("paigow: This isn't valid TOML: Invalid value (at line 1, column 10)")
    assert "broken.toml" in said
    assert said.endswith("Write lines such as chairs = 6 under headings such as [table].")


def test_a_file_that_is_not_toml_has_the_line_where_it_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.toml"
    path.write_text('rulebook = "maryland-poker"\n\n[table]\nchairs = seven\n', encoding="utf-8")
    assert run(["submission", "check", str(path)]) == 1
    assert "\nfile, line 4\n" in capsys.readouterr().out
    assert run(["submission", "check", str(path), "--json"]) == 1
    assert [each["line"] for each in json.loads(capsys.readouterr().out)["findings"]] == [4]


def test_a_submission_from_standard_input_is_called_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SPOILT.encode())))
    assert run(["submission", "check", "-"]) == 1
    assert capsys.readouterr().out.startswith("standard input: ")


@pytest.mark.parametrize("name", book_names())
def test_an_interview_leaves_nothing_to_fill_in(name: str) -> None:
    """Answering every question results in a valid submission."""
    book = load_book(name)
    asked: list[str] = []
    wrong = ["", "-5", "no such word"]

    def ask(prompt: str) -> str:
        field = prompt.partition(" ")[0]
        asked.append(field)
        if book.options[field].fill_in:
            return f"Reference {len(asked)} of 2026"
        # A wrong answer is asked again, and Enter keeps the suggestion.
        return wrong.pop() if field == "limits.main.minimum" and wrong else ""

    chosen = interview(book, None, ask, lambda _: None, Path())
    assert asked.count("limits.main.minimum") == 3
    checked = read_submission(write_submission(book, chosen))
    assert isinstance(checked, Submission), checked
    assert checked.to_fill_in == ()


def test_an_interview_takes_only_a_house_way_that_exists_for_its_game() -> None:
    answers, said = ["foxwoods", "no-such-way", "missing.way", "canberra"], list[str]()
    chosen = interview(
        load_book("commission-tiles"),
        None,
        lambda prompt: answers.pop(0) if prompt.startswith("house-way.way ") and answers else "",
        said.append,
        Path(),
    )
    assert (chosen["house-way.way"], answers) == ("canberra", [])
    refusals = [each for each in said if each.startswith(("  There is no house way", "  The house way"))]
    assert refusals[0].startswith("  There is no house way 'foxwoods' for tiles.")
    assert "canberra" in refusals[1], "the allowed ones are listed"
    assert "missing.way" in refusals[2]


OURS = """way "Ours"
game tiles
source "Our dealers' card"

1  when a pair of Teen/Day  play the pair split
2  otherwise                play the best low
finally the best low, then the best high
"""
"""Both rules depart from the regulation's own: it keeps most pairs, and plays no low for its own sake."""


@rule("R83")
def test_an_interview_takes_your_own_way_from_the_folder_of_the_submission(tmp_path: Path) -> None:
    """It notes its exceptions, like those of a way given as `--way`."""
    (tmp_path / "ours.way").write_text(OURS, encoding="utf-8")
    book, said = load_book("colorado-tiles"), list[str]()

    def ask(prompt: str) -> str:
        field = prompt.partition(" ")[0]
        return (
            "ours.way" if field == "house-way.way" else f"SG {field}" if book.options[field].fill_in else ""
        )

    typed = interview(book, None, ask, said.append, tmp_path)
    given = interview(book, way_for(book, str(tmp_path / "ours.way")), ask, said.append, tmp_path)
    assert [each for each in said if "ours.way" in each] == [], "it was refused"
    assert typed["house-way.exceptions"] == given["house-way.exceptions"] == ["1", "2"]
    for chosen in (typed, given):
        assert isinstance(check_submission(write_submission(book, chosen), folder=tmp_path), Submission)


def test_an_interview_keeps_what_is_in_brackets() -> None:
    """Only a placeholder is left to fill in: a suggestion that stands is shown."""
    asked: list[str] = []
    book = load_book("colorado-tiles")

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return ""

    chosen = interview(book, None, ask, lambda _: None, Path())
    kept = tomllib.loads(write_submission(book, chosen))["posting"]["place"]
    assert f"posting.place [{kept}]: " in asked
    assert "table.operator [fill in later]: " in asked


def test_a_way_must_be_in_the_folder_of_the_submission(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    way, out = tmp_path / "ours.way", tmp_path / "other" / "ours.toml"
    way.write_text(OURS, encoding="utf-8")
    out.parent.mkdir()
    command = ["submission", "new", "colorado-tiles", "--draft", "--way", str(way), "--out"]
    assert run([*command, str(out)]) == 3
    assert not out.exists()
    assert f"Copy it to {out.parent / 'ours.way'}" in " ".join(capsys.readouterr().err.split())
    assert run([*command, str(tmp_path / "ours.toml")]) == 0


def test_new_asks_in_a_terminal_and_only_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, theirs = pty.openpty()
    out = tmp_path / "mine.toml"
    (tmp_path / "ours.way").write_text(OURS, encoding="utf-8")
    command = [sys.executable, "-m", "paigow", "submission", "new", "commission-tiles", "--out", str(out)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as asking:
        os.close(theirs)
        os.write(ours, b"Harbor Casino\n\n\n\nours.way\n" + b"\n" * 40)
        said = b""
        try:
            while part := os.read(ours, 4096):
                said += part
        except OSError:
            pass  # A terminal whose other side is closed says so.
        assert asking.wait(60) == 0
    os.close(ours)
    assert b"table.operator [fill in later]: " in said
    assert b"To change" not in said
    written = tomllib.loads(out.read_text(encoding="utf-8"))
    assert written["table"]["operator"] == "Harbor Casino"
    assert written["house-way"]["way"] == "ours.way"
    assert run(["submission", "new", "commission-tiles"]) == 0
    assert 'operator = "Name of the house"' in capsys.readouterr().out


def test_an_interview_tells_what_to_change_from_what_to_fill_in() -> None:
    """A flat button needs a shuffler and a shoe (5.K(3)); the answer is there, but it isn't allowed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 60, 0, 0))
    command = [sys.executable, "-m", "paigow", "submission", "new", "maryland-poker"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs) as asking:
        os.close(theirs)
        os.write(ours, b"Harbor\n" + b"\n" * 6 + b"flat-button\n" + b"\n" * 20)
        said = b""
        try:
            while part := os.read(ours, 4096):
                said += part
        except OSError:
            pass  # A terminal whose other side is closed says so.
        assert asking.wait(60) == 0
    os.close(ours)
    lines = said.decode().splitlines()
    assert max(map(len, lines)) < 60, "wrapped between words"
    told = " ".join(" ".join(lines).split())
    assert "To change: starting.method. The flat button is used without" in told
    assert "Still to fill in: approvals.layout, " in told


def test_a_repeated_line_is_called_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, what in (
        ("[table]\nchairs = 6\nchairs = 5\n", "line 3 repeats a choice of an earlier line"),
        ("[table]\nchairs = 6\n[table]\n", "line 3 repeats a heading of an earlier line"),
    ):
        (tmp_path / "twice.toml").write_text(text, encoding="utf-8")
        assert run(["submission", "check", str(tmp_path / "twice.toml")]) == 1
        said = capsys.readouterr().out
        assert what in said
        assert "Leave one of the two out." in said


@pytest.mark.parametrize("name", ["maryland-poker-full", "colorado-tiles-plain"])
def test_the_sign_has_every_wager_and_position(name: str) -> None:
    submission = load_submission(name)
    sign = table_sign(submission)
    rules = submission.rules
    assert sign.count(f">{rules.table.operator}</") == 2, "as its heading, and on the layout (2.B(1))"
    assert sign.count("<tr>") == len(rules.wagers) + 1
    # A spot for each wager at each position.
    assert sign.count("<circle") == len(rules.wagers) * rules.table.chairs
    for limit in rules.wagers.values():
        assert money(Cents(limit.most)) in sign


@rule("maryland-poker 2.B(9)", "maryland-poker 2.B(10)")
def test_the_sign_says_what_the_submission_posts_there() -> None:
    """Whatever pays on the sign or on the layout: each line of each pay table, and the payout limit."""
    text = find_submission("maryland-poker-full").text
    promised = text.replace('odds = "layout"', 'odds = "sign"').replace(
        'payout-limit = "layout"', 'payout-limit = "sign"'
    )
    assert promised != text
    posted = read_submission(promised)
    assert isinstance(posted, Submission), posted
    plain, sign = table_sign(load_submission("maryland-poker-full")), table_sign(posted)
    rules = posted.rules
    for offered in rules.optional.values():
        for row in offered.paytable.lines:
            assert f"<td>{row.line.value}</td><td>{row.pay}</td>" in sign
        for row in offered.envy_table.lines if offered.envy_table else ():
            assert f"<td>{row.line.value}, envy bonus</td><td>{row.pay}</td>" in sign
    assert "1 to 1, less vigorish" in sign
    assert rules.payout_cap is not None
    limit = f"at most {money(rules.payout_cap.amount)} on one hand"
    assert limit in sign
    assert limit not in plain
    assert "<h2>" not in plain


def test_posted_rules_are_printed_with_the_sign_on_a_page_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "rules.pdf"
    assert run(["submission", "rules", "commission-tiles-plain", "--pdf", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert f"Wrote {out}" in capsys.readouterr().out
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["submission", "rules", "commission-tiles-plain", "--pdf", str(tmp_path / "other.pdf")]) == 3
    assert "none is installed" in capsys.readouterr().err
