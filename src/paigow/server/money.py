"""The floor's own money: wallets that people carry from table to table, and what tables hold of them."""

from __future__ import annotations

from paigow.table.acts import Command, Event
from paigow.table.ledger import WORLD

__all__ = ["HOUSE", "PLAY_CHIPS", "floor_postings", "wallet"]

HOUSE = "house"
"""Where chips come from and where lost ones end; it may owe."""
PLAY_CHIPS = 100_000
"""What a guest is given, in cents."""


def wallet(person: str) -> str:
    return f"wallet/{person}"


def floor_postings(table: str, command: Command, events: tuple[Event, ...]) -> tuple[tuple[str, int], ...]:
    """What leaves or enters a table is a person's, out of the wallet, or else the house's."""
    brought = -sum(
        posting.cents for event in events for posting in event.postings if posting.account == WORLD
    )
    if not brought:
        return ()
    owner = HOUSE if command.by in ("dealer", "floor") else wallet(command.by)
    return ((owner, -brought), (f"floor/{table}", brought))
