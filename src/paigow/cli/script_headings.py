"""The headings of the printed script. Not its lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from paigow.web import STATIC


def script_heading(key: str, tiles: bool) -> str:
    """The console's name of an act, `on wash-cards`; for the rest, a heading of `script_headings.tsv`."""
    when, _, tag = key.partition(" ")
    if when != "on":
        return _headings()[key]
    own = f"console.do.{tag}.{'tiles' if tiles else 'cards'}"
    names = _act_names()
    return next(names[name] for name in (own, f"console.do.{tag}", f"do.{tag}") if name in names)


@cache
def _headings() -> Mapping[str, str]:
    text = Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return dict(rows)


@cache
def _act_names() -> Mapping[str, str]:
    texts = STATIC.with_name("texts")
    return {
        key: name
        for file in (texts / "en.json", texts / "console" / "en.json")
        for key, name in json.loads(file.read_text(encoding="utf-8")).items()
    }
