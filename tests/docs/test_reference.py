"""The reference has every public name, described from its source, and an example that uses it."""

from __future__ import annotations

import re

import paigow
from tests.docs.reading import ROOT, blocks_of

TEXT = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")


def test_every_public_name_is_described() -> None:
    described = {
        name.rpartition(".")[2] for name in re.findall(r"^\.\. auto\w+:: ([\w.]+)", TEXT, re.MULTILINE)
    }
    assert described == {*paigow.__all__}


def test_every_public_name_is_used_in_an_example() -> None:
    code = "\n".join(block.text for block in blocks_of(TEXT) if block.kind == "python")
    assert {name for name in paigow.__all__ if not re.search(rf"\b{name}\b", code)} == set()
