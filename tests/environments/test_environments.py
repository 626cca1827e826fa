"""The environments pass the tests of Gymnasium and PettingZoo, and play by the table's rules."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import paigow.environments
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
    playing = table._playing
    assert playing is not None
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


@pytest.mark.parametrize("kind", [TableEnvironment, ParallelTableEnvironment])
def test_seats_and_rounds_are_checked(kind: type[TableEnvironment | ParallelTableEnvironment]) -> None:
    for seats in (7, 9):
        with pytest.raises(BadInput, match="this table has 1 to 6"):
            kind(seats=seats)
    for wrong in ({"seats": "3"}, {"rounds": "x"}, {"rounds": True}):
        with pytest.raises(BadInput, match="give a whole number"):
            kind(**wrong)
    for few in (0, -1, -3):
        with pytest.raises(BadInput, match="give 1 or more"):
            kind(seats=few)
        with pytest.raises(BadInput, match="give 1 or more"):
            kind(rounds=few)
    with pytest.raises(BadInput, match="give its file, or a rule book's name"):
        kind(42)  # type: ignore[arg-type]
    assert kind(seats=6).possible_agents[-1] == "seat_6"


def test_a_seats_bots_and_rounds_are_checked() -> None:
    with pytest.raises(BadInput, match="did you mean house-way"):
        SeatEnvironment(bots=("hous",))
    for bots in ("banker", 3, None):
        with pytest.raises(BadInput, match="give a list of names"):
            SeatEnvironment(bots=bots)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="give at most 5"):
        SeatEnvironment(bots=("banker",) * 6)
    with pytest.raises(BadInput, match="give 1 or more"):
        SeatEnvironment(rounds=0)


def test_a_wrong_step_at_a_table_is_bad_input() -> None:
    table = TableEnvironment(rounds=1)
    for early in (lambda: table.step(np.int64(3)), lambda: table.observe("seat_1")):
        with pytest.raises(BadInput, match="call reset"):
            early()
    table.reset(seed=1)
    for wrong in (-1, 99, 1.5, None, True, "0"):
        with pytest.raises(BadInput, match="give a whole number from 0 to"):
            table.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="the agents are seat_1, seat_2, seat_3"):
        table.observe("seat_4")
    while not table.truncations[table.agent_selection]:
        table.step(np.int64(3))
    with pytest.raises(BadInput, match="give None"):
        table.step(np.int64(3))
    while table.agents:
        table.step(None)
    with pytest.raises(BadInput, match="call reset"):
        table.step(None)


def test_a_wrong_step_of_all_agents_is_bad_input_and_changes_nothing() -> None:
    table = ParallelTableEnvironment(seats=2, rounds=1)
    with pytest.raises(BadInput, match="call reset"):
        table.step({})
    table.reset(seed=1)
    before = table._require_playing().table
    with pytest.raises(BadInput, match="no action for seat_1, seat_2"):
        table.step({})
    with pytest.raises(BadInput, match="give a dict"):
        table.step(3)  # type: ignore[arg-type]
    for wrong in (-1, 30, None, "0"):
        with pytest.raises(BadInput, match="give a whole number from 0 to"):
            table.step({"seat_1": np.int64(4), "seat_2": wrong})  # type: ignore[dict-item]
    assert table._require_playing().table == before
    while table.agents:
        table.step(dict.fromkeys(table.agents, np.int64(4)))
    with pytest.raises(BadInput, match="call reset"):
        table.step({})


def test_an_action_outside_the_mask_is_replaced_and_the_info_says_so() -> None:
    """Setting a hand while bets are open: the house-way bot bets instead."""
    turns = TableEnvironment("commission-tiles", seats=1)
    turns.reset(seed=1)
    turns.step(np.int64(14))
    assert turns.infos["seat_1"] == {"allowed": False}
    turns.step(np.int64(14))
    assert turns.infos["seat_1"] == {"allowed": True}
    together = ParallelTableEnvironment("commission-tiles", seats=2)
    together.reset(seed=1)
    told = together.step({"seat_1": np.int64(14), "seat_2": np.int64(4)})[4]
    assert told == {"seat_1": {"allowed": False}, "seat_2": {"allowed": True}}


def test_the_choice_is_told_in_words() -> None:
    """Bets of the first round: it is round 1, there is no hand yet, and the chips are 40 minimum bets."""
    seat = SeatEnvironment("commission-tiles", bots=(), render_mode="ansi")
    seat.reset(seed=1)
    unit = seat._choices.unit
    assert seat.render() == f"round 1, bets: ${40 * unit // 100:,}.00"
    _, _, _, _, told = seat.step(np.int64(4))
    chips = f"${39 * unit // 100:,}.00"
    hand = told["settings"][0].replace(" / ", " ").split()
    spoken = str(seat.render())
    assert spoken.startswith(f"round 1, setting: {chips}, ")
    assert sorted(spoken.rpartition(", ")[2].split()) == sorted(hand)
    table = TableEnvironment("commission-tiles", render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == "round 1, bets: seat_1"


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


def test_an_episode_of_one_round_ends_when_that_round_is_settled() -> None:
    """One bet is then won, pushed, or lost, less five percent (R11): eight pushes in a row don't happen."""
    seat = SeatEnvironment("commission-tiles", rounds=1)
    rewards = []
    for seed in range(8):
        seat.reset(seed=seed)
        assert seat.step(np.int64(4))[1:4] == (0.0, False, False)
        _, reward, terminated, truncated, told = seat.step(np.int64(14))
        assert (terminated, truncated, told["step"]) == (False, True, "bets")
        rewards.append(reward)
    assert {*rewards} <= {-1.0, 0.0, 0.95}
    assert any(rewards)
    with pytest.raises(BadInput, match="the episode is over; call reset"):
        seat.step(np.int64(3))

    agents = TableEnvironment("commission-tiles", seats=1, rounds=1)
    agents.reset(seed=3)
    for action, over in ((4, False), (14, True)):
        agents.step(np.int64(action))
        assert agents.truncations["seat_1"] is over

    together = ParallelTableEnvironment("commission-tiles", seats=2, rounds=1)
    together.reset(seed=3)
    assert not any(together.step(dict.fromkeys(together.agents, np.int64(4)))[3].values())
    assert all(together.step(dict.fromkeys(together.agents, np.int64(14)))[3].values())


@pytest.mark.parametrize("seed", [-1, "friday", 1.5])
@pytest.mark.parametrize("kind", [SettingEnvironment, SeatEnvironment, TableEnvironment])
def test_a_wrong_seed_mode_or_agent_is_bad_input(kind: type[Any], seed: object) -> None:
    with pytest.raises(BadInput, match="a seed can't be"):
        kind().reset(seed=seed)
    with pytest.raises(BadInput, match="render_mode can't be 'human'; give 'ansi' or None"):
        kind(render_mode="human")
    with pytest.raises(BadInput, match="there is no agent 'seat_9'; the agents are seat_1, seat_2"):
        TableEnvironment(seats=2).action_space("seat_9")


def test_numbers_can_be_numpys_and_names_can_be_completed() -> None:
    one = SettingEnvironment()
    assert one.reset(seed=np.int64(5))[1] == one.reset(seed=5)[1]  # type: ignore[arg-type]
    assert {"SettingEnvironment", "ParallelTableEnvironment"} <= {*dir(paigow.environments)}


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
