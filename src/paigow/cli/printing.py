"""Pages as PDF, printed by an installed browser. Not what is on them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from paigow.cli.files import unwritable
from paigow.faults import BadInput

BROWSERS: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
    "msedge",
)
PATIENCE: Final = 120
_SILENT: Final = ("--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer")


def write_pdf(html: str, out: Path) -> None:
    """Print a self-contained page to a file; raise BadInput without a browser."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise BadInput(
            "making a PDF needs a browser, and none is installed",
            allowed="install Chromium, or use --html and print that page",
        )
    with TemporaryDirectory(prefix="paigow-print-") as folder:
        page, made = Path(folder) / "page.html", Path(folder) / "page.pdf"
        page.write_text(html, encoding="utf-8")
        profile = f"--user-data-dir={folder}/profile"
        command = [browser, *_SILENT, profile, f"--print-to-pdf={made}", page.as_uri()]
        try:
            subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE)  # noqa: S603 - our own words
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise BadInput(
                f"{browser} couldn't print: {fault}", allowed="use --html and print that page"
            ) from None
        if not made.exists():
            raise BadInput(f"{browser} printed nothing", allowed="use --html and print that page")
        try:
            shutil.copyfile(made, out)
        except OSError as fault:
            raise unwritable(out, fault, "--pdf") from None
