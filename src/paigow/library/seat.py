"""A player of one's own: what a seat is asked and may see, and its answers. Not whether they are allowed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.acting import Draws
from paigow.table.autoplay.players import Policy, house_way
from paigow.table.bank.bank_setting import SetBankHand
from paigow.table.bank.banking import AcceptBank, PassBank
from paigow.table.bets.areas import next_to_set
from paigow.table.bets.betting import PlaceWager
from paigow.table.hands.setting import SetHand
from paigow.table.state import Step, Table
from paigow.table.visibility.domains import Moment, refusal_of
from paigow.table.visibility.legal import Option, legal
from paigow.table.visibility.views import view

__all__ = ["Player", "Seat", "policy_of"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place at a table at one moment. Everything on it is what that player may know."""

    person: str
    _rules: Rules
    _table: Table
    _chance: Draws

    @property
    def step(self) -> Step:
        """What the table is at: bets, an offer of the bank, the setting of hands."""
        return self._table.step

    @property
    def position(self) -> int:
        position = self._table.position_of(self.person)
        assert position is not None, self.person
        return position

    @property
    def chips(self) -> int:
        """What lies in the rack, in cents."""
        return self._table.rack(self.person)

    @property
    def least(self) -> int:
        """The least main wager, in cents."""
        return self._rules.limits["main"].least

    @property
    def most(self) -> int:
        return self._rules.limits["main"].most

    @property
    def banks(self) -> bool:
        """Whether this player has the bank."""
        return self._table.bank is not None and self._table.bank.person == self.person

    @property
    def hand(self) -> tuple[str, ...]:
        """The pieces to be set now, in notation; none at other moments."""
        if (position := self._setting_at()) is None:
            return ()
        return self._table.hands[position].pieces

    @property
    def house_low(self) -> tuple[str, ...]:
        """The low hand that the table's house way would make of the hand."""
        return self._rules.house_setting(self.hand)[0] if self.hand else ()

    def view(self) -> dict[str, Any]:
        """The whole table as this player sees it; what is hidden is None."""
        return view(self._rules, self._table, self.person)

    def options(self) -> tuple[Option, ...]:
        """Every command that would be accepted now, with the bounds of what is free in it."""
        return legal(self._rules, self._table, self.person)

    def accepts(self, command: Command) -> bool:
        """Whether the table would carry a command out."""
        return refusal_of(Moment(self._rules, self._table, self.person), command) is None

    def bet(self, chips: int, kind: str = "main") -> Command:
        return PlaceWager(by=self.person, position=self.position, kind=kind, chips=chips)

    def set(self, low: tuple[str, ...]) -> Command:
        """Set the hand: these pieces low, all others high."""
        position = self._setting_at()
        assert position is not None, "there is no hand to set now"
        if self.step is Step.BANK_SETTING:
            return SetBankHand(by=self.person, low=low)
        return SetHand(by=self.person, position=position, low=low)

    def take_bank(self, *, shared: bool = False) -> Command:
        """Bank the round, alone or with the house carrying half."""
        return AcceptBank(by=self.person, co_bank=shared)

    def pass_bank(self) -> Command:
        return PassBank(by=self.person)

    def usual(self) -> Command | None:
        """What the house-way player would do: for all that a player of one's own does not care about."""
        return house_way(self._rules, self._table, self.person, self._chance)

    def _setting_at(self) -> int | None:
        match self.step:
            case Step.SETTING:
                return next_to_set(self._rules, self._table, self.person)
            case Step.BANK_SETTING if self.banks:
                return self.position
            case _:
                return None


Player: TypeAlias = Callable[[Seat], Command | None]
"""Answers what a seat is asked; None lets it pass, and the table goes on as it does in silence."""


def policy_of(player: Player) -> Policy:
    """A player as the self-playing table calls it."""
    return lambda rules, table, person, chance: player(Seat(person, rules, table, chance))
