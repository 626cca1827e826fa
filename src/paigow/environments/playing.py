"""A table that plays on until an agent has to choose; its numbered actions; its observations."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from paigow.faults import BadInput, require_count, require_kind, shown, whole_number
from paigow.material.cards import CARDS
from paigow.material.tiles import FACES
from paigow.submissions.checking import Submission, load_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import Chance
from paigow.table.autoplay.seat import Player, Seat, house_way
from paigow.table.autoplay.self_play import STACKS, next_command, open_table
from paigow.table.engine import decide, evolve
from paigow.table.house.asking import awaited
from paigow.table.sides.progressive import after, started
from paigow.table.state import Step, Table
from paigow.table.visibility.views import table_seen

CHOOSING = (Step.OFFER, Step.BETS, Step.SETTING, Step.BANK_SETTING)
"""The steps where an agent chooses. The house-way bot handles cuts, deliveries, shakes, and the like."""


SubmissionLike = str | Path | Submission


def rules_from(submission: SubmissionLike) -> Rules:
    require_kind(submission, SubmissionLike, "a submission", "give its file, or a rule book's name")
    return (submission if isinstance(submission, Submission) else load_submission(submission)).rules


def rounds_given(rounds: object) -> int:
    """After how many rounds an episode is truncated."""
    return require_count(rounds, "rounds", least=1)


def seed_given(seed: object) -> int | None:
    """The seed of a `reset`; None draws a new one, or goes on with the last one's numbers."""
    return None if seed is None else require_count(seed, "a seed")


def mode_given(render_mode: object) -> str | None:
    if render_mode not in (None, "ansi"):
        raise BadInput(f"render_mode can't be {shown(render_mode)}", allowed="give 'ansi' or None")
    return render_mode


def turn_told(table: Table) -> str:
    """The round and step of a choice. A round has its number from the end of betting on, so one is added."""
    return f"round {table.round + (table.step in (Step.OFFER, Step.BETS))}, {table.step.value}"


class Playing:
    """One table in play with its bots and its agents, from one seed."""

    def __init__(
        self,
        rules: Rules,
        seed: bytes,
        agents: Mapping[str, int],
        bots: Mapping[str, Player],
        chips: int,
    ) -> None:
        self.rules = rules
        self.agents = tuple(agents)
        self._chance = Chance(seed)
        self._players: dict[str, Player] = {**dict.fromkeys(agents, house_way), **bots}
        free = (place for place in range(1, rules.table.chairs + 1) if place not in agents.values())
        seats = {position: person for person, position in agents.items()}
        seats |= dict(zip(free, bots, strict=False))
        self.table: Table = open_table(rules, self._chance, dict(sorted(seats.items())), chips)
        self._passed: set[tuple[int, Step, str]] = set()
        terms = rules.progressive
        self._meters = None if terms is None else started(terms)

    def seat(self, person: str) -> Seat:
        return Seat(person, self.rules, table_seen(self.table, person), self._chance)

    @property
    def finished(self) -> int:
        """How many rounds are settled when an agent is asked. A round is counted once its bets are closed."""
        return self.table.round - (self.table.step not in (Step.OFFER, Step.BETS))

    def worth(self, person: str) -> int:
        """A person's chips, including those on the layout."""
        staked = sum(wager.chips for wager in self.table.wagers if wager.person == person)
        return self.table.rack(person) + self.table.balances.get(f"cover/{person}", 0) + staked

    def asked(self) -> str | None:
        """Play on until an agent has to choose, and return its name; None if nobody acts any more."""
        while True:
            if self.table.step in CHOOSING and not self.table.choosing:
                for person in awaited(self.rules, self.table):
                    if person in self.agents and self._moment(person) not in self._passed:
                        return person
            players = {person: self._player(person) for person in self._players}
            command = next_command(self.rules, self.table, self._chance, players, meters=self._meters)
            if command is None:
                return None
            self._apply(command)

    def all_asked(self) -> frozenset[str]:
        """All agents that have to choose now, in turn or at once. Call `asked` first."""
        if self.table.step not in CHOOSING or self.table.choosing:
            return frozenset()
        people = awaited(self.rules, self.table)
        return frozenset(
            person for person in people if person in self.agents and self._moment(person) not in self._passed
        )

    def _player(self, person: str) -> Player:
        """An agent that passed isn't asked again, and nobody answers for it."""
        passed = self._moment(person) in self._passed
        return _nothing if passed else self._players[person]

    def _moment(self, person: str) -> tuple[int, Step, str]:
        return (self.table.round, self.table.step, person)

    def answer(self, person: str, command: Command | None) -> None:
        """Carry out an agent's choice; None passes."""
        if command is None:
            self._passed.add(self._moment(person))
        else:
            self._apply(command)

    def _apply(self, command: Command) -> None:
        for event in decide(self.rules, self.table, command):
            self.table = evolve(self.table, event)
            self._meters = None if self._meters is None else after(self._meters, event)


def _nothing(_seat: Seat) -> None:
    return None


Observation = dict[str, Any]
MOST_UNITS: Final = 10
"""A bet is zero, or 1 to this many table minimums."""
BANKING: Final = 3
"""Pass the bank, take it, co-bank with the house."""
PURSE: Final = 1_000
"""Chips are observed in table minimums, up to this many."""
_TILES: Final = tuple(map(str, FACES))
_CARDS: Final = tuple(map(str, CARDS))


def pieces_of(tiles: bool) -> tuple[str, ...]:
    """The faces a hand is counted by."""
    return _TILES if tiles else _CARDS


def pieces_array(hand: tuple[str, ...], tiles: bool) -> NDArray[np.float32]:
    """How often a hand holds each face. Tiles count in halves, since a face can come twice."""
    counts = np.array([hand.count(face) for face in pieces_of(tiles)], dtype=np.float32)
    return counts / np.float32(2 if tiles else 1)


def lows_of(hand: tuple[str, ...], tiles: bool) -> tuple[tuple[str, ...], ...]:
    """The low hands to choose from, the pieces in their own order: 3 splits of tiles, 21 pairs of cards."""
    faces = pieces_of(tiles)
    ordered = tuple(sorted(hand, key=faces.index))
    pairs = tuple(combinations(ordered, 2))
    return pairs[:3] if tiles else pairs


def splits_of(hand: tuple[str, ...], tiles: bool) -> tuple[str, ...]:
    """Every split as `low / high`, in action order."""
    found = []
    for low in lows_of(hand, tiles):
        rest = list(hand)
        for piece in low:
            rest.remove(piece)
        found.append(f"{' '.join(low)} / {' '.join(rest)}")
    return tuple(found)


def action_given(action: object, count: int) -> int:
    """The number of an action; raise BadInput for anything else."""
    number = whole_number(action)
    if number is None or not 0 <= number < count:
        raise BadInput(
            f"an action can't be {shown(action)}", allowed=f"give a whole number from 0 to {count - 1}"
        )
    return number


def _notation(seat: Seat) -> tuple[str, ...]:
    return tuple(map(str, seat.hand))


class AgentSeats:
    """Shared by the environments in which every seat is an agent: their spaces, and opening a table."""

    def __init__(self, submission: SubmissionLike, seats: int, rounds: int) -> None:
        self._rules = rules_from(submission)
        self._rounds = rounds_given(rounds)
        self._choices = SeatChoices(self._rules)
        chairs = self._rules.table.chairs
        count = require_count(seats, "seats", least=1)
        if count > chairs:
            raise BadInput(f"seats can't be {count}", allowed=f"this table has 1 to {chairs}")
        self.possible_agents = [f"seat_{number}" for number in range(1, count + 1)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._choices.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self._choices.action_space() for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)
        self._playing: Playing | None = None

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[self._agent(agent)]

    def action_space(self, agent: str) -> spaces.Space[np.int64]:
        return self.action_spaces[self._agent(agent)]

    def _agent(self, agent: str) -> str:
        if agent not in self.possible_agents:
            known = ", ".join(self.possible_agents)
            raise BadInput(f"there is no agent {shown(agent)}", allowed=f"the agents are {known}")
        return agent

    def _require_playing(self) -> Playing:
        if self._playing is None:
            raise BadInput("nobody is seated yet", allowed="call reset() first")
        if not self.agents:
            raise BadInput("the episode is over", allowed="call reset() for another")
        return self._playing

    def _open(self, seed: int | None) -> None:
        """Open a table and seat all agents."""
        if seed_given(seed) is not None:
            self._random, _ = seeding.np_random(seed_given(seed))
        self.agents = list(self.possible_agents)
        entropy = bytes(self._random.integers(0, 256, 32, dtype=np.uint8))
        seats = {agent: number for number, agent in enumerate(self.agents, start=1)}
        self._playing = Playing(self._rules, entropy, seats, {}, self._choices.unit * STACKS)


class SeatChoices:
    """How one table's actions are numbered: banking, then wagers, then settings."""

    def __init__(self, rules: Rules) -> None:
        self.tiles = rules.is_tiles
        self.unit = rules.wagers["main"].least
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
        """The command for an action now; None if it passes or has no meaning here."""
        if action < self.wagers:
            return (seat.pass_bank(), seat.take_bank(), seat.take_bank(shared=True))[action]
        if action < self.settings:
            units = action - self.wagers
            return seat.bet(units * self.unit) if units else None
        lows = lows_of(_notation(seat), self.tiles)
        return seat.set(lows[action - self.settings]) if seat.hand else None

    def allowed(self, seat: Seat) -> NDArray[np.int8]:
        """The actions the table would accept now."""
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
        """An agent's observation: the step, its chips, who banks, its hand, and its action mask."""
        purse = min(seat.chips / self.unit, PURSE) / PURSE
        facts = [float(seat.step is step) for step in CHOOSING] + [purse, float(seat.banks), float(banked)]
        seen = np.concatenate([np.array(facts, dtype=np.float32), pieces_array(_notation(seat), self.tiles)])
        return {"observation": seen, "action_mask": self.allowed(seat)}
