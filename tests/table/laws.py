"""What holds at every table whatever is done there: a kit that any rule book's table can be held to.

Each law is a function of what happened; it raises an assertion that shows the command.
"""

from __future__ import annotations

from random import Random

import msgspec

from paigow.table.acts import Command
from paigow.table.engine import decide, evolve
from paigow.table.pay.ledger import CAGE, ISSUED, WORLD
from paigow.table.refusals import Refused
from paigow.table.rules import TableRules
from paigow.table.said.codec import decode_command, decode_event, decode_table, encode
from paigow.table.said.phrases import command_text, parse_command
from paigow.table.seen.legal import Option, covers, legal
from paigow.table.seen.views import see, view
from paigow.table.state import Table
from tests.table.secrets import retold, twin
from tests.table.walks import Stride
from tests.table.wild import wild_command

__all__ = [
    "keeps_secrets",
    "legal_agrees",
    "listed_if_accepted",
    "money_is_conserved",
    "reads_as_written",
    "replays",
]

MAY_OWE = {WORLD, ISSUED, CAGE}


def money_is_conserved(stride: Stride) -> None:
    """Every event's postings sum to nothing, all accounts do, and only the world outside is ever owed."""
    for event in stride.events:
        assert sum(posting.cents for posting in event.postings) == 0, command_text(stride.command)
    balances = stride.after.balances
    assert sum(balances.values()) == 0, command_text(stride.command)
    owing = [name for name, cents in balances.items() if cents < 0 and name not in MAY_OWE]
    assert not owing, (command_text(stride.command), owing)


def stakes_are_where_they_lie(stride: Stride) -> None:
    """What lies on the layout is what the accounts of wagers hold, and nothing else."""
    held = {
        name: cents
        for name, cents in stride.after.balances.items()
        if name.startswith("wager/") and not name.startswith("wager/dealer/")
    }
    lying = {
        f"wager/{wager.person}/{wager.position}/{wager.kind}": wager.chips + wager.promotional + wager.coupon
        for wager in stride.after.wagers
    }
    assert held == lying, command_text(stride.command)


def replays(strides: list[Stride]) -> None:
    """The journal, written down and read again, gives the same table."""
    table = Table()
    for stride in strides:
        for event in stride.events:
            read = decode_event(encode(event))
            assert read == event, command_text(stride.command)
            table = evolve(table, read)
    assert table == strides[-1].after
    assert decode_table(encode(table)) == table


def reads_as_written(command: Command) -> None:
    """A command is the same after being said and heard, and after being encoded and decoded."""
    assert parse_command(command_text(command)) == command
    assert decode_command(encode(command)) == command


def refusal(rules: TableRules, table: Table, command: Command) -> Refused | None:
    try:
        decide(rules, table, command)
    except Refused as refused:
        return refused
    return None


def listed_if_accepted(rules: TableRules, stride: Stride) -> None:
    """Whatever was accepted is among what `legal` had listed for its actor."""
    if stride.refused is None:
        options = legal(rules, stride.before, stride.command.by)
        assert any(covers(option, stride.command) for option in options), command_text(stride.command)


def legal_agrees(rules: TableRules, table: Table, actor: str, random: Random) -> None:
    """Whatever `legal` lists is accepted, at its bounds and between them."""
    for option in legal(rules, table, actor):
        for command in _sayings(option, random):
            refused = refusal(rules, table, command)
            assert refused is None, f"{command_text(command)} is listed and refused: {refused}"


def _sayings(option: Option, random: Random) -> list[Command]:
    """The command of an option and others that it allows: a free field at its ends and between them."""
    found = [option.command]
    for bound in option.free:
        values = list(random.sample(bound.choices, min(3, len(bound.choices))))
        ends = [end for end in (bound.least, bound.most) if end is not None]
        if len(ends) == 2:
            ends.append(random.randint(*ends))
        found += [msgspec.structs.replace(option.command, **{bound.field: value}) for value in values + ends]
    return [command for command in found if covers(option, command)]


def keeps_secrets(rules: TableRules, stride: Stride, actor: str, random: Random) -> None:
    """Nothing that an actor may not know changes a byte of what is shown, told, offered or refused to him."""
    table = stride.after
    other = twin(rules, table, actor, random)
    said = command_text(stride.command)
    assert _shown(view(rules, table, actor)) == _shown(view(rules, other, actor)), (said, actor)
    assert legal(rules, table, actor) == legal(rules, other, actor), (said, actor)
    for _ in range(10):
        command = msgspec.structs.replace(wild_command(random, rules, table), by=actor)
        told, also = refusal(rules, table, command), refusal(rules, other, command)
        assert str(told) == str(also), (command_text(command), str(told), str(also))
    for event in stride.events:
        assert _shown(see(event, actor)) == _shown(see(retold(event, actor, random), actor)), (said, actor)


def _shown(record: object) -> bytes:
    return msgspec.json.encode(record, order="deterministic")
