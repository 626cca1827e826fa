"""Dragon's Eye clause by clause: which wagers, the order of the dice, who shakes. Not the dice bonus."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.bets.betting import DiceBonusMoved
from paigow.table.deal.delivery import DeliverStack, next_place, right_place
from paigow.table.deal.dice import AnnounceTotal, CallNoRoll, LiftLid, ShakeDice, shaker_of
from paigow.table.deal.sweeping import CoverShaker
from paigow.table.house.seating import Leave
from paigow.table.ledger import INVENTORY
from paigow.table.refusals import Reason
from paigow.table.sides.dragons_eye import (
    AnnounceEye,
    EyeAnnounced,
    EyeButtonPlaced,
    PayDiceWagers,
    PlaceEyeButton,
    PlaceTriplesMarker,
    TakeDiceWagers,
)
from paigow.table.sides.eye_wagers import LeaveShakeToDealer
from paigow.table.state import Bank, DragonsEyeState, Step, changed
from paigow.table.text import script
from tests.rules import rule
from tests.table.banks import after, happened, money, refusal
from tests.table.eye_tables import (
    EYE,
    EYE_NO_VIGORISH,
    NO_MORE_BETS,
    TRAY,
    bet,
    betting,
    called,
    dealer_to,
    roll,
    rolled,
)
from tests.table.tables import rules_with

SEATS = {"anna": 1, "bob": 2, "carla": 3}
KINDS = ("odd", "even", "double", "match", "triple", "dice-bonus")
PLAIN = rules_with("colorado-tiles-plain")
WITH_MAIN = rules_with("colorado-tiles-full", "dragons-eye.without-main = false")
BY_COUNT = rules_with(
    "colorado-tiles-full",
    'banking.bank = "nobody"',
    'banking.co-bank = "nobody"',
    'dragons-eye.deal-from = "count"',
)
ROLLS = [(eye, second, third) for eye, second, third in product(range(1, 7), repeat=3)]
every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
@rule("colorado-tiles 30-2606(4)")
def test_each_dice_wager_may_be_made_where_dragons_eye_is_offered(kind: str) -> None:
    table = after(EYE, betting(SEATS), bet("anna", 1, 500, kind))
    assert table.wager("anna", 1, kind) is not None


@every_kind
@rule("colorado-tiles 30-2606(4)")
def test_no_dice_wager_is_made_where_it_is_not(kind: str) -> None:
    assert refusal(PLAIN, betting(SEATS), bet("anna", 1, 500, kind)).reason is Reason.NOT_OFFERED


@rule("colorado-tiles 30-2606(4)")
def test_one_player_may_make_all_of_them_at_once() -> None:
    table = after(EYE, betting(SEATS), *(bet("anna", 1, 500, kind) for kind in KINDS))
    assert len(table.wagers) == len(KINDS)


@every_kind
@rule("colorado-tiles 30-2606(4)", "R17")
def test_the_submission_says_whether_dice_wagers_need_a_main_wager(kind: str) -> None:
    refused = refusal(WITH_MAIN, betting(SEATS), bet("anna", 1, 500, kind))
    assert (refused.reason, refused.cites) == (Reason.NOT_ELIGIBLE, ("30-2606(4)", "R17"))
    table = after(WITH_MAIN, betting(SEATS), bet("anna", 1, 1000), bet("anna", 1, 500, kind))
    assert table.wager("anna", 1, kind) is not None


@rule("colorado-tiles 30-2606(4)")
def test_dice_bonus_wagers_are_moved_to_their_area() -> None:
    table = after(EYE, betting(SEATS), bet("carla", 3, 500, "dice-bonus"), bet("anna", 1, 500, "odd"))
    moved = [event for event in happened(EYE, table, NO_MORE_BETS) if isinstance(event, DiceBonusMoved)]
    assert [(event.positions, event.cites) for event in moved] == [((3,), ("30-2606(4)",))]


@rule("colorado-tiles 30-2606(4)", "R17")
def test_dice_wagers_are_made_at_the_own_position_only() -> None:
    table = after(EYE, betting({"anna": 1, "bob": 3}), bet("anna", 1, 1000), bet("bob", 3, 1000))
    for position in (2, 3):
        refused = refusal(EYE, table, bet("anna", position, 500, "match"))
        assert refused.reason is Reason.NOT_ELIGIBLE, position


def _paid(dice: tuple[int, int, int], kind: str, position: int) -> int:
    """What 1 on a wager wins, 0 if it loses, by 30-2612(1) to (5); the eye is the first die."""
    eye, second, third = dice
    triple = eye == second == third
    return {
        "match": dice.count(position),
        "even": int(eye in (2, 4, 6) and not triple),
        "odd": int(eye in (1, 3, 5) and not triple),
        "double": 4 * (second == third),
        "triple": 30 * triple,
        # The first triple, without a shaker: 30-2612(6).
        "dice-bonus": 25 * triple,
    }[kind]


@pytest.mark.parametrize(("rules", "takes_mains"), [(EYE, False), (EYE_NO_VIGORISH, True)])
@rule(
    "colorado-tiles 30-2604(4)",
    "colorado-tiles 30-2612(1)",
    "colorado-tiles 30-2612(2)",
    "colorado-tiles 30-2612(3)",
    "colorado-tiles 30-2612(4)",
    "colorado-tiles 30-2612(5)",
    "colorado-tiles 30-2608(12)(a)",
    "colorado-tiles 30-2608(12)(b)",
    "R14",
    "R15",
)
def test_every_roll_pays_every_wager_as_written(rules: Rules, takes_mains: bool) -> None:
    bets = [bet(person, place, 500, kind) for person, place in SEATS.items() for kind in KINDS]
    mains = [bet(person, place, 5000) for person, place in SEATS.items()]
    table = called(rules, betting(SEATS), *bets, *mains)
    for dice in ROLLS:
        triple = len(set(dice)) == 1
        after_dice = rolled(rules, table, dice)
        for person, place in SEATS.items():
            wins = {kind: _paid(dice, kind, place) for kind in KINDS}
            expected = sum(500 * (times + 1) for times in wins.values() if times)
            # A dice bonus wager that has won stays on the layout.
            expected -= 500 if triple else 0
            got = money(after_dice, f"rack/{person}") - money(table, f"rack/{person}")
            assert got == expected, (dice, person)
            main = after_dice.wager(person, place, "main")
            assert (main is None) == (takes_mains and triple), (dice, person)
        assert after_dice.step is (Step.FINISH if takes_mains and triple else Step.DEAL), dice


@rule("colorado-tiles 30-2607.01(1)")
def test_no_tile_is_dealt_before_the_lid_is_off_and_the_dice_are_settled() -> None:
    table = called(EYE, betting(SEATS), bet("anna", 1, 5000), bet("anna", 1, 500, "odd"))
    deal = DeliverStack(by="dealer", place=1)
    steps = []
    for command in (
        ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5),
        LiftLid(by="dealer"),
        AnnounceEye(by="dealer", number=1),
        PlaceEyeButton(by="dealer", position=1),
        PayDiceWagers(by="dealer", position=1),
    ):
        assert refusal(EYE, table, deal).reason is Reason.WRONG_STEP
        table = after(EYE, table, command)
        steps.append(table.step)
    assert steps == [Step.LID, Step.EYE, Step.BUTTON, Step.DICE_WAGERS, Step.DEAL]
    assert after(EYE, table, deal).hands.keys() == {1}


@pytest.mark.parametrize("eye", range(1, 7))
@rule("colorado-tiles 30-2607.01(1)", "R17")
def test_number_and_button_are_those_of_the_eye_die(eye: int) -> None:
    table = roll(EYE, called(EYE, betting(SEATS), bet("anna", 1, 5000)), (eye, 6, 5))
    for wrong in {1, 2, 3, 4, 5, 6} - {eye}:
        refused = refusal(EYE, table, AnnounceEye(by="dealer", number=wrong))
        assert (refused.reason, refused.cites) == (Reason.NOT_AS_REQUIRED, ("30-2607.01(1)", "R17"))
    announced, *_ = happened(EYE, table, AnnounceEye(by="dealer", number=eye))
    assert isinstance(announced, EyeAnnounced)
    assert announced.number == eye
    table = after(EYE, table, AnnounceEye(by="dealer", number=eye))
    for wrong in {1, 2, 3, 4, 5, 6} - {eye}:
        refused = refusal(EYE, table, PlaceEyeButton(by="dealer", position=wrong))
        assert refused.reason is Reason.NOT_AS_REQUIRED
    assert after(EYE, table, PlaceEyeButton(by="dealer", position=eye)).eye.button == eye


@pytest.mark.parametrize(
    ("dice", "winning"),
    [
        ((1, 2, 3), ("match", "odd")),
        ((4, 5, 5), ("even", "double")),
        ((4, 5, 6), ("even",)),
        ((2, 2, 2), ("match", "double", "triple", "dice-bonus")),
    ],
)
@rule("colorado-tiles 30-2607.01(1)", "R17")
def test_the_dealer_says_which_dice_wagers_have_won(
    dice: tuple[int, int, int], winning: tuple[str, ...]
) -> None:
    bets = [bet(person, place, 500, kind) for person, place in SEATS.items() for kind in KINDS]
    table = roll(EYE, called(EYE, betting(SEATS), *bets), dice)
    (announced,) = happened(EYE, table, AnnounceEye(by="dealer", number=dice[0]))
    assert isinstance(announced, EyeAnnounced)
    assert announced.winning == winning


@rule("colorado-tiles 30-2607.01(2)", "R17")
def test_losers_are_collected_from_position_1_to_6_then_winners_paid_so() -> None:
    seats = {name: place for place, name in enumerate("abcdef", start=1)}
    bets = [bet(person, place, 500, kind) for person, place in seats.items() for kind in ("odd", "even")]
    table = dealer_to(EYE, roll(EYE, called(EYE, betting(seats), *bets), (3, 1, 2)), Step.DICE_WAGERS)
    for command in (TakeDiceWagers, PayDiceWagers):
        for place in range(1, 7):
            for later in range(place + 1, 7):
                too_soon = refusal(EYE, table, command(by="dealer", position=later))
                assert (too_soon.reason, too_soon.cites[-2:]) == (
                    Reason.OUT_OF_ORDER,
                    ("30-2607.01(2)", "R17"),
                )
            if command is TakeDiceWagers:
                paid = refusal(EYE, table, PayDiceWagers(by="dealer", position=1))
                assert paid.reason is Reason.OUT_OF_ORDER
            # The lid stays off until all winning wagers have been paid.
            assert refusal(EYE, table, CoverShaker(by="dealer")).reason is Reason.WRONG_STEP
            assert table.shaker.lid_off
            table = after(EYE, table, command(by="dealer", position=place))
    assert table.step is Step.FINISH
    # Each lost 5.00 on even and won 5.00 on odd.
    assert money(table, INVENTORY) == TRAY


@pytest.mark.parametrize(
    ("wagers", "shaker"),
    [
        ((("bob", 2, "dice-bonus"),), "bob"),
        ((("bob", 2, "odd"),), "dealer"),
        ((("anna", 1, "dice-bonus"),), "dealer"),
    ],
)
@rule("colorado-tiles 30-2607.01(3)", "colorado-tiles 30-2607.01(5)", "R13")
def test_the_shaker_goes_to_the_player_at_the_button_with_a_dice_bonus_wager(
    wagers: tuple[tuple[str, int, str], ...], shaker: str
) -> None:
    table = betting(SEATS, eye=DragonsEyeState(button=2))
    table = called(EYE, table, *(bet(person, place, 500, kind) for person, place, kind in wagers))
    assert shaker_of(EYE, table) == "dealer"
    table = after(EYE, table, ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5))
    assert table.step is (Step.LID if shaker == "dealer" else Step.PLAYER_SHAKE)
    assert shaker_of(EYE, table) == shaker


@pytest.mark.parametrize("button", [None, 5])
@rule("colorado-tiles 30-2607.01(5)", "R13")
def test_with_nobody_at_the_button_the_dealer_keeps_the_dice(button: int | None) -> None:
    table = betting(SEATS, eye=DragonsEyeState(button=button))
    table = called(EYE, table, bet("anna", 1, 500, "dice-bonus"))
    assert after(EYE, table, ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5)).step is Step.LID


@rule("colorado-tiles 30-2607.01(5)")
def test_the_dealer_shakes_five_times_and_a_player_at_least_once() -> None:
    table = called(EYE, betting(SEATS, eye=DragonsEyeState(button=1)), bet("anna", 1, 500, "dice-bonus"))
    for shakes in range(5):
        too_few = refusal(EYE, table, ShakeDice(by="dealer", dice=(1, 2, 3), shakes=shakes))
        assert too_few.reason is Reason.NOT_AS_REQUIRED
    table = after(EYE, table, ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5))
    none = refusal(EYE, table, ShakeDice(by="anna", dice=(1, 2, 3), shakes=0))
    assert none.reason is Reason.NOT_AS_REQUIRED
    table = after(EYE, table, ShakeDice(by="anna", dice=(4, 5, 6), shakes=1))
    assert (table.step, table.shaker.dice) == (Step.LID, (4, 5, 6))
    # It comes back to the dealer, who alone takes the lid off.
    assert refusal(EYE, table, LiftLid(by="anna")).reason is Reason.NOT_YOURS


@rule("colorado-tiles 30-2607.01(6)", "R13", "R61")
def test_a_player_may_have_the_dealer_shake_and_then_does_not_shake() -> None:
    table = called(EYE, betting(SEATS, eye=DragonsEyeState(button=1)), bet("anna", 1, 500, "dice-bonus"))
    leave = LeaveShakeToDealer(by="anna")
    assert refusal(EYE, table, leave).reason is Reason.WRONG_STEP
    table = after(EYE, table, ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5))
    assert refusal(EYE, table, LeaveShakeToDealer(by="bob")).reason is Reason.NOT_ELIGIBLE
    assert refusal(EYE, table, LeaveShakeToDealer(by="dealer")).reason is Reason.NOT_YOURS
    assert refusal(PLAIN, table, leave).reason is Reason.NOT_OFFERED
    table = after(EYE, table, leave)
    assert refusal(EYE, table, leave).reason is Reason.NOT_ELIGIBLE
    assert refusal(EYE, table, ShakeDice(by="anna", dice=(1, 2, 3))).reason is Reason.NOT_YOURS
    table = roll(EYE, table, (5, 5, 5))
    (announced,) = happened(EYE, table, AnnounceEye(by="dealer", number=5))
    assert isinstance(announced, EyeAnnounced)
    assert announced.shaker == "anna"


@rule("R13", "R30")
def test_for_a_shaker_who_has_left_the_dealer_shakes() -> None:
    table = called(EYE, betting(SEATS, eye=DragonsEyeState(button=1)), bet("anna", 1, 500, "dice-bonus"))
    table = after(EYE, table, Leave(by="anna"), ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5))
    assert (table.step, shaker_of(EYE, table)) == (Step.PLAYER_SHAKE, "dealer")
    table = roll(EYE, table, (5, 5, 5))
    (announced,) = happened(EYE, table, AnnounceEye(by="dealer", number=5))
    assert isinstance(announced, EyeAnnounced)
    assert announced.shaker == "anna"


@rule("R17", "R51")
def test_against_dice_wagers_alone_a_bank_lapses() -> None:
    rules = rules_with("colorado-tiles-full")
    table = changed(betting(SEATS), bank=Bank("carla", 3, dealer_wager=0))
    table = after(rules, table, bet("anna", 1, 500, "odd"), NO_MORE_BETS)
    assert (table.bank, table.bets_open) == (None, True)


@rule("colorado-tiles 30-2610(1)", "R13", "R19")
def test_after_a_no_roll_whoever_shook_shakes_again() -> None:
    table = called(EYE, betting(SEATS, eye=DragonsEyeState(button=1)), bet("anna", 1, 500, "dice-bonus"))
    table = after(EYE, table, ShakeDice(by="dealer", dice=(1, 2, 3), shakes=5))
    table = after(EYE, table, ShakeDice(by="anna", dice=(1, 2, 3)), LiftLid(by="dealer"))
    table = after(EYE, table, CallNoRoll(by="dealer"))
    assert (table.step, shaker_of(EYE, table), table.shaker.dice) == (Step.PLAYER_SHAKE, "anna", None)
    table = called(EYE, betting(SEATS), bet("anna", 1, 500, "dice-bonus"))
    table = after(EYE, roll(EYE, table, (1, 2, 3)), CallNoRoll(by="dealer"))
    assert (table.step, shaker_of(EYE, table)) == (Step.SHAKE, "dealer")


@rule("colorado-tiles 30-2607.01(3)", "R13")
def test_the_marker_shows_one_two_and_three_triples() -> None:
    for before, (shown, counted) in enumerate(((1, 1), (2, 2), (3, 0))):
        table = betting(SEATS, eye=DragonsEyeState(triples=before, marker=before))
        table = dealer_to(
            EYE, roll(EYE, called(EYE, table, bet("anna", 1, 500, "triple")), (2, 2, 2)), Step.TRIPLES
        )
        for wrong in {0, 1, 2, 3, 4} - {shown}:
            refused = refusal(EYE, table, PlaceTriplesMarker(by="dealer", count=wrong))
            assert refused.reason is Reason.NOT_AS_REQUIRED
        table = after(EYE, table, PlaceTriplesMarker(by="dealer", count=shown))
        assert (table.eye.marker, table.eye.triples) == (shown, counted)


@pytest.mark.parametrize("eye", range(1, 7))
@rule("colorado-tiles 30-2607.01(4)", "R17")
def test_tiles_go_first_to_the_button_and_on_around_the_table(eye: int) -> None:
    table = rolled(EYE, called(EYE, betting(SEATS), bet("anna", 1, 5000)), (eye, 6, 5))
    refused = refusal(EYE, table, AnnounceTotal(by="dealer", total=eye + 11))
    assert (refused.reason, refused.cites[1:]) == (Reason.WRONG_STEP, ("30-2607.01(4)", "R17"))
    assert "Dragon's Eye die" in refused.sentence
    dealt = []
    while table.step is Step.DEAL:
        stack = DeliverStack(by="dealer", place=next_place(EYE, table))
        assert all({"30-2607.01(4)", "R17"} <= {*line.cites} for line in script.of(EYE, table, stack))
        assert next_place(EYE, table) == right_place(EYE, table)
        dealt.append(next_place(EYE, table))
        table = after(EYE, table, DeliverStack(by="dealer", place=dealt[-1]))
    circle = [0, 1, 2, 3, 4, 5, 6, 7]
    assert dealt == circle[eye:] + circle[:eye]


@rule("colorado-tiles 30-2607.01(4)", "colorado-tiles 30-2607(3)", "R17")
def test_the_operator_may_let_the_count_decide_instead() -> None:
    # Eye 4, total 15: counted from the dealer, twice around the eight places, it is the seventh, position 6.
    table = rolled(BY_COUNT, called(BY_COUNT, betting(SEATS), bet("anna", 1, 5000)), (4, 5, 6))
    assert (table.step, table.shaker.start) == (Step.TOTAL, None)
    table = after(BY_COUNT, table, AnnounceTotal(by="dealer", total=15))
    assert (table.shaker.start, right_place(BY_COUNT, table)) == (6, 6)


@rule("colorado-tiles 30-2607.01(4)", "colorado-tiles 30-2609(10)", "R17")
def test_in_a_banked_round_the_count_from_the_bank_decides() -> None:
    rules = rules_with("colorado-tiles-full")
    table = changed(betting(SEATS), bank=Bank("carla", 3, dealer_wager=0), step=Step.BETS)
    table = after(rules, table, bet("anna", 1, 5000), bet("bob", 2, 500, "odd"))
    table = changed(table, bank=Bank("carla", 3, dealer_wager=0))
    table = dealer_to(rules, after(rules, table, NO_MORE_BETS), Step.SHAKE)
    table = roll(rules, table, (4, 5, 6))
    button = happened(
        rules, table, AnnounceEye(by="dealer", number=4), PlaceEyeButton(by="dealer", position=4)
    )
    assert [event.start for event in button if isinstance(event, EyeButtonPlaced)] == [None]
    table = dealer_to(rules, table, Step.TOTAL)
    # 15 counted from position 3 as one: once around the eight places and seven on, which is position 1.
    table = after(rules, table, AnnounceTotal(by="dealer", total=15))
    assert (table.shaker.start, right_place(rules, table)) == (1, 1)


@pytest.mark.parametrize("rules", [EYE, BY_COUNT])
@rule("colorado-tiles 30-2606(4)", "R17")
def test_a_round_of_dice_wagers_alone_ends_after_the_dice(rules: Rules) -> None:
    table = rolled(rules, called(rules, betting(SEATS), bet("anna", 1, 500, "odd")), (2, 3, 4))
    assert (table.step, table.hands) == (Step.FINISH, {})


@rule("colorado-tiles 30-2607.01(1)")
@pytest.mark.parametrize(
    ("dice", "said"),
    [
        # Match by position 2's number on the second die, odd by the eye; 2 and 3 are no double.
        ((1, 2, 3), "Dragon's Eye: 1. Winning: match, odd."),
        ((4, 1, 3), "Dragon's Eye: 4. No dice wager wins."),
    ],
)
def test_the_dealer_calls_the_die_and_what_it_pays(dice: tuple[int, int, int], said: str) -> None:
    bets = (bet("anna", 1, 500, "odd"), bet("bob", 2, 500, "match"), bet("carla", 3, 500, "double"))
    table = roll(EYE, called(EYE, betting(SEATS), *bets), dice)
    (line,) = script.of(EYE, table, AnnounceEye(by="dealer", number=dice[0]))
    assert line.say == said


COMMANDS = (
    AnnounceEye(by="dealer", number=1),
    PlaceEyeButton(by="dealer", position=1),
    TakeDiceWagers(by="dealer", position=1),
    PayDiceWagers(by="dealer", position=1),
    PlaceTriplesMarker(by="dealer", count=1),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
@rule("colorado-tiles 30-2607.01(1)")
def test_only_the_dealer_does_it_where_it_is_offered_and_when_it_is_due(command: Command) -> None:
    table = betting(SEATS)
    assert refusal(PLAIN, table, replace(command, by="anna")).reason is Reason.NOT_YOURS
    assert refusal(PLAIN, table, command).reason is Reason.NOT_OFFERED
    assert refusal(EYE, table, command).reason is Reason.WRONG_STEP
