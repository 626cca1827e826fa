"""Encodes tables and events as parts of messages: once per distinct view, not per viewer.

`table.visibility.views` decides what an actor can see; this module only encodes it, each part once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Final

import msgspec
from msgspec import Raw

from paigow.server.accounts.identity import as_displayed
from paigow.server.tables.replica import CommittedChange
from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Event
from paigow.table.deal.commitments import SeedPublished
from paigow.table.deal.first_seeds import SeedRevealed
from paigow.table.state import DealtHand, Table
from paigow.table.text import script
from paigow.table.text.tellings import tell_record
from paigow.table.visibility.views import (
    OPEN_FIELDS,
    PARTLY_OPEN,
    SECRETS,
    hand_shown,
    hides,
    see,
    sees,
    view,
)

_encode: Final = msgspec.json.Encoder().encode
_COMMON: Final = (*sorted(OPEN_FIELDS - {"balances"}), *PARTLY_OPEN)
_common_parts: Final = attrgetter(*_COMMON)
_looks: Final = attrgetter("hands", "discards", "step", "bank")
"""Fields that can affect who sees which hand."""

Flags = tuple[bool, ...]
Key = tuple[tuple[str, ...] | None, ...]
Parts = dict[str, Raw]


def whole_view(rules: Rules, table: Table, actor: str) -> Raw:
    return Raw(_encode(view(rules, table, actor)))


def event_shown(event: Event, actor: str) -> Raw | None:
    """An event as an actor sees it, with its sentence; None if it is hidden from the actor."""
    record = see(event, actor)
    return None if record is None else _with_sentence(record)


def _with_sentence(record: dict[str, Any]) -> Raw:
    record["told"] = as_displayed(tell_record(record) or "")
    return Raw(_encode(record))


def without_seed(event: Event) -> Event:
    """The same, without a round's seed where only auditors can see it (R60)."""
    return (
        msgspec.structs.replace(event, seed="") if isinstance(event, SeedRevealed | SeedPublished) else event
    )


def lines_of(rules: Rules, change: CommittedChange) -> list[Raw]:
    """What dealer and floor say and do for one of their commands."""
    command = change.command
    if command.by not in STAFF:
        return []
    lines = script.of(rules, change.before, command, change.events)
    return [Raw(as_displayed(_encode(line).decode())) for line in lines]


def _public_changes(before: Table, after: Table) -> Parts:
    """The parts of the view that are the same for everyone and have changed."""
    found: Parts = {}
    for name in compress(_COMMON, map(is_not, _common_parts(before), _common_parts(after))):
        new = getattr(after, name)
        if new != getattr(before, name):
            shown = PARTLY_OPEN.get(name)
            found[name] = Raw(_encode(new if shown is None else shown(new)))
    return found


def changed_balances(
    before: Table, after: Table, changes: Sequence[CommittedChange]
) -> dict[str, int | None] | None:
    """The accounts whose balances changed, with None for one that is gone; None if there are none.

    Looks only at accounts named in postings: there can be many more, since each guest has some.
    """
    old, new = before.balances, after.balances
    if old is new:
        return None
    named = {posting.account for each in changes for event in each.events for posting in event.postings}
    changed: dict[str, int | None] = {
        name: cents for name in sorted(named) if (cents := new.get(name)) != old.get(name)
    }
    return changed or None


def _no_hands(before: Table, after: Table) -> bool:
    return not (after.hands or after.discards or before.hands or before.discards)


class ViewEncoder:
    """Encodes one table for its viewers and remembers what each actor saw of the hands."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._flags: dict[str, Flags] = {}
        self._hands: dict[tuple[int, bool], tuple[DealtHand, Raw]] = {}

    def whole(self, table: Table, actor: str) -> Raw:
        """The whole view; later changes are relative to it."""
        self._flags[actor] = self._seen(table, actor)
        return whole_view(self._rules, table, actor)

    def forget(self, actor: str) -> None:
        self._flags.pop(actor, None)

    def changes(
        self, before: Table, after: Table, actors: Iterable[str]
    ) -> tuple[Parts, Mapping[str, Flags], Mapping[Flags, Parts]]:
        """The changed parts for everyone; for actors who see more, their flags, and the parts for those."""
        public = _public_changes(before, after)
        if _no_hands(before, after) or _looks(before) == _looks(after):
            return public, {}, {}
        moved = before.hands is not after.hands or before.discards is not after.discards
        own: dict[str, Flags] = {}
        by_flags: dict[Flags, Parts] = {}
        for actor in actors:
            flags = self._seen(after, actor)
            if moved or flags != self._flags.get(actor):
                own[actor] = self._flags[actor] = flags
                if flags not in by_flags:
                    by_flags[flags] = {**public, **self._hand_parts(after, flags)}
        return public, own, by_flags

    def _seen(self, table: Table, actor: str) -> Flags:
        return tuple(
            sees(table, hand, actor)
            for hand in (*(hand for _, hand in sorted(table.hands.items())), *table.discards)
        )

    def _hand_parts(self, table: Table, flags: Flags) -> dict[str, Raw]:
        hands = [hand for _, hand in sorted(table.hands.items())]
        shown = [
            self._hand(hand, whole=whole)
            for hand, whole in zip((*hands, *table.discards), flags, strict=True)
        ]
        split = len(hands)
        return {"hands": Raw(_encode(shown[:split])), "discards": Raw(_encode(shown[split:]))}

    def _hand(self, hand: DealtHand, *, whole: bool) -> Raw:
        known = self._hands.get((hand.place, whole))
        if known is not None and known[0] is hand:
            return known[1]
        made = Raw(_encode(hand_shown(hand, whole=whole)))
        self._hands[hand.place, whole] = (hand, made)
        return made


class EventsShown:
    """The events of a frame, each encoded once per distinct visibility."""

    def __init__(self, changes: Sequence[CommittedChange]) -> None:
        self._events = [event for change in changes for event in change.events]
        self.open = SECRETS.keys().isdisjoint(map(type, self._events))
        """Whether everybody can see all of them."""
        self._all_open: Key = ((),) * len(self._events)
        self._made: dict[tuple[int, tuple[str, ...]], Raw] = {}
        self._lists: dict[Any, list[Raw]] = {}

    def key(self, actor: str) -> Key:
        """Which events are hidden from an actor: equal keys mean equal lists."""
        if self.open:
            return self._all_open
        return tuple(hides(event, actor) for event in self._events)

    def shown_to_all(self) -> list[Raw]:
        """All of them, when nothing is secret."""
        return [_with_sentence(msgspec.to_builtins(event, str_keys=True)) for event in self._events]

    def shown(self, actor: str, key: Key) -> list[Raw]:
        found = self._lists.get(key)
        if found is None:
            found = self._lists[key] = [
                self._one(number, event, hidden, actor)
                for number, (event, hidden) in enumerate(zip(self._events, key, strict=True))
                if hidden is not None
            ]
        return found

    def _one(self, number: int, event: Event, hidden: tuple[str, ...], actor: str) -> Raw:
        made = self._made.get((number, hidden))
        if made is None:
            shown = event_shown(event, actor)
            assert shown is not None, event
            made = self._made[number, hidden] = shown
        return made
