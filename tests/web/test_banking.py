"""Banking in a real browser: taking the offer, cutting the stacks, every style of delivery, and a co-bank."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from paigow.server.http.pages import catalog
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.self_play import next_command
from paigow.table.deal.delivery import STYLES
from paigow.table.state import Step, Table
from tests.rules import rule
from tests.table.tables import rules_with, submission_with
from tests.web.desk import Desk
from tests.web.hands import BUTTONS, KEYS, Answers, Played, own_table, play_round, sit_down
from tests.web.scenes import Evening, happenings

TEXTS = catalog("en")


def _press(act: str) -> Callable[[Page], None]:
    return lambda page: page.locator(f"#page [data-act={act}]").first.click()


def _cut(page: Page) -> None:
    """Stacks 2 to 4 to the left end, previewed before it is done."""
    page.click("[data-act=cutstack][data-n='2']")
    page.click("[data-act=cutstack][data-n='4']")
    page.click("[data-act=cutend][data-end=left]")
    assert "1 · 5 · 6 · 7 · 8 · 2 · 3 · 4" in page.inner_text(".then")
    page.click("[data-act=docut]")


def _cut_by_keys(page: Page) -> None:
    for key in ("2", "4", "ArrowRight", "Enter"):
        page.keyboard.press(key)


def _chosen(style: str) -> Callable[[Page], None]:
    return lambda page: page.click(f"[data-act=style][data-style={style}]")


def _seen(felts: list[str]) -> Callable[[Page], None]:
    """Inspect the felt, then set."""

    def look(page: Page) -> None:
        felts.append(page.locator("svg.flat").text_content() or "")
        _press("set")(page)

    return look


def _banked(page: Page, answers: Answers, **other: Callable[[Page], None]) -> Played:
    """Play on until a round in which the bank was taken."""
    for _ in range(6):
        played = play_round(page, answers, **other)
        if "Against the players" in played.told:
            return played
    raise AssertionError("the bank was never offered")


@rule("commission-tiles 8(g)", "commission-tiles 8(k)(5)")
def test_take_the_bank_cut_and_choose_a_delivery(page: Page) -> None:
    own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    for style in ("house-way-left", "jung-quat"):
        named: list[str] = []
        deal = {"style": _chosen(style), "set": _seen(named)}
        played = _banked(page, BUTTONS, offer=_press("bank"), cut=_cut, **deal)
        assert {"offer", "cut", "style", "set"} <= set(played.asked), played
        assert TEXTS[f"style.{style}"] in named[-1]


PEOPLE = {1: ("Anna", "banker"), 4: ("Bob", "house-way")}


def _asks_anna(table: Table) -> bool:
    return table.step is Step.STYLE and table.bank is not None and table.bank.person == "Anna"


@rule("commission-tiles 8(g)", "commission-tiles 8(k)(5)")
def test_choose_each_delivery(page: Page) -> None:
    """On a table that the engine plays, where the bank has cut: all ten, and the hand that each gives."""
    evening = Evening("commission-tiles-full", PEOPLE, "Anna", rounds=9)
    rules, chance = rules_with(evening.example), Chance(seed_from("dealer"))
    cut = next(table for *_, table in happenings(evening) if _asks_anna(table))
    desk = Desk(submission_with(evening.example), cut, me="Anna")
    desk.serve(page)
    page.goto("/table/commission-tiles")
    for style in STYLES:
        desk.put(cut)
        _chosen(style)(page)
        page.wait_for_function(
            "(name) => document.querySelector('svg.flat').textContent.includes(name)",
            arg=TEXTS[f"style.{style}"],
        )
        assert desk.table.delivery == style
        while desk.table.step is not Step.SETTING:
            command = next_command(rules, desk.table, chance, {})
            assert command is not None
            desk.happen(command)
        page.wait_for_selector(".app[data-step=setting]")


def test_a_banked_round_by_keys_alone(page: Page) -> None:
    own_table(page, "colorado-tiles-full", bots=1)
    sit_down(page, keys=True)
    keys = {**KEYS, "offer": lambda page: page.keyboard.press("t"), "cut": _cut_by_keys}
    played = _banked(page, keys, style=lambda page: page.keyboard.press("0"))
    assert {"offer", "cut", "style", "set"} <= set(played.asked)


@pytest.mark.parametrize("book", ["commission-tiles", "maryland-poker"])
def test_half_a_bank_with_the_house(page: Page, book: str) -> None:
    own_table(page, f"{book}-full", bots=1)
    sit_down(page)
    played = _banked(page, BUTTONS, offer=_press("cobank"))
    assert "offer" in played.asked
