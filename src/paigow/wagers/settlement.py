"""What became of one wager, in cents and with its paragraph. Whose it was and who paid is not known here."""

from __future__ import annotations

from dataclasses import dataclass

from paigow.ranks.comparing import Outcome
from paigow.wagers.money import NOTHING, Cents

__all__ = ["Outcome", "Settlement", "lost", "pushed", "won"]


@dataclass(frozen=True, slots=True)
class Settlement:
    """A wager decided: `won` is what is paid beside the stake, before the vigorish is taken from it.

    `line` names the pay table's line; `cite` the paragraph that pays or takes the wager.
    """

    stake: Cents
    outcome: Outcome
    won: Cents
    cite: str
    line: str | None = None
    vigorish: Cents = NOTHING
    vigorish_cite: str | None = None

    def __post_init__(self) -> None:
        assert self.stake >= 0 and self.won >= 0 and self.vigorish >= 0, self
        assert self.outcome is Outcome.WIN or (self.won == 0 and self.vigorish == 0), self

    @property
    def net(self) -> Cents:
        """What the player gains, or loses if it is less than nothing."""
        taken = self.stake if self.outcome is Outcome.LOSE else 0
        return Cents(self.won - self.vigorish - taken)

    @property
    def handed_back(self) -> Cents:
        """What is the player's afterwards, the stake included if it was not lost."""
        return Cents(self.stake + self.net)


def won(stake: Cents, amount: Cents, cite: str, line: str | None = None) -> Settlement:
    return Settlement(stake, Outcome.WIN, amount, cite, line)


def pushed(stake: Cents, cite: str) -> Settlement:
    return Settlement(stake, Outcome.PUSH, NOTHING, cite)


def lost(stake: Cents, cite: str) -> Settlement:
    return Settlement(stake, Outcome.LOSE, NOTHING, cite)
