"""The choices of a submission that only a card table has. How they are checked is `submissions`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from paigow.ranks.poker import Wheel
from paigow.wagers.payout_limit import PayoutLimit
from paigow.wagers.progressive import ProgressiveTerms

__all__ = ["MACHINES", "CardRules", "Methods"]

MACHINES: Final = ("shuffler", "shuffler-into-shoe")
"""Automated shuffling devices; the reshuffling device is not one of them (R65)."""
HOURS_BY_HAND: Final = 4


@dataclass(frozen=True, slots=True)
class Methods:
    """How cards are shuffled and dealt and the start is found, devices out of order left aside."""

    shuffling: str
    dealing: str
    starting: str


@dataclass(frozen=True, slots=True)
class CardRules:
    """Decks, devices and methods; the wheel; progressive terms; the payout limit."""

    wheel: Wheel = Wheel.SECOND
    backs: tuple[str, ...] = ("red",)
    jokers_supplied: int = 1
    preshuffled: bool = False
    change_hours: int = 8
    shuffling: str = "hand"
    dealing: str = "manual-shoe"
    starting: str = "shaker"
    marker: str = "none"
    spare_cover_card: str = "discard-rack"
    fallback_shuffling: str = "hand"
    fallback_dealing: str = "manual-shoe"
    fallback_starting: str = "shaker"
    progressive: ProgressiveTerms | None = None
    progressive_shared_as: str | None = None
    payout_limit: PayoutLimit | None = None
    odds_shown: str = ""
    """Where players read what wagers pay: `layout` or `sign`."""
    limit_shown: str = ""
    """Where they read the payout limit, if there is one: `layout`, `generic-inscription` or `sign`."""
    tip_box: str = ""

    def every(self, what: str) -> tuple[str, ...]:
        """The methods of `shuffling`, `dealing` or `starting`: the submitted one, and any that stands in."""
        own, standing_in = getattr(self, what), getattr(self, f"fallback_{what}")
        return (own, standing_in) if self.devices else (own,)

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices that may fail."""
        shuffler = ("shuffler",) if self.shuffling != "hand" else ()
        return (*shuffler, *(("shoe",) if self.dealing == "automated-shoe" else ()))

    def methods(self, out_of_order: tuple[str, ...]) -> Methods:
        """The methods now: as submitted, or the stand-in of a device that is out of order.

        Dealing from the hand goes only with a shuffler (maryland-poker 9.A(1)), the flat button only with a
        shuffler and an automated shoe (R36); where those are missing the stand-ins take over as well.
        """
        shuffling = self.fallback_shuffling if "shuffler" in out_of_order else self.shuffling
        dealing = self.fallback_dealing if "shoe" in out_of_order else self.dealing
        if dealing == "hand" and shuffling not in MACHINES:
            dealing = self.fallback_dealing
            shuffling = self.fallback_shuffling if dealing == "hand" else shuffling
        starting = self.starting
        if starting == "flat-button" and not (shuffling in MACHINES and dealing == "automated-shoe"):
            starting = self.fallback_starting
        return Methods(shuffling, dealing, starting)

    def oldest(self, out_of_order: tuple[str, ...]) -> int:
        """How many hours a deck may stay: no more than four where hands do a machine's work (R59)."""
        now = self.methods(out_of_order)
        by_hand = now.dealing == "hand" or (now.dealing == "stacks" and now.shuffling == "hand")
        return min(self.change_hours, HOURS_BY_HAND) if by_hand else self.change_hours
