"""Every command's JSON follows one convention: names, numbers, money, fractions, times, findings."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
import typer
import typer.main

from paigow.cli.application import run
from paigow.cli.commands import COMMANDS
from paigow.odds import short_tiles
from paigow.store.journal import open_store
from paigow.store.people import Person, SessionRecord, add_person, add_session
from tests.cli.json_rules import breaches
from tests.store.evenings import KEY, appends, evening, keep

WALK: Final = {
    "deal": "colorado-tiles-full --rounds 2 --players house-way,banker,random",
    "export": "example --rows hands",
    "replay": "example",
    "verify": "example",
    "script": "maryland-poker-full",
    "show": '"As Kd Jo 10h 9c 9d 2s"',
    "compare": '"2-2 1-3 / 6-6 4-5" "1-1 5-6 / 6-6 3-5"',
    "way list": "",
    "way show": "taj-mahal",
    "way check": "traditional",
    "way explain": 'traditional "6-6 4-5 2-2 3-5"',
    "way tally": "regulation",
    "way diff": "traditional canberra",
    "way cost": "traditional --hands 3",
    "way short": "traditional --within 50",
    "way improve": "traditional --rules 1",
    "books": "",
    "book": "colorado-tiles",
    "submission new": "colorado-tiles",
    "submission check": "maryland-poker-full",
    "submission rules": "commission-tiles-full",
    "submission compare": "colorado-tiles-plain colorado-tiles-full",
    "submission examples": "",
    "odds": "colorado-tiles",
    "best": '"6-6 4-5 2-2 1-3" --seen "5-6 1-6"',
    "simulate": "colorado-tiles-full --rounds 20000 --seed 9007199254740993",
    "equilibrium": '--deck "2 3 K A" --gap 10',
    "seen": "traditional --hands 6",
    "bank": "traditional --opponents 3 --rounds 20000",
    "ratings": "traditional",
    "seat": "colorado-tiles --bet main=10 --bet pair-fortunes=5 --rounds 5 --bankroll 50 --goal 100",
    "people list": "--store {store}",
    "people grant": "anna dealer --store {store}",
    "people revoke": "anna dealer --store {store}",
    "people sessions": "--store {store}",
    "people reset-password": "anna --store {store}",
    "people sign-out": "ben~k7f3q --store {store}",
    "tables list": "--store {store}",
    "tables close": "evening --store {store}",
    "tables open": "evening --store {store}",
    "tables add": "colorado-tiles-full --store {store}",
    "tables replace": "evening maryland-poker-full --store {store}",
    "archive write": "{folder}/archives --store {store}",
    "archive list": "--store {store}",
    "archive verify": "{folder}/archives/paigow-1970-01-01.zip",
    "audit": "--store {store}",
    "backup": "{folder}/floor.backup --store {store}",
    "restore": "{folder}/floor.backup --store sqlite:///{folder}/restored.db",
    "move": "--from {store} --to sqlite:///{folder}/moved.db",
}
"""Each command with arguments that take it a moment. Those of a floor run in this order."""
ELSEWHERE: Final = {"serve", "way readings", "witness"}
"""`serve` is tested below, `witness` in tests/server; `way readings` takes long, so no test applies them."""
OTHER_SHAPES: Final = (
    'show "6-6 4-5"',
    'show "6-6 4-5 2-2 1-3"',
    'compare "Kd Qs / Ah Jo 9c 9d 2s" "Kc Qh / 10c 10d 8h 7h 3s"',
    "book maryland-poker 13.E",
    "book R34",
    "odds commission-tiles --player best --as bank",
    'odds maryland-poker --wager "fortune A" --bet 5',
    "odds maryland-poker --wager progressive --meter mega=15000",
    'best "As Kd Jo 10h 9c 9d 2s" --as bank',
)


def _commands_with_json() -> Iterator[str]:
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None)))
    for command in COMMANDS:
        loaded = command.load()
        if isinstance(loaded, typer.Typer):
            group: Any = typer.main.get_group(loaded)
            every = {f"{command.name} {name}": each for name, each in group.commands.items()}
        else:
            alone = typer.Typer()
            alone.command()(loaded)
            every = {command.name: typer.main.get_command(alone)}
        for name, each in every.items():
            if any("--json" in option.opts for option in each.get_params(context)):
                yield name


def test_the_walk_visits_every_command_that_prints_json() -> None:
    assert {*WALK, *ELSEWHERE} == set(_commands_with_json())


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A floor with a played table, an account and open sessions."""
    folder = tmp_path_factory.mktemp("floor")
    (folder / "floor.key").write_bytes(KEY)
    (folder / "floor.key").chmod(0o600)
    address, now = f"sqlite:///{folder / 'floor.db'}", int(time.time())
    record, _, happened = evening(rounds=4)
    with closing(open_store(address)) as store:
        keep(store, record, appends(happened))
        add_person(store.database, Person("anna", "a hash", ("player",), now))
        for number, person in enumerate(("anna", "ben~k7f3q")):
            add_session(store.database, SessionRecord(f"{number}b" * 32, person, now, now + 3600))
    return {"store": address, "folder": str(folder)}


def _few_candidates() -> tuple[Any, ...]:
    """Enough rules for a search that takes a moment."""
    found = map(short_tiles.ALL_HANDS.candidate, ("play the best low", "when one pair play the pair kept"))
    return tuple(each for each in found if each is not None)


def _told(words: str, capsys: pytest.CaptureFixture[str], **floor: str) -> tuple[dict[str, Any], int]:
    code = run([word.format(**floor) for word in [*shlex.split(words), "--json"]])
    printed = capsys.readouterr()
    assert code in (0, 1), (words, printed)
    found: dict[str, Any] = json.loads(printed.out)
    return found, code


@pytest.mark.parametrize("command", WALK)
def test_what_a_command_prints_follows_the_convention(
    command: str,
    floor: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(short_tiles, "candidates", _few_candidates)
    monkeypatch.setattr(short_tiles, "pairs", lambda: None)
    found, code = _told(f"{command} {WALK[command]}", capsys, **floor)
    assert breaches(found, command) == []
    assert code == (0 if found.get("ok", True) else 1)


@pytest.mark.parametrize("words", OTHER_SHAPES)
def test_what_it_prints_for_other_arguments_follows_it_too(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert breaches(_told(words, capsys)[0], words.partition(" ")[0]) == []


@pytest.mark.parametrize(
    "words",
    ["way check {folder}/loose.way", "submission check {folder}/draft.toml", "verify {folder}/forged.rounds"],
)
def test_findings_are_sentences_and_end_with_exit_code_1(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = (
        "1  when one pair  play the pair kept\n"
        "2  when one pair  play the pair split\n"
        "3  otherwise  play the best low\n"
        "finally the best low, then the best high\n"
    )
    (tmp_path / "loose.way").write_text(f'way "Loose"\ngame tiles\n\n{rules}', encoding="utf-8")
    (tmp_path / "draft.toml").write_text('rulebook = "commission-tiles"\n', encoding="utf-8")
    assert run(["deal", "commission-tiles", "--out", str(tmp_path / "true.rounds")]) == 0
    text = (tmp_path / "true.rounds").read_text(encoding="utf-8")
    (tmp_path / "forged.rounds").write_text(text.replace("chain ", "chain 0", 1), encoding="utf-8")
    capsys.readouterr()
    found, code = _told(words, capsys, folder=str(tmp_path))
    assert breaches(found, words.partition(" {")[0]) == []
    assert (code, found["ok"]) == (1, False)
    assert found["findings"]


def test_a_server_says_where_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address = "http://127.0.0.1:8480"
    monkeypatch.setattr("paigow.server.lifecycle.run", lambda _options, _tables, announce: announce(address))
    found, _ = _told("serve", capsys)
    assert breaches(found, "serve") == []
    assert (found["address"], found["workers"]) == (address, [])


@pytest.mark.parametrize("words", ["show 6-6 4-5", "show 9-9"])
def test_what_is_wrong_with_the_input_is_json_too(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*words.split(), "--json"]) in (2, 3)
    assert breaches(json.loads(capsys.readouterr().out), "fault") == []


RIGHT: Final = {"ok": True, "findings": [], "edge": 0.5, "value": {"numerator": 1, "denominator": 2}}


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("bestEdge", 0.5, "snake_case"),
        ("findings", ["too low"], "no problem"),
        ("findings", [{"problem": "too low"}], "true, with findings"),
        ("stake_cents", 9.5, "isn't whole"),
        ("cost_percent", 2.5, "in percent"),
        ("hands", 0.5, "decimal point"),
        ("total", 2**53 + 1, "past 2^53"),
        ("total", "35960", "whole number as text"),
        ("net", "19/20", "number as text"),
        ("stake", "$10.00", "number as text"),
        ("value", {"numerator": 2, "denominator": 4}, "lowest terms"),
        ("value", {"numerator": "1", "denominator": 2}, "one part as text"),
        ("value", {"numerator": 1, "denominator": 2, "percent": 50.0}, "not just"),
        ("since", "2026-11-18 21:30", "not a time in UTC"),
        ("expires", int(time.time()), "time as a number"),
        ("title", "", "empty, not null"),
        ("rows", [{"edge": 0.5}, {"value": None}], "lack edge, value"),
        ("hand", "66 45", "its notation"),
    ],
)
def test_the_rules_notice_what_departs_from_them(key: str, value: object, said: str) -> None:
    right = {"schema": "paigow/odds/1", **RIGHT}
    assert breaches(right, "odds") == []
    assert [said in found for found in breaches({**right, key: value}, "odds")].count(True) == 1


@pytest.mark.parametrize("schema", ["odds/1", "paigow/Odds/1", "paigow/oddsmaker/1", None])
def test_the_rules_notice_a_wrong_schema(schema: str | None) -> None:
    assert len(breaches({"schema": schema, **RIGHT}, "odds")) == 1
    assert len(breaches({**RIGHT, "schema": "paigow/odds/1"}, "odds")) == 1
