"""Every parser parses or rejects in words, whatever it gets: what broke one once, and more."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.fuzzing.keeping import kept
from tests.fuzzing.mutating import mutants
from tests.fuzzing.targets import TARGETS, seeds

INPUTS: Final = {"way": 150, "submission": 150, "round-file": 30}
"""How many inputs in an ordinary run; a thousand for cheap targets. `python -m tests.fuzzing` runs more."""


@pytest.mark.parametrize("target", TARGETS)
def test_sound_inputs_are_taken(target: str) -> None:
    for data in seeds(target)[:40]:
        TARGETS[target](data)


@pytest.mark.parametrize("target", TARGETS)
def test_spoilt_inputs_are_answered_or_refused_in_words(target: str) -> None:
    for data in islice(mutants(seeds(target), Random(target)), INPUTS.get(target, 1_000)):
        TARGETS[target](data)


@pytest.mark.parametrize(("target", "path"), kept(), ids=lambda value: getattr(value, "name", value))
def test_what_broke_a_parser_once_breaks_it_no_more(target: str, path: Path) -> None:
    TARGETS[target](path.read_bytes())
