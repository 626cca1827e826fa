"""boardgame.io's server as a peer: installed from npm into a cache folder on first use, if there is Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

__all__ = ["VERSION", "peer_command"]

VERSION: Final = "0.50.2"
_PACKAGE: Final = {
    "private": True,
    "dependencies": {"boardgame.io": VERSION},
    # Later versions copy the list of handlers before boardgame.io has added its own to it.
    "overrides": {"koa-compose": "4.1.0"},
}
_SECONDS: Final = 300


def _folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "paigow" / "benchmarks" / f"boardgame.io-{VERSION}"


def peer_command() -> list[str] | str:
    """How to start the peer, or a sentence that says why it can't be."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "boardgame.io is left out: Node.js with npm is not installed"
    folder = _folder()
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text(json.dumps(_PACKAGE), encoding="utf-8")
        try:
            subprocess.run(
                [npm, "install", "--no-audit", "--no-fund", "--silent"],
                cwd=folder,
                check=True,
                timeout=_SECONDS,
            )
        except (subprocess.SubprocessError, OSError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            return f"boardgame.io is left out: npm could not install it ({type(error).__name__})"
    return [node, str(Path(__file__).with_name("peer.cjs")), str(folder)]
