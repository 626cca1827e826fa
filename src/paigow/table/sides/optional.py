"""Optional wagers at a card table: seven cards rearranged, each wager settled by its own lines; envy.

All wagers on a hand are settled before its cards go to the discard rack. What a wager pays is in `wagers`;
the progressive has its own commands.
"""

from __future__ import annotations

from typing import Any

from paigow.material.cards import Card
from paigow.submissions.rules import OptionalWager, Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.fields import PersonName, Position, WagerKind
from paigow.table.game import card
from paigow.table.hands.card_progress import envy_due, gone_on, next_optional, owner_of, proceeding
from paigow.table.ledger import INVENTORY, Posting, move, rack, return_wager, take_wager, without_wagers
from paigow.table.refusals import Reason, Refused, require_dealer, require_step
from paigow.table.state import DEALER_PLACE, DealtHand, Step, Table, Wager, WagerKey, changed
from paigow.wagers.money import Cents, Settlement
from paigow.wagers.payout_limit import under_limit
from paigow.wagers.wager import HeldHand, Kind, LineWager, Settled, Whose, envy_bonuses, is_envied


class SettleOptional(Command, frozen=True, tag="settle-optional"):
    """The dealer arranges the seven cards into their best hand and settles one optional wager on them."""

    position: Position
    kind: WagerKind


class OptionalSettled(Event, frozen=True, tag="optional-settled"):
    """One optional wager is settled: its line, what it won, and what the payout limit withheld."""

    person: str
    position: int
    kind: Kind
    line: str
    won: int
    withheld: int = 0


class EnvyHandAcknowledged(Event, frozen=True, tag="envy-hand-acknowledged"):
    """The dealer announces that this hand pays envy bonuses; its cards stay face up on the table."""

    position: int
    line: str


def cards_of(hand: DealtHand) -> tuple[Card, ...]:
    return tuple([card(piece) for piece in hand.pieces])


def settle(rules: Rules, table: Table, command: SettleOptional) -> tuple[Event, ...]:
    cites = rules.cite("optional wager", *_several(rules))
    require_dealer(command.by, "settle an optional wager", cites)
    require_step(table, "settle an optional wager", cites, Step.OPTIONAL)
    wager = next_optional(rules, table)
    if wager is None:
        raise Refused(Reason.NOTHING_THERE, "There is no side bet to settle.", cites)
    if (command.position, command.kind) != (wager.position, wager.kind):
        sentence = f"Settle the {wager.kind} bet at position {wager.position} first."
        raise Refused(Reason.OUT_OF_ORDER, sentence, cites)
    if rules.optional[wager.kind].wager.settled is Settled.BY_TOPIC:
        raise Refused(
            Reason.NOT_AS_REQUIRED, f"The {wager.kind} bet is verified and settled separately.", cites
        )
    return gone_on(rules, table, _settled(rules, table, wager), settled, wager.position, wager.kind)


def _settled(rules: Rules, table: Table, wager: Wager) -> OptionalSettled:
    offered = rules.optional[wager.kind]
    line = offered.wager.line(cards_of(_deciding(table, wager, offered.wager)))
    result = offered.wager.settle(Cents(wager.playing), line, offered.paytable)
    won, withheld, limited = paid_under_limit(rules, table, wager.position, result.won)
    return OptionalSettled(
        person=wager.person,
        position=wager.position,
        kind=wager.kind,
        line=str(line.value),
        won=won,
        withheld=withheld,
        cites=(
            *_settling(rules, table, wager, won=result.wins),
            *(offered.cites if result.wins else rules.cite(f"{wager.kind} lost")),
            *limited,
            *_fouled(table, wager.position),
        ),
        postings=_postings(wager, result, won),
    )


def _deciding(table: Table, wager: Wager, kind: LineWager[Any]) -> DealtHand:
    """The hand whose line decides a wager: its own, or the dealer's."""
    return table.hands[DEALER_PLACE if kind.whose is Whose.DEALER else wager.position]


def _settling(rules: Rules, table: Table, wager: Wager, *, won: bool) -> tuple[str, ...]:
    """The paragraphs for settling an optional wager, in a banked round as in any other."""
    banked = cite_banked(rules, table, wager.person)
    by_line = rules.cite(f"{wager.kind} won") if won else ()
    return (*rules.cite("optional wager", *_several(rules), f"settle {wager.kind}"), *by_line, *banked)


def _several(rules: Rules) -> tuple[str, ...]:
    """If several are offered, all wagers on a hand are settled before its cards go."""
    return ("several optional wagers",) if len(rules.optional) > 1 else ()


def _fouled(table: Table, position: int) -> tuple[str, ...]:
    """What a fouled hand still earns: its optional wagers and others' envy stand."""
    return ("R37",) if table.hands[position].fouled else ()


def cite_banked(rules: Rules, table: Table, person: str) -> tuple[str, ...]:
    """Paragraphs for optional wagers in a banked round, including the bank's own."""
    if table.bank is None:
        return ()
    own = ("optional of the bank",) if person == table.bank.person else ()
    return rules.cite("optional with bank", *own)


def own(cite: str) -> str:
    """A paragraph without its book's name, as in events."""
    return cite.partition(" ")[2] or cite


def paid_under_limit(rules: Rules, table: Table, position: int, due: int) -> tuple[int, int, tuple[str, ...]]:
    """How much of a payout the limit lets through, how much it withholds, and the paragraph if any (R26)."""
    before = table.cards.limited.get(position, 0)
    paid = under_limit(rules.payout_cap, Cents(before), Cents(due))
    limited = (*rules.cite("payout limit"), own(paid.cite)) if paid.withheld else ()
    return paid.paid, paid.withheld, limited


def _postings(wager: Wager, result: Settlement, won: int) -> tuple[Posting, ...]:
    if not result.wins:
        return take_wager(wager, INVENTORY)
    return (*return_wager(wager), *move(INVENTORY, rack(wager.person), won))


def settled(table: Table, event: OptionalSettled) -> Table:
    limited = table.cards.limited
    limited = {**limited, event.position: limited.get(event.position, 0) + event.won}
    after = without_wagers(table, ((event.person, event.position, event.kind),))
    return changed(after, cards=changed(table.cards, limited=limited))


def acknowledge(rules: Rules, table: Table, position: int) -> tuple[EnvyHandAcknowledged, ...]:
    """Announce that a hand just shown pays envy, if it does and somebody has a qualifying wager.

    If the hand itself has a bonus wager, anybody's counts; if not, somebody else's (11.H(3)(a)).
    """
    if not table.cards.lammers:
        return ()
    owner = owner_of(table, position)
    kinds = {kind for _, _, kind in table.cards.lammers}
    own_kinds = {wager.kind for wager in table.staked if wager.position == position} & {*rules.envied}
    if not own_kinds and all(person == owner for person, _, _ in table.cards.lammers):
        return ()
    cards = cards_of(table.hands[position])
    qualifying = [kind for kind in rules.envied if kind in kinds and _is_envied(rules.optional[kind], cards)]
    if not qualifying:
        return ()
    limbs = [f"{'envy hand' if kind in own_kinds else 'envy hand without'} {kind}" for kind in qualifying]
    line = str(rules.optional[qualifying[0]].wager.line(cards).value)
    cites = (*dict.fromkeys(id_ for topic in limbs for id_ in rules.cite(topic)), *_fouled(table, position))
    return (EnvyHandAcknowledged(position=position, line=line, cites=cites),)


def _is_envied(offered: OptionalWager, cards: tuple[Card, ...]) -> bool:
    return offered.envy_table is not None and is_envied(offered.wager, cards, offered.envy_table)


def acknowledged(table: Table, event: EnvyHandAcknowledged) -> Table:
    return changed(table, cards=changed(table.cards, envied=(*table.cards.envied, event.position)))


class PayEnvy(Command, frozen=True, tag="pay-envy"):
    """The dealer pays one lammer for every qualifying hand of another player, and removes the lammer."""

    person: PersonName
    position: Position
    kind: WagerKind


class EnvyPaid(Noted, frozen=True, tag="envy-paid"):
    """A fixed amount for one other player's hand."""

    person: str
    position: int
    kind: Kind
    hand_of: str
    line: str
    won: int


class LammerTaken(Event, frozen=True, tag="lammer-taken"):
    person: str
    position: int
    kind: Kind


def pay(rules: Rules, table: Table, command: PayEnvy) -> tuple[Event, ...]:
    cites = _cite_envy(rules, command.kind)
    require_dealer(command.by, "pay envy", cites)
    require_step(table, "pay envy", cites, Step.ENVY)
    due = envy_due(rules, table)
    lammer = (command.person, command.position, Kind(command.kind))
    if lammer not in due:
        raise Refused(
            Reason.NOTHING_THERE, f"{command.person} has no such envy marker to be paid for.", cites
        )
    if lammer != due[0]:
        person, position, kind = due[0]
        raise Refused(
            Reason.OUT_OF_ORDER, f"Pay {person}'s {kind} envy marker at position {position} first.", cites
        )
    paid = _paid(rules, table, lammer, cites)
    taken = LammerTaken(person=lammer[0], position=lammer[1], kind=lammer[2], cites=cites)
    return (*paid, taken, *proceeding(rules, lammer_taken(table, taken), Step.ENVY))


def _cite_envy(rules: Rules, kind: str) -> tuple[str, ...]:
    """A kind without envy is refused by the paragraphs of the first kind with envy, offered or not."""
    envied = rules.envied or tuple(table.kind for table in rules.book.tables if table.envy_cites)
    return rules.cite(f"envy {kind if kind in envied else envied[0]}") if envied else ()


def _paid(rules: Rules, table: Table, lammer: WagerKey, cites: tuple[str, ...]) -> tuple[EnvyPaid, ...]:
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
