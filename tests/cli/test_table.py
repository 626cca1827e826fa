"""`paigow deal`, `replay`, `verify` and `play`, as a person would use them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import paigow
from paigow.cli.application import run
from paigow.cli.play import seated_session
from paigow.cli.play_session import (
    TerminalSession,
    asked_now,
    carry_out,
    must_settle,
    next_act,
    settle_and_leave,
    take_answer,
)
from paigow.cli.table_text import chips_of
from paigow.submissions.checking import load_submission

DEAL = ["deal", "commission-tiles-full", "--rounds", "2", "--seed", "7"]


@pytest.fixture
def dealt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "two.rounds"
    assert run([*DEAL, "--out", str(path)]) == 0
    assert "2 rounds" in capsys.readouterr().out
    return path


def test_what_is_dealt_can_be_verified(dealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(dealt), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["schema"] == "paigow/verify/1"
    assert (result["ok"], result["rounds"], result["findings"]) == (True, 2, [])


def test_without_out_the_file_itself_is_printed(dealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(DEAL) == 0
    assert capsys.readouterr().out == dealt.read_text(encoding="utf-8")


def test_a_forged_payment_is_a_finding(dealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = dealt.read_text(encoding="utf-8")
    dealt.write_text(text.replace("vigorish=", "vigorish=9", 1), encoding="utf-8")
    assert run(["verify", str(dealt), "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert not result["ok"]
    assert {"round", "act", "topic", "problem"} == result["findings"][0].keys()


def test_a_file_cut_at_a_round_boundary_is_a_finding(dealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = dealt.read_text(encoding="utf-8")
    dealt.write_text(text[: text.index("\nround 2\n")], encoding="utf-8")
    assert run(["verify", str(dealt)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-2:] == ["file: this file is truncated: it has 1 of 2 rounds", "NOT sound: 1 finding"]


def test_a_removed_seed_line_is_a_finding(dealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = dealt.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("chance seed ")]
    dealt.write_text("\n".join(lines), encoding="utf-8")
    assert run(["verify", str(dealt), "--without-draws"]) == 1
    assert "what chance was drawn from is missing" in capsys.readouterr().out


def test_a_file_cut_within_a_round_is_a_finding_too(dealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = dealt.read_text(encoding="utf-8")
    dealt.write_text(text[: text.rindex("\nstate ")], encoding="utf-8")
    assert run(["verify", str(dealt), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert "the file is truncated here: the fingerprint of the state is missing" in finding["problem"]


def test_a_file_cut_within_a_line_is_called_truncated(
    dealt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = dealt.read_text(encoding="utf-8")
    last = text.rindex("\nstate ")
    command = text.rindex("\n  dealer ") + 1
    for end in (last + 4, last + 20, len(text) - 5, text.rindex("\nend ") + 3, command + 11):
        assert not text[:end].endswith("\n")
        dealt.write_text(text[:end], encoding="utf-8")
        assert run(["verify", str(dealt), "--json"]) == 1
        (finding,) = json.loads(capsys.readouterr().out)["findings"]
        assert f"line {text[:end].count(chr(10)) + 1}: the file is truncated here: " in finding["problem"]


def test_a_file_saved_on_windows_is_verified(dealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = dealt.read_text(encoding="utf-8").replace("\n", "\r\n").encode("utf-8-sig")
    dealt.write_bytes(saved)
    assert run(["verify", str(dealt)]) == 0
    assert run(["export", str(dealt)]) == 0
    capsys.readouterr()
    assert paigow.verify(dealt) == paigow.verify(saved.decode()) == ()
    assert paigow.parse_rounds(saved.decode()) == paigow.read_rounds(dealt)


def test_a_replay_tells_script_events_money_and_paragraphs(
    dealt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(dealt), "--json"]) == 0
    acts = json.loads(capsys.readouterr().out)["acts"]
    bets = next(act for act in acts if act["command"].startswith("dealer calls no more bets at "))
    assert bets["script"][0]["say"] == "No more bets."
    assert bets["paragraphs"] == ["5(c)", "6(a)"]
    wager = next(act for act in acts if " bets " in act["command"])
    assert "rack/" in wager["money"][0]
    assert run(["replay", str(dealt), "--to", "3"]) == 0
    printed = capsys.readouterr().out
    assert "   3  dealer stacks the tiles" in printed
    assert "   4  " not in printed
    assert "Step: bets" in printed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["verify", "nowhere.rounds"], "There is no file 'nowhere.rounds'"),
        (["replay", "nowhere.rounds"], "'nowhere.rounds'. Give a round file, as paigow deal writes it."),
        (["replay", "pyproject.toml"], "'pyproject.toml' is not a round file. Give a round file, as paigow"),
        (["export", "pyproject.toml"], "'pyproject.toml' is not a round file"),
        (["verify", "pyproject.toml"], "'pyproject.toml' is not a round file"),
        (["deal", "commission-tiles", "--players", "shark"], "There is no bot called 'shark'"),
        (["deal", "comission-tiles"], "Did you mean commission-tiles?"),
        (["play", "commission-tiles", "--name", "dealer"], "'dealer' can't be used as a name"),
    ],
)
def test_what_cannot_be_is_told(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 3
    assert told in capsys.readouterr().err


def seated(monkeypatch: pytest.MonkeyPatch, *lines: str, table: str = "commission-tiles-full") -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert run(["play", table, "--seed", "5", "--name", "Kim"]) == 0


def test_a_round_is_bet_set_and_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seated(monkeypatch, "50", "h", "1", "n", "why", "replay", "table", "quit")
    printed = capsys.readouterr().out
    assert "Kim bets $50.00 at position 3." in printed
    assert 'Dealer: "No more bets."' in printed
    assert "The house way for position" in printed
    assert "Your chips in round 1:" in printed
    assert "in all" in printed
    assert "dealer finishes the round" in printed
    assert "3  Kim (you)" in printed
    assert "You came with $1,000.00 and leave with" in printed


def test_leaving_with_a_bet_down_has_the_hand_set_and_settled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seated(monkeypatch, "50", "quit", "n", "table", "quit", "y")
    printed = capsys.readouterr().out
    assert printed.count("Leave? [y/N]") == 2
    assert "3  Kim (you)" in printed.split("Leave? [y/N]")[1]
    assert "-$50.00  Position 3 loses: both hands lower. (7(h))" in printed
    assert "You came with $1,000.00 and leave with $950.00." in printed
    # At the end of input there is nobody to ask, and an unplaced bet costs nothing.
    seated(monkeypatch, "50")
    assert "leave with $950.00." in capsys.readouterr().out
    seated(monkeypatch, "quit")
    assert "leave with $1,000.00." in capsys.readouterr().out


def holder_of_bank(session: TerminalSession) -> str | None:
    return session.table.bank.person if session.table.bank else None


def test_a_bank_is_played_to_the_end_of_its_round() -> None:
    session = seated_session(
        load_submission("commission-tiles-full"), "Kim", seat=1, bots=2, seed="5", chips=5000
    )
    while not (holder_of_bank(session) == "Kim" and must_settle(session)):
        if not session.said and (asked := asked_now(session)) is not None:
            words = next(text for start, text in ANSWERS.items() if asked.prompt.startswith(start))
            take_answer(session, asked, asked.answer(words))
        command = next_act(session)
        assert command is not None
        carry_out(session, command)
    number = session.table.round
    settle_and_leave(session)
    assert not must_settle(session)
    assert holder_of_bank(session) is None
    assert len(session.recorder.file.rounds) == number
    assert chips_of(session.table, "Kim") == session.table.rack("Kim")


ANSWERS = {
    "Your bet,": "25",
    "Your setting": "1",
    "Surrender": "n",
    "Will you bank": "y",
    "Your cut": "2-4 right",
    "Your delivery": "3",
    "Your bets as the banker": "",
    "Press Enter": "",
}


def test_a_player_may_bank_cut_choose_a_delivery_and_shake(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is dealt, the bank gets around to Kim; once he has shown its hand, he leaves."""
    banked: list[str] = []

    def answer(prompt: str = "") -> str:
        if banked and prompt.startswith("Your bet,"):
            raise EOFError
        if prompt.startswith("Your setting as the banker"):
            banked.append(prompt)
        return next(said for start, said in ANSWERS.items() if prompt.startswith(start))

    monkeypatch.setattr("builtins.input", answer)
    assert run(["play", "commission-tiles-full", "--seed", "5", "--name", "Kim"]) == 0
    printed = capsys.readouterr().out
    assert "Kim takes the bank." in printed
    assert "The banker cuts: stacks 2 to 4, counted from your right, to the right end." in printed
    assert "The banker asks for cup say, from the right." in printed
    assert "Kim shakes the dice." in printed
    assert "The banker shows" in printed


def test_surrender_loses_the_wager_unseen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seated(monkeypatch, "25", "1", "y", "quit")
    printed = capsys.readouterr().out
    assert "Kim surrenders at position 3." in printed
    assert "Position 3 shows" not in printed
    assert "leave with $975.00" in printed


def test_nonsense_is_answered_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seated(monkeypatch, "lots", "5", "25 raffle 3", "?", "say bets 30.00 on 3", "9", "1", "maybe", "", "quit")
    printed = capsys.readouterr().out
    assert "'lots' is not an amount of money" in printed
    assert "Refused: $5.00 is under the minimum. Bet at least $25.00" in printed
    assert "There is no wager 'raffle'" in printed
    assert "At any question:" in printed
    assert "Kim bets $30.00 at position 3." in printed
    assert "a number from 1 to" in printed
    assert "'maybe' is neither yes nor no" in printed


def test_side_wagers_are_bet_beside_the_main_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seated(monkeypatch, "25 match 5 pair-fortunes 2", "1", "quit", table="colorado-tiles-full")
    printed = capsys.readouterr().out
    assert "Kim bets $5.00 on match at position 3." in printed
    assert "Kim bets $2.00 on Pair Fortunes at position 3." in printed


CARD_TABLES = ["maryland-poker", "maryland-poker-full", "rock-island-poker", "rock-island-poker-full"]


@pytest.mark.parametrize("table", CARD_TABLES)
def test_card_rounds_are_dealt_replayed_and_verified(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards.rounds"
    players = "bonus,banker,house-way,random"
    assert run(["deal", table, "--rounds", "3", "--seed", "5", "--players", players, "--out", str(path)]) == 0
    capsys.readouterr()
    assert run(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]
    assert run(["replay", str(path), "--json"]) == 0
    acts = json.loads(capsys.readouterr().out)["acts"]
    (counted, *_) = [act for act in acts if act["command"] == "dealer counts the cards left"]
    assert "there must be four" in counted["script"][0]["do"]


def test_a_card_round_is_cut_bet_set_and_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(prompt: str = "") -> str:
        asked.append(prompt)
        if sum(each.startswith("Your bet") for each in asked) > 1:
            raise EOFError
        return next(said for start, said in CARD_ANSWERS.items() if prompt.startswith(start))

    asked: list[str] = []
    monkeypatch.setattr("builtins.input", answer)
    assert run(["play", "maryland-poker", "--seed", "5", "--name", "Kim", "--bots", "0", "--plain"]) == 0
    printed = capsys.readouterr().out
    assert "Kim cuts after 20 cards." in printed
    assert "Kim bets $50.00 at position 3." in printed
    assert "Your cards at position 3:" in printed
    assert "Your chips in round 1:" in printed


CARD_ANSWERS = {"Will you cut": "20", "Your bet": "50", "Your setting": "1", "Surrender": "n"}


def test_low_cards_may_be_named_and_a_foul_confirmed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[str] = []

    def answer(prompt: str = "") -> str:
        if not prompt.startswith("Your setting"):
            return "quit" if "Your chips in round 1" in said() else CARD_ANSWERS[_start(prompt)]
        tried.append(prompt)
        if len(tried) == 1:
            return "As Ah Ac Ad 2c 2d 2h 2s"
        # The three lowest of the hand: as a low hand they foul, and the player confirms it.
        return ("foul " if len(tried) > 2 else "") + " ".join(hand()[-3:])

    def said() -> str:
        heard.append(capsys.readouterr().out)
        return "".join(heard)

    def hand() -> list[str]:
        return said().partition("Your cards at position 3: ")[2].splitlines()[0].split()

    heard: list[str] = []
    monkeypatch.setattr("builtins.input", answer)
    assert run(["play", "rock-island-poker", "--seed", "5", "--name", "Kim", "--bots", "0", "--plain"]) == 0
    printed = said()
    assert "is not in your hand" in printed
    assert "To set it anyway and lose, type: foul " in printed
    assert "-$50.00  in all" in printed


def _start(prompt: str) -> str:
    return next(start for start in CARD_ANSWERS if prompt.startswith(start))


def test_a_bank_at_cards_adds_wagers_of_its_own_and_keeps_the_dealers_small(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first answer is refused and asked again: 1.00 is under the minimum of the Fortune Bonus."""
    banked: list[str] = []

    def answer(prompt: str = "") -> str:
        if prompt.startswith("Your bets as the banker"):
            banked.append(prompt)
            return "fortune 1" if len(banked) == 1 else "fortune 5 dealer 10"
        if banked and prompt.startswith(("Your bet", "Will you bank")):
            raise EOFError
        return next(said for start, said in {**ANSWERS, **CARD_ANSWERS}.items() if prompt.startswith(start))

    monkeypatch.setattr("builtins.input", answer)
    table = ["play", "maryland-poker-full", "--seed", "11", "--seat", "1", "--name", "Kim", "--plain"]
    assert run(table) == 0
    printed = capsys.readouterr().out
    assert "Refused: $1.00 is under the minimum" in printed
    assert "Kim bets $5.00 on Fortune Bonus at position 1." in printed
    assert "The dealer bets $10.00 against the banker." in printed
    assert len(banked) == 2


def test_play_saves_its_finished_rounds_for_verify_and_replay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.rounds"
    monkeypatch.setattr("sys.stdin", io.StringIO("50\n1\nn\nquit\n"))
    assert run(["play", "--plain", "--seed", "5", "--name", "Kim", "--out", str(file)]) == 0
    assert f"Saved 1 round to {file}." in capsys.readouterr().out
    assert run(["verify", str(file)]) == 0
    assert run(["play", "--plain", "--out", str(file)]) == 3, "a file is not written over unasked"
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run(["play", "--plain", "--force", "--out", str(file)]) == 0
    assert "nothing was saved" in capsys.readouterr().out
