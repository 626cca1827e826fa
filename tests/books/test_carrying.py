"""A submission carries its own house way in its text, and then needs no other file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paigow import play_rounds, verify
from paigow.submissions.checking import Submission, check_submission
from paigow.submissions.values import carrying, parse_submission, take_carried
from tests.books.making import changed, findings_of, sound
from tests.rules import rule

OURS = 'way "Ours"\ngame tiles\n1  otherwise play the best low\nfinally the best low, then the best high\n'
CHANGES = {"house-way.way": "ours.way", "house-way.exceptions": ["1"]}
NAMES = st.text("abc-é'\" ", max_size=8).map(lambda stem: f"{stem}.way")


@given(st.dictionaries(NAMES, st.text(), min_size=1, max_size=3))
@example({"ours.way": "'''"})
@example({"ours.way": "ends in '"})
@example({"ours.way": "\x7f\r\n\t\\"})
def test_what_is_carried_is_read_back_word_for_word(files: dict[str, str]) -> None:
    raw = parse_submission(carrying('rulebook = "commission-tiles"\n[table]\nchairs = 6', files))
    assert isinstance(raw, dict)
    rest, carried = take_carried(raw)
    assert carried == files
    assert rest == {"rulebook": "commission-tiles", "table.chairs": 6}


def test_without_files_the_text_stays_as_it_is() -> None:
    assert carrying("rulebook", {}) == "rulebook"


@rule("commission-tiles 7(e)")
def test_a_way_goes_along_with_the_ways_it_leans_on(tmp_path: Path) -> None:
    (tmp_path / "base.way").write_text(OURS.replace("Ours", "Base"), encoding="utf-8")
    (tmp_path / "ours.way").write_text('way "Ours"\ngame tiles\nas "base", but\n', encoding="utf-8")
    submission = sound("commission-tiles-plain", CHANGES, tmp_path)
    assert check_submission(submission.text) == submission, "and judged again it is the same"
    assert set(submission.rules.way.files) == {"ours.way", "base.way"}


@rule("commission-tiles 7(e)")
def test_rounds_by_a_way_of_ones_own_are_verified_without_its_file(tmp_path: Path) -> None:
    (tmp_path / "ours.way").write_text(OURS, encoding="utf-8")
    submission = sound("commission-tiles-plain", CHANGES, tmp_path)
    (tmp_path / "ours.way").unlink()
    assert verify(play_rounds(submission, ["house-way"], rounds=1, seed="carried")) == ()


@pytest.mark.parametrize("named", ["theirs.way", "regulation"])
def test_what_a_submission_carries_has_to_be_what_it_names(named: str, tmp_path: Path) -> None:
    (tmp_path / "theirs.way").write_text(OURS, encoding="utf-8")
    text = carrying(
        changed("commission-tiles-plain", {**CHANGES, "house-way.way": named}), {"ours.way": OURS}
    )
    checked = check_submission(text, folder=tmp_path)
    assert not isinstance(checked, Submission)
    assert [(finding.field, finding.allowed) for finding in checked] == [("house-way.way", "name ours.way")]


@pytest.mark.parametrize("value", [5, "", {"ours": 1}, {"ours.txt": "x"}, {"ours.way": 5}])
def test_nothing_but_ways_is_carried(value: object) -> None:
    (finding,) = findings_of("commission-tiles-plain", {"ways": value})
    assert finding.problem == "there is no option with this name"


def test_a_way_too_long_to_be_carried_is_a_finding(tmp_path: Path) -> None:
    # 60 kB of notes in each of four files that build on one another: more than a submission can have.
    for number in range(4):
        text = OURS if number == 3 else f'way "W{number}"\ngame tiles\nas "w{number + 1}", but\n'
        (tmp_path / f"w{number}.way").write_text("# long\n" * 8_500 + text, encoding="utf-8")
    (finding,) = findings_of("commission-tiles-plain", {**CHANGES, "house-way.way": "w0.way"}, tmp_path)
    assert (finding.field, finding.allowed) == (
        "house-way.way",
        "at most 200,000 characters with the submission",
    )
