"""The pages of the live floor: plain modules, styles and texts that the server hands out. Not who serves them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["PAGES", "POLICY", "STATIC"]

STATIC: Final = Path(__file__).parent / "static"
"""The folder to serve under `/static/`; its index.html answers every address of `PAGES`."""
PAGES: Final = (
    "/",
    "/table/{id}",
    "/watch/{id}",
    "/round/{id}/{round}",
    "/history",
    "/verify",
    "/practice",
    "/school",
    "/console/{id}",
    "/pieces",
)
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: its own files and nothing else; no script or style within a page."""
