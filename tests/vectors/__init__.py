"""Seeds and what is drawn from them, worked out elsewhere: the same file for the program and the browser.

`draws.json` was made by a program of its own, in another language and with another library, from what
docs/protocol.md and `paigow.material.shuffling` say.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["load_vectors"]


def load_vectors() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("draws.json").read_text("utf-8"))
    return found
