"""Each command belongs to one person and one step: anybody else is refused, and so is an earlier moment.

The moments are those of rounds that bots play at tables of the four books; what is tried there comes from the
words of the regulations: "the dealer shall", "the floorperson shall", "prior to", "after all players have".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import pytest
from msgspec.structs import replace

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command
from paigow.table.autoplay.chance import Chance, DealerContext, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import next_act, played
from paigow.table.engine import play
from paigow.table.house.seating import BuyIn, FillTray, Sit
from paigow.table.refusals import Reason, Refused, require_step
from paigow.table.state import Step, Table
from paigow.table.text.phrases import tag_of
from tests.rules import rule
from tests.table.banks import refusal
from tests.table.tables import FROM_HAND, rules_with

BOOKS: Final = {"C": "commission-tiles", "CO": "colorado-tiles", "MD": "maryland-poker"}
TABLES: Final = {
    "C": ("commission-tiles-full",),
    "CO": ("colorado-tiles-plain", 'banking.bank = "everyone"', 'approvals.dealer-wager = "SG-1"'),
    "CO eye": ("colorado-tiles-full",),
    "MD shoe": ("maryland-poker-plain",),
    "MD hand": ("maryland-poker-full", *FROM_HAND),
    "MD automated": ("maryland-poker-full",),
}
PEOPLE: Final = {"anna": 1, "bob": 2, "carla": 4}
BOTS: Final = {"anna": "banker", "bob": "bonus", "carla": "bonus"}
ROUNDS: Final = 12
"""Long enough for rounds with and without a bank, winners and losers, at every table."""


@dataclass(frozen=True, slots=True)
class Before:
    """A command as it was about to be sent."""

    rules: Rules
    table: Table
    command: Command


def _banked(table: Table) -> bool:
    return table.bank is not None


@cache
def moments(name: str, *, banked: bool) -> dict[str, Before]:
    """For each command of dealer or floor, the last moment before it, in rounds with or without a bank."""
    rules = rules_with(*TABLES[name])
    chance = Chance(seed_from(f"whose act {name}"))
    found: dict[str, Before] = {}
    table = Table()
    while table.step is not Step.IDLE:
        command = next_act(DealerContext(rules, table, chance, now=1))
        assert command is not None
        found[tag_of(type(command))] = Before(rules, table, command)
        table, _ = play(rules, table, (command,))
    table, _ = play(rules, table, (FillTray(by=FLOOR, chips=10_000_000),))
    for person, position in PEOPLE.items():
        table, _ = play(rules, table, (BuyIn(by=person, chips=500_000), Sit(by=person, position=position)))
    before = table
    for command, _, after in played(rules, table, chance, {p: PLAYERS[b] for p, b in BOTS.items()}, ROUNDS):
        if command.by in (DEALER, FLOOR) and _banked(before) is banked:
            found[tag_of(type(command))] = Before(rules, before, command)
        before = after
    return found


# Whose command it is, at which tables, and the paragraph.
ACTS: Final = [
    ("receive-tiles", {"C": "4(a)", "CO": "30-2605(1)"}),
    ("inspect-tiles", {"C": "4(a)", "CO": "30-2605(1)"}),
    ("verify-inspection", {"C": "4(a)", "MD shoe": "4.A"}),
    ("display-pairs", {"C": "4(b)", "CO": "30-2605(2)"}),
    ("inspect-decks", {"MD shoe": "4.A"}),
    ("spread-cards", {"MD shoe": "4.B(1)"}),
    ("begin-play", {"C": "4(c)", "CO": "30-2605(3)", "MD shoe": "4.C"}),
    ("wash-tiles", {"C": "4(d)", "CO": "30-2605(4)"}),
    ("stack-tiles", {"C": "4(d)", "CO": "30-2605(4)"}),
    ("wash-cards", {"MD shoe": "4.C(2)"}),
    ("shuffle-cards", {"MD shoe": "5.A"}),
    ("call-no-more-bets", {"C": "6(a)", "CO": "30-2607(1)", "MD shoe": "7.D(2)"}),
    ("collect-progressive", {"MD hand": "9.A(3)(b)(i)", "MD automated": "10.A(2)(c)"}),
    ("shake-dice", {"C": "6(a)", "CO": "30-2607(1)", "MD shoe": "5.K(1)(a)"}),
    ("lift-lid", {"C": "6(b)", "CO": "30-2607(2)", "MD shoe": "5.K(1)(b)(i)"}),
    ("announce-total", {"C": "6(b)", "CO": "30-2607(2)", "MD shoe": "5.K(1)(b)(ii)"}),
    ("announce-eye", {"CO eye": "30-2607.01(1)"}),
    ("place-eye-button", {"CO eye": "30-2607.01(1)"}),
    ("follow-button", {"MD automated": "5.K(3)"}),
    ("deliver-stack", {"C": "6(d)", "CO": "30-2607(4)"}),
    ("deal-cards", {"MD shoe": "8.D(2)", "MD hand": "9.C", "MD automated": "10.C"}),
    ("count-stub", {"MD shoe": "8.E(1)", "MD hand": "9.D(1)", "MD automated": "10.D(1)"}),
    ("sweep-unwagered", {"C": "6(e)", "CO": "30-2607(5)", "MD shoe": "8.G", "MD hand": "9.F"}),
    ("sweep-unwagered", {"MD automated": "10.F(1)"}),
    ("cover-shaker", {"C": "6(f)", "CO": "30-2607(6)", "MD shoe": "5.K(1)(f)"}),
    ("set-dealer-hand", {"C": "7(c)", "CO": "30-2608(3)", "MD shoe": "11.C"}),
    ("expose-hand", {"C": "7(g)", "CO": "30-2608(7)", "MD shoe": "11.E"}),
    ("pay-winner", {"C": "7(j)", "CO": "30-2608(10)"}),
    ("settle-optional", {"MD automated": "11.H"}),
    ("settle-progressive", {"MD automated": "11.H(6)"}),
    ("finish-round", {"C": "4(f)", "CO": "30-2605(6)", "MD shoe": "5.A(2)"}),
]
BANKED: Final = [
    ("offer-bank", {"C": "8(c)", "CO": "30-2609(3)", "MD automated": "12.C(1)(a)"}),
    ("place-dealer-wager", {"C": "8(h)", "CO": "30-2609(8)", "MD automated": "12.G(1)"}),
    ("indicate-delivery", {"C": "8(i)", "CO": "30-2609(9)"}),
    ("deliver-stack", {"C": "8(k)", "CO": "30-2609(11)"}),
    ("sweep-unwagered", {"C": "8(l)", "CO": "30-2609(12)"}),
    ("cover-shaker", {"C": "8(m)", "CO": "30-2609(13)"}),
    ("expose-bank", {"C": "8(n)", "CO": "30-2609(14)", "MD automated": "12.I(1)"}),
    ("expose-hand", {"C": "8(o)", "CO": "30-2609(15)", "MD automated": "12.J"}),
    ("pay-from-center", {"C": "8(o)", "CO": "30-2609(15)", "MD automated": "12.J(3)"}),
    ("close-center", {"C": "8(o)", "CO": "30-2609(15)", "MD automated": "12.J(6)"}),
]
# A command, another one that comes before it, and the paragraph with the order.
ORDER: Final = [
    ("verify-inspection", "inspect-tiles", {"C": "4(a)"}),
    ("display-pairs", "verify-inspection", {"C": "4(b)", "CO": "30-2605(2)"}),
    ("stack-tiles", "wash-tiles", {"C": "4(d)", "CO": "30-2605(4)"}),
    ("wash-tiles", "call-no-more-bets", {"C": "4(d)", "CO": "30-2605(4)"}),
    ("shuffle-cards", "call-no-more-bets", {"MD shoe": "5.A"}),
    ("call-no-more-bets", "wash-tiles", {"C": "6(a)", "CO": "30-2607(1)"}),
    ("shake-dice", "call-no-more-bets", {"C": "6(a)", "CO": "30-2607(1)", "MD shoe": "5.K(1)(a)"}),
    ("lift-lid", "shake-dice", {"C": "6(b)", "CO": "30-2607(2)", "MD shoe": "5.K(1)(b)(i)"}),
    ("announce-total", "lift-lid", {"C": "6(b)", "CO": "30-2607(2)", "MD shoe": "5.K(1)(b)(ii)"}),
    ("deliver-stack", "announce-total", {"C": "6(d)", "CO": "30-2607(4)"}),
    ("deal-cards", "announce-total", {"MD shoe": "8.D(2)", "MD hand": "9.C"}),
    ("deal-cards", "follow-button", {"MD automated": "10.C"}),
    ("deal-cards", "call-no-more-bets", {"MD shoe": "8.D(2)", "MD hand": "9.C", "MD automated": "10.C"}),
    ("count-stub", "deal-cards", {"MD shoe": "8.E(1)", "MD hand": "9.D(1)", "MD automated": "10.D(1)"}),
    ("sweep-unwagered", "deliver-stack", {"C": "6(e)", "CO": "30-2607(5)"}),
    ("sweep-unwagered", "count-stub", {"MD shoe": "8.G", "MD hand": "9.F", "MD automated": "10.F(1)"}),
    ("cover-shaker", "sweep-unwagered", {"C": "6(f)", "CO": "30-2607(6)", "MD shoe": "5.K(1)(f)"}),
    ("expose-hand", "set-dealer-hand", {"C": "7(g)", "CO": "30-2608(7)", "MD shoe": "11.E"}),
    ("pay-winner", "expose-hand", {"C": "7(j)", "CO": "30-2608(10)"}),
    ("settle-optional", "expose-hand", {"MD automated": "11.H"}),
]


def _cases(rows: list[tuple[str, dict[str, str]]]) -> list[object]:
    return [
        pytest.param(tag, name, id_, id=f"{name} {tag}", marks=rule(f"{_book(name)} {id_}"))
        for tag, written in rows
        for name, id_ in written.items()
    ]


def _book(name: str) -> str:
    return BOOKS[name.partition(" ")[0]]


def _require_belongs(before: Before, id_: str) -> None:
    """The command comes from a player, or from the dealer if it is the floor's: it is refused."""
    others = ("anna", "carla") if before.command.by == DEALER else ("anna", DEALER)
    for other in others:
        refused = refusal(before.rules, before.table, replace(before.command, by=other))
        assert refused.reason is Reason.NOT_YOURS, (other, refused)
        assert id_ in refused.cites, (other, refused.cites)


@pytest.mark.parametrize(("tag", "name", "id_"), _cases(ACTS))
def test_an_act_belongs_to_the_one_that_the_regulation_names(tag: str, name: str, id_: str) -> None:
    _require_belongs(moments(name, banked=False)[tag], id_)


@pytest.mark.parametrize(("tag", "name", "id_"), _cases(BANKED))
def test_in_a_banked_round_too(tag: str, name: str, id_: str) -> None:
    _require_belongs(moments(name, banked=tag != "offer-bank")[tag], id_)


@pytest.mark.parametrize(
    ("tag", "earlier", "name", "id_"),
    [
        pytest.param(tag, earlier, name, id_, id=f"{name} {tag}", marks=rule(f"{_book(name)} {id_}"))
        for tag, earlier, written in ORDER
        for name, id_ in written.items()
    ],
)
def test_an_act_waits_for_what_comes_before_it(tag: str, earlier: str, name: str, id_: str) -> None:
    found = moments(name, banked=False)
    early = found[earlier]
    refused = refusal(early.rules, early.table, found[tag].command)
    assert refused.reason is Reason.WRONG_STEP, refused
    assert id_ in refused.cites, refused.cites


@pytest.mark.parametrize("step", Step)
def test_whoever_acts_out_of_turn_hears_what_comes_next_in_a_dealers_words(step: Step) -> None:
    other = Step.FINISH if step is Step.CLOSED else Step.CLOSED
    with pytest.raises(Refused, match=r"^You can't act now\. What comes next is [^“”]+\.$"):
        require_step(Table(step=step), "act", (), other)
