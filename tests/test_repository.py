"""What the repository promises about itself, enforced by tests. Not what the program does."""

from __future__ import annotations

import ast
import json
import re
import shutil
import stat
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "paigow"
TWO_SCREENS = 90
"""Lines of a page that a newcomer reads in one go."""
LONGEST_FILE_LINES = 500
LONGEST_LINE = 110
WRITTEN = {".py", ".js", ".ts", ".css", ".html"}
TEXT = WRITTEN | {
    "",
    ".md",
    ".toml",
    ".tsv",
    ".way",
    ".lark",
    ".count",
    ".play",
    ".in",
    ".lock",
    ".svg",
    ".json",
}

# Randomness, time, disk, and network reach these layers as arguments.
PURE = (
    "faults",
    "material",
    "ranks",
    "houseways",
    "wagers",
    "books",
    "submissions",
    "posted",
    "table",
    "school",
)
IMPURE = set(
    "apsw asyncio fastapi psycopg random secrets socket sqlite3 subprocess threading time uvicorn".split()
)

# Split up, so that this file doesn't contain what it forbids.
FORBIDDEN = tuple(
    "".join(parts)
    for parts in (
        ("/wo", "rk/"),
        ("/ro", "ot/"),
        ("/opt/py", "pi"),
        ("/tm", "p/team"),
        ("py", "pi.org"),
        ("python", "hosted"),
        ("language ", "model"),
        ("coding ", "assistant"),
        ("this ", "session"),
    )
)


@cache
def tracked() -> frozenset[Path] | None:
    """The files under version control; None in a copy without it, where every file counts."""
    if shutil.which("git") is None:
        return None
    asked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if asked.returncode or not asked.stdout:
        return None
    return frozenset(ROOT / name for name in asked.stdout.decode().split("\0") if name)


def files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix in TEXT:
                yield path


def project_texts() -> Iterator[Path]:
    """The project's own files, without notes and other leftovers of a person who works on it."""
    known = tracked()
    for path in (
        *files("src", "tests", "benchmarks", "docs", "examples", "requirements", "tools", ".ci"),
        # In a worktree, `.git` is a file with a path of this machine.
        *sorted(path for path in ROOT.iterdir() if path.is_file() and path.suffix in TEXT),
    ):
        if path.name != ".git" and (known is None or path in known):
            yield path


def test_no_file_outgrows_its_topic() -> None:
    lines = {
        path: path.read_text(encoding="utf-8").count("\n") for path in files("src", "tests", "benchmarks")
    }
    written = {path: count for path, count in lines.items() if path.suffix in WRITTEN}
    assert written
    assert {path: count for path, count in written.items() if count > LONGEST_FILE_LINES} == {}


def test_no_line_of_the_browser_client_is_long() -> None:
    """Long texts in code, which a formatter can't wrap, are wrapped by hand."""
    found = {
        (path.relative_to(ROOT).as_posix(), number)
        for path in files("src/paigow/web")
        if path.suffix in {".js", ".css", ".html", ".ts"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    }
    assert found == set()


def layers() -> set[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    return {name.strip(" ()") for row in contract["layers"] for name in re.split(r"[|:]", row)}


def test_every_package_is_a_layer_with_a_row_in_the_architecture() -> None:
    packages = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert packages <= layers()
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert {layer for layer in layers() - {"__main__"} if f"| `{layer}` |" not in page} == set()


def test_the_architecture_fits_on_two_screens_and_names_files_that_exist() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert page.count("\n") <= TWO_SCREENS
    named = set(re.findall(r"`((?:\w+/)+\w+\.\w+)`", page.partition("## Read these eight files")[2]))
    assert len(named) >= 8
    assert {name for name in named if not any((base / name).exists() for base in (PACKAGE, ROOT))} == set()


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module)):
                yield module


def test_the_pure_layers_import_neither_chance_nor_clock_nor_network() -> None:
    paths = [path for layer in PURE for path in [PACKAGE / f"{layer}.py", *(PACKAGE / layer).rglob("*.py")]]
    found = {
        (path.relative_to(ROOT).as_posix(), module)
        for path in paths
        if path.exists()
        for module in imported(path)
        if module.partition(".")[0] in IMPURE
    }
    assert found == set()


def pins(lock: str) -> dict[str, str]:
    """Each requirement of a lock (name, version, marker) and the lines of hashes that follow it."""
    text = re.sub(
        r"^\s*#.*\n", "", (ROOT / "requirements" / lock).read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    requirements = re.split(r"\n(?=\S)", text.strip())
    return {first.rstrip(" \\"): rest for first, _, rest in (entry.partition("\n") for entry in requirements)}


@pytest.mark.parametrize("lock", ["run.lock", "test.lock"])
def test_a_lock_pins_and_hashes_everything_and_names_no_host(lock: str) -> None:
    for requirement, hashes in pins(lock).items():
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.+]*( ; .+)?", requirement)
        assert re.fullmatch(r"(\s+--hash=sha256:[0-9a-f]{64}( \\)?)+", "\n" + hashes), requirement
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    assert re.findall(r".*(?:://|--index|--find-links|@ ).*", text) == []


def test_the_lock_of_npm_pins_and_hashes_everything_and_names_no_registry() -> None:
    text = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    lock = json.loads(text)
    own, *others = lock["packages"].items()
    assert own[0] == ""
    assert all(re.fullmatch(r"[0-9.]+", version) for version in own[1]["devDependencies"].values())
    for name, package in others:
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
    # `npm ci` rejects a lock that lacks a package for any platform.
    wanted = {name for _, package in others for name in package.get("optionalDependencies", {})}
    assert {f"node_modules/{name}" for name in wanted} <= lock["packages"].keys()


def test_tests_run_on_what_users_run() -> None:
    assert pins("run.lock").items() <= pins("test.lock").items()


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_the_make_commands_a_page_names_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"^make ([a-z]+)", text, flags=re.MULTILINE)) | set(
        re.findall(r"`make ([a-z]+)", text)
    )
    assert named
    assert named <= targets()


def test_the_two_commands_are_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {"run", "test"} <= set(re.findall(r"^make ([a-z]+)", text, flags=re.MULTILINE))


def test_continuous_integration_runs_the_command_everyone_runs() -> None:
    script = ROOT / ".ci" / "run"
    assert "make test" in script.read_text(encoding="utf-8")
    assert script.stat().st_mode & stat.S_IXUSR


def test_the_project_speaks_of_itself_alone() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), word)
        for path in project_texts()
        for word in FORBIDDEN
        if word in path.read_text(encoding="utf-8").lower()
    }
    assert found == set()
