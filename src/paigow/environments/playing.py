"""A table that goes on by itself until one of its agents has to choose. Not how choices are numbered."""

from __future__ import annotations

from collections.abc import Mapping

from paigow.submissions.files import load_submission
from paigow.submissions.rules import Rules
from paigow.submissions.submission import Submission
from paigow.table.acts import Command
from paigow.table.autoplay.chance import Chance
from paigow.table.autoplay.seat import Player, Seat, house_way
from paigow.table.autoplay.self_play import next_command, open_table
from paigow.table.engine import decide, evolve
from paigow.table.sides.shared_meters import after, started
from paigow.table.state import Step, Table
from paigow.table.visibility.views import table_seen
from paigow.table.visibility.waiting import awaited

CHOOSING = (Step.OFFER, Step.BETS, Step.SETTING, Step.BANK_SETTING)
"""Where an agent is asked; cuts, deliveries, shakes and the like are done as the house-way player does."""


def rules_from(submission: str | Submission) -> Rules:
    return (load_submission(submission) if isinstance(submission, str) else submission).rules


class Playing:
    """One table in play, its bots and its agents, from one seed."""

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

    def worth(self, person: str) -> int:
        """What is a person's, on the layout too."""
        staked = sum(wager.chips for wager in self.table.wagers if wager.person == person)
        return self.table.rack(person) + self.table.balances.get(f"cover/{person}", 0) + staked

    def asked(self) -> str | None:
        """Play on until an agent has to choose, and say who; None once nobody does anything any more."""
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

    def _player(self, person: str) -> Player:
        """An agent who let a question pass is not asked it again, and nobody answers for it."""
        passed = self._moment(person) in self._passed
        return _nothing if passed else self._players[person]

    def _moment(self, person: str) -> tuple[int, Step, str]:
        return (self.table.round, self.table.step, person)

    def answer(self, person: str, command: Command | None) -> None:
        """Carry out what an agent chose; None lets the question pass."""
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
