"""The public API: small, listed, lazy, typed, and documented by examples that work."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from sphinx.pycode import ModuleAnalyzer

import paigow
from paigow import BadInput, Seat, Step
from paigow.library import figures

ROOT = Path(__file__).parent.parent.parent
ALIASES = {
    "CardSetting": "paigow.material.hands",
    "Player": "paigow.table.autoplay.seat",
    "TileSetting": "paigow.material.hands",
}
"""Names of types, and the modules that document each below its name."""
LARGEST_SURFACE = 72


def test_the_example_of_the_package_works() -> None:
    result = doctest.testmod(paigow)
    assert result.attempted
    assert result.failed == 0


@pytest.mark.parametrize("name", paigow.__all__)
def test_every_public_name_has_a_docstring_and_an_example_that_runs(name: str) -> None:
    module, text = _described(name)
    example = doctest.DocTestParser().get_doctest(text, dict(vars(import_module(module))), name, None, None)
    first = text.strip().splitlines()[0]
    assert first.endswith((".", ":")), first
    assert any(each.want for each in example.examples)
    assert doctest.DocTestRunner().run(example).failed == 0


def _described(name: str) -> tuple[str, str]:
    """The module of a public name and its docstring, as the reference shows it."""
    if name in ALIASES:
        below = ModuleAnalyzer.for_module(ALIASES[name]).find_attr_docs()
        return ALIASES[name], "\n".join(below["", name])
    value = figures.odds if name == "odds" else getattr(paigow, name)
    return value.__module__, inspect.getdoc(value) or ""


def test_every_public_name_is_there_and_the_list_stays_small() -> None:
    assert len(paigow.__all__) <= LARGEST_SURFACE
    assert sorted(paigow.__all__) == paigow.__all__
    assert set(paigow.__all__) == set(paigow._MODULES)
    assert callable(paigow.odds)
    for name in {*paigow.__all__} - {"odds"}:
        assert getattr(paigow, name) is getattr(import_module(paigow._MODULES[name]), name)
    assert {name for name in dir(paigow) if not name.startswith("__")} == set(paigow.__all__)
    assert inspect.signature(paigow.odds) == inspect.signature(figures.odds)
    assert str(inspect.signature(paigow.odds)).startswith("(source")
    assert "role=None, player=None" in (paigow.odds.__doc__ or "")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = paigow.nothing  # type: ignore[attr-defined]


def test_importing_it_loads_only_where_its_cache_is_and_ranking_a_hand_nothing_heavy() -> None:
    program = """
import sys, paigow
assert [name for name in sys.modules if name.startswith("paigow.")] == ["paigow.caches"]
paigow.rank("6-6 4-5"), paigow.settings("As Kd Jo 10h 9c 9d 2s")
paigow.set_hand("6-6 4-5 2-2 1-3", "regulation")
print(*{"numba", "numpy", "fastapi", "dask", "apsw", "psycopg"} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_strict_user_sees_no_type_errors(tmp_path: Path) -> None:
    program = tmp_path / "user.py"
    program.write_text((Path(__file__).parent / "user.py").read_text(encoding="utf-8"), encoding="utf-8")
    # Outside the repository and without its settings: only the installed package and its marker are found.
    cache = ROOT / ".mypy_cache" / "user"
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={cache}", program.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Success" in done.stdout


def test_hands_may_be_text_or_pieces() -> None:
    pieces = paigow.parse_hand("6-6 4-5 2-2 1-3")
    assert paigow.settings(pieces) == paigow.settings("6-6 4-5 2-2 1-3")
    assert paigow.set_hand(pieces, paigow.load_way("traditional")) == paigow.set_hand(pieces, "traditional")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: paigow.rank("6-6 4-5 2-2"), "3 tiles"),
        (lambda: paigow.rank("As Kd Jo"), "3 cards"),
        (lambda: paigow.rank(()), "empty"),
        (lambda: paigow.settings("6-6 4-5"), "four|4"),
        (lambda: paigow.set_hand("6-6 4-5 2-2 1-3", "foxwoods"), "for cards"),
        (lambda: paigow.compare("2-2 1-3 / 6-6 4-5", "Kd Qs / Ah Jo 9c 9d 2s"), "the same game"),
        (lambda: paigow.compare("Kd Qs / Ah Jo 9c 9d 2s", "As Ac / Kc Qc 8d 7c 3s"), "fouled"),
        (lambda: paigow.best_settings("As Kd Jo"), "seven|7"),
        (lambda: paigow.play_rounds("commission-tiles", []), "0 players"),
        (lambda: paigow.play_rounds("commission-tiles", ["bonker"]), "did you mean banker"),
        (lambda: paigow.play_rounds("commission-tiles", "banker"), r"such as \[.banker.\]"),
        (lambda: paigow.play_rounds("commission-tiles", rounds=-1), "rounds can't be -1"),
        (lambda: paigow.play_rounds("commission-tiles", [object()]), "a function of a seat, or a bot's name"),  # type: ignore[list-item]
        (lambda: paigow.play_rounds("commission-tiles", [dict]), "the class dict; give a function of a seat"),  # type: ignore[list-item]
        (lambda: paigow.read_rounds("no such file"), "there is no file"),
        (lambda: paigow.read_rounds("pyproject.toml"), "'pyproject.toml' is not a round file"),
        (lambda: paigow.verify("round,bank\n" * 999), "^.{1,150}$"),
        (lambda: paigow.verify("x" * 9999), "^.{1,150}$"),
        (lambda: paigow.odds("no such thing"), "submission, rule book, game, or house way 'no such thing'"),
        (lambda: paigow.odds("tradditional"), "did you mean traditional"),
        (lambda: paigow.simulate("commission-tiles", seed=-1), "a seed can't be -1; give text, or a whole"),
        (lambda: paigow.play_rounds("commission-tiles", [lambda _: 42]), "Ana's player returns can't be 42"),  # type: ignore[list-item,return-value]
        (
            lambda: paigow.play_rounds("commission-tiles", ["house-way", lambda seat: seat.bet(1)]),
            "refused Ben's command: .*minimum",
        ),
    ],
)
def test_bad_input_is_told_in_words(call: object, said: str) -> None:
    assert callable(call)
    with pytest.raises(BadInput, match=said):
        call()


def test_the_odds_of_a_house_way_are_those_of_its_name() -> None:
    named, given = (
        paigow.odds(source, role="player") for source in ("traditional", paigow.load_way("traditional"))
    )
    assert named.wagers[0].results == given.wagers[0].results
    # README's table: 216,432,852 wins of 736,281,000.
    assert named.wagers[0].results[0].count == 216_432_852


def test_seeds_are_text_or_whole_numbers_everywhere() -> None:
    assert paigow.play_rounds("commission-tiles", seed=7) == paigow.play_rounds("commission-tiles", seed="7")
    dealt = [paigow.simulate("commission-tiles", rounds=50, seed=seed) for seed in ("7", 7, "friday")]
    assert dealt[0] == dealt[1] != dealt[2]


def test_a_player_of_ones_own_sees_the_own_hand_and_nobody_elses() -> None:
    hands: set[paigow.Hand[paigow.Tile] | paigow.Hand[paigow.Card]] = set()

    def looks(seat: Seat) -> paigow.Command | None:
        for hand in seat.view()["hands"]:
            if seat.step is Step.SETTING and hand["place"] != seat.position:
                assert set(hand["pieces"]) == {None}
        if seat.hand:
            hands.add(seat.hand)
            assert seat.accepts(seat.set(seat.house_setting))
            return seat.set(seat.house_setting)
        if seat.step is Step.BETS:
            assert not seat.accepts(seat.bet(seat.least - 1))
            assert any(type(option.command).__name__ == "PlaceWager" for option in seat.options())
            return seat.bet(seat.least)
        return seat.usual()

    file = paigow.play_rounds("commission-tiles-full", [looks, "banker"], rounds=4, seed="looks")
    assert len(hands) == 4
    assert paigow.verify(file) == ()


def test_a_player_may_bank_or_let_everything_pass() -> None:
    def banks(seat: Seat) -> paigow.Command | None:
        if seat.step is Step.OFFER:
            return seat.take_bank() if seat.accepts(seat.take_bank()) else seat.pass_bank()
        return seat.set(seat.house_setting) if seat.hand else seat.usual()

    file = paigow.play_rounds("commission-tiles-full", [banks, "house-way"], rounds=6, seed="banks")
    took = [act for each in file.rounds for act in each.acts if type(act.command).__name__ == "AcceptBank"]
    assert took
    silent = paigow.play_rounds("commission-tiles", [lambda _seat: None, "house-way"], rounds=2)
    assert len(silent.rounds) == 2


def test_rounds_are_read_from_disk_and_a_changed_one_is_found(tmp_path: Path) -> None:
    text = paigow.print_rounds(paigow.play_rounds("colorado-tiles", seed="disk"))
    path = tmp_path / "friday.rounds"
    path.write_text(text, encoding="utf-8")
    assert paigow.verify(path) == ()
    path.write_text(text.replace("Ana bets 1", "Ana bets 2", 1), encoding="utf-8")
    assert "Ana bets 1" in text
    assert paigow.verify(str(path)) != ()
    assert paigow.verify(text) == ()
    assert paigow.verify(path.read_text(encoding="utf-8")) == paigow.verify(path)


def test_rounds_that_were_not_played_are_told() -> None:
    """Forty minimum bets don't last for a thousand rounds: the commission alone takes more."""
    with pytest.warns(UserWarning, match=r"^play stopped after \d+ of 1,000 rounds because nobody bet"):
        file = paigow.play_rounds("commission-tiles", ["house-way"], rounds=1000, seed="broke")
    assert 0 < len(file.rounds) < 1000
    assert paigow.verify(file) == ()
