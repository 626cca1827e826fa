"""Names mean one thing, and no code outside a book's or a wager's folder refers to it by name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from paigow.books.registry import book_names, folder_of
from paigow.wagers.registry import wagers
from tests.test_repository import PACKAGE

OFFERED_TO_START_WITH = {
    "cli/book.py",
    "cli/commands.py",
    "cli/play.py",
    "cli/table.py",
    "environments/gym.py",
    "environments/parallel.py",
    "server/http/models.py",
}
"""Examples in the help, and defaults for each game: built-in books, by name."""

PLAIN_WORDS = {"double", "even", "match", "odd", "triple"}
"""Kinds that are also ordinary words: checked only where a kind is expected."""


def sources(suffix: str) -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob(f"*{suffix}")):
        yield path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")


def outside(name: str, folder: str) -> bool:
    return not name.startswith(f"{folder}/")


def wager_folders() -> dict[str, str]:
    return {kind: wager.package.removeprefix("paigow.").replace(".", "/") for kind, wager in wagers().items()}


def test_a_class_name_means_one_thing() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in sources(".py"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(name)
    assert len(found) > 500
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def decisive(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """What decides by a value, and where: comparisons, cases, and lookups in a mapping."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                yield from ((part, ast.unparse(node)) for part in ast.walk(node))
            case ast.MatchValue():
                yield node.value, "kind"
            case ast.Subscript():
                yield node.slice, ast.unparse(node)
            case ast.Call(func=ast.Attribute(attr="get"), args=[first, *_]):
                yield first, ast.unparse(node)


def test_no_python_decides_by_a_wagers_name() -> None:
    folders = wager_folders()
    found = {
        (name, node.value)
        for name, text in sources(".py")
        for node, where in decisive(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for kind in [node.value.removeprefix("limits.").partition(".")[0]]
        if kind in folders and outside(name, folders[kind])
        if kind not in PLAIN_WORDS or "kind" in where
    }
    assert found == set()


def test_no_python_names_a_rule_book() -> None:
    folders = {book: f"books/{Path(str(folder_of(book))).name}" for book in book_names()}
    found = set()
    for name, text in sources(".py"):
        tree = ast.parse(text)
        notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
                found |= {
                    (name, book) for book in folders if book in node.value and outside(name, folders[book])
                }
    assert {each for each in found if each[0] not in OFFERED_TO_START_WITH} == set()


def test_no_script_of_the_page_names_a_rule_book_or_decides_by_a_wagers_name() -> None:
    kinds = "|".join(map(re.escape, wagers()))
    decided = re.compile(rf"(?:[!=]==\s*|\bcase\s+|kind\w*\s*\[\s*)['\"](?:{kinds})['\"]")
    found = set()
    for name, text in sources(".js"):
        found |= {(name, match.group()) for match in decided.finditer(text)}
        found |= {(name, book) for book in book_names() if book in text}
    assert found == set()
