"""A page run from top to bottom in its own folder: commands, programs, files, servers."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from paigow.cli.application import run as run_program
from tests.docs.reading import ROOT, Block, Step, steps_of
from tests.server.running import Server

__all__ = ["Page", "matches"]

ADDRESS: Final = "127.0.0.1:8480"
"""The default address of a server; pages use it, and a test replaces it with its own."""
STORE: Final = "postgresql:///paigow"


class Page:
    """Shared by the blocks of one page: a folder, the names of its programs, servers, replacements."""

    def __init__(self, folder: Path, store: str | None = None) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__page__"}
        self.servers: list[Server] = []
        self._put: dict[str, str] = {} if store is None else {STORE: store}

    def _meant(self, text: str) -> str:
        for written, meant in self._put.items():
            text = text.replace(written, meant)
        return text

    def _written(self, text: str) -> str:
        for written, meant in self._put.items():
            text = text.replace(meant, written)
        return text

    def run(self, block: Block) -> None:
        """Run one block; raise AssertionError that shows the difference."""
        match block.kind:
            case "console" if "server" in block.words:
                self._serve(steps_of(block)[0])
            case "console":
                for step in steps_of(block):
                    self._command(step)
            case "python":
                with self._here(), redirect_stdout(io.StringIO()):
                    exec(compile(self._meant(block.text), f"line {block.line}", "exec"), self.names)  # noqa: S102 - our own pages
            case "toml" | "tsv" | "way" | "python-file" if block.words:
                file = self.folder / block.words[0]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")

    def close(self) -> None:
        for server in self.servers:
            server.kill()

    @contextmanager
    def _here(self) -> Iterator[None]:
        before = Path.cwd()
        data = {"XDG_DATA_HOME": str(self.folder / "data"), "COLUMNS": "100"}
        os.chdir(self.folder)
        try:
            with patch.dict(os.environ, data):
                yield
        finally:
            os.chdir(before)

    def _command(self, step: Step) -> None:
        said, file = self._redirected(self._meant(step.command))
        code, printed = self._called(said)
        assert code == step.code, f"{step.command}: exit code {code}\n{printed}"
        if file is not None:
            (self.folder / file).write_text(printed, encoding="utf-8")
        elif step.lines:
            lines = [line.rstrip() for line in self._written(printed).rstrip().splitlines()]
            assert matches(lines, list(step.lines)), f"{step.command} prints\n" + "\n".join(lines)

    @staticmethod
    def _redirected(command: str) -> tuple[str, str | None]:
        found = re.fullmatch(r"(.*?) > (\S+)", command)
        return (found[1], found[2]) if found else (command, None)

    def _called(self, command: str) -> tuple[int, str]:
        words = shlex.split(command)
        with self._here():
            if words[0] == "paigow":
                # Standard error has faults, and notes about what a cold cache has to wait for.
                out, notes = io.StringIO(), io.StringIO()
                with redirect_stdout(out), redirect_stderr(notes):
                    code = run_program(words[1:])
                return code, out.getvalue() or notes.getvalue()
            assert words[0] in ("python", "dask"), f"who runs {command}?"
            program = [sys.executable, *words[1:]] if words[0] == "python" else words
            path = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
            done = subprocess.run(program, capture_output=True, text=True, check=False, env=path)
            return done.returncode, done.stdout + done.stderr

    def _serve(self, step: Step) -> None:
        """Start a server and let it run; its port is any that is free."""
        words = shlex.split(self._meant(step.command))
        assert words[:2] == ["paigow", "serve"], step.command
        options = [*words[2:], "--port", "0", "--no-count-edges", "--pace", "0"]
        with self._here():
            server = Server(options, program=("-m", "paigow", "serve"))
        self.servers.append(server)
        self._put[ADDRESS] = server.address.removeprefix("http://").rstrip("/")


def matches(lines: list[str], wanted: list[str]) -> bool:
    """Whether lines match; `...` alone matches any number of lines, within a line any text."""
    if not wanted:
        return not lines
    if wanted[0] == "...":
        return any(matches(lines[start:], wanted[1:]) for start in range(len(lines) + 1))
    pattern = re.sub(r"([\[*?])", r"[\1]", wanted[0]).replace("...", "*")
    return bool(lines) and fnmatchcase(lines[0], pattern) and matches(lines[1:], wanted[1:])
