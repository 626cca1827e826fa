"""Reads `.count` files and compares counts with them. Not the counting.

A row is a name, the count, and its source: arithmetic after `=`, which is evaluated and must give the count,
or words after `#`, or both.

    wong    8    = 4 * 2    # twelves and twos by nines
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Final

__all__ = ["FOLDER", "Row", "assert_counts", "expected", "read_rows", "worked_out"]

FOLDER: Final = Path(__file__).parent
ROW: Final = re.compile(
    r"(?P<name>\S.*?)\s{2,}(?P<count>[0-9,]+)(?:\s+=\s+(?P<arithmetic>[^#]+?))?(?:\s+#\s+(?P<note>.+))?"
)
OPERATORS: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
}


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    count: int
    arithmetic: str | None
    note: str | None


def read_rows(text: str) -> list[Row]:
    """The rows of a `.count` file; lines that start with # are for people."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [_read_row(line) for line in lines]


def _read_row(line: str) -> Row:
    found = ROW.fullmatch(line.rstrip())
    if found is None:
        raise ValueError(f"not a row of a .count file: {line!r}")
    return Row(found["name"], int(found["count"].replace(",", "")), found["arithmetic"], found["note"])


def worked_out(arithmetic: str) -> int:
    """The value of an expression of whole numbers: + - * // ** and C(n, k)."""
    return _value(ast.parse(arithmetic.strip(), mode="eval").body)


def _value(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(left), _value(right))
        case ast.Call(func=ast.Name(id="C"), args=[n, k]):
            return comb(_value(n), _value(k))
    raise ValueError(f"no arithmetic of whole numbers: {ast.unparse(node)}")


def expected(name: str) -> dict[str, int]:
    """The counts of a file by name."""
    text = (FOLDER / f"{name}.count").read_text(encoding="utf-8")
    return {row.name: row.count for row in read_rows(text)}


def assert_counts(name: str, counted: Mapping[str, int]) -> None:
    """Compare counts with a file, and show every row that differs."""
    wanted = expected(name)
    split = [
        f"  {row:<40} expected {_shown(wanted.get(row))}, counted {_shown(counted.get(row))}"
        for row in dict.fromkeys([*wanted, *counted])
        if wanted.get(row) != counted.get(row)
    ]
    assert not split, "\n".join([f"{name}.count splits on {len(split)} of {len(wanted)} rows:", *split])


def _shown(count: int | None) -> str:
    return "nothing" if count is None else f"{count:,}"
