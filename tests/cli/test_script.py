"""`paigow script`: the equipment of a table and the whole script of its dealer, to learn from."""

from __future__ import annotations

import json

import pytest

from paigow.books.book import load_book
from paigow.cli.application import run
from paigow.submissions.checking import example_names

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("table", example_names())
def test_every_line_and_item_names_paragraphs_of_the_book(table: str, capsys: Capture) -> None:
    assert run(["script", table, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "paigow/script/1"
    paragraphs = load_book(table.rsplit("-", 1)[0]).paragraphs
    named = {cite for row in (*found["equipment"], *found["lines"]) for cite in row["paragraphs"]}
    assert {cite for cite in named if not cite.startswith("R")} <= set(paragraphs)
    assert all(row["paragraphs"] for row in (*found["equipment"], *found["lines"]))


def test_the_script_reads_in_the_order_of_a_round(capsys: Capture) -> None:
    assert run(["script", "maryland-poker"]) == 0
    printed = capsys.readouterr().out
    headings = ["In place before", "With receive decks", "With shuffle cards", "After cut offered"]
    headings += ["With call no more bets", "With deal cards", "With count stub", "With expose hand"]
    places = [printed.index(f"\n{heading}") for heading in headings]
    assert places == sorted(places)
    assert "approved as HL-17" in printed
    assert '"No more bets."' in printed


def test_a_table_that_is_not_there_is_bad_input(capsys: Capture) -> None:
    assert run(["script", "maryland-pocker"]) == 3
    assert "Did you mean maryland-poker?" in capsys.readouterr().err
