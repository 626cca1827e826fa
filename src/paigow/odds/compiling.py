"""Whether compiled loops are ready in the cache, so that the first run can say what it waits for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

__all__ = ["are_compiled"]


def are_compiled(*kernels: Any) -> bool:
    """Whether an earlier run left the machine code of all these functions on the disk."""
    return all(_is_cached(kernel) for kernel in kernels)


def _is_cached(kernel: Any) -> bool:
    if kernel.signatures:
        return True
    folder = Path(kernel.stats.cache_path)
    return any(folder.glob(f"*{kernel.py_func.__name__}-*.nbi"))
