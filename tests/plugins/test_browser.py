"""A table of the fifth book in a real browser: the package's wager is placed, settled, and shown there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.server.running import Server, running
from tests.web.conftest import browser, provoked
from tests.web.hands import BUTTONS, bet_on, cents, own_table, play_round, sit_down

__all__ = ["browser", "provoked"]


@pytest.fixture
def harbor(installed: Path, tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, "--pace", "0", "--drain", "0", packages=[installed]) as server:
        yield server


def test_a_wager_from_a_package_is_played_to_its_result(browser: Browser, harbor: Server) -> None:
    context = browser.new_context(base_url=harbor.address)
    page = context.new_page()
    own_table(page, "harbor-poker-full", bots=1)
    sit_down(page)
    played = play_round(page, BUTTONS, bet=lambda page: bet_on(page, "main", "dealers-nothing"))
    assert {"Pai Gow", "Dealer's Nothing"} <= set(played.wagers)
    before, after = played.chips.removeprefix("Chips ").split(" → ")
    assert cents(after) - cents(before) == cents(played.net)
    context.close()
