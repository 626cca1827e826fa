"""A seat at a table at one moment: what its player sees, can do, and usually does.

A policy answers for a seat. It gets only the seat: the table in it is what the player sees, with backs for
hidden pieces. Random values are drawn after the policy has answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from paigow.faults import BadInput, require_count, require_kind, require_text
from paigow.material.cards import Card
from paigow.material.hands import CardSetting, Hand, Setting, TileSetting, parse_setting
from paigow.material.notation import Pieces
from paigow.material.tiles import Tile
from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import Draws, drawn
from paigow.table.bank.bank_setting import SetBankHand
from paigow.table.bank.banking import AcceptBank, PassBank
from paigow.table.bank.stacks import ChooseDelivery, DeclineCut
from paigow.table.bets.areas import next_to_set, setter_of
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.card_cutting import PassCut
from paigow.table.deal.dice import ShakeDice
from paigow.table.game import hand_from, setting_from
from paigow.table.hands.setting import SetHand
from paigow.table.irregularities.reports import ChooseAfterExposure
from paigow.table.state import Step, Table
from paigow.table.visibility.legal import ActorContext, LegalOption, legal, refusal_of
from paigow.table.visibility.views import table_seen, view

UNITS: Final = 3
"""The house-way player bets 1 to this many times the minimum."""
RETURNED: Final = (
    "return None, seat.usual(), or a command such as seat.bet(500) or seat.set(seat.house_setting)"
)
"""What a player can answer."""
_NOT_DRAWN: Final = (1, 1, 1)
"""Dice in a command that hasn't been drawn for yet."""


@dataclass(frozen=True, slots=True, repr=False)
class Seat:
    """One player's seat at one moment, with only what that player can see.

    Your player gets a new one each time it is asked; it never makes one itself.

    >>> import paigow
    >>> def bold(seat: paigow.Seat) -> paigow.Command | None:
    ...     if seat.step is paigow.Step.BETS:
    ...         return seat.bet(min(seat.chips, seat.most))
    ...     return seat.set(seat.house_setting) if seat.hand else seat.usual()
    >>> file = paigow.play_rounds("commission-tiles", [bold], seed="friday", chips=5_000)
    >>> file.played()[0].wagers[0].stake
    5000
    """

    person: str
    rules: Rules
    table: Table
    """The table as this player sees it: `views.table_seen`."""
    _chance: Draws

    @property
    def step(self) -> Step:
        """The table's current step, such as `Step.BETS`, `Step.OFFER`, or `Step.SETTING`."""
        return self.table.step

    @property
    def position(self) -> int:
        """The number of this player's seat."""
        position = self.table.position_of(self.person)
        assert position is not None, self.person
        return position

    @property
    def chips(self) -> int:
        """The chips on the rail, in cents."""
        return self.table.rack(self.person)

    @property
    def least(self) -> int:
        """The table minimum of the main wager, in cents."""
        return self.rules.wagers["main"].least

    @property
    def most(self) -> int:
        """The table maximum of the main wager, in cents."""
        return self.rules.wagers["main"].most

    @property
    def banks(self) -> bool:
        """Whether this player has the bank."""
        return self.table.bank is not None and self.table.bank.person == self.person

    @property
    def hand(self) -> Hand[Tile] | Hand[Card]:
        """The hand to set now; empty at every other step."""
        return hand_from(self._pieces)

    @property
    def house_setting(self) -> TileSetting | CardSetting:
        """How the table's house way sets the hand."""
        return setting_from(*self.rules.house_setting(self._need_pieces()))

    @property
    def _pieces(self) -> tuple[str, ...]:
        position = _position_to_set(self)
        return () if position is None else self.table.hands[position].pieces

    def _need_pieces(self) -> tuple[str, ...]:
        if not self._pieces:
            raise BadInput(f"{self.person} has no hand to set now", allowed="look at seat.hand first")
        return self._pieces

    def __repr__(self) -> str:
        return f"<Seat of {self.person}: {self.step.value}>"

    def view(self) -> dict[str, Any]:
        """The whole table as this player sees it, ready for JSON. Anything hidden is `None`."""
        return view(self.rules, self.table, self.person)

    def options(self) -> tuple[LegalOption, ...]:
        """Every command that the table would accept now, with the bounds of the fields left to choose."""
        return legal(self.rules, self.table, self.person)

    def accepts(self, command: Command) -> bool:
        """Whether the table would carry out a command."""
        return refusal_of(ActorContext(self.rules, self.table, self.person), command) is None

    def number(self, label: str, first: int, last: int) -> int:
        """A random number from first to last: the same one for the same label at the same moment."""
        return self._chance.whim(self.table, label, first, last)

    def bet(self, chips: int, kind: str = "main") -> Command:
        """Bet this many cents on the main wager, or on the side wager of this kind."""
        cents, name = require_count(chips, "cents"), require_text(kind, "a wager's kind")
        return PlaceWager(by=self.person, position=self.position, kind=name, chips=cents)

    def set(self, setting: Setting[Any] | str | Iterable[Tile] | Iterable[Card] | Iterable[str]) -> Command:
        """Set the hand by a `Setting` or `low / high` as text; or give the low hand alone."""
        low = tuple(map(str, _low_of(setting, hand_from(self._need_pieces()))))
        position = _position_to_set(self)
        assert position is not None
        return _set_low(self, position, low)

    def take_bank(self, *, shared: bool = False) -> Command:
        """Bank the round, alone or as a co-bank with the house."""
        return AcceptBank(by=self.person, co_bank=shared)

    def pass_bank(self) -> Command:
        """Decline the bank for this round."""
        return PassBank(by=self.person)

    def usual(self) -> Command | None:
        """What the house-way bot would do here: for the steps that your player doesn't care about."""
        return house_way(self)


Player: TypeAlias = Callable[[Seat], Command | None]
"""A function that answers for a seat. `None` does nothing, and the table goes on without an answer.

>>> import paigow
>>> def quiet(seat: paigow.Seat) -> paigow.Command | None:
...     return None
>>> player: paigow.Player = quiet
>>> file = paigow.play_rounds("commission-tiles", [player, "house-way"])
>>> {wager.person for wager in file.played()[0].wagers}
{'Ben'}
"""


def answer(player: Player, rules: Rules, table: Table, person: str, chance: Draws) -> Command | None:
    """The answer of a player who sees only what the seat sees; random values are drawn afterward."""
    command = player(Seat(person, rules, table_seen(table, person), chance))
    require_kind(command, Command | None, f"what {person}'s player returns", RETURNED)
    return None if command is None else drawn(rules, table, command, chance)


def _position_to_set(seat: Seat) -> int | None:
    """The position whose hand the player has to set now."""
    match seat.step:
        case Step.SETTING:
            return next_to_set(seat.rules, seat.table, seat.person)
        case Step.BANK_SETTING if seat.banks:
            return seat.position
        case _:
            return None


def _set_low(seat: Seat, position: int, low: Pieces) -> Command:
    if seat.step is Step.BANK_SETTING:
        return SetBankHand(by=seat.person, low=low)
    return SetHand(by=seat.person, position=position, low=low)


def _low_of(given: Any, hand: Hand[Any]) -> Hand[Any]:
    """The low hand from what a player gave; all of it must be in the hand."""
    if isinstance(given, str) and "/" in given:
        given = parse_setting(given)
    named = given.pieces if isinstance(given, Setting) else Hand(given)
    spare = Counter(named) - Counter(hand)
    if spare or (isinstance(given, Setting) and len(named) != len(hand)):
        raise BadInput(
            f"{given} doesn't set the hand {hand}", allowed="split the tiles or cards of seat.hand"
        )
    return given.low if isinstance(given, Setting) else named


def house_way(seat: Seat) -> Command | None:
    """Bets a little, never banks, and sets every hand the house way."""
    if seat.table.choosing:
        return _play_on(seat)
    match seat.step:
        case Step.OFFER:
            return seat.pass_bank()
        case Step.BETS:
            return _bet(seat)
        case Step.SHAKE | Step.PLAYER_SHAKE:
            return ShakeDice(by=seat.person, dice=_NOT_DRAWN)
        case Step.SETTING | Step.BANK_SETTING:
            return None if seat.step is Step.BANK_SETTING and _is_co_banked(seat) else _set(seat)
        case Step.CUT:
            return DeclineCut(by=seat.person) if seat.rules.is_tiles else PassCut(by=seat.person)
        case Step.STYLE:
            return ChooseDelivery(by=seat.person, style=seat.rules.banking.deliveries[0])
        case _:
            return None


def _play_on(seat: Seat) -> Command | None:
    own = (position for position in seat.table.choosing if setter_of(seat.table, position) == seat.person)
    position = next(own, None)
    return None if position is None else ChooseAfterExposure(by=seat.person, position=position, play_on=True)


def _bet(seat: Seat) -> Command | None:
    """One main wager at the player's own seat, in whole units while the chips last."""
    position = seat.table.position_of(seat.person)
    if position is None or seat.table.wager(seat.person, position, "main") is not None:
        return None
    units = min(seat.number(f"{seat.person}/units", 1, UNITS), seat.chips // seat.least)
    wager = seat.bet(seat.least * units)
    return wager if units and seat.accepts(wager) else None


def _is_co_banked(seat: Seat) -> bool:
    return seat.table.bank is not None and seat.table.bank.co_banked


def _set(seat: Seat) -> Command | None:
    position = _position_to_set(seat)
    if position is None:
        return None
    low, _ = seat.rules.house_setting(seat.table.hands[position].pieces)
    return _set_low(seat, position, low)
