"""The floor's own money: wallets that people carry from table to table, and what tables hold of them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from paigow.server.accounts.names import is_bot
from paigow.server.keeping import FloorMove
from paigow.store.records import Fill
from paigow.table.acts import STAFF, Command, Event
from paigow.table.pay.ledger import WORLD

__all__ = ["HOUSE", "PLAY_CHIPS", "Wallets", "wallet"]

HOUSE: Final = "house"
"""Where chips come from and where lost ones end; it may owe."""
PLAY_CHIPS: Final = 500_000
"""What a person is given whenever the wallet is empty, in cents: no other chips are played for here."""

_log = logging.getLogger("paigow.money")


def wallet(person: str) -> str:
    return f"wallet/{person}"


class Wallets:
    """Decides what moves between tables, wallets and the house with a command."""

    def __init__(self, balance: Callable[[str], int]) -> None:
        self._balance = balance

    def held(self, person: str) -> int | None:
        """What a person has outside tables; an empty wallet counts as filled. None if not known."""
        try:
            held = self._balance(wallet(person))
        except Exception as error:  # noqa: BLE001 - a database has many ways to be away
            _log.warning("a wallet cannot be read: %s", type(error).__name__)
            return None
        return held or PLAY_CHIPS

    def moves(self, table: str, command: Command, events: tuple[Event, ...]) -> FloorMove:
        """What leaves or enters a table is a person's, out of the wallet, or else the house's."""
        brought = 0
        for event in events:
            for posting in event.postings:
                if posting.account == WORLD:
                    brought -= posting.cents
        if not brought:
            return FloorMove()
        person = command.by
        theirs = person in STAFF or is_bot(person)
        owner = HOUSE if theirs else wallet(person)
        filled = not theirs and 0 < brought <= PLAY_CHIPS
        moves = ((owner, -brought), (f"floor/{table}", brought))
        return FloorMove(moves, Fill(owner, HOUSE, PLAY_CHIPS) if filled else None)
