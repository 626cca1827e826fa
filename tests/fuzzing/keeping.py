"""The corpus of inputs that once broke a parser, so that none does again. Not how they were found."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["CORPUS", "kept"]

CORPUS: Final = Path(__file__).parent / "corpus"


def kept() -> list[tuple[str, Path]]:
    """Each target with such inputs, and their files."""
    return [(path.parent.name, path) for path in sorted(CORPUS.glob("*/*"))]
