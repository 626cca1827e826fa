"""The wheel contains all that the program needs, and the program runs from it without the repository."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from pathlib import Path
from urllib.request import urlopen

import pytest

from paigow import __version__
from tests.test_repository import project_texts, tracked

ROOT = Path(__file__).parent.parent
SIZE_LIMIT = 3_000_000


def build(folder: Path, out: Path, **environment: str) -> dict[str, Path]:
    """The wheel and the sdist of a folder, by their last suffix."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(out)]
    subprocess.run(command, cwd=folder, env={**os.environ, **environment}, check=True, capture_output=True)
    return {path.suffix: path for path in out.iterdir()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return build(ROOT, tmp_path_factory.mktemp("built"), TZ="UTC")


@pytest.fixture(scope="module")
def wheel(built: dict[str, Path]) -> Path:
    return built[".whl"]


def test_the_wheel_is_the_package_whole_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    written = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "paigow").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert held == written | {"paigow/books/rulings.md"}
    assert "paigow/py.typed" in held
    assert wheel.stat().st_size < SIZE_LIMIT


def test_two_builds_are_the_same_to_the_last_byte(built: dict[str, Path], tmp_path: Path) -> None:
    """Anybody who builds a release from its tag gets the published files."""
    copy = tmp_path / "elsewhere"
    left_out = ".git .venv .tox .*_cache .hypothesis __pycache__ node_modules build dist".split()
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*left_out), symlinks=True)
    for path in copy.rglob("*"):
        os.utime(path, (1_600_000_000, 1_600_000_000), follow_symlinks=False)
    again = build(copy, tmp_path / "again", TZ="Asia/Hong_Kong")
    for suffix in (".whl", ".gz"):
        assert again[suffix].name == built[suffix].name
        assert again[suffix].read_bytes() == built[suffix].read_bytes(), suffix


def test_the_sdist_has_what_tests_and_operators_need(built: dict[str, Path]) -> None:
    with tarfile.open(built[".gz"]) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    known = {path.relative_to(ROOT).as_posix() for path in tracked() or project_texts()}
    # What is only for GitHub and Git stays out.
    assert {name for name in known - held if not name.startswith(".git")} == set()


def test_the_changelog_has_this_version_with_its_date() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = re.search(rf"^## {re.escape(__version__)} \((\d{{4}}-\d\d-\d\d)\)$", text, re.MULTILINE)
    assert heading is not None, __version__
    date.fromisoformat(heading[1])


def test_the_wheel_names_its_command_and_its_extras(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        texts = {
            name.rpartition("/")[2]: archive.read(name).decode()
            for name in archive.namelist()
            if ".dist-info/" in name
        }
    assert "paigow = paigow.cli:main" in texts["entry_points.txt"]
    assert {"cluster", "gym"} <= {
        line.removeprefix("Provides-Extra: ") for line in texts["METADATA"].splitlines()
    }


def serves(python: str, folder: Path, environment: dict[str, str]) -> None:
    """Show a hand, then open a floor and request its lobby, in a folder far from the repository."""
    where = "import paigow, pathlib; print(pathlib.Path(paigow.__file__).resolve())"
    found = subprocess.run(
        [python, "-c", where], cwd=folder, env=environment, check=True, capture_output=True, text=True
    )
    assert ROOT not in Path(found.stdout.strip()).parents
    show = [python, "-m", "paigow", "show", "6-6 4-5", "--json"]
    done = subprocess.run(show, cwd=folder, env=environment, check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["name"] == "Teen wong"
    serve = [python, "-m", "paigow", "serve", "--port", "0", "--json", "--no-count-edges"]
    with subprocess.Popen(serve, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            with urlopen(f"{address}api/lobby") as answer:  # noqa: S310 - our own server
                assert len(json.load(answer)["tables"]) == 4
            with urlopen(address) as answer:  # noqa: S310 - our own server
                assert b"<html" in answer.read().lower()
        finally:
            server.kill()


def test_the_program_runs_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")  # noqa: S202 - our own wheel
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "installed"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }
    serves(sys.executable, tmp_path, environment)


@pytest.mark.prove
def test_the_wheel_installs_into_a_fresh_environment_and_serves(wheel: Path, tmp_path: Path) -> None:
    made = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(made)], check=True)
    python = str(made / "bin" / "python")
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "-q", str(wheel)], check=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    serves(python, tmp_path, {**environment, "XDG_DATA_HOME": str(tmp_path / "data")})
    command = subprocess.run([str(made / "bin" / "paigow"), "--version"], check=True, capture_output=True)
    assert __version__.encode() in command.stdout
