"""One hand to set against a dealer who sets by a house way: an episode of one step."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from paigow.environments.choices import lows_of, pieces_array, pieces_of
from paigow.environments.playing import rules_from
from paigow.submissions.submission import Submission
from paigow.table.game import ALL_CARDS, ALL_TILES, compare, laid

WON = 0.95
"""One wager less five percent (R11)."""


class SettingEnvironment(gymnasium.Env[NDArray[np.float32], np.int64]):
    """Seen is the hand, as counts of faces; chosen is a split; won is the wager less five percent.

    Tiles have three splits. Cards have 21, of which some foul, and a fouled hand loses (R21).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - declared so by Gymnasium

    def __init__(
        self, submission: str | Submission = "commission-tiles", render_mode: str | None = None
    ) -> None:
        self._rules = rules_from(submission)
        self._tiles = self._rules.is_tiles
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0.0, 1.0, (len(pieces_of(self._tiles)),), np.float32)
        self.action_space = spaces.Discrete(3 if self._tiles else 21)
        self._hand: tuple[str, ...] = ()
        self._dealer: tuple[str, ...] = ()
        self._told = ""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal two hands."""
        super().reset(seed=seed, options=options)
        pieces, size = (ALL_TILES, 4) if self._tiles else (ALL_CARDS, 7)
        drawn = self.np_random.permutation(len(pieces))[: 2 * size]
        self._hand, self._dealer = (
            tuple(pieces[number] for number in part) for part in (drawn[:size], drawn[size:])
        )
        self._told = " ".join(self._hand)
        return pieces_array(self._hand, self._tiles), {"hand": self._told}

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Set the hand and compare it with the dealer's."""
        low, high, fouled = self._laid(lows_of(self._hand, self._tiles)[int(action)])
        dealer = self._rules.house_setting(self._dealer)
        push = self._rules.book.main.pushing
        outcome = "lose" if fouled else compare((low, high), dealer, self._rules.wheel, push).outcome.value
        self._told = (
            f"{' '.join(low)} / {' '.join(high)} against {' '.join(dealer[0])} / {' '.join(dealer[1])}"
        )
        reward = {"win": WON, "push": 0.0, "lose": -1.0}[outcome]
        seen = pieces_array(self._hand, self._tiles)
        return seen, reward, True, False, {"outcome": outcome, "fouled": fouled, "told": self._told}

    def _laid(self, low: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
        rest = list(self._hand)
        for piece in low:
            rest.remove(piece)
        return laid(low, tuple(rest), self._rules.wheel)

    def render(self) -> str | None:
        """The hand, or how it was set, in words."""
        return self._told if self.render_mode == "ansi" else None
