"""A value together with its source. Not what the source says: that is in `paragraphs`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, NewType, TypeVar

T_co = TypeVar("T_co", covariant=True)
SEPARATOR: Final = ", "
Cite = NewType("Cite", str)
"""A paragraph without the book's name, `8(g)`, or a ruling, `R6`: the form stored in events."""
Cites = tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Cited(Generic[T_co]):
    """A value and the paragraphs or rulings it is based on."""

    value: T_co
    cites: Cites


def is_ruling(id_: str) -> bool:
    """Whether an id is a ruling of ours, valid for every book, rather than a book's paragraph."""
    return id_[:1] == "R" and id_[1:].isdigit()


def qualified(book: str, cites: tuple[str, ...]) -> str:
    """Citations with the book's name before each paragraph, for readers who don't know the book.

    >>> qualified("commission-tiles", ("8(g)", "R6"))
    'commission-tiles 8(g), R6'
    """
    return SEPARATOR.join(id_ if is_ruling(id_) else f"{book} {id_}" for id_ in cites)


def ids_of(cite: str) -> tuple[str, ...]:
    """The individual paragraphs and rulings of a citation, each as tests name it."""
    return tuple(cite.split(SEPARATOR)) if cite else ()


def cites_of(written: str) -> Cites:
    """The paragraphs and rulings in a book's own file, without the book's name."""
    return tuple(map(Cite, ids_of(written)))


def together(*cites: str) -> str:
    """Several citations as one, each paragraph once.

    >>> together("commission-tiles 8(g), R6", "R6, R61")
    'commission-tiles 8(g), R6, R61'
    """
    return SEPARATOR.join(dict.fromkeys(id_ for cite in cites for id_ in ids_of(cite)))


def bare(cite: str) -> str:
    """A citation without the book's name, for readers who know the book.

    >>> bare("commission-tiles 8(g), R6")
    '8(g), R6'
    """
    return SEPARATOR.join(id_ if is_ruling(id_) else id_.partition(" ")[2] for id_ in ids_of(cite))
