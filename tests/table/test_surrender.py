"""Who is offered a surrender at Maryland's table, and until when (maryland-poker 11.D)."""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.bets.betting import PlaceWager
from paigow.table.hands.card_progress import CountSurrendered
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.settling import FinishRound
from paigow.table.hands.surrender import Surrender
from paigow.table.refusals import Reason
from paigow.table.state import HandStatus, Step, Table, changed
from paigow.table.visibility.legal import legal
from tests.rules import rule
from tests.table.banks import BETTER, HANDS, after, at_offer, hand, refusal
from tests.table.tables import rules_with

RULES = rules_with("maryland-poker-full", 'banking.bank = "nobody"', 'banking.co-bank = "nobody"')
OPTIONAL = ("fortune", "emperors", "insurance", "progressive")
BOOK = "maryland-poker"


def _exposing(kind: str | None = None, step: Step = Step.EXPOSE) -> Table:
    """Anna at 1 and Bob at 2, Anna's hand with such an optional wager; the dealer's hand is set."""
    table = changed(at_offer({"anna": 1000_00, "bob": 1000_00}), step=Step.BETS)
    table = after(
        RULES, table, *(PlaceWager(by=who, position=at, chips=25_00) for who, at in (("anna", 1), ("bob", 2)))
    )
    if kind is not None:
        least = RULES.wagers[kind].least
        table = after(RULES, table, PlaceWager(by="anna", position=1, kind=kind, chips=least))
    hands = {1: hand(1, BETTER[BOOK]), 2: hand(2, BETTER[BOOK]), 0: hand(0, HANDS[BOOK])}
    if step is Step.DEALER_SETTING:
        hands[0] = hand(0, HANDS[BOOK], HandStatus.DEALT)
    return changed(table, step=step, bets_open=False, staked=table.wagers, hands=hands)


def _offered(rules: Rules, table: Table, person: str) -> set[int]:
    options = legal(rules, table, person)
    return {option.command.position for option in options if isinstance(option.command, Surrender)}


@rule("maryland-poker 11.D", "R27")
@pytest.mark.parametrize("kind", OPTIONAL)
def test_a_hand_with_any_optional_wager_is_not_offered_a_surrender(kind: str) -> None:
    table = _exposing(kind)
    assert _offered(RULES, table, "anna") == set()
    refused = refusal(RULES, table, Surrender(by="anna", position=1))
    assert (refused.reason, refused.cites) == (Reason.NOT_ELIGIBLE, ("11.D", "R54", "R27"))
    # Bob has none and is offered it, for his own hand only.
    assert _offered(RULES, table, "bob") == {2}


@rule("maryland-poker 11.D", "maryland-poker 11.D(1)", "R54")
def test_it_is_offered_from_the_setting_of_the_dealers_hand_until_the_own_hand_is_shown() -> None:
    before = _exposing(step=Step.DEALER_SETTING)
    assert _offered(RULES, before, "anna") == set()
    assert refusal(RULES, before, Surrender(by="anna", position=1)).reason is Reason.WRONG_STEP
    table = _exposing()
    assert (_offered(RULES, table, "anna"), _offered(RULES, table, "bob")) == ({1}, {2})
    table = after(RULES, table, ExposeHand(by="dealer", position=1))
    assert (_offered(RULES, table, "anna"), _offered(RULES, table, "bob")) == (set(), {2})
    assert _offered(RULES, table, "dealer") == set()


@rule("maryland-poker 11.D(4)", "R94")
def test_the_round_is_not_finished_before_surrendered_cards_are_counted() -> None:
    table = after(RULES, _exposing(), Surrender(by="anna", position=1), Surrender(by="bob", position=2))
    table = changed(table, step=Step.FINISH)
    for position in (1, 2):
        refused = refusal(RULES, table, FinishRound(by="dealer"))
        assert (refused.reason, refused.cites) == (Reason.OUT_OF_ORDER, ("11.D(4)", "R94"))
        assert position not in [each.place for each in table.discards]
        table = after(RULES, table, CountSurrendered(by="dealer", position=position))
        assert len(table.discards[-1].pieces) == 7
    assert after(RULES, table, FinishRound(by="dealer")).round == table.round
