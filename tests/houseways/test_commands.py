"""`paigow way`: keys that others rely on, exit codes, and messages for bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from paigow import houseways
from paigow.cli.application import run
from paigow.ranks.poker import Order, Wheel, Wild
from tests.houseways.pieces import HERE
from tests.rules import rule


def called(*arguments: str) -> tuple[int, str, str]:
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = run(["way", *arguments])
    return code, out.getvalue(), err.getvalue()


def result(*arguments: str, code: int = 0) -> dict[str, Any]:
    got, out, err = called(*arguments, "--json")
    assert (got, err) == (code, "")
    payload: dict[str, Any] = json.loads(out)
    return payload


def test_list_names_every_way_with_its_source() -> None:
    ways = result("list")["ways"]
    assert {"name": "foxwoods", "title": "Foxwoods", "game": "cards"}.items() <= {
        way["name"]: way for way in ways
    }["foxwoods"].items()
    files = Path(houseways.__file__).with_name("ways").rglob("*.way")
    assert sorted(way["name"] for way in ways) == sorted(file.stem for file in files)
    assert "taj-mahal" in called("list")[1]


def test_show_gives_text_that_can_be_read_back(tmp_path: Path) -> None:
    file = tmp_path / "copy.way"
    file.write_text(called("show", "taj-mahal", "--source")[1], encoding="utf-8")
    assert result("show", str(file))["rules"] == result("show", "taj-mahal")["rules"]


def test_explain_has_its_keys() -> None:
    told = result("explain", "trump-plaza", "5s 5h 3c 3d Qh 9s 2c")
    assert (told["schema"], told["low"], told["high"]) == ("paigow/way-explain/1", "3d 3c", "Qh 9s 5s 5h 2c")
    assert told["rule"] == "12"
    assert [near["number"] for near in told["near_misses"]] == ["11"]


@rule("R176")
@pytest.mark.parametrize(
    ("joker", "low", "high"),
    [
        # An ace beside two kings: a pair high, and the two highest others low.
        ((), "Jo 9h", "Kd Ks 7c 4d 2s"),
        (("--joker", "bug"), "Jo 9h", "Kd Ks 7c 4d 2s"),
        # A third king.
        (("--joker", "wild"), "9h 7c", "Jo Kd Ks 4d 2s"),
    ],
)
def test_a_hand_is_set_with_either_joker(joker: tuple[str, ...], low: str, high: str) -> None:
    told = result("explain", "foxwoods", "Jo Kd Ks 9h 7c 4d 2s", *joker)
    assert (sorted(told["low"].split()), sorted(told["high"].split())) == (
        sorted(low.split()),
        sorted(high.split()),
    )


@rule("R176")
@pytest.mark.parametrize(
    "command", [("check", "foxwoods"), ("tally", "foxwoods"), ("diff", "foxwoods", "mgm")]
)
@pytest.mark.parametrize(
    ("options", "order"),
    [
        ((), Wheel.SECOND),
        (("--joker", "wild"), Wild.SECOND),
        (("--wheel", "lowest", "--joker", "wild"), Wild.LOWEST),
    ],
)
def test_all_hands_are_set_with_the_joker_asked_for(
    command: tuple[str, ...], options: tuple[str, ...], order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not counted here: over all cards that takes minutes."""

    class Heard(Exception):
        pass

    def hear(*given: object) -> None:
        raise Heard(*(each for each in given if isinstance(each, Wheel | Wild)))

    for work in ("check_way", "tally_way", "compare_ways"):
        monkeypatch.setattr(f"paigow.houseways.checking.{work}", hear)
    with pytest.raises(Heard) as heard:
        called(*command, *options)
    assert heard.value.args == (order,)


def test_check_has_its_keys_and_counts() -> None:
    told = result("check", "regulation")
    assert told["ok"] is True
    assert told["hands"] == sum(rule["hands"] for rule in told["rules"]) == 35_960
    assert told["rules"][0] | {"text": ""} == {"number": "1", "hands": 435, "guard": False, "text": ""}
    assert (told["unanswered"], told["fouled"], told["unreachable"], told["conflicts"]) == (0, 0, [], [])


def test_a_finding_is_exit_1() -> None:
    told = result("check", str(HERE / "printed" / "generic.way"), code=1)
    assert told["ok"] is False
    assert told["unreachable"] == ["9b"]
    assert told["conflicts"][0]["rules"] == ["9a", "9b"]
    text = called("check", str(HERE / "printed" / "generic.way"))[1]
    assert "Rules 9a and 9b disagree on 48 hands" in text


def test_tally_counts_each_hand_by_name() -> None:
    told = result("tally", "regulation")
    assert told["hands"] == sum(told["low"].values()) == sum(told["high"].values()) == 35_960
    assert told["high"]["Gee Joon, the supreme pair"] == 435
    assert "Gee Joon" in called("tally", "regulation")[1]


def test_diff_groups_by_the_rules_responsible() -> None:
    told = result("diff", "traditional", "canberra")
    assert told["hands"] == sum(group["hands"] for group in told["differences"])
    example = told["differences"][0]["examples"][0]
    assert example["first"] != example["second"]
    assert "set 0 hands differently" in called("diff", "generic", "generic")[1]


BAD = {
    "a broken file": 'way "w" game tiles\n1 when wong\n',
    "a missing final rule": 'way "w" game tiles\n1 when one pair play the pair kept\nfinally the best low\n',
    "no such tile": 'way "w" game tiles\n1 when holding H9 play any setting\n',
    "an unknown base": 'way "w" game tiles\nas "nothing", but\n',
    "ten megabytes": "#" * 10_000_000,
    "an empty file": "",
    "a binary file": "\0\1\2",
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["show", "check", "tally"])
def test_bad_input_is_a_sentence_and_exit_3(name: str, command: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.way"
    file.write_text(BAD[name], encoding="utf-8")
    code, out, err = called(command, str(file))
    assert (code, out) == (3, "")
    assert err.startswith("paigow: ")
    assert "bad.way" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("explain", "foxwods", "As Kd"), "Did you mean foxwoods?"),
        (("explain", "foxwoods", "As Kd"), "7 are needed"),
        (("explain", "regulation", "6-6 7-7 1-1 1-1"), "There is no tile '7-7'"),
        (("diff", "foxwoods", "canberra"), "two house ways for the same game"),
        (("check", "canberra", "--joker", "wild"), "There is no joker among tiles"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], words: str) -> None:
    code, _, err = called(*arguments)
    assert code == 3
    assert words in err


def test_wrong_usage_is_exit_2() -> None:
    assert called("explain", "foxwoods")[0] == 2
    assert called("check", "foxwoods", "--wheel", "first")[0] == 2


def test_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "paigow", "way", "explain", "regulation", "6-6 4-5 2-2 1-3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Teen wong" in done.stdout


def test_help_loads_no_kernels() -> None:
    script = (
        "import sys; from paigow.cli.application import run; "
        "run(['way', '--help']); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.rstrip().endswith("False")
