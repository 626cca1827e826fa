"""A regulation as data: options, counts, pay tables, topics, paragraphs. Not how it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources.abc import Traversable

from paigow.books.cited import Cited, Cites, cites_of, ids_of, qualified
from paigow.books.options import Option, read_options
from paigow.books.registry import book_names, folder_of, known_name
from paigow.books.sections import About, Instruments, Main, Procedure, read_about
from paigow.books.tables import KIND, Row, filled, read_rows, wagers_of_rows, where_of
from paigow.books.topics import Topics, read_deciding, read_topics
from paigow.faults import BadInput, guess, suggestion
from paigow.material.game import Game
from paigow.ranks.comparing import DecidedBy
from paigow.wagers.wager import Kind


class ParagraphKind(StrEnum):
    """How the program treats a paragraph."""

    ENFORCED = "enforced"
    PERFORMED = "performed"
    CONFIGURED = "configured"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph by its id; `where` names the part of the program that implements it."""

    id: str
    kind: ParagraphKind
    gist: str
    where: str


def read_paragraphs(folder: Traversable, book: str) -> Mapping[str, Paragraph]:
    """All paragraphs of a book, in its order."""
    file = folder / "paragraphs.tsv"
    rows = read_rows(file, "id", "kind", "gist", "where")
    found = {row["id"]: Paragraph(row["id"], _kind(row), row["gist"], row["where"]) for row in rows}
    if len(found) < len(rows):
        raise BadInput(
            f"{book} lists a paragraph twice", where=where_of(file), allowed="write one row for each"
        )
    for paragraph in found.values():
        if not (paragraph.id and paragraph.gist and paragraph.where):
            raise BadInput(f"{book} {paragraph.id} has an empty cell", where=where_of(file))
    return found


def _kind(row: Row) -> ParagraphKind:
    kinds = [kind.value for kind in ParagraphKind]
    if row["kind"] not in kinds:
        problem = f"{row['kind']!r} is not a kind of paragraph"
        raise BadInput(problem, where=row.where, allowed=suggestion(row["kind"], kinds))
    return ParagraphKind(row["kind"])


@dataclass(frozen=True, slots=True)
class OfferedTable:
    """A pay table that a book offers; the id is empty if it is the only one."""

    kind: Kind
    id: str
    cites: Cites
    envy_cites: Cites


@dataclass(frozen=True, slots=True)
class EquipmentItem:
    """Equipment required before a table opens (R31), if the table offers what the item `needs`.

    `approval` names the regulator's approval it requires. In both, a dash means none.
    """

    name: str
    needs: str
    approval: str
    cites: Cites
    what: str


@dataclass(frozen=True, slots=True)
class Term:
    """A term that a paragraph defines; `needs` lists choices, one of which a table must have to use it."""

    paragraph: str
    word: str
    needs: str


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A regulation. Two are equal if their names are."""

    name: str
    title: str = field(compare=False)
    game: Game = field(compare=False)
    based_on: str = field(compare=False)
    edition: int = field(compare=False)
    silent: Cites = field(compare=False, repr=False)
    main: Main = field(compare=False, repr=False)
    instruments: Instruments = field(compare=False, repr=False)
    procedure: Procedure = field(compare=False, repr=False)
    options: Mapping[str, Option] = field(compare=False, repr=False)
    counts: Mapping[str, Cited[int]] = field(compare=False, repr=False)
    tables: tuple[OfferedTable, ...] = field(compare=False, repr=False)
    topics: Topics = field(compare=False, repr=False)
    deciding: Mapping[DecidedBy, Cites] = field(compare=False, repr=False)
    equipment: tuple[EquipmentItem, ...] = field(compare=False, repr=False)
    terms: tuple[Term, ...] = field(compare=False, repr=False)
    paragraphs: Mapping[str, Paragraph] = field(compare=False, repr=False)

    def written(self, cites: tuple[str, ...]) -> str:
        """Citations as a person reads them, with the book's name."""
        return qualified(self.name, cites)

    def decided_by(self, reasons: Iterable[DecidedBy]) -> tuple[str, ...]:
        """The paragraphs and rulings behind some reasons, each once. A reason from the other game is a bug.

        >>> load_book("commission-tiles").decided_by([DecidedBy.VALUE, DecidedBy.ZERO])
        ('commission-tiles 2(d)', 'R2')
        """
        ids = dict.fromkeys(id_ for reason in reasons for id_ in self.deciding[reason])
        return ids_of(self.written(tuple(ids)))

    def paragraph(self, id_: str) -> Paragraph:
        """A paragraph by its id, with or without the book's name; raise BadInput."""
        found = self.paragraphs.get(id_.strip().removeprefix(f"{self.name} "))
        if found is None:
            close = [each for each in self.paragraphs if _bare(each) == _bare(id_)]
            above = [each for each in self.paragraphs if id_.startswith((f"{each}(", f"{each}."))]
            meant = close or above[-1:]
            raise BadInput(
                f"{self.name} has no paragraph {id_!r}",
                allowed=guess(meant[0]) if meant else f"paigow book {self.name} --paragraphs lists them",
            )
        return found

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return load_book, (self.name,)


def _bare(id_: str) -> str:
    """An id by its letters and digits, since books punctuate theirs differently: 4(d) and 4.D."""
    return "".join(filter(str.isalnum, id_)).casefold()


def books() -> tuple[RuleBook, ...]:
    """All rule books, the tile games first."""
    return tuple(load_book(name) for name in book_names())


def load_book(name: str) -> RuleBook:
    """A rule book by name, `colorado-tiles`, or by its folder's name, `colorado_tiles`; raise BadInput.

    >>> load_book("colorado_tiles").name
    'colorado-tiles'
    """
    return _load(known_name(name))


@cache
def _load(name: str) -> RuleBook:
    return read_book(folder_of(name))


def read_book(folder: Traversable) -> RuleBook:
    """A rule book from its folder; BadInput names the file and the problem."""
    about = read_about(folder)
    name, options = about.name, read_options(folder, about.silent, about.wagers)
    return RuleBook(
        name=name,
        title=about.title,
        game=about.game,
        based_on=about.based_on,
        edition=about.edition,
        silent=about.silent,
        main=about.main,
        instruments=about.instruments,
        procedure=about.procedure,
        options=options,
        counts=_counts(folder),
        tables=(*_of_blocks(about), *_tables(folder)),
        topics=read_topics(folder, name, about.game, about.procedure, about.wagers),
        deciding=read_deciding(folder, name, about.game, about.main.push),
        equipment=_equipment(folder, about),
        terms=_terms(folder, options),
        paragraphs=read_paragraphs(folder, name),
    )


def _counts(folder: Traversable) -> Mapping[str, Cited[int]]:
    rows = read_rows(folder / "counts.tsv", "name", "value", "cite")
    found = {row["name"]: Cited(_whole(row), cites_of(row["cite"])) for row in rows}
    if "places" not in found:
        allowed = "add the number of places that are dealt a hand"
        raise BadInput(
            "there is no count of 'places'", where=where_of(folder / "counts.tsv"), allowed=allowed
        )
    return found


def _whole(row: Row) -> int:
    if not (row["value"].isascii() and row["value"].isdigit()):
        problem = f"{row['value']!r} is not a count of {row['name']}"
        raise BadInput(problem, where=row.where, allowed="give a whole number")
    return int(row["value"])


def _tables(folder: Traversable) -> tuple[OfferedTable, ...]:
    file = folder / "paytables.tsv"
    rows = read_rows(file, "wager", "table", "cite", "envy") if file.is_file() else []
    return tuple(
        OfferedTable(Kind(row["wager"]), row["table"], cites_of(row["cite"]), cites_of(row["envy"]))
        for row in rows
    )


def _of_blocks(about: About) -> Iterator[OfferedTable]:
    for kind, block in about.wagers.items():
        for id_, cites in block.tables.items():
            yield OfferedTable(Kind(kind), id_, cites, block.envy_tables.get(id_, ()))


def _equipment(folder: Traversable, about: About) -> tuple[EquipmentItem, ...]:
    file = folder / "equipment.tsv"
    rows = read_rows(file, "item", "needs", "approval", "paragraphs", "what")
    if not rows:
        raise BadInput(
            "the equipment list is empty",
            where=where_of(file),
            allowed="list the equipment a table needs to open (R31)",
        )
    return tuple(item for row in rows for item in _items(row, about))


def _items(row: Mapping[str, str], about: About) -> Iterator[EquipmentItem]:
    """An equipment item; a row written for every wager gives one item per wager's spot."""
    if KIND not in row["item"]:
        yield EquipmentItem(
            row["item"], row["needs"], row["approval"], cites_of(row["paragraphs"]), row["what"]
        )
        return
    for wager in wagers_of_rows(about.wagers):
        block = about.wagers.get(wager.kind)
        if block is not None and block.spot:
            own = filled(row, wager)
            yield EquipmentItem(own["item"], own["needs"], own["approval"], block.spot, own["what"])


def _terms(folder: Traversable, options: Mapping[str, Option]) -> tuple[Term, ...]:
    rows = read_rows(folder / "terms.tsv", "paragraph", "term", "needs")
    for row in rows:
        for need in row["needs"].split("|"):
            if need != "-" and need.partition("=")[0] not in options:
                problem = f"{need!r} is not an option and its value"
                raise BadInput(problem, where=row.where, allowed="write it like fortune.offered=True, or -")
    return tuple(Term(row["paragraph"], row["term"], row["needs"]) for row in rows)
