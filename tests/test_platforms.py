"""What works without `fork`, `fcntl`, and uvloop, as on Windows: the library, odds, `play`, and a server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
WITHOUT = """
import os, sys
for name in ("fcntl", "uvloop", "pwd", "grp", "resource", "termios", "tty"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "nice", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)
"""
"""Removes what only POSIX systems have."""


def test_the_library_and_the_odds_need_nothing_of_posix() -> None:
    program = f"""{WITHOUT}
import paigow
assert paigow.rank("6-6 4-5").name == "Teen wong"
assert paigow.best("6-6 4-5 2-2 1-3").total == 20475
assert paigow.verify(paigow.play_rounds("maryland-poker", seed="windows")) == ()
from paigow.cli.application import run
assert run(["show", "As Kd"]) == 0
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server without what Windows lacks."""
    arguments = ["serve", "--json", "--port", "0", "--pace", "0", "--no-count-edges", "--store"]
    program = f"{WITHOUT}\nfrom paigow.cli.application import run\nsys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", program, *arguments, f"sqlite:///{folder / 'floor.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            yield json.loads(server.stdout.readline())["address"]
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(60)


def test_a_server_plays_rounds_in_one_process(tmp_path: Path) -> None:
    example = ROOT / "examples" / "talk_to_the_server.py"
    with serving(tmp_path) as address:
        bot = [sys.executable, str(example), address, "1"]
        done = subprocess.run(bot, capture_output=True, text=True, check=False, timeout=120, env=os.environ)
    assert done.returncode == 0, done.stderr
    assert "The round is over." in done.stdout
