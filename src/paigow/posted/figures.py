"""How a submission answers a posted line: its conditions, blanks, citations, and what it repeats for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from paigow.books.book import RuleBook
from paigow.books.cited import SEPARATOR, Cites, bare, cites_of, ids_of, is_ruling, together
from paigow.books.options import Type
from paigow.books.registry import envy_tables, pay_tables
from paigow.books.sections import Procedure
from paigow.faults import BadInput
from paigow.houseways.poker import LowHandTable
from paigow.material.tiles import FACES, Tile
from paigow.posted.templates import PostedLine, PostedTexts
from paigow.prose import Words, chosen, filled, first_upper, holds
from paigow.ranks.tiles import TWO_TILE_RANKS, TileCategory
from paigow.submissions.checking import Submission
from paigow.submissions.rules import OptionalWager, Rules, limit_option
from paigow.submissions.values import percent_text
from paigow.submissions.ways import departures
from paigow.wagers.money import Cents, dollars, money, vigorish_on
from paigow.wagers.wager import Kind

Scope = Mapping[str, Any]
_RULINGS: Final = re.compile(r" \((R[0-9]+(?:, R[0-9]+)*)\)")
_FACTS: Final[Mapping[str, Callable[[Rules], object]]] = {
    "tiles": lambda rules: rules.is_tiles,
    "cards": lambda rules: not rules.is_tiles,
    "side wagers": lambda rules: len(rules.wagers) > 1,
    "vigorish method": lambda rules: rules.charge,
    "payout limit": lambda rules: money(rules.payout_cap.amount) if rules.payout_cap else "",
    "triple loses": lambda rules: rules.book.main.triple_loses is not None,
    "push on nothing": lambda rules: rules.book.main.push is not None,
    "chips": lambda rules: rules.book.instruments.chips,
    "way": lambda rules: rules.way.title,
    "book": lambda rules: rules.book.title,
}
"""Values that lines refer to but that aren't options."""
_PROCEDURE: Final = dict(zip(Procedure.__struct_encode_fields__, Procedure.__struct_fields__, strict=True))
_CITES: Final[Mapping[str, Callable[[Rules], Cites]]] = {
    "limits of every wager": lambda rules: tuple(
        id_ for kind in rules.wagers for id_ in rules.topics[limit_option(kind)]
    ),
    "payout limit amount": lambda rules: cites_of(bare(rules.payout_cap.cite)) if rules.payout_cap else (),
    "push on nothing": lambda rules: rules.book.main.push.cite if rules.book.main.push else (),
    "accepted instruments": lambda rules: rules.book.instruments.cite,
}


@dataclass(frozen=True, slots=True)
class Facts:
    """A submission, the sentences, and the current subject of a line."""

    submission: Submission
    texts: PostedTexts
    scope: Scope = field(default_factory=dict)
    phrases: Mapping[str, tuple[PostedLine, ...]] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        return self.submission.rules

    @property
    def book(self) -> RuleBook:
        return self.submission.book

    def about(self, scope: Scope) -> Facts:
        return Facts(self.submission, self.texts, {**self.scope, **scope}, self.phrases) if scope else self

    def is_so(self, name: str) -> bool:
        """Whether a single condition holds.

        `open OPTION` asks whether the operator has a choice. `NAME = WORD` and `NAME != WORD` compare; a list
        equals each of its words. Any other name is true or false.
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
        """The sentence that applies here, with its blanks filled."""
        return filled(chosen(words, self.is_so), self.word)

    def word(self, name: str) -> str:
        """The text that fills a blank."""
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

    def cite(self, line: PostedLine) -> str | None:
        """The paragraphs of a line; None if the book lacks the topic that governs it."""
        cites = [self.cited(filled(name, self.word)) for name in line.cites]
        return together(*cites) if not cites or cites[0] else None

    def cited(self, names: str) -> str:
        """Where options, topics, paragraphs, and rulings are written; skips those the book lacks."""
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
            return self._qualified(book.options[name].cites)
        if name in self.texts.cites:
            return self._qualified(cites_of(self.texts.cites[name]))
        if name in book.paragraphs:
            return book.written((name,))
        return book.written(book.topics.get(name, ()))

    def _qualified(self, cites: Cites) -> str:
        return self.book.written(tuple(dict.fromkeys(cites)))


def gist(book: RuleBook, id_: str) -> tuple[str, str]:
    """What a paragraph means, and its citation. Rulings named in the words move into the citation."""
    words = book.paragraphs[id_].gist
    return _RULINGS.sub("", words), book.written((id_, *_RULINGS.findall(words)))


_TABLE_CITES: Final[Mapping[str, Callable[[OptionalWager], Cites]]] = {
    "pay table": lambda wager: wager.cites,
    "envy table": lambda wager: wager.envy_cites,
}
"""The paragraphs of the pay tables of a section's wager."""


Scopes = Iterator[Mapping[str, Any]]
_EXAMPLE_WINS: Final = (Cents(500), dollars(10), dollars(25), Cents(3_750), dollars(100), dollars(500))


def repeated(facts: Facts, each: str | tuple[str, ...]) -> Scopes:
    """The subjects a line is repeated for: a source by name, a list, or an option's words."""
    if isinstance(each, tuple):
        yield from ({"each": name} for name in each)
    elif not each:
        yield {}
    elif each in _SOURCES:
        yield from _SOURCES[each](facts)
    else:
        values: Any = facts.rules.choices[each]
        yield from ({"each": value} for value in values)


def about_wager(facts: Facts, kind: Kind) -> Mapping[str, Any]:
    """The values available to lines of a wager's section."""
    text = facts.texts.wagers[kind]
    optional = facts.rules.optional.get(kind)
    return {
        "kind": kind,
        "wager": text.title,
        "heading": text.heading,
        "posted": text.posted,
        "wins": text.wins,
        "pays": filled(chosen(text.pays, facts.is_so), facts.word),
        "table": optional.paytable.id if optional else "",
        "envy table": optional is not None and optional.envy_table is not None,
    }


def _wagers(facts: Facts) -> Scopes:
    for kind, limit in facts.rules.wagers.items():
        yield {
            **about_wager(facts, Kind(kind)),
            "least": money(Cents(limit.least)),
            "most": money(Cents(limit.most)),
        }


def _on_one_roll(facts: Facts) -> Scopes:
    yield from (wager for wager in _wagers(facts) if wager["wins"])


def _vigorish(facts: Facts) -> Scopes:
    method = facts.rules.charge
    for won in _EXAMPLE_WINS:
        taken = vigorish_on(won, method)
        yield {"won": money(won), "taken": money(taken), "kept": money(Cents(won - taken))}


def _pay_table(facts: Facts) -> Scopes:
    kind, id_ = facts.scope["kind"], facts.scope["table"]
    names = facts.texts.wagers[kind].names
    envied = envy_tables(facts.book.name, kind).get(id_)
    envy = {row.line: str(row.pay) for row in envied.lines} if envied else {}
    for row in pay_tables(facts.book.name, kind)[id_].lines:
        line = str(row.line.value)
        yield {
            "line": first_upper(names.get(line, line)),
            "pays": str(row.pay),
            "envy": envy.get(row.line, ""),
        }


def _envy(facts: Facts) -> Scopes:
    """The wagers with an envy bonus, grouped by qualifying stake."""
    by_stake: dict[Cents, list[str]] = {}
    for kind in facts.rules.envied:
        envy = facts.rules.optional[kind].wager.envy
        assert envy is not None, kind
        by_stake.setdefault(envy.qualifying, []).append(facts.texts.wagers[kind].title)
    for stake, titles in by_stake.items():
        yield {"envied": facts.listed(titles, "or-separator"), "stake": money(stake)}


def _meters(facts: Facts) -> Scopes:
    assert facts.rules.progressive is not None
    for each in facts.rules.progressive.meters:
        yield {
            "meter": str(each.meter).capitalize(),
            "start": money(each.start),
            "rate": percent_text(each.rate),
        }


def _tile_pairs(facts: Facts) -> Scopes:
    ordinals = facts.texts.small("ordinals").split()
    for rank in reversed(TWO_TILE_RANKS):
        if rank.category is not TileCategory.VALUE:
            assert rank.place is not None
            yield {
                "place": ordinals[rank.place - 1],
                "name": first_upper(rank.name.removeprefix("Pair of ")),
                "sort": _sort(rank.place),
                "tiles": _tiles_of(rank.place),
            }


def _sort(place: int) -> str:
    ends = {"supreme": 1, "matched": 12, "mixed": 16, "wong": 18, "gong": 20}
    return next(sort for sort, last in ends.items() if place <= last)


def _tiles_of(place: int) -> str:
    """The tiles that make a rank; if several combinations do, one of each, separated by commas."""
    if place <= 16:
        kinds = ["GJ", *dict.fromkeys(face.kind for face in FACES if face.kind != "GJ")]
        pair = [face for face in FACES if face.kind == kinds[place - 1]]
        return " ".join(map(str, pair * 2 if len(pair) == 1 else pair))
    head = "6-6" if place % 2 else "1-1"
    others = ("4-5", "3-6") if place <= 18 else ("2-6", "3-5", "4-4")
    return ", ".join(f"{head} {other}" for other in others)


def _single_tiles(facts: Facts) -> Scopes:
    ordinals = facts.texts.small("ordinals").split()
    ranks: dict[int, list[Tile]] = {}
    for face in FACES:
        ranks.setdefault(face.rank, []).append(face)
    for rank, faces in ranks.items():
        yield {
            "place": ordinals[rank - 1],
            "name": facts.listed(face.english for face in faces),
            "kind": faces[0].kind,
            "faces": len(faces),
            "copies": faces[0].copies,
            "tiles": ", ".join(map(str, faces)),
        }


def _rules_of_way(facts: Facts) -> Scopes:
    for rule in facts.rules.way.way.rules:
        yield {"label": rule.label, "rule": first_upper(rule.clause), "play": rule.action}


def _tables_of_way(facts: Facts) -> Scopes:
    """The lowest low hand a table requires, by the rank of one group or of two."""
    for table in facts.rules.way.way.tables:
        first, *others = map(str, table.keys)
        columns = (
            [f"{others[0]} {span}" for span in table.columns] if others else [facts.word("low at least")]
        )
        head = tuple(first_upper(word) for word in (first, *columns))
        yield {"table": table.name, "head": head, "rows": tuple(_rows_of_way(facts, table, len(columns)))}


def _rows_of_way(facts: Facts, table: LowHandTable, width: int) -> Iterator[tuple[str, ...]]:
    answers = {True: facts.word("always"), False: facts.word("never")}
    for span, entries in table.rows:
        cells = [answers[each] if isinstance(each, bool) else str(each) for each in entries]
        yield (str(span), *cells, *[""] * (width - len(cells)))


def _last_choice(facts: Facts) -> Scopes:
    """What decides between settings that a rule leaves."""
    yield {"choice": facts.texts.small("then-separator").join(map(str, facts.rules.way.way.final))}


def _departures(facts: Facts) -> Scopes:
    """Each rule that departs from the regulation's own, and from which rule it departs (R83)."""
    for each in departures(facts.book, facts.rules.way.way):
        rules = SEPARATOR.join(f"dealer's rule {number}" for number in each.overrides)
        yield {"rule": each.rule, "rules": rules, "paragraphs": bare(facts.cited(rules))}


def _terms(facts: Facts) -> Scopes:
    for term in facts.book.terms:
        if term.needs == "-" or any(_is_met(facts, need) for need in term.needs.split("|")):
            words, cite = gist(facts.book, term.paragraph)
            words = first_upper(words.removeprefix(f"{term.word}: "))
            yield {"term": term.word, "definition": words, "paragraph": bare(cite)}


def _is_met(facts: Facts, need: str) -> bool:
    """Whether an option has the value that a term depends on: `fortune.offered=True`."""
    name, _, value = need.partition("=")
    return str(facts.rules.choices[name]) == value


_SOURCES: Final[Mapping[str, Callable[[Facts], Scopes]]] = {
    "wagers": _wagers,
    "wagers on one roll": _on_one_roll,
    "vigorish examples": _vigorish,
    "pay table": _pay_table,
    "envy bonuses": _envy,
    "meters": _meters,
    "tile pairs": _tile_pairs,
    "single tiles": _single_tiles,
    "rules of the way": _rules_of_way,
    "tables of the way": _tables_of_way,
    "last choice of the way": _last_choice,
    "departures of the way": _departures,
    "terms": _terms,
}
