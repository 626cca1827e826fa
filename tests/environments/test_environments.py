"""The environments pass the tests of Gymnasium and PettingZoo, and play by the table's rules."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from paigow.environments import (
    ParallelTableEnvironment,
    SeatEnvironment,
    SettingEnvironment,
    TableEnvironment,
)
from paigow.environments.playing import lows_of
from paigow.faults import BadInput

BOOKS = ("commission-tiles-full", "colorado-tiles-full", "maryland-poker-plain", "rock-island-poker-plain")


@pytest.mark.parametrize("book", ["commission-tiles", "rock-island-poker"])
def test_one_hand_passes_gymnasiums_own_checks(book: str) -> None:
    check_env(SettingEnvironment(book, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("book", BOOKS)
def test_a_seat_passes_gymnasiums_own_checks(book: str) -> None:
    check_env(SeatEnvironment(book, rounds=3, render_mode="ansi"), skip_render_check=True)


# A mask next to the observation is PettingZoo's own form, which its test recognizes only for its own games.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("book", BOOKS)
def test_a_table_passes_pettingzoos_own_tests(book: str) -> None:
    api_test(TableEnvironment(book, seats=3, rounds=3), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize("book", BOOKS)
def test_a_parallel_table_passes_pettingzoos_own_tests(book: str) -> None:
    parallel_api_test(ParallelTableEnvironment(book, seats=3, rounds=3), num_cycles=40)


def test_agents_of_a_parallel_table_bet_and_then_set_and_win_what_the_ledger_says() -> None:
    table = ParallelTableEnvironment("commission-tiles-full", seats=2, rounds=4)
    seen, _ = table.reset(seed=3)
    start = {agent: table._require_playing().worth(agent) for agent in table.agents}
    total = dict.fromkeys(table.agents, 0.0)
    while table.agents:
        actions = {agent: np.flatnonzero(seen[agent]["action_mask"])[-1] for agent in table.agents}
        seen, rewards, _, _, _ = table.step(actions)
        for agent, reward in rewards.items():
            total[agent] += reward
    playing = table._require_playing()
    unit = playing.rules.wagers["main"].least
    assert playing.table.round == 4
    for agent, begun in start.items():
        assert total[agent] == pytest.approx((playing.worth(agent) - begun) / unit)
    assert any(total.values())


def test_the_settings_are_told_in_the_order_of_the_actions() -> None:
    environment = SettingEnvironment("maryland-poker")
    for action in (0, 7, 20):
        _, told = environment.reset(seed=5)
        assert len(set(told["settings"])) == 21
        low = told["settings"][action].split(" / ")[0]
        _, _, _, _, after = environment.step(np.int64(action))
        laid_low, laid_high = (set(half.split()) for half in after["told"].split(" against ")[0].split(" / "))
        assert set(low.split()) == laid_low
        assert laid_low | laid_high == set(told["hand"].split())


@pytest.mark.parametrize("kind", [SettingEnvironment, SeatEnvironment])
def test_a_wrong_step_is_bad_input(kind: type[SettingEnvironment | SeatEnvironment]) -> None:
    environment = kind()
    with pytest.raises(BadInput, match="reset"):
        environment.step(np.int64(0))
    environment.reset(seed=1)
    for wrong in (-1, 99, 1.5, None, True, "0"):
        with pytest.raises(BadInput, match="give a whole number from 0 to"):
            environment.step(wrong)  # type: ignore[arg-type]


def test_a_hand_is_set_once() -> None:
    environment = SettingEnvironment()
    environment.reset(seed=1)
    environment.step(np.int64(0))
    with pytest.raises(BadInput, match="again after the end"):
        environment.step(np.int64(0))


def test_gymnasium_knows_the_ids() -> None:
    one = gymnasium.make("paigow/Setting-v0", submission="rock-island-poker")
    one.reset(seed=1)
    assert one.action_space.contains(np.int64(20))
    seat = gymnasium.make("paigow.environments:paigow/Seat-v0", submission="commission-tiles-full", rounds=1)
    seen, _ = seat.reset(seed=1)
    assert "action_mask" in seen


def test_a_table_is_the_same_for_the_same_seed() -> None:
    seed_test(lambda: TableEnvironment(rounds=2), num_cycles=20)


def test_a_split_of_tiles_gives_what_the_rules_say() -> None:
    environment = SettingEnvironment()
    environment.reset(seed=1)
    # The pair of sixes high and a wong low beat a dealer with neither pair, wong, nor gong.
    environment._hand, environment._dealer = ("6-6", "6-6", "1-1", "4-5"), ("1-5", "1-6", "2-3", "2-5")
    pairs = lows_of(environment._hand, tiles=True)
    action = next(
        number for number, low in enumerate(pairs) if set(low) == {"6-6"} or set(low) == {"1-1", "4-5"}
    )
    _, reward, terminated, _, told = environment.step(np.int64(action))
    assert terminated
    assert told["outcome"] == "win"
    assert reward == 0.95


def test_a_fouled_split_of_cards_loses() -> None:
    environment = SettingEnvironment("maryland-poker")
    environment.reset(seed=1)
    environment._hand = ("As", "Ah", "Kd", "Qc", "9h", "7s", "2d")
    environment._dealer = ("3s", "4h", "6d", "8c", "10h", "Jd", "2c")
    action = next(
        number
        for number, low in enumerate(lows_of(environment._hand, tiles=False))
        if set(low) == {"As", "Ah"}
    )
    _, reward, _, _, told = environment.step(np.int64(action))
    assert told["fouled"]
    assert reward == -1.0


def test_a_seat_that_follows_the_mask_bets_banks_and_sets() -> None:
    environment = SeatEnvironment(rounds=12)
    seen, told = environment.reset(seed=7)
    brought, gained, steps = told["chips"], 0.0, set()
    random = np.random.default_rng(7)
    ended = False
    while not ended:
        steps.add(told["step"])
        mask = seen["action_mask"]
        assert mask.any()
        action = 1 if mask[1] else random.choice(np.flatnonzero(mask))
        seen, reward, terminated, truncated, told = environment.step(np.int64(action))
        assert told["allowed"]
        gained += reward
        ended = terminated or truncated
    assert {"bets", "offer", "setting", "bank-setting"} <= steps
    unit = environment._choices.unit
    assert round(gained * unit) == told["chips"] - brought


def test_what_the_mask_excludes_is_done_as_usual() -> None:
    environment = SeatEnvironment("commission-tiles", rounds=2, render_mode="ansi")
    environment.reset(seed=3)
    assert "bets" in str(environment.render())
    _, _, _, _, told = environment.step(np.int64(0))
    assert not told["allowed"]
    assert told["step"] != "bets"


def test_rewards_of_a_table_without_a_house_wager_add_up_to_what_chips_moved() -> None:
    table = TableEnvironment(rounds=4, seats=3)
    table.reset(seed=11)
    random = np.random.default_rng(11)
    total = dict.fromkeys(table.possible_agents, 0.0)
    assert table._playing is not None
    before = {agent: table._playing.worth(agent) for agent in table.possible_agents}
    for agent in table.agent_iter(400):
        seen, reward, terminated, truncated, _ = table.last()
        total[agent] += reward
        over = terminated or truncated
        table.step(None if over else np.int64(random.choice(np.flatnonzero(seen["action_mask"]))))
    unit = table._choices.unit
    after = {agent: table._playing.worth(agent) for agent in table.possible_agents}
    assert {agent: round(value * unit) for agent, value in total.items()} == {
        agent: after[agent] - before[agent] for agent in before
    }


def test_without_the_extra_one_is_told_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; from paigow.environments import TableEnvironment"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.stderr.endswith("pettingzoo is not installed; install paigow[gym]\n")
