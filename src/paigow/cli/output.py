"""How commands print: text for people, JSON for programs. Not what they print."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import IO, TYPE_CHECKING, Annotated

import typer

from paigow.faults import BadInput

if TYPE_CHECKING:
    from rich.console import Console

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON with stable keys instead of text.")]

# Wide enough that no table of ours is folded when the output goes to a file or a pipe.
UNFOLDED_COLUMNS = 200


def emit(payload: Mapping[str, object], schema: str, as_json: bool, text: Callable[[], None]) -> None:
    """Print a result: as one JSON object that opens with its schema, or through `text`."""
    if as_json:
        _print_json({"schema": schema, **payload})
    else:
        text()


def emit_fault(fault: BadInput, as_json: bool) -> None:
    """Print what was wrong with the input: a sentence on stderr, or JSON on stdout."""
    if as_json:
        _print_json(
            {
                "schema": "paigow/fault/1",
                "problem": fault.problem,
                "where": fault.where,
                "allowed": fault.allowed,
            }
        )
    else:
        print(f"paigow: {fault}", file=sys.stderr)


def console(stream: IO[str] | None = None) -> Console:
    """Give a Rich console for text: plain under NO_COLOR and where nobody looks (a pipe, a file)."""
    from rich.console import Console

    stream = stream or sys.stdout
    fits_terminal = stream.isatty() or "COLUMNS" in os.environ
    return Console(file=stream, highlight=False, width=None if fits_terminal else UNFOLDED_COLUMNS)


def _print_json(value: Mapping[str, object]) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
