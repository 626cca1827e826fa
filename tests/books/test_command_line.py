"""`paigow books`, `paigow book` and `paigow submission`, as a person or a program calls them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paigow.books.registry import book_names
from paigow.cli.application import run
from paigow.submissions.checking import example_names
from tests.books.making import changed

Capture = pytest.CaptureFixture[str]


def answer(capsys: Capture, *arguments: str, code: int = 0) -> Any:
    assert run([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def printed(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert run(arguments) == code
    return capsys.readouterr().out


def test_books_are_listed(capsys: Capture) -> None:
    found = answer(capsys, "books")
    assert found["schema"] == "paigow/books/1"
    assert [book["name"] for book in found["books"]] == list(book_names())
    assert sum(book["paragraph_counts"]["all"] for book in found["books"]) == 707
    assert found["accounted"] == {"for": 707, "of": 707}
    assert all(book["outstanding"] == [] for book in found["books"])
    text = printed(capsys, "books")
    assert "707 of 707 paragraphs are covered" in text
    assert "427 paragraphs" in text


def test_a_book_lists_its_paragraphs_and_options(capsys: Capture) -> None:
    found = answer(capsys, "book", "colorado_tiles")
    assert found["schema"] == "paigow/book/1"
    assert len(found["paragraphs"]) == 152
    assert set(found["paragraphs"][0]) == {"id", "kind", "gist", "where"}
    cut = next(option for option in found["options"] if option["name"] == "banking.cut")
    assert cut["paragraphs"] == ["30-2609(7)(c)", "R6"]
    text = printed(capsys, "book", "colorado-tiles")
    assert "banking.cut" in text
    assert "152 of 152 paragraphs covered" in text
    assert "707 of 707 in all 4 books" in text


def test_a_paragraph_is_shown_with_those_below_and_what_rests_on_it(capsys: Capture) -> None:
    found = answer(capsys, "book", "commission-tiles", "8(g)")
    assert [paragraph["id"] for paragraph in found["paragraphs"]] == ["8(g)", "8(g)(1)", "8(g)(2)"]
    assert {option["name"] for option in found["options"]} == {"banking.cut", "timers.cut"}
    text = printed(capsys, "book", "commission-tiles", "8(g)")
    assert "either end" in text


def test_a_number_without_a_text_of_its_own_shows_the_paragraphs_under_it(capsys: Capture) -> None:
    def ids(book: str, paragraph: str) -> list[str]:
        return [each["id"] for each in answer(capsys, "book", book, paragraph)["paragraphs"]]

    assert ids("maryland-poker", "11")[0] == "11.A"
    assert {each.partition(".")[0] for each in ids("maryland-poker", "11")} == {"11"}
    assert {each.partition("(")[0] for each in ids("commission-tiles", "commission-tiles 7")} == {"7"}
    assert {each.partition("(")[0] for each in ids("colorado-tiles", "30-2607")} == {"30-2607"}


@pytest.mark.parametrize("arguments", [("R34",), ("maryland-poker", "R34"), ("maryland-poker", "r34")])
def test_a_ruling_is_shown_with_or_without_a_book(capsys: Capture, arguments: tuple[str, ...]) -> None:
    found = answer(capsys, "book", *arguments)
    assert (found["schema"], found["id"], found["title"]) == (
        "paigow/book-ruling/1",
        "R34",
        "Cards that show.",
    )
    text = " ".join(printed(capsys, "book", *arguments).split())
    assert text.startswith("R34 Cards that show. Dealt from the hand, any card that shows voids the round")


def test_a_word_lists_the_paragraphs_that_have_it(capsys: Capture) -> None:
    found = answer(capsys, "book", "commission-tiles", "Exposed")["paragraphs"]
    assert found
    assert all("exposed" in paragraph["gist"].lower() for paragraph in found)
    every = answer(capsys, "book", "commission-tiles")["paragraphs"]
    assert len(found) == sum("exposed" in paragraph["gist"].lower() for paragraph in every)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("maryland-poker", "4(d)"), "no paragraph '4(d)'. Did you mean 4.D?"),
        (
            ("maryland-poker", "4(z)"),
            "no paragraph '4(z)'. paigow book maryland-poker --paragraphs lists them.",
        ),
        (("commission-tiles", "zebra"), "--paragraphs lists them."),
        (("R999",), "There is no ruling 'R999'. Rulings have numbers from R1 to R"),
    ],
)
def test_a_wrong_paragraph_suggests_only_what_is_close(
    capsys: Capture, arguments: tuple[str, ...], said: str
) -> None:
    assert run(["book", *arguments]) == 3
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["book", "nevada"], ["book", "commission-tiles", "99"], ["submission", "check", "no-such.toml"]],
)
def test_what_is_not_there_is_bad_input(capsys: Capture, arguments: list[str]) -> None:
    assert run(arguments) == 3
    assert capsys.readouterr().err.startswith("paigow: ")


@pytest.mark.parametrize("book", book_names())
def test_a_new_submission_is_in_order_once_it_is_filled_in(
    capsys: Capture, tmp_path: Path, book: str
) -> None:
    file = tmp_path / "new.toml"
    file.write_text(printed(capsys, "submission", "new", book), encoding="utf-8")
    found = answer(capsys, "submission", "check", str(file), code=1)
    assert found["ok"] is False
    assert all(finding["problem"].startswith("to fill in: ") for finding in found["findings"])
    filled = file.read_text(encoding="utf-8")
    filled = filled.replace("Name of the house", "Jade Court").replace("write the reference here", "JC-1")
    (tmp_path / "filled.toml").write_text(filled, encoding="utf-8")
    assert answer(capsys, "submission", "check", str(tmp_path / "filled.toml")) == {
        "schema": "paigow/submission-check/1",
        "ok": True,
        "source": str(tmp_path / "filled.toml"),
        "findings": [],
    }
    other = tmp_path / "other.toml"
    printed(capsys, "submission", "new", book, "--out", str(other))
    assert other.read_text(encoding="utf-8") == file.read_text(encoding="utf-8")


def test_findings_are_printed_and_the_exit_code_says_so(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    text = changed(
        "maryland-poker-plain", {"dealing.method": "hand", "cards.change-hours": 4, "table.chairs": 8}
    )
    file.write_text(text, encoding="utf-8")
    found = answer(capsys, "submission", "check", str(file), code=1)
    assert found["ok"] is False
    assert [finding["field"] for finding in found["findings"]] == ["table.chairs", "dealing.method"]
    for finding in found["findings"]:
        assert set(finding) == {"field", "line", "problem", "allowed", "paragraph"}
    assert "maryland-poker 9.A(1)" in found["findings"][1]["paragraph"]
    text = printed(capsys, "submission", "check", str(file), code=1)
    assert "2 findings" in text
    assert "9.A(1)" in text
    assert "1 to 6" in text
    assert answer(capsys, "submission", "rules", str(file), code=1)["ok"] is False


def test_posted_rules_are_printed_and_written(capsys: Capture, tmp_path: Path) -> None:
    assert "POSTED" in printed(capsys, "submission", "rules", "commission-tiles-full").upper()
    page = tmp_path / "rules.html"
    printed(capsys, "submission", "rules", "commission-tiles-full", "--html", str(page))
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert printed(capsys, "submission", "rules", "commission-tiles", "--html", "-").startswith(
        "<!doctype html>"
    )
    assert (
        run(["submission", "rules", "commission-tiles", "--html", str(tmp_path / "no" / "place.html")]) == 3
    )
    found = answer(capsys, "submission", "rules", "maryland-poker-full")
    assert found["operator"] == "Harbor Lantern"
    assert "Progressive" in found["sections"]


def test_submissions_are_compared(capsys: Capture) -> None:
    found = answer(capsys, "submission", "compare", "colorado-tiles-plain", "colorado-tiles-full")
    fields = {each["field"] for each in found["differences"]}
    assert {"banking.bank", "dragons-eye.offered", "pair-fortunes.offered"} <= fields
    assert set(found["differences"][0]) == {"field", "one", "other", "paragraphs"}
    assert "the same" in printed(capsys, "submission", "compare", "colorado-tiles", "colorado-tiles-plain")


def test_examples_are_named(capsys: Capture) -> None:
    found = answer(capsys, "submission", "examples")
    assert [each["name"] for each in found["examples"]] == list(example_names())
    assert all(each["about"] for each in found["examples"])
