"""Signed checkpoints: what they say, what is stored of them, and what an audit finds if that is changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as with_fields

import pytest
from msgspec.structs import replace

from paigow.faults import BadInput
from paigow.store.audit import audit
from paigow.store.checkpoints import Note, Signer, fixed, moment, notes_of, parse_moment, parse_note
from paigow.store.journal import Store
from paigow.store.records import GENESIS
from paigow.store.testimony import parse_testimony
from paigow.store.testimony import testify as held_against
from paigow.submissions.checking import load_submission
from paigow.table.autoplay.chance import seed_from
from paigow.table.autoplay.self_play import record
from paigow.table.records.roundfile import JournalPlace, print_rounds
from paigow.table.records.verifying import verify_text
from tests.rules import rule
from tests.store.evenings import SIGNER, appends, evening, keep
from tests.table.tables import rules_with

Opened = Callable[[], Store]
NOTE = replace(Note(SIGNER.floor, "velvet", 812, bytes(32), 7, "round over", 1_700_000_000_123))
ROUNDS = 3


@rule("R100")
def test_a_note_is_one_readable_line_and_reads_as_it_is_written() -> None:
    record, _, happened = evening(rounds=1)
    command, events, table = next(each for each in happened if fixed(each[2], each[1]) is not None)
    text = SIGNER.sign(record.id, table, GENESIS, 1_700_000_000_123, events)
    assert text is not None
    assert "\n" not in text
    assert f"| table {record.id} | version {table.version} |" in text
    assert "| 2023-11-14T22:13:20.123Z |" in text
    assert parse_note(text).text == text
    assert parse_note(text).is_signed
    assert command is not None


@pytest.mark.parametrize("field", ["floor", "table", "version", "chain", "round", "fixes", "at"])
@rule("R100")
def test_nothing_in_a_note_can_be_changed(field: str) -> None:
    signed = SIGNER.signed(NOTE)
    assert signed.is_signed
    other = {
        "floor": Signer(bytes(32)).floor,
        "table": "felt",
        "chain": bytes(31) + b"1",
        "fixes": "round void",
    }
    value = other.get(field, 1)
    assert not replace(signed, **{field: value}).is_signed
    assert not parse_note(replace(signed, **{field: value}).text).is_signed


@pytest.mark.parametrize("text", ["", "paigow checkpoint 1", NOTE.text, f"x{NOTE.text}", "2 | floor"])
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a checkpoint"):
        parse_note(text)
    with pytest.raises(BadInput, match="line 2"):
        parse_testimony(f"\n{moment(0)} {text}")


@rule("R100")
def test_a_note_is_written_in_one_way_only() -> None:
    """A base64 digit has 6 bits, and the last of 64 bytes needs 2 of them: 16 texts would read the same."""
    text = SIGNER.signed(NOTE).text
    last = text[-3]
    for other in {*"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"} - {last}:
        with_other = f"{text[:-3]}{other}=="
        if other in "AQgw":
            assert not parse_note(with_other).is_signed
        else:
            with pytest.raises(BadInput, match="not in the format a floor writes"):
                parse_note(with_other)
    with pytest.raises(BadInput, match="not in the format a floor writes"):
        parse_note(text.replace("round 7,", "round 07,"))


@rule("R100")
def test_two_histories_that_one_key_signed_are_printed_both() -> None:
    """Saved notes far behind the file: nothing in the file contradicts either of them."""
    submission = load_submission("commission-tiles-plain")
    played = record(submission.rules, submission.text, seed_from("witnessed"), ["house-way"], 1)
    report = verify_text(print_rounds(with_fields(played, place=JournalPlace("velvet", "ab" * 32))))
    assert report.file is not None

    def problems(*notes: Note) -> list[str]:
        kept = "\n".join(f"{moment(number)} {note.text}" for number, note in enumerate(notes, start=1))
        return [each.problem for each in held_against(report, parse_testimony(kept)).problems]

    first = SIGNER.signed(replace(NOTE, version=9_000, round=7))
    other = SIGNER.signed(replace(first, chain=bytes(31) + b"1"))
    assert problems(first, first, SIGNER.signed(replace(first, version=9_100, round=8))) == []
    assert problems(first, other) == [f"the floor contradicts itself:\n  {first.text}\n  {other.text}"]
    back = SIGNER.signed(replace(first, version=9_100, round=7))
    assert problems(first, back) == ["round 7 ended at version 9100, after round 7 at version 9000"]
    unsigned = replace(first, round=8)
    assert problems(unsigned) == [f"this saved checkpoint isn't signed by its floor: {unsigned.text}"]


def test_times_read_as_they_are_written() -> None:
    for at in (0, 1, 999, 1_700_000_000_123):
        assert parse_moment(moment(at)) == at
    for text in ("", "now", "2026-11-16T23:12:43Z", "2026-11-16 23:12:43.123Z", "1969-12-31T23:59:59.999Z"):
        with pytest.raises(BadInput, match="is not a time"):
            parse_moment(text)


def _signed_floor(store: Store) -> str:
    """An evening stored with its notes."""
    record, _, happened = evening(rounds=ROUNDS)
    keep(store, record, appends(happened))
    return record.id


def _findings(store: Store) -> list[str]:
    rules = rules_with("commission-tiles-full")
    return [finding.problem for finding in audit(store, lambda _record: rules)]


@rule("R100")
def test_notes_are_kept_with_their_events_and_audited(opened: Opened) -> None:
    store = opened()
    name = _signed_floor(store)
    notes = [parse_note(text) for _, text in notes_of(store.database, name)]
    assert [(note.round, note.fixes) for note in notes if note.fixes == "round over"] == [
        (number, "round over") for number in range(1, ROUNDS + 1)
    ]
    numbers = [note.round for note in notes]
    assert numbers == sorted(numbers), "what is fixed of a round carries its number, from seed to end"
    assert all(note.is_signed for note in notes)
    assert _findings(store) == []


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        (
            "UPDATE checkpoints SET note = replace(note, 'round 2', 'round 9')",
            "the floor signed something else",
        ),
        ("UPDATE checkpoints SET note = 'x' || note", "its checkpoint can't be read"),
        (
            "DELETE FROM checkpoints WHERE version = (SELECT min(version) FROM checkpoints)",
            "its checkpoint is missing",
        ),
        ("DELETE FROM checkpoints", "its checkpoint is missing"),
        (
            "DELETE FROM checkpoints WHERE replace(note, 'round 2, round over', '') <> note",
            "its checkpoint is missing",
        ),
        (
            "UPDATE checkpoints SET version = version - 1 WHERE replace(note, 'round 2, words', '') <> note",
            "the floor signed something else",
        ),
        (
            "UPDATE checkpoints SET version = 99999 WHERE replace(note, 'round 3, round over', '') <> note",
            "no event",
        ),
        (
            f"UPDATE checkpoints SET note = substr(note, 1, length(note) - 88) || '{'A' * 86}=='",  # noqa: S608 - our own text
            "isn't signed by the floor",
        ),
        ("UPDATE checkpoints SET table_id = 'nowhere'", "there is no such table, but checkpoints are stored"),
    ],
)
@rule("R100")
def test_a_note_that_was_touched_is_found(opened: Opened, sql: str, found: str) -> None:
    store = opened()
    _signed_floor(store)
    with store.database.writing() as transaction:
        transaction.rows(sql)
    assert any(found in problem for problem in _findings(store)), _findings(store)


@rule("R100")
def test_notes_of_another_floor_are_found_all_of_them(opened: Opened) -> None:
    """Its key is part of the journal's initial link: re-signing everything with another key shows."""
    store = opened()
    name = _signed_floor(store)
    kept, forger = notes_of(store.database, name), Signer(bytes(range(32)))
    forged = [replace(parse_note(text), floor=forger.floor) for _, text in kept]
    with store.database.writing() as transaction:
        change = "UPDATE checkpoints SET note = ? WHERE table_id = ? AND version = ?"
        transaction.many(change, [(forger.signed(note).text, name, note.version) for note in forged])
    problems = _findings(store)
    assert len(problems) == len(kept)
    assert all(problem.startswith("the floor signed something else") for problem in problems)
