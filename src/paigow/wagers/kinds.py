"""The names of wagers, as events and accounts store them. Which there are, the registry knows."""

from __future__ import annotations

from typing import Final, NewType

Kind = NewType("Kind", str)
"""What a stake is on: `main`, `tip`, or the kind of a registered wager."""
MAIN: Final = Kind("main")
TIP: Final = Kind("tip")
