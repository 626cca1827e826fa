"""How this table deals its cards now, and the paragraphs for it: each method has its own chapter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from paigow.submissions.rules import DealingMethod, Fallback, Rules, ShufflingMethod, StartingMethod
from paigow.table.state import Table

ENDS_OF_THE_CUT = ("start", "deal")
MACHINES: Final = ("shuffler", "shuffler-into-shoe")
"""Automated shuffling devices; the reshuffling device isn't one of them (R65)."""
HOURS_BY_HAND: Final = 4


@dataclass(frozen=True, slots=True)
class Methods:
    """How cards are shuffled and dealt and the start is found, ignoring devices that are out of order."""

    shuffling: ShufflingMethod
    dealing: DealingMethod
    starting: StartingMethod


def methods(rules: Rules, table: Table) -> Methods:
    """The methods now: as submitted, or the backup for a device that is out of order.

    Dealing from the hand requires a shuffler (maryland-poker 9.A(1)), and the flat button requires a shuffler
    and an automated shoe (R36); without those, the backups take over as well.
    """
    shuffling, dealing, starting = rules.shuffling.method, rules.dealing.method, rules.starting.method
    return _in_use(shuffling, dealing, starting, rules.fallback, table.cards.out_of_order)


@cache
def _in_use(
    shuffling: ShufflingMethod,
    dealing: DealingMethod,
    starting: StartingMethod,
    fallback: Fallback,
    out_of_order: tuple[str, ...],
) -> Methods:
    """Asked about twenty times a round; there are only a few combinations."""
    if "shuffler" in out_of_order:
        shuffling = fallback.shuffling
    if "shoe" in out_of_order:
        dealing = fallback.dealing
    if dealing == "hand" and shuffling not in MACHINES:
        dealing = fallback.dealing
        shuffling = fallback.shuffling if dealing == "hand" else shuffling
    if starting == "flat-button" and not (shuffling in MACHINES and dealing == "automated-shoe"):
        starting = fallback.starting
    return Methods(shuffling, dealing, starting)


def devices(rules: Rules) -> tuple[str, ...]:
    """The devices that can fail."""
    shuffler = ("shuffler",) if rules.shuffling.method != "hand" else ()
    return (*shuffler, *(("shoe",) if rules.dealing.method == "automated-shoe" else ()))


def every_method(rules: Rules, what: str) -> tuple[str, ...]:
    """The methods for `shuffling`, `dealing`, or `starting`: the submitted one, and any backup."""
    own, standing_in = getattr(rules, what).method, getattr(rules.fallback, what)
    return (own, standing_in) if devices(rules) else (own,)


def oldest_deck(rules: Rules, table: Table) -> int:
    """How many hours a deck can stay: at most four if hands do a machine's work (R59)."""
    now = methods(rules, table)
    by_hand = now.dealing == "hand" or (now.dealing == "stacks" and now.shuffling == "hand")
    hours = rules.cards.change_hours
    return min(hours, HOURS_BY_HAND) if by_hand else hours


def cite_deal(rules: Rules, table: Table, topic: str) -> tuple[str, ...]:
    """The paragraphs of a topic, from the chapter of the method in use; tiles have only one.

    If cards are cut, finding the start and dealing are also the cut's last steps.
    """
    if rules.is_tiles:
        return rules.cite(topic)
    by_method = f"{topic} from {methods(rules, table).dealing}"
    if topic in ENDS_OF_THE_CUT and is_cut(rules, table):
        return rules.cite(by_method, f"{topic} after the cut")
    return rules.cite(by_method)


def is_cut(rules: Rules, table: Table) -> bool:
    """Whether cards are cut here: if they are shuffled by hand, and the book has a cut at all."""
    return methods(rules, table).shuffling == "hand" and rules.book.procedure.cards_cut
