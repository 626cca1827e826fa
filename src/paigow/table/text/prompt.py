"""What is due, ready to be shown at a console: the act, what is said and done with it, the money it moves."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import Struct

from paigow.table.acts import Command
from paigow.table.engine import decide
from paigow.table.refusals import Refused
from paigow.table.state import Step
from paigow.table.text.script import ScriptLine, lines_due
from paigow.table.visibility.due import due
from paigow.table.visibility.due_context import DueContext

_OPEN: Final = frozenset((Step.DICE_WAGERS, Step.PAY, Step.CENTER, Step.OPTIONAL, Step.ENVY))
"""Steps at which everything that decides a payment lies open: at others an amount would tell a secret."""


class Prompt(Struct, frozen=True):
    """What dealer and floor are shown of what is due."""

    act: Command | None
    lines: tuple[ScriptLine, ...]
    waiting: tuple[str, ...]
    late: bool
    """Whether those who are waited for have let the time run out: the dealer may act for them (R61, R85)."""
    money: dict[str, int]
    """What each account gets by the act, in cents; less than zero is what it gives."""


def prompt(moment: DueContext) -> Prompt:
    now = due(moment)
    lines = lines_due(moment.rules, moment.table, now)
    return Prompt(now.act, lines, now.waiting, moment.late, _money(moment, now.act))


def _money(moment: DueContext, act: Command | None) -> dict[str, int]:
    if act is None or moment.table.step not in _OPEN:
        return {}
    try:
        events = decide(moment.rules, moment.table, act)
    except Refused:
        return {}
    moved: Counter[str] = Counter()
    for event in events:
        for posting in event.postings:
            moved[posting.account] += posting.cents
    return {account: cents for account, cents in moved.items() if cents}
