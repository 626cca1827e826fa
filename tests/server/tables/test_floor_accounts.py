"""Tables of a floor on the same meters: fed together, paid one after another, the same after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

import pytest

from paigow.faults import BadInput
from paigow.server.tables.catalog import NewTable, TableSettings, encode_settings
from paigow.server.tables.floor import Floor
from paigow.server.tables.host import Acknowledged, CommandResult, TableHost
from paigow.store.findings import audit_floor
from paigow.store.journal import Store
from paigow.store.records import Append, TableRecord
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command
from paigow.table.refusals import Refused
from paigow.table.sides.progressive import (
    SettleProgressive,
    SharedMeters,
    ValidateProgressive,
    VerifyProgressive,
)
from tests.rules import rule
from tests.table.tables import submission_with
from tests.table.test_shared_meters import BEFORE_THE_DEAL, ROYAL, RUN, TO_THE_FIRST_HAND
from tests.table.transcripts import parse_transcript

KEY = bytes(range(32))
_numbers = count()


def _commands(host: TableHost, text: str) -> Iterator[Command]:
    """The commands of a transcript, with its shorthands expanded at the current table."""
    for line in parse_transcript(text).lines:
        if isinstance(line.do, Command):
            yield line.do
            continue
        assert callable(line.do)
        while (command := line.do(host.rules, host.table)) is not None:
            yield command


def _guests(text: str, table: str) -> str:
    """The same people as guests of a floor, different ones at each table."""
    return text.replace("anna", f"anna~aaaa{table}").replace("bob", f"bob~bbbb{table}")


def _rules(text: str) -> Rules:
    return parse_transcript(text).rules


async def _does(host: TableHost, *commands: Command) -> None:
    for command in commands:
        result: asyncio.Future[CommandResult] = asyncio.get_running_loop().create_future()
        host.submit(command, f"test/{next(_numbers)}", result.set_result)
        if isinstance(answer := await result, Refused):
            raise answer
        assert isinstance(answer, Acknowledged), answer


async def _at_the_first_hand(floor: Floor, name: str) -> TableHost:
    """A table at which position 1 holds a royal flush with a progressive chip, verified and validated."""
    text = _guests(BEFORE_THE_DEAL.format(anna=ROYAL, bob=RUN), name)
    text = text + TO_THE_FIRST_HAND
    floor.store.add_table(TableRecord(name, "", encode_settings(TableSettings()), 0))
    host = floor.host_for(next(each for each in floor.store.tables() if each.id == name), _rules(text))
    for command in _commands(host, text):
        await _does(host, command)
    await _does(host, VerifyProgressive(by=DEALER, position=1), ValidateProgressive(by=FLOOR, position=1))
    return host


def _paid(host: TableHost, table: str) -> int:
    """The result of a royal flush: 100.00 bought, a dollar for the progressive, the main wager pushed."""
    return host.committed.rack(f"anna~aaaa{table}") - 99_00


@rule("R74", "R26", "maryland-poker 13.F")
def test_two_tables_hit_at_the_same_moment_and_are_paid_one_after_the_other(
    opened: Callable[[], Store],
) -> None:
    async def play() -> SharedMeters | None:
        floor = Floor(opened(), KEY)
        two, three = await _at_the_first_hand(floor, "2"), await _at_the_first_hand(floor, "3")
        # Four chips in all: 4 x 0.20 and twice 4 x 0.10.
        shown = floor.meters.shown(two.rules)
        assert shown == SharedMeters({"mega": 10_000_80, "major": 1_000_40, "minor": 500_40}, hits=0)
        # Readings that the dealer sends, if any, are ignored.
        claimed = SettleProgressive(by=DEALER, position=1, readings={"minor": 9_999_99}, hit=77)
        await asyncio.gather(_does(two, claimed), _does(three, SettleProgressive(by=DEALER, position=1)))
        # One took the minor, 500.40, before the other, who got its restart amount.
        assert sorted((_paid(two, "2"), _paid(three, "3"))) == [500_00, 500_40]
        after = floor.meters.shown(two.rules)
        assert after is not None
        assert floor.meters.listed(three.rules) == after.readings
        await floor.writer.close()
        return after

    after = asyncio.run(play())
    assert after == SharedMeters({"mega": 10_000_80, "major": 1_000_40, "minor": 500_00}, hits=2)
    store = opened()
    assert list(audit_floor(store)) == []
    assert store.balance("floor/hits/Lantern Three") == 2

    async def restart() -> SharedMeters | None:
        floor = Floor(opened(), KEY)
        rules = _rules(BEFORE_THE_DEAL.format(anna=ROYAL, bob=RUN))
        shown = floor.meters.shown(rules)
        await floor.writer.close()
        return shown

    assert asyncio.run(restart()) == after


@rule("R74", "R26", "maryland-poker 13.F")
def test_two_servers_race_for_one_meter_and_one_gets_it(opened: Callable[[], Store]) -> None:
    """Each has read the meter before either has paid from it."""

    async def play() -> list[int]:
        one, other = Floor(opened(), KEY), Floor(opened(), KEY)
        two, three = await _at_the_first_hand(one, "2"), await _at_the_first_hand(other, "3")
        settle = SettleProgressive(by=DEALER, position=1)
        await asyncio.gather(_does(two, settle), _does(three, settle))
        for floor in (one, other):
            await floor.writer.close()
        return sorted((_paid(two, "2"), _paid(three, "3")))

    assert asyncio.run(play()) == [500_00, 500_40]
    store = opened()
    assert list(audit_floor(store)) == []
    assert store.balance("floor/hits/Lantern Three") == 2


def _shares_of(store: Store, meter: str) -> dict[str, int]:
    beginning = f"floor/meter/Lantern Three/{meter}"
    return {name: cents for name, cents in store.balances().items() if name.startswith(beginning)}


@rule("R135", "R74", "maryland-poker 13.F")
def test_each_process_feeds_accounts_of_its_own_and_a_hit_pays_their_sum(opened: Callable[[], Store]) -> None:
    async def play() -> list[int]:
        one, other = Floor(opened(), KEY), Floor(opened(), KEY)
        for share, floor in enumerate((one, other), start=1):
            floor.meters.share = floor.wallets.share = partial(int, share)
        two, three = await _at_the_first_hand(one, "2"), await _at_the_first_hand(other, "3")
        # Two chips at each table: 2 x 0.20 and twice 2 x 0.10.
        assert _shares_of(one.store, "mega") == {f"floor/meter/Lantern Three/mega#{n}": 40 for n in (1, 2)}
        shown = SharedMeters({"mega": 10_000_80, "major": 1_000_40, "minor": 500_40}, hits=0)
        assert one.meters.shown(two.rules) == other.meters.shown(two.rules) == shown
        settle = SettleProgressive(by=DEALER, position=1)
        await asyncio.gather(_does(two, settle), _does(three, settle))
        after = SharedMeters({"mega": 10_000_80, "major": 1_000_40, "minor": 500_00}, hits=2)
        assert one.meters.shown(two.rules) == other.meters.shown(two.rules) == after
        for floor in (one, other):
            await floor.writer.close()
        return sorted((_paid(two, "2"), _paid(three, "3")))

    assert asyncio.run(play()) == [500_00, 500_40]
    store = opened()
    assert list(audit_floor(store)) == []
    assert sum(_shares_of(store, "minor").values()) == 0, "paid out, and fed by nobody since"
    assert store.balances()["house#1"] == store.balances()["house#2"]


@rule("R135")
@pytest.mark.parametrize(("share", "paid", "left"), [(2, 500_20, 20), (1, 500_40, 0)])
def test_what_another_process_feeds_after_the_reading_stays_for_the_next_hit(
    opened: Callable[[], Store], share: int, paid: int, left: int
) -> None:
    """This process had a contribution in flight: the payment is decided again, and includes it."""

    async def play() -> int:
        floor = Floor(opened(), KEY)
        floor.meters.share = partial(int, 1)
        host = await _at_the_first_hand(floor, "2")
        floor.store.add_table(TableRecord("feeds", "", encode_settings(TableSettings()), 0))
        read = host.enrich

        def feed_after_reading(command: Command) -> Command:
            host.enrich, enriched = read, read(command)
            moves = ((f"floor/meter/Lantern Three/minor#{share}", 20), ("floor/meters/Lantern Three", -20))
            floor.store.append([Append("feeds", 0, "fed", 0, (b"{}",), floor=moves)])
            return enriched

        host.enrich = feed_after_reading
        await _does(host, SettleProgressive(by=DEALER, position=1))
        await floor.writer.close()
        return _paid(host, "2")

    assert asyncio.run(play()) == paid
    store = opened()
    assert list(audit_floor(store)) == []
    assert sum(_shares_of(store, "minor").values()) == left
    assert store.balance("floor/hits/Lantern Three") == 1


@rule("R135")
def test_an_audit_finds_a_meter_that_paid_more_than_it_held(opened: Callable[[], Store]) -> None:
    store = opened()
    store.add_table(TableRecord("one", "", encode_settings(TableSettings()), 0))
    moves = (
        ("floor/meter/Lamp #1/mega#2", -30),
        ("floor/meter/Lamp #1/mega", 20),
        ("floor/meters/Lamp #1", 10),
    )
    store.append([Append("one", 0, "paid", 0, (b"{}",), floor=moves)])
    (found,) = audit_floor(store)
    assert found.problem == "floor/meter/Lamp #1/mega has paid 10 cents more than it was fed (R135)"


@rule("R74", "R26", "maryland-poker 13.F")
def test_two_servers_race_for_one_hit_and_pay_it_once(opened: Callable[[], Store]) -> None:
    """Both have the same table, with the same winner, and settle at the same moment."""

    async def play() -> tuple[list[object], int]:
        one, other = Floor(opened(), KEY), Floor(opened(), KEY)
        here = await _at_the_first_hand(one, "2")
        record = next(each for each in other.store.tables() if each.id == "2")
        there = other.host_for(record, here.rules)
        assert there.committed == here.committed
        settle = SettleProgressive(by=DEALER, position=1)
        told = await asyncio.gather(_does(here, settle), _does(there, settle), return_exceptions=True)
        for floor in (one, other):
            await floor.writer.close()
        return list(told), _paid(Floor(opened(), KEY).host_for(record, here.rules), "2")

    told, paid = asyncio.run(play())
    assert sorted(type(each).__name__ for each in told) == ["NoneType", "Refused"], told
    assert paid == 500_20, "two chips fed the minor"
    store = opened()
    assert list(audit_floor(store)) == []
    assert store.balance("floor/hits/Lantern Three") == 1


@rule("R74")
def test_tables_that_share_meters_have_the_same_terms(opened: Callable[[], Store]) -> None:
    async def add() -> None:
        floor = Floor(opened(), KEY)
        settings = TableSettings()
        floor.add(NewTable("one", submission_with("maryland-poker-full").text, settings))
        other = submission_with("maryland-poker-full", "progressive.starts = [20000, 1000, 500]").text
        with pytest.raises(BadInput, match="meters of Lantern Three"):
            floor.add(NewTable("two", other, settings))
        alone = submission_with("maryland-poker-full", 'progressive.shared-as = "Another"').text
        floor.add(NewTable("three", alone, settings))
        assert [record.id for record in floor.store.tables()] == ["one", "three"]
        await floor.writer.close()

    asyncio.run(add())


@rule("R26")
def test_a_table_with_meters_of_its_own_opens_beside_any_other(opened: Callable[[], Store]) -> None:
    """`shared-as = ""`: its meters are its own, whatever another table offers."""

    async def add() -> None:
        floor = Floor(opened(), KEY)
        own = submission_with("maryland-poker-full", 'progressive.shared-as = ""')
        higher = submission_with(
            "maryland-poker-full", 'progressive.shared-as = ""', "progressive.starts = [20000, 1000, 500]"
        )
        for name, text in (
            ("tiles", submission_with("colorado-tiles-plain").text),
            ("own", own.text),
            ("higher", higher.text),
            ("plain", submission_with("maryland-poker-plain").text),
        ):
            floor.add(NewTable(name, text, TableSettings()))
        assert {record.id for record in floor.store.tables()} == {"tiles", "own", "higher", "plain"}
        await floor.writer.close()

    asyncio.run(add())
