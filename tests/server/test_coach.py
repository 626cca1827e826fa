"""Requests for exact values that come faster than they can be computed: few wait, the rest get an error."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import cast

import pytest

from paigow.material.notation import Pieces
from paigow.server import background
from paigow.server.background import LONGEST_QUEUE, Coach, SettingValues

BOOK = "commission-tiles"


def test_a_flood_of_questions_does_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Pieces] = []
    go_on = threading.Event()

    def slow(_book: str, pieces: Pieces) -> SettingValues:
        asked.append(pieces)
        go_on.wait()
        return [(pieces, 0.5, (0.6, 0.3, 0.1))]

    async def flood() -> None:
        coach = Coach()
        coach._pool = cast("ProcessPoolExecutor", ThreadPoolExecutor(1))
        for number in range(3 * LONGEST_QUEUE):
            assert await coach.values(BOOK, (str(number),)) is None, "not in time"
        assert await coach.values(BOOK, ("0",)) is None, "the same again is no other question"
        monkeypatch.setattr(background, "VALUES_SECONDS", 60)
        waiting = asyncio.create_task(coach.values(BOOK, ("0",)))
        await asyncio.sleep(0)
        go_on.set()
        assert await waiting == [(("0",), 0.5, (0.6, 0.3, 0.1))]
        assert await coach.values(BOOK, ("another",)) == [(("another",), 0.5, (0.6, 0.3, 0.1))]
        coach.stop()

    monkeypatch.setattr(background, "exact_values", slow)
    monkeypatch.setattr(background, "VALUES_SECONDS", 0)
    asyncio.run(flood())
    assert asked == [*((str(number),) for number in range(LONGEST_QUEUE)), ("another",)]
