"""The full-screen table, driven by Textual's own pilot and in a real terminal."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Static

from paigow.cli.play import seated_session
from paigow.cli.play_drawing import drawn_side_by_side, in_groups
from paigow.cli.play_screen import PICK_FIRST, LeaveQuestion, PlayScreen, Words
from paigow.submissions.checking import load_submission
from paigow.table.bets.betting import PlaceWager
from paigow.table.game import hand_name
from paigow.table.hands.setting import HouseWayTold, SetHand
from paigow.wagers.wager import MAIN

Played = Callable[[PlayScreen, Pilot[None]], Awaitable[None]]
MOMENTS = 2_000


def at_a_table(source: str, played: Played, size: tuple[int, int] = (80, 24)) -> PlayScreen:
    session = seated_session(load_submission(source), "Kim", seat=3, bots=2, seed="5", drawing=True)
    app = PlayScreen(session, script=True, pace="fast")

    async def whole() -> None:
        async with app.run_test(size=size) as pilot:
            await played(app, pilot)

    asyncio.run(whole())
    return app


async def until(app: PlayScreen, pilot: Pilot[None], verb: str) -> None:
    """Let dealer and bots act, and decline other questions, until this one is asked."""
    for _ in range(MOMENTS):
        await pilot.pause(0.01)
        if app.asked is not None and app.asked.verb == verb:
            await pilot.pause()
            return
        if app.asked is not None:
            await pilot.press("enter")
    raise AssertionError(f"never asked to {verb}: {app.session.table.step}")


def commands_of(app: PlayScreen, kind: type) -> list[object]:
    rounds = app.session.recorder.file.rounds
    return [
        act.command
        for each in rounds
        for act in each.acts
        if isinstance(act.command, kind) and act.command.by == "Kim"
    ]


def test_leaving_with_a_bet_down_is_asked_first() -> None:
    async def played(app: PlayScreen, pilot: Pilot[None]) -> None:
        await until(app, pilot, "Set")
        asked = []
        for key in "qnqy":
            await pilot.press(key)
            await pilot.pause()
            asked.append(isinstance(app.screen, LeaveQuestion))
        assert asked[:3] == [True, False, True]
        assert app.return_code == 0

    at_a_table("commission-tiles-full", played)


@pytest.mark.parametrize(
    ("source", "size"), [("commission-tiles-full", (120, 36)), ("maryland-poker-full", (60, 24))]
)
def test_a_round_is_played_with_keys_alone(source: str, size: tuple[int, int]) -> None:
    async def played(app: PlayScreen, pilot: Pilot[None]) -> None:
        await until(app, pilot, "Bet")
        await pilot.press("2", "enter")
        await until(app, pilot, "Set")
        assert app.asked is not None
        await pilot.press("3")
        await pilot.pause()
        low, high = app.asked.splits[2]
        for name, half in (("#high", high), ("#low", low)):
            box = app.query_one(name, Static)
            assert hand_name(half, app.session.rules.wheel) in str(box.visual)
            assert box.region.height > 0
        button = app.query_one(Button)
        assert button.region.bottom <= size[1]
        await pilot.press("enter")
        await until(app, pilot, "Next")

    app = at_a_table(source, played, size)
    least = app.session.rules.wagers[MAIN].least
    bets = [each for each in commands_of(app, PlaceWager) if isinstance(each, PlaceWager)]
    assert [bet.chips for bet in bets] == [2 * least]
    assert len(commands_of(app, SetHand)) == 1


def test_no_split_is_picked_for_the_player() -> None:
    async def played(app: PlayScreen, pilot: Pilot[None]) -> None:
        await until(app, pilot, "Set")
        assert app.query_one(OptionList).highlighted is None
        assert "not set yet" in str(app.query_one("#low", Static).visual)
        await pilot.press("enter")
        await pilot.click(Button)
        await pilot.pause()
        assert app.asked is not None
        assert app.asked.verb == "Set", "neither Enter nor the button sets a hand that nobody split"
        assert PICK_FIRST in str(app.query_one("#note", Static).visual)
        await pilot.press("1", "enter")
        await until(app, pilot, "Next")

    app = at_a_table("commission-tiles-full", played)
    assert len(commands_of(app, SetHand)) == 1


def test_a_click_picks_and_the_button_confirms() -> None:
    async def played(app: PlayScreen, pilot: Pilot[None]) -> None:
        await until(app, pilot, "Bet")
        await pilot.click(OptionList, offset=(4, 1))
        assert app.query_one(OptionList).highlighted == 1
        assert app.asked is not None
        await pilot.click(Button)
        await until(app, pilot, "Set")

    at_a_table("commission-tiles-full", played)


def test_h_picks_the_house_way_and_enter_sets_it_and_side_bets_are_typed() -> None:
    async def played(app: PlayScreen, pilot: Pilot[None]) -> None:
        await until(app, pilot, "Bet")
        await pilot.press("t", *"15 fortune 5", "enter")
        assert not app.query_one(Input).display
        await until(app, pilot, "Set")
        await pilot.press("h")
        assert app.asked is not None
        assert app.asked.verb == "Set", "H alone sets nothing: it means the same in the browser"
        await pilot.press("enter")
        await until(app, pilot, "Next")

    app = at_a_table("maryland-poker-full", played)
    bets = [each for each in commands_of(app, PlaceWager) if isinstance(each, PlaceWager)]
    assert {(bet.kind, bet.chips) for bet in bets} == {(MAIN, 1500), ("fortune", 500)}
    acts = [act for each in app.session.recorder.file.rounds for act in each.acts]
    told = [event for act in acts for event in act.events if isinstance(event, HouseWayTold)]
    set_to = [act.command.low for act in acts if isinstance(act.command, SetHand) and act.command.by == "Kim"]
    assert [set(each.low) for each in told] == [set(low) for low in set_to]


def test_bets_repeat_until_told_otherwise_and_the_last_round_is_explained() -> None:
    async def played(app: PlayScreen, pilot: Pilot[None]) -> None:
        await until(app, pilot, "Bet")
        await pilot.press("r")
        await until(app, pilot, "Set")
        await pilot.press("1", "enter")
        await until(app, pilot, "Set")
        assert app.session.table.round == 2
        await pilot.press("r", "w")
        assert isinstance(app.screen, Words)
        await pilot.press("x")
        assert not isinstance(app.screen, Words)

    at_a_table("commission-tiles-full", played)


def test_a_bad_answer_is_explained_and_asked_again() -> None:
    async def played(app: PlayScreen, pilot: Pilot[None]) -> None:
        await until(app, pilot, "Bet")
        await pilot.press("t", *"1 dragon 5", "enter")
        assert "There is no wager 'dragon'" in str(app.query_one("#note", Static).visual)
        assert app.asked is not None

    at_a_table("maryland-poker-full", played)


def test_red_pips_are_rings_without_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 4-5, the four is red and the five is white; of 6-6 one half of each end is red."""
    rules = load_submission("commission-tiles").rules
    monkeypatch.setenv("NO_COLOR", "1")
    nine, teen = (drawn_side_by_side([face], rules).plain for face in ("4-5", "6-6"))
    assert (nine.count("○"), nine.count("●")) == (4, 5)
    assert (teen.count("○"), teen.count("●")) == (6, 6)
    monkeypatch.delenv("NO_COLOR")
    assert drawn_side_by_side(["4-5"], rules).plain.count("●") == 9


def test_cards_stand_in_groups_then_by_rank() -> None:
    rules = load_submission("maryland-poker").rules
    assert in_groups(("9c", "Qd", "4h", "As", "Qs"), rules) == ("Qs", "Qd", "As", "9c", "4h")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """A terminal of 80 by 24 in which the table runs; call it to send keys or to read the screen."""
    tmux = shutil.which("tmux")
    assert tmux, "tmux is one of the system packages of the Makefile"
    server = [tmux, "-S", str(tmp_path / "socket"), "-f", "/dev/null"]
    command = f"{sys.executable} -m paigow play --seed 5 --name Kim --bots 1"
    subprocess.run([*server, "new-session", "-d", "-x", "80", "-y", "24", "-s", "table", command], check=True)

    def use(*keys: str) -> str:
        if keys:
            subprocess.run([*server, "send-keys", "-t", "table", *keys], check=True)
        shown = subprocess.run(
            [*server, "capture-pane", "-p", "-t", "table"], capture_output=True, check=False
        )
        return shown.stdout.decode()

    yield use
    subprocess.run([*server, "kill-server"], check=False, capture_output=True)


def _seen(terminal: Callable[..., str], words: str) -> str:
    until = time.monotonic() + 60
    while words not in (screen := terminal()):
        assert time.monotonic() < until, screen
        time.sleep(0.05)
    return screen


def test_the_table_is_played_in_a_real_terminal(terminal: Callable[..., str]) -> None:
    _seen(terminal, "Your bet, ")
    terminal("Enter")
    screen = _seen(terminal, "Split your four tiles: high / low")
    assert "HIGH" in screen
    assert screen.count("╭─────╮") >= 4
    terminal("h", "Enter")
    _seen(terminal, "Surrender position 3?")
    terminal("Enter")
    _seen(terminal, "This round:")
    terminal("q")
    until = time.monotonic() + 30
    while terminal().strip():
        assert time.monotonic() < until
        time.sleep(0.05)
