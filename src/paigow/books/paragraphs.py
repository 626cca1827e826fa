"""What every paragraph of a regulation means for the table, in our own words. Not its sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from paigow.books.tables import folder_of, read_rows

__all__ = ["Kind", "Paragraph", "read_paragraphs"]


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


def read_paragraphs(book: str) -> Mapping[str, Paragraph]:
    """All paragraphs of a book, in its order."""
    rows = read_rows(folder_of(book) / "paragraphs.tsv", "id", "kind", "gist", "where")
    found = {row["id"]: Paragraph(row["id"], Kind(row["kind"]), row["gist"], row["where"]) for row in rows}
    assert len(found) == len(rows), f"{book} lists a paragraph twice"
    for paragraph in found.values():
        assert paragraph.id and paragraph.gist and paragraph.where, paragraph
    return found
