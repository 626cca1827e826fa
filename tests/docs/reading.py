"""The fenced blocks of a Markdown page, and the commands in them. Not running them.

A block's first word is its kind, and the words after it say how to treat it: `console` is a transcript of
commands and what they print, `console server` a command that runs until the page ends, `toml NAME` or
`tsv NAME` a file of that name; `long` leaves a block to the proofs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["PAGES", "ROOT", "Block", "Step", "blocks_of", "steps_of"]

ROOT: Final = Path(__file__).parent.parent.parent
FENCE: Final = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
EXIT: Final = re.compile(r"\(exit code (\d+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: its kind, the words after it, its text, and the line on which it opens."""

    kind: str
    words: tuple[str, ...]
    text: str
    line: int

    @property
    def long(self) -> bool:
        return "long" in self.words


@dataclass(frozen=True, slots=True)
class Step:
    """A command, the lines it prints, in which `...` matches anything, and its exit code."""

    command: str
    lines: tuple[str, ...]
    code: int = 0


def _pages() -> tuple[Path, ...]:
    return (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))


PAGES: Final = _pages()


def blocks_of(text: str) -> tuple[Block, ...]:
    found = []
    for match in FENCE.finditer(text):
        kind, *words = match["info"].split() or [""]
        found.append(Block(kind, tuple(words), match["text"], text.count("\n", 0, match.start()) + 1))
    return tuple(found)


def steps_of(block: Block) -> tuple[Step, ...]:
    """The commands of a console block, each with its expected output."""
    steps = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, *lines = part.rstrip().splitlines()
        code = 0
        if lines and (told := EXIT.fullmatch(lines[-1])):
            code = int(told[1])
            lines.pop()
        steps.append(Step(command, tuple(line.rstrip() for line in lines), code))
    return tuple(steps)
