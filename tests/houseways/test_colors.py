"""Editors and the site color house ways by the same words, and know every built-in way."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest
from pygments.token import Keyword, Operator, Text

from paigow import houseways

ROOT = Path(__file__).parents[2]
WAYS = sorted(Path(houseways.__file__).with_name("ways").rglob("*.way"))


@pytest.fixture(scope="module")
def lexer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("conf", ROOT / "docs/conf.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", WAYS, ids=lambda path: path.stem)
def test_every_way_is_colored_whole(lexer: ModuleType, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = list(lexer.WayLexer(stripnl=False).get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    assert [value for kind, value in tokens if kind is Text] == []
    assert {"way", "game"} <= {value.strip() for kind, value in tokens if kind is Keyword.Declaration}


def test_the_grammar_for_editors_has_the_same_words(lexer: ModuleType) -> None:
    grammar = json.loads((ROOT / "editors/vscode/syntaxes/way.tmLanguage.json").read_text(encoding="utf-8"))
    found = {pattern["name"]: pattern.get("match", "") for pattern in grammar["patterns"]}
    for name, words in (
        ("keyword.other.heading.way", lexer.HEADINGS),
        ("keyword.control.way", lexer.ACTIONS),
        ("keyword.operator.word.way", lexer.JOINTS),
    ):
        (group,) = re.findall(r"\(([a-z|]+)\)", found[name])
        assert group.split("|") == list(words)
        re.compile(found[name])


def test_every_word_that_is_colored_is_a_word_of_the_language(lexer: ModuleType) -> None:
    written = (ROOT / "src/paigow/houseways/way.lark").read_text(encoding="utf-8")
    known = set(re.findall(r"[a-z]+", re.sub(r"//.*", "", written)))
    assert {*lexer.HEADINGS, *lexer.ACTIONS, *lexer.JOINTS} <= known
    assert Operator.Word in {kind for kind, _ in lexer.WayLexer().get_tokens("1 when a and b play c\n")}
