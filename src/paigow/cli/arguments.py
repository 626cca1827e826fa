"""Arguments that commands share: names that a shell can complete, and `-` for standard input."""

from __future__ import annotations

import atexit
import re
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, Any

import typer

from paigow.faults import BadInput
from paigow.sources import STDIN_PREFIX

STDIN = "-"
_STDIN_FILE = re.compile(rf"(['\"]?)[^\s'\"]*{STDIN_PREFIX}\w+(\.\w+)?\1")


def hand_from(value: str) -> str:
    """A hand, or the contents of standard input."""
    if value != STDIN:
        return value
    try:
        return _read_standard_input().decode().strip()
    except UnicodeDecodeError:
        raise BadInput("standard input is not text", allowed="give a hand as text in UTF-8") from None


def _read_standard_input() -> bytes:
    """All of it, once: a second argument would find nothing there."""
    if sys.stdin is None:
        raise BadInput("standard input is closed", allowed="pipe in what - should read, or give it directly")
    if sys.stdin.closed:
        raise BadInput("standard input can be read only once", allowed="use - for one argument only")
    said = sys.stdin.buffer.read()
    sys.stdin.close()
    return said


def odds_suffix(said: bytes) -> str:
    """The kind of a file to compute odds for, by its content: a house way, a game, or else a submission."""
    if re.search(rb'^\s*way\s+"', said, re.MULTILINE):
        return ".way"
    if re.search(rb"^\s*way\s*=", said, re.MULTILINE) and not re.search(
        rb"^\s*rulebook\b", said, re.MULTILINE
    ):
        return ".game"
    return ".toml"


def file_from(suffix: str | Callable[[bytes], str]) -> Callable[[Any], Any]:
    """A file's name, or that of a temporary file with standard input, deleted when the process exits."""

    def given(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [given(each) for each in value]
        if str(value) != STDIN:
            return value
        said = _read_standard_input()
        kind = suffix if isinstance(suffix, str) else suffix(said)
        with NamedTemporaryFile(prefix=STDIN_PREFIX, suffix=kind, delete=False) as file:
            file.write(said)
        atexit.register(Path(file.name).unlink, missing_ok=True)
        return type(value)(file.name)

    return given


def shown_source(text: str) -> str:
    """A text that calls a temporary file from standard input by that name, not by its path."""
    return _STDIN_FILE.sub("standard input", text)


def book_names(incomplete: str) -> list[str]:
    from paigow.books import registry

    return [name for name in registry.book_names() if name.startswith(incomplete)]


def submission_names(incomplete: str) -> list[str]:
    from paigow.submissions.checking import example_names

    return [*book_names(incomplete), *(name for name in example_names() if name.startswith(incomplete))]


def way_names(incomplete: str) -> list[str]:
    from paigow.houseways import built_in_ways

    return [way.name for way in built_in_ways() if way.name.startswith(incomplete)]


def odds_names(incomplete: str) -> list[str]:
    from paigow.odds.game_rules import built_in_games

    games = [name for name in built_in_games() if name.startswith(incomplete)]
    return [*submission_names(incomplete), *games, *way_names(incomplete)]


def hand_argument(help_: str) -> Any:
    return typer.Argument(help=f"{help_} - reads standard input.", callback=hand_from)


def book_argument(help_: str) -> Any:
    return typer.Argument(metavar="BOOK", help=help_, autocompletion=book_names)


def submission_argument(
    metavar: str, help_: str, suffix: str | Callable[[bytes], str] = ".toml", names: Any = submission_names
) -> Any:
    return typer.Argument(
        metavar=metavar,
        help=f"{help_} - reads standard input.",
        autocompletion=names,
        callback=file_from(suffix),
    )


def odds_argument(help_: str) -> Any:
    return submission_argument("FILE or NAME", help_, odds_suffix, odds_names)


def way_argument(metavar: str, help_: str = "A built-in house way, or a .way file.") -> Any:
    return typer.Argument(
        metavar=metavar,
        help=f"{help_} - reads standard input.",
        autocompletion=way_names,
        callback=file_from(".way"),
    )


BookOption = Annotated[
    str | None,
    typer.Option(
        "--book",
        metavar="BOOK",
        help="The rule book. Default: the usual one for the game.",
        autocompletion=book_names,
    ),
]
DealerOption = Annotated[
    str | None,
    typer.Option(
        "--dealer",
        metavar="WAY",
        help="The dealer's house way: a name, a .way file, or - for standard input.",
        autocompletion=way_names,
        callback=file_from(".way"),
    ),
]
