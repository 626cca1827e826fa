"""The bank: who is offered it (R7), taking it, passing, and returning it when nobody plays against it.

A bank's money is in `covering`.
"""

from __future__ import annotations

from collections.abc import Sequence

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.bank.covering import AGAINST_BANK, cover_needed, release
from paigow.table.bets.limits import needs_main, orphaned
from paigow.table.fields import Because
from paigow.table.ledger import cover, move, rack, return_wager, without_wagers
from paigow.table.refusals import (
    Reason,
    Refused,
    cents,
    refuse_reason,
    require_dealer,
    require_person,
    require_reason,
    require_seat,
    require_step,
)
from paigow.table.state import (
    DEALER_PLACE,
    POSITIONS,
    Bank,
    Between,
    PendingOffer,
    Step,
    Table,
    Wager,
    WagerKey,
    changed,
    round_from,
)


def is_offered(rules: Rules, between: Between) -> bool:
    """Whether the bank is offered in the next round.

    Not at the start of the game, not in the dealer's turn, not in Colorado's house round after a banked one.
    """
    return (
        rules.banking.offered
        and not between.start_of_game
        and not between.house_round_due
        and between.pointer != DEALER_PLACE
    )


def bank_ineligibility(rules: Rules, table: Table, person: str) -> tuple[str, tuple[str, ...]] | None:
    """Why a person can't bank this round, chips aside; None if they can."""
    if person in table.between.banked_last:
        return f"{person} banked the last round", rules.cite("banked last")
    if person not in table.between.last_wagers:
        return f"{person} did not wager against the dealer in the last round without a bank", rules.cite(
            "wagered last"
        )
    return None


def returned_to_bank(table: Table, person: str) -> tuple[Wager, ...]:
    """The wagers that can't stay once this person banks.

    Their own main wager, everything on a second area, and others' wagers on the bank's spot.
    """
    position = table.position_of(person)
    return tuple(
        [
            wager
            for wager in table.wagers
            if (
                (wager.kind in AGAINST_BANK or wager.position != position)
                if wager.person == person
                else wager.position == position
            )
        ]
    )


def chips_as_bank(table: Table, person: str) -> int:
    """The chips a person would have on the table as the bank."""
    back = [wager.chips for wager in returned_to_bank(table, person) if wager.person == person]
    return table.rack(person) + sum(back)


def covers(table: Table, bank: Bank) -> bool:
    """Whether this prospective bank can cover every wager that others have placed (R8)."""
    gone = returned_to_bank(table, bank.person)
    left = [wager for wager in table.wagers if wager not in gone]
    return cover_needed(bank, left) <= chips_as_bank(table, bank.person)


def next_offer(rules: Rules, table: Table) -> tuple[str, int] | None:
    """Who is offered the bank next, and where; None once the offer has gone around.

    Empty and ineligible positions are skipped. A player who could cover only half is asked if co-banking is
    offered.
    """
    passed = table.offer.passed if table.offer is not None else ()
    chairs = table.chairs
    for position in round_from(table.between.pointer, POSITIONS):
        person = chairs[position - 1]
        if person is None or person in passed or bank_ineligibility(rules, table, person) is not None:
            continue
        if covers(table, Bank(person, position, co_banked=rules.banking.co_banking)):
            return person, position
    return None


def _moved_pointer(rules: Rules, table: Table) -> int:
    """Where the first offer starts next.

    It moves one occupied position on from where it was, no matter who took the bank. After the last it is the
    dealer's turn, or it starts over if the dealer has none.
    """
    between = table.between
    if between.pointer == DEALER_PLACE:
        return POSITIONS[0]
    if not is_offered(rules, between):
        return between.pointer
    occupied = [
        position
        for position in POSITIONS
        if position >= between.pointer and table.seated(position) not in (None, *table.leaving)
    ]
    if len(occupied) > 1:
        return occupied[1]
    return DEALER_PLACE if rules.book.procedure.dealers_turn else POSITIONS[0]


def _last_wager(rules: Rules, table: Table, person: str, mains: Sequence[Wager]) -> int:
    """A person's main wager against the dealer: at their own seat, or else where they rode (R77)."""
    own = [wager for wager in mains if wager.person == person]
    seat = table.position_of(person)
    at_seat = [wager for wager in own if wager.position == seat]
    if at_seat and rules.spots.bank_counts == "whole-spot":
        at_seat = [wager for wager in mains if wager.position == seat]
    return sum([wager.playing for wager in at_seat or own[:1]])


def after_round(rules: Rules, table: Table) -> Between:
    """What a completed round leaves for the next: who banked, who bet against the dealer, the next offer.

    A round without any main wager doesn't change eligibility, nor whether a house round is due (R89).
    """
    between = changed(table.between, start_of_game=False, pointer=_moved_pointer(rules, table))
    if table.bank is not None:
        due = rules.book.procedure.house_round_between
        return changed(between, banked_last=(table.bank.person,), house_round_due=due)
    mains = [wager for wager in table.staked if wager.kind == "main"]
    if not mains:
        return between
    persons = sorted({wager.person for wager in mains})
    last = {person: _last_wager(rules, table, person, mains) for person in persons}
    return changed(between, banked_last=(), house_round_due=False, last_wagers=last)


class OfferBank(Command, frozen=True, tag="offer-bank"):
    """The dealer offers the bank to the next eligible player."""


class BankOffered(Event, frozen=True, tag="bank-offered"):
    person: str
    position: int
    passed: tuple[str, ...]


class BankNotTaken(Event, frozen=True, tag="bank-not-taken"):
    """Nobody else can be asked: the house banks."""

    then: Step


class AcceptBank(Command, frozen=True, tag="accept-bank"):
    """Take the bank; with `co_bank`, ask the house to take half of it."""

    co_bank: bool = False


class BankAccepted(Event, frozen=True, tag="bank-accepted"):
    """The bank or co-bank marker is in front of the player."""

    person: str
    position: int
    co_banked: bool
    returned: tuple[WagerKey, ...]
    """Wagers that can't stay beside the bank and return to their owners."""
    then: Step


class PassBank(Command, frozen=True, tag="pass-bank"):
    """Decline the bank. The dealer declines for a player who doesn't answer in time (R61, R85)."""

    because: Because = ""
    """Why the dealer passes for the player: `time-up` or `asked`."""


class BankPassed(Event, frozen=True, tag="bank-passed"):
    person: str
    in_silence: bool
    because: str = ""


class BankLapsed(Event, frozen=True, tag="bank-lapsed"):
    """Nobody bets against the bank: the house banks the round, and the player can bet like everyone else."""

    person: str
    returned: tuple[WagerKey, ...]
    """The bank's own wagers that needed no main wager only because it banked."""


def _require_banking(rules: Rules) -> None:
    if not rules.banking.offered:
        raise Refused(Reason.NOT_OFFERED, "Players can't bank at this table.", rules.cite("bank offered"))


def offer(rules: Rules, table: Table, command: OfferBank) -> tuple[Event, ...]:
    cites = rules.cite("offer bank")
    require_dealer(command.by, "offer the bank", cites)
    _require_banking(rules)
    require_step(table, "offer the bank", _why_no_offer(rules, table) or cites, Step.OFFER)
    asked = table.offer
    if asked is not None and asked.pending:
        raise Refused(Reason.PENDING, f"{asked.person} hasn't answered yet.", cites)
    following = next_offer(rules, table)
    if following is None:
        return (BankNotTaken(then=Step.SHUFFLE, cites=rules.cite("nobody banks")),)
    person, position = following
    passed = asked.passed if asked is not None else ()
    return (BankOffered(person=person, position=position, passed=passed, cites=cites),)


def _why_no_offer(rules: Rules, table: Table) -> tuple[str, ...]:
    """The paragraphs by which this round has no offer at all; empty if it has one in due course."""
    between = table.between
    if between.start_of_game:
        return rules.cite("no bank at the start")
    if between.house_round_due:
        return rules.cite("house round between")
    return rules.cite("dealer's turn") if between.pointer == DEALER_PLACE else ()


def offered(table: Table, event: BankOffered) -> Table:
    return changed(table, offer=PendingOffer(event.person, event.position, event.passed))


def not_taken(table: Table, event: BankNotTaken) -> Table:
    return changed(table, offer=None, step=event.then)


def accept(rules: Rules, table: Table, command: AcceptBank) -> tuple[Event, ...]:
    cites = rules.cite("accept bank")
    person = require_person(command.by, "bank", cites)
    _require_banking(rules)
    if command.co_bank and not rules.banking.co_banking:
        raise Refused(
            Reason.NOT_OFFERED, "This table doesn't offer co-banking.", rules.cite("accept co-bank")
        )
    require_step(table, "take the bank", cites, Step.OFFER)
    position = require_seat(table, person, cites)
    if (why := bank_ineligibility(rules, table, person)) is not None:
        raise Refused(Reason.NOT_ELIGIBLE, *why)
    _require_offer_to(table, person, cites)
    bank = Bank(person, position, command.co_bank)
    returned = returned_to_bank(table, person)
    riding = tuple(wager for wager in returned if wager.person != person)
    returned = (*returned, *orphaned(rules, table, riding))
    need = cover_needed(bank, (wager for wager in table.wagers if wager not in returned))
    if need > (has := chips_as_bank(table, person)):
        sentence = f"{person} has {cents(has)} and would have to cover {cents(need)}."
        raise Refused(Reason.NOT_COVERED, sentence, rules.cite("cover"))
    event = BankAccepted(
        person=person,
        position=position,
        co_banked=command.co_bank,
        returned=tuple(wager.key for wager in returned),
        then=Step.SHUFFLE,
        cites=_accepted_by(rules, co_bank=command.co_bank),
        postings=(
            *(posting for wager in returned for posting in return_wager(wager)),
            *move(rack(person), cover(person), need),
        ),
    )
    return (event,)


def _accepted_by(rules: Rules, *, co_bank: bool) -> tuple[str, ...]:
    """The acceptance, and what the dealer determined before it: the last wager, and cover."""
    accepted = "accept co-bank" if co_bank else "accept bank"
    return rules.cite(accepted, "may bank")


def _require_offer_to(table: Table, person: str, cites: tuple[str, ...]) -> None:
    asked = table.offer
    if asked is None or asked.person != person or not asked.pending:
        raise Refused(Reason.NOTHING_THERE, f"The bank isn't offered to {person}.", cites)


def accepted(table: Table, event: BankAccepted) -> Table:
    bank = Bank(event.person, event.position, event.co_banked)
    return changed(without_wagers(table, event.returned), bank=bank, offer=None, step=event.then)


def pass_on(rules: Rules, table: Table, command: PassBank) -> tuple[Event, ...]:
    cites = rules.cite("pass bank")
    instead = command.by == DEALER
    if not instead:
        require_person(command.by, "pass the bank", cites)
    _require_banking(rules)
    require_step(table, "pass the bank", cites, Step.OFFER)
    asked = table.offer
    if asked is None or not asked.pending:
        raise Refused(Reason.NOTHING_THERE, "The bank isn't on offer right now.", cites)
    if not instead:
        require_seat(table, command.by, cites)
        _require_offer_to(table, command.by, cites)
        refuse_reason(command.because, cites)
        return (BankPassed(person=asked.person, in_silence=False, cites=cites),)
    why = require_reason(table, asked.person, command.because, "pass the bank", cites)
    passed = BankPassed(
        person=asked.person, in_silence=why.in_silence, because=why.because, cites=(*cites, *why.cites)
    )
    return (passed,)


def passed_on(table: Table, event: BankPassed) -> Table:
    return without_candidate(table, event.person)


def without_candidate(table: Table, person: str) -> Table:
    """The table with a person no longer asked, after passing or leaving."""
    asked = table.offer
    if asked is None or asked.person != person or not asked.pending:
        return table
    return changed(table, offer=changed(asked, passed=(*asked.passed, person)))


def lapse(rules: Rules, table: Table) -> BankLapsed:
    assert table.bank is not None
    person = table.bank.person
    returned = tuple(
        wager for wager in table.wagers if wager.person == person and needs_main(rules, table, wager)
    )
    back = tuple(posting for wager in returned for posting in return_wager(wager))
    return BankLapsed(
        person=person,
        returned=tuple(wager.key for wager in returned),
        cites=rules.cite("bank lapses"),
        postings=(*back, *release(rules, table)),
    )


def lapsed(table: Table, event: BankLapsed) -> Table:
    return changed(without_wagers(table, event.returned), bank=None)
