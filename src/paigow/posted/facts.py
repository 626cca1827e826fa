"""What a submission answers to a posted line: its conditions, its blanks and its citations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from paigow.books.book import RuleBook
from paigow.books.cited import SEPARATOR, Cites, bare, cites_of, ids_of, is_ruling, qualified, together
from paigow.books.options import Type
from paigow.books.sections import Procedure
from paigow.faults import BadInput
from paigow.posted.templates import Line, Texts
from paigow.prose import Words, chosen, filled, holds
from paigow.submissions.rules import Optional, Rules, limit_option
from paigow.submissions.submission import Submission
from paigow.wagers.money import Cents, money

Scope = Mapping[str, Any]
_RULINGS: Final = re.compile(r" \((R[0-9]+(?:, R[0-9]+)*)\)")
_FACTS: Final[Mapping[str, Callable[[Rules], object]]] = {
    "tiles": lambda rules: rules.is_tiles,
    "cards": lambda rules: not rules.is_tiles,
    "side wagers": lambda rules: len(rules.limits) > 1,
    "envy": lambda rules: bool(rules.envied),
    "vigorish method": lambda rules: rules.charge,
    "payout limit": lambda rules: money(rules.payout_cap.amount) if rules.payout_cap else "",
    "triple loses": lambda rules: rules.book.main.triple_loses is not None,
    "push on nothing": lambda rules: rules.book.main.push is not None,
    "chips": lambda rules: rules.book.instruments.chips,
    "way": lambda rules: rules.way.title,
    "book": lambda rules: rules.book.title,
}
"""What lines ask for that is no option of its own."""
_PROCEDURE: Final = dict(zip(Procedure.__struct_encode_fields__, Procedure.__struct_fields__, strict=True))
_CITES: Final[Mapping[str, Callable[[Rules], Cites]]] = {
    "limits of every wager": lambda rules: tuple(
        id_ for kind in rules.limits for id_ in rules.topics[limit_option(kind)]
    ),
    "payout limit amount": lambda rules: cites_of(bare(rules.payout_cap.cite)) if rules.payout_cap else (),
    "push on nothing": lambda rules: rules.book.main.push.cite if rules.book.main.push else (),
    "accepted instruments": lambda rules: rules.book.instruments.cite,
}


@dataclass(frozen=True, slots=True)
class Facts:
    """A submission, the sentences, and what a line is about now."""

    submission: Submission
    texts: Texts
    scope: Scope = field(default_factory=dict)
    phrases: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        return self.submission.rules

    @property
    def book(self) -> RuleBook:
        return self.submission.book

    def about(self, scope: Scope) -> Facts:
        return replace(self, scope={**self.scope, **scope})

    def is_so(self, name: str) -> bool:
        """Whether a single condition holds.

        `open OPTION` asks whether the operator may choose; `NAME = WORD` and `NAME != WORD` compare, where a
        list is equal to each of its words. Any other name is true or not.
        """
        if name in self.texts.conditions:
            return holds(self.texts.conditions[name], self.is_so)
        if name.startswith("open "):
            return self.book.options[name.removeprefix("open ")].open
        for sign in (" != ", " = "):
            if sign in name:
                left, right = name.split(sign)
                value = self._value(left)
                equal = right in value if isinstance(value, tuple) else str(value) == right
                return equal is (sign == " = ")
        return bool(self._value(name))

    def _value(self, name: str) -> object:
        if name in self.scope:
            return self.scope[name]
        if name in _FACTS:
            return _FACTS[name](self.rules)
        if name == "draft":
            return bool(self.submission.to_fill_in)
        if name in self.rules.choices:
            return self.rules.choices[name]
        section, _, key = name.partition(".")
        if section == "procedure" and key in _PROCEDURE:
            return getattr(self.book.procedure, _PROCEDURE[key])
        raise BadInput(f"posted rules know nothing called {name!r}", where=self.book.name)

    def holds(self, when: str) -> bool:
        return holds(when, self.is_so)

    def say(self, words: Words) -> str:
        """The sentence that holds here, its blanks filled."""
        return filled(chosen(words, self.is_so), self.word)

    def word(self, name: str) -> str:
        """What stands in a blank."""
        if name in self.phrases:
            return self.listed(self.say(line.words) for line in self.phrases[name] if self.holds(line.when))
        if name == "pushing hands" and self.book.main.push:
            return self.listed(self.book.main.push.on, "or-separator")
        if name in self.texts.words:
            return self.texts.words[name]
        value = self._value(name)
        option = self.book.options.get(name)
        if option and option.type is Type.MONEY and isinstance(value, int):
            return money(Cents(value))
        return str(value)

    def listed(self, words: Iterable[str], last: str = "and-separator") -> str:
        """Words as a sentence lists them: `odd, even and match`."""
        items = list(words)
        if len(items) < 2:
            return "".join(items)
        rest = self.texts.small("separator").join(items[:-1])
        return f"{rest}{self.texts.small(last)}{items[-1]}"

    def cite(self, line: Line) -> str | None:
        """The paragraphs of a line; None if the book lacks the topic that governs it."""
        cites = [self.cited(filled(name, self.word)) for name in line.cites]
        return together(*cites) if not cites or cites[0] else None

    def cited(self, names: str) -> str:
        """Where options, topics, paragraphs and rulings are written; nothing where the book lacks them."""
        return together(*(self._cited(name) for name in ids_of(names)))

    def _cited(self, name: str) -> str:
        book = self.book
        if is_ruling(name):
            return name
        if name in _TABLE_CITES:
            return self._qualified(_TABLE_CITES[name](self.rules.optional[self.scope["kind"]]))
        if name in _CITES:
            return self._qualified(_CITES[name](self.rules))
        if name in book.options:
            return book.options[name].cite
        if name in self.texts.cites:
            return qualified(book.name, self.texts.cites[name])
        if name in book.paragraphs:
            return qualified(book.name, name)
        return qualified(book.name, SEPARATOR.join(book.topics.get(name, ())))

    def _qualified(self, cites: Cites) -> str:
        return qualified(self.book.name, SEPARATOR.join(dict.fromkeys(cites)))


def gist(book: RuleBook, id_: str) -> tuple[str, str]:
    """What a paragraph means, and its citation, into which the rulings in the words are moved."""
    words = book.paragraphs[id_].gist
    return _RULINGS.sub("", words), SEPARATOR.join([qualified(book.name, id_), *_RULINGS.findall(words)])


_TABLE_CITES: Final[Mapping[str, Callable[[Optional], Cites]]] = {
    "pay table": lambda wager: wager.cites,
    "envy table": lambda wager: wager.envy_cites,
}
"""Paragraphs of the tables of the wager that a section is about."""
