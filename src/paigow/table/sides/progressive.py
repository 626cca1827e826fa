"""The Progressive at the table: locked and counted at "no more bets", verified, validated, paid in turn.

What a line takes from which meter is in `wagers.progressive`. Shared meters' readings come in the command.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Struct, field

from paigow.ranks.lines import Line
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.card_state import MeterCarry
from paigow.table.deal.card_methods import cite_deal
from paigow.table.deal.card_start import start_step
from paigow.table.fields import Anything, Domain, Domains, Fixed, Moment, Position, WholeNumbers, within
from paigow.table.hands.card_progress import gone_on, next_optional
from paigow.table.house.card_opening import meters_started
from paigow.table.ledger import CAGE, INVENTORY, WORLD, Posting, account_of, meter, move, rack, without_wagers
from paigow.table.refusals import Reason, Refused, require_dealer, require_floor, require_step
from paigow.table.sides.optional import cards_of, cite_banked, paid_under_limit
from paigow.table.state import Step, Table, Wager, changed
from paigow.wagers.money import Cents
from paigow.wagers.progressive import (
    WAGER,
    MeterReading,
    Meters,
    Payer,
    ProgressivePayout,
    ProgressiveTerms,
    contribute,
)
from paigow.wagers.progressive import pay as pay_meters

KIND = WAGER.kind


class OpenMeters(Command, frozen=True, tag="open-meters"):
    """The floor sets the starting amounts of the table's meters."""


class MetersOpened(Noted, frozen=True, tag="meters-opened"):
    pass


class CollectProgressive(Command, frozen=True, tag="collect-progressive"):
    """The dealer collects the progressive chips and counts them against the wagers accepted."""

    chips_counted: Annotated[int, within(WholeNumbers("number", tuple(range(1, 8)), 8))]


class ProgressiveCollected(Event, frozen=True, tag="progressive-collected"):
    """The chips are in the tray and each meter has its share; shared meters are fed through the cage."""

    positions: tuple[int, ...]
    fed: dict[str, int]
    """By meter, the cents that it gained."""
    carried: tuple[MeterCarry, ...]
    then: Step


class VerifyProgressive(Command, frozen=True, tag="verify-progressive"):
    """The dealer verifies the winning hand and that its light is lit."""

    position: Position
    light_on: bool = True


class ProgressiveVerified(Event, frozen=True, tag="progressive-verified"):
    position: int
    line: str


class ValidateProgressive(Command, frozen=True, tag="validate-progressive"):
    position: Position


class ProgressiveValidated(Event, frozen=True, tag="progressive-validated"):
    position: int


def _starts(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    """Readings of shared meters come from outside: they are at least their starts."""
    terms = None if moment.rules.shared_meters is None else moment.rules.progressive
    return (Anything("readings", {each.meter.value: each.start for each in terms.meters} if terms else {}),)


class SettleProgressive(Command, frozen=True, tag="settle-progressive"):
    """The dealer takes or pays the wager.

    `readings`: the current amounts of shared meters, in cents; `hit`: the number their keeper gives this hit.
    """

    position: Position
    readings: Annotated[dict[str, int], Domains(_starts)] = field(default_factory=dict)
    hit: Annotated[int, within(Anything("number", 1))] = 0


class ProgressiveSettled(Event, frozen=True, tag="progressive-settled"):
    """`meter` is the meter that paid, `restart` the amount it was reset to after it was paid in full.

    `hit` numbers the payments from meters in order; it is 0 for other lines.
    """

    person: str
    position: int
    line: str
    won: int
    withheld: int
    payer: str
    meter: str | None
    restart: int
    hit: int


class CompletePapers(Command, frozen=True, tag="complete-papers"):
    """The paperwork for a payment from the cage is done: the cards can leave the table."""

    position: Position


class PapersCompleted(Event, frozen=True, tag="papers-completed"):
    position: int


def _terms(rules: Rules) -> ProgressiveTerms:
    assert rules.progressive is not None
    return rules.progressive


def _require_offered(rules: Rules, cites: tuple[str, ...]) -> None:
    if rules.progressive is None:
        raise Refused(Reason.NOT_OFFERED, "This table has no progressive.", cites)


def readings(rules: Rules, table: Table, shared: dict[str, int]) -> Meters:
    """The meters' amounts: from the command if shared, else from the table's own accounts."""
    carried = {each.meter: Fraction(each.numerator, each.denominator) for each in table.cards.carried}
    return tuple(
        MeterReading(
            each.meter,
            Cents(shared.get(each.meter.value, table.balances.get(meter(each.meter.value), 0))),
            carried.get(each.meter.value, Fraction(0)),
        )
        for each in _terms(rules).meters
    )


def open_meters(rules: Rules, table: Table, command: OpenMeters) -> tuple[Event, ...]:
    cites = rules.cite("meters start")
    require_floor(command.by, "start the meters", cites)
    _require_offered(rules, cites)
    if rules.shared_meters is not None:
        raise Refused(Reason.NOT_OFFERED, "These meters are shared. They start with the floor.", cites)
    if meters_started(rules, table):
        raise Refused(Reason.NOT_ELIGIBLE, "The meters have already started.", cites)
    postings = tuple(
        posting
        for each in _terms(rules).meters
        for posting in move(WORLD, meter(each.meter.value), each.start)
    )
    return (MetersOpened(cites=cites, postings=postings),)


def collect(rules: Rules, table: Table, command: CollectProgressive) -> tuple[Event, ...]:
    cites = cite_deal(rules, table, "progressive count")
    require_dealer(command.by, "collect the progressive wagers", cites)
    _require_offered(rules, cites)
    require_step(table, "collect the progressive wagers", cites, Step.PROGRESSIVE)
    accepted = tuple(wager for wager in table.wagers if wager.kind == KIND)
    if command.chips_counted != len(accepted):
        sentence = (
            f"Counted {command.chips_counted} chips for {len(accepted)} accepted bets. Both must be the same."
        )
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, cites)
    before = readings(rules, table, {})
    after = contribute(_terms(rules), before, len(accepted))
    event = ProgressiveCollected(
        positions=tuple(wager.position for wager in accepted),
        fed={new.meter.value: new.amount - old.amount for old, new in zip(before, after, strict=True)},
        carried=tuple(_carry(reading) for reading in after),
        then=start_step(rules, table),
        cites=(*cites, *rules.cite("meters fed"), *_shared(rules)),
        postings=(*_into_tray(accepted), *_onto_meters(rules, before, after)),
    )
    return (event,)


def _shared(rules: Rules) -> tuple[str, ...]:
    """What feeds a shared meter leaves the table's inventory for the cage."""
    return () if rules.shared_meters is None else ("R74",)


def _carry(reading: MeterReading) -> MeterCarry:
    return MeterCarry(reading.meter.value, reading.carried.numerator, reading.carried.denominator)


def _into_tray(wagers: tuple[Wager, ...]) -> tuple[Posting, ...]:
    return tuple(posting for wager in wagers for posting in move(account_of(wager), INVENTORY, wager.chips))


def _onto_meters(rules: Rules, before: Meters, after: Meters) -> tuple[Posting, ...]:
    """What each meter gains: on the table's own account, or to the cage for a shared one."""
    shared = rules.shared_meters is not None
    return tuple(
        posting
        for old, new in zip(before, after, strict=True)
        for posting in move(INVENTORY, CAGE if shared else meter(new.meter.value), new.amount - old.amount)
    )


def collected(table: Table, event: ProgressiveCollected) -> Table:
    taken = [wager for wager in table.wagers if wager.kind == KIND]
    after = without_wagers(table, tuple(wager.key for wager in taken))
    accepted = tuple((wager.person, wager.position) for wager in taken)
    cards = changed(table.cards, carried=event.carried, progressive=accepted)
    return changed(after, cards=cards, step=event.then)


def _waiting(rules: Rules, table: Table, position: int, cites: tuple[str, ...]) -> Wager:
    """The progressive wager at a position, which must be next."""
    wager = next_optional(rules, table)
    if not any(place == position for _, place in table.cards.progressive):
        raise Refused(
            Reason.NOTHING_THERE, f"There is no progressive bet to settle at position {position}.", cites
        )
    if wager is None or wager.kind != KIND or wager.position != position:
        raise Refused(Reason.OUT_OF_ORDER, f"The progressive bet at position {position} isn't next.", cites)
    return wager


def line_at(table: Table, position: int) -> Line:
    """The progressive line of the seven cards at a position."""
    return WAGER.line(cards_of(table.hands[position]))


def verify(rules: Rules, table: Table, command: VerifyProgressive) -> tuple[Event, ...]:
    cites = rules.cite("progressive verified")
    require_dealer(command.by, "verify a progressive", cites)
    require_step(table, "verify a progressive", cites, Step.OPTIONAL)
    if command.position in table.cards.lit:
        raise Refused(Reason.NOTHING_THERE, "That hand and its light are already verified.", cites)
    _waiting(rules, table, command.position, cites)
    line = line_at(table, command.position)
    if line is Line.NOTHING:
        raise Refused(Reason.BAD_PIECES, "These cards don't win, so there is nothing to verify.", cites)
    if not command.light_on:
        raise Refused(Reason.NOT_AS_REQUIRED, "The winning hand's light isn't on.", cites)
    return (ProgressiveVerified(position=command.position, line=str(line.value), cites=cites),)


def verified(table: Table, event: ProgressiveVerified) -> Table:
    return changed(table, cards=changed(table.cards, lit=(*table.cards.lit, event.position)))


def validate(rules: Rules, table: Table, command: ValidateProgressive) -> tuple[Event, ...]:
    cites = rules.cite("progressive validated")
    require_floor(command.by, "validate a progressive", cites)
    require_step(table, "validate a progressive", cites, Step.OPTIONAL)
    if command.position in table.cards.progressive_due:
        raise Refused(Reason.NOTHING_THERE, "This payment is already validated.", cites)
    if command.position not in table.cards.lit:
        raise Refused(Reason.OUT_OF_ORDER, "The dealer must verify the hand and its light first.", cites)
    return (ProgressiveValidated(position=command.position, cites=cites),)


def validated(table: Table, event: ProgressiveValidated) -> Table:
    due = (*table.cards.progressive_due, event.position)
    return changed(table, cards=changed(table.cards, progressive_due=due))


def settle(rules: Rules, table: Table, command: SettleProgressive) -> tuple[Event, ...]:
    cites = rules.cite("progressive settled")
    require_dealer(command.by, "settle a progressive", cites)
    require_step(table, "settle a progressive", cites, Step.OPTIONAL)
    wager = _waiting(rules, table, command.position, cites)
    line = line_at(table, command.position)
    if line is not Line.NOTHING and command.position not in table.cards.progressive_due:
        sentence = "The floor supervisor must validate this payment first."
        raise Refused(Reason.OUT_OF_ORDER, sentence, rules.cite("progressive validated"))
    paytable = rules.optional[KIND].paytable
    # A losing hand doesn't need a reading.
    meters = () if paytable.find(line) is None else readings(rules, table, command.readings)
    _, payout = pay_meters(_terms(rules), paytable, meters, line)
    hit = _hit(rules, table, command, payout)
    return gone_on(rules, table, _settled(rules, table, wager, payout, hit), was_settled, wager.position)


def _hit(rules: Rules, table: Table, command: SettleProgressive, payout: ProgressivePayout) -> int:
    """The number of this hit: counted here for the table's own meters, given with readings of shared ones."""
    if payout.meter is None:
        return 0
    if rules.shared_meters is None:
        return table.cards.hits + 1
    if command.readings.get(payout.meter.value, 0) <= 0 or command.hit <= 0:
        sentence = f"Report the shared {payout.meter.value} meter's value and the number of the hit first."
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite("shared meter"))
    return command.hit


def _settled(
    rules: Rules, table: Table, wager: Wager, payout: ProgressivePayout, hit: int
) -> ProgressiveSettled:
    share = payout.payer is Payer.CAGE
    whole: tuple[int, int, tuple[str, ...]] = (payout.amount, 0, ())
    paid, withheld, limited = (
        whole if share else paid_under_limit(rules, table, wager.position, payout.amount)
    )
    banked = cite_banked(rules, table, wager.person)
    offered = rules.optional[KIND]
    by_line = rules.cite("progressive lost") if offered.paytable.find(payout.line) is None else offered.cites
    won = rules.cite("meter paid" if share else "progressive won") if payout.wins else ()
    return ProgressiveSettled(
        person=wager.person,
        position=wager.position,
        line=str(payout.line.value),
        won=paid,
        withheld=withheld,
        payer="cage" if share else "inventory",
        meter=payout.meter.value if payout.meter is not None else None,
        restart=payout.restart,
        hit=hit,
        cites=(*rules.cite("progressive settled"), *won, *by_line, *limited, *banked),
        postings=_paid(rules, wager, payout, paid),
    )


def _paid(rules: Rules, wager: Wager, payout: ProgressivePayout, paid: int) -> tuple[Posting, ...]:
    """From the tray or, for a meter's share, from the meter through the cage, which restarts it (R39)."""
    if payout.payer is not Payer.CAGE:
        return move(INVENTORY, rack(wager.person), paid)
    assert payout.meter is not None
    own = rules.shared_meters is None
    name = meter(payout.meter.value)
    return (
        *(move(name, CAGE, paid) if own else ()),
        *move(CAGE, rack(wager.person), paid),
        *(move(CAGE, name, payout.restart) if own else ()),
    )


def was_settled(table: Table, event: ProgressiveSettled) -> Table:
    cards = table.cards
    papers = (*cards.papers_due, event.position) if event.payer == "cage" else cards.papers_due
    counts = 0 if event.payer == "cage" else event.won
    limited = {**cards.limited, event.position: cards.limited.get(event.position, 0) + counts}
    left = tuple(taken for taken in cards.progressive if taken != (event.person, event.position))
    after = changed(
        cards,
        progressive=left,
        papers_due=papers,
        limited=limited,
        hits=cards.hits + (1 if event.hit else 0),
    )
    return changed(table, cards=after)


def complete(rules: Rules, table: Table, command: CompletePapers) -> tuple[Event, ...]:
    cites = rules.cite("papers")
    require_floor(command.by, "complete the papers", cites)
    if command.position not in table.cards.papers_due:
        raise Refused(Reason.NOTHING_THERE, "No forms are due for that position.", cites)
    done = PapersCompleted(position=command.position, cites=cites)
    return gone_on(rules, table, done, completed, command.position)


def completed(table: Table, event: PapersCompleted) -> Table:
    due = tuple(place for place in table.cards.papers_due if place != event.position)
    return changed(table, cards=changed(table.cards, papers_due=due))


class SharedMeters(Struct, frozen=True):
    """Each meter's amount, in cents, and the number of hits so far."""

    readings: dict[str, int]
    hits: int = 0


def started(terms: ProgressiveTerms) -> SharedMeters:
    return SharedMeters({each.meter.value: each.start for each in terms.meters})


def after(meters: SharedMeters, event: Event) -> SharedMeters:
    """The meters' amounts after an event at one of their tables."""
    match event:
        case ProgressiveCollected():
            fed = {name: cents + event.fed.get(name, 0) for name, cents in meters.readings.items()}
            return SharedMeters(fed, meters.hits)
        case ProgressiveSettled() if event.meter is not None:
            left = meters.readings[event.meter] - event.won + event.restart
            return SharedMeters({**meters.readings, event.meter: left}, meters.hits + 1)
        case _:
            return meters
