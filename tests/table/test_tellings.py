"""Sentences whose words depend on the event: each is true of it, and names people, places, and items."""

from __future__ import annotations

import pytest

from paigow.table.acts import Event
from paigow.table.bank.banking import BankAccepted
from paigow.table.bank.covering import DealerWagerPlaced
from paigow.table.bets.betting import WagerPlaced
from paigow.table.deal.sweeping import UnwageredSwept
from paigow.table.hands.comparing import KeptHandShown
from paigow.table.house.equipment import EquipmentLacking
from paigow.table.sides.dragons_eye import DiceWagerPaid
from paigow.table.sides.optional import EnvyPaid
from paigow.table.state import Step, Wager
from paigow.table.text.tellings import tell
from paigow.wagers.dragons_eye import DICE_BONUS
from paigow.wagers.wager import Kind
from tests.rules import rule

FORTUNE = Kind("fortune")
TOLD: list[tuple[Event, str]] = [
    (
        EnvyPaid(person="Ben", position=2, kind=FORTUNE, hand_of="Ana", line="four of a kind", won=500),
        "Ben is paid $5.00 in envy for Ana’s four of a kind.",
    ),
    # Without a wager, the dealer's own hand in a banked round is one of those collected (R51).
    (
        UnwageredSwept(places=(4, 5, 0), then=Step.COVER),
        "Hands without a bet are collected unseen: positions 4, 5, the dealer.",
    ),
    (UnwageredSwept(places=(0,), then=Step.COVER), "Hands without a bet are collected unseen: the dealer."),
    (
        EquipmentLacking(missing=("drop-box", "tip-box")),
        "The table can’t open. Missing: drop box, tip box.",
    ),
    # A hand called abandoned is kept for envy too, and was never surrendered (R37).
    (
        KeptHandShown(position=1, pieces=("As", "Ad", "Ac", "Ah", "2c", "3d", "5h")),
        "Position 1’s hand is shown for envy: As Ad Ac Ah 2c 3d 5h.",
    ),
    (
        BankAccepted(person="Ana", position=1, co_banked=True, returned=(), then=Step.SHUFFLE),
        "Ana takes half of the bank, the house the other half.",
    ),
    (
        BankAccepted(person="Ana", position=1, co_banked=False, returned=(), then=Step.SHUFFLE),
        "Ana takes the bank.",
    ),
    (DealerWagerPlaced(amount=0), "The dealer bets nothing against the banker."),
    (DealerWagerPlaced(amount=2500), "The dealer bets $25.00 against the banker."),
    (
        DiceWagerPaid(person="Ana", position=1, kind=Kind("even"), line="even", won=1000, stays=False),
        "Ana is paid $10.00 for even.",
    ),
    (
        DiceWagerPaid(
            person="Ana", position=1, kind=DICE_BONUS.kind, line="first triple", won=15000, stays=True
        ),
        "Ana is paid $150.00 for first triple.",
    ),
    (
        WagerPlaced(person="Ana", wager=Wager(person="Ana", position=1, kind=FORTUNE, chips=500)),
        "Ana bets $5.00 on Fortune Bonus at position 1.",
    ),
]


@rule("R93")
@pytest.mark.parametrize(("event", "told"), TOLD, ids=[told for _, told in TOLD])
def test_an_event_is_told_in_words_that_are_true_of_it(event: Event, told: str) -> None:
    assert tell(event) == told
