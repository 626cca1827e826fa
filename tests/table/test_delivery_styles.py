"""The ten styles of delivery, four by four from the regulations' text, and choosing and showing a style.

Stacks are numbered 1 to 8 from the dealer's right; `3b` is the second tile from the top of stack 3.
"""

from __future__ import annotations

import pytest

from paigow.table.acts import DEALER
from paigow.table.bank.stacks import ChooseDelivery, DeliveryIndicated, IndicateDelivery
from paigow.table.deal.delivery import STYLES, DeliverStack, deal_order
from paigow.table.refusals import Reason
from paigow.table.state import Bank, DealtHand, Step, Table, changed
from paigow.table.text import script
from tests.rules import rule
from tests.table.banks import BOOKS, COMMISSION, after, happened, refusal
from tests.table.tables import rules_with

NUMBERED = tuple(tuple(f"{stack}{level}" for level in "abcd") for stack in range(1, 9))


def _both(number: int, letter: str) -> pytest.MarkDecorator:
    return rule(f"commission-tiles 8(k)({number})", f"colorado-tiles 30-2609(11)({letter})")


WRITTEN = [
    pytest.param(
        "house-way-right",
        """
        1a 1b 1c 1d
        2a 2b 2c 2d
        3a 3b 3c 3d
        4a 4b 4c 4d
        5a 5b 5c 5d
        6a 6b 6c 6d
        7a 7b 7c 7d
        8a 8b 8c 8d
        """,
        marks=_both(1, "a"),
    ),
    pytest.param(
        "house-way-left",
        """
        8a 8b 8c 8d
        7a 7b 7c 7d
        6a 6b 6c 6d
        5a 5b 5c 5d
        4a 4b 4c 4d
        3a 3b 3c 3d
        2a 2b 2c 2d
        1a 1b 1c 1d
        """,
        marks=_both(2, "b"),
    ),
    # The first two stacks on the right: their top two tiles, then the four left over; on to the left.
    pytest.param(
        "cup-say-right",
        """
        1a 1b 2a 2b
        1c 1d 2c 2d
        3a 3b 4a 4b
        3c 3d 4c 4d
        5a 5b 6a 6b
        5c 5d 6c 6d
        7a 7b 8a 8b
        7c 7d 8c 8d
        """,
        marks=_both(3, "c"),
    ),
    pytest.param(
        "cup-say-left",
        """
        8a 8b 7a 7b
        8c 8d 7c 7d
        6a 6b 5a 5b
        6c 6d 5c 5d
        4a 4b 3a 3b
        4c 4d 3c 3d
        2a 2b 1a 1b
        2c 2d 1c 1d
        """,
        marks=_both(4, "d"),
    ),
    # The fourth from the right and the fourth from the left, which is the fifth from the right.
    pytest.param(
        "jung-quat",
        """
        4a 4b 5a 5b
        4c 4d 5c 5d
        3a 3b 6a 6b
        3c 3d 6c 6d
        2a 2b 7a 7b
        2c 2d 7c 7d
        1a 1b 8a 8b
        1c 1d 8c 8d
        """,
        marks=_both(5, "e"),
    ),
    pytest.param(
        "chee-yee",
        """
        1a 1b 8a 8b
        1c 1d 8c 8d
        2a 2b 7a 7b
        2c 2d 7c 7d
        3a 3b 6a 6b
        3c 3d 6c 6d
        4a 4b 5a 5b
        4c 4d 5c 5d
        """,
        marks=_both(6, "f"),
    ),
    # The top tile of each of the first four on the right, then of the first four on the left, and so on.
    pytest.param(
        "pin-say-right",
        """
        1a 2a 3a 4a
        8a 7a 6a 5a
        1b 2b 3b 4b
        8b 7b 6b 5b
        1c 2c 3c 4c
        8c 7c 6c 5c
        1d 2d 3d 4d
        8d 7d 6d 5d
        """,
        marks=_both(7, "g"),
    ),
    pytest.param(
        "pin-say-left",
        """
        8a 7a 6a 5a
        1a 2a 3a 4a
        8b 7b 6b 5b
        1b 2b 3b 4b
        8c 7c 6c 5c
        1c 2c 3c 4c
        8d 7d 6d 5d
        1d 2d 3d 4d
        """,
        marks=_both(8, "h"),
    ),
    # Stacks 1 and 2 on top of 3 and 4 make two tall ones. Two tiles off each are the head, one off each of
    # the four on the left the tail.
    pytest.param(
        "dragon-head-right",
        """
        1a 1b 2a 2b
        8a 7a 6a 5a
        1c 1d 2c 2d
        8b 7b 6b 5b
        3a 3b 4a 4b
        8c 7c 6c 5c
        3c 3d 4c 4d
        8d 7d 6d 5d
        """,
        marks=_both(9, "i"),
    ),
    pytest.param(
        "dragon-head-left",
        """
        8a 8b 7a 7b
        1a 2a 3a 4a
        8c 8d 7c 7d
        1b 2b 3b 4b
        6a 6b 5a 5b
        1c 2c 3c 4c
        6c 6d 5c 5d
        1d 2d 3d 4d
        """,
        marks=_both(10, "j"),
    ),
]


@pytest.mark.parametrize(("style", "written"), WRITTEN)
def test_each_style_gives_the_fours_that_its_paragraph_describes(style: str, written: str) -> None:
    fours = [line.split() for line in written.strip().splitlines()]
    dealt = deal_order(NUMBERED, style)
    assert [sorted(four) for four in dealt] == [sorted(four) for four in fours]


@rule("commission-tiles 8(k)", "colorado-tiles 30-2609(11)")
def test_there_are_ten_styles_and_each_deals_every_tile_once() -> None:
    assert len(STYLES) == len({*STYLES}) == 10
    for style in STYLES:
        assert sorted(tile for four in deal_order(NUMBERED, style) for tile in four) == sorted(
            tile for stack in NUMBERED for tile in stack
        )


AT_STYLE = Table(step=Step.STYLE, chairs=("anna", "bob", *(None,) * 4), bank=Bank("anna", 1), stock=NUMBERED)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("book", "first"),
    [
        pytest.param(
            "commission-tiles", "8(k)(1)", marks=rule("commission-tiles 8(i)", "commission-tiles 8(k)")
        ),
        pytest.param(
            "colorado-tiles",
            "30-2609(11)(a)",
            marks=rule("colorado-tiles 30-2609(9)", "colorado-tiles 30-2609(11)"),
        ),
    ],
)
def test_the_bank_may_choose_any_style_that_is_submitted(book: str, first: str, style: str) -> None:
    rules = BOOKS[book]
    table = after(rules, AT_STYLE, ChooseDelivery(by="anna", style=style))
    assert table.delivery == style
    shown = happened(rules, table, IndicateDelivery(by="dealer", how="say"))[0]
    number = STYLES.index(style)
    own = f"8(k)({number + 1})" if book == "commission-tiles" else f"30-2609(11)({'abcdefghij'[number]})"
    assert own in shown.cites
    assert (first in shown.cites) is (number == 0)


MOVED = {
    # The stacks that the dealer pushes, takes a tile from, covers or builds on; 1 is the first on the right.
    "house-way-right": {1},  # the first on the right
    "house-way-left": {8},
    "cup-say-right": {1, 2},  # the first two
    "cup-say-left": {7, 8},
    "jung-quat": {4, 5},  # the fourth from the right and the fourth from the left
    "chee-yee": {1, 8},  # the first on the right and the first on the left
    "pin-say-right": {1, 2, 3, 4},  # the first one's top tile across the second, third and fourth
    "pin-say-left": {5, 6, 7, 8},
    "dragon-head-right": {1, 2, 3, 4},  # the first and second onto the third and fourth
    "dragon-head-left": {5, 6, 7, 8},
}


@pytest.mark.parametrize(
    ("book", "style"),
    [
        pytest.param(book, style, marks=rule(f"{book} {prefix}({place})"), id=f"{book} {style}")
        for book, prefix, places in (
            ("commission-tiles", "8(k)", range(1, 11)),
            ("colorado-tiles", "30-2609(11)", "abcdefghij"),
        )
        for style, place in zip(MOVED, places, strict=True)
    ],
)
def test_the_dealer_shows_a_style_with_its_own_stacks(book: str, style: str) -> None:
    rules = BOOKS[book]
    table = after(rules, AT_STYLE, ChooseDelivery(by="anna", style=style))
    *_, shown = happened(
        rules, table, *(IndicateDelivery(by="dealer", how=how) for how in ("say", "signal", "move"))
    )
    assert isinstance(shown, DeliveryIndicated)
    assert set(shown.stacks) == MOVED[style]


@rule("commission-tiles 8(k)", "colorado-tiles 30-2609(11)")
def test_a_style_that_is_not_submitted_is_refused() -> None:
    few = rules_with("commission-tiles-full", 'banking.deliveries = ["house-way-right", "chee-yee"]')
    refused = refusal(few, AT_STYLE, ChooseDelivery(by="anna", style="jung-quat"))
    assert refused.reason is Reason.NOT_OFFERED
    refused = refusal(few, AT_STYLE, ChooseDelivery(by="anna", style="upside-down"))
    assert refused.reason is Reason.NOT_OFFERED


@rule("commission-tiles 8(i)", "colorado-tiles 30-2609(9)")
def test_only_the_bank_chooses_and_only_before_the_style_is_called() -> None:
    assert (
        refusal(COMMISSION, AT_STYLE, ChooseDelivery(by="bob", style="chee-yee")).reason is Reason.NOT_YOURS
    )
    changed_mind = after(
        COMMISSION,
        AT_STYLE,
        ChooseDelivery(by="anna", style="chee-yee"),
        ChooseDelivery(by="anna", style="jung-quat"),
        IndicateDelivery(by="dealer", how="say"),
    )
    assert changed_mind.delivery == "jung-quat"
    late = refusal(COMMISSION, changed_mind, ChooseDelivery(by="anna", style="chee-yee"))
    assert late.reason is Reason.NOT_ELIGIBLE


@rule("commission-tiles 8(i)", "colorado-tiles 30-2609(9)", "R61")
@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
def test_a_bank_that_names_no_style_gets_house_way_from_the_right(book: str) -> None:
    rules = BOOKS[book]
    early = refusal(rules, AT_STYLE, IndicateDelivery(by="dealer", how="say"))
    assert (early.reason, early.cites[-1]) == (Reason.NOT_ELIGIBLE, "R85")
    events = happened(rules, AT_STYLE, IndicateDelivery(by="dealer", how="say", because="time-up"))
    shown = events[0]
    assert isinstance(shown, DeliveryIndicated)
    assert (shown.style, shown.then) == ("house-way-right", Step.STYLE)
    assert "R61" in shown.cites


@rule("commission-tiles 8(i)", "colorado-tiles 30-2609(9)")
@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
def test_a_style_is_said_then_signalled_then_shown_with_the_stacks(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, AT_STYLE, ChooseDelivery(by="anna", style="cup-say-left"))
    assert refusal(rules, table, IndicateDelivery(by="anna", how="say")).reason is Reason.NOT_YOURS
    assert refusal(rules, table, IndicateDelivery(by="dealer", how="move")).reason is Reason.OUT_OF_ORDER
    steps = []
    for how in ("say", "signal", "move"):
        (event,) = happened(rules, table, IndicateDelivery(by="dealer", how=how))
        assert isinstance(event, DeliveryIndicated)
        steps.append((event.signal, event.stacks, event.then))
        table = after(rules, table, IndicateDelivery(by="dealer", how=how))
    # Cup say from the left pushes forward the first two stacks on the left: the eighth and the seventh.
    assert steps == [
        ("", (), Step.STYLE),
        (rules.banking.delivery_signal, (), Step.STYLE),
        ("", (8, 7), Step.SHAKE),
    ]
    assert rules.banking.delivery_signal


def test_a_card_table_has_no_styles() -> None:
    maryland = rules_with("maryland-poker-full")
    assert maryland.banking.deliveries == ()
    refused = refusal(
        maryland, changed(AT_STYLE, step=Step.SHAKE), ChooseDelivery(by="anna", style="chee-yee")
    )
    assert refused.reason is Reason.NOT_OFFERED


# By the paragraph of each style: what the first two hands get, and how the third begins again.
IN_WORDS = [
    ("house-way-left", ["the next stack from your left"] * 3),
    (
        "cup-say-right",
        [
            "the top two tiles of each of the next two stacks from your right",
            "the four tiles left of those two stacks",
            "the top two tiles of each of the next two stacks from your right",
        ],
    ),
    (
        "jung-quat",
        [
            "the top two tiles of each of the two stacks now in the middle",
            "the four tiles left of those two stacks",
            "the top two tiles of each of the two stacks now in the middle",
        ],
    ),
    (
        "chee-yee",
        [
            "the top two tiles of each of the two end stacks, centered before the others,",
            "the four tiles left of those two stacks",
            "the top two tiles of each of the two end stacks, centered before the others,",
        ],
    ),
    (
        "pin-say-right",
        [
            "the diagonal tile and the three tiles it covers",
            "the top tile of each of the four stacks at your left",
            "the top tile of each of the four stacks at your right",
        ],
    ),
    (
        "dragon-head-left",
        [
            "the top two tiles of each of the two tall stacks at your left",
            "the top tile of each of the four stacks at your right",
            "the top two tiles of each of the two tall stacks at your left",
        ],
    ),
]


@rule("commission-tiles 8(k)", "colorado-tiles 30-2609(11)")
@pytest.mark.parametrize(("style", "words"), IN_WORDS)
def test_the_script_says_which_tiles_a_hand_gets(style: str, words: list[str]) -> None:
    table = Table(step=Step.DEAL, delivery=style, bank=Bank("bo", 2))
    for dealt, tiles in enumerate(words):
        hands = {place: DealtHand(place, ()) for place in range(1, dealt + 1)}
        (line,) = script.of(COMMISSION, changed(table, hands=hands), DeliverStack(by=DEALER, place=6))
        assert line.do == f"Deal {tiles} to position 6, face down."
