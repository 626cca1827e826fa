"""Shared by all commands: `-` for standard input, shell completion, faults as JSON, suggestions."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from paigow import __version__
from paigow.cli.application import run
from paigow.cli.commands import COMMANDS
from paigow.houseways import built_in_ways

Say = Callable[[str], None]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Put a text on standard input."""

    def put(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode()), encoding="utf-8"))

    return put


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(arguments) == code, capsys.readouterr().err
    return capsys.readouterr().out


def test_a_hand_can_come_from_standard_input(say: Say, capsys: pytest.CaptureFixture[str]) -> None:
    for command, name in (("show", "name"), ("best", "best")):
        spelled = output(capsys, command, "6-6 4-5 2-2 1-3", "--json")
        say("6-6 4-5 2-2 1-3\n")
        assert output(capsys, command, "-", "--json") == spelled, name


def test_a_round_file_can_come_from_standard_input(say: Say, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = output(capsys, "deal", "commission-tiles", "--rounds", "2", "--players", "house-way,banker")
    say(rounds)
    acts = json.loads(output(capsys, "replay", "-", "--json"))["acts"]
    assert {act["round"] for act in acts} == {1, 2}
    say(rounds)
    assert run(["verify", "-"]) == 0


def test_a_submission_and_a_way_can_come_from_standard_input(
    say: Say, capsys: pytest.CaptureFixture[str]
) -> None:
    text = output(capsys, "submission", "new", "commission-tiles")
    say(text)
    assert "placeholder" in output(capsys, "submission", "check", "-", code=1)
    way = output(capsys, "way", "show", "canberra", "--source")
    say(way)
    read = json.loads(output(capsys, "way", "explain", "-", "6-6 4-5 2-2 1-3", "--json"))
    named = json.loads(output(capsys, "way", "explain", "canberra", "6-6 4-5 2-2 1-3", "--json"))
    assert read == named | {"way": "standard input"}


def test_standard_input_finds_the_files_that_it_names_in_the_working_directory(
    say: Say, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.way").write_text(
        output(capsys, "way", "show", "canberra", "--source"), encoding="utf-8"
    )
    ours = 'way "Ours"\ngame tiles\nas "base.way", but\nsource "Our card"\n'
    (tmp_path / "ours.way").write_text(ours, encoding="utf-8")
    draft = output(capsys, "submission", "new", "commission-tiles", "--way", "ours.way")
    say(ours)
    assert json.loads(output(capsys, "way", "check", "-", "--json"))["ok"]
    say(draft)
    found = json.loads(output(capsys, "submission", "check", "-", "--json", code=1))["findings"]
    assert {each["field"] for each in found}.isdisjoint({"house-way.way"})
    say('title = "Ours"\nway = "ours.way"\n')
    assert "ours.way" in output(capsys, "odds", "-", "--wager", "main", "--json")
    (tmp_path / "pays.tsv").write_text("line\tflat\ntwo pair\t3 to 1\n", encoding="utf-8")
    say('title = "Ours"\nway = "traditional"\n[pay-tables]\npair-fortunes = "pays.tsv"\n')
    assert "pay table flat (pays.tsv)" in output(capsys, "odds", "-", "--wager", "pair-fortunes", "--json")


def test_odds_tell_a_way_and_a_game_on_standard_input_by_what_they_say(
    say: Say, capsys: pytest.CaptureFixture[str]
) -> None:
    named = json.loads(output(capsys, "odds", "traditional", "--json"))
    for text in (
        output(capsys, "way", "show", "traditional", "--source"),
        'title = "Ours"\nway = "traditional"\nbanking = true\n',
    ):
        say(text)
        told = json.loads(output(capsys, "odds", "-", "--json"))
        assert told["wagers"][0]["counts"] == named["wagers"][0]["counts"]
        assert "paigow-stdin" not in json.dumps(told)
    for wrong in ('way "Mine"\ngame tiles\n1 otherwise juggle\n', 'way = "traditional"\n', "junk"):
        say(wrong)
        assert run(["odds", "-"]) == 3
        assert "paigow-stdin" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["way", "diff", "-", "-"], ["way", "explain", "-", "-"], ["submission", "compare", "-", "-"]],
)
def test_standard_input_is_one_argument_alone(
    arguments: list[str], say: Say, capsys: pytest.CaptureFixture[str]
) -> None:
    say("")
    assert run(arguments) == 3
    assert "Standard input can be read only once" in capsys.readouterr().err


def test_standard_input_can_be_closed_or_hold_something_other_than_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("show", "replay"):
        monkeypatch.setattr(sys, "stdin", None)
        assert run([command, "-"]) == 3
        assert "Standard input is closed. Pipe in what - should read" in capsys.readouterr().err
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"\xff\xfe6-6")))
        assert run([command, "-"]) == 3
        assert "Standard input is not text." in capsys.readouterr().err


def test_nothing_of_standard_input_is_left_on_disk(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "paigow", "verify", "-"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, input="no rounds", text=True, env=environment, check=False)
    assert done.returncode != 0
    assert list(tmp_path.iterdir()) == []


def test_one_round_of_several_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(output(capsys, "replay", "example", "--json"))
    second = json.loads(output(capsys, "replay", "example", "--round", "2", "--json"))
    assert second["acts"] == [act for act in whole["acts"] if act["round"] == 2]
    assert second["version"] == whole["version"]
    first = json.loads(output(capsys, "replay", "example", "--round", "1", "--json"))
    assert first["acts"] == whole["acts"][: len(whole["acts"]) - len(second["acts"])]
    assert first["version"] < whole["version"]
    assert run(["replay", "example", "--round", "3"]) == 3
    assert "There is no round 3 (--round). The file has rounds 1 to 2." in capsys.readouterr().err


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_version_is_told_by_two_flags(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, flag) == f"paigow {__version__}\n"


@pytest.mark.parametrize(
    "arguments", [["show", "--bok", "x"], ["shwo"], ["show"], ["way", "explain", "canberra", "6-6", "4-5"]]
)
def test_wrong_usage_is_json_where_json_was_asked_for(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.loads(output(capsys, *arguments, "--json", code=2))
    assert (told["schema"], told["where"]) == ("paigow/fault/1", None)
    assert told["problem"]
    assert told["allowed"]


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["way", "show", "taj"], "did you mean taj-mahal?"),
        (["book", "colorado"], "did you mean colorado-tiles?"),
        (["odds", "maryland-pokr"], "did you mean maryland-poker?"),
        (["deal", "commission-tiles", "--players", "housway"], "did you mean house-way?"),
    ],
)
def test_a_suggestion_names_one_thing(
    arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["allowed"] == meant


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("sh", ["show"]),
        ("way sh", ["show", "short"]),
        ("way show taj", ["taj-mahal"]),
        ("way check ", [way.name for way in built_in_ways()]),
        ("book col", ["colorado-tiles"]),
        ("deal maryland-poker-", ["maryland-poker-plain", "maryland-poker-full"]),
        ("show --book rock", ["rock-island-poker"]),
    ],
)
def test_a_shell_completes_commands_and_names(typed: str, expected: list[str]) -> None:
    words = f"paigow {typed}"
    environment = {
        **os.environ,
        "_PAIGOW_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "paigow"], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.stdout.split(), done.stderr) == (expected, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["deal", "colorado-tiles", "--rounds", "abc"], "--rounds: give a whole number."),
        (["deal", "colorado-tiles", "--rounds", "0"], "--rounds: give 1 to 100000."),
        (["deal", "colorado-tiles", "--rounds", "100001"], "--rounds: give 1 to 100000."),
        (["play", "colorado-tiles", "--chips", "0"], "--chips: give 1 or more."),
        (["way", "short", "traditional", "--within", "x"], "--within: give a number."),
        (["best", "6-6 4-5 2-2 1-3", "--as", "dealer"], "--as: 'dealer' is not one of 'player', 'bank'."),
        (["odds", "maryland-poker", "--wager"], "Option '--wager' requires an argument."),
        (["way", "cost", "foxwoods", "--as"], "Option '--as' requires an argument."),
    ],
)
def test_a_wrong_value_is_told_in_plain_words_with_the_command_to_ask(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    command = " ".join(arguments[: 2 if arguments[0] == "way" else 1])
    hint = f"Run paigow {command} --help to see how to use it."
    assert capsys.readouterr().err == f"paigow: {said} {hint}\n"


def test_a_command_looked_for_under_another_name_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["way", "compare", "foxwoods", "mgm"]) == 2
    assert capsys.readouterr().err == "paigow: No such command 'compare'. Did you mean paigow way diff?\n"


def test_flags_are_shown_without_a_type(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["-h"], ["deal", "--help"], ["way", "check", "-h"]):
        assert run(arguments) == 0
        shown = capsys.readouterr().out
        assert " -h " in shown
        assert "bool" not in shown


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_no_option_is_cut_off_in_a_narrow_terminal(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In help, `…` is part of a store's address, and stands for the rest of a long default."""
    monkeypatch.setenv("COLUMNS", "80")
    assert run([command, "--help"]) == 0
    assert re.findall(r"-[\w-]*…", capsys.readouterr().out) == []


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (
            ["submission", "rules", "--format", "pdf"],
            "No such option: --format. Did you mean --html or --pdf?",
        ),
        (["deal", "--roudns", "3"], "No such option: --roudns. Did you mean --rounds?"),
        (["deal", "--zebra"], "No such option: --zebra. Run paigow deal --help to see how to use it."),
    ],
)
def test_an_unknown_option_is_told_with_the_one_that_was_meant(
    arguments: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err == f"paigow: {hint}\n"
