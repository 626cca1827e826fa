"""An hour of play: memory stays flat once everything has been used."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.json import encode

from paigow.material.cards import CARDS, parse_cards
from paigow.ranks.poker import Wheel, _rank_five, rank_five_cards
from paigow.server.accounts.identity import guest_name
from paigow.server.connections.client import Client
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.submissions.checking import find_submission, load_submission
from tests.server.soak import Soaked, soak
from tests.server.worlds import world

MB_AN_HOUR = 10.0
"""A leaked connection or round costs more: some thousand of each happen in an hour."""


def test_a_slope_is_measured_after_the_first_quarter() -> None:
    """Four samples a minute apart: 50 MB at first, then 100, 101 and 102: a MB a minute, 60 an hour."""
    assert Soaked([(0.0, 50.0), (60.0, 100.0), (120.0, 101.0), (180.0, 102.0)], 0, 0).slope == pytest.approx(
        60
    )


def test_a_room_forgets_who_has_left(tmp_path: Path) -> None:
    """A guest sits out and leaves: once the seat is free, nothing of them is left in the server's memory."""
    with world("forgotten", tmp_path) as made:

        async def live() -> None:
            text = find_submission("commission-tiles-full").text
            made.floor.add(NewTable("one", text, TableSettings(bots=2)))
            room, guest = made.floor.rooms["one"], guest_name("Anna")
            anna = Client(room, guest, "player", made.floor.wallets.held, lambda _frames: None)
            anna.enter()
            for number, fields in enumerate(({"do": "buy-in", "chips": 5000}, {"do": "sit", "position": 1})):
                await asyncio.sleep(60)
                anna.receive(encode({"type": "command", "id": str(number), "command": fields}))
            await asyncio.sleep(1)
            assert guest in room.host.table.chairs
            anna.receive(encode({"type": "sit-out", "on": True}))
            anna.leave()
            assert guest in room.sits_out
            assert guest in room._gone_since
            await asyncio.sleep(600)
            assert guest not in room.host.table.chairs
            assert (guest in room.sits_out, guest in room._gone_since) == (False, False)

        made.live(live)


def test_what_is_remembered_of_settings_is_bounded() -> None:
    """A million card hands come up in some weeks; tile hands are 3,620."""
    rules = load_submission("maryland-poker-plain").rules
    cards = [str(card) for card in CARDS]
    for start in range(400):
        rules.house_setting(tuple(sorted(Random(start).sample(cards, 7))))
    (remembered,) = [
        cell.cell_contents.cache_info()
        for cell in rules.house_setting.__closure__ or ()
        if hasattr(cell.cell_contents, "cache_info")
    ]
    assert remembered.currsize <= 256


def test_a_flush_is_remembered_once_for_all_suits() -> None:
    """6,175 hands by ranks, 1,820 with the joker, 1,287 and 715 of a suit: at most 9,997 are cached."""
    kept = []
    for suit in "shdc":
        rank_five_cards(parse_cards(" ".join(f"{rank}{suit}" for rank in ("A", "Q", "9", "7", "2"))))
        kept.append(_rank_five.cache_info().currsize)
    assert len(set(kept)) == 1


def test_what_is_remembered_of_a_hand_that_is_no_wheel_is_the_same_wherever_the_wheel_stands() -> None:
    for cards in ("As Qh 9d 7c 2s", "As 2h 3d 4c 4s", "Jo 2h 3d 4c 4s"):
        first = rank_five_cards(parse_cards(cards), Wheel.SECOND)
        kept = _rank_five.cache_info().currsize
        assert rank_five_cards(parse_cards(cards), Wheel.LOWEST) is first
        assert _rank_five.cache_info().currsize == kept
    assert len({rank_five_cards(parse_cards("As 2h 3d 4c 5s"), wheel) for wheel in Wheel}) == len(Wheel)


@pytest.mark.prove
def test_memory_does_not_grow_in_an_hour_of_play(tmp_path: Path) -> None:
    soaked = soak(f"sqlite:///{tmp_path / 'floor.db'}", 60)
    assert soaked.visits > 200, soaked
    assert soaked.slope < MB_AN_HOUR, soaked
