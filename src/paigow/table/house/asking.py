"""A player has the dealer act instead (R85): set the hand, shake, pass. What is then done is elsewhere."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.on_behalf import has_asked
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_person, require_step
from paigow.table.state import Step, Table, changed
from paigow.table.visibility.waiting import awaited

STEPS = (Step.OFFER, Step.CUT, Step.STYLE, Step.SHAKE, Step.SETTING, Step.BANK_SETTING)
"""Where the dealer may act for a player; in Dragon's Eye a player leaves the shake with a word of its own."""


class AskDealer(Command, frozen=True, tag="ask-dealer"):
    """A player who is asked for something now has the dealer do it."""


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
        raise Refused(Reason.NOT_ELIGIBLE, "You've asked already. The dealer will see to it.", cites)
    return (DealerAsked(person=person, step=table.step, round=table.round, cites=cites),)


def asked(table: Table, event: DealerAsked) -> Table:
    """What was asked at another step or in another round is done with."""
    here = (event.step.value, event.round)
    still = (each for each in table.asked if each[1:] == here)
    return changed(table, asked=(*still, (event.person, *here)))


DECIDES: dict[type[Command], Decide] = {AskDealer: ask}
APPLIES: dict[type[Event], Apply] = {DealerAsked: asked}
