"""What every paragraph of a regulation means for the table, in our own words. Not its sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources.abc import Traversable

from paigow.books.tables import read_rows, where_of
from paigow.faults import BadInput


class Kind(StrEnum):
    """What becomes of a paragraph."""

    ENFORCED = "enforced"
    PERFORMED = "performed"
    CONFIGURED = "configured"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph by its id; `where` names the part of the program that keeps it."""

    id: str
    kind: Kind
    gist: str
    where: str


def read_paragraphs(folder: Traversable, book: str) -> Mapping[str, Paragraph]:
    """All paragraphs of a book, in its order."""
    file = folder / "paragraphs.tsv"
    rows = read_rows(file, "id", "kind", "gist", "where")
    found = {row["id"]: Paragraph(row["id"], Kind(row["kind"]), row["gist"], row["where"]) for row in rows}
    if len(found) < len(rows):
        raise BadInput(f"{book} lists a paragraph twice", where=where_of(file), allowed="one row for each")
    for paragraph in found.values():
        if not (paragraph.id and paragraph.gist and paragraph.where):
            raise BadInput(f"{book} {paragraph.id} has an empty cell", where=where_of(file))
    return found
