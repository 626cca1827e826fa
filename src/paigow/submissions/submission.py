"""What an operator filed: its text, what it still lacks, and the rules that it makes.

How a submission is written and checked is in `checking`; what a table plays by is in `rules`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

from paigow.books.book import RuleBook
from paigow.material.game import Game
from paigow.submissions.findings import Finding
from paigow.submissions.rules import Rules


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission that was read. Two with the same text and house way are equal.

    `to_fill_in` is what a draft still lacks (R82); a submission in order has none.
    """

    text: str = field(compare=False, repr=False)
    rules: Rules = field(compare=False, repr=False)
    to_fill_in: tuple[Finding, ...] = field(compare=False, repr=False)
    digest: str = field(init=False)
    """A fingerprint of text and house way, by which records know the submission they were made under."""

    def __post_init__(self) -> None:
        digest = sha256(f"{self.text}\n{self.rules.way.source}".encode()).hexdigest()
        object.__setattr__(self, "digest", digest)

    @property
    def book(self) -> RuleBook:
        return self.rules.book

    @property
    def game(self) -> Game:
        return self.rules.book.game
