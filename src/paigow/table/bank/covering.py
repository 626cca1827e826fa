"""A bank's money: the cover it needs, the dealer's wager against it, and releasing both.

Cover is set aside in a separate account as wagers are placed (R8). Who can bank is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.fields import MoneyOrNone
from paigow.table.ledger import CENTER, INVENTORY, Posting, cover, move, rack, take_wager, wager_account
from paigow.table.refusals import Reason, Refused, cents, require_bank, require_dealer, require_step
from paigow.table.state import DEALER_PLACE, Bank, Step, Table, Wager, changed
from paigow.wagers.money import Cents, Vigorish, vigorish_on

AGAINST_BANK = ("main", "tip")
"""The kinds of wager that a bank pays and wins; all others are the house's, even in a banked round."""
DEALER_STAKE = wager_account("dealer", DEALER_PLACE, "main")


def cite(rules: Rules, table: Table, topic: str) -> tuple[str, ...]:
    """The paragraphs of a topic for this kind of round: the house's, a bank's, or a co-bank's."""
    if table.bank is None:
        return rules.cite(topic)
    return rules.cite(f"{topic} with co-bank" if table.bank.co_banked else f"{topic} with bank")


def cite_paid(rules: Rules, table: Table, topic: str) -> tuple[str, ...]:
    """The same for a topic with vigorish: Dragon's Eye has two ways, one of them without."""
    bank = table.bank
    whose = topic if bank is None else f"{topic} with {'co-bank' if bank.co_banked else 'bank'}"
    if rules.vigorish.method is Vigorish.NONE:
        return rules.cite(f"{whose} without vigorish")
    return rules.cite(whose, "vigorish beside dice") if rules.dragons_eye.offered else rules.cite(whose)


def against(bank: Bank, wagers: Iterable[Wager]) -> int:
    """Everything players have bet against a bank; a coupon's part is the house's (R57)."""
    return sum(
        wager.playing for wager in wagers if wager.kind in AGAINST_BANK and wager.person != bank.person
    )


def lose_wagers(table: Table, wagers: Iterable[Wager]) -> tuple[Posting, ...]:
    """Lost wagers: those against a bank go to the center, all others to the inventory."""
    banked = table.bank is not None
    return tuple(
        posting
        for wager in wagers
        for posting in take_wager(wager, CENTER if banked and wager.kind in AGAINST_BANK else INVENTORY)
    )


def cover_needed(bank: Bank, wagers: Iterable[Wager]) -> int:
    """What the bank could have to pay; a co-bank's half rounds down, like its half of a shortfall (R10)."""
    total = against(bank, wagers)
    return total // 2 if bank.co_banked else total


def cover_held(table: Table, bank: Bank) -> int:
    return table.balances.get(cover(bank.person), 0)


def cover_postings(table: Table, wagers: Iterable[Wager]) -> tuple[Posting, ...]:
    """Adjust the cover to these wagers; a dealer's wager already down is returned, to be last (R52)."""
    bank = table.bank
    if bank is None:
        return ()
    more = cover_needed(bank, wagers) - cover_held(table, bank)
    source, target = rack(bank.person), cover(bank.person)
    moved = move(source, target, more) if more >= 0 else move(target, source, -more)
    return (*_dealer_wager_back(table), *moved)


def _dealer_wager_back(table: Table) -> tuple[Posting, ...]:
    return move(DEALER_STAKE, INVENTORY, table.balances.get(DEALER_STAKE, 0))


def without_dealer_wager(table: Table) -> Table:
    """The table with the dealer's wager still to be placed."""
    if table.bank is None or table.bank.dealer_wager is None:
        return table
    return changed(table, bank=changed(table.bank, dealer_wager=None))


def require_cover(rules: Rules, table: Table, wager: Wager) -> tuple[Posting, ...]:
    """The postings that cover a new wager; refuse one that the bank couldn't pay (R8)."""
    bank = table.bank
    if bank is None or wager.kind not in AGAINST_BANK:
        return ()
    after = (*(other for other in table.wagers if other.key != wager.key), wager)
    has = cover_held(table, bank) + table.rack(bank.person)
    if (need := cover_needed(bank, after)) > has:
        sentence = f"{bank.person} has {cents(has)} and would have to cover {cents(need)}."
        raise Refused(Reason.NOT_COVERED, sentence, rules.cite("cover"))
    return cover_postings(table, after)


class SurplusShares(NamedTuple):
    """The surplus in the center: the bank's part, its vigorish, and the house's half if shared."""

    to_bank: int
    vigorish: int
    to_house: int


def shares_of(amount: int, bank: Bank) -> tuple[int, int]:
    """The bank's part of a surplus or shortfall, and the house's: a co-bank's half is rounded down (R10)."""
    part = amount // 2 if bank.co_banked else amount
    return part, amount - part


def share_surplus(rules: Rules, bank: Bank, surplus: int) -> SurplusShares:
    """Divide the surplus. The bank's part pays vigorish, which never exceeds it."""
    part, to_house = shares_of(surplus, bank)
    vigorish = min(vigorish_on(Cents(part), rules.charge), part)
    return SurplusShares(part - vigorish, vigorish, to_house)


def release(rules: Rules, table: Table) -> tuple[Posting, ...]:
    """At the end of a finished round: cover returns to its owner, an undecided dealer's wager to the tray.

    Chips still in the center were lost or surrendered, and are divided as a surplus (R9, R54).
    """
    bank = table.bank
    if bank is None:
        return ()
    over = table.balances.get(CENTER, 0)
    shares = share_surplus(rules, bank, over)
    return _released(table, bank, shares.to_bank, shares.vigorish + shares.to_house)


def release_void(table: Table, restored: Iterable[Posting]) -> tuple[Posting, ...]:
    """The same in a void round, after surrendered or abandoned wagers have left the center.

    Only wagers of a hand killed by a tile off the table are left there. They stay lost (R67), and no vigorish
    is taken on them (R80).
    """
    bank = table.bank
    if bank is None:
        return ()
    over = table.balances.get(CENTER, 0)
    over += sum(posting.cents for posting in restored if posting.account == CENTER)
    return _released(table, bank, *shares_of(over, bank))


def _released(table: Table, bank: Bank, to_bank: int, to_house: int) -> tuple[Posting, ...]:
    return (
        *_dealer_wager_back(table),
        *move(CENTER, rack(bank.person), to_bank),
        *move(CENTER, INVENTORY, to_house),
        *move(cover(bank.person), rack(bank.person), cover_held(table, bank)),
    )


class DirectDealerWager(Command, frozen=True, tag="direct-dealer-wager"):
    """The bank limits the dealer's wager against it; 0 means no wager."""

    most: MoneyOrNone


class DealerWagerDirected(Event, frozen=True, tag="dealer-wager-directed"):
    most: int


class PlaceDealerWager(Command, frozen=True, tag="place-dealer-wager"):
    """The dealer takes a wager against the bank from the inventory and puts it in front of the tray."""


class DealerWagerPlaced(Event, frozen=True, tag="dealer-wager-placed"):
    amount: int


def calculated_wager(rules: Rules, table: Table, bank: Bank) -> int:
    """The dealer's wager by the submission, before the bank's limit and its cover (R52)."""
    last = table.between.last_wagers.get(bank.person, 0)
    match rules.banking.dealer_wager:
        case "last-wager":
            return last
        case "share-of-last-wager":
            return last * rules.banking.dealer_wager_percent // 100
        case "fixed":
            return rules.banking.dealer_wager_amount
    raise AssertionError(rules.banking.dealer_wager)


def dealer_stake(rules: Rules, table: Table, bank: Bank) -> int:
    """The dealer's wager now: as calculated, less if the bank directs, covered, and available in the tray."""
    return min(
        calculated_wager(rules, table, bank),
        rules.wagers["main"].most,
        table.rack(bank.person),
        table.balances.get(INVENTORY, 0),
        *(() if bank.most_dealer_wager is None else (bank.most_dealer_wager,)),
    )


def is_due(table: Table) -> bool:
    """Whether "no more bets" has to wait for the dealer's wager, even if it is zero."""
    return table.bank is not None and not table.bank.co_banked and table.bank.dealer_wager is None


def _require_sole(rules: Rules, bank: Bank) -> None:
    if bank.co_banked:
        raise Refused(
            Reason.NOT_ELIGIBLE,
            "The house has half of this bank, so the dealer doesn't bet against it.",
            rules.cite("no dealer's wager"),
        )


def direct(rules: Rules, table: Table, command: DirectDealerWager) -> tuple[Event, ...]:
    cites = rules.cite("direct dealer's wager")
    bank = require_bank(table, command.by, "say what the dealer wagers", cites)
    if not table.bets_open:
        raise Refused(Reason.WRONG_STEP, 'The dealer\'s wager is fixed after "no more bets".', cites)
    _require_sole(rules, bank)
    if command.most < 0:
        raise Refused(Reason.NOT_ACCEPTED, f"{cents(command.most)} is not a valid amount.", cites)
    if command.most > (due := calculated_wager(rules, table, bank)):
        raise Refused(
            Reason.ABOVE_MAXIMUM,
            f"The dealer bets {cents(due)}. The banker can ask for less, not for more.",
            cites,
        )
    postings = cover_postings(table, table.wagers)
    return (DealerWagerDirected(most=command.most, cites=cites, postings=postings),)


def directed(table: Table, event: DealerWagerDirected) -> Table:
    after = without_dealer_wager(table)
    assert after.bank is not None
    return changed(after, bank=changed(after.bank, most_dealer_wager=event.most))


def lay(rules: Rules, table: Table, command: PlaceDealerWager) -> tuple[Event, ...]:
    cites = rules.cite("dealer's wager")
    require_dealer(command.by, "lay the dealer's wager", cites)
    require_step(table, "lay the dealer's wager", cites, Step.BETS)
    bank = table.bank
    if bank is None:
        raise Refused(Reason.NOTHING_THERE, "There is no bank to bet against.", cites)
    _require_sole(rules, bank)
    if bank.dealer_wager is not None:
        raise Refused(Reason.NOTHING_THERE, "The dealer's wager is already decided.", cites)
    amount = dealer_stake(rules, table, bank)
    postings = (
        *move(INVENTORY, DEALER_STAKE, amount),
        *move(rack(bank.person), cover(bank.person), amount),
    )
    return (DealerWagerPlaced(amount=amount, cites=cites, postings=postings),)


def laid(table: Table, event: DealerWagerPlaced) -> Table:
    assert table.bank is not None
    return changed(table, bank=changed(table.bank, dealer_wager=event.amount))
