"""Arguments that commands share: names that a shell can complete, and `-` for standard input."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, Any

import typer

from paigow.faults import BadInput

STDIN = "-"
STDIN_PREFIX = "paigow-stdin-"


def hand_from(value: str) -> str:
    """A hand, or what standard input says."""
    return sys.stdin.read().strip() if value == STDIN else value


def file_from(suffix: str) -> Callable[[Any], Any]:
    """A file's name, or that of a file with what standard input says, which is gone with the process."""

    def given(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [given(each) for each in value]
        if str(value) != STDIN:
            return value
        if sys.stdin is None or sys.stdin.closed:
            raise BadInput("standard input was read already", allowed="- for one argument alone")
        with NamedTemporaryFile(prefix=STDIN_PREFIX, suffix=suffix, delete=False) as file:
            file.write(sys.stdin.buffer.read())
        sys.stdin.close()
        atexit.register(Path(file.name).unlink, missing_ok=True)
        return type(value)(file.name)

    return given


def shown_source(source: str) -> str:
    """How a file is called that came from standard input: not by the name that it has meanwhile."""
    return "standard input" if Path(source).name.startswith(STDIN_PREFIX) else source


def book_names(incomplete: str) -> list[str]:
    from paigow.books import registry

    return [name for name in registry.book_names() if name.startswith(incomplete)]


def submission_names(incomplete: str) -> list[str]:
    from paigow.submissions.checking import example_names

    return [*book_names(incomplete), *(name for name in example_names() if name.startswith(incomplete))]


def way_names(incomplete: str) -> list[str]:
    from paigow.houseways import built_in_ways

    return [way.name for way in built_in_ways() if way.name.startswith(incomplete)]


def hand_argument(help_: str) -> Any:
    return typer.Argument(help=f"{help_} - reads standard input.", callback=hand_from)


def book_argument(help_: str) -> Any:
    return typer.Argument(metavar="BOOK", help=help_, autocompletion=book_names)


def submission_argument(metavar: str, help_: str) -> Any:
    return typer.Argument(
        metavar=metavar,
        help=f"{help_} - reads standard input.",
        autocompletion=submission_names,
        callback=file_from(".toml"),
    )


def way_argument(metavar: str, help_: str = "A built-in way's name, or a .way file.") -> Any:
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
        help="The rule book; unless you name one, the game's usual one.",
        autocompletion=book_names,
    ),
]
DealerOption = Annotated[
    str | None,
    typer.Option(
        "--dealer",
        metavar="W",
        help="The dealer's house way: a name, a .way file or -.",
        autocompletion=way_names,
        callback=file_from(".way"),
    ),
]
