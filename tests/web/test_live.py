"""Whole evenings in a real browser on a real floor: by keys, mouse, or screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.web.hands import (
    BUTTONS,
    KEYS,
    PATIENCE,
    TREE,
    Played,
    accessible,
    cents,
    finish_round,
    own_table,
    play_round,
    sit_down,
)

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


@pytest.mark.parametrize("book", TABLES)
def test_a_round_by_the_tree_of_a_screen_reader_alone(page: Page, book: str) -> None:
    """Everything clicked is found by its role and name, and the tree says what was won and why."""
    own_table(page, f"{book}-full", bots=1)
    page.get_by_role("button", name=re.compile("Sit down with")).press("Enter")
    page.wait_for_selector(".app:not(.watch)", timeout=PATIENCE)
    page.wait_for_selector(".railbox[aria-busy=false]", timeout=PATIENCE)
    heard: list[str] = []

    def listened(answer: Callable[[Page], None]) -> Callable[[Page], None]:
        def act(page: Page) -> None:
            heard.append(page.get_by_role("main").aria_snapshot())
            answer(page)

        return act

    played = finish_round(page, {name: listened(answer) for name, answer in TREE.items()})
    assert _adds_up(played), played
    assert accessible(page) == []
    (setting,) = [tree for asked, tree in zip(played.asked, heard, strict=True) if asked == "set"]
    for half in ("HIGH", "LOW"):
        assert re.search(rf'region "{half} hand: \S.*"', setting), setting
        assert re.search(rf'button "\S.*, {half}"', setting), setting
    result = page.get_by_role("main").aria_snapshot()
    verdicts = re.findall(r"(higher|lower|copy) You", result)
    assert len(verdicts) == 2, result
    lost = "You lose" if "copy" in verdicts else "You lose both hands"
    headings = (lost, "One hand each: push", "You win both hands")
    assert f'heading "{headings[verdicts.count("higher")]}"' in result, result
    assert re.search(r"(beats?|kicker against|Next card:|A copy goes to|A zero never wins)", result), result
