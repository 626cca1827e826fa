"""`paigow odds`, `paigow best` and `paigow simulate` as a person calls them."""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import paigow.houseways
from paigow.cli.application import run
from paigow.cli.counting import COMPILING
from paigow.odds.reports.wager_odds import fraction_json, fraction_of
from tests.odds.card_ways import SMALL, best_low

WAYS = Path(paigow.houseways.__file__).parent / "ways"


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, _ = called(capsys, *arguments, "--json")
    assert code == 0
    found: dict[str, Any] = json.loads(out)
    return found


def test_odds_have_the_keys_that_others_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "odds", "colorado-tiles")
    assert found["schema"] == "paigow/odds/1"
    for wager in found["wagers"]:
        assert {"wager", "total", "counts", "value", "edge"} <= wager.keys()
        value = Fraction(wager["value"]["numerator"], wager["value"]["denominator"])
        assert wager["edge"] == pytest.approx(-float(value))
        assert sum(wager["counts"].values()) == wager["total"]
    main = found["wagers"][0]
    assert (main["wager"], main["as"], main["total"]) == ("main", "player", 736_281_000)
    assert main["counts"].keys() == {"win", "push", "lose"}


def test_odds_read_as_a_table_with_a_conclusion(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "odds", "colorado-tiles", "--wager", "pair-fortunes 1")
    assert code == 0
    assert "5.2976%" in out  # Wizard of Odds
    assert "Pair Fortunes 1 loses 5.30 cents on every dollar." in out


def test_as_bank_and_best_play_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    plain = data(capsys, "odds", "commission-tiles", "--as", "bank")
    best = data(capsys, "odds", "commission-tiles", "--as", "bank", "--player", "best")
    assert {wager["as"] for wager in plain["wagers"]} == {"bank", "co-bank"}
    assert best["wagers"][0]["edge"] < plain["wagers"][0]["edge"]


def test_a_page_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "odds.html"
    code, _, err = called(capsys, "odds", "commission-tiles", "--html", str(page))
    assert code == 0
    assert str(page) in err
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["odds", "atlantis-tiles"],
            "There is no submission, rule book, game, or house way 'atlantis-tiles'",
        ),
        (["odds", "commission-tiles", "--wager", "mian"], "Did you mean main?"),
        (["odds", "commission-tiles", "--bet", "lots"], "'lots' is not an amount of money"),
        (["odds", "commission-tiles", "--bet", "0"], "A wager can't be 0"),
        (["odds", "commission-tiles", "--player", "no-such-way"], "There is no house way 'no-such-way'"),
        (["odds", "commission-tiles", "--dealer", "best"], "The dealer must follow a house way"),
        (["odds", "maryland-poker", "--wager", "progressive", "--meter", "mega=-5"], "The mega can't be -5"),
        (
            ["odds", "maryland-poker", "--wager", "progressive", "--meter", "huge=5"],
            "'huge=5' is not a meter with its amount",
        ),
        (["odds", "commission-tiles", "--html", "/no/such/folder/x.html"], "can't be written"),
        (
            ["odds", "rock-island-poker", "--fresh", "--on", "tcp://here:1"],
            "'tcp://here:1' is not the address of a cluster",
        ),
        (["best", "6-6 4-5 2-2"], "3 tiles"),
        (["best", "As Kd Jo 10h 9c 9d"], "6 cards"),
        (["best", "6-6 4-5 2-2 1-3", "--book", "maryland-poker"], "maryland-poker is a game of cards"),
        (["simulate", "commission-tiles", "--rounds", "0"], "0 rounds can't be simulated. Choose 1 to"),
        (["simulate", "commission-tiles", "--seats", "9"], "A table can't have 9 seats. Choose 1 to 7"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = called(capsys, *arguments)
    assert (code, out) == (3, "")
    assert sentence in err
    assert "Traceback" not in err


def test_a_count_that_is_stopped_says_that_it_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("paigow.odds.counting.card_deals.CardCounting.tally", stop)
    code, out, err = called(capsys, "odds", "rock-island-poker", "--wager", "main")
    assert (code, out) == (130, "")
    assert "finished parts are saved, so run the same command again to resume" in err


def test_a_cluster_that_does_not_answer_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"dask://127.0.0.1:{taken.getsockname()[1]}"
    monkeypatch.setattr("paigow.odds.runs.shards._SECONDS_TO_REACH_A_CLUSTER", 1)
    count_a_small_deck(monkeypatch)
    code, out, err = called(
        capsys, "odds", "rock-island-poker", "--wager", "main", "--fresh", "--on", address
    )
    assert (code, out) == (3, "")
    assert f"No cluster responds at {address}. Start a scheduler there, or leave out --on" in err


def test_a_cache_without_room_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    count_a_small_deck(monkeypatch)
    # Compiled code needs room as well, and has it here.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "roomy"))
    called(capsys, "odds", "rock-island-poker", "--wager", "main")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        code, out, err = called(capsys, "odds", "rock-island-poker", "--wager", "main")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (code, out) == (3, "")
    assert f"Results can't be saved in {tmp_path}/paigow/odds: File too large. Free some room there" in err


def count_a_small_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count a reduced deck instead of the full one, with any way: only the refusal matters."""
    monkeypatch.setattr("paigow.odds.counting.card_deals.dealer_strengths", lambda *_: best_low(SMALL))
    # Setting all 154 million hands by a way whose settings are then replaced took most of these tests' time.
    monkeypatch.setattr("paigow.cli.counting._set_every_hand", lambda *_, **__: None)


def test_a_way_with_findings_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    way = tmp_path / "twice.way"
    way.write_text(
        'way "A rule that never speaks"\ngame tiles\n'
        "1  when some setting with low 0 or better  play the best low\n"
        "2  otherwise  play the best high\n"
        "finally the best high, then the best low\n",
        encoding="utf-8",
    )
    code, _, err = called(capsys, "odds", "commission-tiles", "--player", str(way))
    assert code == 3
    assert "has problems" in err


def test_a_house_way_is_counted_without_any_rule_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    way = tmp_path / "mine.way"
    way.write_text((WAYS / "tiles" / "regulation.way").read_text(encoding="utf-8"), encoding="utf-8")
    found = data(capsys, "odds", str(way))
    by_role = {wager["as"]: wager for wager in found["wagers"] if wager["case"] is None}
    # The regulation's own way against itself, as counted by an independent program.
    assert by_role["player"]["counts"] == {"win": 218_057_736, "push": 291_324_440, "lose": 226_898_824}
    assert by_role["bank"]["counts"]["win"] == 226_898_824
    assert {wager["kind"] for wager in found["wagers"]} == {"main"}


def test_a_wager_is_found_by_any_part_of_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "odds", "colorado-tiles", "--wager", "shaker")
    assert [wager["wager"] for wager in found["wagers"]] == ["dice-bonus placed as shaker"]


def test_numbers_that_a_double_would_change_are_text() -> None:
    assert fraction_json(Fraction(2**53, 3)) == {"numerator": 2**53, "denominator": 3}
    assert fraction_json(Fraction(1, 2**60)) == {"numerator": "1", "denominator": str(2**60)}
    past = fraction_json(Fraction(-(2**53) - 1, 2**60))
    assert past == {"numerator": "-9007199254740993", "denominator": str(2**60)}
    assert fraction_of(past) == Fraction(-(2**53) - 1, 2**60)


def test_best_has_the_keys_that_others_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "best", "6-6 4-5 2-2 1-3", "--as", "bank")
    assert len(found["settings"]) == 3
    for setting in found["settings"]:
        assert {"low", "high", "win", "push", "lose", "value"} <= setting.keys()
        assert setting["win"] + setting["push"] + setting["lose"] == 20_475
        assert setting["value"] == pytest.approx((0.95 * setting["win"] - setting["lose"]) / 20_475)
    assert found["best"] == max(found["settings"], key=lambda setting: setting["value"])


def test_the_best_setting_of_seven_cards_is_the_one_that_everybody_plays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = data(capsys, "best", "As Ah Ks Kh 7c 5d 2s")
    # The lower of two high pairs goes low: every published way says so.
    assert sorted(found["best"]["low"].split()) == ["Kh", "Ks"]
    for setting in found["settings"]:
        # C(46,7) replies
        assert setting["win"] + setting["push"] + setting["lose"] == 53_524_680


def test_the_best_setting_of_cards_needs_no_compiler_once_the_way_has_set_every_hand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hand = "As Ah Ks Kh 7c 5d 2s"
    data(capsys, "best", hand)
    program = (
        "import sys; from paigow.cli.application import run\n"
        f"assert run(['best', '{hand}', '--json']) == 0\n"
        "assert 'numba' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not done.stderr


def test_compiling_is_told_once_and_only_when_something_is_compiled() -> None:
    program = (
        "import numba; from paigow.cli.counting import _tell_when_compiling\n"
        "_tell_when_compiling(); double = numba.njit(lambda x: 2 * x); print('ready', flush=True)\n"
        "double(1); double(1); double(1.5)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["ready", COMPILING]


def test_a_simulation_repeats_itself_and_stands_beside_the_exact_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["simulate", "colorado-tiles-full", "--rounds", "50000", "--seed", "3"]
    one, other = data(capsys, *asked), data(capsys, *asked, "--workers", "1")
    assert one == other
    assert one["seats"] == 6
    by_name = {wager["wager"]: wager for wager in one["wagers"]}
    exact = by_name["pair-fortunes 1"]["exact"]
    assert exact["numerator"] / exact["denominator"] == pytest.approx(-0.052976, abs=1e-6)  # Wizard of Odds
    assert not any(wager["disagrees"] for wager in one["wagers"])


def test_two_submissions_are_compared_by_their_exact_edges(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "submission", "compare", "colorado-tiles-plain", "colorado-tiles-full")
    edges = {pair["wager"]: (pair["one"], pair["other"]) for pair in found["edges"]}
    plain, full = edges["main, as player"]
    assert plain == full > 0.02
    assert edges["Pair Fortunes 1"] == (None, pytest.approx(0.052976, abs=1e-6))  # Wizard of Odds
    exact = {pair["wager"]: (pair["one_exact"], pair["other_exact"]) for pair in found["edges"]}
    # Of 216 throws 108 have an odd total, three of them triples, which lose: 105 win, 111 lose.
    assert exact["odd"] == (None, {"numerator": 1, "denominator": 36})
    code, out, _ = called(capsys, "submission", "compare", "colorado-tiles-plain", "colorado-tiles-full")
    assert code == 0
    assert "5.2976%" in out


def test_the_cost_of_a_way_is_divided_by_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "way", "cost", "regulation", "--hands", "3")
    cost = fraction_of(found["cost"])
    assert found["edge"] - found["best_edge"] == pytest.approx(float(cost))
    assert sum(fraction_of(part["cost"]) for part in found["rules"]) == cost
    assert len(found["hands"]) == 3
    code, out, _ = called(capsys, "way", "cost", "regulation", "--as", "bank")
    assert code == 0
    assert "The house way gives up" in out
