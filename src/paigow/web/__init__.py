"""The pages of the live floor: plain modules, styles and texts, served as they are. Not who serves them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["STATIC"]

STATIC: Final = Path(__file__).parent / "static"
"""The folder of all that a browser loads; its index.html answers every page's address."""
