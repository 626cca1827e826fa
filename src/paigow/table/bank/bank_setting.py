"""The bank's hand: set by the bank or for it, exposed, and the dealer's wager decided against it.

The dealer's own hand is set in `setting`; players' hands are exposed in `comparing`.
"""

from __future__ import annotations

from paigow.material.notation import Pieces
from paigow.ranks.comparing import Outcome
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bank.covering import DEALER_STAKE
from paigow.table.fields import Because, LowHand
from paigow.table.game import compare, laid, same_pieces
from paigow.table.hands.comparing import cite_limb, limb_of, once
from paigow.table.hands.progress import to_expose
from paigow.table.hands.setting import HOUSE_WAY, HandSet, split_hand
from paigow.table.ledger import CENTER, INVENTORY, move
from paigow.table.refusals import (
    Reason,
    Refused,
    refuse_reason,
    require_bank,
    require_dealer,
    require_hand,
    require_reason,
    require_step,
    require_whole,
)
from paigow.table.sides.optional import acknowledge
from paigow.table.sides.pair_fortunes import pairs_settled
from paigow.table.state import DEALER_PLACE, Bank, DealtHand, HandStatus, Step, Table, changed

LOW_PIECES = 2


class SetBankHand(Command, frozen=True, tag="set-bank-hand"):
    """The bank turns over its pieces, once all players have set, and sets them."""

    low: LowHand


class SetBankHouseWay(Command, frozen=True, tag="set-bank-house-way"):
    """The dealer sets the hand of a co-bank, or of a bank that asked or ran out of time, the house way."""

    because: Because = ""
    """Why the dealer sets it for a sole bank: `time-up` or `asked` (R85)."""


class ExposeBank(Command, frozen=True, tag="expose-bank"):
    """The dealer exposes the bank's hands and decides the dealer's own wager against them."""


class BankExposed(Event, frozen=True, tag="bank-exposed"):
    position: int
    low: Pieces
    high: Pieces
    then: Step


class BankHandReset(Event, frozen=True, tag="bank-hand-reset"):
    """The bank's hand was set incorrectly: it is reset the house way and doesn't lose (R33)."""

    position: int
    low: Pieces
    high: Pieces


class DealerWagerDecided(Event, frozen=True, tag="dealer-wager-decided"):
    """A win waits on the dealer's exposed pieces; a push returns to the tray; a loss goes to the center."""

    amount: int
    low_half: str
    high_half: str
    outcome: str


def _after_bank_setting(bank: Bank) -> Step:
    return Step.DEALER_SETTING if bank.dealer_wager else Step.EXPOSE_BANK


def set_bank(rules: Rules, table: Table, command: SetBankHand) -> tuple[Event, ...]:
    cites = rules.cite("bank sets")
    bank = require_bank(table, command.by, "set the bank's hand", cites)
    require_step(table, "set the bank's hand", cites, Step.BANK_SETTING)
    if bank.co_banked:
        raise Refused(
            Reason.NOT_ELIGIBLE, "The dealer sets the hand of a co-bank.", rules.cite("co-bank's hand set")
        )
    hand = require_hand(table, bank.position, cites)
    given = split_hand(hand, command.low, cites)
    require_whole(rules, hand)
    if rules.is_tiles and len(command.low) != LOW_PIECES:
        raise Refused(Reason.BAD_PIECES, f"A low hand has two tiles or cards, not {len(command.low)}.", cites)
    low, high, _ = laid(*given, rules.wheel)
    then = _after_bank_setting(bank)
    return (HandSet(place=bank.position, low=low, high=high, set_by=bank.person, then=then, cites=cites),)


def set_house_way(rules: Rules, table: Table, command: SetBankHouseWay) -> tuple[Event, ...]:
    bank = table.bank
    shared = bank is not None and bank.co_banked
    cites = rules.cite("co-bank's hand set") if shared else rules.cite("bank sets")
    require_dealer(command.by, "set the bank's hand for it", cites)
    require_step(table, "set the bank's hand", cites, Step.BANK_SETTING)
    assert bank is not None
    hand = require_hand(table, bank.position, cites)
    because = ""
    if shared:
        refuse_reason(command.because, cites)
    else:
        because, on_behalf = require_reason(table, bank.person, command.because, "set the bank's hand", cites)
        cites = (*cites, *on_behalf)
    require_whole(rules, hand)
    low, high = rules.house_setting(hand.pieces)
    event = HandSet(
        place=bank.position,
        low=low,
        high=high,
        set_by=HOUSE_WAY,
        then=_after_bank_setting(bank),
        because=because,
        cites=cites,
    )
    return (event,)


def must_be_reset(rules: Rules, hand: DealtHand) -> bool:
    """Whether a bank's hand is fouled, or isn't the house way though the submission requires it."""
    *_, fouled = laid(hand.low, hand.high, rules.wheel)
    if fouled:
        return True
    bound = rules.banking.sole_bank_sets == "house-way"
    return bound and not same_pieces(hand.low, rules.house_setting(hand.pieces)[0])


def expose(rules: Rules, table: Table, command: ExposeBank) -> tuple[Event, ...]:
    cites = rules.cite("expose bank")
    require_dealer(command.by, "expose the bank's hand", cites)
    require_step(table, "expose the bank's hand", cites, Step.EXPOSE_BANK)
    assert table.bank is not None
    position = table.bank.position
    hand = table.hands[position]
    then = Step.EXPOSE if to_expose(rules, table) else Step.CENTER
    events: list[Event] = [
        BankExposed(position=position, low=hand.low, high=hand.high, then=then, cites=cites)
    ]
    low, high = hand.low, hand.high
    if must_be_reset(rules, hand):
        low, high = rules.house_setting(hand.pieces)
        events.append(
            BankHandReset(position=position, low=low, high=high, cites=rules.cite("bank's hand reset"))
        )
    events += (*pairs_settled(rules, table, position), *acknowledge(rules, table, position))
    if table.bank.dealer_wager:
        events.append(_decided(rules, table, (low, high), table.bank.dealer_wager))
    return tuple(events)


def _decided(rules: Rules, table: Table, bank_hand: tuple[Pieces, Pieces], amount: int) -> DealerWagerDecided:
    dealer = table.hands[DEALER_PLACE]
    result = compare((dealer.low, dealer.high), bank_hand, rules.wheel)
    outcome, limb = result.outcome, limb_of(result, dealer.low, dealer.high)
    target = {Outcome.LOSE: CENTER, Outcome.PUSH: INVENTORY}.get(outcome)
    return DealerWagerDecided(
        amount=amount,
        low_half=result.low.value,
        high_half=result.high.value,
        outcome=outcome.value,
        cites=once(*rules.cite(f"dealer's wager {outcome.value}"), *cite_limb(rules, result, limb)),
        postings=move(DEALER_STAKE, target, amount) if target else (),
    )


def exposed(table: Table, event: BankExposed) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.EXPOSED)
    return changed(table, hands={**table.hands, event.position: hand}, step=event.then)


def reset(table: Table, event: BankHandReset) -> Table:
    hand = changed(table.hands[event.position], low=event.low, high=event.high, set_by=HOUSE_WAY)
    return changed(table, hands={**table.hands, event.position: hand})


def decided(table: Table, event: DealerWagerDecided) -> Table:
    """Pieces that haven't won are collected; winning ones stay exposed, the wager on top."""
    won = event.outcome == Outcome.WIN.value
    status = HandStatus.EXPOSED if won else HandStatus.COLLECTED
    hand = changed(table.hands[DEALER_PLACE], status=status, outcome=event.outcome)
    discards = table.discards if won else (*table.discards, hand)
    return changed(table, hands={**table.hands, DEALER_PLACE: hand}, discards=discards)
