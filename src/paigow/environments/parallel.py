"""A table whose agents all bet at once and then all set at once, for PettingZoo. Nobody banks there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from pettingzoo import ParallelEnv

from paigow.environments.playing import AgentSeats, Observation, SubmissionLike, action_given
from paigow.faults import BadInput, require_kind
from paigow.table.state import Step

Results = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class ParallelTableEnvironment(AgentSeats, ParallelEnv[str, Observation, np.int64]):  # type: ignore[misc] # published without types
    """Every seat is an agent. A round is two steps: one wager each, then one setting each.

    Agents can't see each other's wagers or settings, so acting at once changes nothing. Banking isn't
    simultaneous, so bank offers are passed. An agent with no choice to make has one action in its mask, the
    zero bet, which is ignored.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "paigow_parallel_v0", "render_modes": []}

    def __init__(
        self, submission: SubmissionLike = "commission-tiles-full", seats: int = 3, rounds: int = 20
    ) -> None:
        AgentSeats.__init__(self, submission, seats, rounds)
        self.render_mode = None
        self._asked: frozenset[str] = frozenset()

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's words
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Open a table, seat all agents, and play until they bet."""
        self._open(seed)
        self._go_on()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, np.int64]) -> Results:
        """Carry out every agent's choice. The choices of agents that weren't asked are ignored."""
        playing = self._require_playing()
        chosen = self._chosen(actions)
        told: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        held = {agent: playing.worth(agent) for agent in self.agents}
        at = (playing.table.round, playing.table.step)
        while (agent := playing.asked()) is not None and (playing.table.round, playing.table.step) == at:
            seat = playing.seat(agent)
            allowed = bool(self._choices.allowed(seat)[chosen[agent]])
            playing.answer(agent, self._choices.command(seat, chosen[agent]) if allowed else seat.usual())
            told[agent] = {"allowed": allowed}
        over = not self._go_on() or playing.finished >= self._rounds
        agents = list(self.agents)
        rewards = {agent: (playing.worth(agent) - held[agent]) / self._choices.unit for agent in agents}
        seen = self._observations()
        self.agents = [] if over else agents
        return seen, rewards, dict.fromkeys(agents, False), dict.fromkeys(agents, over), told

    def _chosen(self, actions: object) -> dict[str, int]:
        """The action of each agent that has to choose."""
        require_kind(actions, Mapping, "actions", "give a dict of agents and their actions")
        assert isinstance(actions, Mapping)
        if missing := sorted(self._asked - actions.keys()):
            raise BadInput(f"there is no action for {', '.join(missing)}", allowed="give one for every agent")
        return {agent: action_given(actions[agent], self._choices.count) for agent in self._asked}

    def _go_on(self) -> bool:
        """Play on until wagers or settings are due; False if the game has ended."""
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

    def close(self) -> None:
        """Do nothing: no resource is held."""
