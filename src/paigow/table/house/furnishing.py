"""Printed rules for whoever asks for them. What they say is `posted`."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event, unchanged
from paigow.table.requiring import require_person
from paigow.table.state import Table


class AskForRules(Command, frozen=True, tag="ask-for-rules"):
    """Anybody, seated or not, may have the house rules and the rules of play on paper."""


class RulesHanded(Event, frozen=True, tag="rules-handed"):
    person: str


def ask(rules: Rules, _table: Table, command: AskForRules) -> tuple[Event, ...]:
    cites = rules.cite("printed rules")
    person = require_person(command.by, "ask for the printed rules", cites)
    return (RulesHanded(person=person, cites=cites),)


DECIDES: dict[type[Command], Decide] = {AskForRules: ask}
APPLIES: dict[type[Event], Apply] = {RulesHanded: unchanged}
