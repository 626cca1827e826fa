"""What happens at "no more bets" only at a card table: lammers, the progressive's lock-out, decks too old."""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.card_start import start_step
from paigow.table.refusals import Reason, Refused
from paigow.table.rules import TableRules
from paigow.table.state import Step, Table, changed
from paigow.wagers.envy import qualifies
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import Cents

__all__ = ["APPLIES", "DECIDES", "LammersPlaced", "after_bets", "lammers", "require_young_decks"]

ENVIED = (WagerKind.FORTUNE.value, WagerKind.EMPERORS.value)


class LammersPlaced(Event, frozen=True):
    """An envy lammer beside each qualifying wager."""

    keys: tuple[tuple[str, int, str], ...]


def after_bets(rules: TableRules, table: Table) -> Step:
    """The progressive's chips are collected and counted first, if there are any; then the start is found."""
    progressive = any(wager.kind == WagerKind.PROGRESSIVE.value for wager in table.wagers)
    return Step.PROGRESSIVE if progressive else start_step(rules, table)


def lammers(rules: TableRules, table: Table) -> tuple[LammersPlaced, ...]:
    keys = tuple(
        wager.key for wager in table.wagers if wager.kind in ENVIED and qualifies(Cents(wager.chips))
    )
    return (LammersPlaced(keys=keys, cites=rules.cite("lammers")),) if keys else ()


def placed(table: Table, event: LammersPlaced) -> Table:
    return changed(table, cards=changed(table.cards, lammers=event.keys))


def require_young_decks(rules: TableRules, table: Table, now: int) -> None:
    """Decks past their hours block the bets, never a round begun (R59)."""
    hours = rules.cards.change_hours
    for deck in table.cards.decks:
        if now - deck.placed_at > hours * 3600:
            sentence = f"the {deck.back} deck has been in use for more than {hours} hours"
            raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite("deck age"))


DECIDES: dict[type[Command], Decide] = {}
APPLIES: dict[type[Event], Apply] = {LammersPlaced: placed}
