"""The dealer's wager against a bank: how much, what the bank says to it, laying it down. Not deciding it."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.bank.banking import require_bank
from paigow.table.bank.covering import DEALER_STAKE, cover_postings, without_dealer_wager
from paigow.table.pay.ledger import INVENTORY, cover, move, rack
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import cents, require_dealer, require_step
from paigow.table.state import Bank, Step, Table, changed


class DirectDealerWager(Command, frozen=True, tag="direct-dealer-wager"):
    """The bank lets the dealer wager so much at most, or nothing."""

    most: int


class DealerWagerDirected(Event, frozen=True, tag="dealer-wager-directed"):
    most: int


class PlaceDealerWager(Command, frozen=True, tag="place-dealer-wager"):
    """The dealer takes his wager against the bank from the inventory and lays it before the tray."""


class DealerWagerPlaced(Event, frozen=True, tag="dealer-wager-placed"):
    amount: int


def calculated_wager(rules: Rules, table: Table, bank: Bank) -> int:
    """What the submission has the dealer wager, before the bank's word and its cover (R52)."""
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
    """What the dealer lays down now: as calculated or less as directed, covered, and there in the tray."""
    return min(
        calculated_wager(rules, table, bank),
        rules.limits["main"].most,
        table.rack(bank.person),
        table.balances.get(INVENTORY, 0),
        *(() if bank.most_dealer_wager is None else (bank.most_dealer_wager,)),
    )


def is_due(table: Table) -> bool:
    """Whether "no more bets" must wait for the dealer's wager, even if it is none."""
    return table.bank is not None and not table.bank.co_banked and table.bank.dealer_wager is None


def _require_sole(rules: Rules, bank: Bank) -> None:
    if bank.co_banked:
        raise Refused(
            Reason.NOT_ELIGIBLE,
            "the dealer carries half of this bank and does not wager against it",
            rules.cite("no dealer's wager"),
        )


def direct(rules: Rules, table: Table, command: DirectDealerWager) -> tuple[Event, ...]:
    cites = rules.cite("direct dealer's wager")
    bank = require_bank(table, command.by, "say what the dealer wagers", cites)
    if not table.bets_open:
        raise Refused(Reason.WRONG_STEP, 'the dealer\'s wager stands after "no more bets"', cites)
    _require_sole(rules, bank)
    if command.most < 0:
        raise Refused(Reason.NOT_ACCEPTED, f"{cents(command.most)} is no amount", cites)
    if command.most > (due := calculated_wager(rules, table, bank)):
        raise Refused(
            Reason.ABOVE_MAXIMUM, f"the dealer wagers {cents(due)}; the bank may ask for less", cites
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
        raise Refused(Reason.NOTHING_THERE, "there is no bank to wager against", cites)
    _require_sole(rules, bank)
    if bank.dealer_wager is not None:
        raise Refused(Reason.NOTHING_THERE, "the dealer's wager is decided already", cites)
    amount = dealer_stake(rules, table, bank)
    postings = (
        *move(INVENTORY, DEALER_STAKE, amount),
        *move(rack(bank.person), cover(bank.person), amount),
    )
    return (DealerWagerPlaced(amount=amount, cites=cites, postings=postings),)


def laid(table: Table, event: DealerWagerPlaced) -> Table:
    assert table.bank is not None
    return changed(table, bank=changed(table.bank, dealer_wager=event.amount))


DECIDES: dict[type[Command], Decide] = {DirectDealerWager: direct, PlaceDealerWager: lay}
APPLIES: dict[type[Event], Apply] = {DealerWagerDirected: directed, DealerWagerPlaced: laid}
