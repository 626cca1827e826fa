"""How play at a table reads: acts with the dealer's script and the money, hands, racks. Not the playing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF
from paigow.table.game import hand_name
from paigow.table.places import place_name
from paigow.table.records.roundfile import Act
from paigow.table.state import Hand, Table
from paigow.table.text import script
from paigow.table.text.phrases import command_text
from paigow.table.text.script import Line
from paigow.table.text.tellings import money_told, tell
from paigow.table.text.values import amount

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, slots=True)
class ActTold:
    """An act in words: the command, the dealer's lines, what happened, the money, the paragraphs."""

    number: int
    round: int
    by: str
    command: str
    script: tuple[Line, ...]
    events: tuple[str, ...]
    money: tuple[str, ...]
    paragraphs: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The same with plain keys."""
        return {
            "number": self.number,
            "round": self.round,
            "by": self.by,
            "command": self.command,
            "script": [
                {"who": line.who, "say": line.say, "do": line.do, "paragraphs": list(line.cites)}
                for line in self.script
            ],
            "events": list(self.events),
            "money": list(self.money),
            "paragraphs": list(self.paragraphs),
        }


def act_told(rules: Rules, before: Table, after: Table, act: Act, number: int, round_: int) -> ActTold:
    """Put an act in words."""
    lines = script.of(rules, before, act.command, act.events) if act.command.by in STAFF else ()
    answers = tuple(line for event in act.events for line in script.after(rules, after, event))
    told = tuple(filter(None, (tell(event) for event in act.events)))
    money = tuple(filter(None, (money_told(event.postings) for event in act.events)))
    cites = tuple(dict.fromkeys(id_ for event in act.events for id_ in event.cites))
    said = command_text(act.command)
    return ActTold(number, round_, act.command.by, said, (*lines, *answers), told, money, cites)


def print_act(out: Console, act: ActTold) -> None:
    """Print an act: command, script, events, money, paragraphs."""
    out.print(f"{act.number:>4}  {act.command}", style="bold", markup=False)
    for line in act.script:
        if line.say:
            out.print(f'      says: "{line.say}"', markup=False)
        out.print(f"      does: {line.do}", markup=False)
    for told in act.events:
        out.print(f"      {told}", markup=False)
    for money in act.money:
        out.print(f"      money: {money}", style="green", markup=False)
    if act.paragraphs:
        out.print(f"      by {', '.join(act.paragraphs)}", style="dim", markup=False)


def hand_told(hand: Hand) -> str:
    """A hand with the names of its halves once it is set."""
    if not hand.low:
        return " ".join(hand.pieces)
    low, high = (f"{' '.join(half)} ({hand_name(half, None)})" for half in (hand.low, hand.high))
    return f"{low} / {high}"


def print_standing(out: Console, rules: Rules, table: Table) -> None:
    """Print where the table stands: step, hands, wagers, racks."""
    out.print(f"The table is at: {table.step.value}", style="bold", markup=False)
    for place, hand in sorted(table.hands.items()):
        told = hand_told(hand) if rules.is_tiles else " ".join(hand.pieces)
        out.print(f"  {place_name(place)}: {told}, {hand.status.value}", markup=False)
    for wager in table.wagers:
        out.print(
            f"  {wager.person} has {amount(wager.playing)} on position {wager.position} ({wager.kind})",
            markup=False,
        )
    for account, cents in sorted(table.balances.items()):
        if not account.startswith("wager/"):
            out.print(f"  {account} {amount(cents)}", markup=False)
