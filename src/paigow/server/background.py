"""Processes beside the server that work in the background: they give way, and end when the server does."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Final

__all__ = ["work_quietly"]

_PR_SET_PDEATHSIG: Final = 1
"""Of prctl(2): the signal that a process gets when its parent dies."""


def work_quietly(niceness: int) -> None:
    """To be called in the new process: lower its priority, and do not outlive a server that was killed."""
    os.nice(niceness)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
