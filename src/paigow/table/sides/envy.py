"""Envy bonuses after all hands are settled, lammer by lammer. Which hands earn them is `wagers.envy`."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event, unchanged
from paigow.table.hands.card_progress import envy_due, owner_of, proceeding
from paigow.table.pay.ledger import INVENTORY, move, rack
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.sides.optional import cards_of
from paigow.table.state import Step, Table, changed
from paigow.wagers.envy import HeldHand, envy_bonuses
from paigow.wagers.money import Cents


class PayEnvy(Command, frozen=True, tag="pay-envy"):
    """The dealer pays one lammer for every qualifying hand that somebody else holds, and takes it away."""

    person: str
    position: int
    kind: str


class EnvyPaid(Event, frozen=True, tag="envy-paid"):
    """A fixed sum for one hand of somebody else."""

    person: str
    position: int
    kind: str
    hand_of: str
    line: str
    won: int


class LammerTaken(Event, frozen=True, tag="lammer-taken"):
    person: str
    position: int
    kind: str


def pay(rules: Rules, table: Table, command: PayEnvy) -> tuple[Event, ...]:
    cites = rules.cite(_topic(rules, command.kind))
    require_dealer(command.by, "pay envy", cites)
    require_step(table, "pay envy", cites, Step.ENVY)
    due = envy_due(rules, table)
    lammer = (command.person, command.position, command.kind)
    if lammer not in due:
        raise Refused(Reason.NOTHING_THERE, f"{command.person} has no such lammer to be paid for", cites)
    if lammer != due[0]:
        person, position, kind = due[0]
        raise Refused(
            Reason.OUT_OF_ORDER, f"the {kind} lammer of {person} at position {position} is paid first", cites
        )
    paid = _paid(rules, table, lammer, cites)
    taken = LammerTaken(person=command.person, position=command.position, kind=command.kind, cites=cites)
    return (*paid, taken, *proceeding(rules, lammer_taken(table, taken), Step.ENVY))


def _topic(rules: Rules, kind: str) -> str:
    """A kind without envy is refused by the paragraphs of the first that has one."""
    envied = rules.envied or ("fortune",)
    return f"envy {kind if kind in envied else envied[0]}"


def _paid(
    rules: Rules, table: Table, lammer: tuple[str, int, str], cites: tuple[str, ...]
) -> tuple[EnvyPaid, ...]:
    person, position, kind = lammer
    stake = next(wager.playing for wager in table.staked if wager.key == lammer)
    held = [
        HeldHand(owner_of(table, place), cards_of(table.hands[place])) for place in sorted(table.cards.envied)
    ]
    unlimited = () if rules.payout_cap is None else rules.cite("envy outside the limit")
    offered = rules.optional[kind]
    assert offered.envy_table is not None, kind
    bonuses = envy_bonuses(offered.wager, offered.envy_table, Cents(stake), person, held)
    return tuple(
        EnvyPaid(
            person=person,
            position=position,
            kind=kind,
            hand_of=str(bonus.owner),
            line=str(bonus.line),
            won=bonus.amount,
            cites=(*cites, *offered.envy_cites, *unlimited),
            postings=move(INVENTORY, rack(person), bonus.amount),
        )
        for bonus in bonuses
    )


def lammer_taken(table: Table, event: LammerTaken) -> Table:
    gone = (event.person, event.position, event.kind)
    lammers = tuple(lammer for lammer in table.cards.lammers if lammer != gone)
    return changed(table, cards=changed(table.cards, lammers=lammers))


DECIDES: dict[type[Command], Decide] = {PayEnvy: pay}
APPLIES: dict[type[Event], Apply] = {EnvyPaid: unchanged, LammerTaken: lammer_taken}
