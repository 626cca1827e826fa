"""What became of one wager, in cents. Whose it was, who paid and by which paragraph is not known here."""

from __future__ import annotations

from dataclasses import dataclass

from paigow.wagers.money import NOTHING, Cents


@dataclass(frozen=True, slots=True)
class Settlement:
    """A wager decided: `won` is what is paid beside the stake; nothing won means that the stake is lost.

    `line` names the line of the pay table that was paid.
    """

    stake: Cents
    won: Cents
    line: str = ""

    @property
    def wins(self) -> bool:
        return self.won > 0

    @property
    def net(self) -> Cents:
        """What the player gains, or loses if it is less than zero."""
        return self.won if self.wins else Cents(-self.stake)


def won(stake: Cents, amount: Cents, line: str) -> Settlement:
    assert stake >= 0 and amount > 0, (stake, amount)
    return Settlement(stake, amount, line)


def lost(stake: Cents) -> Settlement:
    assert stake >= 0, stake
    return Settlement(stake, NOTHING)
