"""How a table reads in a terminal: actions with the script and the money, hands drawn and named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from paigow.material.cards import parse_card
from paigow.material.notation import Pieces
from paigow.ranks.poker import Wheel
from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Event
from paigow.table.game import hand_name, laid, tile
from paigow.table.records.roundfile import Act
from paigow.table.state import DealtHand, Table, place_name
from paigow.table.text import script
from paigow.table.text.phrases import command_text
from paigow.table.text.script import ScriptLine
from paigow.table.text.tellings import money_told, tell
from paigow.wagers.money import Cents, money

if TYPE_CHECKING:
    from rich.console import Console

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}
"""One end of a tile in three lines."""


@dataclass(frozen=True, slots=True)
class ActTold:
    """An action in words: the command, the dealer's lines, the events, the money, the paragraphs."""

    number: int
    round: int
    by: str
    command: str
    script: tuple[ScriptLine, ...]
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
                {"who": line.who, "say": line.say or None, "do": line.do, "paragraphs": list(line.cites)}
                for line in self.script
            ],
            "events": list(self.events),
            "money": list(self.money),
            "paragraphs": list(self.paragraphs),
        }


def act_told(rules: Rules, before: Table, after: Table, act: Act, number: int, round_: int) -> ActTold:
    """Describe an action in words."""
    lines = script.of(rules, before, act.command, act.events) if act.command.by in STAFF else ()
    answers = script.follow_up(rules, after, act.events)
    told = tuple(filter(None, (tell(event) for event in act.events)))
    money = tuple(filter(None, (money_told(event.postings) for event in act.events)))
    cites = tuple(dict.fromkeys(id_ for event in act.events for id_ in event.cites))
    said = command_text(act.command)
    return ActTold(number, round_, act.command.by, said, (*lines, *answers), told, money, cites)


def print_act(out: Console, act: ActTold) -> None:
    """Print an action: command, script, events, money, paragraphs."""
    out.print(f"{act.number:>4}  {act.command}", style="bold", markup=False)
    for line in act.script:
        if line.say:
            out.print(f'      says: "{line.say}"', markup=False)
        out.print(f"      does: {line.do}", markup=False)
    for told in act.events:
        out.print(f"      {told}", markup=False)
    for moved in act.money:
        out.print(f"      money: {moved}", style="green", markup=False)
    if act.paragraphs:
        out.print(f"      by {', '.join(act.paragraphs)}", style="dim", markup=False)


def hand_told(hand: DealtHand) -> str:
    """A hand, with the names of its halves once it is set."""
    if not hand.low:
        return " ".join(hand.pieces)
    low, high = (f"{' '.join(half)} ({hand_name(half, None)})" for half in (hand.low, hand.high))
    return f"{low} / {high}"


def print_standing(out: Console, rules: Rules, table: Table) -> None:
    """Print the state of the table: step, hands, wagers, racks."""
    out.print(f"Step: {table.step.value}", style="bold", markup=False)
    for place, hand in sorted(table.hands.items()):
        told = hand_told(hand) if rules.is_tiles else " ".join(hand.pieces)
        out.print(f"  {place_name(place)}: {told}, {hand.status.value}", markup=False)
    for wager in table.wagers:
        out.print(
            f"  {wager.person} has {money(Cents(wager.playing))} on position {wager.position} ({wager.kind})",
            markup=False,
        )
    for account, cents in sorted(table.balances.items()):
        if not account.startswith("wager/"):
            out.print(f"  {account} {money(Cents(cents))}", markup=False)


def pieces_named(pieces: Sequence[str], rules: Rules) -> str:
    """Tiles with their names, readable on screen and aloud: `6-6 Teen, 4-5 mixed nine`; high cards first."""
    if rules.is_tiles:
        return ", ".join(f"{piece} {tile(piece).english}" for piece in pieces)
    return " ".join(_from_the_top(pieces))


def _from_the_top(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=lambda card: -parse_card(card).index)


def drawn(pieces: Sequence[str | None], rules: Rules) -> Iterator[str]:
    """Tiles or cards side by side, drawn with letters; None is a back."""
    faces = [(_face if rules.is_tiles else _card)(piece) for piece in pieces]
    for row in zip(*faces, strict=True):
        yield "  ".join(row)


def _face(piece: str | None) -> list[str]:
    edge = "+-----+"
    if piece is None:
        return [edge, *["|:::::|"] * 7, edge]
    face = tile(piece)
    top, bottom = ([f"|{line}|" for line in _PIPS[end]] for end in (face.low, face.high))
    return [edge, *top, "|-----|", *bottom, edge]


def _card(piece: str | None) -> list[str]:
    edge = "+----+"
    if piece is None:
        return [edge, *["|::::|"] * 3, edge]
    return [edge, f"|{piece:<4}|", "|    |", f"|{piece:>4}|", edge]


def settings_of(pieces: Sequence[str], wheel: Wheel | None) -> list[tuple[Pieces, Pieces]]:
    """The different ways to split a hand, each as (low, high); for cards those that don't foul."""
    found: dict[tuple[Pieces, Pieces], tuple[Pieces, Pieces]] = {}
    in_order = list(pieces) if wheel is None else _from_the_top(pieces)
    for two in combinations(in_order, 2):
        left = in_order.copy()
        for piece in two:
            left.remove(piece)
        low, high, fouled = laid(two, tuple(left), wheel)
        if not fouled:
            found.setdefault((tuple(sorted(low)), tuple(sorted(high))), (low, high))
    return list(found.values())


def setting_told(low: Pieces, high: Pieces, wheel: Wheel | None) -> str:
    """A setting with the names of its halves."""
    return " / ".join(f"{' '.join(half)} ({hand_name(half, wheel)})" for half in (low, high))


def money_lines(acts: Sequence[Act], person: str) -> Iterator[str]:
    """What a round did to a person's chips: on the layout, off it, and in total."""
    for event in (event for act in acts for event in act.events):
        if moved := _moved(event, person):
            yield f"{_signed(moved):>12}  {_explained(event)}"
    yield f"{_signed(net_of(acts, person)):>12}  in all"


def net_of(acts: Sequence[Act], person: str) -> int:
    """A person's net result of a round, in cents."""
    return sum(_moved(event, person) for act in acts for event in act.events)


def _moved(event: Event, person: str) -> int:
    return sum(posting.cents for posting in event.postings if _is_of(posting.account, person))


def _is_of(account: str, person: str) -> bool:
    """Whether an account belongs to a person: rack, cover, promotional chips, coupons, wagers."""
    return account.split("/")[1:2] == [person]


def chips_of(table: Table, person: str) -> int:
    """A person's total at the table, wagers and cover included."""
    return sum(cents for account, cents in table.balances.items() if _is_of(account, person))


def _explained(event: Event) -> str:
    told = tell(event) or ""
    return f"{told} ({', '.join(event.cites)})" if event.cites else told


def _signed(cents: int) -> str:
    return f"{'+' if cents > 0 else ''}{money(Cents(cents))}"


def table_lines(rules: Rules, table: Table, person: str) -> Iterator[str]:
    """Who sits where with how much, what is bet, and who banks."""
    for position in range(1, rules.table.chairs + 1):
        seated = table.seated(position)
        if seated is None:
            continue
        bets = ", ".join(
            f"{money(Cents(wager.playing))} {wager.kind}"
            for wager in table.wagers_on(position)
            if wager.person == seated
        )
        banks = ", banks" if table.bank is not None and table.bank.person == seated else ""
        you = " (you)" if seated == person else ""
        said = f", bets {bets}" if bets else ""
        yield f"  {position}  {seated}{you}: {money(Cents(table.rack(seated)))}{banks}{said}"
