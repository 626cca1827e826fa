"""What docs/plugins.md shows matches the package, and its commands print what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.docs.reading import ROOT, Block, blocks_of, steps_of
from tests.docs.running import matches
from tests.plugins.conftest import HERE, Run

BLOCKS = blocks_of((ROOT / "docs" / "plugins.md").read_text(encoding="utf-8"))
SHOWN = [block for block in BLOCKS if block.words and Path(block.words[0]).suffix]
SMALL = "paigow-aces/"
RECORD = next(block for block in BLOCKS if block.kind == "python")


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: f"{block.words[0]} {block.line}")
def test_a_file_on_the_page_is_the_packages(block: Block) -> None:
    """A path that starts with the folder of the small package is a whole file, others parts of Harbor's."""
    if block.words[0].startswith(SMALL):
        file = HERE / "aces" / block.words[0].removeprefix(SMALL)
        assert file.read_text(encoding="utf-8") == block.text
    else:
        found = (HERE / "harbor").rglob(block.words[0])
        assert any(block.text in path.read_text(encoding="utf-8") for path in found)


def test_the_page_has_every_file_of_the_small_package() -> None:
    shown = {block.words[0].removeprefix(SMALL) for block in SHOWN if block.words[0].startswith(SMALL)}
    there = {path.relative_to(HERE / "aces").as_posix() for path in files_of(HERE / "aces")}
    assert shown == there - {"aces/__init__.py"}


def test_the_record_on_the_page_is_the_packages() -> None:
    file = HERE / "harbor" / "harbor" / "dealers_nothing" / "__init__.py"
    assert file.read_text(encoding="utf-8").endswith(RECORD.text)


def test_its_commands_and_programs_do_what_the_page_says(paigow: Run, python: Run) -> None:
    programs = [block.text for block in BLOCKS if block.words == ("python",)]
    commands = [step for block in BLOCKS if block.words == ("console",) for step in steps_of(block)]
    assert programs
    assert commands
    for program in programs:
        python("-c", program)
    for step in commands:
        _, *words = shlex.split(step.command)
        lines = [line.rstrip() for line in paigow(*words).rstrip().splitlines()]
        assert matches(lines, list(step.lines)), "\n".join(lines)


LISTINGS = [block for block in BLOCKS if block.kind == "text" and not block.words]


@pytest.mark.parametrize(("name", "listing"), list(zip(("aces", "harbor"), LISTINGS, strict=True)))
def test_the_listing_has_a_line_for_every_file_of_the_package(name: str, listing: Block) -> None:
    package = HERE / name
    folder, listed = package, set()
    for line in listing.text.splitlines():
        names = re.split(r"\s{3,}", line.strip())[0].split()
        if names[0].endswith("/"):
            folder = package / names[0]
        else:
            listed |= {(folder if line.startswith(" ") else package) / name for name in names}
    assert listed == files_of(package) - {package / "harbor" / "__init__.py"}


def files_of(package: Path) -> set[Path]:
    return {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
