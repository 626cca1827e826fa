"""Dragon's Eye: the wagers that dice decide, the dice bonus, and the game without vigorish.

Who sits where and who shakes is the table's business: here a match wager has its number, a dice bonus
wager knows whether its owner is the shaker, and the triples so far are a count.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from paigow.material.dice import FACES_OF_A_DIE, Dice
from paigow.wagers.kinds import DICE_WAGERS, WagerKind
from paigow.wagers.money import NOTHING, Cents
from paigow.wagers.paytables import Paytable, ToOne, load_paytables
from paigow.wagers.settlement import Settlement, lost, won
from paigow.wagers.vigorish import Vigorish

__all__ = [
    "DICE_BONUS",
    "DRAGONS_EYE",
    "LAST_TRIPLE",
    "DiceBonusResult",
    "TripleLine",
    "may_hold_dice_bonus",
    "settle_dice",
    "settle_dice_bonus",
    "settle_main_on_dice",
    "triples_after",
]


class DiceLine(Enum):
    WIN = "win"


class TripleLine(Enum):
    """The rungs of the dice bonus, highest first."""

    THIRD = "third triple"
    SECOND = "second triple"
    FIRST = "first triple"

    def __str__(self) -> str:
        return self.value


LAST_TRIPLE: Final = 3
_RUNGS: Final = {1: TripleLine.FIRST, 2: TripleLine.SECOND, LAST_TRIPLE: TripleLine.THIRD}
DRAGONS_EYE: Final = load_paytables("dragons_eye", DiceLine)
DICE_BONUS: Final = load_paytables("dice_bonus", TripleLine)


def settle_dice(kind: WagerKind, stake: Cents, dice: Dice, number: int | None = None) -> Settlement:
    """Settle what one roll decides; `number` is the position that a match wager is on.

    Match pays once for each die, and double wins on a triple too (R15); odd and even lose on any triple.
    """
    assert kind in DICE_WAGERS, kind
    row = DRAGONS_EYE[kind.value].lines[0]
    times = _times_won(kind, dice, number)
    if not times:
        return lost(stake, row.cite)
    assert isinstance(row.pay, ToOne), row
    return won(stake, Cents(times * row.pay.on(stake)), row.cite, str(kind))


def _times_won(kind: WagerKind, dice: Dice, number: int | None) -> int:
    match kind:
        case WagerKind.MATCH:
            assert number is not None and 1 <= number <= FACES_OF_A_DIE, number
            return dice.values.count(number)
        case WagerKind.ODD:
            return int(dice.eye % 2 == 1 and not dice.is_triple)
        case WagerKind.EVEN:
            return int(dice.eye % 2 == 0 and not dice.is_triple)
        case WagerKind.DOUBLE:
            return int(dice.is_double)
        case _:
            return int(dice.is_triple)


def triples_after(triples: int, dice: Dice) -> int:
    """How many triples stand in a row after a roll; the third closes the series, which begins again (R13)."""
    assert 0 <= triples < LAST_TRIPLE, triples
    return (triples + 1) % LAST_TRIPLE if dice.is_triple else 0


def may_hold_dice_bonus(triples: int, held: Cents, wanted: Cents) -> bool:
    """Whether a dice bonus wager may go from one amount to another before the next roll.

    Within a series it stays as it is or is taken down whole; none may be placed or put back (R13).
    """
    return triples == 0 or wanted in (held, NOTHING)


@dataclass(frozen=True, slots=True)
class DiceBonusResult:
    """A dice bonus wager after a roll: how it was settled, and what of it stays up for the next one."""

    settlement: Settlement
    stays: Cents
    rung: TripleLine | None


def settle_dice_bonus(stake: Cents, triples: int, dice: Dice, *, shaker: bool) -> DiceBonusResult:
    """Pay a rung when it is rolled. It stays up, but is returned after the third (R13)."""
    table: Paytable[TripleLine] = DICE_BONUS["shaker" if shaker else "other"]
    if not dice.is_triple:
        return DiceBonusResult(lost(stake, table.cite), NOTHING, None)
    rung = _RUNGS[triples + 1]
    row = table.find(rung)
    assert row is not None and isinstance(row.pay, ToOne), rung
    settlement = won(stake, row.pay.on(stake), row.cite, str(rung))
    return DiceBonusResult(settlement, NOTHING if rung is TripleLine.THIRD else stake, rung)


def settle_main_on_dice(stake: Cents, dice: Dice, method: Vigorish) -> Settlement | None:
    """The main wager, if dice decide it: without vigorish a triple loses it to the house (R14)."""
    if method is Vigorish.NONE and dice.is_triple:
        return lost(stake, "colorado-tiles 30-2608(12)(b)")
    return None
