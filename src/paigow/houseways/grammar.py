"""Parsing a way's text into a tree, and reporting syntax errors. Not what it means."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternRE, PatternStr, TerminalDef

from paigow.faults import BadInput, nearest, require_text
from paigow.houseways.cache import cache_folder

LARGEST: Final = 64 * 1024
"""No house way needs more characters; the longest built-in one has a fifth of this."""
_MOST_LISTED: Final = 14

_LISTED: Final = {
    "FACE": ("ace", "king", "queen", "jack"),
    "TILE_KIND": ("pair", "wong", "gong", "high-nine"),
}
"""Terminals of a few words: each can be suggested."""
_DESCRIBED: Final = {
    "LABEL": "a rule's number at the start of a line",
    "STRING": "words in quotes",
    "INT": "a number",
    "TILE": "a tile",
    "RANK": "a rank",
    "TWO_CARDS": "two cards such as K-J",
    "HIGH_CARD": "a card such as K-high",
    "_WITH": ", with",
    "$END": "the end",
}


def grammar_text() -> str:
    return files("paigow.houseways").joinpath("way.lark").read_text(encoding="utf-8")


def _whole_words(terminal: TerminalDef) -> None:
    """A keyword ends where a word ends: `low` does not open `lowest`."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value[-1].isalpha():
        terminal.pattern = PatternRE(rf"{re.escape(terminal.pattern.value)}(?![\w-])", terminal.pattern.flags)


@cache
def _parser() -> Lark:
    """The parser. Its tables are cached on disk: computing them takes six times as long as loading them.

    Lark detects a change of the grammar or of its own version; the file's name covers this module. If the
    cache isn't writable, nothing is cached.
    """
    folder = cache_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    edition = sha256(Path(__file__).read_bytes()).hexdigest()[:16]
    return Lark(
        grammar_text(),
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
        edit_terminals=_whole_words,
        cache=str(folder / f"grammar-{edition}.tables"),
    )


@cache
def _words_of_terminals() -> dict[str, tuple[str, ...]]:
    """How each terminal is worded in a message."""
    words: dict[str, tuple[str, ...]] = {}
    for terminal in _parser().terminals:
        plain = re.sub(r"\\s[+*]", " ", terminal.pattern.value)
        plain = re.sub(r"\(,\s*\)\?|\\b|\(\?![^)]*\)|\\", "", plain).strip()
        words[terminal.name] = (_DESCRIBED.get(terminal.name, plain),)
    return words | _LISTED | {"$END": (_DESCRIBED["$END"],)}


def place(token: Token | Tree[Token]) -> str:
    line, column = (
        (token.line, token.column) if isinstance(token, Token) else (token.meta.line, token.meta.column)
    )
    return f"line {line}, column {column}"


def parse_tree(text: str) -> Tree[Token]:
    """Parse a way; BadInput has the line, the column, and the words allowed there."""
    if len(require_text(text, "a house way")) > LARGEST:
        raise BadInput(
            f"a house way of {len(text)} characters is too long", allowed=f"at most {LARGEST} are read"
        )
    try:
        return _parser().parse(text.replace("\r\n", "\n") + "\n")
    except UnexpectedInput as fault:
        raise _explained(fault, text) from None


def _explained(fault: UnexpectedInput, text: str) -> BadInput:
    expected = _expected(fault)
    if isinstance(fault, UnexpectedEOF) or (
        isinstance(fault, UnexpectedToken) and fault.token.type == "$END"
    ):
        lines = text.rstrip().count("\n") + 1
        return BadInput(
            "the house way ends too early", where=f"after line {lines}", allowed=_could_stand(expected, None)
        )
    where = f"line {fault.line}, column {fault.column}"
    word = _word_at(text, fault.line, fault.column)
    guess = nearest(word, [option for option in expected if option not in _DESCRIBED.values()])
    return BadInput(f"{word!r} can't go here", where=where, allowed=_could_stand(expected, guess))


def _expected(fault: UnexpectedInput) -> list[str]:
    if isinstance(fault, UnexpectedToken):
        names = fault.accepts or fault.expected
    elif isinstance(fault, UnexpectedCharacters):
        names = fault.allowed or set()
    else:
        names = set()
    words = _words_of_terminals()
    named = (words.get(name, (name,)) for name in names if not name.startswith("__IGNORE"))
    return sorted({word for each in named for word in each})


def _could_stand(expected: list[str], guess: str | None) -> str:
    listed = ", ".join(expected[:_MOST_LISTED]) + (", ..." if len(expected) > _MOST_LISTED else "")
    return f"did you mean {guess}? You can write {listed}" if guess else f"you can write {listed}"


def _word_at(text: str, line: int, column: int) -> str:
    lines = (text + "\n").split("\n")
    rest = lines[line - 1][column - 1 :] if line <= len(lines) else ""
    found = re.match(r"[\w-]+|\S", rest.lstrip())
    return found.group() if found else "the end of the line"
