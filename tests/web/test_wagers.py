"""Every wager, a surrender, and a foul: bet, played, and read in a real browser."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, Position, expect

from paigow.material.cards import parse_cards
from paigow.material.hands import Setting
from paigow.ranks.poker import Wheel, is_fouled
from paigow.submissions.checking import load_submission
from tests.rules import rule
from tests.web.hands import (
    BUTTONS,
    accessible,
    bet_on,
    cents,
    finish_round,
    own_table,
    play_round,
    play_until,
    sit_down,
)

DICE = ("match", "odd", "even", "double", "triple", "dice-bonus", "pair-fortunes")
# Cards of a hand overlap: only the corner of each is visible.
CORNER: Position = {"x": 12, "y": 30}
CARDS = ("fortune", "emperors", "insurance", "progressive")


@rule("colorado-tiles 30-2606(4)")
def test_dragons_eye_dice_bonus_and_pair_fortunes_side_by_side(page: Page) -> None:
    own_table(page, "colorado-tiles-full")
    sit_down(page)
    played = play_round(page, BUTTONS, bet=lambda page: bet_on(page, "main", *DICE))
    assert {"Match", "Odd", "Even", "Double", "Triple", "Pair Fortunes", "Pai Gow"} <= set(played.wagers)
    seen = set(played.wagers)
    while "Dice bonus" not in seen:
        # Three of a kind, one roll in 36, leaves the dice bonus wager up (R13).
        seen |= set(play_round(page, BUTTONS).wagers)
    before, after = played.chips.removeprefix("Chips ").split(" → ")
    assert cents(after) - cents(before) == cents(played.net)


@rule("maryland-poker 7.E")
def test_every_optional_wager_of_the_card_table(page: Page) -> None:
    own_table(page, "maryland-poker-full")
    sit_down(page)
    played = play_round(page, BUTTONS, bet=lambda page: bet_on(page, "main", *CARDS))
    assert {"Fortune Bonus", "Emperor's Treasure", "Pai Gow Insurance", "Progressive"} <= set(played.wagers)
    before, after = played.chips.removeprefix("Chips ").split(" → ")
    assert cents(after) - cents(before) == cents(played.net)


@rule("commission-tiles 7(f)", "R54")
@pytest.mark.parametrize("keys", [True, False], ids=["key", "mouse"])
def test_a_surrendered_wager_is_lost_whole_and_the_hand_never_shown(page: Page, keys: bool) -> None:
    own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    play_until(page, "surrender", BUTTONS)
    # The dealer's tiles are exposed by now: the shares against any hand would be wrong.
    expect(page.locator(".question")).to_contain_text("$25.00")
    expect(page.locator(".question")).not_to_contain_text("%")
    page.keyboard.press("s") if keys else page.click("[data-act=surrender]")
    played = finish_round(page, BUTTONS)
    assert cents(played.net) == -2500
    assert played.asked == []


@rule("maryland-poker 11.B")
def test_a_fouled_hand_is_warned_of_and_loses(page: Page) -> None:
    """About one hand in thirty can't be fouled, three pairs for example: then the next hand is used."""
    own_table(page, "maryland-poker-full", bots=1)
    sit_down(page)
    low: tuple[str, ...] = ()
    while not low:
        play_until(page, "set", BUTTONS)
        pieces = page.eval_on_selector_all("button.piece", "(all) => all.map((each) => each.dataset.piece)")
        low = next((pair for pair in combinations(pieces, 2) if _fouls(pair, pieces)), ())
        if not low:
            BUTTONS["set"](page)
    for piece in low:
        _bring_down(page, piece, low)
    page.wait_for_selector(".warn[role=alert]")
    page.click("[data-act=set]")
    page.click("[data-act=setfoul]")
    played = finish_round(page, BUTTONS)
    assert cents(played.net) < 0


def _fouls(low: tuple[str, ...], pieces: list[str]) -> bool:
    rest = [piece for piece in pieces if piece not in low]
    setting = Setting(parse_cards(" ".join(low)), parse_cards(" ".join(rest)))
    return is_fouled(setting, Wheel.SECOND)


def _bring_down(page: Page, piece: str, low: tuple[str, ...]) -> None:
    """Swap a piece of the high hand with one of the low hand that doesn't belong there."""
    if page.locator(f".slot.low [data-piece='{piece}']").count():
        return
    page.click(f".slot.high [data-piece='{piece}']", position=CORNER)
    others = [f":not([data-piece='{each}'])" for each in low]
    page.locator(f".slot.low button.piece{''.join(others)}").first.click(position=CORNER)
    page.wait_for_selector(f".slot.low [data-piece='{piece}']")


def test_a_bet_that_would_stay_the_same_is_not_sent(page: Page) -> None:
    """All in, and at the limit: doubling gets a sentence instead of a command without an effect."""
    page.goto("/")
    made = page.evaluate(
        """async () => {
          const { wagerWith } = await import('/table/spots.js');
          const command = { do: 'place-wager', position: 1, kind: 'main', chips: 500 },
            bet = { person: 'me', position: 1, kind: 'main', chips: 2500, promotional: 0, coupon: 0 };
          const model = (most) => ({ me: 'me',
            options: [{ command, free: [{ field: 'chips', least: 500, most }] }],
            view: { wagers: [bet], balances: {}, chairs: ['me'] } });
          return [2500, 4000].map((most) => wagerWith(model(most), 1, 'main', 2500)?.chips ?? null); }"""
    )
    assert made == [None, 4000]


# As the server reports it, to two decimals; whatever the page doesn't read is left out.
COUNTED: dict[str, list[dict[str, Any]]] = {
    "wagers": [{"kind": "fortune", "case": None, "as": None, "edge": 0.077414, "details": {}}]
}


@rule("maryland-poker 13.B(3)")
def test_what_a_side_bet_costs_and_pays_is_one_press_from_its_spot(page: Page) -> None:
    """Limits as the submission files them, the edge as counted, pay table B as the regulation has it."""
    own_table(page, "maryland-poker-full", bots=0)
    page.route("**/odds", lambda route: route.fulfill(json=COUNTED))
    sit_down(page)
    page.locator("[data-act=prices] text").click()
    fortune = page.locator("dialog [data-kind=fortune]")
    limit = load_submission("maryland-poker-full").rules.wagers["fortune"]
    expect(fortune).to_contain_text(f"Bet ${limit.least // 100}–${limit.most // 100} · House edge 7.74%")
    rows = [row.split("\t") for row in fortune.locator("table").inner_text().splitlines() if "\t" in row]
    pays = ("5,000", "2,000", "1,000", "400", "150", "50", "25", "5", "4", "3", "2")
    assert tuple(paid for _, paid in rows) == pays
    expect(page.locator("dialog [data-kind=insurance]")).to_contain_text("House edge not counted yet")
    assert accessible(page) == []
    page.keyboard.press("Escape")
    # It places no bet.
    assert page.locator("[data-act=takeback]").count() == 0
