"""Who is offered the bank, and where the offer starts next: the pointer, eligibility (R7). Not the offer."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.bank.covering import AGAINST_BANK, cover_needed
from paigow.table.places import DEALER, POSITIONS, round_from
from paigow.table.state import Bank, Between, Table, Wager, changed


def is_offered(rules: Rules, between: Between) -> bool:
    """Whether the bank is offered in the round that follows.

    Not at the start of the game, not in the dealer's turn, not in Colorado's house round after a banked one.
    """
    return (
        rules.banking.offered
        and not between.start_of_game
        and not between.house_round_due
        and between.pointer != DEALER
    )


def bank_ineligibility(rules: Rules, table: Table, person: str) -> tuple[str, tuple[str, ...]] | None:
    """Why a person may not bank this round, whatever the chips; None if nothing stands against it."""
    if person in table.between.banked_last:
        return f"{person} banked the last round", rules.cite("banked last")
    if person not in table.between.last_wagers:
        return f"{person} did not wager against the dealer in the last round without a bank", rules.cite(
            "wagered last"
        )
    return None


def returned_to_bank(table: Table, person: str) -> tuple[Wager, ...]:
    """The wagers that cannot stay once this person banks.

    The own main wager, whatever lies on a second area, and others' on the bank's spot.
    """
    position = table.position_of(person)
    return tuple(
        wager
        for wager in table.wagers
        if (
            (wager.kind in AGAINST_BANK or wager.position != position)
            if wager.person == person
            else wager.position == position
        )
    )


def chips_as_bank(table: Table, person: str) -> int:
    """The chips that a person would have on the table as the bank."""
    back = (wager.chips for wager in returned_to_bank(table, person) if wager.person == person)
    return table.rack(person) + sum(back)


def covers(table: Table, bank: Bank) -> bool:
    """Whether this would-be bank can cover every wager that others have placed (R8)."""
    gone = returned_to_bank(table, bank.person)
    left = (wager for wager in table.wagers if wager not in gone)
    return cover_needed(bank, left) <= chips_as_bank(table, bank.person)


def next_offer(rules: Rules, table: Table) -> tuple[str, int] | None:
    """Whom the bank is offered to next, and where; None when the offer has gone round.

    Empty and ineligible positions are skipped; who could cover no more than half is asked where co-banking
    is offered.
    """
    passed = table.offer.passed if table.offer is not None else ()
    for position in round_from(table.between.pointer, POSITIONS):
        person = table.seated(position)
        if person is None or person in passed or bank_ineligibility(rules, table, person) is not None:
            continue
        if covers(table, Bank(person, position, co_banked=rules.banking.co_banking)):
            return person, position
    return None


def _moved_pointer(rules: Rules, table: Table) -> int:
    """Where the first offer starts next.

    It moves one occupied position on from where it stood, whoever took the bank; after the last it is the
    dealer's, or begins again where the dealer has no turn.
    """
    between = table.between
    if between.pointer == DEALER:
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
    return DEALER if rules.book.procedure.dealers_turn else POSITIONS[0]


def _last_wager(rules: Rules, table: Table, person: str) -> int:
    """A person's main wager against the dealer: at his own seat, otherwise where he rode (R77)."""
    mains = [wager for wager in table.staked if wager.kind == "main"]
    own = [wager for wager in mains if wager.person == person]
    seat = table.position_of(person)
    at_seat = [wager for wager in own if wager.position == seat]
    if at_seat and rules.spots.bank_counts == "whole-spot":
        at_seat = [wager for wager in mains if wager.position == seat]
    return sum(wager.playing for wager in at_seat or own[:1])


def after_round(rules: Rules, table: Table) -> Between:
    """What a completed round leaves behind: who banked, who wagered against the dealer, the next offer.

    A round without any main wager leaves everybody's eligibility, and a house round due, as they were (R89).
    """
    between = changed(table.between, start_of_game=False, pointer=_moved_pointer(rules, table))
    if table.bank is not None:
        due = rules.book.procedure.house_round_between
        return changed(between, banked_last=(table.bank.person,), house_round_due=due)
    persons = {wager.person for wager in table.staked if wager.kind == "main"}
    if not persons:
        return between
    last = {person: _last_wager(rules, table, person) for person in sorted(persons)}
    return changed(between, banked_last=(), house_round_due=False, last_wagers=last)
