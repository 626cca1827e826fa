"""A citation names the clause that applies (R93): what an event cites here, and what it doesn't."""

from __future__ import annotations

from typing import Final

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.bank.covering import cite_paid
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager, TakeBackWager
from paigow.table.card_state import TableDeck
from paigow.table.deal.card_cutting import CutCards, PassCut
from paigow.table.deal.card_dealing import DealCards
from paigow.table.deal.card_shuffling import ShuffleCards
from paigow.table.deal.card_start import FollowButton, GenerateStart
from paigow.table.engine import decide
from paigow.table.game import ALL_CARDS
from paigow.table.house.card_opening import AskInspection, ChangeDecks, ReceiveDecks
from paigow.table.house.equipment import equipment_of
from paigow.table.house.opening import BeginPlay
from paigow.table.house.tile_opening import DisplayPairs
from paigow.table.state import Bank, Step, Table, changed
from paigow.table.text import script
from tests.rules import rule
from tests.table.banks import COLORADO, COMMISSION, after, at_offer
from tests.table.tables import PRESHUFFLED, rules_with

ONE_DECK: Final = rules_with("maryland-poker-plain")
TWO_DECKS: Final = rules_with("maryland-poker-full")
COME_SHUFFLED: Final = rules_with("maryland-poker-full", *PRESHUFFLED)
BY_HAND: Final = rules_with(
    "maryland-poker-plain", 'starting.method = "generator"', 'approvals.generator = "HL-21"'
)
BY_MACHINE: Final = rules_with(
    "maryland-poker-full",
    'dealing.method = "manual-shoe"',
    'starting.method = "generator"',
    'approvals.generator = "HL-21"',
)


def cites_of(rules: Rules, table: Table, command: Command) -> set[str]:
    first, *_ = decide(rules, table, command)
    return set(first.cites)


def at_shuffle(rules: Rules, *, start_of_game: bool = False, dealt: bool = True) -> Table:
    table = at_offer({"anna": 1000_00}, start_of_game=start_of_game)
    decks = tuple(TableDeck(back, 0, fresh=False) for back in rules.deck_backs)
    return changed(table, step=Step.SHUFFLE, cards=changed(table.cards, decks=decks, dealt=dealt))


def closed() -> Table:
    """Nothing has come to the table yet, but its equipment was checked."""
    return changed(Table(), between=changed(Table().between, equipment=("layout",)))


@rule("maryland-poker 3.A", "maryland-poker 3.A(1)", "maryland-poker 3.B", "maryland-poker 3.B(1)", "R93")
@rule("maryland-poker 4.A", "maryland-poker 4.F")
@pytest.mark.parametrize(
    ("rules", "there", "not_there"),
    [
        (ONE_DECK, {"3.A", "3.A(1)", "4.A"}, {"3.B", "4.F"}),
        (TWO_DECKS, {"3.B", "3.B(1)", "4.A"}, {"3.A", "3.A(1)", "4.F"}),
        (COME_SHUFFLED, {"3.A", "4.F"}, {"3.B", "4.A"}),
    ],
    ids=["one deck", "two decks", "preshuffled"],
)
def test_decks_come_by_the_paragraph_for_so_many(rules: Rules, there: set[str], not_there: set[str]) -> None:
    found = cites_of(rules, closed(), ReceiveDecks(by="dealer", at=100))
    assert there <= found
    assert not not_there & found


@rule("maryland-poker 3.C", "R59", "R88")
def test_the_clock_does_not_run_backwards_when_decks_come() -> None:
    late = changed(closed(), clock=50_000)
    assert after(ONE_DECK, late, ReceiveDecks(by="dealer", at=100)).clock == 50_000
    playing = changed(at_shuffle(ONE_DECK), clock=50_000)
    changed_decks = after(ONE_DECK, playing, ChangeDecks(by="dealer", at=100))
    assert changed_decks.clock == 50_000
    assert [deck.placed_at for deck in changed_decks.cards.decks] == [50_000]


@rule("maryland-poker 5.A(1)", "maryland-poker 5.A(2)", "R93")
def test_a_shuffle_names_its_occasion() -> None:
    """Before play, after a round, or once more: then neither of the two."""
    shuffle = ShuffleCards(by="dealer", order=ALL_CARDS)
    first = cites_of(TWO_DECKS, at_shuffle(TWO_DECKS, start_of_game=True), shuffle)
    later = cites_of(TWO_DECKS, at_shuffle(TWO_DECKS), shuffle)
    again = cites_of(TWO_DECKS, at_shuffle(TWO_DECKS, dealt=False), shuffle)
    assert [cites & {"5.A(1)", "5.A(2)"} for cites in (first, later, again)] == [
        {"5.A(1)"},
        {"5.A(2)"},
        set(),
    ]


@rule("maryland-poker 5.K(3)(a)", "maryland-poker 5.K(3)(b)", "R93")
@pytest.mark.parametrize(("first", "limb"), [(True, "5.K(3)(a)"), (False, "5.K(3)(b)")])
def test_the_button_lies_before_the_dealer_at_first_and_has_moved_later(first: bool, limb: str) -> None:
    table = changed(at_shuffle(TWO_DECKS, start_of_game=first), step=Step.START)
    command = FollowButton(by="dealer")
    assert cites_of(TWO_DECKS, table, command) & {"5.K(3)(a)", "5.K(3)(b)"} == {limb}
    told = {cite for line in script.of(TWO_DECKS, table, command) for cite in line.cites}
    assert told & {"5.K(3)(a)", "5.K(3)(b)"} == {limb}


@rule("maryland-poker 5.C(1)", "maryland-poker 5.F(4)", "maryland-poker 5.F(5)", "R93")
@pytest.mark.parametrize(
    ("rules", "cut"), [(BY_HAND, True), (BY_MACHINE, False)], ids=["by hand", "by machine"]
)
def test_start_and_deal_are_steps_of_the_cut_only_where_cards_are_cut(rules: Rules, cut: bool) -> None:
    table = changed(at_shuffle(rules), step=Step.START, stock=(ALL_CARDS,))
    number = GenerateStart(by="dealer", number=1)
    assert ("5.F(4)" in cites_of(rules, table, number)) is cut
    deal = DealCards(by="dealer")
    assert ("5.F(5)" in cites_of(rules, after(rules, table, number), deal)) is cut


@rule("maryland-poker 5.H(2)", "maryland-poker 5.H(5)(b)", "R93")
@pytest.mark.parametrize("stored", [True, False])
def test_the_shuffler_is_asked_about_only_where_it_keeps_a_deck(stored: bool) -> None:
    table = at_shuffle(TWO_DECKS)
    decks = (table.cards.decks[0], changed(table.cards.decks[1], stored=stored))
    table = changed(table, step=Step.IDLE, cards=changed(table.cards, decks=decks, spread="face-down"))
    (event,) = decide(TWO_DECKS, table, AskInspection(by="anna"))
    assert ("5.H(5)(b)" in event.cites) is stored
    said = " ".join(
        line.do for line in script.after(TWO_DECKS, after(TWO_DECKS, table, AskInspection(by="anna")), event)
    )
    assert ("in the shuffler" in said) is stored


@rule("commission-tiles 5(a)", "commission-tiles 5(c)", "commission-tiles 6(a)", "R93")
def test_a_wager_rests_on_wagering_and_the_call_on_dealing() -> None:
    """6(a) is about the dealer's call, 6(e) about places where nobody has wagered."""
    table = changed(at_offer({"anna": 1000_00}), step=Step.BETS)
    bet = PlaceWager(by="anna", position=1, chips=100_00)
    assert cites_of(COMMISSION, table, bet) == {"5(a)"}
    table = after(COMMISSION, table, bet)
    assert cites_of(COMMISSION, table, TakeBackWager(by="anna", position=1)) == {"5(c)"}
    assert cites_of(COMMISSION, table, CallNoMoreBets(by="dealer", at=1)) == {"5(c)", "6(a)"}


PLAYED_WITHOUT: Final = rules_with("colorado-tiles-full", 'vigorish.method = "none"')
DRAGON: Final = rules_with("colorado-tiles-full")


@rule(
    "colorado-tiles 30-2608(12)",
    "colorado-tiles 30-2608(12)(a)",
    "colorado-tiles 30-2608(12)(b)",
    "R14",
    "R93",
)
@pytest.mark.parametrize(
    "bank", [None, Bank("anna", 1), Bank("anna", 1, co_banked=True)], ids=["house", "bank", "co-bank"]
)
@pytest.mark.parametrize("topic", ["pay", "surplus"])
def test_vigorish_is_cited_where_it_is_taken_and_its_absence_where_not(topic: str, bank: Bank | None) -> None:
    """Five percent with dice wagers is (12)(a) and R11, none at all is (12)(b) and R14."""
    table = Table(bank=bank)
    some = set(cite_paid(DRAGON, table, topic))
    none = set(cite_paid(PLAYED_WITHOUT, table, topic))
    plain = set(cite_paid(COLORADO, table, topic))
    either = {"30-2608(12)(a)", "30-2608(12)(b)", "R11", "R14"}
    assert some & either == {"30-2608(12)(a)", "R11"}
    assert none & either == {"30-2608(12)(b)", "R14"}
    assert plain & either == {"R11"}


@rule("R93", "maryland-poker 5.D(2)", "maryland-poker 5.E")
@pytest.mark.parametrize("command", [CutCards, PassCut])
def test_the_script_speaks_for_a_silent_table_only_when_the_dealer_acts(command: type[Command]) -> None:
    """That nobody has cut, or answered, isn't said of a player who cuts or declines."""
    fields = {"depth": 20} if command is CutCards else {}
    assert script.of(BY_HAND, Table(), command(by="anna", **fields)) == ()
    assert len(script.of(BY_HAND, Table(), command(by="dealer", **fields))) == 1


@rule("R93", "rock-island-poker 2", "maryland-poker 5.D")
@pytest.mark.parametrize(
    ("book", "said"), [("maryland-poker-plain", True), ("rock-island-poker-plain", False)]
)
def test_only_a_book_with_cover_cards_speaks_of_them(book: str, said: bool) -> None:
    rules = rules_with(book)
    lines = script.of(rules, Table(), ShuffleCards(by="dealer", order=ALL_CARDS))
    assert any("cover card" in line.do for line in lines) is said


@rule("R93", "maryland-poker 4.C", "maryland-poker 4.F")
def test_nobody_is_offered_a_look_at_decks_that_came_shuffled() -> None:
    table = after(COME_SHUFFLED, closed(), ReceiveDecks(by="dealer", at=100))
    table = changed(
        table, chairs=("anna", *([None] * 5)), balances={"meter/meter": 10_000_00, "world": -10_000_00}
    )
    assert cites_of(COME_SHUFFLED, table, BeginPlay(by="dealer")) == {"4.F", "R71"}
    lines = script.of(COME_SHUFFLED, table, BeginPlay(by="dealer"))
    assert not any("inspect" in line.say for line in lines)


@rule("R93", "commission-tiles 3(a)", "colorado-tiles 30-2604(1)")
@pytest.mark.parametrize(
    ("book", "own"),
    [("commission-tiles-plain", False), ("colorado-tiles-plain", True), ("colorado-tiles-full", True)],
)
def test_dice_of_their_own_are_asked_for_by_one_book(book: str, own: bool) -> None:
    asked = [item for item in equipment_of(rules_with(book)) if "no other table" in item.what]
    assert bool(asked) is own


@rule("R93", "colorado-tiles 30-2605(7)")
@pytest.mark.parametrize(
    ("chairs", "said"),
    [((None,) * 6, "Nobody is playing now"), (("anna", *(None,) * 5), "A player has arrived")],
)
def test_the_pairs_of_an_idle_table_are_shown_to_whoever_is_there(
    chairs: tuple[str | None, ...], said: str
) -> None:
    table = Table(chairs=chairs)
    table = changed(table, between=changed(table.between, opened=True))
    (line,) = script.of(COLORADO, table, DisplayPairs(by="dealer"))
    assert line.do.startswith(said)


@rule("maryland-poker 7.E(1)", "R38", "R93")
@pytest.mark.parametrize(("person", "position"), [("anna", 1), ("bob", 2)])
def test_only_the_banks_own_optional_wagers_rest_on_the_ruling_about_them(person: str, position: int) -> None:
    table = at_offer({"anna": 1000_00, "bob": 1000_00})
    table = changed(table, step=Step.BETS, bank=Bank("anna", 1))
    table = after(TWO_DECKS, table, PlaceWager(by="bob", position=2, chips=100_00))
    bet = PlaceWager(by=person, position=position, kind="fortune", chips=5_00)
    assert ("R38" in cites_of(TWO_DECKS, table, bet)) is (person == "anna")
