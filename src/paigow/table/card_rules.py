"""The choices of a submission that only a card table has. How they are checked is `rulebooks`."""

from __future__ import annotations

from dataclasses import dataclass

from paigow.ranks.poker import Wheel
from paigow.wagers.payout_limit import PayoutLimit
from paigow.wagers.progressive import ProgressiveTerms

__all__ = ["CardRules"]


@dataclass(frozen=True, slots=True)
class CardRules:
    """Decks, devices and methods; the wheel; progressive terms; the payout limit."""

    wheel: Wheel = Wheel.SECOND
    decks: int = 1
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

    def shuffled_by(self, out_of_order: tuple[str, ...]) -> str:
        """Who shuffles now: as submitted, or the stand-in while the device is out of order."""
        return self.fallback_shuffling if "shuffler" in out_of_order else self.shuffling

    def dealt_from(self, out_of_order: tuple[str, ...]) -> str:
        return self.fallback_dealing if "shoe" in out_of_order else self.dealing

    def started_by(self, out_of_order: tuple[str, ...]) -> str:
        """How the start is found now: the flat button needs both devices (R36)."""
        broken = self.starting == "flat-button" and out_of_order
        return self.fallback_starting if broken else self.starting
