"""After the deal in either game: stacks without a wager are swept in, the shaker is covered."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.card_methods import cite_deal
from paigow.table.hands.progress import after_setting, is_contested, looks, opponent_place
from paigow.table.refusals import require_dealer, require_step
from paigow.table.state import DEAD_HAND, DEALER_PLACE, POSITIONS, HandStatus, Step, Table, changed
from paigow.wagers.dragons_eye import DICE_KINDS


class SweepUnwagered(Command, frozen=True, tag="sweep-unwagered"):
    pass


class UnwageredSwept(Event, frozen=True, tag="unwagered-swept"):
    places: tuple[int, ...]
    then: Step


class CoverShaker(Command, frozen=True, tag="cover-shaker"):
    """The dealer puts the lid back on and shakes once more."""


class ShakerCovered(Event, frozen=True, tag="shaker-covered"):
    then: Step


def wagered_places(table: Table) -> tuple[int, ...]:
    """The places whose tiles are played: those with a wager, the bank's, the dealer's if it plays (R51).

    If only Pair Fortunes is in play, neither of these plays.
    """
    wagered = {wager.position for wager in table.wagers if wager.kind not in DICE_KINDS}
    if is_contested(table):
        wagered.add(opponent_place(table))
        if table.bank is None or table.bank.dealer_wager:
            wagered.add(DEALER_PLACE)
    return tuple(place for place in (DEALER_PLACE, *POSITIONS) if place in wagered)


def unwagered_places(table: Table) -> tuple[int, ...]:
    """The places, in dealing order, whose stacks nobody plays; the dead hand is separate."""
    played = wagered_places(table)
    return tuple(
        place
        for place, hand in table.hands.items()
        if place not in played and place != DEAD_HAND and hand.status is HandStatus.DEALT
    )


def sweep(rules: Rules, table: Table, command: SweepUnwagered) -> tuple[Event, ...]:
    banked = table.bank is not None
    cites = rules.cite("sweep with bank") if banked and rules.is_tiles else cite_deal(rules, table, "sweep")
    require_dealer(command.by, "collect unwagered stacks", cites)
    require_step(table, "collect unwagered stacks", cites, Step.SWEEP)
    places = unwagered_places(table)
    then = Step.EXTRA_SET if rules.table.six_spots else after_sweeping(rules, table)
    event = UnwageredSwept(places=places, then=then, cites=cites)
    return (event, *looks(rules, swept(table, event)))


def after_sweeping(rules: Rules, table: Table) -> Step:
    """Where a deal continues once all unused pieces are put away."""
    return Step.COVER if table.shaker.dice is not None else after_setting(rules, table)


def swept(table: Table, event: UnwageredSwept) -> Table:
    hands = dict(table.hands)
    for place in (*event.places, DEAD_HAND):
        if place in hands:
            hands[place] = changed(hands[place], status=HandStatus.DEAD)
    return changed(table, hands=hands, step=event.then)


def cover(rules: Rules, table: Table, command: CoverShaker) -> tuple[Event, ...]:
    cites = rules.cite("cover shaker" if table.bank is None else "cover shaker with bank")
    require_dealer(command.by, "cover the shaker", cites)
    require_step(table, "cover the shaker", cites, Step.COVER)
    event = ShakerCovered(then=after_setting(rules, table), cites=cites)
    return (event, *looks(rules, covered(table, event)))


def covered(table: Table, event: ShakerCovered) -> Table:
    return changed(table, step=event.then, shaker=changed(table.shaker, lid_off=False))
