"""How long each step may take, and how fast the automatic dealer goes. Not what happens when time is up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from paigow.table.state import Step

__all__ = ["Pace"]

_TIMERS = {
    Step.BETS: "betting",
    Step.OFFER: "bank",
    Step.CUT: "cut",
    Step.STYLE: "delivery",
    Step.SHAKE: "shake",
    Step.PLAYER_SHAKE: "shake",
    Step.SETTING: "setting",
    Step.BANK_SETTING: "setting",
    Step.EXPOSE: "surrender",
}


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for players by timer, and between two acts of the dealer and of a bot. No timers: no clock."""

    timers: Mapping[str, float] = field(default_factory=dict)
    act: float = 0.6
    bot: float = 0.8
    clock: bool = True

    def limit(self, step: Step, *, choosing: bool) -> float | None:
        """How long the table waits at a step; None where it would wait for ever."""
        if not self.clock:
            return None
        return self.timers.get("void" if choosing else _TIMERS.get(step, ""), 20.0)
