"""The dice bonus over many rounds: kept, taken down, paid as shaker or not, against a plain model of R13."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.submissions.rules import Rules
from paigow.table.bets.betting import TakeBackWager
from paigow.table.deal.dice import ShakeDice
from paigow.table.hands.settling import FinishRound
from paigow.table.house.seating import Leave
from paigow.table.ledger import INVENTORY
from paigow.table.refusals import Reason
from paigow.table.state import DragonsEyeState, Step, Table, changed
from tests.rules import rule
from tests.table.banks import after, money, refusal
from tests.table.eye_tables import EYE, EYE_NO_VIGORISH, TRAY, bet, betting, called, roll, rolled

SEATS = {"anna": 1, "bob": 2, "carla": 6}
STAKE = 500
RICH = 100_000_00
# 30-2612(6): for the first, second and third triple, the shaker and the others.
SHAKER = (30, 500, 10_000)
OTHER = (25, 50, 1_000)
TRIPLE = (4, 4, 4)

both_methods = pytest.mark.parametrize("rules", [EYE, EYE_NO_VIGORISH], ids=["five percent", "none"])
bonus_of = {person: bet(person, place, STAKE, "dice-bonus") for person, place in SEATS.items()}


def down(person: str) -> TakeBackWager:
    return TakeBackWager(by=person, position=SEATS[person], kind="dice-bonus")


def next_round(table: Table) -> Table:
    """The same table at the next round's bets, skipping washing and stacking."""
    table = after(EYE, table, FinishRound(by="dealer"))
    return changed(table, step=Step.BETS, stock=betting(SEATS).stock)


@dataclass
class Model:
    """What the ruling says, without the table: who has how much, who has a wager, the count, the button."""

    racks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, RICH))
    up: set[str] = field(default_factory=set)
    triples: int = 0
    button: int | None = None

    def place(self, person: str) -> bool:
        if self.triples:
            return False
        self.racks[person] -= STAKE
        self.up.add(person)
        return True

    def take_down(self, person: str) -> None:
        self.up.remove(person)
        self.racks[person] += STAKE

    def roll(self, dice: tuple[int, int, int]) -> None:
        shaker = next((person for person, place in SEATS.items() if place == self.button), None)
        if len(set(dice)) > 1:
            self.up.clear()
            self.triples = 0
        else:
            for person in self.up:
                self.racks[person] += STAKE * (SHAKER if person == shaker else OTHER)[self.triples]
            self.triples += 1
        if self.triples == 3:
            for person in sorted(self.up):
                self.take_down(person)
            self.triples = 0
        self.button = dice[0]


dice = st.one_of(
    st.integers(1, 6).map(lambda face: (face, face, face)),
    st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6)),
)
choices = st.fixed_dictionaries({person: st.booleans() for person in SEATS})


@both_methods
@given(rounds=st.lists(st.tuples(choices, dice), max_size=8))
@rule("colorado-tiles 30-2612(6)", "colorado-tiles 30-2607.01(3)", "R13")
def test_the_dice_bonus_does_what_the_ruling_says(
    rules: Rules, rounds: list[tuple[dict[str, bool], tuple[int, int, int]]]
) -> None:
    model, table = Model(), betting(SEATS, rack=RICH)
    for wants, thrown in rounds:
        for person, wanted in wants.items():
            if wanted and person not in model.up:
                if model.place(person):
                    table = after(rules, table, bonus_of[person])
                else:
                    refused = refusal(rules, table, bonus_of[person])
                    assert refused.reason is Reason.NOT_ELIGIBLE
            elif not wanted and person in model.up:
                model.take_down(person)
                table = after(rules, table, down(person))
        if not table.wagers:
            continue
        model.roll(thrown)
        table = next_round(rolled(rules, called(rules, table), thrown))
        assert {person: money(table, f"rack/{person}") for person in SEATS} == model.racks
        assert {wager.person for wager in table.wagers} == model.up
        assert (table.eye.triples, table.eye.button) == (model.triples, model.button)


@both_methods
@pytest.mark.parametrize("rung", [0, 1, 2])
@rule("colorado-tiles 30-2612(6)")
def test_each_rung_pays_shaker_and_others_as_written(rules: Rules, rung: int) -> None:
    table = betting(SEATS, eye=DragonsEyeState(button=2))
    table = after(rules, table, *bonus_of.values())
    table = changed(table, eye=DragonsEyeState(button=2, triples=rung, marker=rung))
    before = {person: money(table, f"rack/{person}") for person in SEATS}
    table = rolled(rules, called(rules, table), TRIPLE)
    back = STAKE if rung == 2 else 0
    for person in SEATS:
        odds = SHAKER if person == "bob" else OTHER
        won = money(table, f"rack/{person}") - before[person]
        assert won == STAKE * odds[rung] + back, person
    assert bool(table.wagers) == (rung < 2)
    paid = STAKE * (SHAKER[rung] + 2 * OTHER[rung])
    assert money(table, INVENTORY) == TRAY - paid


@rule("colorado-tiles 30-2612(6)", "R13", "R43")
def test_when_the_dealer_shakes_everybody_is_paid_as_a_non_shaker() -> None:
    # The button is at 3, where nobody sits: 30-2607.01(3), which 30-2612(6) calls 30-2606(3).
    table = after(EYE, betting(SEATS, eye=DragonsEyeState(button=3)), *bonus_of.values())
    table = rolled(EYE, called(EYE, table), TRIPLE)
    for person in SEATS:
        assert money(table, f"rack/{person}") == 1_000_00 - STAKE + STAKE * OTHER[0]


@pytest.mark.parametrize("triples", [1, 2])
@rule("colorado-tiles 30-2612(6)", "R13")
def test_who_had_no_wager_before_the_triple_may_not_join_the_series(triples: int) -> None:
    table = betting(SEATS, eye=DragonsEyeState(triples=triples))
    refused = refusal(EYE, table, bonus_of["anna"])
    assert (refused.reason, refused.cites) == (Reason.NOT_ELIGIBLE, ("30-2612(6)", "R13"))


@rule("colorado-tiles 30-2612(6)", "R13")
def test_a_wager_within_a_series_stays_as_it_is_or_is_taken_down_for_good() -> None:
    table = called(EYE, betting(SEATS), *bonus_of.values())
    table = next_round(rolled(EYE, table, TRIPLE))
    for chips in (STAKE - 100, STAKE + 100):
        changed_wager = bet("anna", 1, chips, "dice-bonus")
        assert refusal(EYE, table, changed_wager).reason in (Reason.NOT_ELIGIBLE, Reason.ABOVE_MAXIMUM)
    assert after(EYE, table, bonus_of["anna"]).wagers == table.wagers
    table = after(EYE, table, down("anna"))
    assert refusal(EYE, table, bonus_of["anna"]).reason is Reason.NOT_ELIGIBLE
    # Only those who kept theirs are paid for the second triple.
    table = rolled(EYE, called(EYE, table), TRIPLE)
    assert money(table, "rack/anna") == 1_000_00 + STAKE * OTHER[0]
    assert money(table, "rack/bob") == 1_000_00 - STAKE + STAKE * (OTHER[0] + OTHER[1])


@rule("colorado-tiles 30-2607.01(3)", "R13")
def test_after_any_roll_the_buttons_player_shakes_next() -> None:
    table = called(EYE, betting(SEATS), bet("anna", 1, STAKE, "odd"))
    table = next_round(rolled(EYE, table, (2, 3, 5)))
    table = called(EYE, table, bonus_of["bob"])
    assert after(EYE, table, ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5)).step is Step.PLAYER_SHAKE


@rule("colorado-tiles 30-2607.01(3)", "R13", "R62")
def test_a_shaker_who_took_the_wager_down_or_left_shakes_no_more() -> None:
    table = called(EYE, betting(SEATS), *bonus_of.values())
    table = next_round(rolled(EYE, table, (2, 2, 2)))
    for gone in (down("bob"), Leave(by="bob")):
        then = called(EYE, after(EYE, table, gone))
        assert after(EYE, then, ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5)).step is Step.LID


@rule("R62")
def test_who_leaves_takes_a_kept_wager_along() -> None:
    table = called(EYE, betting(SEATS), *bonus_of.values())
    table = next_round(rolled(EYE, table, (2, 2, 2)))
    table = after(EYE, table, Leave(by="bob"))
    assert money(table, "rack/bob") == 1_000_00 + STAKE * OTHER[0]
    assert {wager.person for wager in table.wagers} == {"anna", "carla"}


@rule("R13", "R17")
def test_a_kept_wager_needs_no_new_main_wager_and_no_new_bets() -> None:
    table = called(EYE, betting(SEATS), *bonus_of.values())
    table = next_round(rolled(EYE, table, (2, 2, 2)))
    table = roll(EYE, called(EYE, table), (1, 2, 3))
    assert table.step is Step.EYE
