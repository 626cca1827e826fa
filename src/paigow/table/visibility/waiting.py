"""Whom the table waits for: the players asked to do something now. Not what they may do, nor for how long."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.bets.areas import setter_of
from paigow.table.deal.card_cutting import next_to_cut
from paigow.table.deal.dice import shaker_of
from paigow.table.hands.progress import unset
from paigow.table.state import Step, Table


def awaited(rules: Rules, table: Table) -> tuple[str, ...]:
    """The players who are asked now; those who have left are not waited for (R30)."""
    asked = _asked(rules, table)
    return tuple(dict.fromkeys([person for person in asked if person not in table.leaving])) if asked else ()


def _asked(rules: Rules, table: Table) -> tuple[str, ...]:
    if table.choosing:
        return _setters(table, table.choosing)
    bank = table.bank
    match table.step:
        case Step.OFFER if table.offer is not None and table.offer.pending:
            return (table.offer.person,)
        case Step.CUT if not rules.is_tiles:
            asked = next_to_cut(table)
            return () if asked == THE_DEALER else (asked,)
        case Step.CUT if bank is not None:
            return (bank.person,)
        case Step.STYLE if bank is not None and table.delivery is None:
            return (bank.person,)
        case Step.BETS:
            done = {*[wager.person for wager in table.wagers], bank.person if bank is not None else None}
            return tuple([person for person in table.chairs if person and person not in done])
        case Step.SHAKE | Step.PLAYER_SHAKE:
            shaker = shaker_of(rules, table)
            return () if shaker == THE_DEALER else (shaker,)
        case Step.SETTING:
            return _setters(table, unset(table))
        case Step.BANK_SETTING if bank is not None and not bank.co_banked:
            return (bank.person,)
        case _:
            return ()


def _setters(table: Table, positions: tuple[int, ...]) -> tuple[str, ...]:
    found = (setter_of(table, position) for position in positions)
    return tuple(person for person in found if person is not None)
