"""The list of wagers: as packages declare them, and the message for an installation without any."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from paigow.faults import BadInput
from paigow.wagers import registry
from paigow.wagers.registry import broken_wagers, line_wagers, wager_of, wagers

DECLARED = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]


def found(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda **_: points)
    registry._rack.cache_clear()
    wagers()


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Look for the installed wagers again after each test."""
    yield
    registry._rack.cache_clear()


def test_every_wager_declared_is_found_and_every_folder_is_declared() -> None:
    assert set(DECLARED["paigow.wagers"]) <= set(wagers())
    folders = {path.parent.name for path in Path("src/paigow/wagers").glob("*/__init__.py")}
    assert {value.partition(":")[0].rpartition(".")[2] for value in DECLARED["paigow.wagers"].values()} == (
        folders
    )


def test_lines_end_with_one_that_never_pays() -> None:
    for wager in line_wagers().values():
        assert all(table.find(wager.lines[-1]) is None for table in wager.tables.values())


def test_a_stale_installation_is_told_apart_from_no_wagers(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="no wagers are installed"):
        found(monkeypatch)


INSURANCE = EntryPoint("insurance", "paigow.wagers.insurance:WAGER", "paigow.wagers")


def test_a_second_wager_of_one_kind_is_left_out_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, EntryPoint("insurance", "a.b:WAGER", "paigow.wagers"), INSURANCE, INSURANCE)
    assert wager_of("insurance").package == "paigow.wagers.insurance"
    assert broken_wagers().keys() == {"insurance"}


def test_an_entry_point_has_the_name_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, INSURANCE, EntryPoint("shield", "paigow.wagers.insurance:WAGER", "paigow.wagers"))
    with pytest.raises(BadInput, match="can't be the wager 'shield'"):
        wager_of("shield")


def test_an_unknown_kind_is_met_with_a_guess() -> None:
    with pytest.raises(BadInput, match="did you mean fortune"):
        wager_of("fortunes")
