"""docs/security.md names only tests that exist: a promise without its test is worthless."""

from __future__ import annotations

import re

from tests.collected import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")


def test_every_test_that_the_page_names_is_there() -> None:
    files = set(re.findall(r"`(tests/[\w/]+\.py)", PAGE))
    assert len(files) > 20
    assert [file for file in sorted(files) if not (ROOT / file).is_file()] == []
    defined = {
        name for file in files for name in re.findall(r"def (test_\w+)", (ROOT / file).read_text("utf-8"))
    }
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 15
    assert named - defined == set()
