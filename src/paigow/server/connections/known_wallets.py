"""The table's view of its viewers' wallets. Not the wallets themselves.

It is read when a viewer gets a snapshot, then updated by what the viewer buys in and cashes out here. Changes
don't trigger a read: a database can be slow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from paigow.server.tables.floor_accounts import PLAY_CHIPS
from paigow.server.tables.replica import CommittedChange
from paigow.table.house.seating import BuyIn
from paigow.table.ledger import WORLD
from paigow.table.visibility.legal import LegalOption


class KnownWallets:
    """Limits the offered buy-ins to what the viewer has."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}

    def learn(self, actor: str, held: int | None) -> None:
        if held is not None:
            self._held[actor] = held

    def forget(self, actor: str) -> None:
        self._held.pop(actor, None)

    def follow(self, change: CommittedChange) -> None:
        """Deduct an actor's buy-in from the wallet, and add what is cashed out."""
        held = self._held.get(change.command.by)
        if held is None:
            return
        postings = (posting for event in change.events for posting in event.postings)
        held += sum(posting.cents for posting in postings if posting.account == WORLD)
        self._held[change.command.by] = held if held > 0 else PLAY_CHIPS

    def bounded(self, actor: str, options: Sequence[LegalOption]) -> tuple[LegalOption, ...]:
        """The options without buy-ins that the wallet can't cover."""
        held = self._held.get(actor)
        return tuple(options) if held is None else tuple(_bounded(options, held))


def _bounded(options: Sequence[LegalOption], held: int) -> Iterator[LegalOption]:
    for option in options:
        command = option.command
        if not isinstance(command, BuyIn):
            yield option
            continue
        free = tuple(replace(bound, most=min(held, bound.most or held)) for bound in option.free)
        yield LegalOption(replace(command, chips=min(command.chips, held)), free, option.sums)
