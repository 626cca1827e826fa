"""Whatever a public function gets, it works or raises BadInput: never another exception."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

import paigow
from paigow import BadInput

TILES, CARDS = "6-6 4-5 2-2 1-3", "As Kd Kh Qc Jh 10s 4d"
SPLIT, OTHER = "2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5"
ROUNDS = paigow.play_rounds("commission-tiles", seed="junk")

JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        42,
        10**30,
        2.5,
        float("nan"),
        1j,
        b"6-6",
        "",
        " ",
        "\0",
        "\ud800",
        "6-6",
        "As Kd",
        "/",
    ),
    *(
        "6-6 As",
        "6-6 6-6 6-6 6-6",
        "no such thing",
        "x" * 500,
        "6-6 4-5 / 2-2",
        " / ",
        "best",
        "bank",
        "regulation",
    ),
    *(
        [],
        [None],
        [42],
        ["6-6"],
        ["6-6 4-5"],
        ["junk"],
        {},
        {"a": 1},
        {1},
        (),
        ("6-6", "As"),
        object(),
        object,
    ),
    *(len, lambda _: None, lambda _: 42, Path("no such file"), Path("/"), ROUNDS, paigow.Tile("6-6")),
    *(paigow.Card("As"), paigow.Hand(), paigow.Hand(TILES), paigow.Hand(CARDS), paigow.Setting((), ())),
    *(paigow.Setting("6-6", "4-5"), paigow.Setting("6-6", "As"), paigow.Wheel.LOWEST, paigow.Game.CARDS),
)
"""Small wrong values of every kind, and right ones in the wrong place."""

CALLS: tuple[tuple[Callable[..., object], dict[str, Any]], ...] = (
    (paigow.Tile, {"text": "6-6"}),
    (paigow.Card, {"text": "As"}),
    (paigow.Hand, {"given": TILES}),
    (paigow.Setting, {"low": "2-2 1-3", "high": "6-6 4-5"}),
    (paigow.parse_hand, {"text": TILES}),
    (paigow.parse_setting, {"text": SPLIT}),
    (paigow.rank, {"hand": "6-6 4-5", "wheel": paigow.Wheel.SECOND}),
    (paigow.settings, {"hand": CARDS, "wheel": paigow.Wheel.SECOND}),
    (paigow.set_hand, {"hand": TILES, "way": "regulation", "wheel": paigow.Wheel.SECOND}),
    (paigow.compare, {"player": SPLIT, "bank": OTHER, "wheel": paigow.Wheel.SECOND}),
    (paigow.seen, {"way": "regulation", "hands": [7], "role": "player", "rounds": 1, "seed": 1}),
    (paigow.bank, {"way": "regulation", "opponents": 7, "exact": 1, "rounds": 1, "seed": 1}),
    (paigow.ratings, {"way": "regulation"}),
    (
        paigow.seat,
        {
            "source": "commission-tiles",
            "bets": {"main": 1000},
            "player": None,
            "rounds": 1,
            "bankroll": 1000,
            "goal": 2000,
            "risk": 5,
            "position": 1,
            "others": 0,
            "meters": None,
            "seed": 1,
        },
    ),
    (
        paigow.best_settings,
        {
            "hand": TILES,
            "against": "regulation",
            "role": "player",
            "wheel": paigow.Wheel.SECOND,
            "seen": (),
            "dealer_shows": (),
        },
    ),
    (paigow.best, {"hand": TILES, "against": "regulation", "role": "player"}),
    (paigow.load_way, {"name_or_path": "regulation"}),
    (paigow.HouseWay.parse, {"text": 'way "Mine"\ngame tiles\n1 otherwise play the best low\n'}),
    (paigow.load_way("regulation").set, {"hand": TILES}),
    (paigow.load_way("regulation").explain, {"hand": TILES}),
    (paigow.check_submission, {"text": 'rulebook = "maryland-poker"'}),
    (paigow.load_submission, {"source": "maryland-poker"}),
    (paigow.parse_rounds, {"text": paigow.print_rounds(ROUNDS)}),
    (paigow.print_rounds, {"file": ROUNDS}),
    (paigow.read_rounds, {"path": "no such file"}),
    (paigow.verify, {"rounds": ROUNDS}),
    (
        paigow.play_rounds,
        {"submission": "commission-tiles", "players": ["house-way"], "rounds": 0, "seed": "junk"},
    ),
    (
        paigow.odds,
        {
            "source": "commission-tiles",
            "wager": "even",
            "role": "player",
            "player": None,
            "dealer": None,
            "bet": 1000,
            "meters": None,
            "seen": (),
            "dealer_shows": (),
        },
    ),
    (paigow.way_cost, {"way": "regulation", "dealer": None, "role": "player", "hands": 1}),
    (
        paigow.simulate,
        {"source": "commission-tiles", "rounds": 10, "seed": 1, "seats": 1, "player": None, "dealer": None},
    ),
)
HUGE = 1_000_000
SLOW = {("simulate", "rounds")}
"""Where a huge number is valid, and would be obeyed."""


@pytest.mark.filterwarnings("ignore:play stopped after")
@pytest.mark.parametrize(("call", "right"), CALLS, ids=lambda part: getattr(part, "__name__", ""))
def test_junk_in_any_place_raises_bad_input_or_is_taken(
    call: Callable[..., object], right: dict[str, Any]
) -> None:
    for name in right:
        for junk in JUNK:
            if (call.__name__, name) in SLOW and isinstance(junk, int) and junk > HUGE:
                continue
            try:
                call(**{**right, name: junk})
            except BadInput as fault:
                assert str(fault)  # noqa: PT017
            except Exception as fault:
                raise AssertionError(f"{call.__name__}({name}={junk!r}) raised {fault!r}") from fault


WORDS = st.lists(
    st.sampled_from([*TILES.split(), *CARDS.split(), "Jo", "/", "Teen", "x", "6", "s", ",", "天", "\u2028"]),
    max_size=16,
).map(" ".join)


@examples(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.one_of(WORDS, st.text(max_size=30)))
def test_text_of_any_sort_is_read_or_refused(text: str) -> None:
    for call in (
        paigow.parse_hand,
        paigow.parse_setting,
        paigow.rank,
        paigow.settings,
        paigow.Tile,
        paigow.Card,
    ):
        try:
            call(text)
        except BadInput as fault:
            assert str(fault)  # noqa: PT017
