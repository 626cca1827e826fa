"""Posted sentences that aren't about actions: what terms mean, what hands are, what is at the table.

`facts.tsv` has each of them word for word beside the name of the check of what it says, by pieces and ranks
themselves where there are any. What only furniture or paper could break is in `furniture.tsv`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from paigow.submissions.checking import Submission

__all__ = ["Check", "checked", "fact", "furniture", "stated"]

Check = Callable[[str, Submission], None]
"""Called with the sentence as posted, and the submission that posts it."""
CHECKS: Final[dict[str, Check]] = {}
HERE: Final = Path(__file__).parent


def fact(check: Check) -> Check:
    """Register a check by its name."""
    assert check.__name__ not in CHECKS, check.__name__
    CHECKS[check.__name__] = check
    return check


def _rows(file: str) -> list[list[str]]:
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")][1:]


@cache
def stated() -> Mapping[str, str]:
    """The sentences with the names of their checks."""
    found = {sentence: check for check, sentence in _rows("facts.tsv")}
    assert len(found) == len(_rows("facts.tsv")), "a sentence is there twice"
    return found


def checked(sentence: str) -> Check:
    from tests.table.posted import card_facts, dice_facts, other_facts, tile_facts  # noqa: F401 - they register

    return CHECKS[stated()[sentence]]


@cache
def furniture() -> Mapping[str, tuple[str, str]]:
    """Sentences about furniture and paper, with the paragraph that each shows and the words it must have."""
    return {sentence: (paragraph, words) for paragraph, words, sentence in _rows("furniture.tsv")}
