"""The Gymnasium and PettingZoo environments: one hand to set, one seat among bots, a table of agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from paigow.environments.playing import (
    AgentSeats,
    Observation,
    Playing,
    SeatChoices,
    SubmissionLike,
    action_given,
    lows_of,
    mode_given,
    pieces_array,
    pieces_of,
    rounds_given,
    rules_from,
    seed_given,
    splits_of,
    turn_told,
)
from paigow.faults import BadInput
from paigow.table.autoplay.players import player_named
from paigow.table.autoplay.seat import Player
from paigow.table.autoplay.self_play import BOT_NAMES, STACKS
from paigow.table.game import ALL_CARDS, ALL_TILES, compare, laid
from paigow.table.state import Step
from paigow.wagers.money import Cents, money

WON = 0.95
"""One wager less five percent (R11)."""


class SettingEnvironment(gymnasium.Env[NDArray[np.float32], np.int64]):
    """Set one hand against the dealer's. The reward is 0.95 for a win, 0 for a push, -1 for a loss.

    The observation counts the hand's faces, in the order of `paigow.environments.playing.pieces_of`; two
    tiles of one face count 1, one counts 0.5. An action is a split: `info["settings"]` from `reset` lists
    them, action 0 first. Tiles have three splits. Cards have 21, and a fouled one loses (R21).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - declared so by Gymnasium

    def __init__(
        self, submission: SubmissionLike = "commission-tiles", render_mode: str | None = None
    ) -> None:
        self._rules = rules_from(submission)
        self._tiles = self._rules.is_tiles
        self.render_mode = mode_given(render_mode)
        self.observation_space = spaces.Box(0.0, 1.0, (len(pieces_of(self._tiles)),), np.float32)
        self.action_space = spaces.Discrete(3 if self._tiles else 21)
        self._hand: tuple[str, ...] = ()
        self._dealer: tuple[str, ...] = ()
        self._told = ""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal two hands."""
        super().reset(seed=seed_given(seed), options=options)
        pieces, size = (ALL_TILES, 4) if self._tiles else (ALL_CARDS, 7)
        drawn = self.np_random.permutation(len(pieces))[: 2 * size]
        self._hand, self._dealer = (
            tuple(pieces[number] for number in part) for part in (drawn[:size], drawn[size:])
        )
        self._told = " ".join(self._hand)
        settings = splits_of(self._hand, self._tiles)
        return pieces_array(self._hand, self._tiles), {"hand": self._told, "settings": settings}

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Set the hand and compare it with the dealer's."""
        if not self._hand:
            raise BadInput("there is no hand to set", allowed="call reset() first, and again after the end")
        lows = lows_of(self._hand, self._tiles)
        low, high, fouled = self._laid(lows[action_given(action, len(lows))])
        dealer = self._rules.house_setting(self._dealer)
        push = self._rules.book.main.pushing
        outcome = "lose" if fouled else compare((low, high), dealer, self._rules.wheel, push).outcome.value
        self._told = (
            f"{' '.join(low)} / {' '.join(high)} against {' '.join(dealer[0])} / {' '.join(dealer[1])}"
        )
        reward = {"win": WON, "push": 0.0, "lose": -1.0}[outcome]
        seen = pieces_array(self._hand, self._tiles)
        self._hand = ()
        return seen, reward, True, False, {"outcome": outcome, "fouled": fouled, "told": self._told}

    def _laid(self, low: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
        rest = list(self._hand)
        for piece in low:
            rest.remove(piece)
        return laid(low, tuple(rest), self._rules.wheel)

    def render(self) -> str | None:
        """The hand in words, or its setting once it is set."""
        return self._told if self.render_mode == "ansi" else None


AGENT = "agent"


class SeatEnvironment(gymnasium.Env[Observation, np.int64]):
    """One seat among bots: bank, bet, and set hands for a number of rounds.

    `observation` is seven numbers and then the hand's faces, as in `SettingEnvironment`: 1 for the step
    (bank offer, bets, setting, setting the bank's hand), the chips in thousands of table minimums (at most
    1), whether you bank, and whether any player banks. `action_mask` is 1 for each action that is allowed.

    Actions 0 to 2 pass, take, or share the bank. 3 bets nothing, and 4 to 13 bet one to ten times the table
    minimum. From 14 on, an action sets the hand: `info["settings"]` lists the splits, action 14 first. An
    action that the mask excludes is replaced by what the house-way bot would do. The reward is the change of
    your chips, bets included, in table minimums. The episode is truncated after `rounds` rounds, and
    terminated when you can't afford the table minimum.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - declared so by Gymnasium

    def __init__(
        self,
        submission: SubmissionLike = "commission-tiles-full",
        bots: Sequence[str] = ("house-way", "banker"),
        rounds: int = 20,
        render_mode: str | None = None,
    ) -> None:
        self._rules = rules_from(submission)
        self._bots = _bots_given(bots, self._rules.table.chairs - 1)
        self._rounds = rounds_given(rounds)
        self._choices = SeatChoices(self._rules)
        self.render_mode = mode_given(render_mode)
        self.observation_space = self._choices.observation_space()
        self.action_space = self._choices.action_space()
        self._playing: Playing | None = None
        self._ended = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open a table, sit down, and play until the agent has to choose."""
        super().reset(seed=seed_given(seed), options=options)
        chips = self._choices.unit * STACKS
        entropy = bytes(self.np_random.integers(0, 256, 32, dtype=np.uint8))
        self._playing = Playing(self._rules, entropy, {AGENT: 1}, self._bots, chips)
        self._ended = self._playing.asked() is None
        return self._observed(), self._information()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply the agent's choice and play until it has to choose again."""
        if self._playing is None:
            raise BadInput("nobody is seated yet", allowed="call reset() first")
        if self._ended:
            raise BadInput("the episode is over", allowed="call reset() for another")
        chosen_number = action_given(action, self._choices.count)
        seat = self._playing.seat(AGENT)
        held = self._playing.worth(AGENT)
        allowed = bool(self._choices.allowed(seat)[chosen_number])
        self._playing.answer(AGENT, self._choices.command(seat, chosen_number) if allowed else seat.usual())
        over = self._playing.asked() is None
        reward = (self._playing.worth(AGENT) - held) / self._choices.unit
        broke = self._playing.table.step is Step.BETS and self._playing.worth(AGENT) < self._choices.unit
        ended = over or self._playing.finished >= self._rounds
        self._ended = broke or ended
        return self._observed(), reward, broke, ended, {**self._information(), "allowed": allowed}

    def _observed(self) -> Observation:
        assert self._playing is not None, "reset comes first"
        return self._choices.observed(self._playing.seat(AGENT), self._playing.table.bank is not None)

    def _information(self) -> dict[str, Any]:
        assert self._playing is not None, "reset comes first"
        table = self._playing.table
        hand = tuple(map(str, self._playing.seat(AGENT).hand))
        return {
            "step": table.step.value,
            "round": table.round,
            "chips": self._playing.worth(AGENT),
            "settings": splits_of(hand, self._choices.tiles) if hand else (),
        }

    def render(self) -> str | None:
        """The choice the agent faces, in words."""
        if self.render_mode != "ansi" or self._playing is None:
            return None
        seat = self._playing.seat(AGENT)
        facts = (money(Cents(seat.chips)), str(seat.hand))
        return f"{turn_told(self._playing.table)}: {', '.join(filter(None, facts))}"


def _bots_given(bots: object, most: int) -> dict[str, Player]:
    """The bots at the other seats, by name."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise BadInput("bots can't be a single value", allowed='give a list of names, such as ["house-way"]')
    if len(bots) > most:
        raise BadInput(f"{len(bots)} bots can't sit here", allowed=f"give at most {most}")
    return {name: player_named(kind) for name, kind in zip(BOT_NAMES, bots, strict=False)}


class TableEnvironment(AgentSeats, AECEnv[str, Observation, np.int64]):  # type: ignore[misc] # published without types
    """Agents `seat_1` to `seat_N` at one table. Observations and actions are those of `SeatEnvironment`.

    A reward is the change of an agent's chips since the last action of any agent, in table minimums. All
    agents are truncated after `rounds` rounds, or once nobody bets any more.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "paigow_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        submission: SubmissionLike = "commission-tiles-full",
        seats: int = 3,
        rounds: int = 20,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        AgentSeats.__init__(self, submission, seats, rounds)
        self.render_mode = mode_given(render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's words
        """Open a table, seat all agents, and play until one has to choose."""
        self._open(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What an agent observes. Its mask is empty while another agent has to choose."""
        playing = self._require_playing()
        seen = self._choices.observed(playing.seat(self._agent(agent)), playing.table.bank is not None)
        if agent != self.agent_selection:
            seen["action_mask"] = np.zeros_like(seen["action_mask"])
        return seen

    def step(self, action: np.int64 | None) -> None:
        """Act for the agent whose turn it is, and play until the next one has to choose."""
        playing = self._require_playing()
        agent = self.agent_selection
        if self.truncations[agent]:
            if action is not None:
                raise BadInput(f"{agent} has finished", allowed="give None")
            self._was_dead_step(action)
            return
        number = action_given(action, self._choices.count)
        held = {each: playing.worth(each) for each in self.agents}
        seat = playing.seat(agent)
        allowed = bool(self._choices.allowed(seat)[number])
        playing.answer(agent, self._choices.command(seat, number) if allowed else seat.usual())
        self.infos[agent] = {"allowed": allowed}
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self.rewards = {each: (playing.worth(each) - held[each]) / self._choices.unit for each in self.agents}
        self._accumulate_rewards()

    def _go_on(self) -> None:
        playing = self._require_playing()
        asked = playing.asked()
        if asked is None or playing.finished >= self._rounds:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = asked or self.agents[0]

    def render(self) -> str | None:
        """Whose turn it is and what the choice is, in words."""
        if self.render_mode != "ansi" or self._playing is None:
            return None
        return f"{turn_told(self._playing.table)}: {self.agent_selection}"

    def close(self) -> None:
        """Do nothing: no resource is held."""
