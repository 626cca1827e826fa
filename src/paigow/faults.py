"""What is wrong with something a person gave us. Not for bugs (assertions) or the table's refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches


class BadInput(ValueError):
    """A mistake in the input: the problem, where it is, and what is allowed."""

    def __init__(self, problem: str, *, where: str | None = None, allowed: str | None = None) -> None:
        self.problem = problem
        self.where = where
        self.allowed = allowed
        super().__init__(problem, where, allowed)

    def __reduce__(self) -> tuple[Callable[..., BadInput], tuple[str | None, ...]]:
        return _again, (self.problem, self.where, self.allowed)

    def __str__(self) -> str:
        place = f" ({self.where})" if self.where else ""
        remedy = f"; {self.allowed}" if self.allowed else ""
        return f"{self.problem}{place}{remedy}"


def _again(problem: str, where: str | None, allowed: str | None) -> BadInput:
    """What pickling needs: a worker's fault must reach the process that shows it."""
    return BadInput(problem, where=where, allowed=allowed)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """A known word that is almost the given one, else the only one that it begins, else one like it."""
    by_folded = {name.casefold(): name for name in known}
    if almost := get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.85):
        return by_folded[almost[0]]
    begun = [name for folded, name in by_folded.items() if word and folded.startswith(word.casefold())]
    if len(begun) == 1:
        return begun[0]
    matches = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[matches[0]] if matches else None
