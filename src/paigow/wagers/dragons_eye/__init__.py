"""Dragon's Eye: the wagers that dice decide, the dice bonus, and the game without vigorish.

The table knows who sits where and who shakes. Here a match wager has its number, a dice bonus wager knows
whether its owner is the shaker, and the triples so far are a count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from typing import Final

from paigow.material.dice import Dice
from paigow.material.game import Game
from paigow.wagers.money import NOTHING, Cents, Settlement, Vigorish, lost, won
from paigow.wagers.paytables import Paytable, ToOne, load_paytables
from paigow.wagers.wager import Kind, NamedWager, RollWager


class TripleLine(Enum):
    """The rungs of the dice bonus, highest first."""

    THIRD = "third triple"
    SECOND = "second triple"
    FIRST = "first triple"

    def __str__(self) -> str:
        return self.value


LAST_TRIPLE: Final = 3
_RUNGS: Final = {1: TripleLine.FIRST, 2: TripleLine.SECOND, LAST_TRIPLE: TripleLine.THIRD}
_ROLL: Final = partial(RollWager, game=Game.TILES, package=__name__)

MATCH: Final = _ROLL(Kind("match"), times=lambda dice, position: dice.values.count(position))
"""Pays once for each die that shows its position (R15)."""
ODD: Final = _ROLL(Kind("odd"), times=lambda dice, _: int(dice.eye % 2 == 1 and not dice.is_triple))
EVEN: Final = _ROLL(Kind("even"), times=lambda dice, _: int(dice.eye % 2 == 0 and not dice.is_triple))
DOUBLE: Final = _ROLL(Kind("double"), times=lambda dice, _: int(dice.is_double))
"""Wins on a triple too (R15)."""
TRIPLE: Final = _ROLL(Kind("triple"), times=lambda dice, _: int(dice.is_triple))
ROLL_WAGERS: Final = {wager.kind: wager for wager in (MATCH, ODD, EVEN, DOUBLE, TRIPLE)}
"""Wagers decided by one roll, unlike the dice bonus (colorado-tiles 30-2606(4)), in settlement order."""


@dataclass(frozen=True)
class DiceBonus(NamedWager):
    """A wager on triples in a row: it remembers earlier ones, and stays up while the series lasts (R13)."""

    @cached_property
    def tables(self) -> Mapping[str, Paytable[TripleLine]]:
        """What it pays the shaker, and what it pays any other player."""
        return load_paytables(self.package, self.kind, tuple(TripleLine), "dice_bonus.tsv")

    def settle(self, stake: Cents, triples: int, dice: Dice, *, shaker: bool) -> DiceBonusResult:
        """Pay a rung when it is rolled. The wager stays up, but is returned after the third (R13)."""
        if not dice.is_triple:
            return DiceBonusResult(lost(stake), NOTHING, None)
        rung = _RUNGS[triples + 1]
        row = self.tables["shaker" if shaker else "other"].find(rung)
        assert row is not None and isinstance(row.pay, ToOne), rung
        settlement = won(stake, row.pay.on(stake), str(rung))
        return DiceBonusResult(settlement, NOTHING if rung is TripleLine.THIRD else stake, rung)


DICE_BONUS: Final = DiceBonus(Kind("dice-bonus"), Game.TILES, __name__)
DICE_KINDS: Final = frozenset((*ROLL_WAGERS, DICE_BONUS.kind))


def triples_after(triples: int, dice: Dice) -> int:
    """How many triples in a row there are after a roll; the third ends the series, which restarts (R13)."""
    assert 0 <= triples < LAST_TRIPLE, triples
    return (triples + 1) % LAST_TRIPLE if dice.is_triple else 0


def may_hold_dice_bonus(triples: int, held: Cents, wanted: Cents) -> bool:
    """Whether a dice bonus wager can change from one amount to another before the next roll.

    Within a series it stays unchanged or is taken down completely; none can be placed or put back (R13).
    """
    return triples == 0 or wanted in (held, NOTHING)


@dataclass(frozen=True, slots=True)
class DiceBonusResult:
    """A dice bonus wager after a roll: how it was settled, and how much of it stays up for the next one."""

    settlement: Settlement
    stays: Cents
    rung: TripleLine | None


def triple_takes_main(dice: Dice, method: Vigorish) -> bool:
    """Whether dice decide the main wager: without vigorish a triple loses it to the house (R14)."""
    return method is Vigorish.NONE and dice.is_triple
