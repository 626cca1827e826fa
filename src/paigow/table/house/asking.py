"""Players' requests: printed rules, the dealer acting for them (R85); and who is awaited.

The rules are in `posted`; each act the dealer does for a player is in its own topic.
"""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event, Noted
from paigow.table.bets.areas import setter_of
from paigow.table.deal.card_cutting import next_to_cut
from paigow.table.deal.commitments import awaits_mix
from paigow.table.deal.dice import shaker_of
from paigow.table.hands.progress import unset
from paigow.table.refusals import Reason, Refused, has_asked, require_person, require_step
from paigow.table.state import Step, Table, changed


def awaited(rules: Rules, table: Table) -> tuple[str, ...]:
    """The players who are asked now; those who have left aren't waited for (R30)."""
    wanted = _asked(rules, table)
    return (
        tuple(dict.fromkeys([person for person in wanted if person not in table.leaving])) if wanted else ()
    )


def _asked(rules: Rules, table: Table) -> tuple[str, ...]:
    if table.choosing:
        return _setters(table, table.choosing)
    bank = table.bank
    match table.step:
        case Step.OFFER if table.offer is not None and table.offer.pending:
            return (table.offer.person,)
        case Step.CUT if not rules.is_tiles:
            wanted = next_to_cut(table)
            return () if wanted == DEALER else (wanted,)
        case Step.CUT if bank is not None:
            return (bank.person,)
        case Step.STYLE if bank is not None and table.delivery is None:
            return (bank.person,)
        case Step.BETS:
            done = {*[wager.person for wager in table.wagers], bank.person if bank is not None else None}
            return tuple([person for person in table.chairs if person and person not in done])
        case Step.SHAKE | Step.PLAYER_SHAKE:
            shaker = shaker_of(rules, table)
            return () if shaker == DEALER or awaits_mix(table) else (shaker,)
        case Step.SETTING:
            return _setters(table, unset(table))
        case Step.BANK_SETTING if bank is not None and not bank.co_banked:
            return (bank.person,)
        case _:
            return ()


def _setters(table: Table, positions: tuple[int, ...]) -> tuple[str, ...]:
    found = (setter_of(table, position) for position in positions)
    return tuple(person for person in found if person is not None)


class AskForRules(Command, frozen=True, tag="ask-for-rules"):
    """Anyone, seated or not, can ask for a printed copy of the house rules and the rules of play."""


class RulesHanded(Noted, frozen=True, tag="rules-handed"):
    person: str


def hand_rules(rules: Rules, _table: Table, command: AskForRules) -> tuple[Event, ...]:
    cites = rules.cite("printed rules")
    person = require_person(command.by, "ask for the printed rules", cites)
    return (RulesHanded(person=person, cites=cites),)


STEPS = (Step.OFFER, Step.CUT, Step.STYLE, Step.SHAKE, Step.SETTING, Step.BANK_SETTING)
"""Steps where the dealer can act for a player; in Dragon's Eye, declining the shake is a separate command."""


class AskDealer(Command, frozen=True, tag="ask-dealer"):
    """You are asked for something now: have the dealer do it."""


class DealerAsked(Event, frozen=True, tag="dealer-asked"):
    person: str
    step: Step
    round: int


def ask(rules: Rules, table: Table, command: AskDealer) -> tuple[Event, ...]:
    cites = rules.cite("acting for")
    person = require_person(command.by, "ask the dealer to act", cites)
    require_step(table, "ask the dealer to act", cites, *STEPS)
    if person not in awaited(rules, table):
        sentence = "You can ask the dealer to act for you when it's your turn. Nothing is asked of you now."
        raise Refused(Reason.NOTHING_THERE, sentence, cites)
    if has_asked(table, person):
        raise Refused(Reason.NOT_ELIGIBLE, "You've already asked. The dealer will handle it.", cites)
    return (DealerAsked(person=person, step=table.step, round=table.round, cites=cites),)


def asked(table: Table, event: DealerAsked) -> Table:
    """A request made at another step or in another round has expired."""
    here = (event.step.value, event.round)
    still = (each for each in table.asked if each[1:] == here)
    return changed(table, asked=(*still, (event.person, *here)))
