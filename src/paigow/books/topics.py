"""Where a book covers each topic, and what decides a hand. What it says there is in `paragraphs`.

`topics.tsv` names every topic that a table cites. A book's `citations.tsv` says where it covers them, and its
`deciding.tsv` where it says what decides between two settings (computed in `ranks.comparing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from msgspec.structs import asdict

from paigow.books.cited import Cites, cites_of
from paigow.books.sections import Procedure, Push, WagerBlock
from paigow.books.tables import HERE, KIND, filled, line_wagers_by_game, read_rows, where_of
from paigow.faults import BadInput, suggestion
from paigow.material.game import Game
from paigow.ranks.comparing import DecidedBy

ALWAYS: Final = "always"
THE_REST: Final = "*"
"""The fallback row for what every table does but the book doesn't mention."""


class Topics(dict[str, Cites]):
    """The paragraphs and rulings of each topic, without the book's name.

    A topic this book can omit has no citation; a topic that no book has is a bug.
    """

    def __init__(self, book: str, cites: Mapping[str, Cites]) -> None:
        super().__init__(cites)
        self.book = book

    def __missing__(self, topic: str) -> Cites:
        if topic not in _every_topic():
            raise LookupError(f"{self.book} is asked for the topic {topic!r}, which topics.tsv does not have")
        return ()


@dataclass(frozen=True, slots=True)
class _Topic:
    games: tuple[Game, ...]
    needed: str

    def always(self, game: Game) -> bool:
        return self.needed == ALWAYS and game in self.games


@cache
def _every_topic() -> Mapping[str, _Topic]:
    written = read_rows(HERE / "topics.tsv", "topic", "game", "needed")
    rows = [row for row in written if KIND not in row["topic"]]
    rows += [filled(row, wager) for row in written if KIND in row["topic"] for wager in line_wagers_by_game()]
    return {
        row["topic"]: _Topic(tuple(Game) if row["game"] == "both" else (Game(row["game"]),), row["needed"])
        for row in rows
    }


def read_topics(
    folder: Traversable, book: str, game: Game, procedure: Procedure, blocks: Mapping[str, WagerBlock]
) -> Topics:
    """A book's `citations.tsv`; raise BadInput for a missing or unknown topic."""
    file = folder / "citations.tsv"
    cites = _cites(file, "topic")
    for kind, block in blocks.items():
        cites |= block.topics(kind)
    rest = cites.pop(THE_REST, None)
    for topic in cites:
        _require_known(file, topic, _every_topic())
    needed = [name for name, topic in _every_topic().items() if topic.always(game)]
    if rest is not None:
        cites = {**dict.fromkeys(needed, rest), **cites}
    _require_all(file, book, needed, cites)
    switched = {f"procedure {step.replace('_', '-')}" for step, on in asdict(procedure).items() if on}
    own = [name for name, topic in _every_topic().items() if topic.needed in switched and game in topic.games]
    _require_all(file, book, own, cites)
    return Topics(book, cites)


def read_deciding(folder: Traversable, book: str, game: Game, push: Push | None) -> Mapping[DecidedBy, Cites]:
    """A book's `deciding.tsv`: the paragraphs for every reason of its game."""
    file = folder / "deciding.tsv"
    cites = _cites(file, "reason")
    named = {_words(reason): reason for reason in reasons_of(game)}
    for words in cites:
        _require_known(file, words, named)
    _require_all(file, book, named, cites)
    found = {reason: cites[words] for words, reason in named.items() if words in cites}
    return {**found, DecidedBy.PUSH_DEALER: push.cite} if push else found


def reasons_of(game: Game) -> tuple[DecidedBy, ...]:
    """A game's reasons: `DecidedBy` has those of tiles, those of cards, then those of both.

    The paragraph for a dealer's hand that pushes is in `book.toml`.
    """
    every = [reason for reason in DecidedBy if reason is not DecidedBy.PUSH_DEALER]
    cards, both = every.index(DecidedBy.KIND), every.index(DecidedBy.WIN)
    own = every[:cards] if game is Game.TILES else every[cards:both]
    return (*own, *every[both:])


def _words(reason: DecidedBy) -> str:
    return reason.name.lower().replace("_", " ")


def _cites(file: Traversable, column: str) -> dict[str, Cites]:
    rows = read_rows(file, column, "paragraphs")
    found = {row[column]: cites_of(row["paragraphs"]) for row in rows}
    if len(found) < len(rows):
        raise BadInput(f"a {column} is listed twice", where=where_of(file), allowed="write one row for each")
    for name, cites in found.items():
        if not cites:
            raise BadInput(f"{name!r} cites no paragraph", where=where_of(file), allowed="delete the row")
    return found


def _require_known(file: Traversable, name: str, known: Iterable[str]) -> None:
    if name not in known:
        hint = suggestion(name, known, "paigow's books/topics.tsv lists them all")
        raise BadInput(f"there is nothing called {name!r}", where=where_of(file), allowed=hint)


def _require_all(file: Traversable, book: str, needed: Iterable[str], found: Mapping[str, object]) -> None:
    for name in needed:
        if name not in found:
            problem = f"{book} has no row for {name!r}"
            raise BadInput(problem, where=where_of(file), allowed="name the paragraph, or a ruling")
