"""The definition of a wager: its name, pay tables, and texts, a hand's line, how it is settled, envy.

A record holds functions of pieces and file names. The table decides whose turn it is, who can bet, and which
hands count for envy: fouled and abandoned ones do, voided ones don't (R37).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib.resources import files
from tomllib import loads
from typing import TYPE_CHECKING, Any, Final, Generic, NewType, TypeVar

from msgspec import Struct

from paigow.material.cards import Card
from paigow.material.dice import Dice
from paigow.material.game import Game
from paigow.ranks.lines import Line
from paigow.wagers.money import Cents, Settlement, lost, won
from paigow.wagers.paytables import FixedAmount, Paytable, ToOne, load_paytables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from paigow.ranks.batch import CardHands


Kind = NewType("Kind", str)
"""What a stake is on: `main`, `tip`, or the kind of a registered wager."""
MAIN: Final = Kind("main")
TIP: Final = Kind("tip")


L = TypeVar("L", bound=Enum)
WagerTexts = Mapping[str, Mapping[str, str]]
ENGLISH: Final = "en"


class Whose(Enum):
    """Whose hand decides a wager."""

    OWN = "own"
    DEALER = "dealer"


class Settled(Enum):
    """When a wager is settled."""

    AFTER_HAND = "after hand"
    """By its own command, after the hand is shown (Maryland)."""
    WITH_HAND = "with hand"
    """As the hand is shown (Pair Fortunes)."""
    BY_TOPIC = "by topic"
    """By commands in the wager's own table module (the progressive)."""


@dataclass(frozen=True)
class NamedWager:
    """Shared by all wagers: the kind that journals store, the game, and the folder with its files."""

    kind: Kind
    game: Game
    package: str

    @cached_property
    def texts(self) -> WagerTexts:
        """By language and key. A folder with several wagers has a table for each kind."""
        return {language: texts.get(self.kind, texts) for language, texts in self._languages.items()}

    @cached_property
    def _languages(self) -> Mapping[str, Mapping[str, Any]]:
        return loads(files(self.package).joinpath("texts.toml").read_text(encoding="utf-8"))

    @property
    def title(self) -> str:
        """Its heading and its name on the layout."""
        return self.texts[ENGLISH]["title"]

    @property
    def pays(self) -> tuple[str, ...]:
        """What the felt says it pays, line by line; empty if that is the top of its pay table."""
        return tuple(filter(None, self.texts[ENGLISH].get("pays", "").split("|")))

    @cached_property
    def place(self) -> int:
        """Its position on the felt among the wagers of its folder: in the order of their texts."""
        return list(self._languages[ENGLISH]).index(self.kind) if self.kind in self._languages[ENGLISH] else 0

    @property
    def area(self) -> str:
        """What its spot is for, in the list of equipment."""
        return self.texts[ENGLISH].get("area", self.name)

    @property
    def name(self) -> str:
        """Its name inside a sentence."""
        return self.texts[ENGLISH].get("name", self.title)

    @property
    def settle_line(self) -> str:
        """The script line for settling it."""
        return self.texts[ENGLISH].get("settle", f"Settle {self.area} at position {{position}}.")

    @property
    def envy_line(self) -> str:
        """The script line for paying its envy bonus."""
        otherwise = f"Pay {{person}} the envy bonus of {self.area} for each hand that somebody else holds, "
        otherwise += "and take the lammer away."
        return self.texts[ENGLISH].get("pay-envy", otherwise)


@dataclass(frozen=True)
class Envy:
    """Fixed amounts for other players' hands, from `envy.tsv`, for a stake of at least this much."""

    qualifying: Cents


class WagerOptions(Struct, frozen=True, rename="kebab"):
    """What an operator can choose for a wager besides its pay table and limits, as options of its kind.

    If a book has no such choice, the wager requires a main wager and can be larger than it.
    """

    without_main: bool = False
    above_main: bool = True


@dataclass(frozen=True, slots=True)
class OptionProblem:
    """A problem with an option, what is allowed, and the source, if it isn't the option's own.

    `paragraph` is the source itself, `option` another option whose source applies.
    """

    field: str
    problem: str
    allowed: str
    paragraph: str = ""
    option: str = ""


@dataclass(frozen=True)
class LineWager(NamedWager, Generic[L]):
    """A wager that pays by the line that a hand makes.

    `lines` lists all lines, strongest first; the last one never pays. `numbers` returns indexes into `lines`
    for whole arrays of hands. `best_with` is this wager's best line on a hand with the given best bonus line,
    or None if no such hand wins: the payout limit adds up what one hand can win (13.G). Without it, the top
    of the table counts for every hand.
    """

    lines: tuple[L, ...]
    line: Callable[[Sequence[Any]], L]
    numbers: Callable[[CardHands], NDArray[np.uint8]] | None = None
    best_with: Callable[[Line], L | None] | None = None
    whose: Whose = Whose.OWN
    settled: Settled = Settled.AFTER_HAND
    envy: Envy | None = None
    edition: int = 1
    """Incremented when a change of the wager alters the outcome of a command."""
    limited: bool = True
    """Whether its payouts count toward the payout limit."""
    options: type[WagerOptions] = WagerOptions
    """Its own options from `options.toml`, by name without the kind."""
    stake_option: str = ""
    """The option that fixes the stake; without it, the wager has limits."""
    problems: Callable[[Mapping[str, object]], Iterable[OptionProblem]] | None = None
    """What is wrong with its options in combination, by name without the kind."""

    @cached_property
    def option_rows(self) -> Mapping[str, Mapping[str, Any]]:
        """The additional options from its `options.toml`, by full name."""
        file = files(self.package).joinpath("options.toml")
        return loads(file.read_text(encoding="utf-8")) if file.is_file() else {}

    @cached_property
    def tables(self) -> Mapping[str, Paytable[L]]:
        """Its own pay tables by id; a book may bring others."""
        return load_paytables(self.package, self.kind, self.lines)

    @cached_property
    def envy_tables(self) -> Mapping[str, Paytable[L]]:
        """What others' hands pay, each with the pay table of the same id; empty without envy."""
        if self.envy is None:
            return {}
        return load_paytables(self.package, f"{self.kind} envy", self.lines, "envy.tsv")

    def settle(self, stake: Cents, line: L, table: Paytable[L]) -> Settlement:
        """Pay a stake by the line made, or take it if the table doesn't list the line."""
        row = table.find(line)
        if row is None:
            return lost(stake)
        assert isinstance(row.pay, ToOne), row
        return won(stake, row.pay.on(stake), str(line.value))


@dataclass(frozen=True)
class RollWager(NamedWager):
    """A wager decided by one roll: it pays `times` the stake for the dice, at its position."""

    times: Callable[[Dice, int], int]

    @cached_property
    def pay(self) -> ToOne:
        row = load_paytables(self.package, self.kind, tuple(RollLine))[self.kind].lines[0]
        assert isinstance(row.pay, ToOne), row
        return row.pay

    @property
    def pays(self) -> tuple[str, ...]:
        return super().pays or (str(self.pay),)

    def settle(self, stake: Cents, dice: Dice, position: int) -> Settlement:
        times = self.times(dice, position)
        return won(stake, Cents(times * self.pay.on(stake)), self.kind) if times else lost(stake)


class RollLine(Enum):
    WIN = "win"


@dataclass(frozen=True, slots=True)
class HeldHand:
    """Seven cards and their owner; the dealer's have none."""

    owner: Hashable | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class EnvyBonus:
    """What one qualifying wager earns for another player's hand."""

    amount: Cents
    line: Enum
    owner: Hashable


def qualifies(wager: LineWager[Any], stake: Cents) -> bool:
    """Whether a stake earns envy."""
    return wager.envy is not None and stake >= wager.envy.qualifying


def is_envied(wager: LineWager[Any], cards: Sequence[Card], table: Paytable[Any]) -> bool:
    """Whether seven cards are a qualifying hand: four of a kind or better (maryland-poker 1.B(4))."""
    return table.find(wager.line(cards)) is not None


def envy_bonuses(
    wager: LineWager[Any], table: Paytable[Any], stake: Cents, holder: Hashable, hands: Iterable[HeldHand]
) -> tuple[EnvyBonus, ...]:
    """What one wager earns, in the order of the hands; the holder's own and the dealer's earn nothing."""
    if not qualifies(wager, stake):
        return ()
    others = (hand for hand in hands if hand.owner is not None and hand.owner != holder)
    earned = (_earned(table, wager.line(hand.cards), hand.owner) for hand in others)
    return tuple(bonus for bonus in earned if bonus is not None)


def _earned(table: Paytable[Any], line: Enum, owner: Hashable) -> EnvyBonus | None:
    row = table.find(line)
    if row is None:
        return None
    assert isinstance(row.pay, FixedAmount), row
    return EnvyBonus(row.pay.amount, line, owner)
