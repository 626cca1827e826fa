"""What happens at "no more bets" only at a card table: lammers, the progressive's lock-out, decks too old."""

from __future__ import annotations

from typing import NamedTuple

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event, unchanged
from paigow.table.card_state import Deck
from paigow.table.deal.card_methods import cite_deal, methods, oldest_deck
from paigow.table.deal.card_start import start_step
from paigow.table.hands.card_progress import earns_envy
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table, changed
from paigow.wagers.progressive import WAGER

PROGRESSIVE = WAGER.kind


class LammersPlaced(Event, frozen=True, tag="lammers-placed"):
    """An envy lammer beside each qualifying wager."""

    keys: tuple[tuple[str, int, str], ...]


class ProgressiveLocked(Event, frozen=True, tag="progressive-locked"):
    """The system takes no more progressive wagers: in every round in which they are offered (R90)."""

    accepted: int
    """How many it had taken."""


class Closed(NamedTuple):
    """What "no more bets" leads to at a card table: the next step, what follows at once, its paragraphs."""

    then: Step
    follows: tuple[Event, ...]
    cites: tuple[str, ...]


def close_card_bets(rules: Rules, table: Table) -> Closed:
    """The progressive's chips are collected and counted first, if there are any; then the start is found."""
    accepted = sum(wager.kind == PROGRESSIVE for wager in table.wagers)
    then = Step.PROGRESSIVE if accepted else start_step(rules, table)
    follows = (*_lammers(rules, table), *_locked(rules, table, accepted))
    return Closed(then, follows, cite_deal(rules, table, "bets closed"))


def _locked(rules: Rules, table: Table, accepted: int) -> tuple[ProgressiveLocked, ...]:
    if rules.progressive is None:
        return ()
    return (ProgressiveLocked(accepted=accepted, cites=cite_deal(rules, table, "progressive lock")),)


def _lammers(rules: Rules, table: Table) -> tuple[LammersPlaced, ...]:
    keys = tuple(wager.key for wager in table.wagers if earns_envy(rules, wager))
    return (LammersPlaced(keys=keys, cites=cite_deal(rules, table, "lammers")),) if keys else ()


def placed(table: Table, event: LammersPlaced) -> Table:
    return changed(table, cards=changed(table.cards, lammers=event.keys))


def is_overdue(rules: Rules, table: Table, now: int) -> bool:
    """Whether a deck in use has been at the table for too long to close the bets with (R59)."""
    return any(_too_old(rules, table, deck, now) for deck in table.cards.decks)


def _too_old(rules: Rules, table: Table, deck: Deck, now: int) -> bool:
    return now - deck.placed_at > oldest_deck(rules, table) * 3600


def require_young_decks(rules: Rules, table: Table, now: int) -> None:
    """Decks past their hours block the bets, never a round begun (R59)."""
    for deck in table.cards.decks:
        if _too_old(rules, table, deck, now):
            hours = oldest_deck(rules, table)
            method = "by hand" if methods(rules, table).dealing in ("hand", "stacks") else "from shoe"
            sentence = f"the {deck.back} deck has been in use for more than {hours} hours"
            raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite(f"deck age {method}"))


def shakes_dice(rules: Rules, table: Table) -> bool:
    """Whether dice find the start at this table, so that their age matters."""
    return rules.is_tiles or methods(rules, table).starting == "shaker"


DECIDES: dict[type[Command], Decide] = {}
APPLIES: dict[type[Event], Apply] = {LammersPlaced: placed, ProgressiveLocked: unchanged}
