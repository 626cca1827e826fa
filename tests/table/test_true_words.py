"""What is said is true: no line of the script and no sentence mentions what didn't happen (R93)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from paigow.material.cards import parse_cards
from paigow.ranks.lines import progressive_line
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.deal.dice import NoRoll
from paigow.table.engine import evolve
from paigow.table.house.opening import InspectionVerified
from paigow.table.sides.progressive import ProgressiveSettled
from paigow.table.state import HandStatus, Step, Table
from paigow.table.text import script
from paigow.table.text.tellings import tell
from paigow.wagers.dragons_eye import DICE_KINDS
from paigow.wagers.money import Vigorish, dollars
from tests.rules import rule
from tests.table.tables import rules_with
from tests.table.walks import walk

TABLES = (
    ("commission-tiles-full",),
    ("colorado-tiles-full",),
    ("colorado-tiles-full", 'vigorish.method = "none"'),
    ("maryland-poker-full",),
    ("rock-island-poker-full",),
)
Told = tuple[Table, Event | None, str]
"""The table at which something was said, the event it is about, and the words."""


def _told(rules: Rules, steps: int) -> Iterator[Told]:
    for stride in walk(rules, 11, steps, wild=0.03):
        if stride.refused is not None:
            continue
        table = stride.before
        for line in script.of(rules, table, stride.command, stride.events):
            yield table, None, line.do
        for event in stride.events:
            before, table = table, evolve(table, event)
            yield before, event, tell(event) or ""
            for line in script.after(rules, table, event):
                yield table, event, line.do


def _qualifying(table: Table) -> bool:
    staked = (*table.staked, *table.wagers)
    return any(w.kind in ("fortune", "emperors") and w.playing >= dollars(5) for w in staked)


def _surrendered(table: Table) -> bool:
    given_up = (HandStatus.SURRENDERED, HandStatus.KEPT)
    return bool(table.cards.uncounted) or any(hand.status in given_up for hand in table.hands.values())


@rule("R93", "maryland-poker 11.H(3)(c)", "maryland-poker 11.H(4)(f)")
@pytest.mark.parametrize("changes", TABLES, ids=" ".join)
def test_nothing_is_told_of_what_did_not_happen(changes: tuple[str, ...]) -> None:
    rules = rules_with(*changes)
    for table, event, words in _told(rules, 1500):
        if re.search(r"\benvy\b|Envy", words) and not re.search(r"ammers|markers", words):
            assert _qualifying(table), words
        if re.search(r"take the vigorish|less .* commission", words):
            assert rules.vigorish.method is not Vigorish.NONE, words
        if "without a bet" in words or "without a wager" in words:
            assert getattr(event, "places", True), words
        if "urrendered cards" in words or "urrendered tiles" in words:
            assert _surrendered(table), words
        if "last dice wager" in words:
            assert any(wager.kind in DICE_KINDS for wager in table.wagers), words
        if "bank" in words and "from the center" in words:
            assert table.bank is not None, words


@rule("R93", "maryland-poker 11.H(3)(c)", "maryland-poker 11.H(4)(f)")
def test_a_round_without_bonus_wagers_ends_without_a_word_of_envy() -> None:
    rules = rules_with("maryland-poker-full")
    ends = [
        line.do
        for stride in walk(rules, 5, 2500, wild=0.0)
        if type(stride.command).__name__ == "FinishRound" and not _qualifying(stride.before)
        for line in script.of(rules, stride.before, stride.command, stride.events)
    ]
    assert ends
    assert not any("nvy" in words for words in ends)


@pytest.mark.parametrize(
    ("why", "told"),
    [("fell out", "a die fell out"), ("not flat", "a die isn’t flat"), ("as seen", "as seen")],
)
def test_a_no_roll_says_what_became_of_the_die(why: str, told: str) -> None:
    """Words in earlier journals stay as they were written."""
    assert tell(NoRoll(why=why, then=Step.SHAKE, cites=("9(a)",))) == f"No roll: {told}."


def test_whoever_confirms_an_inspection_is_called_by_the_post() -> None:
    confirmed = "The inspection is confirmed by"
    by_floor = InspectionVerified(verified_by="floor", cites=("4(a)",))
    by_surveillance = InspectionVerified(verified_by="surveillance", cites=("4(a)",))
    assert tell(by_floor) == f"{confirmed} the floor supervisor."
    assert tell(by_surveillance) == f"{confirmed} surveillance."


@rule("R93", "maryland-poker 6.F")
def test_a_lost_progressive_says_what_is_true_of_every_losing_hand() -> None:
    """Its lines end with a full house: a pair of sevens loses, though it isn't a hand without a pair."""
    cards = parse_cards("7s 7h 2c 4d 9c Jd Kh")
    lost = ProgressiveSettled(
        person="Ana",
        position=3,
        line=str(progressive_line(cards)),
        won=0,
        withheld=0,
        payer="inventory",
        meter=None,
        restart=0,
        hit=0,
    )
    assert tell(lost) == "Ana’s progressive bet at position 3 loses: less than a full house."
