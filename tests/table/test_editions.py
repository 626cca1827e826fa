"""Rounds outlive fixes: each edition's are kept here, and today's rules change none without a new edition.

`journals/edition-E/` holds what `python -m tests.table.editions` wrote when E was our edition: rounds
dealt by bots, and rounds as a server played them. Never change a file of an older edition.
"""

from __future__ import annotations

from dataclasses import replace as with_fields
from pathlib import Path

import pytest
from msgspec import UNSET

from paigow.books.registry import book_names
from paigow.submissions import rules as rules_module
from paigow.table import editions, engine
from paigow.table.acts import DEALER, Event
from paigow.table.editions import AdoptEdition, EditionAdopted, KnownEdition, edition_at, edition_of, known
from paigow.table.hands.settling import WinnerPaid
from paigow.table.records import verifying
from paigow.table.records.report import RoundReport, Status
from paigow.table.records.roundfile import parse_rounds, print_rounds
from paigow.table.records.verifying import verify_file, verify_text
from paigow.table.refusals import Reason
from paigow.table.state import Table, changed
from paigow.wagers.registry import line_wager
from tests.rules import rule
from tests.table.banks import after, refusal
from tests.table.tables import rules_with

JOURNALS = Path(__file__).parent / "journals"
STORED = sorted(JOURNALS.glob("edition-*/*.rounds"))
TODAY = [path for path in STORED if path.parent.name == f"edition-{editions.ENGINE}.1"]
BOOKS = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")
RULES = rules_with("commission-tiles-plain")


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def _report(path: Path) -> RoundReport:
    return verify_text(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", STORED, ids=_name)
@rule("R99")
def test_a_stored_round_is_sound_for_ever(path: Path) -> None:
    """Chain, money, seed, and draws in full for every edition; the rules in full for this one."""
    report = _report(path)
    assert report.problems == ()
    statuses = {check.topic: check.status for check in report.checks}
    assert statuses["money"] is statuses["chain"] is statuses["draws"] is Status.CHECKED
    assert statuses["seed"] is (Status.NONE if "dealt" in path.stem else Status.CHECKED)
    if path in TODAY:
        assert statuses["rules"] is Status.CHECKED, "an outcome changed: raise the edition"
        assert f"edition {path.parent.name.removeprefix('edition-')}" in report.title
    assert report.is_sound()


def test_this_edition_of_every_book_has_stored_rounds() -> None:
    assert set(BOOKS) <= set(book_names())
    assert {path.stem for path in TODAY} == {f"{book}-{how}" for book in BOOKS for how in ("dealt", "sealed")}


@rule("R99")
def test_a_changed_payout_is_noticed_in_the_stored_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """How `make test` reacts to a changed outcome without a new edition."""
    judge = engine.decide
    (path,) = (path for path in TODAY if path.stem == "commission-tiles-dealt")

    def generous(*given: object) -> tuple[Event, ...]:
        events = judge(*given)  # type: ignore[arg-type]
        return tuple(
            changed(event, vigorish=event.vigorish + 1) if isinstance(event, WinnerPaid) else event
            for event in events
        )

    monkeypatch.setattr(verifying, "decide", generous)
    report = _report(path)
    assert report.check("rules").status is Status.WRONG
    monkeypatch.setattr(editions, "ENGINE", editions.ENGINE + 1)
    report = _report(path)
    assert report.problems == ()
    assert report.check("rules").status is Status.IN_PART
    assert report.verdict == "sound, as far as that edition's rules are known"


@rule("R99")
def test_a_corrected_citation_leaves_old_rounds_judged_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = engine.decide
    (path,) = (path for path in TODAY if path.stem == "colorado-tiles-dealt")

    def corrected(*given: object) -> tuple[Event, ...]:
        return tuple(changed(event, cites=(*event.cites, "R1")) for event in judge(*given))  # type: ignore[arg-type]

    monkeypatch.setattr(verifying, "decide", corrected)
    assert _report(path).check("rules").status is Status.WRONG
    monkeypatch.setattr(editions, "ENGINE", editions.ENGINE + 1)
    check = _report(path).check("rules")
    assert check.status is Status.CHECKED
    assert check.detail.endswith("under other paragraphs")


@rule("R99")
def test_money_of_an_older_edition_must_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    (path,) = (path for path in TODAY if path.stem == "commission-tiles-dealt")
    text = path.read_text(encoding="utf-8")
    at = text.index("      money rack/")
    forged = text[:at] + text[at:].replace(".00", ".01", 1)
    monkeypatch.setattr(editions, "ENGINE", editions.ENGINE + 1)
    assert verify_text(forged).check("money").status is Status.WRONG


@rule("R99")
def test_a_newer_edition_is_not_called_sound() -> None:
    (path,) = (path for path in TODAY if path.stem == "commission-tiles-dealt")
    file = parse_rounds(path.read_text(encoding="utf-8"))
    newer = with_fields(file, opens=changed(file.opens, edition=f"{editions.ENGINE + 1}.1"))
    report = verify_file(newer)
    assert report.check("rules").status is Status.NOT_CHECKED
    assert not report.is_sound(without_draws=True)


@rule("R99")
def test_a_table_adopts_this_programs_edition_once() -> None:
    adopt = AdoptEdition(by=DEALER, edition=edition_of(RULES))
    table = after(RULES, Table(), adopt)
    assert (edition_at(Table()), edition_at(table)) == ("1.1", edition_of(RULES))
    assert (known(RULES, Table()), known(RULES, table)) == (KnownEdition.OLDER, KnownEdition.SAME)
    assert refusal(RULES, table, adopt).reason is Reason.NOT_ELIGIBLE
    assert refusal(RULES, Table(), AdoptEdition(by=DEALER, edition="1.1")).reason is Reason.NOT_AS_REQUIRED
    assert refusal(RULES, Table(), AdoptEdition(by="anna", edition="3.1")).reason is Reason.NOT_YOURS


@pytest.mark.parametrize("edition", ["4.1", "3.2", "soon", ""])
@rule("R99")
def test_an_edition_that_is_not_known_is_newer(edition: str) -> None:
    assert known(RULES, changed(Table(), edition=edition)) is KnownEdition.NEWER


@rule("R99")
def test_a_changed_wager_is_a_new_edition_where_it_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with Pair Fortunes that was opened before the change is judged by an older edition."""
    opened = Table(edition=edition_of(rules_with("colorado-tiles-full")))
    own = 'table.number = "changed wager"'
    monkeypatch.setattr(rules_module, "line_wager", lambda kind: with_fields(line_wager(kind), edition=2))
    offering, without = (rules_with(f"colorado-tiles-{name}", own) for name in ("full", "plain"))
    assert (edition_of(offering), edition_of(without)) == ("3.2", "3.1")
    assert known(offering, opened) is KnownEdition.OLDER
    assert known(without, opened) is KnownEdition.SAME


def test_a_table_without_an_edition_is_stored_as_before_there_were_any() -> None:
    """A new field that is unset isn't written: fingerprints of older tables stay the same."""
    file = parse_rounds((JOURNALS / "edition-1.1/commission-tiles-dealt.rounds").read_text(encoding="utf-8"))
    assert file.opens.edition is UNSET
    assert "edition" not in print_rounds(file)
    assert EditionAdopted(edition="3.1").edition == "3.1"
