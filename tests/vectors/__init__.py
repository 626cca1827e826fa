"""Seeds and their draws, computed elsewhere: the same files for the program and the browser.

Both were made by separate programs, in another language and with another library, from docs/protocol.md and
`paigow.material.shuffling`: `draws.json` for the first edition and for streams of numbers, `rounds.json` for
rounds as they are mixed and drawn now.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["load_rounds", "load_vectors"]


def load_vectors() -> dict[str, Any]:
    return _load("draws.json")


def load_rounds() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = _load("rounds.json")["rounds"]
    return found


def _load(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name(name).read_text("utf-8"))
    return found
