"""The wheel contains all that the program needs, and the program runs from it without the repository."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from datetime import date
from hashlib import sha256
from pathlib import Path
from urllib.request import urlopen

import pytest

from paigow import __version__

ROOT = Path(__file__).parent.parent
SIZE_LIMIT = 3_000_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


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


def test_two_builds_are_the_same_to_the_last_byte(wheel: Path, tmp_path: Path) -> None:
    """Anybody who builds a release from its tag gets the published files."""
    copy = tmp_path / "elsewhere"
    kept = shutil.ignore_patterns("__pycache__", ".*", "node_modules", "build", "dist")
    shutil.copytree(ROOT, copy, ignore=kept, symlinks=True)
    for path in copy.rglob("*"):
        os.utime(path, (1_600_000_000, 1_600_000_000), follow_symlinks=False)
    shutil.copy(ROOT / ".gitignore", copy / ".gitignore")
    made = {}
    for name, folder in (("here", ROOT), ("there", copy)):
        out = tmp_path / name
        build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(out)]
        environment = {**os.environ, "TZ": "Asia/Hong_Kong" if name == "there" else "UTC"}
        subprocess.run(build, cwd=folder, env=environment, check=True, capture_output=True)
        made[name] = {path.name: sha256(path.read_bytes()).hexdigest() for path in out.iterdir()}
    assert made["here"] == made["there"]
    assert made["here"][wheel.name] == sha256(wheel.read_bytes()).hexdigest()


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
        archive.extractall(tmp_path / "installed")
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
    assert b"0." in command.stdout
