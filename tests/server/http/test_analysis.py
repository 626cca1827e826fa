"""Analysis of any hand over HTTP: the library's own figures, and refusals of invalid positions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from paigow import best_settings, set_hand
from paigow.houseways import built_in_ways
from paigow.server.analysis import Position
from paigow.server.connections.lobby import Lobby
from paigow.server.http.analysis import analyzed_against_each
from paigow.server.worker import Pending
from tests.rules import rule
from tests.server.running import Server

HAND = "6-6 2-2 4-5 2-6"


@pytest.fixture
def web(floor: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=floor.address, timeout=60) as client:
        yield client


def _settled(web: httpx.Client, path: str, **params: str) -> dict[str, Any]:
    while True:
        answer = web.get(path, params=params)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        if found["ready"]:
            result: dict[str, Any] = found["result"]
            return result


@rule("R11")
def test_an_analyzed_hand_has_the_librarys_figures(web: httpx.Client) -> None:
    for role in ("player", "bank"):
        found = _settled(web, "/api/analysis", book="commission-tiles", hand=HAND, role=role)
        expected = best_settings(HAND, role="bank" if role == "bank" else "player").settings
        assert [(each["win"], each["push"], each["lose"]) for each in found["settings"]] == [
            (each.win, each.push, each.lose) for each in expected
        ]
        for each in found["settings"]:
            # 32 tiles less four: C(28,4) = 20,475 replies; a win gains 19/20, a loss costs 1.
            assert each["win"] + each["push"] + each["lose"] == found["replies"] == 20_475
            assert each["value"] == pytest.approx((each["win"] * 0.95 - each["lose"]) / 20_475)
    found = _settled(web, "/api/analysis", book="commission-tiles", hand=HAND)
    best = found["settings"][0]["value"]
    for way in found["ways"]:
        assert " ".join(way["low"]) in str(set_hand(HAND, way["name"]))
        assert way["cost"] == pytest.approx(best - way["value"])
    others = _settled(web, "/api/analysis/dealers", book="commission-tiles", hand=HAND)["dealers"]
    assert len(others) == len(found["ways"])
    assert others[0]["value"] == pytest.approx(0.0888937728937729), "6,067 / 68,250 against the regulation"


class _Worker:
    """Answers at once, until it has answered often enough; records the questions."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.asked: list[str] = []

    async def answer(self, _seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
        self.asked.append(work.__name__)
        return work(*arguments) if len(self.asked) <= self.most else Pending(0.5)


def test_each_other_way_is_a_job_of_its_own_so_that_nobody_waits_for_all() -> None:
    ways = sum(way.game.value == "tiles" for way in built_in_ways())
    for most, ready in ((99, True), (2, False)):
        worker = _Worker(most)
        lobby = cast(Lobby, SimpleNamespace(hand_worker=worker))
        answer = asyncio.run(analyzed_against_each(lobby, Position(HAND, "commission-tiles")))
        assert answer.ready is ready
        if ready:
            assert worker.asked == ["dealers", *["against"] * ways]
        else:
            # The list and one way are ready; the next is in progress, and no other waits behind it.
            assert worker.asked == ["dealers", "against", "against"]
            assert answer.progress == 1 / ways


def test_seen_tiles_leave_fewer_replies(web: httpx.Client) -> None:
    found = _settled(web, "/api/analysis", book="commission-tiles", hand=HAND, seen="1-1 1-1")
    # 32 tiles less four held and two seen: C(26,4) = 26 * 25 * 24 * 23 / 24.
    assert found["replies"] == 14_950
    expected = best_settings(HAND, seen="1-1 1-1").best
    assert found["settings"][0]["win"] == expected.win
    bad = {"book": "commission-tiles", "hand": HAND, "seen": "6-6 6-6"}
    assert web.get("/api/analysis", params=bad).status_code == 400, "there are two of them, one in hand"


def test_names_of_tiles_are_read_and_what_is_no_position_is_refused(web: httpx.Client) -> None:
    found = _settled(web, "/api/analysis", book="commission-tiles", hand="teen day 6-6 1-1")
    assert sorted(found["pieces"]) == ["1-1", "1-1", "6-6", "6-6"]
    for bad in (
        {"book": "commission-tiles", "hand": "6-6 6-6 6-6 1-1"},
        {"book": "commission-tiles", "hand": "As Kd"},
        {"book": "commission-tiles", "hand": HAND, "dealer": "foxwoods"},
        {"book": "commission-tiles", "hand": HAND, "dealer": "nobody"},
        {"book": "rock-island-poker", "hand": "As Kd Qs 10h 9c 9d 2s", "role": "bank"},
        {"book": "maryland-poker", "hand": "As Kd Qs 10h 9c 9d 2s", "wheel": "lowest"},
    ):
        answer = web.get("/api/analysis", params=bad)
        assert answer.status_code == 400, bad
        assert answer.json()["problem"]
        if "role" in bad:
            assert answer.json()["allowed"] == "Choose player."


def test_the_choices_are_those_of_each_book(web: httpx.Client) -> None:
    found = {each["book"]: each for each in web.get("/api/analysis/options").json()}
    assert found["rock-island-poker"]["roles"] == ["player"], "nobody banks there"
    assert found["rock-island-poker"]["wheels"] == ["second", "lowest"], "R20 leaves it to the house"
    assert found["maryland-poker"]["wheels"] == []
    assert found["commission-tiles"]["roles"] == ["player", "bank", "co-bank"]
    assert all(each["dealer"] in {way["name"] for way in each["ways"]} for each in found.values())


def test_the_odds_of_a_table_are_those_of_its_submission_with_the_meters_as_they_stand(
    web: httpx.Client,
) -> None:
    tables = {each["table"]: each for each in web.get("/api/odds").json()}
    assert tables.keys() >= {"commission-tiles", "maryland-poker"}
    found = _settled(web, "/api/odds/maryland-poker")
    assert found["main"], "the record that ships with the program has it"
    meters = web.get("/api/tables/maryland-poker").json()["meters"]
    assert found["meters"] == meters
    by_name = {each["wager"]: each for each in found["wagers"]}
    assert by_name["progressive C"]["details"]["meters_cents"] == meters
    # 53 cards, seven at a time: 154,143,080; R24's lines by `paigow odds`.
    assert by_name["fortune B"]["total"] == 154_143_080
    taken = {each["stake"]: each["vigorish"] for each in found["vigorish"]["stakes"]}
    assert taken[1500] == 75
    assert taken[1800] == 100, "90 cents, up to the next quarter"
    assert web.get("/api/odds/nowhere").status_code == 404
