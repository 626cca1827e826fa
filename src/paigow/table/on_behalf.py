"""Acting for somebody (R85): why the dealer may do what a player is asked to do. Not the acts themselves."""

from __future__ import annotations

from typing import Final, NamedTuple

from paigow.table.refusals import Reason, Refused
from paigow.table.state import Table

TIME_UP: Final = "time-up"
ASKED: Final = "asked"
LEFT: Final = "left"
"""Reasons. A command gives one of the first two; that a player has left, the table knows itself (R30)."""
_CITES: Final = {TIME_UP: ("R61", "R85"), ASKED: ("R85",), LEFT: ("R30",)}


class OnBehalf(NamedTuple):
    """The reason that an event tells, and what it rests on."""

    because: str
    cites: tuple[str, ...]

    @property
    def in_silence(self) -> bool:
        """Whether the player has said nothing."""
        return self.because in (TIME_UP, LEFT)


def has_asked(table: Table, person: str | None) -> bool:
    """Whether a person has asked the dealer to do what is due at this step of this round."""
    return person is not None and (person, table.step.value, table.round) in table.asked


def require_reason(
    table: Table, person: str | None, because: str, act: str, cites: tuple[str, ...]
) -> OnBehalf:
    """The reason for which the dealer may act for a person; refuse without one."""
    if person is None or person in table.leaving:
        return OnBehalf(LEFT, _CITES[LEFT])
    if because == ASKED and not has_asked(table, person):
        sentence = f"{person} hasn't asked you to {act}."
        raise Refused(Reason.NOTHING_THERE, sentence, (*cites, "R85"))
    if because not in (TIME_UP, ASKED):
        sentence = (
            f"{person} has still to answer. You can {act} only if the time is up or {person} asked you."
        )
        raise Refused(Reason.NOT_ELIGIBLE, sentence, (*cites, "R85"))
    return OnBehalf(because, _CITES[because])


def refuse_reason(because: str, cites: tuple[str, ...]) -> None:
    """Refuse a reason where nobody is acted for: whoever does it does it on his own account."""
    if because:
        raise Refused(Reason.NOT_ELIGIBLE, "Leave the reason out: you act for nobody here.", (*cites, "R85"))
