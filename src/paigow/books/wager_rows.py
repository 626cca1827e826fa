"""Rows that every wager has, written once: `{wager}` in a name stands for each kind, `{name}` for its name.

They are those of wagers that are settled after the hand. Others have options and topics of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from paigow.wagers.registry import line_wagers
from paigow.wagers.wager import LineWager, Settled

KIND: Final = "{wager}"


def wagers_of_rows(first: Iterable[str] = ()) -> tuple[LineWager[Any], ...]:
    """The wagers that rows are repeated for: those named first, then the others by kind."""
    known = {kind: each for kind, each in line_wagers().items() if each.settled is Settled.AFTER_HAND}
    order = dict.fromkeys((*first, *sorted(known)))
    return tuple(known[kind] for kind in order if kind in known)  # type: ignore[index]


def filled(value: Any, wager: LineWager[Any]) -> Any:
    """A row of a table with the wager's kind and name put in, however deep."""
    if isinstance(value, str):
        for blank, words in _blanks(wager):
            value = value.replace(blank, words)
        return value
    if isinstance(value, list):
        return [filled(each, wager) for each in value]
    if isinstance(value, Mapping):
        return {filled(key, wager): filled(each, wager) for key, each in value.items()}
    return value


def _blanks(wager: LineWager[Any]) -> tuple[tuple[str, str], ...]:
    return (
        (KIND, wager.kind),
        ("{name}", wager.name),
        ("{area}", wager.area),
        ("{settle}", wager.settle_line),
        ("{pay-envy}", wager.envy_line),
    )
