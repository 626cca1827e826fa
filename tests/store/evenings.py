"""A short evening at a table, stored as a server does it: command by command."""

from __future__ import annotations

from msgspec.structs import replace

from paigow.server.keys import derived_key
from paigow.server.tables.catalog import TableSettings, decode_settings, encode_settings
from paigow.store.checkpoints import Signer
from paigow.store.journal import Store
from paigow.store.records import Append, Appended, TableRecord, genesis, link
from paigow.store.rounds import RunningRound, first_table
from paigow.submissions.checking import load_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import played
from paigow.table.editions import edition_of
from paigow.table.engine import decide, evolve
from paigow.table.house.seating import BuyIn, Sit
from paigow.table.records.codec import encode
from paigow.table.state import Table

__all__ = ["EVENING", "KEY", "SIGNER", "appends", "evening", "keep"]

EVENING = "commission-tiles-full"
PEOPLE = ("anna", "ben", "chloe")
KEY = bytes(range(32))
SIGNER = Signer(derived_key(KEY, "checkpoints"))


def evening(
    rounds: int = 2,
) -> tuple[TableRecord, Rules, list[tuple[Command, tuple[Event, ...], Table]]]:
    """A table with an example submission, three players who bank, and some complete rounds."""
    submission = load_submission(EVENING)
    rules = submission.rules
    table = first_table(_record().settings)
    happened: list[tuple[Command, tuple[Event, ...], Table]] = []
    chance = Chance(seed_from("evening"))
    for command, events, after in played(rules, table, chance, {}, 1):
        happened.append((command, events, after))
        table = after
    for position, person in enumerate(PEOPLE, start=1):
        for command in (Sit(by=person, position=position), BuyIn(by=person, chips=1_000_000)):
            events = decide(rules, table, command)
            for event in events:
                table = evolve(table, event)
            happened.append((command, events, table))
    players = dict.fromkeys(PEOPLE, PLAYERS["banker"])
    happened.extend(played(rules, table, chance, players, rounds))
    return _record(), rules, happened


def _record() -> TableRecord:
    submission = load_submission(EVENING)
    settings = TableSettings(edition=edition_of(submission.rules), signed_by=SIGNER.floor)
    return TableRecord("evening", submission.text, encode_settings(settings), 0)


def before_checkpoints(record: TableRecord) -> TableRecord:
    """The same table, created by a floor that didn't sign anything yet."""
    settings = replace(decode_settings(record.settings), signed_by="")
    return replace(record, settings=encode_settings(settings))


def appends(happened: list[tuple[Command, tuple[Event, ...], Table]]) -> list[Append]:
    """What a server would store of it, one batch per command."""
    batches = []
    table, chain = first_table(_record().settings), genesis(_record())
    version, running = 0, RunningRound(table)
    for count, (command, events, _) in enumerate(happened):
        postings = [posting for event in events for posting in event.postings]
        brought = -sum(posting.cents for posting in postings if posting.account == "world")
        floor = (("house", -brought), ("floor/evening", brought)) if brought else ()
        running.ended = None
        for event in events:
            table = evolve(table, event)
            running.add(table, event)
            chain = link(chain, "evening", table.version, count, encode(event))
        bodies = tuple(encode(event) for event in events)
        batches.append(
            Append(
                "evening",
                version,
                f"c{count}",
                count,
                bodies,
                floor,
                encode(command),
                running.ended,
                checkpoint=SIGNER.sign("evening", table, chain, count, events),
            )
        )
        version += len(events)
    return batches


def keep(store: Store, record: TableRecord, batches: list[Append]) -> None:
    store.add_table(record)
    for batch in batches:
        assert store.append([batch]) == [Appended(batch.last)]
