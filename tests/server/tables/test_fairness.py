"""Who can do what to a round's randomness: each line of docs/security.md tried against a running server."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from paigow.faults import BadInput
from paigow.material.shuffling import dice_from
from paigow.server.accounts.identity import guest_name
from paigow.server.connections.client import Client
from paigow.server.tables.beacons import BeaconSource
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.server.tables.replica import CommittedChange, load_replica
from paigow.server.tables.seeds import SeedVault
from paigow.store.checkpoints import moment, parse_moment
from paigow.store.journal import open_store
from paigow.store.rounds import DerivedRows, RunningRound
from paigow.store.testimony import own_notes
from paigow.submissions.checking import find_submission
from paigow.table.autoplay.chance import Chance, mix_of
from paigow.table.deal.commitments import CommitmentPublished
from paigow.table.deal.dice import DiceShaken
from paigow.table.deal.words import WordsClosed
from paigow.table.engine import evolve
from paigow.table.hands.settling import RoundFinished
from paigow.table.records.report import Status
from paigow.table.records.roundfile import (
    RoundFile,
    chained,
    ending,
    opening_chain,
    parse_rounds,
    print_rounds,
)
from paigow.table.records.verifying import verify_text
from paigow.table.state import Table, changed
from tests.beacon import OwnBeacon, beacon_server
from tests.rules import rule
from tests.server.players import Player, at_table, follow_due, guest, own_table, play_round
from tests.server.running import Server, running
from tests.server.worlds import world

REQUESTS = 81
"""This many requests once turned 3-3-3 into 6-6-6."""
WORD = "nightingale under the floorboards"


async def _played(
    server: Server, word: str | None = WORD, *, opens: bool = True
) -> tuple[str, Player, list[str]]:
    """A round with a word, and everything visible before its seed was published."""
    seen: list[str] = []
    someone = await guest(server.address)
    table = await own_table(server.address, someone["token"], kind="practice", bots=0)
    async with at_table(server.address, table, someone["token"]) as player, httpx.AsyncClient() as web:
        await player.sit(1)
        await player.until_step("bets")
        if word is not None:
            await player.commit_word(word)
        if not opens:
            player.word = None
        await play_round(player)
        paths = ("metrics", "api/tables", f"api/tables/{table}", f"api/tables/{table}/rounds", "readyz")
        base = server.address.rstrip("/")
        seen += [(await web.get(f"{base}/{path}")).text for path in paths]
        seen.append(server.log)
        await player.until_event("seed-published")
    # The round's last events and its seed can come in one frame.
    seen += itertools.takewhile(lambda frame: '"seed-published"' not in frame, player.frames)
    return table, player, seen


def _file(server: Server, table: str, number: int = 1) -> str:
    return httpx.get(f"{server.address.rstrip('/')}/api/tables/{table}/rounds/{number}/file").text


def _tables(file: RoundFile) -> Iterator[tuple[Table, Any]]:
    """Every event of a round with the table before it."""
    table = file.opens
    for act in file.rounds[0].acts:
        for event in act.events:
            yield table, event
            table = evolve(table, event)


def _mix(file: RoundFile, player: Player) -> bytes:
    seed = next(event["seed"] for event in player.events if event["event"] == "seed-published")
    closed = next(table for table, event in _tables(file) if isinstance(event, DiceShaken))
    return mix_of(bytes.fromhex(seed), closed)


STEPS = {
    "closed": "receive-tiles",
    "inspect": "inspect-tiles",
    "display": "display-pairs",
    "idle": "begin-play",
    "shuffle": "wash-tiles",
    "stack": "stack-tiles",
    "bets": "call-no-more-bets",
}


async def _until_shake(dealer: Player, player: Player) -> None:
    """The operator's dealer and an accomplice get to the shake."""
    while not dealer.may("shake-dice"):
        act = STEPS.get(dealer.view["step"], "")
        if player.me in dealer.awaited and dealer.view["step"] == "bets":
            await player.must("place-wager", position=1, chips=2500)
        if act and dealer.may(act) and not dealer.awaited:
            await dealer.give(act)
        else:
            await dealer.hear()


@rule("R60", "R95")
def test_requests_after_no_more_bets_change_no_die(tmp_path: Path) -> None:
    """The operator deals, has opened the seed, and causes events until the dice would suit them."""

    async def play(server: Server) -> tuple[set[tuple[int, int, int]], list[int], int]:
        someone = await guest(server.address, "Deirdre")
        table = await own_table(server.address, someone["token"], kind="school", bots=0)
        accomplice = await guest(server.address, "Ann")
        async with (
            at_table(server.address, table, someone["token"], "dealer") as dealer,
            at_table(server.address, table, accomplice["token"]) as player,
        ):
            await follow_due(dealer, "idle")
            await player.sit(1)
            await _until_shake(dealer, player)
            before, store = dealer.version, open_store(f"sqlite:///{tmp_path / 'floor.db'}")
            vault, foreseen = SeedVault(store.database, bytes.fromhex("5a" * 32)), set()
            for _ in range(REQUESTS):
                await player.must("buy-in", chips=100)
                now = load_replica(store, table).table
                foreseen.add(Chance(vault.open(table, now.drawing.commitment or "")).dice(now))
            store.close()
            await dealer.must("shake-dice", shakes=3)
            await dealer.must("lift-lid")
            return foreseen, dealer.view["shaker"]["dice"], dealer.version - before

    with running(tmp_path, "--pace", "0") as server:
        foreseen, dice, events = asyncio.run(play(server))
    assert events > REQUESTS
    assert foreseen == {tuple(dice)}


@rule("R60", "R95", "R97")
def test_nothing_secret_is_in_any_frame_answer_metric_or_log_before_its_time(floor: Server) -> None:
    table, player, seen = asyncio.run(_played(floor))
    text = _file(floor, table)
    file = parse_rounds(text)
    seed = next(event["seed"] for event in player.events if event["event"] == "seed-published")
    secrets = {"seed": seed, "mix": _mix(file, player).hex()}
    for each in seen:
        for name, secret in secrets.items():
            assert secret not in each.lower(), name
    opened = next(index for index, frame in enumerate(player.frames) if '"word-opened"' in frame)
    assert not any(WORD in frame for frame in player.frames[:opened])
    fixed = [event for event in player.events if event["event"] == "order-fixed"]
    assert {event["pieces"] for event in fixed} == {None}
    assert not any("#1" in frame for frame in player.frames)
    assert verify_text(text).is_sound()


@rule("R60", "R97")
def test_a_word_left_unopened_is_told_to_everybody_and_the_round_goes_on(floor: Server) -> None:
    table, player, _ = asyncio.run(_played(floor, opens=False))
    closed, *_ = [event for event in player.events if event["event"] == "words-closed"]
    assert closed["unopened"] == [1]
    assert "position 1" in closed["told"]
    report = verify_text(_file(floor, table))
    assert report.is_sound()
    assert "1 not opened (position 1)" in report.check("words").detail


@rule("R60", "R97")
def test_a_players_word_is_in_the_mix_and_another_would_have_given_other_dice(floor: Server) -> None:
    table, player, _ = asyncio.run(_played(floor))
    file = parse_rounds(_file(floor, table))
    key = _mix(file, player)
    (shaken,) = [event for _, event in _tables(file) if isinstance(event, DiceShaken)]
    assert dice_from(key, "dice 1").values == shaken.dice
    (closed,) = [table for table, event in _tables(file) if isinstance(event, WordsClosed)]
    assert [each.word for each in closed.drawing.words if each.person == player.me] == [WORD]
    without = changed(closed.drawing, words=tuple(each for each in closed.drawing.words if each.word != WORD))
    seed = next(event["seed"] for event in player.events if event["event"] == "seed-published")
    other = changed(closed, chance=changed(without, closed=True))
    assert mix_of(bytes.fromhex(seed), other) != key


@rule("R60", "R98")
@pytest.mark.parametrize("forged", [False, True])
def test_a_beacon_is_waited_for_checked_and_mixed_in(tmp_path: Path, forged: bool) -> None:
    with (
        beacon_server(OwnBeacon(forged=forged)) as own,
        running(tmp_path, "--pace", "0", "--beacon", own.address) as server,
    ):
        if forged:
            asyncio.run(_waits(server, own))
            return
        table, player, _ = asyncio.run(_played(server))
        report = verify_text(_file(server, table))
    closed, *_ = [event for event in player.events if event["event"] == "words-closed"]
    assert closed["beacon_round"] == own.beacon.round_after(closed["at"])
    assert report.is_sound()
    assert report.check("beacon").status is Status.CHECKED
    mixed, *_ = [event for event in player.events if event["event"] == "beacon-mixed"]
    assert mixed["round"] == closed["beacon_round"]


async def _waits(server: Server, own: OwnBeacon) -> None:
    """Nothing is drawn from a beacon that another key signed: the round waits."""
    someone = await guest(server.address)
    table = await own_table(server.address, someone["token"], kind="practice", bots=1)
    async with at_table(server.address, table, someone["token"]) as player:
        await player.sit(1)
        await player.until_step("bets")
        await player.must("place-wager", position=1, chips=2500)
        await player.until_event("words-closed")
        await asyncio.to_thread(own.tried.wait, 30)
        assert not any(event["event"] in ("order-fixed", "dice-shaken") for event in player.events)
        assert "isn't signed by the beacon's key" in server.log


def test_an_address_that_is_no_beacon_is_told() -> None:
    for address in ("file:///etc/passwd", "http://127.0.0.1:9"):
        with pytest.raises(BadInput):
            BeaconSource(address)
    with beacon_server(OwnBeacon(scheme="chained")) as own, pytest.raises(BadInput, match="scheme"):
        BeaconSource(own.address)


async def _with_side_wager(server: Server, book: str, side: str) -> str:
    """A table after a round with a side wager."""
    someone = await guest(server.address)
    table = await own_table(server.address, someone["token"], f"{book}-full", kind="practice", bots=0)
    async with at_table(server.address, table, someone["token"]) as player:
        await player.sit(1)
        await player.until_step("bets")
        await player.say(type="ready", on=False)
        await player.must("place-wager", position=1, chips=2500)
        await player.must("place-wager", position=1, kind=side, chips=500)
        await player.say(type="ready")
        await play_round(player)
    return table


@rule("R100", "R103")
@pytest.mark.parametrize(
    ("book", "side"),
    [
        ("colorado-tiles", "pair-fortunes"),
        ("maryland-poker", "fortune"),
    ],
)
def test_a_round_with_a_side_wager_fits_the_checkpoints_in_its_file(
    floor: Server, book: str, side: str
) -> None:
    """A file leaves out what is usual; the chain has the bytes of each event as they were stored."""
    table = asyncio.run(_with_side_wager(floor, book, side))
    own = own_notes(verify_text(_file(floor, table)))
    assert own.problems == ()
    assert own.check("checkpoints").detail.endswith("the file's own 4 fit it")


def test_a_file_of_a_floor_that_named_pair_fortunes_in_its_events_fits_its_checkpoints() -> None:
    """A server of edition 3.1 wrote it and signed the chain, with a field that its own files left out."""
    stored = Path(__file__).with_name("pair-fortunes-named.rounds").read_text(encoding="utf-8")
    own = own_notes(verify_text(stored))
    assert own.problems == ()
    assert own.check("checkpoints").detail.endswith("the file's own 4 fit it")


@rule("R60", "R97", "R100", "R103")
def test_a_forged_file_does_not_fit_the_checkpoints_in_it(floor: Server) -> None:
    """One command a millisecond later, and every fingerprint of the file recomputed."""
    table, _, _ = asyncio.run(_played(floor))
    true = _file(floor, table)
    own = own_notes(verify_text(true))
    assert own.is_sound()
    assert own.check("checkpoints").detail.endswith("the file's own 4 fit it")
    file = parse_rounds(true)
    (played,) = file.rounds
    act = played.acts[5]
    assert act.kept is not None
    acts = (*played.acts[:5], replace(act, kept=moment(parse_moment(act.kept) + 1)), *played.acts[6:])
    chain = chained(opening_chain(file.submission, file.opens), acts)
    rounds = (replace(played, acts=acts, chain=chain),)
    forged = verify_text(print_rounds(replace(file, rounds=rounds, end=ending(chain, 1))))
    assert forged.is_sound(), "nothing in the file itself shows it"
    assert not own_notes(forged).is_sound()
    assert "the file's own checkpoint doesn't match it" in own_notes(forged).problems[0].problem


@rule("R60", "R95", "R104")
def test_a_seed_that_was_bound_for_another_table_is_found(floor: Server, tmp_path: Path) -> None:
    """Two tables with one seed: what ends at one would reveal what comes at the other."""
    table, _, _ = asyncio.run(_played(floor, None))
    file = parse_rounds(_file(floor, table))
    assert file.place is not None
    moved = verify_text(print_rounds(replace(file, place=replace(file.place, table="another"))))
    problem = f"the seed is committed for {table}, but this is another"
    assert [(each.topic, each.problem) for each in moved.problems] == [("seed", problem)]
    with closing(open_store(f"sqlite:///{tmp_path / 'other.db'}")) as store:
        kept = DerivedRows(store, "another", 0, RunningRound(), 0)
        for met, event in _tables(file):
            if isinstance(event, CommitmentPublished):
                kept.follow(evolve(met, event), event)
        assert problem in [finding.problem for finding in kept.problems(file.opens, 0)]


@rule("R60", "R95")
def test_a_seed_is_revealed_though_everybody_has_gone(tmp_path: Path) -> None:
    """Bots play, and the only viewer leaves with the round's last event: its seed is still published."""
    with world("everybody gone", tmp_path) as made:

        async def live() -> None:
            text = find_submission("commission-tiles-full").text
            made.floor.add(NewTable("one", text, TableSettings(bots=3)))
            room = made.floor.rooms["one"]
            viewer = Client(
                room, guest_name("Willa"), "player", made.floor.wallets.held, lambda _frames: None
            )
            viewer.enter()
            over = asyncio.get_running_loop().create_future()

            def notice(change: CommittedChange) -> None:
                if any(isinstance(event, RoundFinished) for event in change.events) and not over.done():
                    viewer.leave()
                    over.set_result(change.table)

            room.host.watchers.append(notice)
            table = await over
            assert table.drawing.commitment is not None
            await asyncio.sleep(60)
            assert (room.host.committed.round, room.host.committed.drawing.commitment) == (1, None)

        made.live(live)
