"""Where compiled loops are cached: next to the program, in the user's cache, or nowhere, as permitted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from paigow.caches import VARIABLE, choose_place_for_compiled_code


def chosen(monkeypatch: pytest.MonkeyPatch, base: Path, *closed: Path) -> str | None:
    def may(path: Path, mode: int) -> bool:
        return mode == os.W_OK | os.X_OK and not any(path.is_relative_to(each) for each in closed)

    with monkeypatch.context() as patch:
        patch.delenv(VARIABLE, raising=False)
        patch.setenv("XDG_CACHE_HOME", str(base / "cache"))
        patch.setattr(os, "access", may)
        choose_place_for_compiled_code(base / "package")
        return os.environ.pop(VARIABLE, None)


def test_each_user_has_a_place_for_compiled_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package, cache = tmp_path / "package", tmp_path / "cache"
    package.mkdir()
    cache.mkdir()
    assert chosen(monkeypatch, tmp_path) is None
    assert chosen(monkeypatch, tmp_path, package) == str(cache / "paigow" / "compiled")
    private = chosen(monkeypatch, tmp_path, package, cache)
    assert private is not None
    assert Path(private).is_dir()
    if os.name == "posix":
        assert Path(private).stat().st_mode & 0o077 == 0


def test_a_place_that_was_named_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, "mine")
    choose_place_for_compiled_code(tmp_path)
    assert os.environ[VARIABLE] == "mine"
