"""What a winning wager is paid, by whom, and its vigorish. Whose turn it is is decided elsewhere."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paigow.ranks.comparing import Comparison, Half
from paigow.table.bets.stakes import account_of
from paigow.table.pay.ledger import INVENTORY, ISSUED, TIPS, Posting, move, promotional, rack
from paigow.table.state import Wager
from paigow.wagers.instruments import Stake, settle_stake
from paigow.wagers.main import MainTerms
from paigow.wagers.money import Cents

__all__ = ["Payment", "pay_wager"]

_WON: Final = Comparison(Half.WIN, Half.WIN)


class Payment(Struct, frozen=True):
    """A winning wager paid: `won` is what came beside the stake, before vigorish."""

    won: int
    vigorish: int
    postings: tuple[Posting, ...]


def pay_wager(wager: Wager, source: str, terms: MainTerms, *, from_bank: bool = False) -> Payment:
    """Even money out of the source, the inventory or a bank's center; the vigorish goes to the inventory.

    A coupon pays its face, always the house's, and is taken; a tip and what it wins are the tip box's (R57).
    The vigorish is never more than what was won.
    """
    stake = Stake(Cents(wager.chips), Cents(wager.promotional), Cents(wager.coupon))
    settled = settle_stake(stake, _WON, terms, from_bank=from_bank)
    won, account = settled.settlement.won, account_of(wager)
    vigorish = min(settled.settlement.vigorish, won)
    payee = TIPS if wager.kind == "tip" else rack(wager.person)
    return Payment(
        won,
        vigorish,
        (
            *move(account, payee, wager.chips),
            *move(account, promotional(wager.person), wager.promotional),
            *move(account, ISSUED, settled.coupon_taken),
            *move(source, payee, settled.from_opponent),
            *move(INVENTORY, payee, settled.from_house),
            *move(payee, INVENTORY, vigorish),
        ),
    )
