"""A whole table whose seats are all agents, one asked after the other. The rules are the table's."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from paigow.environments.choices import Choices, Observation
from paigow.environments.playing import Playing, rules_from
from paigow.submissions.submission import Submission
from paigow.table.autoplay.self_play import STACKS


class TableEnvironment(AECEnv[str, Observation, np.int64]):  # type: ignore[misc] # published without types
    """Agents `seat_1` to `seat_N` at one table; what they see and choose is as for `SeatEnvironment`.

    A reward is what an agent's chips have changed since any agent acted, in least wagers. All agents are
    truncated after so many rounds, or once nobody wagers any more.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "paigow_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        submission: str | Submission = "commission-tiles-full",
        seats: int = 3,
        rounds: int = 20,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._rules = rules_from(submission)
        self._rounds = rounds
        self._choices = Choices(self._rules)
        self.render_mode = render_mode
        chairs = min(seats, self._rules.table.chairs)
        self.possible_agents = [f"seat_{number}" for number in range(1, chairs + 1)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._choices.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self._choices.action_space() for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)
        self._playing: Playing | None = None

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[np.int64]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's words
        """Open a table, seat all agents and go on until one is asked."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        entropy = bytes(self._random.integers(0, 256, 32, dtype=np.uint8))
        seats = {agent: number for number, agent in enumerate(self.agents, start=1)}
        self._playing = Playing(self._rules, entropy, seats, {}, self._choices.unit * STACKS)
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What an agent knows; its mask is empty while another is asked."""
        assert self._playing is not None, "reset comes first"
        seen = self._choices.observed(self._playing.seat(agent), self._playing.table.bank is not None)
        if agent != self.agent_selection:
            seen["action_mask"] = np.zeros_like(seen["action_mask"])
        return seen

    def step(self, action: np.int64 | None) -> None:
        """Answer for the agent that is asked, and go on until one is asked again."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._playing is not None, "reset comes first"
        assert action is not None, "an agent in play has to choose"
        held = {each: self._playing.worth(each) for each in self.agents}
        seat = self._playing.seat(agent)
        allowed = bool(self._choices.allowed(seat)[int(action)])
        self._playing.answer(agent, self._choices.command(seat, int(action)) if allowed else seat.usual())
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self.rewards = {
            each: (self._playing.worth(each) - held[each]) / self._choices.unit for each in self.agents
        }
        self._accumulate_rewards()

    def _go_on(self) -> None:
        assert self._playing is not None, "reset comes first"
        asked = self._playing.asked()
        if asked is None or self._playing.table.round >= self._rounds:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = asked or self.agents[0]

    def render(self) -> str | None:
        """Who is asked what, in words."""
        if self.render_mode != "ansi" or self._playing is None:
            return None
        table = self._playing.table
        return f"round {table.round}: {self.agent_selection} at {table.step.value}"

    def close(self) -> None:
        """Nothing is held open."""
