"""The history checker itself: it accepts a true history and rejects each kind of lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paigow.store.journal import Store, open_store
from paigow.table.records.codec import plain
from tests.server.histories import Call, check
from tests.store.evenings import PEOPLE, appends, evening, keep

RECORD, RULES, HAPPENED = evening(rounds=1)
History = list[Call]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An evening whose commands have clients' ids."""
    batches = [
        msgspec.structs.replace(batch, command=f"{command.by}/{batch.command}")
        for batch, (command, _, _) in zip(appends(HAPPENED), HAPPENED, strict=True)
    ]
    with closing(open_store(f"sqlite:///{tmp_path / 'floor.db'}")) as opened:
        keep(opened, RECORD, batches)
        yield opened


def _true() -> History:
    """One after another; in between, somebody is refused a seat that is taken."""
    calls = []
    for number, (command, _, table) in enumerate(HAPPENED):
        if command.by in PEOPLE:
            answer = {"type": "ack", "version": table.version}
            fields = plain(command)
            calls.append(Call(f"{command.by}/c{number}", fields, 2.0 * number, 2.0 * number + 1, answer))
    refused: dict[str, Any] = {"type": "refusal", "reason": "place-taken"}
    late = 2.0 * len(HAPPENED)
    return [*calls, Call("dora/d1", {"do": "sit", "position": 1}, late, late + 1, refused)]


def _check(store: Store, calls: History) -> None:
    check(store, "evening", RULES, calls)


def test_a_true_history_is_accepted(store: Store) -> None:
    _check(store, _true())
    # Without an answer it may or may not have happened.
    first, *rest = _true()
    _check(store, [replace(first, answer={}, end=float("inf")), *rest])
    _check(store, [*_true(), Call("dora/d2", {"do": "leave"}, 0.0)])


LIES: dict[str, Callable[[History], History]] = {
    "lost": lambda calls: [*calls, replace(calls[0], id="anna/c999")],
    "another version": lambda calls: [replace(calls[0], answer={"type": "ack", "version": 1}), *calls[1:]],
    "told refused, and done": lambda calls: [
        replace(calls[0], answer={"type": "refusal", "reason": "place-taken"}),
        *calls[1:],
    ],
    "told too fast, and done": lambda calls: [
        replace(calls[0], answer={"type": "fault", "code": "too-fast"}),
        *calls[1:],
    ],
    "done before it was given": lambda calls: [replace(calls[0], start=50.0, end=51.0), *calls[1:]],
    "done after somebody who came later": lambda calls: [
        *calls[:-2],
        replace(calls[-2], start=0.0, end=0.5),
        calls[-1],
    ],
    "refused without a reason": lambda calls: [
        *calls[:-1],
        replace(calls[-1], command={"do": "sit", "position": 5}),
    ],
    "refused for another reason": lambda calls: [
        *calls[:-1],
        replace(calls[-1], answer={"type": "refusal", "reason": "not-yours"}),
    ],
    "made up": lambda calls: calls[1:],
}


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_found(store: Store, lie: str) -> None:
    with pytest.raises(AssertionError):
        _check(store, LIES[lie](_true()))
