"""Played rounds as records and rows: complete, and consistent with the ledger and the rules of comparing."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import paigow
from paigow import BadInput, Hand
from paigow.cli.application import main
from paigow.table.engine import evolve

PLAYERS = ["bonus", "banker", "random", "house-way"]
BOOKS = ("commission-tiles-full", "colorado-tiles-full", "rock-island-poker-full", "maryland-poker-full")


@pytest.fixture(scope="module", params=BOOKS)
def file(request: pytest.FixtureRequest) -> paigow.RoundFile:
    return paigow.play_rounds(request.param, PLAYERS, rounds=6, seed="rows")


def test_what_wagers_brought_is_what_the_ledger_moved(file: paigow.RoundFile) -> None:
    """The rails before and after the file agree with wagers, banks, and corrections together."""
    last = file.opens
    for act in (act for each in file.rounds for act in each.acts):
        for event in act.events:
            last = evolve(last, event)
    assert not last.wagers
    played = file.played()
    assert [each.number for each in played] == list(range(1, 7))
    for person in filter(None, file.opens.chairs):
        moved = last.rack(person) - file.opens.rack(person)
        assert sum(each.money.get(person, 0) for each in played) == moved
        for each in played:
            if each.bank != person:
                nets = sum(wager.net for wager in each.wagers if wager.person == person)
                assert nets == each.money.get(person, 0)


def test_a_hand_says_what_comparing_it_says(file: paigow.RoundFile) -> None:
    rules = paigow.check_submission(file.submission)
    assert isinstance(rules, paigow.Submission)
    compared = 0
    for each in file.played():
        place = 0 if each.bank is None else next(hand.position for hand in each.hands if hand.is_bank)
        (against,) = (hand for hand in each.hands if hand.position == place)
        for hand in each.hands:
            if hand.setting is None or hand.outcome is None or hand is against or hand.fouled:
                continue
            assert sorted(hand.setting.pieces) == sorted(hand.hand)
            assert hand.low_name == paigow.rank(hand.setting.low).name
            if against.setting is not None:
                found = paigow.compare(hand.setting, against.setting, wheel=rules.rules.ranking.wheel)
                assert hand.outcome == found.outcome.value
                compared += 1
    assert compared > 10


def test_rows_have_the_documented_columns_and_fill_a_data_frame(file: paigow.RoundFile) -> None:
    table = paigow.rows(file)
    assert table.wagers == paigow.rows(file.played()).wagers
    for name, found in (("wagers", table.wagers), ("hands", table.hands)):
        assert all(list(row) == list(paigow.Rows.columns[name]) for row in found)
        frame = pl.DataFrame(found, schema=table.schema[name])
        assert frame.to_dicts() == list(found)
    assert {row["kind"] for row in table.wagers} >= {"main"}
    assert all(Hand(row["hand"]) for row in table.hands)


def test_the_schema_holds_though_a_column_is_empty_for_long() -> None:
    """polars guesses types from the first 100 rows; the bank's name comes after them."""
    (quiet,) = paigow.play_rounds("commission-tiles", ["house-way"], seed="rows").played()
    table = paigow.rows([quiet] * 150 + [replace(quiet, bank="Ana")])
    for name, found in (("wagers", table.wagers), ("hands", table.hands)):
        frame = pl.DataFrame(found, schema=table.schema[name])
        assert frame["bank"].null_count() == len(found) * 150 // 151
        assert frame["bank"][-1] == "Ana"
        assert list(frame.columns) == list(paigow.Rows.columns[name])


def test_what_is_not_rounds_is_refused() -> None:
    for junk in (None, 42, [42], "no such file"):
        with pytest.raises(BadInput):
            paigow.rows(junk)  # type: ignore[arg-type]
    for chips in (0, -1, 10**30, "many"):
        with pytest.raises(BadInput):
            paigow.play_rounds("commission-tiles", chips=chips)  # type: ignore[arg-type]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as done:
        main(list(arguments))
    assert done.value.code in (0, None)
    return capsys.readouterr().out


def test_export_writes_the_same_rows_in_every_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for kind in ("wagers", "hands"):
        lines = told(capsys, "export", "example", "--rows", kind, "--to", "jsonl").splitlines()
        rows = [json.loads(line) for line in lines]
        text = told(capsys, "export", "example", "--rows", kind, "--to", "csv")
        as_text = [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
        assert list(csv.DictReader(io.StringIO(text))) == as_text
        out = tmp_path / f"{kind}.parquet"
        told(capsys, "export", "example", "--rows", kind, "--to", "parquet", "--out", str(out))
        assert pl.read_parquet(out).to_dicts() == rows
        described = json.loads(told(capsys, "export", "example", "--rows", kind, "--json"))
        assert described["rows"] == len(rows)
        assert list(described["columns"]) == list(rows[0])


def test_parquet_without_polars_or_a_file_is_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*arguments: str) -> str:
        with pytest.raises(SystemExit) as done:
            main(["export", "example", "--to", "parquet", *arguments])
        assert done.value.code == 3
        return capsys.readouterr().err

    assert "Name a file with --out" in refused()
    monkeypatch.setitem(sys.modules, "polars", None)
    assert "pip install 'paigow[data]'" in refused("--out", str(tmp_path / "rows.parquet"))


def test_deal_gives_whole_rounds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    said: dict[str, Any] = json.loads(told(capsys, "deal", "commission-tiles", "--rounds", "2", "--json"))
    first = said["played"][0]
    assert set(first) == {"number", "bank", "voided", "dice", "hands", "wagers", "money", "events"}
    assert len(first["hands"]) == 8
    assert sum(len(Hand(hand["hand"])) for hand in first["hands"]) == 32
    assert all(len(shake) == 3 for shake in first["dice"])
    assert {"event", "cites", "postings", "told"} <= set(first["events"][-1])
