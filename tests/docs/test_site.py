"""The site builds without a warning, has every page, and loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.docs.reading import ROOT

LOADED = re.compile(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"((?:https?:)?//[^\"]+)\"")


def test_the_site_is_made_whole_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    done = subprocess.run(
        [*command, "-d", str(tmp_path / "trees"), str(ROOT / "docs"), str(tmp_path / "site")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = {
        path.relative_to(tmp_path / "site").with_suffix("") for path in (tmp_path / "site").rglob("*.html")
    }
    written = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    assert written <= made
    for page in (tmp_path / "site").rglob("*.html"):
        assert LOADED.findall(page.read_text(encoding="utf-8")) == [], page
    for style in (tmp_path / "site").rglob("*.css"):
        assert re.findall(r"url\(['\"]?(?:https?:)?//|@import", style.read_text(encoding="utf-8")) == [], (
            style
        )
