"""What a winning wager is paid, by whom, and its vigorish. Whose turn it is is decided elsewhere."""

from __future__ import annotations

from msgspec import Struct

from paigow.table.bets.stakes import account_of
from paigow.table.pay.ledger import INVENTORY, ISSUED, TIPS, Posting, move, promotional, rack
from paigow.table.state import Wager
from paigow.wagers.kinds import TIP
from paigow.wagers.money import Cents
from paigow.wagers.vigorish import Vigorish, vigorish_on


class Payment(Struct, frozen=True):
    """A winning wager paid: `won` is what came beside the stake, before vigorish."""

    won: int
    vigorish: int
    postings: tuple[Posting, ...]


def pay_wager(wager: Wager, source: str, charge: Vigorish) -> Payment:
    """Even money out of the source, the inventory or a bank's center; the vigorish goes to the inventory.

    A coupon pays its face, always the house's, and is taken; a tip and what it wins are the tip box's (R57).
    Vigorish is due on both, and is never more than what was won.
    """
    won, account = wager.playing + wager.coupon, account_of(wager)
    vigorish = min(vigorish_on(Cents(won), charge), won)
    payee = TIPS if wager.kind == TIP else rack(wager.person)
    return Payment(
        won,
        vigorish,
        (
            *move(account, payee, wager.chips),
            *move(account, promotional(wager.person), wager.promotional),
            *move(account, ISSUED, wager.coupon),
            *move(source, payee, wager.playing),
            *move(INVENTORY, payee, wager.coupon),
            *move(payee, INVENTORY, vigorish),
        ),
    )
