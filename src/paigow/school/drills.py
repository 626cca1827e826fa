"""The kinds of drill by name: which ones a table's rules allow, and a task of a kind from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from paigow.faults import BadInput
from paigow.school import accidents, bonuses, dealing, settling
from paigow.school.tasks import Drill, Picker
from paigow.submissions.checking import load_submission
from paigow.submissions.rules import Rules


class DrillKind(NamedTuple):
    """How a task of a kind is made, and whether a table's rules include its subject."""

    make: Callable[[Rules, Picker], Drill]
    fits: Callable[[Rules], bool]


def _always(_rules: Rules) -> bool:
    return True


IRREGULARITY: Final = "irregularity"
KINDS: Final[Mapping[str, DrillKind]] = {
    "delivery": DrillKind(dealing.delivery, lambda rules: bool(rules.banking.deliveries)),
    "shakes": DrillKind(dealing.shakes, _always),
    "count": DrillKind(dealing.count, _always),
    "stub": DrillKind(dealing.stub, lambda rules: not rules.is_tiles),
    "house-way": DrillKind(settling.house_way, _always),
    "call": DrillKind(settling.call, _always),
    "pay": DrillKind(settling.pay, _always),
    "center": DrillKind(settling.center, lambda rules: rules.banking.bank != "nobody"),
    "dice": DrillKind(bonuses.dice_wagers, lambda rules: rules.dragons_eye.offered),
    "bonus": DrillKind(bonuses.bonus, lambda rules: bool(bonuses.bonus_kinds(rules))),
    "envy": DrillKind(bonuses.envy, lambda rules: bool(rules.envied)),
    "progressive": DrillKind(bonuses.progressive, lambda rules: rules.progressive is not None),
    IRREGULARITY: DrillKind(accidents.irregularity, _always),
}


@lru_cache(maxsize=8)
def rules_of(book: str) -> Rules:
    """The rules a book is drilled by: its full example."""
    return load_submission(f"{book}-full").rules


def kinds_of(book: str) -> tuple[str, ...]:
    """A book's drills, in the order of a round."""
    rules = rules_of(book)
    return tuple(name for name, kind in KINDS.items() if kind.fits(rules))


@lru_cache(maxsize=8)
def stories_of(book: str) -> tuple[str, ...]:
    """A book's irregularities. The drill on one of them is named after it: `irregularity.exposed`."""
    return accidents.stories_of(rules_of(book))


@lru_cache(maxsize=256)
def drill(book: str, kind: str, seed: str) -> Drill:
    """The task for a seed, the same every time; raise BadInput for a kind that the book lacks."""
    known = (*kinds_of(book), *(f"{IRREGULARITY}.{story}" for story in stories_of(book)))
    if kind not in known:
        raise BadInput(
            f"{book} has no drill {kind!r}", where="kind", allowed=f"choose one of {', '.join(known)}"
        )
    picker = Picker(sha256(f"{book}/{kind}/{seed}".encode()).digest())
    name, _, story = kind.partition(".")
    if story:
        return accidents.irregularity(rules_of(book), picker, story)
    return KINDS[name].make(rules_of(book), picker)
