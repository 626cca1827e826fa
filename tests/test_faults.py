"""Bad input reported to people: whole sentences, and one wording for every suggestion."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paigow.faults import BadInput, sentence, suggestion

SOURCE = Path(__file__).parents[1] / "src" / "paigow"


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("give text", "Give text."),
        ("did you mean Teen?", "Did you mean Teen?"),
        ("'4x' is not a card", "'4x' is not a card."),
        # Code, paths, and the program's name stay lowercase.
        ("paigow way check mine lists them", "paigow way check mine lists them."),
        ("ours.toml already exists", "ours.toml already exists."),
        ("floor.key can't be read", "floor.key can't be read."),
        ("house-way has no such choice", "house-way has no such choice."),
        ("postgresql:///floor can't be reached", "postgresql:///floor can't be reached."),
        ("You can't bet here.", "You can't bet here."),
    ],
)
def test_a_clause_becomes_a_sentence(clause: str, told: str) -> None:
    assert sentence(clause) == told


def test_a_fault_is_told_in_sentences() -> None:
    fault = BadInput("there is no tile 'Teem'", where="at character 6", allowed="did you mean Teen?")
    assert str(fault) == "there is no tile 'Teem' (at character 6); did you mean Teen?"
    assert fault.sentences == "There is no tile 'Teem' (at character 6). Did you mean Teen?"
    assert BadInput("Sign in first.").sentences == "Sign in first."


def test_a_suggestion_names_one_thing_or_all() -> None:
    assert suggestion("fortun", ["fortune", "insurance"]) == "did you mean fortune?"
    assert suggestion("xyz", ["fortune", "insurance"]) == "choose one of fortune, insurance"
    assert suggestion("xyz", ["fortune"], "see the list") == "see the list"


def test_suggestions_are_worded_in_one_place() -> None:
    """Two other wordings had crept in; these two files put a guess into a longer sentence of their own."""
    own = {"faults.py", "grammar.py", "phrases.py"}
    worded = {
        file.name
        for file in SOURCE.rglob("*.py")
        if re.search(r'f"(perhaps|did you mean)\b', file.read_text(encoding="utf-8"))
    }
    assert worded == own
