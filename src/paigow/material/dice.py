"""Three dice in a shaker and what they show. Counting to a place is the table's job."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from paigow.faults import BadInput

NUMBER_OF_DICE: Final = 3
FACES_OF_A_DIE: Final = 6


@dataclass(frozen=True, slots=True, repr=False)
class Dice:
    """A shake of three dice. In Dragon's Eye the first is the die of a different color."""

    eye: int
    second: int
    third: int

    def __post_init__(self) -> None:
        for value in self.values:
            if not 1 <= value <= FACES_OF_A_DIE:
                raise BadInput(f"a die can't show {value}", allowed="it shows 1 to 6")

    @property
    def values(self) -> tuple[int, int, int]:
        return (self.eye, self.second, self.third)

    @property
    def total(self) -> int:
        return sum(self.values)

    @property
    def is_triple(self) -> bool:
        return self.eye == self.second == self.third

    @property
    def is_double(self) -> bool:
        """Whether the two dice of one color match; a triple is a double too."""
        return self.second == self.third

    def __str__(self) -> str:
        return f"{self.eye}+{self.second}+{self.third}"

    def __repr__(self) -> str:
        return f"parse_dice({str(self)!r})"


def parse_dice(text: str) -> Dice:
    """Read a shake: `1+4+4`, the Dragon's Eye die first.

    >>> parse_dice("1+4+4").total
    9
    """
    parts = text.replace(" ", "").split("+")
    if len(parts) != NUMBER_OF_DICE or not all(
        part.isascii() and part.isdigit() and len(part) == 1 for part in parts
    ):
        raise BadInput(f"{text.strip()!r} is not a shake of three dice", allowed="write it like 1+4+4")
    return Dice(*map(int, parts))
