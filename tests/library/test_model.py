"""One data model: hands, tiles, cards, and settings are the same types everywhere, and print as code."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paigow
from paigow import Card, Hand, Seat, Setting, Tile

TILES, CARDS = "6-6 4-5 2-2 1-3", "As Kd Kh Qc Jh 10s 4d"


@pytest.mark.parametrize(
    "value",
    [
        Tile("Teen"),
        Card("10h"),
        Hand(TILES),
        Hand(CARDS),
        Hand(),
        Setting("2-2 1-3", "6-6 4-5"),
        paigow.parse_setting("As Qc / Kh Kd Jh 10s 4d"),
        paigow.rank("6-6 4-5"),
        paigow.rank("As Qc"),
        paigow.rank("Kh Kd Jh 10s 4d"),
        paigow.compare("2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5"),
        paigow.Game.TILES,
        paigow.Wheel.LOWEST,
        paigow.Step.BETS,
        paigow.Role.BANK,
        paigow.load_way("traditional"),
        paigow.load_submission("maryland-poker-full"),
        paigow.Finding("table.chairs", "7 is too many", "1 to 6"),
        paigow.BadInput("no such hand", where="at character 1", allowed="As"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_prints_what_rebuilds_it_from_public_names(value: object) -> None:
    names = {name: getattr(paigow, name) for name in paigow.__all__}
    again = eval(repr(value), {"__builtins__": {}}, names)  # noqa: S307
    assert type(again) is type(value)
    assert again == value or str(again) == str(value)
    assert str(pickle.loads(pickle.dumps(value))) == str(value)  # noqa: S301


def test_the_odds_of_a_hand_print_what_rebuilds_them() -> None:
    found = paigow.best_settings(TILES)
    names = {"Fraction": Fraction, **{name: getattr(paigow, name) for name in paigow.__all__}}
    assert eval(repr(found), {"__builtins__": {}}, names) == found  # noqa: S307
    assert isinstance(found.best.setting, Setting)
    assert isinstance(found.way_setting, Setting)


def test_tiles_and_cards_are_one_object_each_and_are_ordered() -> None:
    assert Tile("66") is Tile("Teen") is Tile(Tile("6-6"))
    assert Card("Th") is Card("10h")
    assert deepcopy(Tile("6-6")) is Tile("6-6")
    # Teen is the highest single tile and 1-2 the lowest (commission-tiles 2(a)).
    assert max(Hand("1-2 6-6 2-2")) is Tile("6-6")
    assert min(Hand("1-2 6-6 2-2")) is Tile("1-2")
    assert sorted(Hand("As 2c Kd")) == [Card("2c"), Card("Kd"), Card("As")]
    assert Setting("2-2 1-3", "6-6 4-5") < Setting("6-6 1-3", "2-2 4-5")
    with pytest.raises(TypeError):
        _ = Tile("6-6") < Card("As")


def test_a_hand_may_be_given_as_text_pieces_or_a_hand() -> None:
    for hand in (TILES, CARDS):
        pieces = paigow.parse_hand(hand)
        assert isinstance(pieces, Hand)
        assert pieces == Hand(list[Any](pieces)) == Hand(hand.split()) == Hand(pieces)
        assert paigow.settings(pieces) == paigow.settings(hand) == paigow.settings(list[Any](pieces))
        low = paigow.settings(pieces)[0].low
        assert isinstance(low, Hand)
        assert paigow.rank(low) == paigow.rank(str(low))
    assert paigow.load_way("traditional").set(TILES) == paigow.set_hand(Hand(TILES), "traditional")


@pytest.mark.parametrize("book", ["commission-tiles", "maryland-poker"])
def test_a_seats_hand_goes_into_every_function_and_its_settings_come_back(book: str) -> None:
    seen: list[Hand[Tile] | Hand[Card]] = []

    def player(seat: Seat) -> paigow.Command | None:
        if not seat.hand:
            return seat.usual()
        seen.append(seat.hand)
        chosen = seat.house_setting
        assert chosen in paigow.settings(seat.hand)
        answers = {
            repr(seat.set(given))
            for given in (chosen, str(chosen), chosen.low, str(chosen.low), list(map(str, chosen.low)))
        }
        assert len(answers) == 1
        for wrong in ("6-6 6-6 / 5-6 5-6", "nothing", 42, None, f"{chosen.low} / {chosen.low}"):
            with pytest.raises(paigow.BadInput):
                seat.set(wrong)  # type: ignore[arg-type]
        return seat.set(chosen)

    file = paigow.play_rounds(book, [player], rounds=2, seed="model")
    assert paigow.verify(file) == ()
    assert len(seen) == 2
    if book == "commission-tiles":
        assert sum(1 for each in paigow.best_settings(seen[0]).settings) == len(paigow.settings(seen[0]))
        assert paigow.best(seen[0]) == paigow.best_settings(seen[0]).best


def test_a_seat_without_a_hand_says_so_and_bets_are_whole_cents() -> None:
    def player(seat: Seat) -> paigow.Command | None:
        if seat.step is paigow.Step.BETS:
            with pytest.raises(paigow.BadInput, match="no hand to set"):
                seat.set(TILES)
            for chips in (-1, 2.5, None, "100"):
                with pytest.raises(paigow.BadInput):
                    seat.bet(chips)  # type: ignore[arg-type]
        return seat.usual()

    assert len(paigow.play_rounds("commission-tiles", [player], seed="bets").rounds) == 1


@pytest.mark.parametrize("hand", [TILES, CARDS])
def test_a_record_with_hands_goes_into_a_data_frame_whole(hand: str) -> None:
    """Data frames read a list of dataclasses through `asdict`."""
    setting = paigow.settings(hand)[0]
    record = paigow.SettingOdds(setting, "", "", 1, 2, 3, Fraction(1), Fraction(0), 0, 0)
    assert asdict(record)["setting"] == setting
    played = paigow.play_rounds("commission-tiles", seed="frame").played()[0]
    assert asdict(played)["hands"][0]["hand"] == played.hands[0].hand


def test_tiles_cards_and_settings_never_change() -> None:
    for value in (Tile("6-6"), Card("As"), Setting("2-2 1-3", "6-6 4-5")):
        with pytest.raises(AttributeError, match="can't be changed"):
            value.low = 1
        with pytest.raises(AttributeError, match="can't be changed"):
            del value.index  # type: ignore[union-attr]
    assert len({Setting("2-2 1-3", "6-6 4-5"), Setting("2-2 1-3", "6-6 4-5")}) == 1
    assert Setting("2-2 1-3", "6-6 4-5") != Setting("1-3 2-2", "6-6 4-5")


@pytest.mark.parametrize("given", [b"6-6", {"6-6", "4-5"}, {"6-6": 1}])
def test_what_has_no_order_is_no_hand(given: Any) -> None:
    with pytest.raises(paigow.BadInput, match="is not a hand; give text, or a list"):
        Hand(given)


def test_a_whole_number_can_be_numpys() -> None:
    """Notebooks pass on what they got from an array or a data frame."""
    two, three = np.int64(2), np.uint8(3)
    file = paigow.play_rounds("commission-tiles", rounds=two, seed=three, chips=np.int32(500_000))  # type: ignore[arg-type]
    assert file == paigow.play_rounds("commission-tiles", rounds=2, seed=3, chips=500_000)
    assert paigow.simulate("commission-tiles", rounds=np.int64(50), seed=three) == paigow.simulate(  # type: ignore[arg-type]
        "commission-tiles", rounds=50, seed=3
    )
    evening = paigow.seat("commission-tiles", {"main": np.int64(1000)}, rounds=two, risk=np.float64(5))  # type: ignore[dict-item, arg-type]
    assert evening == paigow.seat("commission-tiles", {"main": 1000}, rounds=2, risk=5)
    assert paigow.seen("traditional", np.array([0, 6])) == paigow.seen("traditional", (0, 6))
    for wrong in (np.float64(2), np.True_, "2"):
        with pytest.raises(paigow.BadInput, match=r"rounds can't be .*; give a whole number"):
            paigow.play_rounds("commission-tiles", rounds=wrong)  # type: ignore[arg-type]


def test_rounds_are_shown_in_one_line() -> None:
    file = paigow.play_rounds("commission-tiles", ["banker"], rounds=2, seed="line")
    assert repr(file) == "<RoundFile: 2 rounds of Ana>"


def test_a_submission_can_be_a_path(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(paigow.load_submission("commission-tiles-plain").text, encoding="utf-8")
    assert paigow.load_submission(path) == paigow.load_submission("commission-tiles-plain")
    assert len(paigow.play_rounds(path, seed="path").rounds) == 1
    assert (
        paigow.odds(path, "main", role="player").wagers
        == paigow.odds(str(path), "main", role="player").wagers
    )
    with pytest.raises(paigow.BadInput, match="there is no submission ''; name a file"):
        paigow.load_submission("")


def test_notebooks_draw_tiles_and_cards() -> None:
    for value, pieces in ((Tile("6-6"), 1), (Hand(CARDS), 7), (Setting("2-2 1-3", "6-6 4-5"), 4)):
        html = value._repr_html_()
        assert f'aria-label="{value}"' in html
        assert html.count('<g transform="translate(') >= pieces
