"""Packages with a rule book and a wager each, installed for the tests into a separate folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
Run = Callable[..., str]
PACKAGES = ("harbor", "aces")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `harbor` and `aces` are: built and installed as usual, offline and outside the environment."""
    target = tmp_path_factory.mktemp("plugins")
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-build-isolation")
    command = [sys.executable, "-m", "pip", "install", *quiet, "--target", str(target)]
    command += [str(HERE / name) for name in PACKAGES]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return target


@pytest.fixture(scope="session")
def python(installed: Path) -> Run:
    """Run Python where the package is installed, and return what it prints."""
    path = os.pathsep.join(map(str, (installed, ROOT / "src", ROOT)))

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            env={**os.environ, "PYTHONPATH": path, "COLUMNS": "300"},
            capture_output=True,
            text=True,
            check=False,
            cwd=installed.parent,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def paigow(python: Run) -> Run:
    """The command line where the package is installed."""
    return lambda *arguments: python("-m", "paigow", *arguments)
