"""What is wrong with a submission, one thing at a time. Not how it is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paigow.books.cited import bare


@dataclass(frozen=True, slots=True)
class Finding:
    """A field of the submission, what is wrong with it, what is allowed, and where that is written.

    `paragraph` is empty where no rule is broken but the writing: an unknown key, say.
    """

    field: str
    problem: str
    allowed: str
    paragraph: str = ""

    def __str__(self) -> str:
        place = f" ({bare(self.paragraph)})" if self.paragraph else ""
        return f"{self.field}: {self.problem}; {self.allowed}{place}"

    def as_json(self) -> Mapping[str, str | None]:
        return {
            "field": self.field,
            "problem": self.problem,
            "allowed": self.allowed,
            "paragraph": self.paragraph or None,
        }
