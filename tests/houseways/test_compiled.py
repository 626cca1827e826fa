"""What is cached for a compiled way, and what happens when caching fails."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from paigow.houseways import HouseWay, compiled, load_way
from paigow.houseways.arrays import Answers
from paigow.houseways.cache import cache_folder, fingerprint
from paigow.houseways.compiled import compile_way
from paigow.ranks.classes import HandClasses, card_hand_classes
from paigow.ranks.poker import Wheel

SOME = 5_000


@lru_cache
def few_classes() -> HandClasses:
    classes = card_hand_classes()
    return HandClasses(classes.cards[:SOME], classes.weights[:SOME])


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A separate cache, and few enough hands to fill it in no time."""
    monkeypatch.setattr(compiled, "card_classes", few_classes)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "paigow" / "ways"


@pytest.fixture
def set_how_often(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the ways that were really applied to all hands."""
    titles: list[str] = []
    original = compiled._set_all_cards

    def counting(way: HouseWay, wheel: Wheel, progress: compiled.ClassesDone | None) -> Answers:
        titles.append(way.title)
        return original(way, wheel, progress)

    monkeypatch.setattr(compiled, "_set_all_cards", counting)
    return titles


def test_the_second_time_is_recalled(cache: Path, set_how_often: list[str]) -> None:
    way = load_way("foxwoods")
    first, second = compile_way(way), compile_way(way)
    assert set_how_often == ["Foxwoods"]
    assert (first.choice == second.choice).all()
    assert (first.rule == second.rule).all()
    assert [file.suffix for file in cache.iterdir()] == [".npz"]


def test_what_the_answers_depend_on_is_what_they_are_kept_by() -> None:
    way = load_way("trump-plaza")
    renamed = HouseWay.parse(str(way).replace('"Trump Plaza"', '"Another"').replace("reading", "note"))
    assert fingerprint(renamed, Wheel.SECOND) == fingerprint(way, Wheel.SECOND)
    changes = (
        str(way).replace("the pair is 2 and A+K", "the pair is 3 and A+K"),
        str(way).replace("row J to K  A-high", "row J to K  K-high", 1),
        str(way).replace("count the joker", "leave out the joker"),
        str(way).replace("finally the best low", "finally the worst low"),
    )
    prints = {fingerprint(HouseWay.parse(text), Wheel.SECOND) for text in changes}
    assert len(prints | {fingerprint(way, Wheel.SECOND), fingerprint(way, Wheel.LOWEST)}) == len(changes) + 2


def test_a_base_that_changes_changes_its_deltas() -> None:
    base = load_way("trump-plaza")
    changed = HouseWay.parse(str(base).replace("the pair is 2 and A+K", "the pair is 3 and A+K"))
    delta = 'way "d"\ngame cards\nas "b", but\n1 struck out\n'
    one, other = HouseWay.parse(delta, lambda _: base), HouseWay.parse(delta, lambda _: changed)
    assert fingerprint(one, Wheel.SECOND) != fingerprint(other, Wheel.SECOND)


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "other size"])
def test_a_damaged_memory_is_not_believed(cache: Path, set_how_often: list[str], damage: str) -> None:
    way = load_way("foxwoods")
    right = compile_way(way)
    (file,) = cache.iterdir()
    content = bytearray(file.read_bytes())
    if damage == "empty":
        content = bytearray()
    elif damage == "cut":
        content = content[: len(content) // 2]
    elif damage == "flipped":
        content[len(content) // 2] ^= 0xFF
    if damage == "other size":
        np.savez(file, choice=np.zeros(3, np.uint8), rule=np.zeros(3, np.uint8))
    else:
        file.write_bytes(content)
    again = compile_way(way)
    assert len(set_how_often) == 2
    assert (again.choice == right.choice).all()


def test_a_cache_that_cannot_be_written_is_done_without(
    cache: Path, set_how_often: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert len(compile_way(load_way("foxwoods")).choice) == SOME
    assert not cache.exists()
    assert set_how_often == ["Foxwoods"]


def test_a_full_disk_leaves_nothing_behind(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    assert len(compile_way(load_way("foxwoods")).choice) == SOME
    assert list(cache.iterdir()) == []


def test_without_a_stated_place_the_cache_is_in_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/.cache/paigow/ways")


def test_progress_is_told_up_to_the_end(cache: Path) -> None:
    told: list[tuple[int, int]] = []
    compile_way(load_way("stones"), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (SOME, SOME)
    compile_way(load_way("stones"), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (SOME, SOME)
    assert cache.exists()
