"""The floor's own money: wallets that people carry from table to table, and what tables hold of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from paigow.server.names import is_bot, is_guest
from paigow.table.acts import STAFF, Command, Event
from paigow.table.pay.ledger import WORLD

__all__ = ["HOUSE", "PLAY_CHIPS", "Wallets", "wallet"]

HOUSE: Final = "house"
"""Where chips come from and where lost ones end; it may owe."""
PLAY_CHIPS: Final = 500_000
"""What a guest is given whenever the wallet is empty, in cents."""

FloorMoves = tuple[tuple[str, int], ...]


def wallet(person: str) -> str:
    return f"wallet/{person}"


class Wallets:
    """Decides what moves between tables, wallets and the house with a command."""

    def __init__(self, balance: Callable[[str], int]) -> None:
        self._balance = balance

    def held(self, person: str) -> int:
        """What a person has outside tables; a guest's empty wallet counts as filled."""
        held = self._balance(wallet(person))
        return held or PLAY_CHIPS if is_guest(person) else held

    def moves(self, table: str, command: Command, events: tuple[Event, ...]) -> FloorMoves:
        """What leaves or enters a table is a person's, out of the wallet, or else the house's."""
        brought = 0
        for event in events:
            for posting in event.postings:
                if posting.account == WORLD:
                    brought -= posting.cents
        if not brought:
            return ()
        if command.by in STAFF or is_bot(command.by):
            return ((HOUSE, -brought), (f"floor/{table}", brought))
        return self._from_wallet(table, command.by, brought)

    def _from_wallet(self, table: str, person: str, brought: int) -> FloorMoves:
        owner = wallet(person)
        moves = ((owner, -brought), (f"floor/{table}", brought))
        if 0 < brought <= PLAY_CHIPS and is_guest(person) and self._balance(owner) < brought:
            return ((HOUSE, -PLAY_CHIPS), (owner, PLAY_CHIPS), *moves)
        return moves
