"""How long each step may take, and how fast the automatic dealer goes. Not what happens when time is up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from paigow.submissions.submission import Timers
from paigow.table.acts import Command
from paigow.table.state import Step, Table

__all__ = ["Pace", "pace_of"]

_TIMERS: Final = {
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
_PAUSES: Final[Mapping[str, float]] = {
    "wash-tiles": 1.2,
    "shuffle-cards": 1.2,
    "stack-tiles": 0.9,
    "deliver-stack": 0.45,
    "deal-cards": 0.9,
    "shake-dice": 1.0,
    "lift-lid": 0.9,
    "finish-round": 3.0,
    "commit-seed": 0.0,
    "reveal-seed": 0.0,
    "fill-tray": 0.0,
}
"""Seconds before an act of the dealer, so that it can be followed."""
_USUAL_PAUSE: Final = 0.6
_BOTS_PAUSE: Final = 0.7
USUAL_LIMIT: Final = 20.0
INSPECTION: Final = 15.0
"""Seconds in which the first player can look at the pieces before they are made ready, clock or not."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for players by timer; pauses of dealer and bots by factor."""

    timers: Mapping[str, float] = field(default_factory=dict)
    factor: float = 1.0
    clock: bool = True
    grace: float = 6.0
    """How long a player who is not connected is waited for."""
    last_look: float = 3.0
    """How long betting stays open once everyone has wagered."""

    def limit(self, table: Table) -> float | None:
        """How long the table waits at its step; None where it would wait for ever."""
        if table.step is Step.IDLE:
            return self.factor * INSPECTION
        if not self.clock:
            return None
        return self.timers.get("void" if table.choosing else _TIMERS.get(table.step, ""), USUAL_LIMIT)

    def before(self, command: Command) -> float:
        """The pause before an act of dealer or floor."""
        return self.factor * _PAUSES.get(str(command.__struct_config__.tag), _USUAL_PAUSE)

    @property
    def bot(self) -> float:
        return self.factor * _BOTS_PAUSE


def pace_of(timers: Timers, *, factor: float, clock: bool) -> Pace:
    """The pace that a submission's timers set."""
    seconds = {each.name: float(getattr(timers, each.name).value) for each in fields(timers)}
    return Pace(seconds, factor, clock, last_look=3.0 * min(1.0, factor), grace=6.0 if factor else 0.5)
