"""The specification: its examples run, its grammar is the shipped one, and it explains every word."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from paigow.houseways import HouseWay
from paigow.houseways.grammar import _parser, grammar_text
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.tiles import parse_tiles

TEXT = (Path(__file__).parents[2] / "docs" / "house-way-language.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, flags=re.DOTALL)
EXAMPLES = [
    (way, hands)
    for (kind, way), (next_kind, hands) in pairwise(BLOCKS)
    if (kind, next_kind) == ("way", "hands")
]


def test_the_grammar_printed_is_the_one_that_is_used() -> None:
    (printed,) = [text for kind, text in BLOCKS if kind == "lark"]
    assert printed == grammar_text()


def test_every_way_has_its_hands() -> None:
    assert len(EXAMPLES) == sum(kind == "way" for kind, _ in BLOCKS) == 3


@pytest.mark.parametrize(("text", "hands"), EXAMPLES)
def test_the_examples_are_set_as_they_say(text: str, hands: str) -> None:
    way = HouseWay.parse(text)
    for line in hands.splitlines():
        hand, setting, label = re.split(r" -> | by ", line)
        pieces = parse_tiles(hand) if way.game is Game.TILES else parse_cards(hand)
        decision = way.explain(pieces).decision
        assert (str(decision.setting), str(decision.rule.label)) == (setting, label), line


def test_every_rule_of_the_examples_is_reached_or_plainly_could_be() -> None:
    for text, _ in EXAMPLES:
        assert HouseWay.parse(str(HouseWay.parse(text))) == HouseWay.parse(text)


def test_every_word_of_the_grammar_is_explained() -> None:
    """Each keyword appears somewhere in the text before the grammar."""
    explained = TEXT.split("```lark")[0]
    words = {str(terminal.pattern.value) for terminal in _parser().terminals if terminal.name.isupper()}
    keywords = {re.sub(r"\(\?!.*", "", word).replace("\\", "") for word in words}
    plain = {word for word in keywords if re.fullmatch(r"[a-z-]+", word)}
    assert len(plain) > 60
    assert [word for word in sorted(plain) if not re.search(rf"\b{word}\b", explained)] == []


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = [text for kind, text in BLOCKS if kind == "python"]
    exec(compile(code, "docs", "exec"), {})  # noqa: S102  the example is ours
    assert capsys.readouterr().out.split("\n") == [*re.findall(r"print.*# (.*)", code), ""]
