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
    headings = ["In place before", "Receive the decks", "Shuffle", "When the cut is offered"]
    headings += ["“No more bets”", "Deal the cards", "Count the stub", "Show and compare a hand"]
    places = [printed.index(f"\n{heading}") for heading in headings]
    assert places == sorted(places)
    assert "approved as HL-17" in printed
    assert '"No more bets."' in printed


@pytest.mark.parametrize("table", example_names())
def test_every_part_has_one_heading_in_plain_words(table: str, capsys: Capture) -> None:
    assert run(["script", table, "--json"]) == 0
    keys = {line["step"] for line in json.loads(capsys.readouterr().out)["lines"]}
    assert run(["script", table]) == 0
    text = capsys.readouterr().out
    headings = [part.splitlines()[0] for part in text.split("\n\n")[2:]]
    assert len(headings) == len(set(headings)) == len(keys)
    assert not any(heading.startswith(("With ", "After ", "While waiting:")) for heading in headings)


def test_an_act_has_the_name_of_its_button_in_the_game(capsys: Capture) -> None:
    assert run(["script", "commission-tiles"]) == 0
    assert "\nReport an exposed tile\n" in capsys.readouterr().out
    assert run(["script", "maryland-poker"]) == 0
    assert "\nReport an exposed card\n" in capsys.readouterr().out


def test_a_table_that_is_not_there_is_bad_input(capsys: Capture) -> None:
    assert run(["script", "maryland-pocker"]) == 3
    assert "Did you mean maryland-poker?" in capsys.readouterr().err
