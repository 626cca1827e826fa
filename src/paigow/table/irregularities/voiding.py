"""Void hands and void rounds: what is returned to whom, and tables left without players (R62).

Which accident leads to a void is in `reports`.
"""

from __future__ import annotations

from collections.abc import Collection

from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.bank.covering import lose_wagers, release_void
from paigow.table.hands.card_progress import next_step, progressives
from paigow.table.hands.progress import after_exposing, after_setting, to_expose
from paigow.table.ledger import CENTER, INVENTORY, Posting, move, rack, return_wager, without_wagers
from paigow.table.state import HandStatus, Shaker, Step, Table, Wager, WagerKey, changed
from paigow.wagers.dragons_eye import DICE_BONUS
from paigow.wagers.progressive import WAGER
from paigow.wagers.wager import MAIN


def is_deserted(table: Table, gone: Collection[str]) -> bool:
    """Whether nobody is seated once these people are gone."""
    return all(person is None or person in gone for person in table.chairs)


def without_people(table: Table, gone: Collection[str]) -> Table:
    """The table without these people in its chairs; the first player can change."""
    if not gone:
        return table
    chairs = tuple(None if person in gone else person for person in table.chairs)
    between = table.between
    if between.first_player in gone:
        between = changed(between, first_player=next((person for person in chairs if person), None))
    leaving = tuple(person for person in table.leaving if person not in gone)
    return changed(table, chairs=chairs, leaving=leaving, between=between)


def idle(table: Table) -> Table:
    """The table with its pieces to be displayed for the next arrival."""
    return changed(
        table,
        step=Step.DISPLAY,
        bets_open=False,
        offer=None,
        stock=(),
        delivery=None,
        resume=None,
        shaker=Shaker(),
        cards=table.cards.cleared(),
    )


PROGRESSIVE = WAGER.kind
Keys = tuple[WagerKey, ...]


class RoundVoided(Event, frozen=True, tag="round-voided"):
    """All hands are void: every wager is returned, surrendered and abandoned ones too (R80).

    Settled dice wagers stand. For rotation, eligibility, and last wagers the round doesn't count, and the
    same player banks again (R12, R50).
    """

    why: str
    keys: Keys
    then: Step
    forfeited: Keys = ()
    """Wagers that had been surrendered or called abandoned, and are their owners' again."""


class HandVoided(Event, frozen=True, tag="hand-voided"):
    """One hand is void: its wagers are returned, and its pieces are collected unseen (R55)."""

    position: int
    keys: Keys
    then: Step


def stays_up(table: Table, wager: Wager) -> bool:
    """Whether a wager extends beyond this round: a dice bonus kept within a series of triples (R12)."""
    return wager.kind == DICE_BONUS.kind and table.eye.triples > 0


def settled_on_pieces(rules: Rules, table: Table) -> bool:
    """Whether the pieces have decided anything yet: that is where the void rules end (R19, R63).

    A player's hand shown and called, the dealer's wager against the bank, or a bank's own Pair Fortunes. A
    hand whose wagers were all surrendered or abandoned decides nothing, even when it is shown for envy (R80).
    """
    forfeited = _forfeited_places(table) if table.forfeited else ()
    for hand in table.hands.values():
        decided = hand.outcome is not None or hand.status is HandStatus.COLLECTED
        if decided and hand.place not in forfeited:
            return True
    bank = None if table.bank is None else table.hands.get(table.bank.position)
    return (
        bank is not None
        and bank.status is HandStatus.EXPOSED
        and any(wager.kind in rules.with_hand and wager.position == bank.place for wager in table.staked)
    )


def _forfeited_places(table: Table) -> set[int]:
    """The positions where nothing is left to decide: every main wager was surrendered or abandoned."""
    gone = {wager.key for wager in table.forfeited}
    open_ = {wager.position for wager in table.staked if wager.kind == MAIN and wager.key not in gone}
    return {wager.position for wager in table.forfeited} - open_


def forfeit(table: Table, keys: Keys, position: int | None = None) -> Table:
    """The table with these wagers recorded, and a progressive at the position: a void returns them (R80)."""
    lying = [wager for wager in table.wagers if wager.key in keys]
    taken = () if position is None else progressives(table, position)
    return changed(table, forfeited=(*table.forfeited, *lying, *taken))


def void_round(rules: Rules, table: Table, why: str, topic: str) -> RoundVoided:
    """Those who left during the round leave with it, and get back even what would stay up (R30, R62)."""
    returned = tuple(
        wager for wager in table.wagers if not stays_up(table, wager) or wager.person in table.leaving
    )
    refunds = _refunds(progressives(table))
    from_tray = refunds or any(wager.kind == PROGRESSIVE for wager in table.forfeited)
    restored = tuple(posting for wager in table.forfeited for posting in _restored(table, wager))
    return RoundVoided(
        why=why,
        keys=tuple(wager.key for wager in returned),
        then=Step.DISPLAY if is_deserted(table, table.leaving) else Step.SHUFFLE,
        forfeited=tuple(wager.key for wager in table.forfeited),
        cites=(
            *rules.cite(topic),
            *rules.cite("void round"),
            *(("R39",) if from_tray else ()),
            *(("R80",) if restored or table.balances.get(CENTER) else ()),
        ),
        postings=(*_back(returned), *refunds, *restored, *release_void(table, restored)),
    )


def _back(wagers: tuple[Wager, ...]) -> tuple[Posting, ...]:
    return tuple(posting for wager in wagers for posting in return_wager(wager))


def _restored(table: Table, wager: Wager) -> tuple[Posting, ...]:
    """A surrendered or abandoned wager retraces its way, and from there returns to its owner (R80)."""
    if wager.kind == PROGRESSIVE:
        return _refunds((wager,))
    taken = lose_wagers(table, (wager,))
    return (*(Posting(posting.account, -posting.cents) for posting in taken), *return_wager(wager))


def _refunds(taken: tuple[Wager, ...]) -> tuple[Posting, ...]:
    """Progressive stakes are returned from the tray, where they already are; no meter decreases (R39)."""
    return tuple(posting for wager in taken for posting in move(INVENTORY, rack(wager.person), wager.chips))


def round_voided(table: Table, event: RoundVoided) -> Table:
    bank = table.bank and changed(table.bank, dealer_wager=None, indicated=())
    return changed(
        without_people(without_wagers(table, event.keys), table.leaving),
        bank=bank,
        step=event.then,
        bets_open=event.then is not Step.DISPLAY,
        staked=(),
        forfeited=(),
        stock=(),
        delivery=None,
        resume=None,
        shaker=Shaker(),
        hands={},
        discards=(),
        choosing=(),
        cards=table.cards.cleared(),
    )


def without_hand(table: Table, position: int, keys: Keys, status: HandStatus) -> Table:
    """The table after a hand has dropped out of play with its wagers, and its lammers with them."""
    gear = table.cards
    cards = changed(
        gear,
        lammers=tuple(lammer for lammer in gear.lammers if lammer[1] != position),
        progressive=tuple(taken for taken in gear.progressive if taken[1] != position),
    )
    return changed(
        without_wagers(table, keys),
        hands={**table.hands, position: changed(table.hands[position], status=status)},
        choosing=tuple(place for place in table.choosing if place != position),
        cards=cards,
    )


def next_step_without(rules: Rules, table: Table, position: int, keys: Keys, status: HandStatus) -> Step:
    """The next step when a hand drops out."""
    match table.step:
        case Step.SETTING:
            return after_setting(rules, without_hand(table, position, keys, status), position, gone=True)
        case Step.EXPOSE | Step.OPTIONAL if not rules.is_tiles:
            return next_step(rules, without_hand(table, position, keys, status))
        case Step.EXPOSE:
            return table.step if set(to_expose(rules, table)) - {position} else after_exposing(table)
        case _:
            return table.step


def void_hand(rules: Rules, table: Table, position: int, topic: str) -> HandVoided:
    returned = tuple(wager for wager in table.wagers_on(position) if not stays_up(table, wager))
    keys = tuple(wager.key for wager in returned)
    refunds = _refunds(progressives(table, position))
    return HandVoided(
        position=position,
        keys=keys,
        then=next_step_without(rules, table, position, keys, HandStatus.VOID),
        cites=(
            *rules.cite(topic),
            "R55",
            *(() if rules.is_tiles else ("R37",)),
            *(("R39",) if refunds else ()),
        ),
        postings=(*_back(returned), *refunds),
    )


def hand_voided(table: Table, event: HandVoided) -> Table:
    return changed(without_hand(table, event.position, event.keys, HandStatus.VOID), step=event.then)
