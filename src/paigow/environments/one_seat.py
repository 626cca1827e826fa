"""A whole seat beside bots: it bets, banks and sets, round after round. The rules are the table's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from paigow.environments.choices import Choices, Observation
from paigow.environments.playing import Playing, rules_from
from paigow.submissions.submission import Submission
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import BOT_NAMES, STACKS
from paigow.table.state import Step

AGENT = "agent"


class SeatEnvironment(gymnasium.Env[Observation, np.int64]):
    """Seen are what is asked, chips, bank and hand, with the mask of what may be chosen.

    Choices are numbered: 0 to 2 pass, take or share the bank; 3 wagers nothing, 4 to 13 one to ten times
    the least; from 14 on the hand is set. What the mask excludes is done as the house-way player would. A
    reward is what the chips, those on the layout included, have changed, in least wagers. An episode ends
    after so many rounds (truncated), or when no wager can be afforded any more (terminated).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - declared so by Gymnasium

    def __init__(
        self,
        submission: str | Submission = "commission-tiles-full",
        bots: Sequence[str] = ("house-way", "banker"),
        rounds: int = 20,
        render_mode: str | None = None,
    ) -> None:
        self._rules = rules_from(submission)
        self._bots = {name: PLAYERS[kind] for name, kind in zip(BOT_NAMES, bots, strict=False)}
        self._rounds = rounds
        self._choices = Choices(self._rules)
        self.render_mode = render_mode
        self.observation_space = self._choices.observation_space()
        self.action_space = self._choices.action_space()
        self._playing: Playing | None = None
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open a table, sit down and go on until something is asked."""
        super().reset(seed=seed, options=options)
        chips = self._choices.unit * STACKS
        entropy = bytes(self.np_random.integers(0, 256, 32, dtype=np.uint8))
        self._playing = Playing(self._rules, entropy, {AGENT: 1}, self._bots, chips)
        self._over = self._playing.asked() is None
        return self._observed(), self._information()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer what is asked and go on until something is asked again."""
        assert self._playing is not None, "reset comes first"
        seat = self._playing.seat(AGENT)
        held = self._playing.worth(AGENT)
        allowed = bool(self._choices.allowed(seat)[int(action)])
        if not self._over:
            chosen = self._choices.command(seat, int(action)) if allowed else seat.usual()
            self._playing.answer(AGENT, chosen)
            self._over = self._playing.asked() is None
        reward = (self._playing.worth(AGENT) - held) / self._choices.unit
        broke = self._playing.table.step is Step.BETS and self._playing.worth(AGENT) < self._choices.unit
        ended = self._over or self._playing.table.round >= self._rounds
        return self._observed(), reward, broke, ended, {**self._information(), "allowed": allowed}

    def _observed(self) -> Observation:
        assert self._playing is not None, "reset comes first"
        return self._choices.observed(self._playing.seat(AGENT), self._playing.table.bank is not None)

    def _information(self) -> dict[str, Any]:
        assert self._playing is not None, "reset comes first"
        table = self._playing.table
        return {"step": table.step.value, "round": table.round, "chips": self._playing.worth(AGENT)}

    def render(self) -> str | None:
        """What is asked, in words."""
        if self.render_mode != "ansi" or self._playing is None:
            return None
        seat = self._playing.seat(AGENT)
        return (
            f"round {self._playing.table.round}, {seat.step.value}: {seat.chips} cents, {' '.join(seat.hand)}"
        )
