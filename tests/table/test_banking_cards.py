"""Whole banked rounds at a Maryland table, from the offer to the end, every card and cent written down."""

from __future__ import annotations

from itertools import combinations

import pytest

from paigow.table.acts import Command
from paigow.table.bank.bank_setting import BankHandReset, ExposeBank, SetBankHand, SetBankHouseWay
from paigow.table.bank.banking import AcceptBank, OfferBank
from paigow.table.bank.center import CloseCenter, CollectShortfall, PayFromCenter
from paigow.table.bank.covering import PlaceDealerWager
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.card_state import TableDeck
from paigow.table.deal.card_cutting import CutCards, PassCut
from paigow.table.deal.card_dealing import CountStub, DealCards
from paigow.table.deal.card_shuffling import ShuffleCards
from paigow.table.deal.dice import AnnounceTotal, LiftLid, ShakeDice
from paigow.table.deal.sweeping import CoverShaker, SweepUnwagered
from paigow.table.game import ALL_CARDS
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.setting import SetDealerHand, SetHand
from paigow.table.hands.settling import FinishRound
from paigow.table.ledger import INVENTORY
from paigow.table.refusals import Reason
from paigow.table.sides.optional import SettleOptional
from paigow.table.state import Step, Table, changed
from paigow.table.visibility.legal import legal
from tests.rules import rule
from tests.table.banks import TRAY, after, at_offer, happened, money, refusal
from tests.table.tables import rules_with

RULES = rules_with(
    "maryland-poker-full",
    'shuffling.method = "hand"',
    'dealing.method = "manual-shoe"',
    'starting.method = "shaker"',
    "cards.decks = 1",
    'cards.backs = ["red"]',
    "cards.change-hours = 4",
)
HANDS = {
    # The dealer: ace-queen over sixes. Anna banks: queen-jack over eights. Bob: jack-ten over sevens.
    # Carla: ace-king over nines.
    0: "Ac Qd 6h 6d 5s 4s 3c",
    1: "Qs Jd 8c 8d 7h 6s 2c",
    2: "Jc 10c 7s 7d 5c 4c 3d",
    3: "As Kd 9c 9d 7c 6c 2d",
}
CUT = 20


def shuffled() -> tuple[str, ...]:
    """An order that gives everyone the hand above when the dice total 6 and the cut is after 20 cards.

    Six from the bank at 1, over seven places, is position 6; cards go clockwise from there, one by one.
    """
    hands = {place: text.split() for place, text in HANDS.items()}
    rest = [card for card in ALL_CARDS if not any(card in hand for hand in hands.values())]
    places = (6, 5, 4, 3, 2, 1, 0)
    dealt = [
        (hands[place][turn] if place in hands else rest.pop()) for turn in range(7) for place in places
    ] + rest
    return (*dealt[-CUT:], *dealt[:-CUT])


def banked(*, co_bank: bool = False) -> Table:
    """Anna has taken the bank and the cards have been shuffled."""
    table = at_offer({"anna": 1000_00, "bob": 1000_00, "carla": 1000_00})
    table = changed(table, cards=changed(table.cards, decks=(TableDeck("red", 0),)))
    return after(
        RULES,
        table,
        OfferBank(by="dealer"),
        AcceptBank(by="anna", co_bank=co_bank),
        ShuffleCards(by="dealer", order=shuffled()),
    )


BETS: tuple[Command, ...] = (
    PlaceWager(by="bob", position=2, chips=50_00),
    PlaceWager(by="bob", position=2, kind="fortune", chips=5_00),
    PlaceWager(by="carla", position=3, chips=70_00),
    PlaceWager(by="anna", position=1, kind="fortune", chips=5_00),
)
DEAL: tuple[Command, ...] = (
    CallNoMoreBets(by="dealer", at=1),
    ShakeDice(by="anna", dice=(1, 2, 3)),
    LiftLid(by="dealer"),
    AnnounceTotal(by="dealer", total=6),
    DealCards(by="dealer"),
    CountStub(by="dealer"),
    SweepUnwagered(by="dealer"),
    CoverShaker(by="dealer"),
    SetHand(by="bob", position=2, low=("Jc", "10c")),
    SetHand(by="carla", position=3, low=("As", "Kd")),
)
OPTIONAL = (
    SettleOptional(by="dealer", position=1, kind="fortune"),
    SettleOptional(by="dealer", position=2, kind="fortune"),
)


@rule("maryland-poker 5.E(2)", "maryland-poker 5.E(3)", "maryland-poker 12.G", "R52")
def test_the_bank_is_asked_for_the_cut_first_and_then_its_right_hand_neighbour() -> None:
    table = banked()
    assert table.step is Step.CUT
    assert refusal(RULES, table, CutCards(by="bob", depth=CUT)).reason is not Reason.WRONG_STEP
    assert after(RULES, table, CutCards(by="anna", depth=CUT)).step is Step.BETS
    passed = after(RULES, table, PassCut(by="anna"))
    assert after(RULES, passed, CutCards(by="bob", depth=CUT)).step is Step.BETS


@rule("maryland-poker 12.A(1)", "maryland-poker 12.A(2)", "maryland-poker 12.H", "maryland-poker 5.K(1)(e)")
@rule("maryland-poker 12.I", "maryland-poker 12.I(4)", "maryland-poker 12.J(4)", "maryland-poker 12.J(5)")
@rule("maryland-poker 12.M", "maryland-poker 12.N", "R40", "R53")
def test_a_banked_round_at_cards_from_the_offer_to_the_end() -> None:
    table = after(RULES, banked(), CutCards(by="anna", depth=CUT), *BETS, PlaceDealerWager(by="dealer"))
    # 50.00 + 70.00 against the bank, and 100.00 of the dealer's.
    assert money(table, "cover/anna") == 220_00
    table = after(RULES, table, *DEAL)
    assert {place: " ".join(table.hands[place].pieces) for place in HANDS} == HANDS
    assert table.step is Step.BANK_SETTING
    table = after(
        RULES,
        table,
        SetBankHand(by="anna", low=("Qs", "Jd")),
        SetDealerHand(by="dealer", low=("Ac", "Qd")),
        ExposeBank(by="dealer"),
    )
    # Ace-queen beats queen-jack, sixes lose to eights: a push, back to the tray.
    assert (table.hands[0].outcome, money(table, INVENTORY)) == ("push", TRAY)
    table = after(
        RULES,
        table,
        ExposeHand(by="dealer", position=2),
        ExposeHand(by="dealer", position=3),
        # Bob's 50.00 are there, Carla's 70.00 are owed.
        CollectShortfall(by="dealer"),
        PayFromCenter(by="dealer", place=3),
        CloseCenter(by="dealer"),
    )
    # The mains through the center first; then the bank's and Bob's Fortune wagers, which make no line.
    assert table.step is Step.OPTIONAL
    table = after(RULES, table, *OPTIONAL, FinishRound(by="dealer"))
    # Anna: 20.00 short and 5.00 Fortune. Carla: 70.00 less 3.50.
    racks = [table.rack(person) for person in ("anna", "bob", "carla")]
    assert racks == [975_00, 945_00, 1066_50]
    assert money(table, INVENTORY) == TRAY + 13_50
    assert (table.between.banked_last, table.between.pointer) == (("anna",), 2)


@rule("maryland-poker 12.I(2)", "maryland-poker 14.I", "R33")
def test_a_bank_that_fouled_is_reset_and_the_round_is_the_same() -> None:
    """Eights in the low hand over queen high: set again, queen-jack low."""
    table = after(
        RULES, banked(), CutCards(by="anna", depth=CUT), *BETS, PlaceDealerWager(by="dealer"), *DEAL
    )
    table = after(
        RULES,
        table,
        SetBankHand(by="anna", low=("8c", "8d")),
        SetDealerHand(by="dealer", low=("Ac", "Qd")),
    )
    events = happened(RULES, table, ExposeBank(by="dealer"))
    reset = next(event for event in events if isinstance(event, BankHandReset))
    assert sorted(reset.low) == ["Jd", "Qs"]
    table = after(RULES, table, ExposeBank(by="dealer"), ExposeHand(by="dealer", position=2))
    # Bob's sevens lose to the eights; to queen high they would have won.
    assert table.hands[2].outcome == "lose"


@rule("maryland-poker 12.I(2)", "R33")
def test_the_bank_is_offered_two_card_lows_that_do_not_foul() -> None:
    """Eights over queen high foul, and so does queen-eight over jack high."""
    table = after(
        RULES, banked(), CutCards(by="anna", depth=CUT), *BETS, PlaceDealerWager(by="dealer"), *DEAL
    )
    (option,) = (option for option in legal(RULES, table, "anna") if isinstance(option.command, SetBankHand))
    assert isinstance(option.command, SetBankHand)
    (low,) = option.free
    pairs = {frozenset(pair) for pair in combinations(HANDS[1].split(), 2)}
    fouls = {frozenset(pair) for pair in (("8c", "8d"), ("Qs", "8c"), ("Qs", "8d"))}
    assert {frozenset(pair) for pair in low.choices} == pairs - fouls
    # Seven cards make 7 * 6 / 2 pairs.
    assert len(low.choices) == 21 - 3
    assert option.command.low in low.choices
    # What the table accepts is unchanged: the foul is corrected when the hand is exposed.
    assert happened(RULES, table, SetBankHand(by="anna", low=("8c", "8d")))


@rule("maryland-poker 12.E(4)", "maryland-poker 12.E(5)", "maryland-poker 12.L", "maryland-poker 12.L(2)")
@rule("maryland-poker 12.L(3)(a)", "R10", "R51")
@pytest.mark.parametrize("bob", [50_01, 50_00])
def test_a_co_banked_round_at_cards(bob: int) -> None:
    bets = (PlaceWager(by="bob", position=2, chips=bob), PlaceWager(by="carla", position=3, chips=70_00))
    table = after(RULES, banked(co_bank=True), CutCards(by="anna", depth=CUT), *bets, *DEAL)
    assert refusal(RULES, table, SetBankHand(by="anna", low=("Qs", "Jd"))).reason is Reason.NOT_ELIGIBLE
    table = after(RULES, table, SetBankHouseWay(by="dealer"))
    # The dealer has no wager: the dealer's cards were cleared unseen, and the bank's hand is shown next.
    assert table.step is Step.EXPOSE_BANK
    table = after(
        RULES,
        table,
        ExposeBank(by="dealer"),
        ExposeHand(by="dealer", position=2),
        ExposeHand(by="dealer", position=3),
        CollectShortfall(by="dealer"),
        PayFromCenter(by="dealer", place=3),
        CloseCenter(by="dealer"),
        FinishRound(by="dealer"),
    )
    # 70.00 less 50.01 or 50.00: Anna's half of 19.99 is 9.99, of 20.00 it is 10.00; the house pays the rest.
    half = 9_99 if bob == 50_01 else 10_00
    assert table.rack("anna") == 1000_00 - half
    assert money(table, INVENTORY) == TRAY - (70_00 - bob - half) + 3_50
