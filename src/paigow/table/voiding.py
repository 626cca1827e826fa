"""Void hands and void rounds: what goes back to whom. Which accident leads to one is `irregularities`."""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.covering import release
from paigow.table.departing import is_deserted, without_people
from paigow.table.ledger import Posting
from paigow.table.progress import after_exposing, after_setting, to_expose
from paigow.table.rules import TableRules
from paigow.table.stakes import return_wager, without_wagers
from paigow.table.state import HandStatus, Shaker, Step, Table, Wager, changed
from paigow.wagers.kinds import WagerKind

__all__ = [
    "APPLIES",
    "DECIDES",
    "HandVoided",
    "RoundVoided",
    "next_step_without",
    "settled_on_pieces",
    "stays_up",
    "void_hand",
    "void_round",
]

PAIR_FORTUNES = WagerKind.PAIR_FORTUNES.value


class RoundVoided(Event, frozen=True):
    """All hands are void: every wager still in play goes back, the pieces are shuffled again.

    For rotation, eligibility and last wagers the round never was, and the same bank goes on (R12, R50).
    """

    why: str
    keys: tuple[tuple[str, int, str], ...]
    then: Step


class HandVoided(Event, frozen=True):
    """One hand is void: its wagers go back, its pieces are taken unseen (R55)."""

    position: int
    keys: tuple[tuple[str, int, str], ...]
    then: Step


def stays_up(table: Table, wager: Wager) -> bool:
    """Whether a wager is not this round's alone: a dice bonus kept within a series of triples (R12)."""
    return wager.kind == "dice-bonus" and table.eye.triples > 0


def settled_on_pieces(table: Table) -> bool:
    """Whether the pieces have decided anything yet: there the void rules end (R19, R63).

    A player's hand shown and called, the dealer's wager against the bank, or a bank's own Pair Fortunes.
    """
    if any(hand.outcome is not None or hand.status is HandStatus.COLLECTED for hand in table.hands.values()):
        return True
    bank = None if table.bank is None else table.hands.get(table.bank.position)
    return (
        bank is not None
        and bank.status is HandStatus.EXPOSED
        and any(wager.kind == PAIR_FORTUNES and wager.position == bank.place for wager in table.staked)
    )


def void_round(rules: TableRules, table: Table, why: str, topic: str) -> RoundVoided:
    """Those who left in the round are gone with it, and take back even what would stay up (R30, R62)."""
    returned = tuple(
        wager for wager in table.wagers if not stays_up(table, wager) or wager.person in table.leaving
    )
    return RoundVoided(
        why=why,
        keys=tuple(wager.key for wager in returned),
        then=Step.DISPLAY if is_deserted(table, table.leaving) else Step.SHUFFLE,
        cites=(*rules.cite(topic), *rules.cite("void round")),
        postings=(*_back(returned), *release(rules, table)),
    )


def _back(wagers: tuple[Wager, ...]) -> tuple[Posting, ...]:
    return tuple(posting for wager in wagers for posting in return_wager(wager))


def round_voided(table: Table, event: RoundVoided) -> Table:
    bank = table.bank and changed(table.bank, dealer_wager=None, indicated=())
    return changed(
        without_people(without_wagers(table, event.keys), table.leaving),
        bank=bank,
        step=event.then,
        bets_open=event.then is not Step.DISPLAY,
        staked=(),
        stock=(),
        delivery=None,
        resume=None,
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
