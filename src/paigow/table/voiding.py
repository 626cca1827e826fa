"""Void hands and void rounds: what goes back to whom. Which accident leads to one is `irregularities`."""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.covering import release
from paigow.table.ledger import Posting
from paigow.table.progress import after_exposing, after_setting, to_expose
from paigow.table.rules import TableRules
from paigow.table.stakes import return_wager, without_wagers
from paigow.table.state import HandStatus, Shaker, Step, Table, Wager, changed

__all__ = [
    "APPLIES",
    "DECIDES",
    "HandVoided",
    "RoundVoided",
    "next_step_without",
    "stays_up",
    "void_hand",
    "void_round",
]

NO_LONGER_PLAYED = (HandStatus.VOID, HandStatus.SURRENDERED, HandStatus.DEAD, HandStatus.COLLECTED)


class RoundVoided(Event, frozen=True):
    """All hands are void: every wager still in play goes back, the pieces are shuffled again.

    For rotation, eligibility and last wagers the round never was, and the same bank goes on (R12, R50).
    """

    why: str
    keys: tuple[tuple[str, int, str], ...]


class HandVoided(Event, frozen=True):
    """One hand is void: its wagers go back, its pieces are taken unseen (R55)."""

    position: int
    keys: tuple[tuple[str, int, str], ...]
    then: Step


def stays_up(table: Table, wager: Wager) -> bool:
    """Whether a wager is not this round's alone: a dice bonus kept within a series of triples (R12)."""
    return wager.kind == "dice-bonus" and table.eye.triples > 0


def void_round(rules: TableRules, table: Table, why: str, topic: str) -> RoundVoided:
    returned = tuple(wager for wager in table.wagers if not stays_up(table, wager))
    return RoundVoided(
        why=why,
        keys=tuple(wager.key for wager in returned),
        cites=(*rules.cite(topic), *rules.cite("void round")),
        postings=(*_back(returned), *release(rules, table)),
    )


def _back(wagers: tuple[Wager, ...]) -> tuple[Posting, ...]:
    return tuple(posting for wager in wagers for posting in return_wager(wager))


def round_voided(table: Table, event: RoundVoided) -> Table:
    bank = table.bank and changed(table.bank, dealer_wager=None, indicated=())
    return changed(
        without_wagers(table, event.keys),
        bank=bank,
        step=Step.SHUFFLE,
        bets_open=True,
        staked=(),
        stock=(),
        delivery=None,
        shaker=Shaker(),
        hands={},
        discards=(),
        choosing=(),
        cards=table.cards.cleared(),
    )


def next_step_without(table: Table, position: int) -> Step:
    """Where the procedure goes when a hand drops out of it."""
    match table.step:
        case Step.SETTING:
            return after_setting(table, position, gone=True)
        case Step.EXPOSE:
            return table.step if set(to_expose(table)) - {position} else after_exposing(table)
        case _:
            return table.step


def void_hand(rules: TableRules, table: Table, position: int, topic: str) -> HandVoided:
    returned = tuple(wager for wager in table.wagers_on(position) if not stays_up(table, wager))
    return HandVoided(
        position=position,
        keys=tuple(wager.key for wager in returned),
        then=next_step_without(table, position),
        cites=(*rules.cite(topic), "R55"),
        postings=_back(returned),
    )


def hand_voided(table: Table, event: HandVoided) -> Table:
    after = without_wagers(table, event.keys)
    hand = changed(table.hands[event.position], status=HandStatus.VOID)
    choosing = tuple(place for place in table.choosing if place != event.position)
    return changed(after, hands={**table.hands, event.position: hand}, choosing=choosing, step=event.then)


DECIDES: dict[type[Command], Decide] = {}
APPLIES: dict[type[Event], Apply] = {RoundVoided: round_voided, HandVoided: hand_voided}
