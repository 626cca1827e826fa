"""A surrender is offered exactly when it would be accepted: at every moment of rounds that bots play."""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import played
from paigow.table.engine import decide
from paigow.table.hands.surrender import Surrender, may_surrender
from paigow.table.refusals import Refused
from paigow.table.state import POSITIONS, Table
from tests.rules import rule
from tests.table.rounds import CHANCE, SEATS, seated
from tests.table.tables import rules_with

ROUNDS = 8
TABLES = [
    pytest.param("commission-tiles-full", marks=rule("commission-tiles 7(f)"), id="commission"),
    pytest.param("colorado-tiles-full", marks=rule("colorado-tiles 30-2608(6)", "R16"), id="colorado"),
    pytest.param(
        "maryland-poker-full",
        marks=rule("maryland-poker 11.D", "maryland-poker 11.D(1)", "R27"),
        id="maryland",
    ),
]


def accepted(rules: Rules, table: Table, person: str, position: int) -> bool:
    try:
        decide(rules, table, Surrender(by=person, position=position))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("example", TABLES)
def test_a_surrender_is_offered_exactly_when_it_is_accepted(example: str) -> None:
    """Anna plays without optional wagers and Bob with all of them: hers can be surrendered, his can't."""
    rules = rules_with(example)
    bots = {"anna": PLAYERS["house-way"], "bob": PLAYERS["bonus"]}
    offered: set[str] = set()
    for _, _, table in played(rules, seated(rules), CHANCE, bots, ROUNDS):
        for person in SEATS:
            for position in POSITIONS:
                may = may_surrender(rules, table, person, position)
                assert may is accepted(rules, table, person, position), (table.step, person, position)
                offered |= {person} if may else set()
    assert offered == ({"anna", "bob"} if not rules.optional else {"anna"})
