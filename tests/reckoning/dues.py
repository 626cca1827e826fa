"""What each wager of a round won its player, in chips: the basis for a correction (R87)."""

from __future__ import annotations

from typing import Any

from tests.reckoning.book import Key
from tests.reckoning.room import AGAINST_BANK, DICE_KINDS, Round

__all__ = ["dues"]

TAKEN = ("lost", "dice lost", "lost to triple")


def dues(round_: Round) -> dict[Key, int]:
    """By wager: won less vigorish, minus the chips of the stake, or zero for a push or a void."""
    brought = dict.fromkeys(round_.staked, 0)
    for payment in round_.paid:
        label, position, *rest = payment
        if label in TAKEN:
            keys: Any = rest[0]
            for key in keys:
                brought[key] = -round_.staked[key].chips
        elif label not in ("dealer paid", "shortfall"):
            _add(round_, brought, str(label), position, rest)
    for key in round_.staked:
        if _forfeited(round_, key):
            brought[key] = -round_.staked[key].chips
    return brought


def _add(round_: Round, brought: dict[Key, int], label: str, position: Any, rest: list[Any]) -> None:
    """One payment; envy is added to what its wager won or lost."""
    person = rest[0]
    if label in ("paid", "dice paid"):
        key = (person, position, rest[1])
        brought[key] = rest[2] - (rest[3] if label == "paid" else 0)
        return
    key = (person, position, label.replace("pair fortunes", "pair-fortunes").removesuffix(" envy"))
    chips = round_.staked[key].chips
    if label.endswith(" envy"):
        brought[key] += rest[2]
    elif label == "progressive":
        brought[key] = rest[1] - chips
    else:
        brought[key] = rest[1] if any(rest[1:]) else -chips


def _forfeited(round_: Round, key: Key) -> bool:
    """Surrendered or abandoned, unless the round is void (R80); dead, void or not (CO 2610(7))."""
    person, position, kind = key
    if kind in DICE_KINDS:
        return False
    if position in round_.hands_dead:
        return kind in AGAINST_BANK or kind == "pair-fortunes"
    if round_.void is not None:
        return False
    surrendered = (person, position) in round_.surrendered and kind in AGAINST_BANK
    return surrendered or position in round_.abandoned
