"""Clauses about decks before anything is played: inspection, wash, shuffle, the deal, an idle table.

What must happen comes from Maryland's chapters 3 to 5 and 8 to 10.
"""

from __future__ import annotations

from typing import Final

import pytest

from paigow.table.acts import Command
from paigow.table.autoplay.chance import DealerContext
from paigow.table.autoplay.self_play import next_act
from paigow.table.deal.card_cutting import OrderRecut
from paigow.table.deal.card_dealing import DealCards
from paigow.table.deal.card_shuffling import ShuffleCards, UsePreshuffled
from paigow.table.deal.sweeping import SweepUnwagered
from paigow.table.engine import decide
from paigow.table.game import ALL_CARDS
from paigow.table.hands.setting import SetHand
from paigow.table.house.card_opening import (
    CardsSpread,
    DecksInspected,
    DecksUnsuitable,
    InspectDecks,
    SpreadCards,
    WashCards,
)
from paigow.table.house.opening import BeginPlay, LookAtPieces
from paigow.table.house.seating import Leave
from paigow.table.refusals import Reason
from paigow.table.state import Step, Table
from paigow.table.text import script
from paigow.table.text.phrases import tag_of
from paigow.table.visibility.views import view
from tests.rules import rule
from tests.table.banks import after, happened, refusal
from tests.table.rounds import CHANCE, betting, going_on, seated
from tests.table.tables import FROM_HAND, PRESHUFFLED, rules_with

SHOE: Final = rules_with("maryland-poker-plain")
HAND: Final = rules_with("maryland-poker-full", *FROM_HAND)
AUTOMATED: Final = rules_with("maryland-poker-full")
CAME_SHUFFLED: Final = rules_with("maryland-poker-full", *PRESHUFFLED)
METHODS: Final = {"shoe": SHOE, "hand": HAND, "automated": AUTOMATED}


@rule("maryland-poker 3.A(1)", "maryland-poker 3.A(3)(b)", "maryland-poker 4.A")
@pytest.mark.parametrize(
    "found",
    [
        pytest.param(ALL_CARDS[1:], id="a card is missing"),
        pytest.param(ALL_CARDS[:-1], id="the joker is missing"),
        pytest.param((*ALL_CARDS, "Jo"), id="two jokers"),
        pytest.param((*ALL_CARDS[1:], "As"), id="an ace twice"),
    ],
)
def test_a_deck_is_52_cards_and_one_joker(found: tuple[str, ...]) -> None:
    table = going_on(SHOE, Table(), Step.INSPECT)
    (event,) = decide(SHOE, table, InspectDecks(by="dealer", found=(found,)))
    assert isinstance(event, DecksUnsuitable)
    (sound,) = decide(SHOE, table, InspectDecks(by="dealer", found=(ALL_CARDS,)))
    assert isinstance(sound, DecksInspected)
    ready = going_on(SHOE, seated(SHOE), Step.SHUFFLE)
    assert refusal(SHOE, ready, ShuffleCards(by="dealer", order=found)).reason is Reason.BAD_PIECES


@rule("maryland-poker 4.C", "maryland-poker 4.C(1)", "maryland-poker 4.C(2)", "maryland-poker 4.C(3)")
@rule("maryland-poker 4.D", "maryland-poker 5.A(1)")
def test_new_cards_are_washed_and_then_shuffled_before_play() -> None:
    table = after(SHOE, seated(SHOE), LookAtPieces(by="anna"), BeginPlay(by="dealer"))
    assert table.step is Step.WASH
    assert refusal(SHOE, table, ShuffleCards(by="dealer", order=ALL_CARDS)).reason is Reason.WRONG_STEP
    (washing,) = script.of(SHOE, table, WashCards(by="dealer"))
    assert "face down" in washing.do
    assert "one stack" in washing.do
    table = after(SHOE, table, WashCards(by="dealer"))
    assert table.step is Step.SHUFFLE


@rule("maryland-poker 4.E", "maryland-poker 5.A(1)")
def test_two_decks_are_both_spread_washed_and_shuffled() -> None:
    table = seated(AUTOMATED)
    assert [deck.fresh for deck in table.cards.decks] == [True, True]
    table = after(AUTOMATED, table, LookAtPieces(by="anna"), BeginPlay(by="dealer"), WashCards(by="dealer"))
    assert [deck.fresh for deck in table.cards.decks] == [False, False]
    assert table.step is Step.SHUFFLE
    table = after(AUTOMATED, table, ShuffleCards(by="dealer", order=ALL_CARDS))
    assert sorted(deck.stored for deck in table.cards.decks) == [False, True]


@rule("maryland-poker 4.F", "maryland-poker 5.A", "maryland-poker 5.A(2)", "R71")
def test_preshuffled_decks_are_neither_inspected_nor_shuffled_the_first_time() -> None:
    steps: list[Step] = []
    table = Table()
    while table.step is not Step.IDLE:
        command = next_act(DealerContext(CAME_SHUFFLED, table, CHANCE, now=1))
        assert command is not None
        table = after(CAME_SHUFFLED, table, command)
        steps.append(table.step)
    assert not {Step.INSPECT, Step.VERIFY, Step.DISPLAY} & set(steps)
    first = going_on(CAME_SHUFFLED, seated(CAME_SHUFFLED), Step.SHUFFLE)
    use = UsePreshuffled(by="dealer", order=ALL_CARDS)
    assert decide(CAME_SHUFFLED, first, use)
    played = going_on(CAME_SHUFFLED, betting(CAME_SHUFFLED), Step.FINISH)
    following = going_on(CAME_SHUFFLED, played, Step.OFFER, Step.SHUFFLE)
    following = going_on(CAME_SHUFFLED, following, Step.SHUFFLE)
    assert refusal(CAME_SHUFFLED, following, use).reason is Reason.NOT_AS_REQUIRED
    assert decide(CAME_SHUFFLED, following, ShuffleCards(by="dealer", order=ALL_CARDS))


@rule("maryland-poker 4.B(1)", "maryland-poker 4.C")
def test_the_first_to_arrive_looks_and_nothing_begins_without_a_player() -> None:
    table = going_on(SHOE, Table(), Step.IDLE)
    assert refusal(SHOE, table, BeginPlay(by="dealer")).reason is Reason.NOTHING_THERE
    assert refusal(SHOE, seated(SHOE), LookAtPieces(by="bob")).reason is Reason.NOT_ELIGIBLE
    assert happened(SHOE, seated(SHOE), LookAtPieces(by="anna"))


@rule("maryland-poker 5.H", "maryland-poker 5.H(1)", "maryland-poker 5.H(2)", "R62")
def test_an_idle_tables_cards_leave_shoe_and_rack_and_lie_face_down() -> None:
    table = going_on(SHOE, seated(SHOE), Step.BETS)
    assert table.stock
    table = after(SHOE, table, Leave(by="anna"), Leave(by="bob"))
    assert table.step is Step.DISPLAY
    assert refusal(SHOE, table, SpreadCards(by="dealer", face_up=True)).reason is Reason.NOT_AS_REQUIRED
    (event,) = decide(SHOE, table, SpreadCards(by="dealer", face_up=False))
    assert isinstance(event, CardsSpread)
    (line,) = script.of(SHOE, table, SpreadCards(by="dealer", face_up=False))
    assert "shoe" in line.do
    assert "discard rack" in line.do
    table = after(SHOE, table, SpreadCards(by="dealer", face_up=False))
    assert not table.stock
    assert not table.discards


@rule("maryland-poker 5.G", "maryland-poker 5.G(1)")
def test_cards_are_recut_before_they_are_dealt_and_never_after() -> None:
    table = betting(SHOE)
    recut = OrderRecut(by="floor", by_last=True)
    assert happened(SHOE, table, recut)
    dealt = going_on(SHOE, table, Step.COUNT_STUB)
    for step in (Step.COUNT_STUB, Step.SWEEP, Step.SETTING):
        dealt = going_on(SHOE, dealt, step)
        assert refusal(SHOE, dealt, recut).reason is Reason.WRONG_STEP


@rule("maryland-poker 5.L")
def test_the_start_is_marked_where_the_submission_has_a_marker() -> None:
    table = going_on(AUTOMATED, betting(AUTOMATED), Step.DEAL)
    assert table.cards.marker == table.shaker.start is not None
    plain = going_on(SHOE, betting(SHOE), Step.DEAL)
    assert plain.cards.marker is None


@pytest.mark.parametrize(
    "method",
    [
        pytest.param("shoe", marks=rule("maryland-poker 8.C", "maryland-poker 8.D", "maryland-poker 8.D(1)")),
        pytest.param(
            "hand", marks=rule("maryland-poker 9.A(3)", "maryland-poker 9.B", "maryland-poker 9.B(2)")
        ),
        pytest.param("automated", marks=rule("maryland-poker 10.A(2)", "maryland-poker 10.B")),
    ],
)
@rule("maryland-poker 5.F(4)", "maryland-poker 5.F(5)")
def test_no_card_is_dealt_before_no_more_bets_and_before_the_start_is_found(method: str) -> None:
    rules = METHODS[method]
    table = betting(rules)
    seen: list[Step] = []
    while table.step is not Step.DEAL:
        refused = refusal(rules, table, DealCards(by="dealer"))
        assert refused.reason is Reason.WRONG_STEP
        seen.append(table.step)
        table = going_on(rules, table, *(step for step in Step if step is not table.step))
    assert seen[0] is Step.BETS
    assert {Step.TOTAL, Step.START} & set(seen)
    assert table.shaker.start is not None
    assert refusal(rules, table, DealCards(by="anna")).reason is Reason.NOT_YOURS


LINES: Final = [
    # The words required in the dealer's script, and their paragraphs.
    ("shoe", DealCards(by="dealer"), "The stack is in the shoe", "8.B"),
    ("shoe", DealCards(by="dealer"), "with the hand nearer the shoe", "8.D(3)"),
    ("shoe", DealCards(by="dealer"), "put it face down with the other", "8.D(3)"),
    ("hand", DealCards(by="dealer"), "Hold the deck in one hand", "9.A(2)"),
    ("hand", DealCards(by="dealer"), "in one hand throughout", "9.A(2)(a)"),
    ("hand", DealCards(by="dealer"), "in front of you above the tray", "9.A(2)(b)"),
    ("hand", DealCards(by="dealer"), "With the other, put the top card face down", "9.B(1)"),
    ("automated", DealCards(by="dealer"), "Load the automated shoe", "10.A(1)"),
    ("automated", DealCards(by="dealer"), "first stack face down at the start", "10.C(1)"),
    ("automated", SweepUnwagered(by="dealer"), "put them into the discard rack unseen", "10.F(2)"),
]
CUT: Final = [
    ("discard-rack", "second cover card and all cards above it to the bottom", "5.F(1)"),
    ("discard-rack", "the first cover card below them", "5.F(2)"),
    ("discard-rack", "Take out one cover card", "5.F(3)"),
    ("discard-rack", "put it into the discard rack", "5.F(3)(a)"),
    ("four-from-the-bottom", "Take out one cover card", "5.F(3)"),
    ("four-from-the-bottom", "insert it above the last four cards", "5.F(3)(b)"),
]


@pytest.mark.parametrize(
    ("method", "command", "words", "id_"),
    [pytest.param(*row, marks=rule(f"maryland-poker {row[3]}")) for row in LINES],
)
def test_the_script_has_how_cards_are_held_and_dealt(
    method: str, command: Command, words: str, id_: str
) -> None:
    key = f"on {tag_of(type(command))}"
    lines = [line for line in script.manual(METHODS[method]) if line.key == key]
    assert any(words in line.do and id_ in line.cites for line in lines), [line.do for line in lines]


@pytest.mark.parametrize(
    ("spare", "words", "id_"), [pytest.param(*row, marks=rule(f"maryland-poker {row[2]}")) for row in CUT]
)
def test_the_script_has_what_becomes_of_the_two_cover_cards(spare: str, words: str, id_: str) -> None:
    rules = rules_with("maryland-poker-plain", f'cutting.spare-cover-card = "{spare}"')
    lines = [line for line in script.manual(rules) if line.key == "after cards-cut"]
    assert any(words in line.do for line in lines), [line.do for line in lines]
    assert any(id_ in line.cites for line in lines), [line.cites for line in lines]


@pytest.mark.parametrize(
    "method",
    [
        pytest.param("shoe", marks=rule("maryland-poker 8.E(2)")),
        pytest.param("hand", marks=rule("maryland-poker 9.D(2)", "maryland-poker 9.D(3)")),
        pytest.param("automated", marks=rule("maryland-poker 10.D(2)", "maryland-poker 10.D(3)")),
    ],
)
def test_the_four_cards_left_go_unseen_to_the_discard_rack(method: str) -> None:
    rules = METHODS[method]
    table = going_on(rules, betting(rules), Step.SWEEP)
    assert len(table.cards.stub) == 4
    for person in ("anna", "bob", "observer", "dealer"):
        assert view(rules, table, person)["cards"]["stub"] == 4, person  # how many, and not which
    lines = [line for line in script.manual(rules) if line.key == "on count-stub"]
    assert all("face down" in line.do and "into the discard rack unseen" in line.do for line in lines)


@rule("maryland-poker 11.A", "maryland-poker 11.B")
def test_nobody_sets_before_the_deal_is_done() -> None:
    table = going_on(SHOE, betting(SHOE), Step.COUNT_STUB)
    low = table.hands[1].pieces[:2]
    for step in (Step.COUNT_STUB, Step.SWEEP, Step.COVER):
        table = going_on(SHOE, table, step)
        refused = refusal(SHOE, table, SetHand(by="anna", position=1, low=low))
        assert refused.reason is Reason.WRONG_STEP
