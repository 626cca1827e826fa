"""A strict user's program: never run, only type-checked against the installed package."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import paigow


def hands() -> str:
    hand: paigow.Hand = paigow.Hand("6-6 4-5 2-2 1-3")
    split: paigow.Setting = paigow.set_hand(hand, "traditional")
    pieces: tuple[paigow.Tile, ...] | tuple[paigow.Card, ...] = paigow.parse_hand("6-6 4-5 2-2 1-3")
    better: bool = paigow.rank("6-6 4-5") > paigow.rank("6-6 3-5")
    lows = [setting.low for setting in paigow.settings(pieces)]
    setting: paigow.TileSetting | paigow.CardSetting = paigow.set_hand(pieces, "traditional")
    outcome: paigow.Outcome = paigow.compare(setting, "1-1 5-6 / 6-6 3-5").outcome
    value: Fraction = paigow.best_settings(pieces, "traditional", role="bank").best.value
    return f"{split} {better} {max(lows, key=paigow.rank)} {outcome.value} {value}"


def ways() -> list[str]:
    way: paigow.HouseWay = paigow.load_way(Path("mine.way"))
    if way.game is not paigow.Game.TILES:
        raise paigow.BadInput("a way for cards", allowed="a way for tiles")
    return [each.name for each in paigow.built_in_ways() if each.game is way.game]


def submissions(text: str) -> paigow.Submission:
    checked = paigow.check_submission(text)
    if isinstance(checked, paigow.Submission):
        return checked
    findings: tuple[paigow.Finding, ...] = checked
    raise SystemExit("\n".join(f"{finding.field}: {finding.problem}" for finding in findings))


def player(seat: paigow.Seat) -> paigow.Command | None:
    if seat.step is paigow.Step.BETS:
        return seat.bet(min(seat.least, seat.chips))
    return seat.set(seat.house_setting) if seat.hand else seat.usual()


def rounds(submission: paigow.Submission) -> tuple[paigow.Problem, ...]:
    file: paigow.RoundFile = paigow.play_rounds(submission, [player, "banker"], rounds=3, seed="mine")
    return paigow.verify(paigow.parse_rounds(paigow.print_rounds(file)))
