"""Each mistake in a wager's package is told as a sentence with its file, and only that wager is left out."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from paigow.faults import BadInput
from paigow.wagers import registry
from paigow.wagers.registry import GROUP, broken_wagers, wager_of, wagers

PACKAGE = Path(__file__).parents[1] / "plugins" / "aces" / "aces" / "many_aces"
INSURANCE = EntryPoint("insurance", "paigow.wagers.insurance:WAGER", GROUP)
MISTAKES = [
    ("texts.toml", 'title = "Many Aces"\n', "", "[en] has no 'title' (copied_aces/texts.toml); add 'title'"),
    ("texts.toml", "key =", "keys =", "[en] has no 'key' (copied_aces/texts.toml); add 'key'"),
    (
        "texts.toml",
        'key = "M"',
        'key = "M"\nsetle = "Settle it."',
        "there is no key 'setle' in [en] (copied_aces/texts.toml); did you mean settle?",
    ),
    ("texts.toml", '"M"', "1", "'key' in [en] is 1 (copied_aces/texts.toml); give text"),
    ("texts.toml", "[en]", "[de]", "the wager has no English texts (copied_aces/texts.toml)"),
    ("texts.toml", "[en]", "[en", "this is not TOML"),
    ("posted.toml", "[many-aces]", "[many-aces", "this is not TOML"),
    (
        "paytables.tsv",
        "two aces",
        "too aces",
        "'too aces' is not a line of many-aces A (copied_aces/paytables.tsv line 6); did you mean two aces?",
    ),
    (
        "paytables.tsv",
        "15 to 1",
        "15:1",
        "'15:1' is not a payout (copied_aces/paytables.tsv line 5); write it like 8,000 to 1",
    ),
    (
        "paytables.tsv",
        "two aces\t5 to 1",
        "fewer\t1 to 1",
        "table many-aces A pays 'fewer' (copied_aces/paytables.tsv); leave it out: the last",
    ),
    (
        "__init__.py",
        "return tuple(Aces)[5 - max(count, 1)]",
        "return None",
        "is None, which is not in the record's lines (copied_aces/__init__.py); return one of five aces",
    ),
    (
        "__init__.py",
        "return tuple(Aces)[5 - max(count, 1)]",
        "return tuple(Aces)[5]",
        "can't be found: IndexError, tuple index out of range (copied_aces/__init__.py)",
    ),
    (
        "__init__.py",
        "from enum import Enum",
        "from enums import Enum",
        "can't load the wager 'many-aces': ModuleNotFoundError, No module named 'enums'",
    ),
    ("__init__.py", "package=__name__", 'package="elsewhere"', "the wager 'many-aces' has no package"),
]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of a sound wager, found beside one of ours."""
    point = EntryPoint("many-aces", "copied_aces:WAGER", GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda **_: (point, INSURANCE))
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("copied_aces", None)
    registry._rack.cache_clear()
    yield Path(shutil.copytree(PACKAGE, tmp_path / "copied_aces"))
    sys.modules.pop("copied_aces", None)
    registry._rack.cache_clear()


@pytest.mark.usefixtures("package")
def test_a_sound_wager_is_found() -> None:
    assert wager_of("many-aces").title == "Many Aces"
    assert broken_wagers() == {}


@pytest.mark.parametrize(("file", "old", "new", "told"), MISTAKES, ids=lambda value: str(value)[:20])
def test_a_mistake_is_told_with_its_file(package: Path, file: str, old: str, new: str, told: str) -> None:
    whole = (package / file).read_text(encoding="utf-8")
    assert whole.count(old) == 1
    (package / file).write_text(whole.replace(old, new), encoding="utf-8")
    assert wagers().keys() == {"insurance"}
    with pytest.raises(BadInput) as found:
        wager_of("many-aces")
    assert told in str(found.value)


@pytest.mark.parametrize("file", ["texts.toml", "paytables.tsv"])
def test_a_missing_file_is_named(package: Path, file: str) -> None:
    (package / file).unlink()
    with pytest.raises(BadInput, match=f"the wager is missing this file .copied_aces/{file}"):
        wager_of("many-aces")
