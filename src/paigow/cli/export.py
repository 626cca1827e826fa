"""`paigow export`: played rounds as rows for other programs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from paigow.cli.files import ForceFlag, require_new, unwritable
from paigow.cli.output import JsonFlag, emit
from paigow.cli.table import RoundFileArgument, load_rounds
from paigow.faults import BadInput


class Format(Enum):
    """What to write."""

    CSV = "csv"
    PARQUET = "parquet"
    JSONL = "jsonl"


class ExportedRows(Enum):
    """Which rows to write."""

    WAGERS = "wagers"
    HANDS = "hands"


def export(
    path: RoundFileArgument,
    to: Annotated[
        Format | None, typer.Option("--to", help="The format. Default: what --out ends with, else CSV.")
    ] = None,
    kind: Annotated[
        ExportedRows, typer.Option("--rows", help="One row per wager, or one per hand.")
    ] = ExportedRows.WAGERS,
    out: Annotated[
        Path | None, typer.Option(help="Write to this file instead of standard output; Parquet needs one.")
    ] = None,
    force: ForceFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Write played rounds as rows: one per wager, or one per hand. Money is in cents.

    --json describes the columns and counts the rows instead of printing them.
    """
    from paigow.library.rounds import COLUMNS, SCHEMA, rows

    to = to or _format_of(out)
    require_new(force, out)
    found: Sequence[dict[str, Any]] = getattr(rows(load_rounds(path)), kind.value)
    columns = COLUMNS[kind.value]
    if to is Format.PARQUET and out is None and not as_json:
        raise BadInput("Parquet is a binary format", where="--out", allowed="name a file with --out")
    if out is not None:
        _write_file(out, to, SCHEMA[kind.value], found)
    payload = {
        "rows": len(found),
        "kind": kind.value,
        "format": to.value,
        "file": str(out) if out else None,
        "columns": dict(columns),
    }

    def text() -> None:
        if out is None:
            _write(sys.stdout, to, columns, found)
        else:
            print(f"{len(found)} rows, written to {out}")

    emit(payload, "paigow/export/1", as_json, text)


def _format_of(out: Path | None) -> Format:
    """The format that a file's extension implies."""
    ending = "" if out is None else out.suffix.removeprefix(".").casefold()
    return next((each for each in Format if each.value == ending), Format.CSV)


def _write_file(out: Path, to: Format, schema: Mapping[str, type], found: Sequence[dict[str, Any]]) -> None:
    try:
        if to is Format.PARQUET:
            _write_parquet(out, schema, found)
        else:
            with out.open("w", encoding="utf-8", newline="") as file:
                _write(file, to, schema, found)
    except OSError as fault:
        raise unwritable(out, fault, "--out") from None


def _write(file: IO[str], to: Format, columns: Iterable[str], found: Sequence[dict[str, Any]]) -> None:
    if to is Format.JSONL:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in found)
        return
    writer = csv.DictWriter(file, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)


def _write_parquet(out: Path, schema: Mapping[str, type], found: Sequence[dict[str, Any]]) -> None:
    try:
        import polars as pl
    except ImportError:
        raise BadInput(
            "writing Parquet needs polars, which is not installed",
            allowed="install it with pip install 'paigow[data]'",
        ) from None
    frame = pl.DataFrame(found, schema=schema)
    with out.open("wb") as file:
        frame.write_parquet(file)
