"""Why a command is refused: a stable reason, a sentence, and the paragraphs or rulings it rests on.

The reasons stand in the order in which they are found: a command that breaks several rules is refused for
the first. A refusal changes nothing. Bugs are assertions, never refusals.
"""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Reasons in order of precedence. Words are stable: clients and journals may rely on them."""

    NOT_YOURS = "not-yours"
    """The actor has no business doing this at all."""
    NOT_OFFERED = "not-offered"
    """The submission or the rule book does not have it."""
    WRONG_STEP = "wrong-step"
    """The procedure is elsewhere."""
    PENDING = "pending"
    """Something else must be answered first."""
    NOT_SEATED = "not-seated"
    NO_SUCH_PLACE = "no-such-place"
    PLACE_TAKEN = "place-taken"
    NOT_ELIGIBLE = "not-eligible"
    """The person may not do this now: banked last round, did not wager, already chose."""
    NOTHING_THERE = "nothing-there"
    """No such wager, hand or offer."""
    OUT_OF_ORDER = "out-of-order"
    """Another hand, wager or place comes first. Found before the pieces are looked at, so that a refusal
    tells nobody what a hand still hidden holds (R56)."""
    BAD_PIECES = "bad-pieces"
    """Not these pieces: not in the set, not held, not so many."""
    NOT_ACCEPTED = "not-accepted"
    """Not as a wager: cash, a spoken bet, the wrong instrument."""
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    NOT_ENOUGH = "not-enough"
    """The rack does not hold so much."""
    NOT_COVERED = "not-covered"
    """The bank could not pay it."""
    NOT_AS_REQUIRED = "not-as-required"
    """Done otherwise than prescribed: too few shakes, the wrong total, too old dice."""


class Refused(Exception):
    """A command that the table does not carry out."""

    def __init__(self, reason: Reason, sentence: str, cites: tuple[str, ...]) -> None:
        self.reason = reason
        self.sentence = sentence
        self.cites = cites
        super().__init__(reason, sentence, cites)

    def __str__(self) -> str:
        return f"{self.sentence} ({', '.join(self.cites)})" if self.cites else self.sentence
