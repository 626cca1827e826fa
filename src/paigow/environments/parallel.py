"""A table whose agents all bet at once and then all set at once, for PettingZoo. Nobody banks there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from paigow.environments.playing import Observation, Playing, SeatChoices, rules_from
from paigow.submissions.checking import Submission
from paigow.table.autoplay.self_play import STACKS
from paigow.table.state import Step

Results = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class ParallelTableEnvironment(ParallelEnv[str, Observation, np.int64]):  # type: ignore[misc] # published without types
    """Every seat is an agent. Two steps make a round: one wager each, then one setting each.

    Wagers and settings of one agent are hidden from the others, so choosing at once changes nothing. A bank
    would be asked alone and would wait: offers of it are passed. An agent who has nothing to choose has one
    action in its mask, the wager of nothing, which is ignored.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "paigow_parallel_v0", "render_modes": []}

    def __init__(
        self, submission: str | Submission = "commission-tiles-full", seats: int = 3, rounds: int = 20
    ) -> None:
        self._rules = rules_from(submission)
        self._rounds = rounds
        self._choices = SeatChoices(self._rules)
        self.render_mode = None
        chairs = min(seats, self._rules.table.chairs)
        self.possible_agents = [f"seat_{number}" for number in range(1, chairs + 1)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._choices.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self._choices.action_space() for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)
        self._playing: Playing | None = None
        self._asked: frozenset[str] = frozenset()

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[np.int64]:
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's words
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Open a table, seat all agents and go on until they bet."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        entropy = bytes(self._random.integers(0, 256, 32, dtype=np.uint8))
        seats = {agent: number for number, agent in enumerate(self.agents, start=1)}
        self._playing = Playing(self._rules, entropy, seats, {}, self._choices.unit * STACKS)
        self._go_on()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, np.int64]) -> Results:
        """Carry out what every agent chose; those not asked are not heard."""
        playing = self._require_playing()
        held = {agent: playing.worth(agent) for agent in self.agents}
        at = (playing.table.round, playing.table.step)
        while (agent := playing.asked()) is not None and (playing.table.round, playing.table.step) == at:
            seat = playing.seat(agent)
            action = int(actions[agent])
            allowed = bool(self._choices.allowed(seat)[action])
            playing.answer(agent, self._choices.command(seat, action) if allowed else seat.usual())
        over = not self._go_on() or playing.table.round >= self._rounds
        agents = list(self.agents)
        rewards = {agent: (playing.worth(agent) - held[agent]) / self._choices.unit for agent in agents}
        seen = self._observations()
        self.agents = [] if over else agents
        return (
            seen,
            rewards,
            dict.fromkeys(agents, False),
            dict.fromkeys(agents, over),
            {a: {} for a in agents},
        )

    def _go_on(self) -> bool:
        """Play on until wagers or settings are asked; False once nobody is."""
        playing = self._require_playing()
        while (agent := playing.asked()) is not None and playing.table.step is Step.OFFER:
            playing.answer(agent, playing.seat(agent).pass_bank())
        self._asked = playing.all_asked()
        return agent is not None

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observed(agent) for agent in self.agents}

    def _observed(self, agent: str) -> Observation:
        playing = self._require_playing()
        seen = self._choices.observed(playing.seat(agent), playing.table.bank is not None)
        if agent not in self._asked:
            seen["action_mask"] = np.zeros_like(seen["action_mask"])
        if not seen["action_mask"].any():
            seen["action_mask"][self._choices.wagers] = 1
        return seen

    def _require_playing(self) -> Playing:
        assert self._playing is not None, "reset comes first"
        return self._playing

    def close(self) -> None:
        """Nothing is held open."""
