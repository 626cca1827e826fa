"""Where the tile deal starts and where each stack goes, for every total, with every bank and without.

Expected values come from the words of 6(c), 6(d), 8(j), and 8(k), counted aloud around a table drawn with
angles. The engine's own places and counting are used only to name what it did.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.autoplay.chance import DealerContext
from paigow.table.autoplay.self_play import next_act
from paigow.table.bank.banking import AcceptBank, OfferBank
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.deal.delivery import DeliverStack, StackDelivered
from paigow.table.deal.dice import AnnounceTotal, LiftLid, ShakeDice, TotalAnnounced
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.engine import decide
from paigow.table.game import ALL_TILES
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.state import Step, Table, changed
from tests.rules import rule
from tests.table.banks import COLORADO, COMMISSION, after, at_offer
from tests.table.rounds import CHANCE
from tests.table.tables import rules_with

BY_COUNT: Final = rules_with("colorado-tiles-full", 'dragons-eye.deal-from = "count"')
BOOKS: Final = {"commission": COMMISSION, "colorado": COLORADO}
FACES: Final = range(1, 7)
TOTALS: Final = range(3, 19)
"""What three dice can total: 1 + 1 + 1 to 6 + 6 + 6."""
ANGLES: Final = {
    "the dealer": 0,
    "position 1": 90,
    "position 2": 126,
    "position 3": 162,
    "position 4": 198,
    "position 5": 234,
    "position 6": 270,
    "the dead hand": 315,
}
"""The table from above, in degrees counterclockwise from the dealer, whose right hand points to 90.

The sixth betting position is the one at the dealer's left, and the dead hand lies at the left of the dealer.
"""
NAMES: Final = {0: "the dealer", **{n: f"position {n}" for n in range(1, 7)}, 7: "the dead hand"}


def neighbor(place: str) -> str:
    """The next place counterclockwise."""
    beyond = {name: angle for name, angle in ANGLES.items() if angle > ANGLES[place]}
    return min(beyond or ANGLES, key=ANGLES.__getitem__)


def counted(first: str, total: int) -> str:
    """Count aloud: the first place is number one, each next place one more, until the total is reached."""
    number, place = 1, first
    while number < total:
        number, place = number + 1, neighbor(place)
    return place


def roll_of(total: int) -> tuple[int, int, int]:
    return next(roll for roll in product(FACES, FACES, FACES) if sum(roll) == total)


def seated(bank: int) -> tuple[Table, int]:
    """Anna at the bank's position, Bob at another, and the offer starts with Anna; where Bob is."""
    other = 1 if bank != 1 else 2
    seats = {"anna": bank, "bob": other}
    return at_offer({"anna": 1000_00, "bob": 1000_00}, seats=seats, pointer=bank), other


def going_on(rules: Rules, table: Table, step: Step) -> Table:
    """Let the dealer continue to a step; nothing on the way is random."""
    while table.step is not step:
        command = next_act(DealerContext(rules, table, CHANCE, now=table.clock + 1, late=True))
        assert command is not None
        table = after(rules, table, command)
    return table


def at_shake(rules: Rules, bank: int | None) -> Table:
    """Bets are closed and the dice are to be shaken: played against the house, or against a bank."""
    table, other = seated(bank or 3)
    wash, stack = WashTiles(by="dealer", order=ALL_TILES), StackTiles(by="dealer")
    bet = PlaceWager(by="bob", position=other, chips=100_00)
    if bank is None:
        table = changed(table, step=Step.SHUFFLE)
        return after(rules, table, wash, stack, bet, CallNoMoreBets(by="dealer", at=1))
    table = after(rules, table, OfferBank(by="dealer"), AcceptBank(by="anna"), wash, stack)
    return going_on(rules, after(rules, going_on(rules, table, Step.BETS), bet), Step.SHAKE)


def announced(rules: Rules, table: Table, total: int) -> tuple[Table, TotalAnnounced]:
    shaker = "dealer" if table.bank is None else table.bank.person
    table = after(rules, table, ShakeDice(by=shaker, dice=roll_of(total)), LiftLid(by="dealer"))
    (event,) = decide(rules, table, AnnounceTotal(by="dealer", total=total))
    assert isinstance(event, TotalAnnounced)
    return after(rules, table, AnnounceTotal(by="dealer", total=total)), event


def voids(rules: Rules, table: Table, place: int) -> bool:
    events: tuple[Event, ...] = decide(rules, table, DeliverStack(by="dealer", place=place))
    return any(isinstance(event, RoundVoided) for event in events)


def test_the_drawn_table_is_the_one_of_the_examples() -> None:
    """Eight places; nine leads to the dealer, fifteen to the sixth wagering position."""
    assert counted("the dealer", 9) == "the dealer"
    assert counted("the dealer", 15) == "position 6"
    assert counted("the dealer", 8) == "the dead hand"


@rule("commission-tiles 6(b)", "commission-tiles 6(c)", "commission-tiles 6(d)")
@rule("colorado-tiles 30-2607(2)", "colorado-tiles 30-2607(3)", "colorado-tiles 30-2607(4)", "R5")
@pytest.mark.parametrize("total", TOTALS)
@pytest.mark.parametrize("book", BOOKS)
def test_the_deal_starts_where_the_total_leads_from_the_dealer(book: str, total: int) -> None:
    rules = BOOKS[book]
    table, event = announced(rules, at_shake(rules, None), total)
    assert NAMES[event.start] == counted("the dealer", total)
    _require_dealt_around(rules, table, counted("the dealer", total))


@rule("commission-tiles 8(j)", "commission-tiles 8(k)", "commission-tiles 8(k)(1)")
@rule("colorado-tiles 30-2609(10)", "colorado-tiles 30-2609(11)", "colorado-tiles 30-2609(11)(a)", "R5")
@pytest.mark.parametrize("bank", range(1, 7))
@pytest.mark.parametrize("book", BOOKS)
def test_the_deal_starts_where_the_total_leads_from_the_bank(book: str, bank: int) -> None:
    rules = BOOKS[book]
    ready = at_shake(rules, bank)
    assert ready.bank is not None
    for total in TOTALS:
        table, event = announced(rules, ready, total)
        assert NAMES[event.start] == counted(f"position {bank}", total), total
        _require_dealt_around(rules, table, counted(f"position {bank}", total))


def _require_dealt_around(rules: Rules, table: Table, start: str) -> None:
    """The stacks from the right go to the start and on counterclockwise; any other place voids."""
    place = start
    for turn in range(8):
        (number,) = (number for number, name in NAMES.items() if name == place)
        wrong = [other for other in NAMES if other not in (number, *table.hands)]
        assert all(voids(rules, table, other) for other in wrong), (start, turn)
        (event,) = decide(rules, table, DeliverStack(by="dealer", place=number))
        assert isinstance(event, StackDelivered)
        assert event.pieces == ALL_TILES[4 * turn : 4 * turn + 4], (start, turn)
        assert event.last is (turn == 7)
        table = after(rules, table, DeliverStack(by="dealer", place=number))
        place = neighbor(place)
    assert table.step is Step.SWEEP
    assert place == start


@rule("commission-tiles 6(c)(1)", "colorado-tiles 30-2607(3)(a)")
@pytest.mark.parametrize("book", BOOKS)
def test_nine_gives_the_dealer_the_first_stack(book: str) -> None:
    """The dealer is one, positions 1 to 6 are two to seven, the dead hand is eight, the dealer nine."""
    _require_example(BOOKS[book], 9, 0, {"6(c)(1)", "30-2607(3)(a)"})


@rule("commission-tiles 6(c)(2)", "colorado-tiles 30-2607(3)(b)")
@pytest.mark.parametrize("book", BOOKS)
def test_fifteen_gives_the_sixth_position_the_first_stack(book: str) -> None:
    """Nine is the dealer again, so ten to fifteen are positions 1 to 6."""
    _require_example(BOOKS[book], 15, 6, {"6(c)(2)", "30-2607(3)(b)"})


def _require_example(rules: Rules, total: int, place: int, example: set[str]) -> None:
    """However the dice make the total. Only this total names the example, and only without a bank."""
    for roll in product(FACES, FACES, FACES):
        if sum(roll) == total:
            table = after(
                rules, at_shake(rules, None), ShakeDice(by="dealer", dice=roll), LiftLid(by="dealer")
            )
            table, (event,) = (
                after(rules, table, AnnounceTotal(by="dealer", total=total)),
                decide(rules, table, AnnounceTotal(by="dealer", total=total)),
            )
            assert example & set(event.cites)
            (first,) = decide(rules, table, DeliverStack(by="dealer", place=place))
            assert isinstance(first, StackDelivered)
            assert first.pieces == ALL_TILES[:4]
    for other in TOTALS:
        if other != total:
            assert not example & set(announced(rules, at_shake(rules, None), other)[1].cites)
    assert not example & set(announced(rules, at_shake(rules, 3), total)[1].cites)


@rule("colorado-tiles 30-2607(3)", "colorado-tiles 30-2607.01(4)", "R5", "R17")
@pytest.mark.parametrize("total", TOTALS)
def test_where_dragons_eye_deals_by_the_count_the_total_leads_from_the_dealer(total: int) -> None:
    table = after(BY_COUNT, at_shake(BY_COUNT, None), ShakeDice(by="dealer", dice=roll_of(total), shakes=5))
    table = going_on(BY_COUNT, table, Step.TOTAL)
    table = after(BY_COUNT, table, AnnounceTotal(by="dealer", total=total))
    _require_dealt_around(BY_COUNT, table, counted("the dealer", total))
