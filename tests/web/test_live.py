"""Whole evenings in a real browser on a real floor: by keys, by mouse, from the seat to the door."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.hands import BUTTONS, KEYS, Played, cents, own_table, play_round, sit_down

TABLES = ("commission-tiles", "colorado-tiles", "rock-island-poker", "maryland-poker")


def _adds_up(played: Played) -> bool:
    before, after = played.chips.removeprefix("Chips ").split(" → ")
    return cents(after) - cents(before) == cents(played.net)


@pytest.mark.parametrize("book", TABLES)
@pytest.mark.parametrize("answers", [KEYS, BUTTONS], ids=["keys", "mouse"])
def test_an_evening_from_the_seat_to_the_last_cent(page: Page, book: str, answers: object) -> None:
    keys = answers is KEYS
    own_table(page, f"{book}-full")
    sit_down(page, keys=keys)
    for _ in range(2):
        played = play_round(page, KEYS if keys else BUTTONS)
        assert {"set", "ready"} <= set(played.asked), played
        assert _adds_up(played), played
