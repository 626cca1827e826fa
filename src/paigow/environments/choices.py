"""What an agent can choose, numbered, and what it sees, as arrays. Not how the table goes on."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from paigow.environments.playing import CHOOSING
from paigow.material.cards import CARDS
from paigow.material.tiles import FACES
from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.seat import Seat
from paigow.table.state import Step

Observation = dict[str, Any]
MOST_UNITS: Final = 10
"""A wager is none, or one to so many times the least."""
BANKING: Final = 3
"""Pass the bank, take it, take it together with the house."""
PURSE: Final = 1_000
"""Chips are seen in least wagers, up to so many of them."""
_TILES: Final = tuple(map(str, FACES))
_CARDS: Final = tuple(map(str, CARDS))


def pieces_of(tiles: bool) -> tuple[str, ...]:
    """The faces that a hand is counted by."""
    return _TILES if tiles else _CARDS


def pieces_array(hand: tuple[str, ...], tiles: bool) -> NDArray[np.float32]:
    """How often a hand holds each face, of tiles in halves since there may be two."""
    counts = np.array([hand.count(face) for face in pieces_of(tiles)], dtype=np.float32)
    return counts / np.float32(2 if tiles else 1)


def lows_of(hand: tuple[str, ...], tiles: bool) -> tuple[tuple[str, ...], ...]:
    """The low hands to choose among, of pieces in their own order: 3 splits of tiles, 21 pairs of cards."""
    faces = pieces_of(tiles)
    ordered = tuple(sorted(hand, key=faces.index))
    pairs = tuple(combinations(ordered, 2))
    return pairs[:3] if tiles else pairs


class Choices:
    """The numbers of one table's choices: first banking, then wagers, then settings."""

    def __init__(self, rules: Rules) -> None:
        self.tiles = rules.is_tiles
        self.unit = rules.limits["main"].least
        self.wagers = BANKING
        self.settings = BANKING + MOST_UNITS + 1
        self.count = self.settings + (3 if self.tiles else 21)
        self.width = len(CHOOSING) + 3 + len(pieces_of(self.tiles))

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.count)

    def observation_space(self) -> spaces.Dict:
        seen = spaces.Box(0.0, 1.0, (self.width,), np.float32)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.count,), np.int8)})

    def command(self, seat: Seat, action: int) -> Command | None:
        """What a number means at this moment; None for what passes, or means nothing here."""
        if action < self.wagers:
            return (seat.pass_bank(), seat.take_bank(), seat.take_bank(shared=True))[action]
        if action < self.settings:
            units = action - self.wagers
            return seat.bet(units * self.unit) if units else None
        lows = lows_of(seat.hand, self.tiles)
        return seat.set(lows[action - self.settings]) if seat.hand else None

    def allowed(self, seat: Seat) -> NDArray[np.int8]:
        """Which numbers mean something that the table would accept."""
        mask = np.zeros(self.count, dtype=np.int8)
        for action in self._thinkable(seat.step):
            command = self.command(seat, action)
            mask[action] = action == self.wagers if command is None else seat.accepts(command)
        return mask

    def _thinkable(self, step: Step) -> range:
        match step:
            case Step.OFFER:
                return range(self.wagers)
            case Step.BETS:
                return range(self.wagers, self.settings)
            case Step.SETTING | Step.BANK_SETTING:
                return range(self.settings, self.count)
            case _:
                return range(0)

    def observed(self, seat: Seat, banked: bool) -> Observation:
        """What an agent knows: what it is asked, its chips, who banks, its hand; and what it may choose."""
        purse = min(seat.chips / self.unit, PURSE) / PURSE
        facts = [float(seat.step is step) for step in CHOOSING] + [purse, float(seat.banks), float(banked)]
        seen = np.concatenate([np.array(facts, dtype=np.float32), pieces_array(seat.hand, self.tiles)])
        return {"observation": seen, "action_mask": self.allowed(seat)}
