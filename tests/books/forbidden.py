"""What the regulations forbid in a submission, rewritten from their texts, independently of the program.

Each function takes the raw tree of a TOML file. A missing value isn't forbidden here, unless the text
requires it. The tests use this to make sure that nothing forbidden is ever accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any

__all__ = ["why_forbidden"]

Tree = Mapping[str, Any]

STYLES = {
    *"house-way-right house-way-left cup-say-right cup-say-left jung-quat chee-yee".split(),
    *"pin-say-right pin-say-left dragon-head-right dragon-head-left".split(),
}
STARTS = {"A": (10_000,), "B": (10_000, 1_000), "C": (10_000, 1_000, 500), "D": (10_000, 2_500, 1_000)}


def at(tree: Tree, key: str, default: Any = None) -> Any:
    """The raw value at a dotted key."""
    place: Any = tree
    for name in key.split("."):
        if not isinstance(place, Mapping) or name not in place:
            return default
        place = place[name]
    return place


def is_amount(value: Any) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def why_forbidden(tree: Tree) -> tuple[str, ...]:
    """The paragraphs that a submission breaks, as far as this file knows."""
    book = str(at(tree, "rulebook", "")).replace("_", "-")
    rules = (*EVERY, *OWN.get(book, ()))
    return tuple(paragraph for check in rules for paragraph in check(tree))


def chairs(tree: Tree) -> Iterator[str]:
    """At most six players (MD 2.A; the sixth position of C 6(c)(2))."""
    if not 1 <= at(tree, "table.chairs", 6) <= 6:
        yield "six players"


def dice_hours(tree: Tree) -> Iterator[str]:
    """Dice stay at most 24 hours (C 3(c), CO 2604(3), MD 2.C(1)(c), R59)."""
    if at(tree, "dice.change-hours", 24) > 24:
        yield "24 hours"


def bank_for_all(tree: Tree) -> Iterator[str]:
    """Offered to all players or to none (C 8(a), (e); CO 2609(1), (5); MD 12.A, 12.E(1))."""
    for key in ("banking.bank", "banking.co-bank"):
        if at(tree, key, "nobody") not in ("everyone", "nobody"):
            yield "all players"
    if at(tree, "banking.co-bank") == "everyone" and at(tree, "banking.bank", "nobody") != "everyone":
        yield "co-bank without a bank"


def limits(tree: Tree) -> Iterator[str]:
    """A minimum above the maximum, or no minimum at all (R58)."""
    for kind, limit in (at(tree, "limits") or {}).items():
        least, most = at(limit, "minimum"), at(limit, "maximum")
        if is_amount(least) and least <= 0:
            yield f"{kind} from nothing"
        if is_amount(least) and is_amount(most) and least > most:
            yield f"{kind} upside down"


def house_way(tree: Tree) -> Iterator[str]:
    """The manner of setting is submitted (C 7(e), CO 2608(5), MD 11.C(1))."""
    if not isinstance(at(tree, "house-way.way"), str) or not at(tree, "house-way.way").strip():
        yield "no house way"


def five_percent(tree: Tree) -> Iterator[str]:
    """Five percent to the cent or the quarter; none only with Dragon's Eye (C 7(k), CO 2608(12), MD 13.A)."""
    method = at(tree, "vigorish.method", "to-the-cent")
    eye = (
        at(tree, "rulebook") in ("colorado-tiles", "colorado_tiles")
        and at(tree, "dragons-eye.offered") is True
    )
    if method not in ("to-the-cent", "up-to-25-cents") and not (method == "none" and eye):
        yield "vigorish"


def deliveries(tree: Tree) -> Iterator[str]:
    """The styles offered to a bank are listed, out of ten (C 8(k), CO 2609(11))."""
    styles = at(tree, "banking.deliveries")
    if at(tree, "banking.bank") == "everyone" and not (styles and set(styles) <= STYLES):
        yield "deliveries"


def commission_only(tree: Tree) -> Iterator[str]:
    """Seated players alone, the bank may cut, no other wagers (C 5, 8(g))."""
    if at(tree, "banking.cut", True) is not True:
        yield "8(g)"
    if at(tree, "spots.players-per-spot", 1) != 1:
        yield "5(b)"
    if at(tree, "dragons-eye.offered") is True or at(tree, "pair-fortunes.offered") is True:
        yield "5(a)"


def colorado_only(tree: Tree) -> Iterator[str]:
    """Four on a spot, an idle procedure, a die of another color, a table 1 to 4."""
    if at(tree, "spots.players-per-spot", 1) > 4:
        yield "30-2606(5)"
    if at(tree, "table.idle") not in ("pairs-face-up", "stacks-face-down"):
        yield "30-2605(7)"
    if at(tree, "dice.inspect-hours", 24) > 24:
        yield "30-2604(2)"
    eye, others = at(tree, "dragons-eye.eye-die", "?"), at(tree, "dragons-eye.other-dice", "!")
    if at(tree, "dragons-eye.offered") is True and eye.strip().lower() == others.strip().lower():
        yield "30-2604(4)"
    if at(tree, "pair-fortunes.offered") is True and str(at(tree, "pair-fortunes.table")) not in "1234":
        yield "30-2699.01(4)"


def rock_island_only(tree: Tree) -> Iterator[str]:
    """No bank, second area or optional wagers (R42); dice or a generator (RI 3)."""
    if at(tree, "banking.bank", "nobody") != "nobody" or at(tree, "spots.two-areas", False) is not False:
        yield "R42"
    if any(
        at(tree, f"{name}.offered", False) is not False
        for name in ("fortune", "emperors", "insurance", "progressive")
    ):
        yield "R42"
    if at(tree, "starting.method") not in ("shaker", "generator"):
        yield "3"


def maryland_devices(tree: Tree) -> Iterator[str]:
    """Hand, two decks, and flat button require a shuffler (MD 9.A(1), 3.B, 5.K(3)); decks wear out (3.C)."""
    shuffler = at(tree, "shuffling.method") in ("shuffler", "shuffler-into-shoe")
    by_hand = at(tree, "dealing.method") == "hand"
    if by_hand and not shuffler:
        yield "9.A(1)"
    if at(tree, "cards.decks", 1) == 2 and not shuffler:
        yield "3.B"
    if at(tree, "cards.decks", 1) not in (1, 2):
        yield "3.A"
    if at(tree, "starting.method") == "flat-button" and not (
        shuffler and at(tree, "dealing.method") == "automated-shoe"
    ):
        yield "5.K(3)"
    if at(tree, "cards.change-hours", 8) > (4 if by_hand else 8):
        yield "3.C"
    if at(tree, "help.house-way", True) is not True:
        yield "11.A(3)"


def maryland_tables(tree: Tree) -> Iterator[str]:
    """Tables A to D, Insurance A and B, meters at their minimum, rates within the stake (MD 13.B to 13.E)."""
    for name, ids in (
        ("fortune", "ABCD"),
        ("emperors", "ABCD"),
        ("insurance", "AB"),
        ("progressive", "ABCD"),
    ):
        table = at(tree, f"{name}.table")
        if at(tree, f"{name}.offered") is True and not (isinstance(table, str) and table in tuple(ids)):
            yield f"table of {name}"
    table = at(tree, "progressive.table")
    if at(tree, "progressive.offered") is True and table in STARTS:
        starts, rates = at(tree, "progressive.starts"), at(tree, "progressive.rates")
        least = STARTS[table]
        if (
            not isinstance(starts, list)
            or len(starts) != len(least)
            or any(a < b for a, b in zip(starts, least, strict=True))
        ):
            yield "13.E(7)"
        if not isinstance(rates, list) or len(rates) != len(least) or not 0 < sum(rates) <= 100:
            yield "13.E(6)"


Check = Callable[[Tree], Iterator[str]]
EVERY: tuple[Check, ...] = (chairs, dice_hours, bank_for_all, limits, house_way, five_percent)
OWN: Mapping[str, tuple[Check, ...]] = {
    "commission-tiles": (deliveries, commission_only),
    "colorado-tiles": (deliveries, colorado_only),
    "rock-island-poker": (rock_island_only,),
    "maryland-poker": (maryland_devices, maryland_tables),
}
