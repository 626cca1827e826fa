"""Laws that hold at every table, whatever happens there: a conformance kit for any rule book's table.

Each law is a function of what happened; it raises an assertion that shows the command.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import msgspec

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bank.bank_setting import SetBankHand
from paigow.table.bets.betting import NoMoreBets
from paigow.table.engine import decide, evolve
from paigow.table.game import laid
from paigow.table.hands.setting import HandSet
from paigow.table.hands.settling import RoundFinished
from paigow.table.house.seating import BoughtIn, CashedOut, CouponsGiven
from paigow.table.irregularities.correcting import PaymentCorrected
from paigow.table.irregularities.reports import HandDead
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.ledger import CAGE, CENTER, ISSUED, WORLD
from paigow.table.records.codec import decode_command, decode_event, decode_table, encode
from paigow.table.refusals import Refused
from paigow.table.sides.dragons_eye import DiceWagerPaid, DiceWagersLost, MainWagersLostToTriple
from paigow.table.state import POSITIONS, HandStatus, Table
from paigow.table.text.phrases import command_text, parse_command
from paigow.table.visibility.legal import LegalOption, covers, legal
from paigow.table.visibility.views import see, view
from tests.table.secrets import retold, should_have_looked, twin
from tests.table.walks import Stride
from tests.table.wild import wild_command

__all__ = [
    "keeps_secrets",
    "legal_agrees",
    "listed_if_accepted",
    "looks_when_ruled",
    "money_is_conserved",
    "nothing_seen_is_hidden",
    "reads_as_written",
    "replays",
    "void_restores",
]

MAY_OWE = {WORLD, ISSUED, CAGE}


def money_is_conserved(stride: Stride) -> None:
    """Every event's postings sum to zero, all accounts do, and only the outside world is ever negative."""
    for event in stride.events:
        assert sum(posting.cents for posting in event.postings) == 0, command_text(stride.command)
    balances = stride.after.balances
    assert sum(balances.values()) == 0, command_text(stride.command)
    owing = [name for name, cents in balances.items() if cents < 0 and name not in MAY_OWE]
    assert not owing, (command_text(stride.command), owing)


def stakes_are_where_they_lie(stride: Stride) -> None:
    """The wagers on the layout match the accounts of wagers exactly, and are in order of position."""
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
    for wagers in (stride.after.wagers, stride.after.staked):
        positions = [wager.position for wager in wagers]
        assert positions == sorted(positions), (command_text(stride.command), positions)


def replays(strides: list[Stride]) -> None:
    """The journal, written and read back, gives the same table."""
    table = Table()
    for stride in strides:
        for event in stride.events:
            read = decode_event(encode(event))
            assert read == event, command_text(stride.command)
            table = evolve(table, read)
    assert table == strides[-1].after
    assert decode_table(encode(table)) == table


def reads_as_written(command: Command) -> None:
    """A command survives printing and parsing, and encoding and decoding."""
    assert parse_command(command_text(command)) == command
    assert decode_command(encode(command)) == command


def refusal(rules: Rules, table: Table, command: Command) -> Refused | None:
    try:
        decide(rules, table, command)
    except Refused as refused:
        return refused
    return None


def listed_if_accepted(rules: Rules, stride: Stride) -> None:
    """Everything accepted was listed by `legal` for its actor, except a bank's fouled hand (R33)."""
    if stride.refused is None and not _bank_fouls(rules, stride):
        options = legal(rules, stride.before, stride.command.by)
        assert any(covers(option, stride.command) for option in options), command_text(stride.command)


def _bank_fouls(rules: Rules, stride: Stride) -> bool:
    """An irregularity that the table accepts and corrects later, so nobody is offered it."""
    if not isinstance(stride.command, SetBankHand):
        return False
    return any(
        laid(event.low, event.high, rules.wheel)[2] for event in stride.events if isinstance(event, HandSet)
    )


def legal_agrees(rules: Rules, table: Table, actor: str, random: Random) -> None:
    """Everything `legal` lists is accepted, at its bounds and between them."""
    for option in legal(rules, table, actor):
        for command in _sayings(option, random):
            refused = refusal(rules, table, command)
            assert refused is None, f"{command_text(command)} is listed and refused: {refused}"


def _sayings(option: LegalOption, random: Random) -> list[Command]:
    """The command of an option and others it allows: a free field at its ends and between them."""
    found = [option.command]
    for bound in option.free:
        values = list(random.sample(bound.choices, min(3, len(bound.choices))))
        ends = [end for end in (bound.least, bound.most) if end is not None]
        if len(ends) == 2:
            ends.append(random.randint(*ends))
        found += [msgspec.structs.replace(option.command, **{bound.field: value}) for value in values + ends]
    return [command for command in found if covers(option, command)]


def keeps_secrets(rules: Rules, stride: Stride, actor: str, random: Random) -> None:
    """Nothing an actor can't know changes a byte of what they are shown, told, offered, or refused."""
    table = stride.after
    other = twin(table, actor, random)
    said = command_text(stride.command)
    assert _shown(view(rules, table, actor)) == _shown(view(rules, other, actor)), (said, actor)
    assert legal(rules, table, actor) == legal(rules, other, actor), (said, actor)
    for _ in range(10):
        command = msgspec.structs.replace(wild_command(random, rules, table), by=actor)
        told, also = refusal(rules, table, command), refusal(rules, other, command)
        assert str(told) == str(also), (command_text(command), str(told), str(also))
    for event in stride.events:
        assert _shown(see(event, actor)) == _shown(see(retold(event, actor, random), actor)), (said, actor)


def looks_when_ruled(rules: Rules, stride: Stride) -> None:
    """A hand still to be set counts as looked at exactly when the rulings say that its player sees it."""
    table = stride.after
    if table.choosing:
        return
    for place, hand in table.hands.items():
        if place in POSITIONS and hand.status is HandStatus.DEALT:
            looked = hand.looked_by is not None
            assert looked is should_have_looked(rules, table, hand), (command_text(stride.command), place)


Seen = dict[str, dict[tuple[int, int], str]]
"""By actor, the pieces seen in this round: place and number, and which it is."""


def nothing_seen_is_hidden(rules: Rules, stride: Stride, seen: Seen, actors: Iterable[str]) -> None:
    """What a person has seen of a hand stays visible until the pieces are collected (R78)."""
    if not stride.after.hands:
        seen.clear()
        return
    for actor in actors:
        hands = view(rules, stride.after, actor)["hands"]
        now = {
            (hand["place"], index): piece
            for hand in hands
            for index, piece in enumerate(hand["pieces"])
            if piece is not None
        }
        before = seen.get(actor, {})
        hidden = {key: piece for key, piece in before.items() if now.get(key) != piece}
        assert not hidden, (command_text(stride.command), actor, hidden)
        seen[actor] = now


_FROM_OUTSIDE = (BoughtIn, CashedOut, CouponsGiven, PaymentCorrected)
_STANDS = (DiceWagersLost, DiceWagerPaid, MainWagersLostToTriple, HandDead)
"""What a void round leaves unchanged: settled dice wagers (R12), a hand that a tile killed (R67)."""
_OWN = ("rack", "wager", "cover", "promotional", "coupons")


def void_restores(strides: Iterable[Stride]) -> Counter[str]:
    """After a void round everybody has what they had when the bets closed, except for what stands (R80).

    Returns how often each kind of event came up in rounds that were voided.
    """
    gained: Counter[str] = Counter()
    killed = 0
    events: list[Event] = []
    met: Counter[str] = Counter()
    for stride in strides:
        for event in stride.events:
            if isinstance(event, NoMoreBets | RoundFinished):
                gained, killed, events = Counter(), 0, []
            events.append(event)
            killed += _into_center(event) if isinstance(event, HandDead) else 0
            if not isinstance(event, (*_FROM_OUTSIDE, *_STANDS)):
                gained.update(_own_postings(event))
            if isinstance(event, RoundVoided):
                bank = stride.before.bank
                if bank is not None and killed:
                    gained[bank.person] -= killed // 2 if bank.co_banked else killed
                wrong = {person: cents for person, cents in gained.items() if cents}
                assert not wrong, (command_text(stride.command), wrong)
                met.update({type(each).__name__ for each in events})
                met["banked"] += bank is not None
                gained, killed, events = Counter(), 0, []
    return met


def _into_center(event: Event) -> int:
    return sum(posting.cents for posting in event.postings if posting.account == CENTER)


def _own_postings(event: Event) -> Counter[str]:
    """What an event adds to or takes from each person's total, on the layout and off it."""
    found: Counter[str] = Counter()
    for posting in event.postings:
        kind, _, rest = posting.account.partition("/")
        person = rest.partition("/")[0]
        if kind in _OWN and person != "dealer":
            found[person] += posting.cents
    return found


def _shown(record: object) -> bytes:
    return msgspec.json.encode(record, order="deterministic")
