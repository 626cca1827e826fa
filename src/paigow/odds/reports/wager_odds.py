"""The odds of one wager: every result with its count and its gain, and everything derived from them.

Everything is an integer or a fraction; only printing uses floats. The assumed rules are recorded with the
numbers, in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Final

from paigow.faults import BadInput, choices, suggestion
from paigow.wagers.registry import name_of
from paigow.wagers.wager import Kind

_ROOT_SCALE: Final = 10**12
_MOST_EXACT_DOUBLE: Final = 2**53


@dataclass(frozen=True, slots=True)
class PricedResult:
    """One result of a wager: how many of all deals have it, and the gain per unit staked.

    >>> import paigow
    >>> win = paigow.odds("commission-tiles", "main", role="player").wagers[0].results[0]
    >>> win.name, win.count, win.net
    ('win', 218057736, Fraction(19, 20))
    """

    name: str
    count: int
    net: Fraction


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """One wager under one pay table and one role, with every possible result.

    The value is an exact fraction; the edge is its negative.

    >>> import paigow
    >>> main = paigow.odds("commission-tiles", "main", role="player").wagers[0]
    >>> main.value == sum(result.count * result.net for result in main.results) / main.total
    True
    >>> main.edge == -main.value
    True
    """

    kind: Kind
    results: tuple[PricedResult, ...]
    table: str = ""
    case: str = ""
    """What else distinguishes it from others of its kind, in words: who shakes, how many oppose the bank."""
    role: str = ""
    assumes: tuple[str, ...] = ()
    details: Mapping[str, object] = field(default_factory=dict)
    """Further figures for programs and pages, as plain data: envy, break-even meters, copies."""

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.kind, self.table, self.case)))

    @property
    def title(self) -> str:
        """The name in words, with the role."""
        name = f"{name_of(self.kind)} {self.table}".strip()
        return ", ".join(filter(None, (name, f"as {self.role}" if self.role else "", self.case)))

    @property
    def total(self) -> int:
        return sum(result.count for result in self.results)

    @property
    def value(self) -> Fraction:
        """The average gain per unit staked."""
        gained = sum((result.count * result.net for result in self.results), Fraction())
        return gained / self.total

    @property
    def edge(self) -> Fraction:
        """What the other side keeps per unit staked."""
        return -self.value

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(result.count for result in self.results if result.net > 0), self.total)

    @property
    def variance(self) -> Fraction:
        squares = sum((result.count * result.net**2 for result in self.results), Fraction())
        return squares / self.total - self.value**2

    @property
    def standard_deviation(self) -> float:
        """The square root of the exact variance, accurate to the last digits of a float."""
        scaled = self.variance * _ROOT_SCALE**2
        return isqrt(scaled.numerator // scaled.denominator) / _ROOT_SCALE

    def as_json(self) -> dict[str, object]:
        """Plain data with stable keys. Counts, numerator, and denominator are integers; text past 2^53."""
        return {
            "wager": self.name,
            "kind": self.kind,
            "table": self.table or None,
            "case": self.case or None,
            "as": self.role or None,
            "total": whole_json(self.total),
            "counts": {result.name: whole_json(result.count) for result in self.results},
            "nets": {result.name: fraction_json(result.net) for result in self.results},
            "value": fraction_json(self.value),
            "edge": float(self.edge),
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "assumes": list(self.assumes),
            "details": dict(self.details),
        }


@dataclass(frozen=True, slots=True)
class OddsReport:
    """The wagers of a submission, rule book, or game file, and the assumptions for all of them.

    >>> import paigow
    >>> report = paigow.odds("commission-tiles", "main", role="player")
    >>> report.game, [wager.title for wager in report.wagers]
    ('tiles', ['main, as player'])
    """

    subject: str
    game: str
    assumes: tuple[str, ...]
    wagers: tuple[WagerOdds, ...]
    conclusions: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {
            "subject": self.subject,
            "game": self.game,
            "assumes": list(self.assumes),
            "wagers": [wager.as_json() for wager in self.wagers],
            "conclusions": list(self.conclusions),
        }


def fraction_json(value: Fraction) -> dict[str, int | str]:
    """Both parts as numbers, or both as text if either is too large for a double."""
    parts = (value.numerator, value.denominator)
    as_text = any(isinstance(whole_json(part), str) for part in parts)
    numerator, denominator = map(str, parts) if as_text else parts
    return {"numerator": numerator, "denominator": denominator}


def fraction_of(record: Mapping[str, int | str]) -> Fraction:
    """Read back what `fraction_json` wrote."""
    return Fraction(int(record["numerator"]), int(record["denominator"]))


def whole_json(number: int) -> int | str:
    """A whole number for JSON: as text if a reader that uses doubles would change it."""
    return number if abs(number) <= _MOST_EXACT_DOUBLE else str(number)


def percent(value: Fraction, digits: int = 4) -> str:
    """A fraction as a percentage, rounded half away from zero from the exact value.

    >>> percent(Fraction(-1, 216))
    '-0.4630%'
    """
    scale = 10**digits
    scaled = abs(value) * 100 * scale
    whole, rest = divmod((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), scale)
    sign = "-" if value < 0 and (whole or rest) else ""
    return f"{sign}{whole}.{rest:0{digits}}%"


def select_wagers(wagers: Sequence[str], wanted: str) -> list[str]:
    """The names a person may have meant: an exact name, else by prefix, else by any part."""
    folded = wanted.casefold().strip()
    found = [name for name in wagers if name.casefold() == folded]
    found = found or [name for name in wagers if name.casefold().startswith(folded)]
    found = found or [name for name in wagers if folded in name.casefold()]
    if not found:
        offered = choices(dict.fromkeys(wagers)) if wagers else "no side wager is offered here"
        hint = suggestion(wanted, wagers, offered)
        raise BadInput(f"there is no wager {wanted!r}", allowed=hint)
    return found
