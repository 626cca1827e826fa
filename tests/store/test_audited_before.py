"""An audit that resumes where an earlier one ended: as strict from there on, aware of what came before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from paigow.cli.auditing import audited_before, findings_of, keep_audited
from paigow.faults import BadInput
from paigow.store.audit import Audited, audit
from paigow.store.checkpoints import ENDS, Signer, parse_note
from paigow.store.journal import Store, open_store
from paigow.store.records import Append, genesis, link
from tests.rules import rule
from tests.store.evenings import appends, before_checkpoints, evening, keep

Opened = Callable[[], Store]
RECORD, RULES, HAPPENED = evening(rounds=3)
BATCHES = appends(HAPPENED)
HISTORY = (
    "journal",
    "commands",
    "floor_postings",
    "rounds",
    "round_people",
    "checkpoints",
    "balances",
)


def _audited(store: Store, *since: Audited) -> tuple[list[str], Audited | None]:
    ended: list[Audited] = []
    found = [each.problem for each in audit(store, lambda _record: RULES, since=since, ended=ended)]
    return found, ended[0] if ended else None


def _whole(store: Store) -> Audited:
    """Where an audit from the start ends, without findings."""
    found, ended = _audited(store)
    assert found == []
    assert ended is not None
    return ended


def test_an_audit_that_goes_on_from_any_command_ends_where_one_from_the_beginning_does(
    opened: Opened,
) -> None:
    store, since = opened(), []
    store.add_table(RECORD)
    for number, batch in enumerate(BATCHES):
        store.append([batch])
        if number % 9 == 0:
            since.append(_whole(store))
    whole = _whole(store)
    for each in since:
        assert _audited(store, each) == ([], whole)


def test_what_was_changed_since_is_found_at_its_version(opened: Opened) -> None:
    store = opened()
    keep(store, RECORD, BATCHES[:60])
    since = _whole(store)
    for batch in BATCHES[60:]:
        store.append([batch])
    version = BATCHES[-2].last
    with store.database.writing() as transaction:
        transaction.rows("UPDATE journal SET at = at + 1 WHERE version = ?", version)
    [finding] = audit(store, lambda _record: RULES, since=[since])
    assert (finding.version, finding.problem) == (version, "the chain is broken: a byte was changed here")


def _rewritten(batches: list[Append]) -> list[Append]:
    """The same evening an hour later: a consistent journal."""
    return [msgspec.structs.replace(batch, at=batch.at + 3_600) for batch in batches]


@pytest.mark.parametrize("signed", [False, True])
def test_a_history_written_anew_to_its_end_is_found(opened: Opened, signed: bool) -> None:
    """The resume point of the last audit reveals it; without one, the floor's signatures are missing."""
    first = opened()
    unsigned = [msgspec.structs.replace(batch, checkpoint=None) for batch in BATCHES]
    if signed:
        keep(first, RECORD, BATCHES[:-5])
    else:
        keep(first, before_checkpoints(RECORD), unsigned[:-5])
    since = _whole(first)
    with first.database.writing() as transaction:
        for name in HISTORY:
            transaction.rows(f"DELETE FROM {name}")  # noqa: S608 - our own names
        transaction.rows("UPDATE heads SET version = 0, chain = genesis")
    for batch in _rewritten(unsigned):
        first.append([batch])
    assert set(_audited(first)[0]) == ({"its checkpoint is missing"} if signed else set())
    assert _audited(first, since)[0] == ["this isn't the journal that was audited before"]


def test_a_journal_that_was_cut_and_a_table_that_was_removed_are_found(opened: Opened) -> None:
    longer = opened()
    keep(longer, RECORD, BATCHES)
    since = _whole(longer)
    shorter = BATCHES[20].last
    with longer.database.writing() as transaction:
        for name in ("journal", "floor_postings", "checkpoints"):
            transaction.rows(f"DELETE FROM {name} WHERE version > ?", shorter)  # noqa: S608 - our own names
        transaction.rows("DELETE FROM commands WHERE last_version > ?", shorter)
        transaction.rows("DELETE FROM rounds")
        transaction.rows("DELETE FROM round_people")
        [(chain,)] = transaction.rows("SELECT chain FROM journal WHERE version = ?", shorter)
        transaction.rows("UPDATE heads SET version = ?, chain = ?", shorter, chain)
    assert _audited(longer)[0] == []
    assert _audited(longer, since)[0] == ["this isn't the journal that was audited before"]
    gone = msgspec.structs.replace(since, table="another")
    assert "the table was audited before and is now missing" in _audited(longer, gone)[0]


@rule("R100", "R101")
def test_a_later_audit_begins_at_the_last_signed_end_of_a_round(opened: Opened) -> None:
    """Everything after it is re-judged, though the earlier audit went further."""
    store = opened()
    keep(store, RECORD, BATCHES[:60])
    since = _whole(store)
    note = parse_note(since.checkpoint)
    assert note.is_signed
    assert (note.table, note.version, note.chain) == ("evening", since.version, since.chain)
    assert note.fixes in ENDS
    assert since.version < since.reached == BATCHES[59].last
    with store.database.writing() as transaction:
        sql = "UPDATE commands SET digest = ? WHERE last_version = ?"
        transaction.rows(sql, bytes(32), since.reached)
    [found, *_] = _audited(store, since)[0]
    assert found == "a byte of the command was changed"


@rule("R100", "R101")
@pytest.mark.parametrize(
    ("checkpoint", "found"),
    [
        (lambda note: note.replace("round 1,", "round 2,"), "isn't signed by its floor"),
        (lambda note: note.replace("table evening", "table velvet"), "isn't signed by its floor"),
        (lambda note: note[:-88] + "A" * 86 + "==", "isn't signed by its floor"),
        (lambda note: note[1:], "can't be read"),
        (lambda _note: _by_another_floor(), "isn't signed by its floor"),
    ],
)
def test_an_audit_begins_at_no_checkpoint_that_the_floor_did_not_sign(
    opened: Opened, checkpoint: Callable[[str], str], found: str
) -> None:
    store = opened()
    keep(store, RECORD, BATCHES[:60])
    since = _whole(store)
    forged = msgspec.structs.replace(since, checkpoint=checkpoint(since.checkpoint))
    [problem] = _audited(store, forged)[0]
    assert problem.startswith("the checkpoint that the last audit ended at")
    assert found in problem


def _by_another_floor() -> str:
    """What another key signs about the same end of a round."""
    signer = Signer(bytes(32))
    version, chain = 0, genesis(RECORD)
    for (_, events, table), batch in zip(HAPPENED, BATCHES, strict=True):
        for body in batch.events:
            version += 1
            chain = link(chain, RECORD.id, version, batch.at, body)
        if batch.finished is not None:
            note = signer.sign(RECORD.id, table, chain, batch.at, events)
            assert note is not None
            return note
    raise AssertionError


@rule("R101")
def test_a_journal_cut_back_to_after_the_checkpoint_is_found(opened: Opened) -> None:
    """The checkpoint is still there, and other rounds could follow it: the audit went further."""
    store = opened()
    keep(store, RECORD, BATCHES[:60])
    since = _whole(store)
    shorter = next(batch.last for batch in BATCHES if batch.last > since.version)
    assert since.version < shorter < since.reached
    with store.database.writing() as transaction:
        for name in ("journal", "floor_postings", "checkpoints"):
            transaction.rows(f"DELETE FROM {name} WHERE version > ?", shorter)  # noqa: S608 - our own names
        transaction.rows("DELETE FROM commands WHERE last_version > ?", shorter)
        [(chain,)] = transaction.rows("SELECT chain FROM journal WHERE version = ?", shorter)
        transaction.rows("UPDATE heads SET version = ?, chain = ?", shorter, chain)
    assert _audited(store)[0] == []
    assert _audited(store, since)[0] == ["this isn't the journal that was audited before"]


@rule("R101")
def test_checkpoints_of_another_key_are_found_with_the_key_at_hand(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'floor.db'}"
    with closing(open_store(address)) as store:
        keep(store, RECORD, BATCHES[:60])
        since = _whole(store)
    found = findings_of(address, bytes(32), lambda _record: RULES, since=[since])
    problem = "its checkpoint isn't signed with this floor's key"
    assert [each.version for each in found if each.problem == problem] == [
        next(batch.last for batch in BATCHES if batch.checkpoint),
        since.version,
    ]


def test_where_an_audit_ended_is_kept_in_a_file(opened: Opened, tmp_path: Path) -> None:
    store, file = opened(), tmp_path / "audited.json"
    keep(store, RECORD, BATCHES[:50])
    assert audited_before(file) == []
    before = _whole(store)
    keep_audited(file, [], [before])
    assert audited_before(file) == [before]
    store.append([BATCHES[50]])
    _, after = _audited(store, *audited_before(file))
    assert after is not None
    assert (after.version, after.reached) == (before.version, BATCHES[50].last)
    keep_audited(file, [before], [])
    assert audited_before(file) == [before], "a table with a finding is begun where it was begun before"
    file.write_bytes(sha256(b"").digest())
    with pytest.raises(BadInput, match="wasn't written by this version of paigow audit"):
        audited_before(file)
